"""Ready faces: each in two sizes with three contents, in all themes and languages, and faults."""

import cmath
import functools
import itertools
import math
import re
import shutil

import pytest
import yaml

from fustella.build import drawing
from fustella.build.inputs import icon_library, load_game
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import RESOURCES, find_project
from fustella.core.values.model import Edition, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.themes import Theme
from fustella.draw import FaceCache
from fustella.draw.artist import Artist
from fustella.draw.records import localised
from fustella.draw.render import render
from fustella.draw.specs import placed
from fustella.write.pixels import pages_in_colours
from fustella.write.raster import other_edge_colour
from tests.helpers.goldens import compare, pretty
from tests.helpers.ready_project import ART, CONTENTS, LONG, SMALLER, write_ready_project
from tests.helpers.sharing import ROOT

FOLDER = RESOURCES / "templates" / "ready"
FACES = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem != "box")
"""The faces of kinds; that of boxes has a size by what lies inside."""
EDGED = [face for face in FACES if face not in ("track", "framed-card")]
GOLDEN = ROOT / "tests" / "golden" / "ready"
NOTHING_NEEDED = ("blank", "counter", "board", "unit")
"""The faces without a field `title` that need no other one."""
KIND = "title: T\nlanguages: [en]\nkinds:\n  card:\n    front: ready/card\n"


def artist_of(root, language="en", theme=Theme.FULL):
    project = find_project(root)
    (game_id,) = project.games()
    game = load_game(project, game_id)
    face_cache = FaceCache(None, "", PictureFolder(project.folder_of(game_id)))
    edition = Edition(game, language, theme)
    return game, Artist(project, edition, icon_library(project, game_id), face_cache)


def draw(root, language="en", theme=Theme.FULL, every=1, start=0):
    """The faces of every n-th piece of a project by piece and side. Raises ProblemsFound."""
    game, artist = artist_of(root, language, theme)
    faces = artist.draw_pieces(game.pieces[start::every])
    return {(one.piece, one.side): face for one, face in faces.items()}


def problems(root):
    with pytest.raises(ProblemsFound) as caught:
        draw(root)
    return caught.value.problems


@pytest.fixture
def card(tmp_path):
    """Writes a game with one kind of a ready face and one piece."""

    def write(piece, *lines, kind=KIND):
        text = kind + "".join(f"    {line}\n" for line in lines)
        (tmp_path / "game.yaml").write_text(text, "utf-8")
        named = {} if "title" in piece else {"name": "Owl"}
        found = {"kind": "card", "pieces": [{"id": "owl", "front": piece, **named}]}
        (tmp_path / "cards.yaml").write_text(yaml.safe_dump(found, allow_unicode=True), "utf-8")
        return tmp_path

    return write


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """Draws all ready faces with all contents in a language and theme, once each."""
    root = tmp_path_factory.mktemp("ready")
    write_ready_project(root)
    return functools.cache(functools.partial(draw, root))


def test_every_ready_face_has_contents_and_another_size():
    assert sorted(SMALLER) == FACES
    assert sorted(CONTENTS) == sorted([*FACES, "box"])
    assert len(FACES) == 21


# Themes are derived from finished faces and know no language: each of both once, not all pairs.
@pytest.mark.parametrize(
    ("language", "theme"), [("en", Theme.FULL), ("it", Theme.LOW_INK), ("en", Theme.GREY)]
)
def test_every_ready_face_can_be_drawn_with_any_contents(everything, theme, language):
    assert len(everything(language, theme)) == len(FACES) * 2 * 3


def test_every_ready_face_has_the_edge_of_the_paper_but_those_that_are_drawn_to_it():
    texts = {face: (FOLDER / f"{face}.yaml").read_text("utf-8") for face in FACES}
    assert [face for face in FACES if "\nedge: paper\n" in texts[face]] == EDGED


@pytest.mark.parametrize(("bleed_mm", "start"), [(0, 0), (3, 1)])
def test_ready_faces_keep_their_edge_in_the_colour_of_the_paper(tmp_path, bleed_mm, start):
    """Each face has two sizes with three contents: each bleed takes every other of the six.

    So each bleed meets each content and each size, though not each content of each size.
    """
    paper = "#f4e9d0"
    colours = {"paper": paper, "ink": "#22262e", "accent": "#7a3b2e"}
    write_ready_project(tmp_path, EDGED, colours=colours, bleed=f"{bleed_mm}mm")
    by_size = {}
    for (piece, _), face in draw(tmp_path, every=2, start=start).items():
        assert face.bleed_mm == bleed_mm
        by_size.setdefault(face.outline.size, []).append((piece, face))
    for same in by_size.values():
        for rendered in render([[face for _, face in same]], None, dpi=300):
            known = {face.digest: (piece, face) for piece, face in same}
            pages = pages_in_colours(rendered.pdf, 200, range(len(rendered.digests)))
            for digest, picture in zip(rendered.digests, pages, strict=True):
                piece, face = known[digest]
                assert not other_edge_colour(picture, face, paper), piece


@pytest.mark.parametrize(
    "piece",
    [
        "card-full",
        "card-small-bare",
        "text-card-long",
        "counter-small-long",
        "board-bare",
        "hexmap-small-full",
        "unit-full",
        "track-small-full",
        "framed-card-bare",
    ],
)
def test_ready_face_is_drawn_as_in_its_golden(everything, piece, request):
    svg = everything("en", Theme.FULL)[piece, SideName.FRONT].svg
    update = request.config.getoption("--update-golden")
    compare(pretty(svg), GOLDEN / f"{piece}.svg", update)


def test_back_fits_the_outline_of_any_kind(tmp_path):
    for shape in ("card", "hexagon", "square", "token", "counter"):
        home = tmp_path / shape
        home.mkdir()
        kind = f"  it:\n    front: ready/{shape}\n    back: ready/back\n"
        head = "title: T\nlanguages: [en]\nkinds:\n"
        (home / "game.yaml").write_text(head + kind, "utf-8")
        piece = "{id: a, front: {title: A}, back: {icon: 'mdi:owl'}}"
        (home / "list.yaml").write_text(f"kind: it\npieces: [{piece}]\n", "utf-8")
        faces = draw(home)
        assert faces["a", SideName.BACK].outline == faces["a", SideName.FRONT].outline


def test_names_of_ready_faces_are_known_in_three_languages(tmp_path):
    kinds = {face: {"front": f"ready/{face}"} for face in FACES}
    data = {"title": "T", "languages": ["en", "it", "es"], "kinds": kinds}
    (tmp_path / "game.yaml").write_text(yaml.safe_dump(data), "utf-8")
    project = find_project(tmp_path)
    for kind in load_game(project, project.games()[0]).kinds:
        names = [kind.name.in_language(language) for language in ("en", "it", "es")]
        assert len(set(names)) == 3, names


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("coded", [False, True])
def test_zones_of_texts_and_icons_do_not_overlap(tmp_path, face, coded):
    write_ready_project(tmp_path, [face], coded=coded)
    game, _ = artist_of(tmp_path)
    for piece in game.pieces:
        front = localised(piece.front, "en")
        layout = placed(piece.kind.front_layout, front)
        seen = [layout[name] for name in layout if _is_seen(layout[name], front)]
        for one, other in itertools.combinations(seen, 2):
            assert _shared_mm(one, other) < 0.5, (piece.id, one["name"], other["name"])


def _is_seen(zone, front):
    """Whether something must be read in a zone: a field that is there, or the version code."""
    name, art = zone["name"], "art" in front and front["art"]
    if (
        not zone["show"]
        or zone["draws"] not in ("text", "icon", "symbol")
        or (name == "icon" and art)
    ):
        return False
    return name == "code" or (name in front and bool(front[name]))


def _shared_mm(one, other):
    """The smaller side of what two zones, without their padding, share."""
    one, other = _as_turned(one), _as_turned(other)
    return min(
        min(one[at] + one[size] - one["padding"], other[at] + other[size] - other["padding"])
        - max(one[at] + one["padding"], other[at] + other["padding"])
        for at, size in (("x", "width"), ("y", "height"))
    )


def _as_turned(zone):
    """The keys of a zone's place, where its text lies."""
    keys = {key: zone[key] for key in ("x", "y", "width", "height")}
    keys["padding"] = zone["padding"] if "padding" in zone else 0
    if zone["turn"] in (90, -90):
        shift = (keys["width"] - keys["height"]) / 2
        keys["x"], keys["y"] = keys["x"] + shift, keys["y"] - shift
        keys["width"], keys["height"] = keys["height"], keys["width"]
    return keys


def test_text_that_is_too_long_is_reported_at_its_value(card):
    (found,) = problems(card({"title": "Owl", "text": LONG * 8}))
    assert (found.code, found.place.file) == ("E201", "cards.yaml")
    assert found.place.key == "pieces[1].front.text"
    assert found.hint.endswith("or a smaller `least` in the kind's `layout`, under `text`")


def test_number_that_is_too_long_is_reported_at_its_value_or_piece(card):
    (found,) = problems(card({"title": "Owl", "cost": 123456789012345678}))
    assert (found.code, found.place.file) == ("E201", "cards.yaml")


def test_zone_in_the_safe_zone_is_reported_at_the_kind(card):
    root = card({"title": "Owl"}, "layout:", "  front:", "    title: {x: 1mm, y: 5mm}")
    (found,) = problems(root)
    assert found.code == "E227"
    assert str(found.place) == "game.yaml:8: kinds.card.layout.front.title"


def test_brought_zone_in_a_larger_safe_zone_is_reported_at_the_kind(card):
    (found,) = problems(card({"title": "Owl"}, "safe: 8mm"))
    assert str(found.place) == "game.yaml:5: kinds.card.layout.front.title"


def test_padding_larger_than_a_zone_is_reported_at_the_kind(card):
    root = card({"title": "Owl"}, "layout: {front: {title: {padding: 20mm}}}")
    (found,) = problems(root)
    assert found.code == "E206"
    assert str(found.place) == "game.yaml:6: kinds.card.layout.front.title"


def test_no_problem_of_a_ready_face_names_a_file_of_the_package(card):
    root = card(
        {"title": "Owl " * 30, "type": "x" * 90, "text": LONG * 9, "cost": "9" * 40}, "safe: 9mm"
    )
    for found in problems(root):
        assert not str(found.place).startswith("fustella/"), found


def test_list_alone_makes_a_game(tmp_path):
    text = "kind: ready/card\npieces:\n- {id: owl, front: {title: Owl}}\n"
    (tmp_path / "cards.yaml").write_text(text, "utf-8")
    assert [*draw(tmp_path)] == [("owl", SideName.FRONT)]


def test_version_code_is_drawn_where_its_zone_is_shown(card):
    plain = draw(card({"title": "Owl"}))["owl", SideName.FRONT].svg
    coded = draw(card({"title": "Owl"}, "layout: {front: {code: true}}"))["owl", SideName.FRONT].svg
    code = re.compile(r"[A-Z]{1,2}-[0-9A-Z]{4}")
    assert code.search(coded)
    assert not code.search(plain)


@pytest.mark.parametrize("face", FACES)
def test_version_code_may_be_shown_on_every_ready_face(tmp_path, face):
    (tmp_path / "game.yaml").write_text(
        f"title: T\nlanguages: [en]\nkinds:\n  it:\n    front: ready/{face}\n"
        "    layout: {front: {code: true}}\n",
        "utf-8",
    )
    needed = {
        "text-card": "text: A",
        "playing-card": "rank: 4",
        "money": "value: 5",
        "aid": "sections: [{text: A}]",
        "scorepad": "rows: [{title: A}]",
    }
    wanted = needed.get(face, "title: A" if face not in NOTHING_NEEDED else "")
    piece = f"{{id: a, name: A, front: {{{wanted}}}}}"
    (tmp_path / "list.yaml").write_text(f"kind: it\npieces: [{piece}]\n", "utf-8")
    assert draw(tmp_path)


def test_own_field_is_drawn_in_its_own_zone(card):
    seal = "layout: {front: {seal: {x: 5mm, y: 70mm, width: 9mm, height: 9mm}}}"
    root = card({"title": "Owl", "seal": "mdi:owl"}, "fields: {front: {seal?: icon}}", seal)
    assert "data-icon" not in draw(root)["owl", SideName.FRONT].svg
    game, artist = artist_of(root)
    artist.draw_pieces(game.pieces)
    (metadata,) = artist.metadata.values()
    assert metadata.icons == ("mdi:owl",)


def test_colour_of_a_piece_takes_the_place_of_the_accent(card):
    svg = draw(card({"title": "Owl", "type": "Bird", "colour": "#7a3b2e"}))[
        "owl", SideName.FRONT
    ].svg
    assert "#7a3b2e" in svg
    assert "#2e5e78" not in svg


def test_ejected_template_is_named_in_its_faults(card):
    root = card({"title": "Owl"})
    own = root / "templates" / "ready"
    own.mkdir(parents=True)
    (own / "card.svg.j2").write_text(
        '{% extends "_shared/ready.svg.j2" %}\n{% block zones %}\n{{ face.titel }}{% endblock %}',
        "utf-8",
    )
    (found,) = problems(root)
    assert str(found.place) == "templates/ready/card.svg.j2:3"


@pytest.mark.parametrize(
    ("way", "first", "last"), [("rows", "top", "bottom"), ("winding", "bottom", "top")]
)
def test_spaces_of_a_board_wind_upwards_or_are_read_in_rows(card, way, first, last):
    spaces = [{"title": f"Space {number}"} for number in range(1, 13)]
    kind = KIND.replace("ready/card", "ready/board")
    face = draw(card({"spaces": spaces, "columns": 4, "way": way}, kind=kind))[
        "owl", SideName.FRONT
    ]
    places = {}
    for x, y, word in re.findall(
        r'<text[^>]*? x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', face.svg
    ):
        if plain := re.search(r"Space (\d+)", re.sub("<[^>]*>", "", word)):
            places[int(plain[1])] = float(x), float(y)
    order = {"top": min, "bottom": max}
    heights = [y for _, y in places.values()]
    assert places[1][1] == order[first](heights)
    assert places[12][1] == order[last](heights)
    assert (places[5][0] == places[1][0]) is (way == "rows")


UNIT = KIND.replace("ready/card", "ready/unit")


@pytest.mark.parametrize(
    ("front", "printed"),
    [
        ({"attack": 4, "movement": 6}, "4-6"),
        ({"attack": 0, "defence": 5, "movement": 8}, "0-5-8"),
        ({"factors": "(2)", "attack": 4}, "(2)"),
        ({"movement": "10"}, "10"),
    ],
)
def test_factors_of_a_unit_are_those_that_it_has(card, front, printed):
    piece = {"symbol": "infantry", **front}
    svg = draw(card(piece, kind=UNIT))
    assert f">{printed}<" in svg["owl", SideName.FRONT].svg


def test_symbol_of_a_unit_has_the_frame_and_words_of_its_fields(card):
    root = card({"symbol": ["airborne", "engineer"], "frame": "hostile", "size": "XX"}, kind=UNIT)
    game, artist = artist_of(root)
    artist.draw_pieces(game.pieces)
    (metadata,) = artist.metadata.values()
    assert {*metadata.icons} == {"nato:hostile-engineer-airborne", "nato:division"}


def test_field_of_a_symbol_is_drawn_in_a_zone_of_its_own(card):
    zone = "layout: {front: {arm: {x: 5mm, y: 70mm, width: 9mm, height: 6mm, fill: accent}}}"
    root = card({"title": "Owl", "arm": "armour"}, "fields: {front: {arm?: symbol}}", zone)
    game, artist = artist_of(root)
    artist.draw_pieces(game.pieces)
    (metadata,) = artist.metadata.values()
    assert metadata.icons == ("nato:armour",)


TRACK = KIND.replace("ready/card", "ready/track")
_PLACE = r"(-?[\d.]+) (-?[\d.]+)"


def _ways(svg):
    """The tracks of a tile: where each begins beyond the trim, where it enters, and its end."""
    paths = re.findall(rf'<path d="M{_PLACE}L{_PLACE}([AQL])[^"]*?{_PLACE}(?:L{_PLACE})?"', svg)
    return {tuple(float(n) if n and n not in "AQL" else n for n in path) for path in paths}


@pytest.mark.parametrize("turn", [90, 0])
@pytest.mark.parametrize("other", range(2, 7))
def test_track_meets_its_sides_in_their_middles_at_right_angles(card, turn, other):
    kind = f"{TRACK}    turn: {turn}\n    across_flats: 40mm\n"
    face = draw(card({"track": f"1-{other}", "title": "Owl"}, kind=kind))["owl", SideName.FRONT]
    size = face.outline.size
    middle = complex(size.width_mm / 2, size.height_mm / 2)
    ((x0, y0, x1, y1, form, x2, y2, x3, y3),) = _ways(face.svg)
    corners = [complex(point.x_mm, point.y_mm) for point in face.outline.corners()]
    sides = [(a + b) / 2 for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    for outside, at in ((complex(x0, y0), complex(x1, y1)), (complex(x3, y3), complex(x2, y2))):
        assert min(abs(at - side) for side in sides) < 0.01
        assert abs(outside - middle) > abs(at - middle) + 1.5
        assert abs(((outside - middle) / (at - middle)).imag) < 0.001
    assert form == ("L" if other == 4 else "A")
    start = complex(x1, y1) - middle
    assert start.real >= -0.01
    assert start.imag < 0
    steps = round(cmath.phase((complex(x2, y2) - middle) / start) / (math.pi / 3)) % 6
    assert steps == other - 1, "sides are numbered clockwise"


def test_crossing_tracks_have_a_light_edge_and_joined_ones_none(card):
    for tracks, drawn in (("1-4;2-5", 4), ("1-4;1-3", 5)):
        svg = draw(card({"track": tracks, "title": "Owl"}, kind=TRACK))["owl", SideName.FRONT].svg
        assert len(re.findall(rf'<path d="M{_PLACE}L', svg)) == drawn


def test_value_of_a_tile_stands_in_a_corner_without_tracks(card):
    """Its zone is at the right, between sides 2 and 3."""
    places = {}
    for tracks in ("1-4", "2-3;2-4;3-5"):
        root = card({"track": tracks, "value": 77, "title": "Owl"}, kind=TRACK)
        svg = draw(root)["owl", SideName.FRONT].svg
        move = re.search(rf'<g transform="translate\({_PLACE}\)">(?:(?!</?g).)*<g', svg, re.DOTALL)
        places[tracks] = float(move[1])
    assert abs(places["1-4"]) < 1
    assert places["2-3;2-4;3-5"] < -5


MAP = """\
title: T
languages: [en]
kinds:
  map:
    front: ready/hexmap
    width: 190mm
    height: 140mm
    grid: {grid}
    layout: {{front: {layout}}}
"""


def _map(tmp_path, hexes, grid="{across_flats: 40mm}", layout="{numbers: false}"):
    """The picture of a map with these cells."""
    text = MAP.format(grid=grid, layout=layout)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    front = yaml.safe_dump({"hexes": hexes}, default_flow_style=True, width=10_000)
    board = f"kind: map\npieces:\n  - id: map\n    front: {front}\n"
    (tmp_path / "map.yaml").write_text(board, "utf-8")
    return draw(tmp_path)["map", SideName.FRONT].svg


@pytest.mark.parametrize(("top", "turn"), [("flat", 90), ("pointed", 0)])
@pytest.mark.parametrize("track", ["1-4", "1-2;3-5", "1-c;4-c", "2-c1;5-c2"])
def test_map_has_the_tracks_of_the_tile_in_its_cell(card, tmp_path, top, turn, track):
    """A tile that is laid on its cell covers the same tracks and cities: one drawing of both."""
    has = {"track": track, "colour": "yellow"}
    has |= {"city": "1+1"} if "c1" in track else {"city": "2"} if "c" in track else {"town": 1}
    kind = f"{TRACK}    turn: {turn}\n    across_flats: 40mm\n    bleed: 0mm\n"
    tile = draw(card({**has, "title": ""}, kind=kind))["owl", SideName.FRONT]
    folder = tmp_path / "map"
    folder.mkdir()
    svg = _map(folder, [{"at": "0202", **has}], f"{{across_flats: 40mm, top: {top}}}")
    grid = load_game(find_project(folder), find_project(folder).games()[0]).kinds[0].grid
    at, size = grid.middle(grid.find("0202")), tile.outline.size
    drawn = _about(tile.svg, size.width_mm / 2, size.height_mm / 2)
    assert drawn == _about(svg, at.x_mm, at.y_mm)
    assert drawn


def _about(svg, x, y):
    """The tracks, from where they enter to where they end, and the slots, about a middle."""
    tracks = {
        (form, *(round(at, 2) + 0.0 for at in (x1 - x, y1 - y, x2 - x, y2 - y)))
        for _, _, x1, y1, form, x2, y2, *_ in _ways(svg)
        if math.dist((x, y), (x1, y1)) < 20.01  # not the ground of the map
    }
    slots = re.findall(r'<circle cx="(-?[\d.]+)" cy="(-?[\d.]+)" r="([\d.]+)"', svg)
    return tracks | {
        (round(float(cx) - x, 2) + 0.0, round(float(cy) - y, 2) + 0.0, round(float(r), 2))
        for cx, cy, r in slots
    }


@pytest.mark.parametrize("top", ["flat", "pointed"])
@pytest.mark.parametrize("track", ["1-4", "2-5", "1-2", "1-3;2-4"])
def test_value_of_a_cell_stands_in_it_beside_its_tracks(tmp_path, top, track):
    hexes = [{"at": "0202", "track": track, "value": 30}]
    svg = _map(tmp_path, hexes, f"{{across_flats: 40mm, columns: 3, rows: 2, top: {top}}}")
    grid = load_game(find_project(tmp_path), find_project(tmp_path).games()[0]).kinds[0].grid
    at = grid.middle(grid.find("0202"))
    disc, inner = (spot for spot in _about(svg, at.x_mm, at.y_mm) if len(spot) == 3)
    assert disc[:2] == inner[:2]
    off, angle = cmath.polar(complex(*disc[:2]))
    assert off + max(disc[2], inner[2]) < 40 / math.sqrt(3)
    for side in {int(number) for number in re.findall("[1-6]", track)}:
        towards = math.radians((side - 1) * 60 - (90 if top == "flat" else 60))
        apart = abs(math.remainder(angle - towards, 2 * math.pi))
        assert apart > math.radians(29)


def test_value_of_a_map_has_the_look_of_its_zone(tmp_path):
    """On a market a value stands in a corner of its cell, without a disc."""
    hexes, grid = [{"at": "0202", "value": 67}], "{shape: square, width: 20mm}"
    disc = _map(tmp_path, hexes, grid)
    assert len(re.findall("<circle", disc)) == 2
    look = "{numbers: false, value: {shape: box, fill: none, line: none, align: left, valign: top}}"
    assert "<circle" not in _map(tmp_path, hexes, grid, look)


BOXES = """\
title: T
languages: [en, it]
kinds:
  card: {front: ready/card, size: SIZE, stock: card}
  coin: {front: ready/token, stock: board}
boxes:
  tuck: {name: Deck, form: tuck, of: {kind: card}, stock: card, front: ready/box, says: SAYS}
  tray: {name: Coins, form: tray, of: {kind: coin}, stock: card, front: ready/box, says: SAYS}
  lid: {name: Coins, form: lid, of: {kind: coin}, stock: card, front: ready/box, says: SAYS}
"""


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("size", "copies"), [("tarot", 90), ("mini-euro", 4)])
@pytest.mark.parametrize("says", CONTENTS["box"])
def test_ready_box_has_any_form_and_contents(tmp_path, says, size, copies, theme):
    shutil.copytree(ART, tmp_path / "art")
    typed = yaml.safe_dump(says, default_flow_style=True, width=9999, allow_unicode=True).strip()
    (tmp_path / "game.yaml").write_text(BOXES.replace("SAYS", typed).replace("SIZE", size), "utf-8")
    for kind, title in (("card", "Fox"), ("coin", "Coin")):
        piece = f"{{id: {kind}-1, copies: {copies}, front: {{title: {title}}}}}"
        (tmp_path / f"{kind}.yaml").write_text(f"kind: {kind}\npieces: [{piece}]\n", "utf-8")
    project = find_project(tmp_path)
    game = load_game(project, project.games()[0])
    artist = drawing.artist_of(project, Edition(game.with_boxes(), "it", theme), None)
    faces = artist.draw_pieces(game.boxes)
    assert [face_id.piece for face_id in faces] == ["tuck", "tray", "lid"]
    title = says["title"]["it"] if "title" in says else "Deck"
    plain = re.sub("<[^>]*>", " ", next(iter(faces.values())).svg)
    assert title.split()[0] in plain
    assert "Carte" in plain, "the front says how many cards lie inside"
    assert str(copies) in plain


PAD = KIND.replace("ready/card", "ready/scorepad")


@pytest.mark.parametrize(("rows", "players"), [(1, 1), (7, 5), (12, 12)])
def test_cells_of_a_scorepad_leave_room_to_write(card, rows, players):
    typed = [{"title": f"Row {number}"} for number in range(1, rows + 1)]
    root = card({"title": "Owl", "rows": typed, "players": players, "text": "Owls"}, kind=PAD)
    svg = draw(root)["owl", SideName.FRONT].svg
    lines = re.search(
        r'<path[^>]* d="((?:M[\d.]+ [\d.]+H[\d.]+)+)((?:M[\d.]+ [\d.]+v[\d.]+)*)"', svg
    )
    heights = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)H", lines[1])]
    assert len(heights) == rows
    assert all(low - high >= 7.999 for high, low in itertools.pairwise(heights))
    across = [float(x) for x in re.findall(r"M([\d.]+) [\d.]+v", lines[2])]
    assert len(across) == players - 1
    assert all(right - left >= 5 for left, right in itertools.pairwise(across))


def test_rows_of_a_scorepad_without_room_to_write_are_told_once(card):
    typed = [{"title": f"Row {number}"} for number in range(1, 21)]
    (found,) = problems(card({"title": "Owl", "rows": typed}, kind=PAD))
    assert found.code == "E201"
    assert "rows of 8 mm" in found.message
    assert draw(card({"title": "Owl", "rows": typed}, "size: half-page", kind=PAD))


@pytest.mark.parametrize(
    ("fill", "ink"), [("accent", "#fbf8f1"), ('"#f0e6c0"', "#23272e"), ("none", "#23272e")]
)
def test_texts_of_a_unit_are_seen_on_whatever_colour_it_has(card, fill, ink):
    layout = f"layout: {{front: {{panel: {{fill: {fill}}}}}}}"
    svg = draw(card({"factors": "4-6"}, layout, kind=UNIT))["owl", SideName.FRONT].svg
    (text,) = re.findall(r"<text[^>]*>4-6<", svg)
    assert f'fill="{ink}"' in text
