"""Patterns that are compiled when they are first used."""

import re

import pytest

from fustella.core.patterns import regex


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
