"""Patterns that are compiled when they are first used."""

import re

import pytest

from fustella.core.words.patterns import (
    regex,
    visible_in_line,
    visible_to_designer,
    visible_to_players,
)


def test_pattern_does_what_the_compiled_one_does():
    late, compiled = regex(r"(\w)-(\w)", re.IGNORECASE), re.compile(r"(\w)-(\w)", re.IGNORECASE)
    assert late.sub(r"\2", "a-b c-d") == compiled.sub(r"\2", "a-b c-d") == "b d"
    assert late.findall("a-b c-d") == compiled.findall("a-b c-d")
    assert (late.pattern, late.flags) == (compiled.pattern, compiled.flags)
    assert regex(rb"\d").split(b"a1b") == [b"a", b"b"]


def test_pattern_is_compiled_when_it_is_used():
    late = regex("(")
    with pytest.raises(re.error):
        late.search("")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a\x1b[2J", "a[U+001B][2J"),
        ("a\x9b31m\x7f", "a[U+009B]31m[U+007F]"),
        ("a\u2028b\u2029c\x85", "a[U+2028]b[U+2029]c[U+0085]"),
        ("gpj\u202eexe", "gpj[U+202E]exe"),
        ("gpj\u202eexe\u202c", "gpj[U+202E]exe[U+202C]"),
        ("\u2067open", "[U+2067]open"),
        ("shut\u2069", "shut[U+2069]"),
        ("\u2067a\u202bb\u2069c\u202c", "[U+2067]a[U+202B]b[U+2069]c[U+202C]"),
        ("half \ud83d", "half [U+D83D]"),
    ],
)
def test_what_turns_a_line_round_or_steers_is_visible_to_players(typed, shown):
    assert visible_to_players(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "plain",
        "tab\tand\nlines\r\n\x0c",
        "\u05e9\u05dc\u05d5\u05dd\u200f!",
        "\u2067\u05e9\u2069 and \u2066en\u2069",
        "\u202b\u05e9\u2067\u05dc\u2069\u202c",
        "zero\u200bwidth",
        "\u061c\u0639",
        "joined \U0001f468\u200d\U0001f469",
    ],
)
def test_what_texts_of_players_need_stays(typed):
    assert visible_to_players(typed) == typed


def test_what_is_no_text_stays_as_it_is():
    class Html(str):
        def __html__(self) -> str:
            return self

    for value in (3, None, Html("<b>\x1b</b>"), ["\x1b"]):
        assert visible_to_players(value) is value
        assert visible_to_designer(value) is value
    assert visible_to_designer("a\u200bb\u202e") == "a[U+200B]b[U+202E]"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("::error::x", "[U+003A]:error::x"),
        ("  ::warning file=a::x", "  [U+003A]:warning file=a::x"),
        ("\n\t::error::x", " [U+0009]::error::x"),
        ("\r\n::error::x", " [U+003A]:error::x"),
        ("\u00a0::notice::x", "\u00a0[U+003A]:notice::x"),
        ("a ::error::x", "a ::error::x"),
        (":: ", "[U+003A]: "),
        (": :", ": :"),
    ],
)
def test_no_line_begins_as_a_workflow_command(typed, shown):
    assert visible_in_line(typed) == shown
