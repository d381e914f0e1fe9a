"""The layout of booklets: what belongs together is not parted, and pages are filled."""

import io
import re
import shutil
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import pytest
from pypdf import PdfReader

from fustella.build import RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.paper import Fold
from fustella.core.values.problems import ProblemsFound
from tests.helpers.operators import texts_alone
from tests.rules.test_resolve import BOOKLET, job_of

LONG = "Each ferry carries one card at a time, and pays for it where it is loaded. "
"""Words that take more than a line."""

LEVEL = re.compile(r"Level \d")

FOOT_MM = 17.0
"""The margin at the foot of a page of A5."""


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    root = tmp_path / "ferry"
    shutil.copytree(BOOKLET, root)
    for chapter in (root / "rules").glob("*.md"):
        chapter.unlink()
    return root


def booklet(root: Path, text: str, fold: Fold = Fold.NONE, paper_format: str = "") -> BookletMaker:
    """The booklet of one chapter in English."""
    (root / "rules" / "10-start.en.md").write_text(text, encoding="utf-8")
    job = job_of(root)
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions(format=paper_format, fold=fold))
    try:
        _ = maker.pdf
    finally:
        maker.close()
    return maker


def lines_on(maker: BookletMaker) -> list[list[tuple[float, str]]]:
    """The lines of each page from its head on: how far down each stands, and what it says."""
    return _lines_on(maker.pdf)


@lru_cache(maxsize=2)
def _lines_on(pdf: bytes) -> list[list[tuple[float, str]]]:
    found = []
    for page in PdfReader(io.BytesIO(texts_alone(pdf))).pages:
        parts: list[tuple[float, float, str]] = []
        high = float(page.mediabox.height)

        def note(text, user, matrix, font, size, high=high, parts=parts) -> None:
            if text.strip():
                at = matrix[5] * user[3] + user[5]
                parts.append((round((high - at) * MM_PER_PT, 1), matrix[4], text))

        page.extract_text(visitor_text=note)
        parts.sort()
        found.append(
            [
                (y_mm, "".join(text for _, _, text in line))
                for y_mm, line in groupby(parts, key=lambda part: part[0])
            ]
        )
    return found


def pages_with(maker: BookletMaker, words: str) -> list[int]:
    pages = lines_on(maker)
    return [at for at, lines in enumerate(pages, 1) if words in " ".join(text for _, text in lines)]


def filled(lines: int) -> str:
    """A chapter's beginning that takes so many lines, and more."""
    return "# Start\n\n" + "Who has most begins.\\\n" * lines + "So it is.\n\n"


@pytest.mark.parametrize("lines", [14, 18, 22])
def test_words_behind_a_figure_fill_the_page_before_it(lines, ferry):
    text = f'{filled(lines)}![](piece:salt?size=88mm "As salt shows.")\n\n'
    maker = booklet(ferry, text + f"{LONG * 3}\n\n" * 12)
    assert maker._laid(maker._typeset).left_white == ()
    (page,) = pages_with(maker, "As salt shows")
    before = lines_on(maker)[page - 2]
    last_mm = max(y_mm for y_mm, text in before if text.strip() != str(page - 1))
    assert last_mm > 210 - FOOT_MM - 18  # three lines


def test_figure_that_fits_stays_below_its_words(ferry):
    text = f'{filled(4)}![](piece:salt?size=80mm "As salt shows.")\n\n'
    maker = booklet(ferry, text + f"{LONG * 3}\n\n" * 12)
    (lines,) = (
        lines for lines in lines_on(maker) if any("As salt shows" in text for _, text in lines)
    )
    heights = {text: y_mm for y_mm, text in lines}
    caption = next(y_mm for text, y_mm in heights.items() if "As salt shows" in text)
    assert heights["So it is."] < caption


@pytest.mark.parametrize("lines", range(12, 33, 4))
def test_figure_and_its_legend_stand_on_one_page(lines, ferry):
    text = f'{filled(lines)}![](piece:lake?size=110mm&callouts=title "The lake.")\n\n'
    maker = booklet(ferry, f"{text}1. The name of it.\n\n{LONG * 9}")
    assert pages_with(maker, "The lake.") == pages_with(maker, "The name of it.")


@pytest.mark.parametrize("lines", range(24, 36, 2))
def test_title_of_a_box_stands_above_what_is_in_it(lines, ferry):
    inside = f'{LONG * 4}\n\n![](piece:salt?size=50mm "As salt shows.")\n\n' + f"{LONG * 4}\n\n" * 4
    maker = booklet(ferry, f"{filled(lines)}::: example A fine trade\n{inside}:::\n")
    (title,) = pages_with(maker, "A fine trade")
    assert title in pages_with(maker, "As salt shows")


@pytest.mark.parametrize("lines", range(24, 36, 2))
def test_words_before_a_list_stand_above_it(lines, ferry):
    maker = booklet(ferry, f"{filled(lines)}The winner does this\n\n- First of all.\n- Then.\n")
    assert pages_with(maker, "The winner does") == pages_with(maker, "First of all")


@pytest.mark.parametrize("lines", range(18, 34, 2))
def test_table_that_is_parted_begins_with_some_rows(lines, ferry):
    rows = "".join(f"| Row {row} | {LONG} |\n" for row in range(30))
    maker = booklet(ferry, f"{filled(lines)}| a | Head |\n|---|---|\n{rows}")
    first = pages_with(maker, "Head")[0]
    assert first in pages_with(maker, "Row 1")


def test_turn_with_a_title_is_called_by_it(ferry):
    steps = "1. Move.\n2. Pay.\n"
    titled = booklet(ferry, f"# A\n\n::: turn Your own turn\n{steps}:::\n")
    assert pages_with(titled, "Your own turn")
    assert not pages_with(titled, "A TURN")
    assert pages_with(booklet(ferry, f"# A\n\n::: turn\n{steps}:::\n"), "A TURN")


@pytest.mark.parametrize(("typed", "shown"), [(0, ()), (1, (1,)), (2, (1, 2)), (3, (1, 2, 3))])
def test_contents_are_as_deep_as_somebody_says(typed, shown, ferry):
    settings = ferry / "rules" / "booklet.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}\ncontents: {typed}\n", encoding="utf-8")
    chapter = "# Level 1\n\na\n\n## Level 2\n\nb\n\n### Level 3\n\nc\n"
    maker = booklet(ferry, chapter)
    lines = [text for page in lines_on(maker) for _, text in page]
    entries = [found[0] for line in lines if ". ." in line and (found := LEVEL.search(line))]
    assert entries == [f"Level {level}" for level in shown]
    assert any("Contents" in line for line in lines) is (typed > 0)


def test_contents_of_no_level_are_told(ferry):
    settings = ferry / "rules" / "booklet.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}\ncontents: 7\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        booklet(ferry, "# A\n")
    (problem,) = found.value.problems
    assert (problem.code, problem.message) == ("E104", "expected a level of headings, found 7")


def test_callout_at_what_the_face_does_not_show_is_told(ferry):
    picture = "![](piece:salt?callouts=title,level,tilte)\n\n1. a\n2. b\n3. c\n"
    with pytest.raises(ProblemsFound) as found:
        booklet(ferry, f"# A\n\n{picture}")
    assert [(one.code, one.place.line) for one in found.value.problems] == [("E711", 3)]
    game = ferry / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(
        text.replace("{front: {level: number}}", "{front: {level: number, secret: text}}")
    )
    cargo = ferry / "cargo.yaml"
    text = cargo.read_text(encoding="utf-8").replace("level:", "secret: Hidden, level:")
    cargo.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        booklet(ferry, "# A\n\nb\n\n![](piece:salt?callouts=title,secret)\n\n1. a\n2. b\n")
    (problem,) = found.value.problems
    assert (problem.code, problem.place.line) == ("E711", 5)
    assert problem.message == "nothing on the front of `salt` shows `secret`"
    assert "title" in problem.hint


@pytest.mark.parametrize("long", range(4, 8))
def test_no_line_of_a_paragraph_stands_alone_on_a_page(long, ferry):
    words = [f"word{at}x" for at in range(30)]
    text = "".join(f"{f'{word} ' * 11 * long}\n\n" for word in words)
    pages = lines_on(booklet(ferry, f"# Start\n\n{text}"))
    for word in words:
        found = [sum(word in line for _, line in page) for page in pages]
        assert sum(found) >= long - 1
        assert 1 not in found


SYLLABLES = {
    "en": ("uncharacteristically", "un char ac ter is ti cal ly"),
    "it": ("precipitevolissimevolmente", "pre ci pi te vo lis si me vol men te"),
}


@pytest.mark.parametrize("language", SYLLABLES)
def test_words_are_parted_as_their_language_does(language, ferry):
    word, parts = SYLLABLES[language]
    syllables = parts.split()
    starts = {"".join(syllables[:at]) for at in range(1, len(syllables))}
    other = "it" if language == "en" else "en"
    (ferry / "rules" / f"10-start.{other}.md").write_text("# A\n", encoding="utf-8")
    chapter = ferry / "rules" / f"10-start.{language}.md"
    text = "".join(f"{'a ' * at}{f'{word} ' * 9}\n\n" for at in range(12))
    chapter.write_text(f"# A\n\n{text}", encoding="utf-8")
    job = job_of(ferry, language)
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions(fold=Fold.NONE))
    lines = [line for page in lines_on(maker) for _, line in page]
    maker.close()
    ends = [line.rstrip("-\u00ad ").split()[-1] for line in lines if _is_parted(line)]
    assert len(ends) > 5
    assert {*ends} <= starts


def _is_parted(line: str) -> bool:
    return line.rstrip().endswith(("-", "\u00ad"))


@pytest.mark.parametrize("paragraphs", (4, 9))
def test_running_head_names_the_chapter_with_which_a_page_begins(ferry, paragraphs):
    titles = ("Loading", "Sailing", "Mooring", "Landing")
    words = "\n\n".join([LONG * 6] * paragraphs)
    maker = booklet(ferry, "".join(f"# {title}\n\n{words}\n\n" for title in titles))
    now, below = titles[0], 0
    for number, page in enumerate(PdfReader(io.BytesIO(texts_alone(maker.pdf))).pages, start=1):
        head, *lines = page.extract_text().split("\n")
        now = lines[0] if lines[0] in titles else now
        titled = [line for line in lines[1:] if line in titles]
        if number > 2 and number % 2:
            assert head == now
            below += bool(titled)
        now = titled[-1] if titled else now
    assert below, "a chapter begins in the middle of such a page"
