"""What of a box is printed: kinds, players, pages, lists of copies, boxes; and where it lies."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest

from fustella.build import BuildOptions, Choice, PrintOptions, ranges_in
from fustella.build.inputs import load_game
from fustella.build.stamps import STAMPS
from fustella.check import copies_for
from fustella.core.model import Theme
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.project import Project
from fustella.read import read_claims
from tests.conftest import TinyProject
from tests.pdf_reader import shapes, text
from tests.sharing import ROOT

CARD = (44.0, 67.0)
COIN = (20.0, 20.0)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*.pdf")}


def part(project: TinyProject) -> Path:
    return project.built / "part"


def pages_in(path: Path) -> int:
    return len(pypdf.PdfReader(path).pages)


def listed(project: TinyProject, *lines: str) -> str:
    path = project.root / "more.yaml"
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return str(path)


# Several kinds


def test_several_kinds_share_the_names_of_their_files(tiny, run):
    assert run(tiny, "build", "--only", "coin,counter", "--only", "tile").code == 0
    assert names(part(tiny)) == {
        "tiny-only-coin-counter-tile-bits.pdf",
        "tiny-only-coin-counter-tile-tile.pdf",
    }


def test_each_part_takes_the_files_of_the_last_one_away(tiny):
    assert tiny.run("build", "--only", "coin") == 0
    (part(tiny) / "mine.pdf").write_bytes(b"mine")
    assert tiny.run("build", "--only", "tile") == 0
    assert names(part(tiny)) == {"mine.pdf", "tiny-only-tile.pdf"}


def test_a_part_is_built_every_time_and_the_box_stays_built(tiny, run):
    for _ in range(2):
        assert "unchanged" not in run(tiny, "build", "--only", "coin").out
    assert "unchanged" in run(tiny, "build").out


def test_every_unknown_kind_is_named(tiny, run):
    ran = run(tiny, "build", "--only", "coins,card,tiles")
    assert [(one.code, one.hint) for one in ran.problems] == [
        ("E004", "did you mean `coin`?"),
        ("E004", "did you mean `tile`?"),
    ]


def test_a_part_is_not_blamed_for_aids_that_are_no_part_of_it(tiny, run):
    claims = "content/tiny/claims.yaml"
    tiny.edit(claims, "document: tiny-rules.txt", "document: tiny-rules.txt\naids: [board]")
    whole = {one.code for one in run(tiny, "build").problems}
    assert whole == {"E520"}
    assert run(tiny, "build", "--only", "card").code == 0


def test_paper_with_slots_has_no_cover(tiny, run):
    labels = (
        "labels: {width: 210mm, height: 297mm, margin: 5mm, slots: {width: 50mm, height: 90mm, "
        "columns: 3, rows: 3, left: 20mm, top: 10mm}}\n"
    )
    papers = tiny.root / "content/papers.yaml"
    papers.write_text(f"{papers.read_text(encoding='utf-8')}{labels}", encoding="utf-8")
    (tiny.root / "content/tiny/board.yaml").unlink()
    (tiny.root / "content/tiny/claims.yaml").unlink()
    ran = run(tiny, "build", "--paper", "labels")
    assert (ran.code, ran.err) == (0, "")
    folder = tiny.output / "tiny" / "en-labels"
    assert names(folder)
    assert "tiny-cover.pdf" not in names(folder)


# Players


def test_two_players_need_fewer_coins(tiny, run):
    ran = run(tiny, "build", "--players", "2")
    assert (ran.code, ran.err) == (0, "")
    folder = tiny.output / "tiny" / "en-A4-2-players"
    bits = folder / "tiny-bits.pdf"
    assert len(shapes(bits, *COIN)) == 4
    assert len(shapes(tiny.built / "tiny-bits.pdf", *COIN)) == 6
    cover = text(folder / "tiny-cover.pdf")
    assert "2 players · A4" in cover
    assert re.search(r"(?m)^all +for 2 players ", ran.out)
    assert "for 2 players" in run(tiny, "plan", "--no-ink", "--players", "2").out
    assert "2 players" not in text(tiny.built / "tiny-cover.pdf")
    assert pypdf.PdfReader(bits).metadata.title.startswith("Tiny Island (2 players)")
    assert "unchanged" in run(tiny, "build", "--players", "2").out


def test_all_players_need_the_whole_box(tiny, run):
    assert run(tiny, "build", "--players", "3").code == 0
    folder = tiny.output / "tiny" / "en-A4-3-players"
    assert len(shapes(folder / "tiny-bits.pdf", *COIN)) == 6


def test_what_is_not_needed_is_not_on_the_cover(tiny, run):
    claims = tiny.root / "content/tiny/claims.yaml"
    said = claims.read_text(encoding="utf-8")
    claim = "{id: no-board, check: supply, players: 2, needs: 0, of: island, enough: true}"
    more = f"  - {claim}\nexcused:"
    claims.write_text(said.replace("excused:", more), encoding="utf-8")
    assert run(tiny, "build", "--players", "2").code == 0
    folder = tiny.output / "tiny" / "en-A4-2-players"
    assert "tiny-board.pdf" not in names(folder)
    assert "The island" not in text(folder / "tiny-cover.pdf")
    assert "Ghost" in text(folder / "tiny-cover.pdf")


def test_players_who_need_nothing_of_a_kind(tiny, run):
    claim = "  - {id: no-board, check: supply, players: 2, needs: 0, of: island, enough: true}\n"
    tiny.edit("content/tiny/claims.yaml", "excused:\n", f"{claim}excused:\n")
    ran = run(tiny, "build", "--players", "2", "--only", "board")
    assert [(one.code, one.hint) for one in ran.problems] == [
        ("E123", "leave --players or --only out")
    ]


@pytest.mark.parametrize(
    ("game_id", "players"),
    [
        ("city-duel", (2,)),
        ("el-mapa", (2, 3, 4, 5, 6)),
        ("empire-plateau", (2, 3, 4)),
        ("moving-kingdoms", (2, 3, 4, 5, 6)),
    ],
)
def test_fewer_players_need_less_of_every_game(game_id, players):
    """More players never need less, and all of them all that any number of them uses."""
    project = Project(ROOT)
    game = load_game(project, game_id)
    claims = read_claims(project, game)
    whole = {piece.id: piece.copies for piece in game.pieces}
    needed = [copies_for(game, claims, number) for number in players]
    for one in needed:
        assert all(0 <= one[piece] <= whole[piece] for piece in whole)
    boards = {piece.id for piece in game.pieces if "board-for" in piece.kind.id}
    for fewer, more in pairwise(needed):
        assert all(fewer[piece] <= more[piece] for piece in whole if piece not in boards)
        assert fewer != more
    assert {p: n for p, n in needed[-1].items() if p not in boards} == {
        p: n for p, n in whole.items() if p not in boards
    }


def test_two_players_of_the_map_get_two_packs_in_two_colours():
    project = Project(ROOT)
    game = load_game(project, "el-mapa")
    needed = copies_for(game, read_claims(project, game), 2)
    by_kind: dict[str, list[int]] = {}
    for piece in game.pieces:
        by_kind.setdefault(piece.kind.id, []).append(needed[piece.id])
    assert set(by_kind["tile"]) == {2}
    assert sum(by_kind["castle"]) == 4
    colours = {
        str(piece.front["colour"])
        for piece in game.pieces
        if piece.kind.id in ("marker", "army", "platoon") and needed[piece.id]
    }
    assert len(colours) == 2
    assert sum(by_kind["technology"]) == 72


# A list of copies


def test_copies_from_a_list(tiny, run):
    file = listed(tiny, "# for the club", "boat: 2", "five: 9")
    assert run(tiny, "build", "--copies-from", file).code == 0
    assert names(part(tiny)) == {"tiny-from-more-bits.pdf", "tiny-from-more-card.pdf"}
    assert len(shapes(part(tiny) / "tiny-from-more-bits.pdf", *COIN)) == 9
    cards = shapes(part(tiny) / "tiny-from-more-card.pdf", *CARD)
    assert len([card for card in cards if card.page % 2 == 0]) == 2


def test_a_list_goes_with_kinds(tiny, run):
    file = listed(tiny, "boat: 2", "five: 9")
    assert run(tiny, "build", "--copies-from", file, "--only", "card").code == 0
    assert names(part(tiny)) == {"tiny-only-card-from-more.pdf"}
    ran = run(tiny, "build", "--copies-from", file, "--only", "tile")
    assert [(one.code, one.hint) for one in ran.problems] == [("E008", "leave --only out")]


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("baot: 2", "E008", "did you mean `boat`?"),
        ("ghost: 2", "E008", "`struck_out`"),
        ("boat: 0", "E104", "write `boat: 2`"),
        ("boat: two", "E104", "write `boat: 2`"),
        ("boat: 2000", "E104", "write `boat: 2`"),
        ("boat: yes", "E104", "write `boat: 2`"),
        ("boat x 2", "E104", "begin with a line"),
        ("five: 2", "E105", ""),
    ],
)
def test_a_fault_in_a_list_is_told_at_its_line(line, code, hint, tiny, run):
    before = tiny.hashes()
    file = listed(
        tiny, "# mine", *([] if code == "E104" and ":" not in line else ["five: 1"]), line
    )
    ran = run(tiny, "build", "--copies-from", file)
    (said,) = ran.problems
    assert (said.code, said.file) == (code, file)
    assert said.line == (2 if ":" not in line else 3)
    assert hint in said.hint
    assert tiny.hashes() == before


def test_a_list_that_is_not_there(tiny, run):
    ran = run(tiny, "build", "--copies-from", str(tiny.root / "none.yaml"))
    assert [one.code for one in ran.problems] == ["E100"]


def test_looks_that_the_box_never_needed_are_drawn(tiny, run):
    """A list may ask for more copies than the box has, and so for more ways of drawing them."""
    tiny.edit_freely("content/tiny/game.yaml", "  board:", "  board:\n    looks: 3")
    assert run(tiny, "build", "--copies-from", listed(tiny, "island: 3")).code == 0
    assert pages_in(part(tiny) / "tiny-from-more.pdf") % 3 == 0


# Pages


@pytest.mark.parametrize(
    ("typed", "ranges"),
    [
        ("3", ((3, 3),)),
        ("2-4,7", ((2, 4), (7, 7))),
        (" 1 , 2-2", ((1, 1), (2, 2))),
    ],
)
def test_ranges(typed, ranges):
    assert ranges_in(typed) == ranges


@pytest.mark.parametrize("typed", ["", "0", "4-2", "2-", "-2", "1,,2", "a", "1-2-3", "²"])
def test_no_ranges(typed):
    with pytest.raises(ValueError, match=r"^.*$"):
        ranges_in(typed)


def test_pages_by_the_numbers_of_the_plan(tiny, run):
    planned = json.loads(run(tiny, "plan", "--no-ink", "--format", "json").out)["tiny"]["sheets"]
    group = planned[1]["group"]
    assert run(tiny, "build", "--pages", "2").code == 0
    (name,) = names(part(tiny))
    assert name == "tiny-pages-2.pdf"
    label = pypdf.PdfReader(part(tiny) / name).page_labels[0]
    assert planned[1]["pieces"].keys() <= {"boat", "hut", "dragon"}
    assert group == "card"
    assert "sheet 2 of 2" in label


def test_pages_of_several_files(tiny, run):
    ran = run(tiny, "build", "--pages", "2-3,5")
    assert ran.code == 0
    assert names(part(tiny)) == {
        f"tiny-pages-2-3.5-{name}.pdf" for name in ("card", "tile", "board")
    }
    board = next(line for line in ran.out.splitlines() if "5-board" in line)
    assert board.split()[-5:-3] == ["1", "1"]


# Where it lies


def test_separate_backs_are_a_file_of_their_own(tiny):
    assert tiny.run("build", "--duplex", "separate") == 0
    front, back = (tiny.built / f"tiny-card-{side}.pdf" for side in ("fronts", "backs"))
    assert pages_in(front) == pages_in(back) == 2
    assert "Boat" in text(front)
    assert "Boat" not in text(back)
    assert "tiny-bits.pdf" in names(tiny.built)
    assert "tiny-card.pdf" not in names(tiny.built)
    preferences = pypdf.PdfReader(front).viewer_preferences
    assert preferences is not None and preferences.duplex == "/Simplex"
    assert tiny.run("build") == 0
    assert "tiny-card-backs.pdf" not in names(tiny.built)


def test_a_printed_kit_is_not_built_when_printed_otherwise(tiny, run):
    """Each way has its stamp; what another way wrote over is built again."""
    assert "unchanged" not in run(tiny, "build", "--marks", "none").out
    assert "unchanged" in run(tiny, "build", "--marks", "none").out
    assert "unchanged" not in run(tiny, "build").out


def test_files_for_a_cutting_machine_come_and_go_with_the_pdfs(tiny, run):
    ran = run(tiny, "build", "--cutter", "silhouette")
    assert (ran.code, ran.err) == (0, "")
    cut = {path.name for path in (tiny.built / "cut").iterdir()}
    assert {"tiny-card-01.svg", "tiny-card-01.dxf", "tiny-tile-01.svg"} <= cut
    sheets = sum(pages_in(tiny.built / f"tiny-{one}.pdf") for one in ("bits", "board"))
    sheets += sum(pages_in(tiny.built / f"tiny-{one}.pdf") // 2 for one in ("card", "tile"))
    assert len(cut) == 2 * sheets
    assert re.search(rf"(?m)^  cut/ +{len(cut)} cut files +\d+ kB$", ran.out)
    assert "unchanged" in run(tiny, "build", "--cutter", "silhouette").out
    (tiny.built / "cut" / "tiny-card-01.svg").write_text("", encoding="utf-8")
    assert "unchanged" not in run(tiny, "build", "--cutter", "silhouette").out
    assert run(tiny, "build").code == 0
    assert not (tiny.built / "cut").exists()


def test_boards_on_paper_of_their_own(tiny, run):
    papers = tiny.root / "content/papers.yaml"
    large = "A2: {width: 420mm, height: 594mm, margin: 5mm}\n"
    papers.write_text(f"{papers.read_text(encoding='utf-8')}{large}", encoding="utf-8")
    assert run(tiny, "build", "--boards", "A2").code == 0
    assert "tiny-board-A2.pdf" in names(tiny.built)
    assert "tiny-board.pdf" not in names(tiny.built)
    assert pages_in(tiny.built / "tiny-board-A2.pdf") == 1
    assert [one.code for one in run(tiny, "build", "--boards", "A0").problems] == ["E003"]


def test_a_printer_brings_its_own_way_of_turning(tiny, run):
    printers = tiny.root / "content" / "printers.yaml"
    printers.write_text("home: {dx: 1mm, dy: 0mm, duplex: short-edge}\n", encoding="utf-8")
    assert run(tiny, "build", "--printer", "home").code == 0
    assert "short edge" in text(tiny.built / "tiny-cover.pdf")
    assert run(tiny, "build", "--printer", "home", "--duplex", "long-edge").code == 0
    assert "long edge" in text(tiny.built / "tiny-cover.pdf")
    assert "unchanged" in run(tiny, "build", "--printer", "home", "--duplex", "long-edge").out
    printers.write_text("home: {dx: 2mm, dy: 0mm}\n", encoding="utf-8")
    again = run(tiny, "build", "--printer", "home", "--duplex", "long-edge").out
    assert "unchanged" not in again


def test_boxes_are_printed_when_asked_for(tiny, run):
    (kinds,) = re.findall(r"(?m)^boxes:\n((?: .*\n|\n)+)", game_yaml(tiny))
    boxes = re.findall(r"(?m)^  ([a-z-]+):$", kinds)
    assert boxes
    assert run(tiny, "build", "--boxes").code == 0
    plan = json.loads(run(tiny, "plan", "--no-ink", "--boxes", "--format", "json").out)["tiny"]
    printed = {piece for sheet in plan["sheets"] for piece in sheet["pieces"]}
    assert {*boxes} <= printed
    cover = text(next(tiny.root.glob("output/tiny/*/tiny-cover.pdf")))
    assert re.search(rf"Boxes\s+designs {len(boxes)} · pieces {len(boxes)}", cover)
    with pytest.raises(SystemExit):  # they would be too large, and say so many
        run(tiny, "build", "--boxes", "--players", "2")
    assert run(tiny, "build", "--boxes", "--only", boxes[0]).code == 0
    assert [one.code for one in run(tiny, "build", "--only", boxes[0]).problems] == ["E004"]


def game_yaml(project: TinyProject) -> str:
    return (project.root / "content/tiny/game.yaml").read_text(encoding="utf-8")


PLAIN = BuildOptions("A4", Duplex.LONG_EDGE, Path("output"))
WAYS = [
    BuildOptions("A4", Duplex.LONG_EDGE, Path("output"), printing=printing)
    for printing in (
        PrintOptions(printer="home"),
        PrintOptions(marks=MarkStyle.DOTS),
        PrintOptions(hexes=Hexes.ROWS),
        PrintOptions(gutter_mm=2.0),
        PrintOptions(fewest=Fewest.CUTS),
        PrintOptions(cutter=Cutter.SILHOUETTE),
        PrintOptions(boards="A3"),
        PrintOptions(shop=True),
    )
] + [
    BuildOptions("A4", Duplex.LONG_EDGE, Path("output"), choice=choice)
    for choice in (Choice(players=2), Choice(players=3), Choice(boxes=True))
]


def test_every_way_of_building_has_its_own_stamp():
    keys = [way.key() for way in (PLAIN, *WAYS)]
    assert len(set(keys)) == len(keys)
    assert PLAIN.key() == "A4 long-edge default"


def test_folders():
    assert PLAIN.folder("it") == "it-A4"
    players = BuildOptions("A4", Duplex.NONE, Path(), theme=Theme.GREY, choice=Choice(players=2))
    assert players.folder("it") == "it-A4-grey-2-players"
    shop = BuildOptions("A4", Duplex.NONE, Path(), printing=PrintOptions(shop=True))
    assert shop.folder("it") == "it/shop"
    some = BuildOptions("A4", Duplex.NONE, Path(), choice=Choice(only=("card",)))
    assert some.folder("it") == "it-A4/part"


@pytest.mark.parametrize(
    ("choice", "label", "partial"),
    [
        (Choice(), "", False),
        (Choice(players=2, boxes=True), "", False),
        (Choice(only=("a", "b")), "only-a-b", True),
        (Choice(pages="2-4,7"), "pages-2-4.7", True),
        (Choice(copies_from=Path("lists/My list!.yaml")), "from-My-list", True),
        (Choice(only=("a",), pages="1"), "only-a-pages-1", True),
    ],
)
def test_a_part_says_what_it_is_a_part_of(choice, label, partial):
    assert (choice.label, choice.partial) == (label, partial)


def test_the_stamps_of_a_part_are_its_own(tiny):
    before = (tiny.output / "tiny" / STAMPS).read_bytes()
    assert tiny.run("build", "--only", "coin") == 0
    assert (tiny.output / "tiny" / STAMPS).read_bytes() == before


def test_nothing_is_left_of_a_build_that_fails(tiny, run):
    (part(tiny) / "tiny-only-coin.pdf" / "inside").mkdir(parents=True)
    assert [one.code for one in run(tiny, "build", "--only", "coin").problems] == ["E401"]
    assert [path.name for path in part(tiny).iterdir()] == ["tiny-only-coin.pdf"]
