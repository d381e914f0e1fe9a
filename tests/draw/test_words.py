"""Words are known from the last time: they are the boxes that the letters make one by one."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.markup import MarkedSpan, TextBreak, TextIcon
from fustella.draw.text.words import text_boxes

SANS = FontStyle("Source Sans Pro")
WORDS = st.one_of(
    st.text(alphabet="abTVùß12½-–.,'’!«\u00ad\u00a0(", min_size=1, max_size=8),
    st.sampled_from(
        ["a", "3", "carte", "e", "la", "!", "«", "self-made", "un\u00adcut", "א", "森の"]
    ),
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", " ", " ", "  "])), max_size=14).map(
    lambda pairs: "".join(word + space for word, space in pairs)
)
SPANS = st.builds(MarkedSpan, TEXTS, st.booleans(), st.booleans(), st.sampled_from(["", "#f00"]))
MARKS = st.lists(
    st.one_of(
        SPANS,
        SPANS,
        SPANS.map(lambda span: MarkedSpan(span.text.strip(" "))),
        st.just(TextIcon("wood")),
        st.sampled_from(TextBreak),
    ),
    max_size=6,
)


def word_by_word(marks):
    """The same marks with a span for each word, which begins with the spaces before it."""
    for mark in marks:
        if isinstance(mark, MarkedSpan):
            for part in re.findall(" *[^ ]+| +", mark.text):
                yield MarkedSpan(part, mark.bold, mark.italic, mark.colour)
        else:
            yield mark


@settings(max_examples=150, deadline=None)
@given(MARKS, st.integers(0, 1))
def test_boxes_of_a_text_are_those_of_its_words_one_by_one(marks, direction):
    whole, parts = (
        text_boxes(each, SANS, lambda _name: 1.0, direction=direction)
        for each in (marks, [*word_by_word(marks)])
    )
    assert whole == parts
