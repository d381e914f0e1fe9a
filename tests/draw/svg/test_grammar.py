"""The grammar of attribute values, beside patterns in which everything is written out."""

import re

from hypothesis import given
from hypothesis import strategies as st

from fustella.draw.svg.grammar import is_huge, is_path, is_points, is_transform

BLANK = r"[ \t\r\n\f]*"
COMMA = rf"(?>{BLANK},?{BLANK})"
NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"


def listed(*parts: str) -> str:
    return COMMA.join(rf"(?>{part})" for part in parts)


def repeated(group: str) -> str:
    return rf"{group}(?>{COMMA}{group})*+"


GROUPS = {
    "MmLlTt": listed(*[NUMBER] * 2),
    "HhVv": listed(NUMBER),
    "SsQq": listed(*[NUMBER] * 4),
    "Cc": listed(*[NUMBER] * 6),
    "Aa": listed(*[NUMBER] * 3, "[01]", "[01]", *[NUMBER] * 2),
}
COMMANDS = "|".join(rf"[{letters}]{BLANK}{repeated(group)}" for letters, group in GROUPS.items())
PATH = re.compile(rf"{BLANK}(?:(?=[Mm])(?:(?:{COMMANDS}|[Zz]){BLANK})+)?")
POINTS = re.compile(rf"{BLANK}(?:{repeated(GROUPS['MmLlTt'])})?{BLANK}")
COUNTS = {"matrix": (6,), "translate": (2, 1), "scale": (2, 1), "rotate": (3, 1)}
COUNTS |= {"skewX": (1,), "skewY": (1,)}
FUNCTION = "|".join(
    rf"{name}{BLANK}\({BLANK}{listed(*[NUMBER] * count)}{BLANK}\)"
    for name, counts in COUNTS.items()
    for count in counts
)
TRANSFORM = re.compile(rf"{BLANK}(?:(?:{FUNCTION})(?:{COMMA}(?:{FUNCTION}))*)?{BLANK}")

WORDS = ["1", "0", "-2", ".5", "3.", "1e5", "e", "-", "--", "01", "3,4", ",", ", ", " ", "\n"]
NUMBERS = ["0 0 1", "1 2 3 4", "1-2-3-4-5-6", "2 2 0 0 1 5 5", "2 2 0 015 5"]
VALUES = st.lists(st.sampled_from([*"MmLlHvCcSQTAaZz", *WORDS, *NUMBERS]), max_size=9)
CALLS = ["matrix(1 0 0 1 2 3)", "translate(1)", "scale(1,2)", "rotate(3 4 5)", "skewX(.5)"]
TRANSFORMS = st.lists(st.sampled_from([*CALLS, *COUNTS, "(", ")", *WORDS, *NUMBERS]), max_size=6)


def whole(pattern: re.Pattern[str], text: str) -> bool:
    return bool(pattern.fullmatch(text)) and not is_huge(text)


@given(VALUES.map("".join), st.sampled_from(["", "M", " m", "M1 2"]))
def test_path_data_is_what_is_written_out(data, begun):
    assert is_path(begun + data) == whole(PATH, begun + data)


@given(st.lists(st.sampled_from([*WORDS, *NUMBERS]), max_size=9).map("".join))
def test_points_are_what_is_written_out(text):
    assert is_points(text) == whole(POINTS, text)


@given(TRANSFORMS.map("".join))
def test_transforms_are_what_is_written_out(text):
    assert is_transform(text) == whole(TRANSFORM, text)
