"""The order of letters from right to left, against Unicode's own test data."""

import lzma
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from unicodedata import bidirectional

import pytest

from fustella.draw.text.bidi import direction_of, levels_of, runs_right_to_left, visual_order

DATA = Path(__file__).parent / "unicode" / "BidiCharacterTest-15.0.0.txt.xz"
EACH = 10
"""One line in ten: all 91,707 take five seconds, and pass."""

REMOVED = ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")
SET_BACK = ("WS", "FSI", "LRI", "RLI", "PDI", *REMOVED)


def lines() -> Iterator[tuple[str, str, int, list[str], list[int]]]:
    """Each line: text, asked and found direction, levels (x: removed), order from the left."""
    with lzma.open(DATA, "rt", encoding="ascii") as file:
        for line in islice(file, 0, None, EACH):
            codes, asked, found, levels, order = line.split(";")
            text = "".join(chr(int(code, 16)) for code in codes.split())
            yield text, asked, int(found), levels.split(), [int(each) for each in order.split()]


def set_back(text: str, levels: list[int], paragraph: int) -> list[int]:
    """Rule L1: spaces at the end of a line and before tabs, which a line of ours ends without."""
    ends = [at for at, each in enumerate(text) if bidirectional(each) in ("S", "B")]
    for end in (*ends, len(text)):
        at = end
        while at and bidirectional(text[at - 1]) in SET_BACK:
            at -= 1
            levels[at] = paragraph
    return levels


def test_levels_and_order_are_those_of_unicodes_test_data():
    count = 0
    for text, asked, direction, levels, order in lines():
        paragraph = int(asked) if asked in "01" else direction_of(text)
        assert paragraph == direction, ascii(text)
        found = set_back(text, list(levels_of(text, paragraph)), paragraph)
        kept = [at for at, level in enumerate(levels) if level != "x"]
        assert [found[at] for at in kept] == [int(levels[at]) for at in kept], ascii(text)
        assert visual_order(kept, [found[at] for at in kept]) == order, ascii(text)
        count += 1
    assert count > 9000


@pytest.mark.parametrize(
    ("text", "runs"),
    [("plain", False), ("città ★ 木", False), ("שלום", True), ("a שלום", True), ("سلام", True)],
)
def test_text_with_letters_from_right_to_left_is_known(text, runs):
    assert runs_right_to_left(text) is runs


@pytest.mark.parametrize(("text", "otherwise", "found"), [("12", 0, 0), ("12", 1, 1), ("a", 1, 0)])
def test_direction_of_a_text_without_letters_is_that_of_its_language(text, otherwise, found):
    assert direction_of(text, otherwise) == found


def test_every_letter_from_right_to_left_is_known():
    letters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    right = [
        each for each in letters if bidirectional(each) in ("R", "AL", "AN", "RLE", "RLO", "RLI")
    ]
    assert len(right) > 1500
    assert [ascii(each) for each in right if not runs_right_to_left(each)] == []
