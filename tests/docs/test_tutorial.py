"""What the tutorial promises happens to somebody who does nothing but what it says."""

import re
from pathlib import Path

import pytest

from fustella.cli.command import main
from tests.conftest import problems_in
from tests.docs.tutorial import PAGE, Step, steps


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """All steps, done in this process."""
    start = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patched:

        def run(folder: Path, words: list[str]) -> str:
            if words[0] == "preview":  # waits for somebody; the test of the wheel starts it
                return ""
            patched.chdir(folder)
            capture = pytest.MonkeyPatch()
            lines: list[str] = []
            capture.setattr("builtins.print", lambda *said, **_: lines.append(" ".join(said)))
            try:
                assert main(words) == 0, (words, lines)
            finally:
                capture.undo()
            return "\n".join(lines)

        return list(steps(start, run))


def test_page_has_a_step_a_minute_and_a_picture_for_most():
    page = PAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d+\. ", page, re.MULTILINE)) == 10
    assert "svg" not in page.lower().replace("jpg, svg", "")
    for name in re.findall(r"\]\((pictures/\S+\.png)\)", page):
        assert (PAGE.parent / name).is_file(), name


def test_first_build_has_the_sheets_that_the_page_shows(followed):
    built = [step for step in followed if step.heading.startswith("3.")]
    shown = next(step.block.text for step in built if step.block.language == "text")
    printed = built[0].printed
    for line in shown.splitlines():
        if line.startswith("  night-market"):
            words = [word for word in line.split() if word != "…"]
            assert re.search(r"\s+".join(map(re.escape, words)), printed), (line, printed)


def test_own_cards_are_on_the_sheets(followed):
    step = [step for step in followed if step.heading.startswith("4.")][-1]
    (pdf,) = step.folder.glob("output/*/en-A4/*-card.pdf")
    assert pdf.is_file()
    assert re.search(r"night-market-card\.pdf +Cards +15 +2 ", step.printed), step.printed


def test_mistake_of_the_page_is_told_as_it_says(followed, capsys, monkeypatch):
    step = next(step for step in followed if step.heading.startswith("7."))
    (shown,) = problems_in(step.block.text)
    path = step.folder / "cards.csv"
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(step.folder)
    try:
        path.write_text(re.sub(r",3\n", ",two\n", text, count=1), encoding="utf-8")
        assert main(["build"]) == 1
        (said,) = problems_in(capsys.readouterr().err)
        assert said == shown
    finally:
        path.write_text(text, encoding="utf-8")


def test_second_print_is_what_changed_alone(followed):
    first, again = [step for step in followed if step.heading.startswith("10.")][0::2]
    assert "15 pieces" in first.printed
    assert re.search(r"lantern +Paper lantern +4 × NM-\w+ +3 × NM-\w+ ", again.printed)
    assert len(re.findall(r"× NM-", again.printed)) <= 3, "no other card is printed again"
