"""Words are hyphenated by the patterns of their language; hyphens count in the width of lines."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.linebreaking import wrap_evenly
from fustella.draw.text.lines import count_lines, stretches, wrap
from fustella.draw.text.markup import read_markup
from fustella.draw.text.shaping import text_measurer
from fustella.draw.text.words import hyphenated, hyphenation, text_boxes
from tests.draw.printing import printed
from tests.draw.test_fit import lines_of
from tests.draw.test_text import runs_of, texts_of
from tests.draw.tools import Tools

SANS = FontStyle("Source Sans Pro")
SERIF = FontStyle("Source Serif Pro", 700)


def boxes_of(text, language="", style=SANS):
    boxes = text_boxes(read_markup(text).marks, style, lambda _name: 1.0)
    split = hyphenation(language) if language else None
    return hyphenated(boxes, split) if split else boxes


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("it", "fortificazione", "for-ti-fi-ca-zio-ne"),
        ("it", "(Costruzione),", "(Co-stru-zio-ne),"),
        ("it", "dell’acquedotto", "del-l’ac-que-dot-to"),
        ("it", "l’amico", "l’ami-co"),
        ("it", "città", "cit-tà"),
        ("it", "MUNICIPALITÀ", "MU-NI-CI-PA-LI-TÀ"),
        ("it", "case", "case"),
        ("es", "fortificación", "for-ti-fi-ca-ción"),
        ("es", "exploradores", "ex-plo-ra-do-res"),
        ("en", "reinforcements", "re-in-force-ments"),
        ("en", "settlement", "set-tle-ment"),
        ("en", "ready", "ready"),
        ("de", "Spielplanübersicht", "Spiel-plan-über-sicht"),
        ("de", "Straßenkreuzung", "Stra-ßen-kreu-zung"),
        ("de-at", "Karten", "Kar-ten"),
        ("fr", "fortification", "for-ti-fi-ca-tion"),
        ("fr", "l’explorateur", "l’ex-plo-ra-teur"),
        ("fr", "cœur", "cœur"),
    ],
)
def test_hyphenation_splits_words_at_their_syllables(language, word, parts):
    assert "-".join(hyphenation(language)(word)) == parts


def test_hyphenation_of_a_language_without_patterns_is_none():
    assert hyphenation("xx") is None
    tools = Tools(language="xx")
    tools.text("fortificazione", 0, 0, 12, 30, 10, hyphens=True)
    assert tools.codes == ["E201"]


WORDS = st.sampled_from(
    ["fortificazione", "e", "l’esploratore", "3", "carte", "ufficio", "di", "raf\u00adforzi"]
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", " ", " ", "\n"])), min_size=1).map(
    lambda pairs: "".join(word + gap for word, gap in pairs).strip()
)


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.floats(4, 20), st.sampled_from(["left", "center"]))
def test_wrap_of_hyphenated_words_keeps_all_letters_and_fits_with_the_hyphens(
    text, width_em, align
):
    boxes = boxes_of(text, "it")
    filled = wrap(stretches(boxes), width_em)
    even = wrap_evenly(stretches(boxes), width_em, align)
    assert len(even) == len(filled) == count_lines(stretches(boxes), width_em)
    for rows in (filled, even):
        assert all(row.width_em <= width_em + 1e-9 for row in rows)
        assert all(row.width_em == pytest.approx(_measured(row)) for row in rows)
        letters = "".join(line.rstrip("-") for line in lines_of(rows))
        assert letters.replace(" ", "") == text.translate({32: None, 10: None, 0xAD: None})


def _measured(row):
    [line] = lines_of([row])
    return text_measurer(SANS).width_em(line)


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.floats(4, 20), st.floats(0.1, 5))
def test_count_lines_of_hyphenated_words_in_a_wider_box_never_counts_more(text, width_em, more_em):
    boxes = boxes_of(text, "it")
    assert count_lines(stretches(boxes), width_em + more_em) <= count_lines(
        stretches(boxes), width_em
    )


@pytest.mark.parametrize("style", [SANS, SERIF], ids=str)
@pytest.mark.parametrize("word", ["ufficioso", "sofferenza", "AVVANTAGGIARE", "affittare"])
def test_hyphenated_word_on_one_line_is_as_wide_as_the_whole_word(word, style):
    [row] = wrap(stretches(boxes_of(word, "it", style)), 99)
    assert len(row.boxes) > 2
    assert row.width_em == pytest.approx(text_measurer(style).width_em(word), abs=1e-9)
    assert lines_of([row]) == [word]


def test_wrap_evenly_hyphenates_only_where_that_saves_a_line():
    text = "una fortificazione difende il confine"
    assert lines_of(wrap_evenly(stretches(boxes_of(text, "it")), 99, "left")) == [text]
    wide = sum(box.width_em + box.gap_em for box in boxes_of("una fortificazione difende"))
    rows = wrap_evenly(stretches(boxes_of(text, "it")), wide + 0.1, "left")
    assert lines_of(rows) == ["una fortificazione difende", "il confine"]


def test_soft_hyphen_with_every_setting_may_break_and_is_never_printed():
    for hyphens in (None, False, True):
        tools = Tools(language="it")
        markup = tools.text("rafforza\u00admenti", 0, 0, 14, 30, 10, hyphens=hyphens)
        assert [text.text for text in texts_of(markup)] == ["rafforza-", "menti"]
        whole = tools.text("rafforza\u00admenti", 0, 0, 40, 30, 10, hyphens=hyphens)
        assert [text.text for text in texts_of(whole)] == ["rafforzamenti"]
        assert not tools.problems


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("raf\u00ad**forzi**", ["raf-", "forzi"]),
        ("**raf**\u00adforzi", ["raf-", "forzi"]),
        ("raf\u00ad forzi", ["raf", "forzi"]),
        ("\u00adraf\u00ad\nforzi\u00ad", ["raf", "forzi"]),
        ("{wood}\u00adforzi", ["{wood}", "forzi"]),
    ],
)
def test_soft_hyphen_between_styles_spaces_and_icons_breaks_without_letters_lost(text, lines):
    assert lines_of(wrap(stretches(boxes_of(text)), 0.01)) == lines


def test_hyphenated_with_equal_parts_ends_only_the_last_without_a_hyphen():
    split = {"oao": ("o", "a", "o"), "papa": ("pa", "pa")}.__getitem__
    for word in ("oao", "papa"):
        boxes = hyphenated(boxes_of(word), split)
        assert [box.hyphen is None for box in boxes] == [False] * (len(boxes) - 1) + [True]


def test_text_without_a_hyphens_option_hyphenates_as_the_last_resort():
    tools = Tools(language="it")
    [shrunk] = texts_of(tools.text("Fortificazione", 0, 0, 20, 20, 14, 8))
    assert shrunk.text == "Fortificazione"
    broken = texts_of(tools.text("Fortificazione", 0, 0, 15, 20, 14, 8))
    assert [text.text for text in broken] == ["Fortifi-", "cazione"], (
        "broken once, although broken twice it could be larger"
    )
    assert float(broken[0].get("font-size")) > float(shrunk.get("font-size"))
    assert not tools.problems


def test_text_with_hyphens_takes_a_larger_size():
    box = {"x": 0, "y": 0, "width": 20, "height": 20, "size": 14, "least": 8}
    tools = Tools(language="it")
    plain = runs_of(tools.text("Fortificazione", **box))
    broken = runs_of(tools.text("Fortificazione", **box, hyphens=True))
    assert broken[0][3] > plain[0][3] + 0.5


def test_text_too_wide_without_hyphens_allowed_is_e201():
    tools = Tools(language="it")
    tools.text("Fortificazione", 0, 0, 15, 20, 14, 8, hyphens=False)
    assert tools.codes == ["E201"]
    assert '"Fortificazione" is' in tools.problems[0].message


def test_text_that_is_only_too_tall_is_not_hyphenated():
    tools = Tools(language="it")
    tools.text("Fortificazione Fortificazione", 0, 0, 30, 5, 10)
    assert tools.codes == ["E201"]


@pytest.mark.parametrize("font", ["sans", "serif"])
def test_hyphenated_lines_in_print_have_the_measured_width(font):
    tools = Tools(language="it")
    text = "L’ufficio affigge **rafforzamenti** fortificati *affettuosamente* e AVVANTAGGIATI."
    markup = tools.text(text, 10, 10, 24, 80, 12, hyphens=True, font=font, align="right")
    assert not tools.problems
    [page] = printed([str(markup)])
    assert sum(letter.text == "-" for letter in page.letters) >= 3
    assert max(letter.right_mm for letter in page.letters) <= 34.02
    right_edges = {}
    for letter in page.letters:
        right_edges[letter.text == "-"] = letter.right_mm
    assert right_edges[True] == pytest.approx(34, abs=0.03)


@pytest.mark.parametrize("value", [1, "yes"])
def test_text_with_hyphens_of_another_type_is_e206(value):
    tools = Tools()
    tools.text("a", 0, 0, 20, 5, 8, hyphens=value)
    assert tools.codes == ["E206"]
