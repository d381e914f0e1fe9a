"""The page for playtesters: what it says, that it needs nothing else, and how it is used."""

import io
import json
import re
from html.parser import HTMLParser

import pdfplumber
import pytest

from fustella.core.words.printed import ToolWords
from fustella.export.formats.web import plain
from tests.conftest import TinyProject

TITLE = "Dragon</script><script>alert(document)</script>"


class Page(HTMLParser):
    """The elements of a page with their attributes, and all text outside of scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self._inside = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self._inside = tag
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self._inside not in ("script", "style"):
            self.text.append(data)


def page_of(project, *arguments):
    assert project.run("export", "--to", "web", *arguments) == 0
    return project.output / "tiny" / "en" / "web" / "tiny.html"


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """The page of the game as it is, shared by many tests: only to be read."""
    root = tmp_path_factory.mktemp("exported") / "project"
    built_tiny.write(root)
    return page_of(TinyProject(root), "--dpi", "72")


def test_page_has_every_piece_with_its_copies(tiny):
    text = page_of(tiny, "--dpi", "72").read_text(encoding="utf-8")
    assert tiny.run("export", "--to", "png", "--dpi", "72") == 0
    listed = json.loads((tiny.output / "tiny" / "en" / "png" / "pieces.json").read_bytes())
    found = re.findall(r'<p class="name"><b>(\d+) ×</b> (.*?)</p>', text)
    assert found == [(str(piece["copies"]), piece["name"]) for piece in listed["pieces"]]
    total = sum(piece["copies"] for piece in listed["pieces"])
    assert f"{total} pieces" in text
    assert listed["version"] in text


def test_page_needs_nothing_but_itself(exported):
    text = exported.read_text(encoding="utf-8")
    for tag, attributes in Page(text).elements:
        for name in ("src", "href", "srcset", "action"):
            assert attributes.get(name, "#").startswith(("#", "data:")), (tag, attributes)
    assert {address[:5] for address in re.findall(r'url\("([^"]*)', text)} == {"data:"}


def test_page_has_each_picture_once(exported):
    text = exported.read_text(encoding="utf-8")
    pictures = re.findall(r'url\("([^"]*)', text)
    assert len(pictures) == len(set(pictures)) > 5


def test_page_that_would_be_too_large_has_its_pictures_beside_it(tiny, monkeypatch):
    from fustella.export.formats import web

    monkeypatch.setattr(web, "_MOST_INSIDE", 1000)
    page = page_of(tiny, "--dpi", "72")
    for address in re.findall(r'url\("([^"]*)', page.read_text(encoding="utf-8")):
        assert (page.parent / address).is_file()


def test_page_twice_is_the_same_to_the_byte(tiny):
    page = page_of(tiny, "--dpi", "72")
    before = page.read_bytes()
    page.unlink()
    assert page_of(tiny, "--dpi", "72").read_bytes() == before


def test_page_of_a_strangers_words_runs_nothing(tiny):
    tiny.edit("content/tiny/game.yaml", "{en: Tiny Island,", f'{{en: "{TITLE}",')
    tiny.edit("content/tiny/game.yaml", "{en: Coins,", f'{{en: "{TITLE}",')
    parsed = Page(page_of(tiny, "--dpi", "72").read_text(encoding="utf-8"))
    assert sum(tag == "script" for tag, _ in parsed.elements) == 1
    assert "".join(parsed.text).count(TITLE) >= 3


def test_page_brings_the_rules(tiny):
    path = tiny.root / "content" / "tiny" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}table: {{rules: [tile, tiny-rules.txt, extra.pdf]}}\n")
    (path.parent / "extra.pdf").write_bytes(b"%PDF-1.4 rules")
    text = page_of(tiny, "--dpi", "72").read_text(encoding="utf-8")
    assert "<details><summary>Meadow</summary><p>Meadow" in text.replace("\n", "")
    assert "<summary>tiny-rules.txt</summary>" in text
    assert re.search(r'<a href="data:application/pdf;base64,[^"]+" download="extra.pdf">', text)


def test_page_speaks_the_language_of_the_game(tiny):
    assert tiny.run("export", "--to", "web", "--dpi", "72", "--language", "it") == 0
    page = tiny.output / "tiny" / "it" / "web" / "tiny.html"
    text = page.read_text(encoding="utf-8")
    assert '<html lang="it" dir="ltr">' in text
    assert "Cerca nei nomi" in text


def with_rules(project, name, content):
    """The project with a file as its rules, named as in game.yaml."""
    game = project.root / "content" / "tiny" / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(f"{text}table: {{rules: [{json.dumps(name)}]}}\n")
    (game.parent / name).write_bytes(content)
    return project


LARGE = b"%PDF-1.4 " + b"x" * 2_000_000


@pytest.mark.parametrize("name", ["rules #2 50%.pdf", "../shared rules.pdf"])
def test_page_finds_large_rules_beside_it_whatever_they_are_called(tiny, opened_page, name):
    page_file = page_of(with_rules(tiny, name, LARGE), "--dpi", "72")
    written = [path for path in tiny.output.rglob("*.pdf") if path.read_bytes() == LARGE]
    assert [path.parent.parent for path in written] == [page_file.parent]
    page = opened_page(page_file)
    link = page.locator("#rules a")
    assert link.inner_text() == name.rpartition("/")[2]
    assert link.evaluate("link => link.href") == written[0].as_uri()


@pytest.mark.parametrize("language", ToolWords().languages)
def test_words_tell_one_from_several(language):
    words = ToolWords()
    for name in ("page.pieces", "page.designs"):
        one, several = words.counted(name, language, 1), words.counted(name, language, 12)
        assert (one[:2], several[:3]) == ("1 ", "12 ")
        assert one[2:] != several[3:]


@pytest.fixture
def opened_page(browser):
    """A function that opens a page by its file."""
    pages = []

    def open_page(file):
        pages.append(browser.new_page())
        pages[-1].goto(file.as_uri())
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.parametrize("name", ["Łódź", "हिन्दी", "ที่นี่", "שָׁלוֹם", "İzmir", "ÉTÉ"])
def test_page_finds_what_is_typed_in_any_letters(exported, opened_page, name):
    page = opened_page(exported)
    # The tool's fonts do not have all of these letters; a project brings its own.
    piece = page.locator(".piece").nth(1)
    piece.evaluate("(piece, found) => piece.dataset.find = found", plain(name))
    page.fill("#find", name)
    assert page.inner_text("#found") == "1 found"


@pytest.fixture
def opened(exported, browser):
    """A function that opens the page; at the end nothing was told on the console."""
    opened, told = [], []

    def open_page(scripts=True):
        if scripts:
            opened.append(browser.new_page())
            page = opened[-1]
        else:  # a context of its own, for which a process is started
            opened.append(browser.browser.new_context(java_script_enabled=False))
            page = opened[-1].new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.goto(exported.as_uri())
        return page

    yield open_page
    for one in opened:
        one.close()
    assert told == []


def test_page_finds_without_accents_and_counts(opened):
    page = opened()
    page.fill("#find", "DRÁGON")
    assert page.locator(".piece:visible").count() == 1
    assert page.inner_text("#found") == "1 found"
    page.fill("#find", "nowhere")
    assert page.locator(".piece:visible").count() == 0
    assert "Nothing found" in page.inner_text("#found")
    page.fill("#find", "")
    assert page.locator(".piece:visible").count() > 5


def test_page_says_one_otherwise_than_several(tiny, opened_page):
    page_of_tiny = tiny.output / "tiny" / "it" / "web" / "tiny.html"
    assert tiny.run("export", "--to", "web", "--dpi", "72", "--language", "it") == 0
    page = opened_page(page_of_tiny)
    page.fill("#find", "drago")
    assert page.inner_text("#found") == "1 trovato"
    page.fill("#find", "a")
    assert page.inner_text("#found").endswith(" trovati")


def test_page_turns_a_piece_over_by_mouse_and_keyboard(opened):
    page = opened()
    piece = page.locator(".piece.two").first
    assert piece.locator(".front").is_visible()
    assert not piece.locator(".back").is_visible()
    piece.locator(".turn").click()
    assert piece.locator(".back").is_visible()
    assert not piece.locator(".front").is_visible()
    piece.locator(".turn").press("Enter")
    assert piece.locator(".front").is_visible()


def test_page_shows_a_piece_large_with_its_texts(opened):
    page = opened()
    page.locator(".faces").first.click()
    assert page.locator("dialog").is_visible()
    assert "Boat" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


def test_page_without_its_script_shows_both_sides(opened):
    page = opened(scripts=False)
    piece = page.locator(".piece.two").first
    assert piece.locator(".front").is_visible()
    assert piece.locator(".back").is_visible()
    assert not page.locator("#find").is_visible()


def test_page_without_its_script_has_the_texts(opened):
    page = opened(scripts=False)
    texts = page.locator(".texts").first
    assert not texts.locator("p").first.is_visible()
    texts.locator("summary").click()
    assert texts.locator("p").first.is_visible()


def test_page_shows_one_kind_alone(opened):
    page = opened()
    every = page.locator(".piece:visible").count()
    page.select_option("#only", "kind-coin")
    coins = page.locator("#kind-coin .piece").count()
    assert page.locator(".piece:visible").count() == coins < every
    page.fill("#find", "dragon")
    assert "Nothing found" in page.inner_text("#found")
    page.fill("#find", "")
    page.locator(".kinds a").first.click()
    assert page.locator(".piece:visible").count() == every


def sizes_mm(page, **paper):
    """Widths and heights in mm of all pictures in what is printed, which lie inside of its pages.

    A browser makes everything smaller when anything is wider than the paper; only this shows it.
    """
    with pdfplumber.open(io.BytesIO(page.pdf(**paper))) as pdf:
        found = []
        for sheet in pdf.pages:
            for image in sheet.images:
                assert image["x0"] >= 0
                assert image["x1"] <= sheet.width + 0.5
                assert image["bottom"] <= sheet.height + 0.5
                high = image["bottom"] - image["top"]
                found.append(((image["x1"] - image["x0"]) * 25.4 / 72, high * 25.4 / 72))
        return found


def near(sizes, wide, high):
    return sum(abs(w - wide) < 0.5 and abs(h - high) < 0.5 for w, h in sizes)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_page_on_paper_has_pieces_at_true_size_beside_a_larger_one(tiny, opened_page, paper):
    tiny.edit_freely("content/tiny/game.yaml", "width: 300mm", "width: 500mm")
    page = opened_page(page_of(tiny, "--dpi", "72"))
    cards = page.locator("#kind-card .piece").count()
    page.emulate_media(media="print")
    sizes = sizes_mm(page, format=paper)
    assert near(sizes, 44, 67) >= cards > 2
    assert page.locator(".smaller:visible").count() == 1
    assert page.inner_text("#kind-board .smaller").endswith("% of its size.")


def test_page_on_paper_has_a_common_back_once(tiny, opened_page):
    tiny.edit("templates/tiny/card-back.svg.j2", "text(piece.id,", "text('same',")
    page = opened_page(page_of(tiny, "--dpi", "72"))
    turned = page.locator("#kind-card .piece").first
    turned.locator(".turn").click()
    assert turned.locator(".back.shared").is_visible()
    page.emulate_media(media="print")
    assert page.locator("#kind-card .back.shared").count() == 2
    assert page.locator("#kind-card .back.shared:visible").count() == 0
    assert page.locator("#kind-card .back:visible").count() == 1, "the one of the dragon"
    assert page.locator("#kind-card .backs .face:visible").count() == 1
    assert page.inner_text("#kind-card figcaption") == "back of 14"


def test_page_printed_shows_pieces_at_their_true_size(opened):
    page = opened()
    page.emulate_media(media="print")
    box = page.locator(".piece .front").first.bounding_box()
    assert box["width"] * 25.4 / 96 == pytest.approx(44, abs=0.1)
    assert box["height"] * 25.4 / 96 == pytest.approx(67, abs=0.2)
    assert not page.locator(".bar").is_visible()


def test_page_on_a_phone_needs_no_scrolling_sideways(opened):
    page = opened()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
