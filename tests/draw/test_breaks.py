"""Where lines break, against Unicode's own test data."""

import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fustella.draw.text.breaks import line_breaks
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.markup import ListItem, read_markup
from fustella.draw.text.words import text_boxes

DATA = Path(__file__).parent / "unicode" / "LineBreakTest-15.0.0.txt.xz"
CHANGED_IN_16 = re.compile(
    r"""^-               # LB20a: a hyphen that begins a word stays with it
      | \u05d0-\u05d0    # LB21a: Hebrew words break after a hyphen
      | "\W* [(\u2329]   # LB15: a quotation mark and a bracket may part
      | [.,]\u0308?[0-9] # LB25: a full stop or comma stays with the figure after it
      | \xab             # LB15a: what an opening quotation mark stays with
    """,
    re.VERBOSE,
)
"""The library follows Unicode 16, the data are of 15: these rules differ."""


def lines() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each text with the places where it may break."""
    with lzma.open(DATA, "rt", encoding="utf-8") as file:
        for line in file:
            text, places = "", []
            for mark, code in zip(*[iter(line.split())] * 2, strict=False):
                if mark == "÷":
                    places.append(len(text))
                text += chr(int(code, 16))
            yield text, tuple(place for place in places if place)


LINES = tuple(lines())


def test_texts_break_where_unicodes_test_data_say():
    assert len(LINES) > 7000
    other = [text for text, places in LINES if line_breaks(text) != places]
    assert [ascii(text) for text in other if not CHANGED_IN_16.search(text)] == []
    assert len(other) < 40


def test_no_word_breaks_where_unicode_forbids_it():
    """Writing with spaces is broken without the library; never where that would not."""
    letters = re.compile(r"[\w\s.,;:!?'()\"«»“”‘’–—/+*%&-]+")
    texts = [text for text, _ in LINES if letters.fullmatch(text) and text == text.strip()]
    assert len(texts) > 300
    for text in texts:
        allowed = line_breaks(text)
        at = 0
        marks = read_markup(_plain(text)).marks
        if any(isinstance(mark, ListItem) for mark in marks):  # `- ` begins an item of a list
            continue
        for number, box in enumerate(text_boxes(marks, STYLE, _icon)):
            at = text.index(box.text[0], at)
            assert number == 0 or box.space is not None or at in allowed, ascii(text)
            at += len(box.text)


STYLE = FontStyle("Source Sans Pro")


def _plain(text: str) -> str:
    return re.sub(r"([*{}\\])", r"\\\1", text)


def _icon(_name: str) -> float:
    return 1.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("魚を3枚取る。", ["魚", "を", "3", "枚", "取", "る。"]),
        ("「終わり」に、", ["「終", "わ", "り」", "に、"]),
        ("木{wood}を**捨て札**に", ["木", "{wood}", "を", "捨", "て", "札", "に"]),
        ("行くfish-market", ["行", "く", "fish-", "market"]),
        ("木\u2060木", ["木\u2060木"]),
        ("ab\u200bcd", ["ab\u200b", "cd"]),
        ("fish-market 3-4", ["fish-", "market", "3-4"]),
    ],
)
def test_text_without_spaces_breaks_between_its_letters(text, words):
    boxes = text_boxes(read_markup(text).marks, STYLE, _icon)
    assert [box.text for box in boxes] == words
