"""Words are found as one pattern of all of them finds them."""

import re

from hypothesis import given
from hypothesis import strategies as st

from fustella.check.word_index import WordIndex, folded, regex_of

WORDS = st.builds(str.__add__, st.sampled_from("abÀ1"), st.text("abÀ1'- *", max_size=6))
TEXTS = st.text("abAàÀ1’'- \n.", max_size=30)


def by_one_pattern(words, text):
    """The plain way: all words in one pattern, the longest first."""
    longest = sorted(words, key=len, reverse=True)
    groups = "|".join(rf"({regex_of(word)})(?!\w)" for word in longest) or "(?!)"
    found = re.finditer(rf"(?<!\w)(?:{groups})", folded(text))
    return [(number, one[0]) for one in found for number in words[longest[one.lastindex - 1]]]


@given(st.lists(WORDS, unique=True, max_size=8), TEXTS)
def test_words_are_found_as_by_one_pattern(words, text):
    meant = {word: [number, -number] for number, word in enumerate(words)}
    assert [*WordIndex(meant).matches(text)] == by_one_pattern(meant, text)


def test_longest_word_is_found_alone():
    meant = {"least": [1], "at least": [2], "un*ed": [3], "attac*": [4]}
    found = [*WordIndex(meant).matches("At \n least undefended attackers, at the least: mat least")]
    words = [(2, "at \n least"), (3, "undefended"), (4, "attackers"), (1, "least"), (1, "least")]
    assert found == words
