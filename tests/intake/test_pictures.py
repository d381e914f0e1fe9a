"""`fustella import` of a folder of pictures: names say sides and copies, sizes are what fits."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from PIL import Image

from fustella.core.values.problems import ProblemsFound
from fustella.intake import Brought, Stated, bring
from fustella.intake.formats._card_sizes import size_of_picture
from fustella.intake.formats._picture_names import name_of
from fustella.intake.taken import Miss
from tests.conftest import TinyProject
from tests.intake.test_bringing import codes, zipped
from tests.intake.test_nandeck import written

PIXELS = (75, 105)


def drawn(folder: Path, names: Sequence[str], size: tuple[int, int] = PIXELS, dpi: int = 0) -> Path:
    """A folder of pictures, each of another colour."""
    for number, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        colour = ((37 * number + 20) % 256, (91 * len(list(folder.rglob("*")))) % 256, 120)
        picture = Image.new("RGB", size, colour)
        picture.save(path, **({"dpi": (dpi, dpi)} if dpi else {}))
    return folder


def rows_of(brought: Brought) -> list[Mapping[str, str]]:
    return [
        dict(zip(kind.header, row, strict=True))
        for kind in brought.taken.kinds
        for row in kind.rows
    ]


@pytest.mark.parametrize(
    ("stem", "side", "words", "copies"),
    [
        ("dragon-front", "front", "dragon", 0),
        ("dragon_back", "back", "dragon", 0),
        ("DragonBack", "back", "dragon", 0),
        ("Drache Rückseite", "back", "drache", 0),
        ("01[face,2]", "front", "01", 2),
        ("01[back]", "back", "01", 0),
        ("wolf x3", "", "wolf", 3),
        ("3x_wolf", "", "wolf", 3),
        ("wolf (3)", "", "wolf", 3),
        ("wolf [x2]", "", "wolf", 2),
        ("back", "back", "", 0),
        ("cardback", "back", "", 0),
        ("card back", "back", "card", 0),
        ("Back to the sea", "?", "to the sea", 0),
        ("Hunchback", "", "hunchback", 0),
        ("3 dragons", "", "3 dragons", 0),
        ("Owl (1JfCCpOEKt5Li2BqyvPEdlYHntsEH7Bbl)", "", "owl", 0),
    ],
)
def test_names_say_side_words_and_copies(stem, side, words, copies):
    name = name_of(stem)
    assert (name.side, " ".join(name.words), name.copies) == (side, words, copies)


@pytest.mark.parametrize(
    ("pixels", "dpi", "trim", "bleed", "said"),
    [
        ((750, 1050), 300, (63.5, 88.9), 0, True),
        ((825, 1125), 300, (63.5, 88.9), 3.175, False),
        ((825, 1125), None, (63.5, 88.9), 3.175, False),
        ((816, 1110), None, (63, 88), 2.99, False),
        ((897, 1497), None, (69.85, 120.65), 3.05, False),
        ((1125, 825), None, (88.9, 63.5), 3.175, False),
        ((300, 420), None, (63.5, 88.9), 0, False),
        ((328, 458), 72, (63, 88), 0, False),
        ((945, 945), 240, (100.01, 100.01), 0, True),
        ((3720, 5192), 500, (63, 88), 0, False),
        ((2480, 3508), 300, (209.97, 297.01), 0, True),
        ((100, 140), 96, (63.5, 88.9), 0, False),
        ((500, 100), None, (88.9, 17.8), 0, False),
    ],
)
def test_sizes_are_what_the_file_says_or_what_fits(pixels, dpi, trim, bleed, said):
    found = size_of_picture(pixels, dpi, None)
    assert (found.width_mm, found.height_mm) == pytest.approx(trim, abs=0.02)
    assert found.bleed_mm == pytest.approx(bleed, abs=0.02)
    assert found.is_said is said


def test_a_stated_size_leaves_the_rest_as_bleed_and_is_turned():
    assert size_of_picture((69, 94), None, (63, 88)).bleed_mm == pytest.approx(3, abs=0.4)
    assert size_of_picture((630, 880), None, (63, 88)).bleed_mm == 0
    lying = size_of_picture((940, 690), 254, (63, 88))
    assert (lying.width_mm, lying.height_mm, lying.bleed_mm) == (88, 63, 3)


def test_backs_copies_and_folders_become_what_their_names_say(tmp_path, run):
    names = ("dragon-front.png", "dragon-back.png", "wolf x3.png", "back.png")
    source = drawn(tmp_path / "beasts", [f"cards/{name}" for name in names])
    drawn(source, ["tiles/forest.png", "tiles/lake (2).png"], (100, 100), 100)
    (source / "readme.txt").write_text("Thanks.\n", encoding="utf-8")
    brought = bring(source, into=tmp_path / "game")
    assert brought.format == "pictures"
    cards, tiles = brought.taken.kinds
    assert (cards.id, cards.width_mm, cards.height_mm) == ("cards", 63.5, 88.9)
    assert (tiles.id, tiles.width_mm, tiles.height_mm, tiles.back) == ("tiles", 25.4, 25.4, None)
    rows = rows_of(brought)
    assert [(row["id"], row["copies"], row.get("back.art", "")) for row in rows] == [
        ("dragon", "1", "cards/dragon-back.png"),
        ("wolf", "3", "cards/back.png"),
        ("forest", "1", ""),
        ("lake", "2", ""),
    ]
    told = {loss.what for loss in brought.taken.losses if loss.miss is Miss.OUTPUT}
    assert told == {"readme.txt"}
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("fronts/a.png", "fronts/b.png", "backs/a.png", "backs/b.png"),
         ["backs/a.png", "backs/b.png"]),
        (("faces/a.png", "faces/b.png", "backs/x.png"), ["backs/x.png"] * 2),
        (("01a.png", "01b.png", "02a.png", "02b.png"), ["01b.png", "02b.png"]),
        (("ship-1.png", "ship-2.png", "crew-1.png", "ship-back.png", "crew-back.png"),
         ["crew-back.png", "ship-back.png", "ship-back.png"]),
        (("a.png", "b.png", "zzz_back.png"), ["zzz_back.png"] * 2),
        (("01[face,2].png", "01[back].png", "02[face].png", "02[back].png"),
         ["01-back-.png", "02-back-.png"]),
    ],
)  # fmt: skip
def test_backs_are_found_by_name_folder_group_or_order(tmp_path, names, expected):
    brought = bring(drawn(tmp_path / "cards", names), into=tmp_path / "game")
    assert [row["back.art"] for row in rows_of(brought)] == expected


def test_numbered_pictures_are_cards_and_equal_ones_are_copies(tmp_path):
    source = drawn(tmp_path / "deck", ["card (1).png", "card (2).png", "card (3).png"])
    (source / "same.png").write_bytes((source / "card (1).png").read_bytes())
    rows = rows_of(bring(source, into=tmp_path / "game"))
    assert [(row["name"], row["copies"]) for row in rows] == [
        ("Card 1", "2"),
        ("Card 2", "1"),
        ("Card 3", "1"),
    ]


def test_nearly_equal_pictures_are_one_kind_and_others_are_not(tmp_path):
    source = drawn(tmp_path / "deck", ["a.png", "b.png", "c.png"])
    drawn(source, ["d.png"], (75, 103))
    drawn(source, ["e.png"], (105, 75))
    kinds = bring(source, into=tmp_path / "game").taken.kinds
    assert [(len(kind.rows), kind.width_mm) for kind in kinds] == [(4, 63.5), (1, 88.9)]


def test_what_is_no_card_is_left_and_told(tmp_path):
    source = drawn(tmp_path / "deck", ["a.png", "b.png"])
    drawn(source, ["dot.png"], (16, 16))
    drawn(source, ["strip.png"], (800, 60))
    (source / "broken.png").write_bytes((source / "a.png").read_bytes()[:80])
    (source / "layers.psd").write_bytes(b"8BPS")
    brought = bring(source, into=tmp_path / "game")
    assert [row["id"] for row in rows_of(brought)] == ["a", "b"]
    told = {loss.what for loss in brought.taken.losses if loss.miss is Miss.PICTURES}
    assert told == {"dot.png", "strip.png", "broken.png", "layers.psd"}


def test_a_zip_and_a_large_board_build(tmp_path, run):
    folder = drawn(tmp_path / "board", ["map.jpg"], (400, 300), 30)
    drawn(folder, ["map2.jpg"], (1200, 700), 100)
    files = {f"my game/{path.name}": path.read_bytes() for path in folder.iterdir()}
    files["../out.png"] = b"x"
    brought = bring(zipped(tmp_path / "game.zip", files), into=tmp_path / "made")
    assert [problem.code for problem in brought.problems] == ["E811"]
    assert {kind.keys.get("split") for kind in brought.taken.kinds} == {True, None}
    assert run(TinyProject(brought.place.project.root), "build", "--draft").code == 0


def test_options_of_a_pdf_are_refused(tmp_path):
    source = drawn(tmp_path / "deck", ["a.png"])
    with pytest.raises(ProblemsFound) as caught:
        bring(source, into=tmp_path / "game", stated=Stated(grid=(3, 3)))
    assert codes(caught) == ["E822"]
    brought = bring(source, into=tmp_path / "game", stated=Stated(size_mm=(50, 70)))
    assert brought.taken.kinds[0].width_mm == 50


def test_a_folder_named_like_a_file_of_a_game_gets_another_id(tmp_path):
    source = drawn(tmp_path / "deck", ["game/a.png", "Über/b.png", "1st/c.png"])
    kinds = bring(source, into=tmp_path / "game").taken.kinds
    assert [kind.id for kind in kinds] == ["k-1st", "game-cards", "uber"]


def test_pictures_beside_a_script_are_those_of_the_script(tmp_path):
    script = written(tmp_path / "source")
    drawn(script.parent, [f"more-{number}.png" for number in range(9)])
    assert bring(script.parent, into=tmp_path / "game").format == "nandeck"


def test_a_picture_that_comes_later_is_brought_and_what_was_typed_stays(tmp_path):
    source, game = drawn(tmp_path / "deck", ["fox.png", "owl.png"]), tmp_path / "game"
    bring(source, into=game)
    table = game / "card.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Fox", "Red fox"), encoding="utf-8")
    drawn(source, ["fox.png", "owl.png", "toad.png"])
    again = bring(source, into=game)
    assert not again.problems
    assert "Red fox" in table.read_text(encoding="utf-8")
    assert "toad" in table.read_text(encoding="utf-8")
    assert (game / "art" / "toad.png").is_file()
