"""The form for a playtest: the printed sheet, read with pdfplumber, and the page in a browser."""

import base64
import hashlib
import html
import io
import json
import re
from itertools import combinations, pairwise

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.build.inputs import load_game
from fustella.core.files.project import project_at
from fustella.core.geometry.shapes import Size
from fustella.core.values.codes import box_code
from fustella.core.values.paper import Margins, Paper
from fustella.core.words.playtest_words import playtest_words
from fustella.core.words.printed import ToolWords
from fustella.write import PlaytestSheet, playtest_pdf
from fustella.write.playtest import SMALLEST

MM = 25.4 / 72
WORDS = ToolWords()
MARGIN_MM = 10
LEAST_PITCH_MM = 7.5
TITLES = {"en": "Tiny Island", "it": "Isola minuscola"}
TRAP = (
    "</script><script>top.caught = 1</script><img src=x onerror='top.caught = 1'> {{ 7 * 7 }} &amp;"
)


def made(project, language="en", *options):
    """Both files as bytes: the PDF and the page."""
    assert project.run("playtest", "tiny", "--language", language, *options) == 0
    folder = project.output / "tiny" / language / "playtest"
    return tuple((folder / f"tiny-playtest.{kind}").read_bytes() for kind in ("pdf", "html"))


def code_now(project, language="en"):
    return box_code(load_game(project_at(project.root), "tiny"), language)


def words_of(page):
    """The words of a page with their boxes in mm."""
    found = page.extract_words(keep_blank_chars=False, use_text_flow=False)
    return [
        (one["text"], *(one[key] * MM for key in ("x0", "top", "x1", "bottom"))) for one in found
    ]


def text_of(pages):
    return " ".join(" ".join((page.extract_text() or "").split()) for page in pages)


def overlapping(words):
    """The pairs of words whose boxes lie over each other."""
    slack = 0.1
    return [
        (a[0], b[0])
        for a, b in combinations(words, 2)
        if a[1] + slack < b[3]
        and b[1] + slack < a[3]
        and a[2] + slack < b[4]
        and b[2] + slack < a[4]
    ]


def struck(page):
    """The words that a line runs through: none stands on a line to write on, or over one."""
    lines = [[line[key] * MM for key in ("x0", "top", "x1", "bottom")] for line in page.lines]
    return [
        word[0]
        for word in words_of(page)
        for x0, top, x1, bottom in lines
        if x0 < word[3] and word[1] < x1 and top < word[4] - 0.9 and word[2] + 0.9 < bottom
    ]


def expect_sound(pdf, paper):
    """Two pages of a paper with all things inside of the margins and none over another."""
    assert len(pdf.pages) == 2
    for page in pdf.pages:
        wide, high = page.width * MM, page.height * MM
        assert (wide, high) == pytest.approx((paper.width_mm, paper.height_mm), abs=0.1)
        drawn = [*page.chars, *page.lines, *page.rects, *page.curves]
        assert drawn
        for one in drawn:
            assert min(one["x0"], one["top"]) * MM >= MARGIN_MM
            assert one["x1"] * MM <= wide - MARGIN_MM
            assert one["bottom"] * MM <= high - MARGIN_MM
        assert overlapping(words_of(page)) == []
        assert struck(page) == []
        assert {char["non_stroking_color"] for char in page.chars} <= {(0,), 0, (0.0,)}


PAPERS = {"A4": Size(210, 297), "Letter": Size(215.9, 279.4)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_sheet_has_code_title_and_every_question_inside_of_the_margins(tiny, language, paper):
    data, _ = made(tiny, language, "--paper", paper)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        expect_sound(pdf, PAPERS[paper])
        text, words = text_of(pdf.pages), playtest_words(WORDS, language)
        assert words.language == language
        assert TITLES[language] in text
        assert text.count(code_now(tiny, language)) == 2, "one on each page"
        for one in (*words.questions, *words.scales):
            assert text.count(one.text) == 1
        for name in ("players", "times", "rulings", "observer", "seat", "answer", "moment_setup"):
            assert words.words[name] in text
        assert WORDS.name_of_language(language, language) in text
        assert all(str(number) in text for number in range(1, 9)), "eight players"


@pytest.mark.parametrize("paper", PAPERS)
def test_sheet_has_lines_wide_enough_to_write_on(tiny, paper):
    data, _ = made(tiny, "en", "--paper", paper)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        lines_of = [
            sorted({round(line["top"] * MM, 2) for line in page.lines if is_level(line)})
            for page in pdf.pages
        ]
        for tops in lines_of:
            gaps = [below - above for above, below in pairwise(tops)]
            assert len(gaps) > 12
            # The line below the headers of a table is no line to write on: it has one neighbour.
            assert sorted(gaps)[0] >= LEAST_PITCH_MM - 0.01


def is_level(line):
    return abs(line["top"] - line["bottom"]) < 0.01


@settings(max_examples=15)
@given(
    wide=st.floats(SMALLEST.width_mm, 420),
    high=st.floats(SMALLEST.height_mm, 600),
    margin=st.floats(0, 12),
    language=st.sampled_from(WORDS.languages),
    title=st.text("abcdè WMi’!", min_size=1, max_size=90),
)
def test_sheet_on_any_paper_is_sound(wide, high, margin, language, title):
    paper = Paper("any", Size(wide, high), Margins.all_round(margin))
    words = playtest_words(WORDS, language)
    sheet = PlaytestSheet(paper, title, "MK-7K4C", WORDS.name_of_language("it", language), words)
    with pdfplumber.open(io.BytesIO(playtest_pdf(sheet))) as pdf:
        expect_sound(pdf, paper.size)
        text = text_of(pdf.pages)
        assert all(text.count(" ".join(one.text.split())) == 1 for one in words.questions)


def test_sheet_has_a_long_title_whole_and_cuts_one_that_is_longer():
    paper, words = Paper("A4", PAPERS["A4"], Margins.all_round(5)), playtest_words(WORDS, "en")
    long = "The Last Lighthouse Keepers of the Northern Isles"
    for title, shown in ((long, long), (f"{long} and {long}", "Last Lighthouse Keepers")):
        sheet = PlaytestSheet(paper, title, "MK-7K4C", "English", words)
        with pdfplumber.open(io.BytesIO(playtest_pdf(sheet))) as pdf:
            expect_sound(pdf, paper.size)
            text = text_of(pdf.pages[:1])
            assert shown in text
            assert ("…" in text) == (title != long)


def test_sheet_of_a_paper_that_is_too_small_is_refused(tiny, run):
    ran = run(tiny, "playtest", "tiny", "--paper", "A5")
    assert ran.code == 1
    assert [told.code for told in ran.problems] == ["E301"]
    assert not (tiny.output / "tiny" / "en" / "playtest").exists()


def test_sheet_on_a_roll_is_cut_off(tiny):
    data, _ = made(tiny, "en", "--paper", "roll-610")
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        expect_sound(pdf, Size(610, 297))


def test_sheet_with_foreign_title_has_name_of_game(tiny):
    tiny.edit("content/tiny/game.yaml", "en: Tiny Island", "en: 小さな島")
    data, page = made(tiny)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        assert "tiny" in text_of(pdf.pages)
    assert "小さな島" in page.decode()


@pytest.mark.parametrize("language", WORDS.languages)
def test_words_are_the_same_ones_in_every_language(language):
    english, words = playtest_words(WORDS, "en"), playtest_words(WORDS, language)
    assert words.language == language
    assert words.words.keys() == english.words.keys()
    assert words.page.keys() == english.page.keys()
    assert not words.words.keys() & words.page.keys()
    for name, text in words.page.items():
        assert re.findall(r"{\w+}", text) == re.findall(r"{\w+}", english.page[name])
    assert [one.name for one in words.scales] == [one.name for one in english.scales]
    assert [one.name for one in words.questions] == [one.name for one in english.questions]
    assert playtest_words(WORDS, "fi") == english


def test_form_after_an_edit_has_another_code(tiny, run):
    before, first = code_now(tiny), made(tiny)
    tiny.edit_freely("content/tiny/cards.yaml", "en: Boat,", "en: Barge,")
    after, second = code_now(tiny), made(tiny)
    assert before != after
    with pdfplumber.open(io.BytesIO(second[0])) as pdf:
        assert after in text_of(pdf.pages)
        assert before not in text_of(pdf.pages)
    assert f'id="version">{before}<' in first[1].decode()
    assert f'id="version">{after}<' in second[1].decode()


def test_form_made_again_is_the_same_and_nothing_is_written(tiny, run):
    first = made(tiny)
    state = tiny.state()
    assert "unchanged" in run(tiny, "playtest", "tiny", "--language", "en").out
    assert tiny.state() == state
    assert made(tiny, "en", "--output", str(tiny.root / "output")) == first
    (tiny.output / "tiny" / "en" / "playtest" / "tiny-playtest.html").write_text("touched")
    assert made(tiny) == first
    assert run(tiny, "playtest", "tiny", "--language", "en").out.count("unchanged") == 2


def test_form_leaves_the_box_as_it_is_and_records_its_codes(tiny):
    before = tiny.hashes()
    made(tiny, "it")
    after = tiny.hashes()
    new = {name for name in after if before.get(name) != after[name]}
    folder = "tiny/it/playtest"
    files = {f"{folder}/tiny-playtest.{kind}" for kind in ("pdf", "html")}
    assert new == {*files, f"{folder}/.fustella.json", "tiny/codes.json"}
    assert before.keys() <= after.keys()


def inputs_without_label(page):
    """The elements that are filled in and have neither a label around them nor an aria-label."""
    labels = "".join(re.findall(r"<label.*?</label>", page, re.DOTALL))
    every = re.findall(r"<(?:input|select|textarea)\b[^>]*>", page)
    assert len(every) > 30
    return [one for one in every if one not in labels and "aria-label=" not in one]


@pytest.mark.parametrize("language", ["en", "it"])
def test_page_needs_nothing_else_and_labels_every_input(tiny, language):
    page = made(tiny, language)[1].decode()
    assert not re.search(r"https?:|//[a-z]|\bsrc=|\bhref=|@import|url\(", page)
    assert f'<html lang="{language}">' in page
    assert inputs_without_label(page) == []
    assert inputs_without_label(page + "<input name=lost>") != []
    for label in re.findall(r"<label.*?</label>", page, re.DOTALL):
        assert re.sub(r"<[^>]*>", "", label).strip(), label
    shown = html.unescape(re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL))
    words = playtest_words(WORDS, language)
    for one in (*words.questions, *words.scales):
        assert shown.count(one.text) == 1


def test_page_allows_only_its_own_script_and_style(tiny):
    page = made(tiny)[1].decode()
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def with_trap(project):
    project.edit_freely("content/tiny/game.yaml", "en: Tiny Island", f"en: {json.dumps(TRAP)}")
    return project


def test_page_of_a_title_that_is_a_trap_shows_it_as_text(tiny):
    page = made(with_trap(tiny))[1].decode()
    assert page.count("<script") == page.count("</script") == 2
    assert "<img" not in page
    found = re.search(r'<script type="application/json" id="given">(.*?)</script>', page)[1]
    assert "<" not in found
    assert json.loads(found)["title"] == TRAP


# In a browser.


@pytest.fixture
def sheet(browser, tiny):
    """The page of tiny in English, just opened; its console stays empty."""
    made(tiny)
    yield from opened(browser, tiny)


@pytest.fixture
def trapped(browser, tiny):
    made(with_trap(tiny))
    yield from opened(browser, tiny)


def address(project):
    return (project.output / "tiny" / "en" / "playtest" / "tiny-playtest.html").as_uri()


def opened(browser, project):
    page = browser.new_page()
    told, asked = [], []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(project))
    if page.evaluate("localStorage.length"):
        page.evaluate("localStorage.clear()")
        page.reload()
    asked.clear()
    yield page
    page.evaluate("try { localStorage.clear() } catch {}")
    page.close()
    assert told == []
    assert not [url for url in asked if not url.startswith(("blob:", address(project)))]


def downloaded(page, button):
    """The name and the text of the file that a button saves."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button, exact=True).click()
    file = waiting.value
    return file.suggested_filename, file.path().read_text(encoding="utf-8")


def give(page, name, text):
    data = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    page.locator("#file").set_input_files(data)


def fill(page):
    """Something in every part of the form."""
    page.get_by_label("Date").fill("2026-11-21")
    page.get_by_label("Place").fill("the café, “upstairs”")
    page.get_by_role("button", name="Add a player").click()
    third = page.get_by_role("group", name="Player 3", exact=True)
    third.get_by_label("Seat or colour").fill("<b>red</b>")
    third.get_by_label("Played before?").select_option("no")
    third.get_by_label("Score").fill("42")
    third.get_by_label("Won?").check()
    fun = page.get_by_role("group", name="How much fun was it?")
    fun.locator("label").nth(3).click()
    for number, question in enumerate(playtest_words(WORDS, "en").questions):
        page.get_by_label(question.text).fill(f"answer {number}\nsecond line")
    ruling = page.get_by_role("group", name="Question 1", exact=True)
    ruling.get_by_label("Code of the piece").fill("TI-7K4C")
    ruling.get_by_label("Question", exact=True).fill("twice?")
    ruling.get_by_label("Answer given").fill("once")
    page.get_by_label("What you saw").fill("they laughed")


def test_page_saves_what_is_typed_and_opens_it_again(sheet, tiny):
    from playwright.sync_api import expect

    fill(sheet)
    name, text = downloaded(sheet, "Save")
    assert name == f"tiny-{code_now(tiny)}-2026-11-21.json"
    saved = json.loads(text)
    assert (saved["game"], saved["version"]) == ("tiny", code_now(tiny))
    typed = saved["answers"]
    assert typed["session"]["place"] == "the café, “upstairs”"
    assert len(typed["players"]) == 3
    assert typed["players"][2] == {
        "seat": "<b>red</b>", "before": "no", "score": "42", "won": True,
    }  # fmt: skip
    assert typed["scales"]["fun"] == 4
    assert typed["scales"]["length"] is None
    assert [*typed["questions"].values()] == [f"answer {n}\nsecond line" for n in range(7)]
    assert typed["rulings"] == [{"code": "TI-7K4C", "question": "twice?", "answer": "once"}]
    assert typed["observer"] == "they laughed"
    sheet.evaluate("localStorage.clear()")
    sheet.reload()
    assert sheet.get_by_label("Place").input_value() == ""
    give(sheet, name, text)
    expect(sheet.locator("#state")).to_contain_text(name)
    expect(sheet.locator("#notice")).to_be_hidden()
    assert sheet.get_by_label("Place").input_value() == "the café, “upstairs”"
    again = downloaded(sheet, "Save")
    assert again == (name, text)


def test_page_asks_the_games_own_questions_and_its_file_is_imported(browser, tiny, tmp_path, run):
    (tiny.root / "content" / "tiny" / "playtest.yaml").write_text(OWN, encoding="utf-8")
    made(tiny)
    for sheet in opened(browser, tiny):
        fill(sheet)
        sheet.get_by_role("group", name="Too many <b>?").locator("label").nth(1).click()
        sheet.get_by_label("Favourite?").select_option("hut")
        sheet.get_by_label("Rounds?").fill("7,5")
        sheet.get_by_label("Why?", exact=True).fill("no wood")
        name, text = downloaded(sheet, "Save")
        give(sheet, name, text)
        assert downloaded(sheet, "Save") == (name, text)
        assert "Hut" in downloaded(sheet, "Save as text")[1]
    own = json.loads(text)["answers"]["own"]
    assert own == {"many": 2, "favourite": "hut", "rounds": 7.5, "why": "no wood"}
    (tmp_path / name).write_text(text, encoding="utf-8")
    ran = run(tiny, "playtest", "import", str(tmp_path / name), str(tmp_path / name))
    assert (ran.code, [told.code for told in ran.problems]) == (0, [])
    (kept,) = (tiny.root / "playtests" / "tiny").iterdir()
    assert "rounds: 7.5" in kept.read_text(encoding="utf-8")


OWN = """
questions:
  - {id: many, ask: "Too many <b>?", type: scale, low: few, high: many}
  - {id: favourite, ask: "Favourite?", type: choice, of: {boat: Boat, hut: Hut}}
  - {id: rounds, ask: "Rounds?", type: number}
  - {id: why, ask: "Why?"}
"""


def test_page_saves_a_text_to_be_read(sheet, tiny):
    fill(sheet)
    name, text = downloaded(sheet, "Save as text")
    assert name == f"tiny-{code_now(tiny)}-2026-11-21.txt"
    assert "Tiny Island" in text
    for one in (*playtest_words(WORDS, "en").questions, *playtest_words(WORDS, "en").scales):
        assert one.text in text
    for typed in ("<b>red</b>", "answer 6\n  second line", "TI-7K4C · twice?", "they laughed"):
        assert typed in text


def test_page_keeps_a_draft_and_warns_before_it_is_left_unsaved(sheet):
    asked = []
    sheet.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    sheet.reload()
    assert asked == [], "nothing is typed yet"
    fill(sheet)
    sheet.reload()
    assert asked == ["beforeunload"]
    assert sheet.get_by_label("What you saw").input_value() == "they laughed"
    assert sheet.locator("#players > *").count() == 3
    asked.clear()
    downloaded(sheet, "Save")
    sheet.reload()
    assert asked == [], "it is saved"
    assert sheet.get_by_label("What you saw").input_value() == "they laughed"


def test_page_without_storage_still_works(sheet):
    from playwright.sync_api import expect

    sheet.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    sheet.reload()
    sheet.get_by_label("Place").fill("attic")
    expect(sheet.locator("#state")).to_contain_text("no draft")
    assert '"attic"' in downloaded(sheet, "Save")[1]


def test_stopwatch_fills_the_table_of_times(sheet):
    def press(name):
        sheet.get_by_role("button", name=name, exact=True).click()

    press("Start")
    for _ in range(3):
        press("Lap")
    press("End of the game")
    typed = json.loads(downloaded(sheet, "Save")[1])["answers"]
    moments = ["Set-up", "First turn", "Round 1", "Round 2", "End"]
    assert [row["moment"] for row in typed["times"]] == moments
    for row in typed["times"]:
        assert re.fullmatch(r"\d\d:\d\d", row["clock"])
        assert re.fullmatch(r"0:0\d:\d\d", row["elapsed"])
    assert typed["session"]["begin"]
    assert typed["session"]["end"]
    assert sheet.get_by_role("button", name="Go on", exact=True).is_visible()


_HALF_AN_HOUR_AGO = """() => {
  const [key] = Object.keys(localStorage);
  const draft = JSON.parse(localStorage.getItem(key));
  draft.watch.since -= 31 * 60 * 1000;
  localStorage.setItem(key, JSON.stringify(draft));
}"""


def test_stopwatch_counts_on_while_the_page_is_closed(sheet):
    sheet.get_by_role("button", name="Start", exact=True).click()
    sheet.evaluate(_HALF_AN_HOUR_AGO)
    sheet.on("dialog", lambda dialog: dialog.accept())
    sheet.reload()
    sheet.get_by_role("button", name="Lap", exact=True).click()
    row = sheet.get_by_role("group", name="Time 2", exact=True)
    assert re.fullmatch(r"0:3[12]:\d\d", row.get_by_label("Elapsed").input_value())


def test_page_opens_an_earlier_version_with_its_code_and_refuses_other_files(sheet):
    from playwright.sync_api import expect

    sheet.get_by_label("Place").fill("here")
    _, text = downloaded(sheet, "Save")
    saved = json.loads(text)
    notice = sheet.locator("#notice")
    for name, other in (
        ("broken.json", "{"),
        ("list.json", "[]"),
        ("other.json", json.dumps({"format": "x"})),
        ("code.json", json.dumps(saved | {"version": "<img src=x>"})),
    ):
        give(sheet, name, other)
        expect(notice).to_contain_text(name)
        assert sheet.get_by_label("Place").input_value() == "here"
    give(sheet, "chess.json", json.dumps(saved | {"game": "chess", "title": "Chess"}))
    expect(notice).to_contain_text("Chess")
    strange = {"session": {"place": 7}, "players": ["x", {"seat": {}}], "times": 3, "scales": []}
    give(sheet, "old.json", json.dumps(saved | {"version": "TI-2222", "answers": strange}))
    expect(notice).to_contain_text("TI-2222")
    expect(sheet.locator("#version")).to_have_text("TI-2222")
    assert sheet.get_by_label("Place").input_value() == "7"
    assert downloaded(sheet, "Save")[0].startswith("tiny-TI-2222-")


def test_page_asks_before_typed_values_are_replaced_or_removed(sheet):
    from playwright.sync_api import expect

    answers = iter([False, True, False, True])
    asked = []

    def answer(dialog):
        asked.append(dialog.message)
        dialog.accept() if next(answers) else dialog.dismiss()

    sheet.on("dialog", answer)
    seat = sheet.get_by_role("group", name="Player 2", exact=True).get_by_label("Seat or colour")
    seat.fill("blue")
    remove = sheet.get_by_role("button", name="Remove: Player 2", exact=True)
    remove.click()
    expect(seat).to_have_value("blue")
    remove.click()
    expect(sheet.locator("#players > *")).to_have_count(1)
    sheet.get_by_label("Place").fill("here")
    new = sheet.get_by_role("button", name="New sheet")
    new.click()
    assert sheet.get_by_label("Place").input_value() == "here"
    new.click()
    expect(sheet.get_by_label("Place")).to_have_value("")
    expect(sheet.locator("#players > *")).to_have_count(2)
    assert len(asked) == 4


def test_number_that_is_pressed_again_is_taken_back(sheet):
    fun = sheet.get_by_role("group", name="How much fun was it?")
    fun.locator("label").nth(1).click()
    assert fun.get_by_role("radio").nth(1).is_checked()
    fun.locator("label").nth(1).click()
    assert fun.locator("input:checked").count() == 0


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_page_fits_its_width(sheet, width):
    sheet.set_viewport_size({"width": width, "height": 844})
    assert sheet.evaluate("document.documentElement.scrollWidth") <= width
    small = sheet.evaluate(
        "[...document.querySelectorAll('button, .steps label, input[name], select, textarea')]"
        ".filter(e => e.offsetParent && !['radio', 'checkbox'].includes(e.type))"
        ".filter(e => e.getBoundingClientRect().height < 38).map(e => e.outerHTML)"
    )
    assert small == [], "too small for a finger"


def test_page_of_a_trap_runs_nothing_and_shows_it(trapped):
    assert trapped.evaluate("window.caught") is None
    assert trapped.locator("h1").inner_text() == TRAP
    assert trapped.locator("img").count() == 0
    name, text = downloaded(trapped, "Save")
    assert json.loads(text)["title"] == TRAP
    give(trapped, name, json.dumps(json.loads(text) | {"game": "x"}))
    trapped.locator("#notice", has_text="onerror").wait_for()
    assert trapped.evaluate("window.caught") is None
