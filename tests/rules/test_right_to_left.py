"""Booklets in Hebrew and Arabic: they run from right to left, and open at the right."""

import io
import re
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from fustella.build import BuildOptions, RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound
from tests.helpers.system_fonts import font_for
from tests.rules.test_resolve import BOOKLET
from tests.rules.test_typeset import read_aloud

WORDS = {
    "hebrew": ("he", "כל מעבורת נושאת קלף אחד בכל פעם", "חוקי המשחק", "הכנה"),
    "arabic": ("ar", "تحمل كل عبارة بطاقة واحدة في كل مرة", "قواعد اللعبة", "الإعداد"),
}


def booklet(root: Path, alphabet: str, *, own_font: bool = True) -> BookletMaker:
    """A booklet of one chapter in a language that is written from right to left."""
    language, long, head, short = WORDS[alphabet]
    shutil.copytree(BOOKLET, root)
    for chapter in (root / "rules").glob("*.md"):
        chapter.unlink()
    for file in root.rglob("*.yaml"):
        text = re.sub(r"\bit: ", f"{language}: ", file.read_text(encoding="utf-8"))
        file.write_text(text.replace("[en, it]", f"[en, {language}]"), encoding="utf-8")
    if own_font:
        font = font_for(alphabet)
        (root / "fonts").mkdir()
        shutil.copy(font, root / "fonts" / font.name)
        game = root / "game.yaml"
        text = game.read_text(encoding="utf-8")
        game.write_text(f"{text}\nfonts:\n  own: fonts/{font.name}\n", encoding="utf-8")
        settings = root / "rules" / "booklet.yaml"
        text = settings.read_text(encoding="utf-8")
        text = re.sub(r"(?m)^fonts:.*$", "fonts: {text: own, title: own}", text)
        settings.write_text(text, encoding="utf-8")
    (root / "rules" / f"10-start.{language}.md").write_text(
        f"# {head}\n\n{long}.\n\n1. {short}\n2. {long}\n\n"
        f"| {head} | 7 | 12 |\n|---|--:|--:|\n| {short} | 3 | 45 |\n\n"
        f"::: example {short}\n{long}.\n:::\n",
        encoding="utf-8",
    )
    project = find_project(root)
    options = BuildOptions("A4", Duplex.LONG_EDGE, root / "output", language)
    job = Job(project, project.games()[0], options)
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions())
    try:
        _ = maker.pdf
    finally:
        maker.close()
    return maker


def places_on(maker: BookletMaker, number: int) -> dict[str, float]:
    """How far to the right the parts of a page begin, in mm, by their letters."""
    found: dict[str, float] = {}

    def note(text, user, matrix, font, size) -> None:
        found.setdefault(text.strip(), (matrix[4] * user[0] + user[4]) * MM_PER_PT)

    PdfReader(io.BytesIO(maker.pdf)).pages[number - 1].extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize("alphabet", WORDS)
def test_booklet_runs_from_right_to_left(alphabet, tmp_path):
    maker = booklet(tmp_path / "ferry", alphabet)
    at = places_on(maker, 2)
    assert at["12"] < at["7"]  # the third column stands to the left of the second
    assert max(x for text, x in at.items() if "1" in text and len(text) < 4) > 110
    assert at["2"] > 110  # an even page has its number at the outer edge, which is the right one
    root = PdfReader(io.BytesIO(maker.pdf)).trailer["/Root"]
    assert root["/Lang"] == WORDS[alphabet][0]
    assert root["/ViewerPreferences"]["/Direction"] == "/R2L"


def test_booklet_from_right_to_left_is_read_aloud_in_order(tmp_path):
    _, long, head, short = WORDS["hebrew"]
    heard = spaceless(read_aloud(booklet(tmp_path / "ferry", "hebrew")))
    at = 0
    for part in (head, long, short, long, head, "7", "12", short, "3", "45", short, long):
        # Letters are shown from left to right in a PDF, in whatever direction they are read.
        shown = part if part.isdigit() else spaceless(part)[::-1]
        found = heard.find(shown, at)
        assert found >= at, part
        at = found + len(shown)


def spaceless(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("alphabet", WORDS)
def test_booklet_from_right_to_left_opens_at_the_right(alphabet, tmp_path):
    maker = booklet(tmp_path / "ferry", alphabet)
    front, back = maker.sheets[0].pages
    looks = {}
    for page, name in ((front, "front"), (back, "back")):
        turned = page.placements[0].turn_deg
        assert turned in (90, 270)
        # The left of a spread is at the foot of the sheet where its pages are turned to the left.
        ordered = sorted(page.placements, key=lambda one: one.box.y_mm, reverse=turned == 270)
        looks[name] = [one.face.look for one in ordered]
    assert looks == {"front": [1, 4], "back": [3, 2]}


@pytest.mark.parametrize("alphabet", WORDS)
def test_letters_that_no_font_has_are_told(alphabet, tmp_path):
    with pytest.raises(ProblemsFound) as found:
        booklet(tmp_path / "ferry", alphabet, own_font=False)
    told = [one for one in found.value.problems if one.place.file.startswith("rules/")]
    assert {one.code for one in told} == {"E202"}
