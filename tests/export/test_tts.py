"""The save for Tabletop Simulator, read by the rules of its format, and what is sent to the game.

Sizes are computed here once more, from what is known of the game's own models.
"""

import io
import itertools
import json
import math
import re
import shutil
import socket
import threading
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fustella.core.geometry.shapes import Rect
from fustella.export.formats._tts_objects import Guids
from fustella.export.push import lua_string, script_of
from fustella.write import PictureForm
from tests.conftest import TESTS, TinyProject
from tests.export.games import exported_game
from tests.export.test_table import with_table

CARD, TILE, TOKEN_AREA, FIGURINE, DIE, BAG = 3.03, 2.0, 88 / 2.54**2, 6 / 2.54, 1.0, 2.0
"""Units that the game's models have at scale 1; a poker card is 88.9 mm high."""

MM = 88.9 / CARD


class Save:
    """A save as the game would read it."""

    def __init__(self, folder):
        self.folder = folder
        self.path = next(path for path in folder.glob("*.json") if path.name[0] != ".")
        self.data = json.loads(self.path.read_bytes())
        self.things = self.data["ObjectStates"]

    def every(self):
        """All objects, those in containers and other states, too."""

        def inside(thing):
            yield thing
            for one in (*thing.get("ContainedObjects", ()), *thing.get("States", {}).values()):
                yield from inside(one)

        for thing in self.things:
            yield from inside(thing)

    def named(self, name):
        return [thing for thing in self.every() if thing["Name"] == name]

    def piece(self, name):
        """An object that is a piece of that name, not one in a container."""
        return next(thing for thing in self.things if id_of(thing) == name)

    def urls(self):
        for thing in self.every():
            image = thing.get("CustomImage", {})
            yield from filter(None, (image.get("ImageURL"), image.get("ImageSecondaryURL")))
            for deck in thing.get("CustomDeck", {}).values():
                yield deck["FaceURL"]
                yield deck["BackURL"]


def id_of(thing):
    return json.loads(thing["GMNotes"])["id"] if thing["GMNotes"] else ""


def file_of(url):
    assert url.startswith("file:///")
    return Path(unquote(urlparse(url).path))


def size_of(thing):
    """Width and depth on the table, in mm, before it is turned."""
    place, name = thing["Transform"], thing["Name"].removesuffix("_Stack")
    across, deep = place["scaleX"], place["scaleZ"]
    if name in ("Card", "DeckCustom"):
        key = str(thing.get("CardID", thing.get("DeckIDs", [0])[0]) // 100)
        deck = thing["CustomDeck"][key]
        with Image.open(file_of(deck["FaceURL"])) as picture:
            ratio = picture.width / deck["NumWidth"] / (picture.height / deck["NumHeight"])
        if thing["SidewaysCard"]:
            width = 88.9 / 0.8214 * across
            return width, width / ratio
        return CARD * deep * MM * ratio, CARD * deep * MM
    if name == "Custom_Tile":
        assert thing["CustomImage"]["CustomTile"]["Stretch"]
        return TILE * across * MM, TILE * deep * MM
    if name == "Custom_Token":
        with Image.open(file_of(thing["CustomImage"]["ImageURL"])) as picture:
            side = math.sqrt(TOKEN_AREA / (picture.width * picture.height)) * MM
            return picture.width * side * across, picture.height * side * deep
    if name == "Figurine_Custom":
        with Image.open(file_of(thing["CustomImage"]["ImageURL"])) as picture:
            return FIGURINE * across * MM * picture.width / picture.height, 8.0
    side = {"Custom_Dice": DIE, "Bag": BAG, "Infinite_Bag": BAG}[name] * across * MM
    return side, side


def box_of(thing):
    """What it takes of the table, in mm, down being towards the player."""
    place, (width, height) = thing["Transform"], size_of(thing)
    if place["rotY"] % 180 == 90:
        width, height = height, width
    x, y = place["posX"] * MM, -place["posZ"] * MM
    return Rect(x - width / 2, y - height / 2, width, height)


def export(project, *arguments):
    assert project.run("export", "--to", "tts", "--dpi", "72", *arguments) == 0
    return Save(next(path.parent for path in project.output.rglob("tts/**/pictures")))


@pytest.fixture(scope="module")
def laid(built_tiny, tmp_path_factory):
    """Tiny with a set-up, exported once: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("laid") / "a folder & more")
    built_tiny.write(project.root)
    return export(with_table(project)), project


@pytest.fixture(scope="module")
def railways(tmp_path_factory):
    """A game with standing figures, dice, cards in landscape, hexagons, and holes."""
    root = tmp_path_factory.mktemp("railways") / "project"
    shutil.copytree(TESTS / "foreign" / "railways", root)
    project = TinyProject(root)
    return export(project), project


@pytest.fixture(params=["laid", "railways"])
def either(request):
    return request.getfixturevalue(request.param)


def test_tts_guids_are_six_hexadecimal_digits_each_once(either):
    guids = [thing["GUID"] for thing in either[0].every()]
    assert len(guids) == len(set(guids)) > 20
    assert all(re.fullmatch(r"[0-9a-f]{6}", guid) for guid in guids)


def test_tts_guids_of_more_names_than_chance_allows_are_different():
    guids = Guids()
    numbers = {guids.next(f"piece {number % 1000}") for number in range(20_000)}
    assert len(numbers) == 20_000


def test_tts_cards_are_found_in_the_sheets_of_their_decks(either):
    save, _ = either
    cards = save.named("Card")
    assert cards
    for card in cards:
        key, index = divmod(card["CardID"], 100)
        deck = card["CustomDeck"][str(key)]
        assert index < deck["NumWidth"] * deck["NumHeight"]
        assert deck["FaceURL"]
        assert deck["BackURL"]
    sheets = {
        key: deck for thing in save.every() for key, deck in thing.get("CustomDeck", {}).items()
    }
    for thing in save.every():
        for key, deck in thing.get("CustomDeck", {}).items():
            assert deck == sheets[key], "two sheets with one number"


def test_tts_decks_list_the_cards_that_they_contain(either):
    decks = either[0].named("DeckCustom")
    assert decks
    for deck in decks:
        assert len(deck["DeckIDs"]) > 1
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert {str(number // 100) for number in deck["DeckIDs"]} == deck["CustomDeck"].keys()


def test_tts_has_every_copy_of_the_box_once(either):
    save, project = either
    counted = Counter()

    def count(thing):
        if thing["Name"] == "Infinite_Bag":
            (single,) = thing["ContainedObjects"]
            copies = re.match(r"(\d+) ×", thing["Description"])
            counted[id_of(single)] += int(copies[1])
            return
        if thing["GMNotes"]:
            counted[id_of(thing)] += thing.get("Number", 1)
        for one in thing.get("ContainedObjects", ()):
            count(one)

    for thing in save.things:
        count(thing)
    game = exported_game(project)
    assert counted == {f"{one.kind.id}.{one.id}": one.copies for one in game.pieces}


def test_tts_pictures_are_there_and_the_game_can_read_them(either):
    save, _ = either
    files = {file_of(url) for url in save.urls()}
    assert files == set((save.folder / "pictures").iterdir())
    for file in files:
        with Image.open(file) as picture:
            picture.load()
            assert picture.format == "PNG"
            assert picture.mode in ("RGB", "RGBA")
            assert max(picture.size) < 10_000


def test_tts_thumbnail_lies_beside_the_save(either):
    save, _ = either
    with Image.open(save.path.with_suffix(".png")) as picture:
        assert max(picture.size) == 256


def test_tts_everything_is_as_large_as_it_is_in_the_hand(either):
    save, project = either
    kinds = {f"{one.kind.id}.{one.id}": one.kind for one in exported_game(project).pieces}
    flat = [thing for thing in save.every() if thing["GMNotes"]]
    for thing in flat:
        kind, (width, height) = kinds[id_of(thing)], size_of(thing)
        border = 1.0 if thing["Name"].startswith("Custom_Token") else 0.0
        expected = kind.outline.size.width_mm + border, kind.outline.size.height_mm + border
        if thing["Name"] in ("Figurine_Custom", "Custom_Dice"):
            assert width == pytest.approx(kind.panels[0].box.width_mm, rel=0.02)
        else:
            assert (width, height) == pytest.approx(expected, rel=0.02), id_of(thing)
    assert len(flat) > 20


def test_tts_lays_nothing_over_another_but_on_boards(either):
    """Bags stand in the places of their piles."""
    save, _ = either
    boards = [thing for thing in save.things if thing["Locked"]]
    on_board = [
        thing
        for thing in save.things
        if thing not in boards
        and any(box_of(thing).overlaps(box_of(board), 0.5) for board in boards)
    ]
    others = [thing for thing in save.things if thing not in on_board]
    assert len(on_board) == (3 if boards and "island" in boards[0]["GMNotes"] else 0)
    for one, other in itertools.combinations(others, 2):
        assert not box_of(one).overlaps(box_of(other), 0.5), (one["Nickname"], other["Nickname"])


def test_tts_lies_as_the_setup_says(laid):
    save, _ = laid
    board = save.piece("board.island")
    deck = next(thing for thing in save.things if thing["Name"] == "DeckCustom")
    assert board["Locked"]
    assert board["Transform"]["rotY"] == 270
    place = deck["Transform"]
    assert (place["posX"] * MM, -place["posZ"] * MM) == pytest.approx((0, 200), abs=0.01)
    assert place["rotZ"] == 180
    assert deck["Nickname"] == "Cards"
    supply = next(thing for thing in save.things if thing["Name"] == "Infinite_Bag")
    assert supply["Description"].startswith("6 ×")
    assert supply["Transform"]["posX"] * MM == pytest.approx(-250, abs=0.01)


CORNER = """
table:
  boards: {{island: {{first: [25mm, 27.5mm], step: [50mm, 55mm], columns: 2, rows: 1}}}}
  setup:
    - {{put: island, at: [10mm, -20mm], turn: {turn}}}
    - {{put: {{kind: counter}}, on: island, cells: [[1, 1], [2, 1]], copies: 1}}
"""
"""Places in one corner of the board, each with a counter on it."""


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_tts_snap_points_are_where_the_setup_puts_pieces(tiny, turn):
    save = export(with_table(tiny, CORNER.format(turn=turn)))
    board = save.piece("board.island")
    box = box_of(board)
    on_board = [
        middle_of(thing)
        for thing in save.things
        if id_of(thing).startswith("counter.") and box_of(thing).overlaps(box)
    ]
    snaps = [*snaps_of(board)]
    assert len(on_board) == len(snaps) == 2
    for at, snap in zip(sorted(on_board), sorted(snaps), strict=True):
        assert snap == pytest.approx(at, abs=0.05)
        assert box.contains(Rect(*snap, 0, 0))


def middle_of(thing):
    box = box_of(thing)
    return box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2


def snaps_of(board):
    """The snap points of an object on the table, in mm, down being towards the player."""
    place = board["Transform"]
    turn = math.radians(place["rotY"])
    for snap in board["AttachedSnapPoints"]:
        x = snap["Position"]["x"] * place["scaleX"]
        z = snap["Position"]["z"] * place["scaleZ"]
        across = place["posX"] + x * math.cos(turn) + z * math.sin(turn)
        away = place["posZ"] - x * math.sin(turn) + z * math.cos(turn)
        yield across * MM, -away * MM


def test_tts_pieces_of_each_sort_become_the_objects_that_play_like_them(laid, railways):
    tiny, iron = laid[0], railways[0]
    assert tiny.piece("board.island")["CustomImage"]["CustomTile"]["Type"] == 0
    coin = tiny.named("Infinite_Bag")[0]["ContainedObjects"][0]
    assert (coin["Name"], coin["CustomImage"]["CustomTile"]["Type"]) == ("Custom_Tile", 2)
    assert tiny.named("Custom_Tile_Stack")[0]["Number"] == 2
    deck = tiny.named("DeckCustom")[0]
    assert {card["Type"] for card in deck["CustomDeck"].values()} == {0}
    figures, dice = iron.named("Figurine_Custom"), iron.named("Custom_Dice")
    assert len(figures) == 8
    assert len(dice) == 2
    assert {one["ImageURL"] == one["ImageSecondaryURL"] for one in map(image_of, figures)} == {
        False
    }
    assert [len(die["RotationValues"]) for die in dice] == [6, 6]
    assert iron.named("Custom_Token_Stack")
    sideways = {id_of(card).split(".")[0]: card["SidewaysCard"] for card in iron.named("Card")}
    assert sideways == {"share": True}
    assert not any(card["SidewaysCard"] for card in tiny.named("Card"))


def image_of(thing):
    return thing["CustomImage"]


def test_tts_a_token_with_two_sides_has_two_states(laid):
    """The meadows lie with their backs up, the peaks with their fronts."""
    save, _ = laid
    meadow, peak = save.piece("tile.meadow"), save.named("Bag")[0]["ContainedObjects"][0]
    assert id_of(peak) == "tile.peak"
    assert [*meadow["States"]] == ["1"]
    assert [*peak["States"]] == ["2"]
    assert "-back-" in image_of(meadow)["ImageURL"]
    assert "-back-" not in image_of(meadow["States"]["1"])["ImageURL"]
    assert "-back-" in image_of(peak["States"]["2"])["ImageURL"]
    assert meadow["Transform"]["rotZ"] == 0


def test_tts_names_versions_and_texts_are_found_in_the_game(laid):
    save, _ = laid
    boat = next(card for card in save.named("Card") if id_of(card) == "card.boat")
    code = json.loads(boat["GMNotes"])["version"]
    assert boat["Nickname"] == "Boat"
    assert boat["Tags"] == ["card"]
    assert re.fullmatch(r"[A-Z]{2}-[A-Z0-9]{4}", code)
    assert boat["Description"].startswith(f"{code}\n")
    assert "Fish" in boat["Description"]
    assert save.data["SaveName"] == "Tiny Island"


def test_tts_notebook_has_the_box_and_the_rules(laid):
    pages = laid[0].data["TabStates"]
    assert [*pages] == [str(number) for number in range(len(pages))]
    assert [page["title"] for page in pages.values()] == ["Tiny Island", "Meadow", "Peak"]
    assert "12 × Boat" in pages["0"]["body"]
    assert "Village" in pages["1"]["body"]


def test_tts_die_has_its_faces_where_the_game_looks_for_them(railways):
    save, project = railways
    (url,) = {image_of(die)["ImageURL"] for die in save.named("Custom_Dice")}
    game = exported_game(project)
    piece = next(one for one in game.pieces if one.kind.id == "die")
    boxes = {panel.name: panel.box for panel in piece.kind.panels}
    with Image.open(file_of(url)) as picture:
        side = picture.width // 3
        assert picture.size == (3 * side, 3 * side)
        for at, name in enumerate("245136"):
            form = PictureForm(dpi=72, window=boxes[name], turn_deg=180 if name == "1" else 0)
            left, top = at % 3 * side, (at // 3 + 1) * side
            cell = picture.crop((left, top, left + side, top + side))
            made = game.pictures.content(piece.front, form, game.edge_of(piece.kind))
            assert cell.tobytes() == pixels_of(made), name


def pixels_of(png):
    return Image.open(io.BytesIO(png)).convert("RGB").tobytes()


def test_tts_again_gives_equal_bytes(tiny):
    save = export(tiny)
    before = {path.name: path.read_bytes() for path in save.folder.rglob("*.*")}
    shutil.rmtree(tiny.output)
    again = export(tiny)
    after = {path.name: path.read_bytes() for path in again.folder.rglob("*.*")}
    assert {name: after[name] for name in before if name != ".fustella.json"} == {
        name: data for name, data in before.items() if name != ".fustella.json"
    }
    assert len(before) > 10


def test_tts_after_an_edit_adds_one_picture(tiny):
    save = export(tiny)
    before = {path: path.stat().st_mtime_ns for path in save.folder.rglob("*.png")}
    tiny.edit("content/tiny/cards.yaml", "weight: 2.25", "weight: 3.25")
    again = export(tiny, "--force")
    after = {path: path.stat().st_mtime_ns for path in again.folder.rglob("*.png")}
    written = {path for path, at in after.items() if before.get(path) != at}
    assert [path.name.rpartition("-")[0] for path in written] == ["card-hut"]
    assert before.keys() < after.keys()
    hut = next(card for card in again.named("Card") if id_of(card) == "card.hut")
    old = next(card for card in save.named("Card") if id_of(card) == "card.hut")
    assert {file_of(deck["FaceURL"]) for deck in hut["CustomDeck"].values()} == written
    assert (hut["GUID"], hut["CardID"]) == (old["GUID"], old["CardID"])
    pruned = export(tiny, "--force", "--prune")
    assert {file_of(url) for url in pruned.urls()} == set((save.folder / "pictures").iterdir())


def test_tts_a_new_card_leaves_the_numbers_of_the_others(tiny):
    before = {id_of(card): card["CardID"] for card in export(tiny).named("Card")}
    new = "pieces:\n  - {id: raft, front: {title: {en: Raft, it: Zattera}, letter: R, cost: 2,"
    new += " picture: mdi:sail-boat, band: sea}}\n"
    tiny.edit("content/tiny/cards.yaml", "pieces:\n", new)
    after = {id_of(card): card["CardID"] for card in export(tiny, "--force").named("Card")}
    assert after.keys() - before.keys() == {"card.raft"}
    assert {name: after[name] for name in before} == before


def test_tts_sheets_show_each_card_at_its_place(tiny, built_tiny, tmp_path):
    other = TinyProject(tmp_path / "other")
    built_tiny.write(other.root)
    single, save = export(tiny), export(other, "--sheets", "2x1")
    alone = {id_of(card): next(iter(card["CustomDeck"].values())) for card in single.named("Card")}
    sheets = set()
    for card in save.named("Card"):
        key, index = divmod(card["CardID"], 100)
        deck = card["CustomDeck"][str(key)]
        assert deck["NumWidth"] <= 2
        assert deck["NumHeight"] == 1
        assert deck["BackIsHidden"]
        assert deck["UniqueBack"] == (deck["NumWidth"] > 1)
        sheets.add(deck["FaceURL"])
        for side in ("FaceURL", "BackURL"):
            with Image.open(file_of(deck[side])) as sheet:
                width = sheet.width // deck["NumWidth"]
                cell = sheet.crop((index * width, 0, (index + 1) * width, sheet.height))
            with Image.open(file_of(alone[id_of(card)][side])) as picture:
                assert cell.tobytes() == picture.tobytes()
    assert len(sheets) == 2


@pytest.mark.parametrize("arguments", [(), ("--sheets", "10x7")], ids=["single", "sheets"])
def test_tts_a_back_that_all_cards_have_is_there_once(tiny, arguments):
    for own in ("face.mark", "piece.id"):
        tiny.edit_freely("templates/tiny/card-back.svg.j2", own, '"T"')
    save = export(tiny, "--only", "card", *arguments)
    decks = [deck for card in save.named("Card") for deck in card["CustomDeck"].values()]
    assert {deck["UniqueBack"] for deck in decks} == {False}
    assert len({deck["BackURL"] for deck in decks}) == 1
    assert len([*(save.folder / "pictures").glob("*-back-*")]) == 1


def test_tts_sheets_never_have_more_than_69_cards_of_a_sheet(tiny):
    path = tiny.root / "content" / "tiny" / "counters.yaml"
    many = "".join(
        f"  - {{id: n{n}, name: {{en: N{n}, it: N{n}}}, front: {{picture: mdi:account}}}}\n"
        for n in range(40)
    )
    path.write_text(path.read_text(encoding="utf-8") + many, encoding="utf-8")
    board = "height: 15mm\n    stock: board\n    front: counter.svg.j2\n    sheet: bits"
    card = "height: 15mm\n    stock: card\n    front: counter.svg.j2"
    tiny.edit("content/tiny/game.yaml", board, card)
    save = export(tiny, "--force", "--sheets", "12x9", "--only", "counter")
    decks = {key: deck for card in save.named("Card") for key, deck in card["CustomDeck"].items()}
    used = Counter(card["CardID"] // 100 for card in save.named("Card"))
    assert len(decks) == 2
    assert len({card["CardID"] for card in save.named("Card")}) == 84
    assert max(card["CardID"] % 100 for card in save.named("Card")) == 68
    assert {deck["NumWidth"] for deck in decks.values()} == {10}
    assert max(deck["NumHeight"] for deck in decks.values()) == 7
    assert used.total() >= 84


def test_tts_cards_without_a_back_have_a_white_one(tiny):
    save = export(tiny, "--no-back", "--only", "card")
    (back,) = {
        deck["BackURL"] for card in save.named("Card") for deck in card["CustomDeck"].values()
    }
    with Image.open(file_of(back)) as picture:
        assert picture.getcolors() == [(picture.width * picture.height, (255, 255, 255))]
        assert picture.width / picture.height == pytest.approx(44 / 67, rel=0.02)


def test_tts_url_names_pictures_where_they_will_be(tiny):
    save = export(tiny, "--url", "https://example.org/games/")
    for url in save.urls():
        assert url.startswith("https://example.org/games/pictures/")
        assert (save.folder / "pictures" / url.rpartition("/")[2]).is_file()


def test_tts_a_large_board_is_no_larger_than_the_game_takes(tiny):
    tiny.edit("content/tiny/game.yaml", "width: 300mm", "width: 600mm")
    arguments = ("--force", "--only", "board")
    assert tiny.run("export", "--to", "tts", *arguments) == 0
    (usual,) = pictures_of(tiny)
    assert 4000 < max(usual) <= 4096
    assert tiny.run("export", "--to", "tts", "--dpi", "500", "--prune", *arguments) == 0
    (fine,) = pictures_of(tiny)
    assert 9900 < max(fine) < 10_000


def pictures_of(project):
    files = project.output.rglob("tts/part/pictures/*.png")
    return [Image.open(path).size for path in files]


# What is sent to the game


def lua_outside_of_strings(script):
    """A script without its strings and comments. Raises AssertionError where one has no end."""
    code, at = [], 0
    while at < len(script):
        if found := re.compile(r"\[(=*)\[").match(script, at):
            end = script.find(f"]{found[1]}]", found.end())
            assert end > 0, "a long string has no end"
            at = end + len(found[1]) + 2
        elif script[at] == '"':
            found = re.compile(r'"(?:[^"\\\n]|\\.)*"').match(script, at)
            assert found, "a string has no end"
            at = found.end()
        else:
            code.append(script[at])
            at += 1
    return "".join(code)


def check_balanced(script):
    code = lua_outside_of_strings(script)
    for opening, closing in ("()", "[]", "{}"):
        assert code.count(opening) == code.count(closing)
    words = Counter(re.findall(r"[a-z]+", code))
    assert words["function"] + words["do"] + words["if"] == words["end"] > 10
    assert words["then"] == words["if"] + words["elseif"]


def wanted_in(script):
    """What the script is told, read as Lua reads it."""
    found = re.search(r"JSON\.decode\(\[(=*)\[\n", script)
    end = script.index(f"]{found[1]}]", found.end())
    return json.loads(script[found.end() : end])


@pytest.fixture
def game_that_listens(monkeypatch):
    """A game on a port of its own; calling it gives the message that came."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(30)
    received = []

    def listen():
        connection, _ = server.accept()
        with connection:
            received.append(b"".join(iter(lambda: connection.recv(65536), b"")))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    monkeypatch.setattr("fustella.export.push.PORT", server.getsockname()[1])

    def message():
        thread.join(30)
        return json.loads(received[0])

    yield message
    server.close()


def test_push_sends_one_script_with_all_pieces(tiny, run, game_that_listens):
    told = run(with_table(tiny), "export", "--to", "tts", "--dpi", "72", "--push")
    assert told.code == 0
    assert "Sent to Tabletop Simulator" in told.out
    message = game_that_listens()
    assert message.keys() == {"messageID", "guid", "script"}
    assert (message["messageID"], message["guid"]) == (3, "-1")
    check_balanced(message["script"])
    save = Save(tiny.output / "tiny" / "en" / "tts")
    wanted = wanted_in(message["script"])
    assert [json.loads(pile["json"]) for pile in wanted["piles"]] == save.things
    ids = {id_of(thing) for thing in save.every() if thing["GMNotes"]}
    assert wanted["singles"].keys() == ids
    assert {name.partition("|")[0] for name in wanted["looks"]} == ids
    assert "tile.peak|back" in wanted["looks"]
    assert wanted["pages"][0]["title"] == "Tiny Island"


def test_push_puts_single_pieces_above_their_piles(laid):
    save, _ = laid
    wanted = wanted_in(script_of(save.data))
    deck = next(thing for thing in save.things if thing["Name"] == "DeckCustom")
    boat = json.loads(wanted["singles"]["card.boat"])
    for axis in ("posX", "posZ", "rotY"):
        assert boat["Transform"][axis] == deck["Transform"][axis]
    assert boat["Transform"]["posY"] > deck["Transform"]["posY"] + 1


def test_push_puts_one_of_a_stack(railways):
    save, _ = railways
    (name,) = {id_of(stack) for stack in save.things if id_of(stack) == "signal.stop"}
    assert save.piece(name)["Number"] > 1
    single = json.loads(wanted_in(script_of(save.data))["singles"][name])
    assert single["Name"] == "Custom_Token"
    assert "Number" not in single


def test_push_without_the_game_says_that_it_does_not_run(tiny, run, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setattr("fustella.export.push.PORT", port)
    told = run(tiny, "export", "--to", "tts", "--dpi", "72", "--push")
    assert told.code == 0
    assert f"Tabletop Simulator is not running (nothing listens on port {port})" in told.out


HOSTILE = (
    "]] os.exit() --[[",
    "]=] ]==] ]===]",
    '"); destroyObject(self) --',
    "\\",
    "%s %d 100%",
    "ends with ]",
    "ends with ]=",
    "",
    "\n\nlines",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_lua_string_is_not_left_by_a_hostile_text(text):
    assert read_long_string(lua_string(text)) == text


@given(st.text(alphabet="]=[\n\"'\\-% a", max_size=40))
def test_lua_string_is_not_left_by_any_text(text):
    assert read_long_string(lua_string(text)) == text


def read_long_string(written):
    """As Lua reads it: up to the first bracket of its level, without a first line end."""
    found = re.match(r"\[(=*)\[\n?", written)
    end = written.index(f"]{found[1]}]", found.end())
    assert end + len(found[1]) + 2 == len(written), "it ends before its end"
    return written[found.end() : end]


def test_push_of_hostile_names_keeps_them_in_strings(laid):
    save = json.loads(json.dumps(laid[0].data))
    for thing, name in zip(save["ObjectStates"], itertools.cycle(HOSTILE), strict=False):
        thing["Nickname"] = thing["Description"] = name
    save["SaveName"] = "]=] end print(1)"
    script = script_of(save)
    check_balanced(script)
    assert "os.exit" not in lua_outside_of_strings(script)
    assert wanted_in(script)["title"] == "]=] end print(1)"
    things = [json.loads(pile["json"]) for pile in wanted_in(script)["piles"]]
    assert [one["Nickname"] for one in things] == [one["Nickname"] for one in save["ObjectStates"]]
