"""What of a box is printed: kinds, players, pages, lists of copies, boxes; and where it lies."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pypdf
import pytest

from fustella.build import BuildOptions, PrintChoice, PrintOptions, ranges_in
from fustella.build.inputs import load_game
from fustella.build.stamps import STAMPS
from fustella.check import copies_for
from fustella.core.files.project import Project
from fustella.core.values.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.values.themes import Theme
from fustella.read import read_claims
from tests.conftest import TinyProject
from tests.helpers.pdf_reader import shapes, text
from tests.helpers.sharing import ROOT

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


def test_kinds_built_together_share_the_names_of_their_files(tiny, run):
    assert run(tiny, "build", "--only", "coin,counter", "--only", "tile").code == 0
    assert names(part(tiny)) == {
        "tiny-only-coin-counter-tile-bits.pdf",
        "tiny-only-coin-counter-tile-tile.pdf",
    }


def test_part_built_after_another_takes_the_files_of_that_away(tiny):
    assert tiny.run("build", "--only", "coin") == 0
    (part(tiny) / "mine.pdf").write_bytes(b"mine")
    assert tiny.run("build", "--only", "tile") == 0
    assert names(part(tiny)) == {"mine.pdf", "tiny-only-tile.pdf"}


def test_part_built_again_is_written_and_the_box_stays_built(tiny, run):
    for _ in range(2):
        assert "unchanged" not in run(tiny, "build", "--only", "coin").out
    assert "unchanged" in run(tiny, "build").out


def test_kinds_that_are_unknown_are_each_named(tiny, run):
    ran = run(tiny, "build", "--only", "coins,card,tiles")
    assert [(one.code, one.hint) for one in ran.problems] == [
        ("E004", "did you mean `coin`?"),
        ("E004", "did you mean `tile`?"),
    ]


def test_part_is_held_against_the_claims_as_the_whole_box_is(tiny, run):
    claims = "content/tiny/claims.yaml"
    tiny.edit(claims, "document: tiny-rules.txt", "document: tiny-rules.txt\naids: [board]")
    whole = run(tiny, "build").problems
    assert {one.code for one in whole} == {"E520"}
    assert run(tiny, "build", "--only", "card").problems == whole


def test_cover_on_paper_with_slots_is_left_out(tiny, run):
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


def test_coins_for_two_players_are_fewer(tiny, run):
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


def test_box_for_all_players_is_whole(tiny, run):
    assert run(tiny, "build", "--players", "3").code == 0
    folder = tiny.output / "tiny" / "en-A4-3-players"
    assert len(shapes(folder / "tiny-bits.pdf", *COIN)) == 6


def test_cover_for_two_players_leaves_out_what_they_do_not_need(tiny, run):
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


def test_kind_that_the_players_do_not_need_is_refused(tiny, run):
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
def test_copies_for_fewer_players_of_every_game_are_fewer(game_id, players):
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


def test_copies_of_the_map_for_two_players_are_two_packs_in_two_colours():
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


def test_list_of_copies_is_printed_as_it_says(tiny, run):
    file = listed(tiny, "# for the club", "boat: 2", "five: 9")
    assert run(tiny, "build", "--copies-from", file).code == 0
    assert names(part(tiny)) == {"tiny-from-more-bits.pdf", "tiny-from-more-card.pdf"}
    assert len(shapes(part(tiny) / "tiny-from-more-bits.pdf", *COIN)) == 9
    cards = shapes(part(tiny) / "tiny-from-more-card.pdf", *CARD)
    assert len([card for card in cards if card.page % 2 == 0]) == 2


def test_list_with_kinds_prints_what_is_in_both(tiny, run):
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
def test_list_with_a_fault_is_told_at_its_line(line, code, hint, tiny, run):
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


def test_list_that_is_not_there_is_a_problem(tiny, run):
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
def test_ranges_that_are_well_typed_are_read(typed, ranges):
    assert ranges_in(typed) == ranges


@pytest.mark.parametrize("typed", ["", "0", "4-2", "2-", "-2", "1,,2", "a", "1-2-3", "²"])
def test_ranges_that_are_mistyped_are_refused(typed):
    with pytest.raises(ValueError, match=r"^.*$"):
        ranges_in(typed)


def test_pages_by_number_are_those_of_the_plan(tiny, run):
    planned = json.loads(run(tiny, "plan", "--no-ink", "--format", "json").out)["tiny"]["sheets"]
    group = planned[1]["group"]
    assert run(tiny, "build", "--pages", "2").code == 0
    (name,) = names(part(tiny))
    assert name == "tiny-pages-2.pdf"
    label = pypdf.PdfReader(part(tiny) / name).page_labels[0]
    assert planned[1]["pieces"].keys() <= {"boat", "hut", "dragon"}
    assert group == "card"
    assert "sheet 2 of 2" in label


def test_pages_of_several_files_stay_in_files_of_their_own(tiny, run):
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


def test_box_printed_in_another_way_is_built_again(tiny, run):
    """Each way has its stamp; what another way wrote over is built again."""
    assert "unchanged" not in run(tiny, "build", "--marks", "none").out
    assert "unchanged" in run(tiny, "build", "--marks", "none").out
    assert "unchanged" not in run(tiny, "build").out


def test_cut_files_of_a_cutter_come_and_go_with_the_pdfs(tiny, run):
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


def test_boards_on_paper_of_their_own_have_a_file_of_their_own(tiny, run):
    papers = tiny.root / "content/papers.yaml"
    large = "A2: {width: 420mm, height: 594mm, margin: 5mm}\n"
    papers.write_text(f"{papers.read_text(encoding='utf-8')}{large}", encoding="utf-8")
    assert run(tiny, "build", "--boards", "A2").code == 0
    assert "tiny-board-A2.pdf" in names(tiny.built)
    assert "tiny-board.pdf" not in names(tiny.built)
    assert pages_in(tiny.built / "tiny-board-A2.pdf") == 1
    assert [one.code for one in run(tiny, "build", "--boards", "A9").problems] == ["E003"]


def test_printer_with_a_way_of_turning_is_followed_unless_another_is_typed(tiny, run):
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
    game = (tiny.root / "content/tiny/game.yaml").read_text(encoding="utf-8")
    (kinds,) = re.findall(r"(?m)^boxes:\n((?: .*\n|\n)+)", game)
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
        PrintOptions(cutter=Cutter.CRICUT),
        PrintOptions(cutter=Cutter.BROTHER),
        PrintOptions(boards="A3"),
        PrintOptions(shop=True),
    )
] + [
    BuildOptions("A4", Duplex.LONG_EDGE, Path("output"), choice=choice)
    for choice in (PrintChoice(players=2), PrintChoice(players=3), PrintChoice(boxes=True))
]


def test_stamp_keys_of_all_ways_of_building_differ():
    keys = [way.key() for way in (PLAIN, *WAYS)]
    assert len(set(keys)) == len(keys)
    assert PLAIN.key() == "A4 long-edge default"


def test_folder_of_each_way_of_building_is_named_after_it():
    assert PLAIN.folder("it") == "it-A4"
    players = BuildOptions(
        "A4", Duplex.NONE, Path(), theme=Theme.GREY, choice=PrintChoice(players=2)
    )
    assert players.folder("it") == "it-A4-grey-2-players"
    shop = BuildOptions("A4", Duplex.NONE, Path(), printing=PrintOptions(shop=True))
    assert shop.folder("it") == "it/shop"
    some = BuildOptions("A4", Duplex.NONE, Path(), choice=PrintChoice(only=("card",)))
    assert some.folder("it") == "it-A4/part"


@pytest.mark.parametrize(
    ("choice", "label", "partial"),
    [
        (PrintChoice(), "", False),
        (PrintChoice(players=2, boxes=True), "", False),
        (PrintChoice(only=("a", "b")), "only-a-b", True),
        (PrintChoice(pages="2-4,7"), "pages-2-4.7", True),
        (PrintChoice(copies_from=Path("lists/My list!.yaml")), "from-My-list", True),
        (PrintChoice(only=("a",), pages="1"), "only-a-pages-1", True),
    ],
)
def test_choice_of_a_part_is_labelled_with_what_was_chosen(choice, label, partial):
    assert (choice.label, choice.partial) == (label, partial)


def test_stamps_of_the_box_after_a_part_are_as_before(tiny):
    before = (tiny.output / "tiny" / STAMPS).read_bytes()
    assert tiny.run("build", "--only", "coin") == 0
    assert (tiny.output / "tiny" / STAMPS).read_bytes() == before


def test_build_that_fails_leaves_nothing(tiny, run):
    (part(tiny) / "tiny-only-coin.pdf" / "inside").mkdir(parents=True)
    assert [one.code for one in run(tiny, "build", "--only", "coin").problems] == ["E401"]
    assert [path.name for path in part(tiny).iterdir()] == ["tiny-only-coin.pdf"]


def test_box_without_a_cover_is_otherwise_the_same(tiny, run):
    folder = tiny.output / "tiny" / "en-A4"
    before = {path.name: path.read_bytes() for path in folder.glob("*.pdf")}
    assert run(tiny, "build", "--no-cover").code == 0
    after = {path.name: path.read_bytes() for path in folder.glob("*.pdf")}
    assert before.pop("tiny-cover.pdf")
    assert after == before


@pytest.mark.parametrize("others", [("--force",), ("--kit", "mine")])
def test_cover_that_must_be_there_cannot_be_left_out(others, tiny, capsys):
    (tiny.root / "kits").mkdir(exist_ok=True)
    with pytest.raises(SystemExit) as stopped:
        tiny.run("build", "--no-cover", *others)
    assert stopped.value.code == 2
    assert "--no-cover" in capsys.readouterr().err


def test_name_too_long_for_the_cover_is_cut_there(tiny, run):
    (tiny.root / "content/tiny/claims.yaml").unlink()
    tiny.edit("content/tiny/coins.yaml", "en: Five", f"en: {'A very long name of a coin ' * 80}")
    assert run(tiny, "build").code == 0
    with pdfplumber.open(tiny.built / "tiny-cover.pdf") as document:
        text = " ".join(page.extract_text() for page in document.pages)
    assert "A very long name" in text
    assert "…" in text


def test_cover_larger_than_its_paper_has_a_hint_that_can_be_followed(tiny, run):
    content = tiny.root / "content"
    for name in ("board", "cards", "tiles", "claims"):
        (content / "tiny" / f"{name}.yaml").unlink()
    game = content / "tiny" / "game.yaml"
    without_boxes = game.read_text(encoding="utf-8").partition("\nboxes:")[0]
    game.write_text(without_boxes.replace("sheet: bits", "sheet: coins", 1), encoding="utf-8")
    margin = "{top: 130.7mm, right: 5mm, bottom: 130.7mm, left: 5mm}"
    tiny.edit("content/papers.yaml", "297mm, margin: 5mm", f"297mm, margin: {margin}")
    (problem,) = run(tiny, "build").problems
    assert "the head of the cover is" in problem.message
    assert "share sheets: `sheet: …` in game.yaml; --no-cover builds without one" in problem.hint
    tiny.edit("content/tiny/game.yaml", "sheet: coins", "sheet: bits")
    assert run(tiny, "build").code == 0


def test_note_longer_than_a_page_has_a_hint_that_can_be_followed(tiny, run):
    (tiny.root / "content/tiny/claims.yaml").unlink()
    why = "since the island has no other harbour, and nobody wants to swim to it every day, " * 70
    tiny.edit("content/tiny/cards.yaml", "every island needs one", why)
    (problem,) = run(tiny, "build").problems
    assert "a note of the cover is" in problem.message
    assert "say less under `designed` or `struck_out`; --no-cover builds" in problem.hint
