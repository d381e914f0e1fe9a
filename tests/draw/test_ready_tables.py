"""Ready faces with tables: aids of any length, boards with and without a track, faults at rows."""

from itertools import pairwise, product

import pytest

from fustella.build.drawing import artist_of
from fustella.core.files.project import find_project
from fustella.core.values.model import Edition, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw import piece_specs
from tests.helpers.alone import game_alone

GAME = "title: T\nlanguages: [en]\nicons: {die: mdi:dice-5}\nkinds:\n  KIND\n"
SPACES = "spaces: [{title: A}, {title: B}, {title: C}, {title: D}]"


def drawn(folder, kind, fronts, table):
    """The texts on fronts of a ready face, by piece; and the game."""
    rows = "".join(
        f"- {{id: p{n}, name: P, front: {{{front}}}}}\n" for n, front in enumerate(fronts)
    )
    files = {
        "game.yaml": GAME.replace("KIND", f"it: {{front: {kind}}}"),
        "pieces.yaml": f"kind: it\npieces:\n{rows}",
        "table.csv": table,
    }
    game = game_alone(folder, files)
    edition = Edition(game, "en")
    artist = artist_of(find_project(folder), edition, None)
    artist.draw(piece_specs(edition, game.pieces))
    assert not artist.warnings
    return {face.piece: found for face, found in artist.metadata.items()}, game


def chart(rows, words="AE"):
    return "".join(f'{n},"{words}",{n}.5\n' for n in ["{die}", *range(1, rows)]).replace(
        "{die}.5", "x"
    )


LONG = "The defender retreats two hexes, or one step is lost"


@pytest.mark.parametrize(
    ("rows", "words"), [(2, "AE"), (7, "AE"), (20, "AE"), (2, LONG), (5, LONG), (12, LONG)]
)
def test_aid_has_room_for_tables_of_any_length(tmp_path, rows, words):
    section = "{title: Combat, text: Roll a die., table: table.csv}"
    fronts = [f"title: Aid, sections: [{section}]"]
    if rows < 10:
        fronts.append(f"sections: [{section}, {{table: table.csv}}]")
    faces, _ = drawn(tmp_path, "ready/aid", fronts, chart(rows, words))
    shown = " ".join(faces["p0"].texts)
    assert all(str(n) in shown for n in range(1, rows))
    assert faces["p0"].smallest_pt >= 6


@pytest.mark.parametrize("has", [*product((True, False), repeat=3)])
def test_board_has_a_table_beside_all_else(tmp_path, has):
    parts = [
        part for part, there in zip(("title: T", "text: Go.", SPACES), has, strict=True) if there
    ]
    fronts = [", ".join([*parts, "table: table.csv"])]
    if parts:
        fronts.append(", ".join(parts))
    faces, game = drawn(tmp_path, "ready/board", fronts, chart(7))
    assert "6.5" in faces["p0"].texts
    (spec, *_) = piece_specs(Edition(game, "en"), game.pieces)
    zones = {name: spec.values["layout"][name] for name in ("title", "text", "table", "spaces")}
    there = dict(zip(("title", "text", "spaces"), has, strict=True)) | {"table": True}
    spans = sorted((z["y"], z["y"] + z["height"]) for name, z in zones.items() if there[name])
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert spec.id.side is SideName.FRONT


def test_table_that_does_not_fit_is_told_at_its_row(tmp_path):
    front = "sections: [{title: Combat, table: table.csv}]"
    with pytest.raises(ProblemsFound) as found:
        drawn(tmp_path, "ready/aid", [front], chart(80))
    assert {problem.code for problem in found.value.problems} == {"E201"}
    (line,) = (one.place.line for one in found.value.problems if one.place.file == "table.csv")
    assert line > 20
