"""An original, a game without a rule document, is told nothing of documents, lines and sources.

What is read here is what comes out: PDFs, the page of the preview, and what commands print. The
tiny game, which has a document, still has every such word.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fustella.core.words.printed import ToolWords
from fustella.preview.app import make_app
from fustella.preview.events import Bus
from fustella.preview.service import font_files
from tests.conftest import TESTS, Snapshot, TinyProject
from tests.helpers.pdf_reader import text
from tests.helpers.sharing import ROOT
from tests.preview.conftest import HERE, service_of

ENGLISH = ("document", "documents", "line", "lines", "source", "sources", "our", "us", "designed")
WORDS = {
    "en": ENGLISH,
    "it": ("documento", "riga", "righe", "fonte", "nostro", "noi", "ideato", "cancellato"),
    "es": ("documento", "línea", "líneas", "fuente", "nuestro", "nosotros", "diseñado", "tachado"),
}
"""What no original is told, in any of the tool's languages; small letters, whole words."""

REMARKS = {
    "en": "bright on purpose",
    "it": "luminosa di proposito",
    "es": "brillante a propósito",
}
CLAIMS = "content/lanterns/claims.yaml"


def told(printed: str, language: str = "en") -> set[str]:
    """The words of documents in a text, where `line 12` is one of a file in the project."""
    printed = re.sub(r"\bline \d+", "", printed)
    return {*re.findall(r"[^\W\d_]+", printed.lower())} & {*WORDS[language]}


@pytest.fixture(scope="module")
def built_original(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The original after a build in each of its languages, its box too."""
    root = tmp_path_factory.mktemp("original") / "project"
    shutil.copytree(TESTS / "games" / "original", root)
    project = TinyProject(root)
    for language in WORDS:
        assert project.run("build", "--boxes", "--language", language) == 0
    return Snapshot(root)


@pytest.fixture
def original(built_original: Snapshot, tmp_path: Path) -> TinyProject:
    built_original.write(tmp_path / "project")
    return TinyProject(tmp_path / "project")


@pytest.mark.parametrize("language", WORDS)
def test_cover_of_an_original_has_its_remark_and_no_word_of_documents(language, original):
    folder = original.output / "lanterns" / f"{language}-A4"
    cover = " ".join(text(folder / "lanterns-cover.pdf").split())
    assert REMARKS[language] in cover
    heads = ToolWords().on_sheets(language, original=True)
    assert heads["reasons"] in cover
    assert heads["struck_out"] in cover
    assert told(cover, language) == set()
    for path in folder.glob("*.pdf"):
        assert told(text(path), language) == set(), path


def test_cover_of_a_game_with_a_document_has_lines_and_what_is_designed(good):
    cover = text(good.built / "tiny-cover.pdf")
    assert told(cover) >= {"document", "lines", "designed"}
    assert "Designed by us, and why" in " ".join(cover.split())


@pytest.mark.parametrize("language", WORDS)
def test_words_of_an_original_name_no_document(language):
    documented, own = (
        ToolWords().on_sheets(language),
        ToolWords().on_sheets(language, original=True),
    )
    of_cuts = {"line", "lines", "línea", "líneas"}  # along which paper is cut and folded
    assert told(" ".join(own.values()), language) <= of_cuts
    assert told(" ".join(documented.values()), language) > of_cuts & {*WORDS[language]}
    assert {*documented} - {*own} == {"document_lines", "lines", "designed"}


def test_cover_of_an_original_that_differs_says_so_without_a_document(original):
    original.edit(CLAIMS, "{4} cards", "{5} cards")
    assert original.run("build", "--language", "es") == 1
    assert original.run("build", "--force", "--language", "es") == 0
    cover = text(original.output / "lanterns" / "es-A4" / "lanterns-cover.pdf")
    assert "difiere de lo que declara" in " ".join(cover.split())
    assert told(cover, "es") == set()


def test_check_of_an_original_compares_its_own_claims(original, run):
    ran = run(original, "check")
    assert (ran.code, ran.err) == (0, "")
    assert "Lanterns: 3 hold · 1 open" in ran.out
    assert told(ran.out) == set()
    assert run(original, "check", "--strict").code == 1


def test_check_of_an_original_that_differs_names_the_box_and_the_claim(original, run):
    original.edit(CLAIMS, "{4} cards", "{6} cards")
    original.edit("content/lanterns/tokens.yaml", "copies: 6", "copies: 7")
    ran = run(original, "check")
    assert ran.code == 1
    found = {one.message: one.hint for one in ran.problems}
    assert {one.code for one in ran.problems} == {"E501"}
    assert "deck: claims.yaml says 6; here 4" in found
    assert found["deck: claims.yaml says 6; here 4"].endswith("correct the claim, claims.yaml:3")
    assert told(ran.out + ran.err) == set()
    annotated = run(original, "check", "--format", "github").out
    assert "::error file=content/lanterns/cards.yaml,line=2::deck: claims.yaml says 6" in annotated
    assert told(annotated.replace(",line=", ",")) == set()


def test_check_fix_of_an_original_writes_its_claim_into_the_box(original, run):
    original.edit("content/lanterns/tokens.yaml", "copies: 6", "copies: 7")
    ran = run(original, "check", "--fix", "--yes")
    assert ran.code == 0
    assert "copies: 6" in (original.root / "content/lanterns/tokens.yaml").read_text("utf-8")
    assert told(ran.out + ran.err) == set()


def test_check_of_an_original_without_claims_looks_its_texts_through(original, run):
    (original.root / CLAIMS).unlink()
    ran = run(original, "check", "--strict")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Lanterns · 10 pieces of 3 designs\n")
    assert "nothing amiss" in ran.out
    assert "claims.yaml" in ran.out
    assert ran.out.rstrip().endswith("Lanterns: nothing to mend")
    assert told(ran.out) == set()
    assert json.loads(run(original, "check", "--format", "json").out) == {"lanterns": []}


def test_check_of_an_original_without_claims_shows_other_numbers_in_a_language(original, run):
    (original.root / CLAIMS).unlink()
    original.edit("content/lanterns/cards.yaml", "en: Lamp,", "en: Two Lamps,")
    ran = run(original, "check")
    assert (ran.code, ran.err) == (0, "")
    assert "open: lint-numbers" in ran.out
    assert "mend it in content/lanterns/cards.yaml:6" in ran.out
    assert told(ran.out) == set()
    assert run(original, "check", "--strict").code == 1
    assert original.run("build") == 0, "nobody has said that this rule holds for the box"


@pytest.mark.parametrize("asked", [["--document", "rules.txt"], ["--accept"]])
def test_check_of_an_original_asked_for_a_document_says_how_to_name_one(
    asked, original, run, monkeypatch
):
    monkeypatch.chdir(original.root)
    Path("rules.txt").write_text("4 cards\n", "utf-8")
    ran = run(original, "check", *asked)
    assert ran.code == 1
    (problem,) = ran.problems
    assert problem.code == "E509"
    assert "into game.yaml" in problem.hint


def test_reports_of_an_original_have_no_word_of_documents(original, run):
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "content", "templates"], ["commit", "-qm", "First box"]):
        subprocess.run([*git, *words], cwd=original.root, check=True)
    kept = (original.output / "lanterns" / "codes.json").read_text("utf-8")
    (version, *_) = re.findall(r"LA-\w{4}", kept)
    for words in ("kit new club lanterns", "build --kit club", "kit printed club"):
        assert run(original, *words.split()).code == 0
    original.edit("content/lanterns/cards.yaml", '"bright', '"very bright')
    original.edit("content/lanterns/cards.yaml", "cost: 3", "cost: 4")
    page = original.root / "changes.html"
    reports = {
        "list": run(original, "list"),
        "plan": run(original, "plan", "--no-ink"),
        "diff": run(original, "diff"),
        "page": run(original, "diff", "--format", "html", "--output", str(page)),
        "whatis": run(original, "whatis", version),
        "swaps": run(original, "kit", "show", "club"),
        "kit": run(original, "build", "--kit", "club"),
    }
    said = {name: ran.out + ran.err for name, ran in reports.items()}
    said["page"] += re.sub(
        r"<(style|script).*?</\1>|<[^>]*>", " ", page.read_text("utf-8"), flags=re.S
    )
    assert {name for name, words in said.items() if "Moon" not in words} == {
        *("list", "plan", "whatis")
    }
    (swaps,) = original.output.rglob("*checklist.pdf")
    said["swap list"] = text(swaps)
    assert {name: told(words) for name, words in said.items() if told(words)} == {}


def test_claims_in_the_documentation_are_those_of_the_original():
    page = (ROOT / "docs" / "claims.md").read_text("utf-8")
    (shown,) = re.findall(r"```yaml\n(claims:\n.*?)```", page, flags=re.S)
    assert shown in (TESTS / "games" / "original" / CLAIMS).read_text("utf-8")


def strings(value: object) -> list[str]:
    """Every value of JSON that is text; its keys are the same for all games."""
    if isinstance(value, dict):
        return [found for inner in value.values() for found in strings(inner)]
    if isinstance(value, list):
        return [found for inner in value for found in strings(inner)]
    return [value] if isinstance(value, str) else []


@pytest.fixture
def client(original: TinyProject) -> TestClient:
    service = service_of(original, ("lanterns",))
    return TestClient(make_app(service, Bus(), font_files(), ()), base_url=HERE)


@pytest.mark.parametrize("language", WORDS)
def test_preview_of_an_original_tells_its_remark_and_its_claims(language, client):
    game = client.get(f"/api/game/lanterns?language={language}").json()
    assert game["original"] is True
    lamp = next(piece for piece in game["pieces"] if piece["id"] == "lamp")
    assert lamp["source"] == REMARKS[language]
    (open_claim,) = game["claims"]
    assert (open_claim["claim"], open_claim["said_by"]) == ("tokens-enough", "claim")
    sheets = client.get(f"/api/sheets/lanterns?language={language}").json()
    assert sheets["sheets"]
    assert told(" ".join(strings([game, sheets])), language) == set()


def test_preview_of_a_game_with_a_document_tells_its_lines(tiny):
    client = TestClient(make_app(service_of(tiny), Bus(), font_files(), ()), base_url=HERE)
    game = client.get("/api/game/tiny").json()
    assert game["original"] is False
    assert told(" ".join(piece["source"] for piece in game["pieces"])) == {
        "document",
        "lines",
        "designed",
    }
    assert game["claims"][0]["said_by"].startswith("document, line")


def test_page_of_an_original_shows_its_problems_without_a_document(original, browser):
    from playwright import sync_api as driver

    from tests.preview.driving import free_port, opened, serving

    original.edit(CLAIMS, "{4} cards", "{5} cards")
    with (
        serving(original.root, free_port()) as address,
        opened(browser, address) as page,
    ):
        page.locator("#views").get_by_role("button", name="Problems").click()
        driver.expect(page.locator(".claim.fault").first).to_contain_text("deck")
        driver.expect(page.locator(".problems")).to_contain_text("To be decided")
        assert told(page.locator("body").inner_text()) == set()
        page.locator("#views").get_by_role("button", name="Pieces").click()
        page.locator('.tile[data-id="lamp"]').click()
        driver.expect(page.locator("#detail")).to_contain_text(REMARKS["en"])
        assert told(page.locator("#detail").inner_text()) == set()
