"""What comes out of the printer, read from the finished PDFs by readers that are not ours."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest

from fustella.draw.templates.environment import TemplateSet
from tests.conftest import TinyProject
from tests.helpers.pdf_reader import (
    CLOSE_MM,
    MM_PER_PT,
    Seen,
    fonts,
    pages_of,
    paper_mm,
    shapes,
    text,
    uses_of_forms,
    visible_words,
)

A4 = (210.0, 297.0)
CARD = (44.0, 67.0)
TILE = (40.0, 40 * 2 / 3**0.5)
PDFS = ("cover", "card", "tile", "bits", "board")
PAPER_OF_CARDS = "#fbf8f0"
OTHER_SIDE = {
    "Boat": "Tboat",
    "Hut": "Thut",
    "Dragon": "!dragon",
    "Meadow": "Village",
    "Peak": "Mine",
}
CARDS = {"Boat": 12, "Hut": 2, "Dragon": 4}
CARTE = {"Barca": 12, "Capanna": 2, "Drago": 4}


DOT = '{% extends "_shared/face.svg.j2" %}{% block face %}<path d="{{ outline }}"/>{% endblock %}'
DOTS = """title: Other
languages: [en]
kinds:
  dot: {name: Dots, shape: circle, diameter: 12mm, front: dot.svg.j2}
"""
DOT_LIST = "kind: dot\npieces:\n  - {id: dot, name: Dot, copies: 3}\n"


def pdf(project: TinyProject, name: str) -> Path:
    return project.built / f"tiny-{name}.pdf"


def fronts(found: list[Seen]) -> list[Seen]:
    """Fronts and backs take turns, a page each."""
    return [seen for seen in found if seen.page % 2 == 0]


def counted(found: list[Seen], names: Iterable[str]) -> Counter[str]:
    """How many show each name, which stands first on a front."""
    return Counter(name for seen in found for name in names if seen.letters.startswith(name))


def backs(found: list[Seen]) -> list[Seen]:
    return [seen for seen in found if seen.page % 2 == 1]


def test_cards_as_built_are_there_in_every_copy(good):
    found = fronts(shapes(pdf(good, "card"), *CARD))
    assert len(found) == 18
    assert counted(found, CARDS) == CARDS


def test_tiles_as_built_are_there_in_every_copy(good):
    found = shapes(pdf(good, "tile"), *TILE)
    assert Counter(seen.letters for seen in fronts(found)) == {"Meadow": 5, "Peak": 3}
    assert Counter(seen.letters for seen in backs(found)) == {"Village": 5, "Mine": 3}


def test_coins_and_counters_of_one_sheet_share_it(good):
    coins = shapes(pdf(good, "bits"), 20, 20)
    assert [seen.letters for seen in coins] == ["5"] * 6
    counters = shapes(pdf(good, "bits"), 15, 15)
    assert Counter(seen.colour for seen in counters) == {"#b0503c": 4, "#2f7f9b": 4}
    assert {seen.page for seen in coins + counters} == {0}


def test_board_in_parts_is_whole(good):
    fields = [f"{row}{column}" for row in "ABCD" for column in "123456"]
    joints = ["A1|A2"] * 2  # on the glue flap, for whoever puts the parts together
    assert Counter(visible_words(pdf(good, "board"), least_mm=5)) == Counter(fields + joints)
    assert len(pages_of(pdf(good, "board"))) == 2


def test_piece_that_is_struck_out_is_listed_and_not_printed(good):
    assert "Ghost" in text(pdf(good, "cover"))
    assert "the rules strike line 19 out" in text(pdf(good, "cover"))
    assert "Ghost" not in text(pdf(good, "card"))


def test_face_of_several_copies_is_stored_once(good):
    forms = uses_of_forms(pdf(good, "card"))
    uses = Counter(count for form, count in forms.items() if "face" in form or "ruler" in form)
    # Three fronts and their backs, and the ruler on each of four pages.
    assert uses == Counter([12, 12, 4, 4, 2, 2, 4])


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(
    ("name", "size", "paper"),
    [("card", CARD, "A4"), ("card", CARD, "Letter"), ("tile", TILE, "A4")],
)
def test_backs_turned_over_lie_behind_their_own_fronts(duplex, name, size, paper, tiny):
    assert tiny.run("build", "--duplex", duplex, "--paper", paper) == 0
    path = tiny.output / "tiny" / f"en-{paper}" / f"tiny-{name}.pdf"
    found = shapes(path, *size)
    (sheet,) = paper_mm(path)
    behind = backs(found)
    assert len(behind) == len(fronts(found))
    for front in fronts(found):
        x, y = front.turned(sheet, duplex == "long-edge")
        (back,) = (
            back
            for back in behind
            if back.page == front.page + 1
            and abs(back.x - x) < CLOSE_MM
            and abs(back.y - y) < CLOSE_MM
        )
        name = next(name for name in OTHER_SIDE if front.letters.startswith(name))
        assert back.letters == OTHER_SIDE[name]
        # In the hand a piece is turned about its upright axis, whatever the sheet did.
        assert (front.turn, back.turn) == (0, 0 if duplex == "long-edge" else 180)


def test_sheets_without_duplex_have_only_fronts(tiny):
    assert tiny.run("build", "--duplex", "none") == 0
    found = shapes(pdf(tiny, "card"), *CARD)
    assert len(found) == 18
    assert {seen.colour for seen in found} == {PAPER_OF_CARDS}
    assert "Village" not in text(pdf(tiny, "tile"))


@pytest.mark.parametrize("name", PDFS)
def test_pages_in_a_viewer_are_the_paper_and_not_scaled(name, good):
    assert paper_mm(pdf(good, name)) == {A4}
    wishes = pypdf.PdfReader(pdf(good, name)).trailer["/Root"]["/ViewerPreferences"]
    assert wishes["/PrintScaling"] == "/None"


@pytest.mark.parametrize("name", PDFS)
def test_ruler_on_each_pdf_measures_a_hundred_millimetres(name, good):
    for page in pages_of(pdf(good, name))[name == "cover" :]:  # whose first page is drawn
        words = page.extract_words()
        label = next(a for a, b in pairwise(words) if (a["text"], b["text"]) == ("100", "mm"))
        near = [line for line in page.lines if abs(line["top"] - label["top"]) < 20]
        ticks = sorted(line["x0"] for line in near if abs(line["x1"] - line["x0"]) < 0.01)
        assert len(ticks) >= 101
        assert abs((ticks[100] - ticks[0]) * MM_PER_PT - 100) < CLOSE_MM


@pytest.mark.parametrize("name", PDFS)
def test_fonts_in_each_pdf_are_all_embedded(name, good):
    found = fonts(pdf(good, name))
    assert found
    assert all(found.values()), found


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cover", "Tiny Island"),
        ("cover", "every island needs one"),
        ("card", "Fish: take 2"),
        ("card", "Sleep here."),
        ("card", "weighs 2.25"),
        ("tile", "Meadow"),
        ("bits", "sheet 1 of 1"),
        ("board", "D6"),
    ],
)
def test_text_in_each_pdf_can_be_found(name, words, good):
    assert words in text(pdf(good, name))


def test_build_repeated_gives_equal_bytes(good, tmp_path):
    elsewhere = TinyProject.made_at(tmp_path / "elsewhere" / "project")
    assert elsewhere.run("build") == 0
    pdfs = {name: digest for name, digest in good.hashes().items() if name.endswith(".pdf")}
    again = {name: digest for name, digest in elsewhere.hashes().items() if name.endswith(".pdf")}
    assert pdfs == again
    assert len(pdfs) == len(PDFS)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("coins", "value: 5", "value: 7"),
        ("cards", "en: Hut,", "en: Hut of fishermen,"),  # all titles are of one size
    ],
)
def test_build_after_an_edit_gives_the_bytes_of_a_whole_build(tiny, tmp_path, file, old, new):
    """What the caches know can never show."""
    tiny.edit_freely(f"content/tiny/{file}.yaml", old, new)
    assert tiny.run("build") == 0
    assert tiny.run("build", "--output", str(tmp_path / "cold")) == 0
    cold = {path.name: path.read_bytes() for path in (tmp_path / "cold").glob("tiny/*/*.pdf")}
    assert cold == {path.name: path.read_bytes() for path in tiny.built.glob("*.pdf")}


def test_build_whose_ledger_cannot_be_written_prints_nothing(tiny, run):
    """The codes of a sheet are known before the sheet is there, or neither is."""
    before = tiny.hashes()
    (tiny.output / "tiny" / "codes.json").unlink()
    (tiny.output / "tiny" / "codes.json").mkdir()
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 7")
    ran = run(tiny, "build")
    assert ran.code == 1
    assert [problem.code for problem in ran.problems] == ["E401"]
    assert "nothing was replaced" in ran.err
    after = tiny.hashes()
    assert after == {name: one for name, one in before.items() if name != "tiny/codes.json"}


@pytest.fixture
def drawn(monkeypatch):
    """The templates that are drawn, one after the other."""
    names = []
    render = TemplateSet.render

    def counted(self, name, values, place):
        names.append(name)
        return render(self, name, values, place)

    monkeypatch.setattr(TemplateSet, "render", counted)
    return names


def test_faces_drawn_for_one_kind_are_known_to_the_next_build(tiny, drawn):
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 7")
    assert tiny.run("build", "--only", "coin") == 0
    assert drawn == ["coin.svg.j2"]
    assert tiny.run("build") == 0
    assert drawn == ["coin.svg.j2"]


def test_faces_after_a_build_for_another_printer_are_not_forgotten(tiny, drawn):
    assert tiny.run("build", "--duplex", "none") == 0
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 7")
    drawn.clear()
    assert tiny.run("build") == 0
    assert drawn == ["coin.svg.j2"]


def test_faces_after_an_edit_of_their_template_alone_are_drawn_again(tiny, drawn):
    tiny.edit("templates/tiny/coin.svg.j2", 'stroke-width="0.5"', 'stroke-width="0.6"')
    assert tiny.run("build") == 0
    assert set(drawn) == {"coin.svg.j2"}


def test_faces_after_an_edit_of_what_all_share_are_all_drawn_again(tiny, drawn):
    tiny.own("face.svg.j2")
    tiny.edit("templates/_shared/face.svg.j2", "<svg", "<svg ")
    assert tiny.run("build") == 0
    assert len(set(drawn)) > 5


def test_build_unchanged_writes_nothing(tiny, run):
    def times() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in tiny.built.iterdir()}

    before = times()
    ran = run(tiny, "build")
    assert ran.code == 0
    folder = next(line for line in ran.out.splitlines() if line.startswith(f"{tiny.built}/"))
    assert folder.endswith(" unchanged")
    assert times() == before


def test_pdf_that_is_damaged_is_made_again(tiny):
    whole = tiny.hashes()
    pdf(tiny, "tile").write_bytes(b"%PDF-")
    assert tiny.run("build") == 0
    assert tiny.hashes() == whole


def test_card_that_changed_changes_its_own_pdf_and_the_cover(tiny):
    before = tiny.hashes()
    tiny.edit("content/tiny/cards.yaml", "en: Hut", "en: House")
    assert tiny.run("build") == 0
    after = tiny.hashes()
    changed = {name for name in after if name.endswith(".pdf") and after[name] != before.get(name)}
    assert changed == {"tiny/en-A4/tiny-card.pdf", "tiny/en-A4/tiny-cover.pdf"}
    assert "House" in text(pdf(tiny, "card"))


@pytest.mark.parametrize(
    "file",
    ["content/sizes.yaml", "templates/_shared/icons/herb.svg", "templates/tiny/_parts.svg.j2"],
)
def test_build_after_a_change_anywhere_notices_it(file, tiny, run):
    path = tiny.root / file
    comment = {".yaml": "# a remark\n", ".svg": "<!-- a remark -->\n", ".j2": "{# a remark #}\n"}
    path.write_text(path.read_text(encoding="utf-8") + comment[path.suffix], encoding="utf-8")
    assert "unchanged" not in run(tiny, "build").out


def test_build_of_one_kind_prints_only_that(tiny):
    before = tiny.hashes()
    assert tiny.run("build", "--only", "counter") == 0
    new = {name: digest for name, digest in tiny.hashes().items() if name not in before}
    (name,) = (name for name in new if name.endswith(".pdf"))
    assert name == "tiny/en-A4/part/tiny-only-counter.pdf"
    assert {name: tiny.hashes()[name] for name in before} == before
    path = tiny.output / name
    assert len(shapes(path, 15, 15)) == 8
    assert shapes(path, 20, 20) == []


def test_build_of_one_kind_of_all_games_is_of_the_games_that_have_it(tiny, run):
    for folder in ("content", "templates"):
        (tiny.root / folder / "other").mkdir()
    (tiny.root / "templates/other/dot.svg.j2").write_text(DOT, encoding="utf-8")
    (tiny.root / "content/other/game.yaml").write_text(DOTS, encoding="utf-8")
    (tiny.root / "content/other/dots.yaml").write_text(DOT_LIST, encoding="utf-8")
    ran = run(tiny, "build", "--only", "dot")
    assert (ran.code, ran.err) == (0, "")
    assert (tiny.output / "other/en-A4/part/other-only-dot.pdf").is_file()
    assert [said.code for said in run(tiny, "build", "--only", "dots").problems] == ["E004", "E004"]
    assert run(tiny, "build", "tiny", "--only", "dot").code == 1


def test_build_in_another_language_is_in_its_words(tiny):
    before = tiny.hashes()
    assert tiny.run("build", "--language", "it") == 0
    folder = tiny.output / "tiny" / "it-A4"
    found = fronts(shapes(folder / "tiny-card.pdf", *CARD))
    assert counted(found, CARTE) == CARTE
    assert "Isola minuscola" in text(folder / "tiny-cover.pdf")
    after = tiny.hashes()
    assert all(after[name] == before[name] for name in before if name.endswith(".pdf"))


def test_build_on_letter_paper_has_its_size(tiny):
    assert tiny.run("build", "--paper", "Letter") == 0
    for path in (tiny.output / "tiny" / "en-Letter").glob("*.pdf"):
        assert paper_mm(path) == {(215.9, 279.4)}
    assert len(fronts(shapes(tiny.output / "tiny/en-Letter/tiny-card.pdf", *CARD))) == 18


def test_sheets_of_a_removed_kind_go_away_and_other_files_stay(tiny):
    (tiny.built / "mine.pdf").write_bytes(b"mine")
    (tiny.root / "content/tiny/board.yaml").unlink()
    assert tiny.run("build", "--only", "card") == 0
    assert pdf(tiny, "board").is_file()
    assert tiny.run("build") == 0
    assert not pdf(tiny, "board").exists()
    assert pdf(tiny, "tile").is_file()
    assert (tiny.built / "mine.pdf").read_bytes() == b"mine"


def test_output_after_a_build_has_nothing_lying_about(good):
    names = {path.name for path in good.built.iterdir()}
    assert {name for name in names if name.endswith(".pdf")} == {f"tiny-{n}.pdf" for n in PDFS}
    assert len(names) <= len(PDFS) + 1


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@pytest.mark.parametrize("name", PDFS)
def test_pdfs_checked_by_qpdf_have_nothing_wrong(name, good):
    command = ["qpdf", "--check", str(pdf(good, name))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
