"""`fustella import` of saves of Tabletop Simulator: decks, states, sheets that are cut apart."""

import csv
import json
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring, open_source
from fustella.intake.addresses import Addresses
from fustella.intake.formats import mpc, tts
from tests.conftest import TinyProject
from tests.helpers.pdf_reader import text as text_of
from tests.intake.test_bringing import zipped

STEAM = "http://cloud-3.steamusercontent.com/ugc/"
SHEET = f"{STEAM}12/AB3F/"
CACHED = "httpcloud3steamusercontentcomugc12AB3F"
BACKS = "https://example.org/art/backs.png"
LOCAL = "file:///C:\\Users\\ada\\My%20Games\\back.png"
COLOURS = [(40 * column, 90 * row, 200) for row in range(2) for column in range(3)]
"""The colours of the cells of a sheet of three by two."""


def thing(name: str, **keys: object) -> dict[str, object]:
    scale = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {"Name": name, "Transform": scale, "Nickname": "", "Description": "", **keys}


def sheet(face: str = SHEET, back: str = BACKS, **keys: object) -> dict[str, object]:
    return {"FaceURL": face, "BackURL": back, "NumWidth": 3, "NumHeight": 2, **keys}


def card(number: int, name: str = "", **keys: object) -> dict[str, object]:
    return thing("Card", CardID=number, Nickname=name, **keys)


def image(front: str, back: str = "", **keys: object) -> dict[str, object]:
    return {"ImageURL": front, "ImageSecondaryURL": back, **keys}


DECK = thing(
    "DeckCustom",
    Nickname="Beasts",
    DeckIDs=[700, 700, 704, 705],
    CustomDeck={"7": sheet(UniqueBack=True)},
    ContainedObjects=[
        card(700, "[b]Fox[/b]", Description="Runs *fast*.\nSleeps.", Tags=["beast", "red"]),
        card(700, "[b]Fox[/b]", Description="Runs *fast*.\nSleeps.", Tags=["beast", "red"]),
        card(704, "Owl {2}"),
        card(705, CustomDeck={"7": sheet(SHEET, LOCAL)}),
    ],
)


def saved(folder: Path, *things: object, name: str = "TS_Save_1.json", **keys: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    save = {"SaveName": "Wood", "LuaScript": "", "ObjectStates": list(things), **keys}
    (folder / name).write_text(json.dumps(save), encoding="utf-8")
    return folder / name


def coloured(path: Path, shade: int = 0) -> Path:
    """A sheet whose cells have the colours in `COLOURS`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Image.new("RGB", (301, 281))
    for number, colour in enumerate(COLOURS):
        row, column = divmod(number, 3)
        part = Image.new("RGB", (101, 141), (*colour[:2], colour[2] - shade))
        made.paste(part, (round(column * 301 / 3), round(row * 281 / 2)))
    made.save(path)
    return path


def rows_of(brought, kind: str = "card") -> list[dict[str, str]]:
    text = (brought.place.folder / f"{kind}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(keepends=True)))


def colour_of(brought, name: str) -> tuple[int, ...]:
    with Image.open(brought.place.folder / "art" / name) as picture:
        return picture.convert("RGB").getpixel((picture.width // 2, picture.height // 2))


@pytest.fixture
def source(tmp_path) -> Path:
    path = saved(tmp_path / "source", DECK)
    coloured(path.parent / "Images" / f"{CACHED}.png")
    coloured(path.parent / "art" / "backs.png", 100)
    Image.new("RGB", (50, 70), "#102030").save(path.parent / "back.png")
    return path


def test_sheets_are_cut_apart_and_counts_names_and_tags_are_those_of_the_deck(
    source, tmp_path, run
):
    brought = bring(source, into=tmp_path / "game")
    assert brought.format == "tts"
    assert brought.taken.title == "Wood"
    fox, owl, bare = rows_of(brought)
    assert [fox["name"], owl["name"], bare["name"]] == ["Fox", "Owl {2}", ""]
    assert [each["copies"] for each in (fox, owl, bare)] == ["2", "1", "1"]
    assert (fox["tags"], fox["home"]) == ("beast, red", "Beasts")
    assert fox["description"] == "Runs *fast*.\nSleeps."
    assert [colour_of(brought, each["art"]) for each in (fox, owl, bare)] == [
        COLOURS[0],
        COLOURS[4],
        COLOURS[5],
    ]
    assert colour_of(brought, fox["back.art"]) == (*COLOURS[0][:2], 100)
    assert colour_of(brought, owl["back.art"]) == (*COLOURS[4][:2], 100)
    assert colour_of(brought, bare["back.art"]) == (16, 32, 48)
    (kind,) = brought.taken.kinds
    assert kind.height_mm == 88.9
    assert kind.width_mm == pytest.approx(88.9 * (301 / 3) / (281 / 2), abs=0.1)
    ran = run(TinyProject(brought.place.project.root), "build")
    assert ran.code == 0, ran.err


def test_each_sheet_is_read_once_to_be_cut_and_not_kept(source, tmp_path, monkeypatch):
    read = []
    original = open_source(source).__class__.bytes_of

    def noted(self, name, most_bytes):
        read.append(name)
        return original(self, name, most_bytes)

    monkeypatch.setattr(open_source(source).__class__, "bytes_of", noted)
    brought = bring(source, into=tmp_path / "game")
    assert len(brought.taken.cut) == 5
    assert not any(isinstance(value, bytes) for value in brought.taken.cut.values())
    assert read.count(f"Images/{CACHED}.png") == 2  # its head, and once to be cut


def test_what_is_not_there_is_named_and_taken_once_it_was_downloaded(tmp_path, run):
    path = saved(tmp_path / "source", DECK)
    game = tmp_path / "game"
    first = bring(path, into=game)
    assert [row["label"] for row in rows_of(first)] == ["Fox", "Owl \\{2\\}", "card-3"]
    with (game / ".imported" / "downloads.csv").open(encoding="utf-8", newline="") as file:
        names = dict(csv.reader(file))
    assert names[SHEET] == f"Images/{CACHED}.png"
    assert set(names) == {"address", SHEET, BACKS}
    told = {loss.what for loss in first.taken.losses if loss.miss is Miss.PICTURES}
    assert told == {SHEET, BACKS, LOCAL}
    ran = run(TinyProject(game), "build")
    assert ran.code == 0, ran.err
    (pdf,) = (game / "output").rglob("*card*.pdf")
    assert "Owl {2}" in " ".join(text_of(pdf).split())

    for address in (SHEET, BACKS):
        coloured(path.parent / names[address])
    Image.new("RGB", (50, 70), "#102030").save(path.parent / "back.png")
    again = bring(path, into=game)
    assert not again.problems
    assert not again.taken.downloads
    assert "label" not in rows_of(again)[0]
    assert colour_of(again, rows_of(again)[1]["art"]) == COLOURS[4]
    assert not (game / ".imported" / "downloads.csv").exists()
    assert not [*(game / "art" / "missing").glob("*.svg")]
    ran = run(TinyProject(game), "build")
    assert ran.code == 0, ran.err


def test_what_was_changed_by_hand_outlasts_a_kind_that_is_gone(tmp_path):
    tile = thing("Custom_Tile", CustomImage=image(SHEET), Nickname="Lake")
    game = tmp_path / "game"
    bring(saved(tmp_path / "source", DECK, tile), into=game)
    (game / "tile.csv").write_text("id,art\nmine,\n", encoding="utf-8")
    again = bring(saved(tmp_path / "source", DECK), into=game)
    assert (game / "tile.csv").read_text(encoding="utf-8") == "id,art\nmine,\n"
    assert not (game / "tile.yaml").exists()
    assert [*(game / "art" / "missing").glob("*.svg")]
    assert not again.problems


def test_tiles_tokens_boards_dice_figures_bags_and_stacks(tmp_path, run):
    ring = {"Type": 2, "Thickness": 0.2, "Stretch": True}
    things = [
        thing("Custom_Tile_Stack", Number=4, CustomImage=image("a.png", "b.png", CustomTile=ring)),
        thing("Custom_Tile", CustomImage=image("a.png", CustomTile={"Type": 1})),
        thing("Custom_Token", CustomImage=image("a.png"), Nickname="Coin"),
        thing("Custom_Board", CustomImage=image("a.png"), Nickname="Map"),
        thing("Custom_Dice", CustomImage=image("a.png", CustomDice={"Type": 1})),
        thing("Custom_Dice", CustomImage=image("a.png", CustomDice={"Type": 2})),
        thing("Figurine_Custom", CustomImage=image("a.png"), Nickname="Ada"),
        thing("Infinite_Bag", Nickname="Wood", ContainedObjects=[card(1, "Log")]),
        thing("Custom_Model"),
        thing("HandTrigger"),
    ]
    path = saved(tmp_path / "source", *things)
    coloured(path.parent / "a.png")
    coloured(path.parent / "b.png")
    brought = bring(path, into=tmp_path / "game")
    kinds = {kind.name: kind for kind in brought.taken.kinds}
    assert list(kinds) == [
        *("Cards", "Tiles 59 × 59 circle", "Tiles 59 × 59 hexagon", "Tokens", "Boards", "Figures"),
        "Dice",
    ]
    assert kinds["Tiles 59 × 59 circle"].keys == {"shape": "circle", "diameter": "58.7mm"}
    assert rows_of(brought, "tile-59x59")[0]["copies"] == "4"
    faces = [rows_of(brought, "die")[0][f"face_{number}"] for number in range(1, 7)]
    assert len({*faces}) == 6
    told = {loss.what: loss for loss in brought.taken.losses}
    assert {"1 × Custom_Dice", "1 × Custom_Model", "1 × HandTrigger", "Wood"} <= told.keys()
    assert told["Wood"].approximated
    ran = run(TinyProject(brought.place.project.root), "build")
    assert ran.code == 0, ran.err


def test_names_stand_on_pieces_of_all_sizes_whose_picture_is_not_there(tmp_path, run):
    small = {"scaleX": 0.1, "scaleZ": 0.1}
    name = "A very long name of a very small thing that nobody can read"
    names = ("Custom_Token", "Custom_Tile", "Figurine_Custom", "Custom_Board")
    things = [
        thing(sort, CustomImage=image(f"{sort}.png"), Nickname=name, Transform=small)
        for sort in names
    ]
    brought = bring(saved(tmp_path / "source", *things), into=tmp_path / "game")
    ran = run(TinyProject(brought.place.project.root), "build")
    assert ran.code == 0, ran.err


def test_two_states_of_a_token_are_its_sides_and_more_are_designs(tmp_path):
    def token(name, **keys):
        return thing("Custom_Token", Nickname=name, CustomImage=image(f"{name}.png"), **keys)

    turned = token("up", States={"2": token("down")})
    level = token("one", States={"1": token("zero"), "3": token("two")})
    path = saved(tmp_path / "source", turned, level)
    for name in ("up", "down", "zero", "one", "two"):
        coloured(path.parent / f"{name}.png")
    brought = bring(path, into=tmp_path / "game")
    rows = rows_of(brought, "token")
    assert [(row["name"], row["art"], row["back.art"], row["state"]) for row in rows] == [
        ("up", "up.png", "down.png", ""),
        ("zero", "zero.png", "", "1"),
        ("one", "one.png", "", "2"),
        ("two", "two.png", "", "3"),
    ]


def test_decks_of_old_saves_have_numbers_alone_and_own_decks_have_no_pictures(tmp_path):
    old = thing("Deck", DeckIDs=[701, 703, 703], CustomDeck={"7": sheet()})
    path = saved(tmp_path / "source", old, card(12, "Ace"), card(799), name="deck.json")
    coloured(path.parent / "Images" / f"{CACHED}.png")
    brought = bring(path, into=tmp_path / "game")
    rows = [row for kind in brought.taken.kinds for row in rows_of(brought, kind.id)]
    shown = [(row["copies"], colour_of(brought, row["art"])) for row in rows if row["art"]]
    assert shown == [("1", COLOURS[1]), ("2", COLOURS[3])]
    assert [row["label"] for row in rows if not row["art"]][:1] == ["Ace"]


def test_large_cards_are_taken_for_poker_cards(tmp_path):
    scale = {"scaleX": 1.5, "scaleZ": 1.5}
    deck = {**DECK, "Transform": scale}
    brought = bring(saved(tmp_path / "source", deck), into=tmp_path / "game")
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm) == (63.5, 88.9)
    assert any("1.5" in loss.why for loss in brought.taken.losses if loss.what == "sizes")


def test_what_is_exported_comes_back_with_sizes_names_and_copies(tiny, tmp_path):
    assert tiny.run("export", "--to", "tts", "--dpi", "72", "--sheets", "4x3") == 0
    (path,) = tiny.output.rglob("tts/**/tiny.json")
    brought = bring(path, into=tmp_path / "game")
    kinds = {kind.id: kind for kind in brought.taken.kinds}
    cards = kinds["card"]
    assert (cards.width_mm, cards.height_mm) == (44.1, 67)
    counted = {
        row["name"]: int(row.get("copies", 1)) for kind in kinds for row in rows_of(brought, kind)
    }
    names = {"Boat": 12, "Hut": 2, "Dragon": 4, "Meadow": 5, "Peak": 3, "Five": 6}
    assert names.items() <= counted.items()
    assert len(brought.taken.cut) == 6
    assert not brought.taken.downloads
    assert not any(loss.miss is Miss.PICTURES for loss in brought.taken.losses)


def test_a_save_is_found_in_a_folder_and_in_a_zip_and_nothing_else_is_one(tmp_path, source):
    (source.parent / "other.json").write_text('{"cards": []}', encoding="utf-8")
    assert tts.likeness(open_source(source.parent)) == 1
    assert not mpc.likeness(open_source(source.parent))
    files = {
        f"Mods/{path.relative_to(source.parent).as_posix()}": path.read_bytes()
        for path in source.parent.rglob("*")
        if path.is_file()
    }
    moved = {name.replace("TS_Save", "Workshop/TS_Save"): data for name, data in files.items()}
    brought = bring(zipped(tmp_path / "a.zip", moved), into=tmp_path / "game")
    assert brought.format == "tts"
    assert len(brought.taken.cut) == 5
    for text in ('{"cards": []}', '[{"ObjectStates": []}]', '{"ObjectStates": 3}', "text"):
        (tmp_path / "x.json").write_text(text, encoding="utf-8")
        assert not tts.likeness(open_source(tmp_path / "x.json")), text


def test_pictures_of_strangers_never_lead_out_and_bombs_are_told(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"secret")
    deck = {
        "7": sheet("file:///../secret.png", "file:///bomb.png"),
        "8": sheet("file:///cut.png", "file:///no.png", NumWidth=10**30, NumHeight=-2),
        "9": sheet("file:///small.png", "../../secret.png"),
    }
    numbers = [700, 800, 899, -3, 905, 10**30]
    cards = [card(number, f"c{number}"[:20], CustomDeck=deck) for number in numbers]
    path = saved(tmp_path / "source", *cards, {"Name": 5}, None, {"States": {"x": {}, "1": 4}})
    (path.parent / "bomb.png").write_bytes(_png_head(20_000, 20_000))
    whole = coloured(path.parent / "cut.png").read_bytes()
    (path.parent / "cut.png").write_bytes(whole[: len(whole) // 2])
    (path.parent / "no.png").write_bytes(b"<html>404</html>")
    Image.new("RGB", (2, 1)).save(path.parent / "small.png")
    brought = bring(path, into=tmp_path / "game")
    told = " ".join(loss.why for loss in brought.taken.losses if loss.miss is Miss.PICTURES)
    assert "20000 x 20000 pixels" in told
    assert "no picture" in told
    assert "too few pixels" in told
    assert "its number is not on its sheet" in told
    art = [path for path in (brought.place.folder / "art").rglob("*") if path.is_file()]
    assert all(path.read_bytes() != b"secret" for path in art)


def test_a_sheet_that_is_damaged_is_grey_and_told(source, tmp_path):
    path = source.parent / "Images" / f"{CACHED}.png"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    brought = bring(source, into=tmp_path / "game")
    assert [problem.code for problem in brought.problems] == ["E811"]
    assert colour_of(brought, rows_of(brought)[0]["art"]) == (217, 217, 217)
    assert colour_of(brought, rows_of(brought)[0]["back.art"]) == (*COLOURS[0][:2], 100)


def test_what_is_too_much_is_left_and_told(source, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "IMPORT_CUT_PIXELS", 301 * 281)
    brought = bring(source, into=tmp_path / "game")
    assert len({cut.origin for cut in brought.taken.cut.values()}) == 1
    assert any("too many" in loss.why for loss in brought.taken.losses)
    monkeypatch.setattr(limits, "IMPORT_ADDRESSES", 1)
    brought = bring(source, into=tmp_path / "few")
    assert {row["back.art"] for row in rows_of(brought)} == {"missing/picture.svg"}
    assert any("more than 1 pictures" in loss.why for loss in brought.taken.losses)
    monkeypatch.setattr(limits, "IMPORT_ADDRESSES", 100)
    monkeypatch.setattr(limits, "GAME_PIECES", 2)
    brought = bring(source, into=tmp_path / "other")
    assert sum(len(kind.rows) for kind in brought.taken.kinds) == 1
    assert any("more than 2 pieces" in loss.why for loss in brought.taken.losses)


def test_bags_in_bags_without_end_are_refused(tmp_path):
    path = tmp_path / "deep.json"
    bag = '{"Name":"Bag","ContainedObjects":['
    path.write_text(f'{{"ObjectStates":[{bag * 5000}{"]}" * 5000}]}}', encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        bring(path, "tts", tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == ["E811"]


@pytest.mark.parametrize(
    ("address", "file", "found"),
    [
        ("https://i.imgur.com/Ab1.png", "Images/httpsiimgurcomAb1png.png", True),
        (f"{STEAM}1/F/", "httpcloud3steamusercontentcomugc1F.jpg", True),
        (
            f"{STEAM}1/F/",
            "Images/httpssteamusercontentaakamaihdnetugc1F.png",
            True,
        ),
        ("https://raw.githubusercontent.com/a/b/main/tts/fox%20one.png", "tts/fox one.png", True),
        ("https://example.org/x/fox.png?v=3", "fox.png", True),
        ("https://example.org/y/same.png", "same.png", False),
        ("https://example.org/y/same.png", "y/same.png", True),
        ("file:///home/ada/tts/fox.png{Unique}", "fox.png", True),
        ("fox.png", "fox.png", True),
        ("https://example.org/uc?id=3", "other.png", False),
    ],
)  # fmt: skip
def test_files_are_found_by_addresses(tmp_path, address, file, found):
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_bytes(b"")
    others = ["https://example.org/z/same.png", "https://example.org/uc?id=3", address]
    finder = Addresses(open_source(tmp_path), "save.json", others)
    assert finder.file_of(address) == (file if found else "")


def _png_head(width: int, height: int) -> bytes:
    """The beginning of a PNG that says how large it is, and has no pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0" * 100)
    chunks = (
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in (body, data)
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
