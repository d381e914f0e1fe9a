import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from fustella.draw.svg.write import escaped, number


@given(st.text(alphabet="a&<>\"'è;#"))
def test_escaped_writes_what_markupsafe_writes(text):
    assert escaped(text) == str(escape(text))


@given(st.one_of(st.floats(-1e12, 1e12), st.integers(-(10**9), 10**9).map(lambda n: n / 2000)))
def test_number_is_that_rounded_to_three_decimals_without_zeros_at_its_end(value):
    text = number(value)
    assert float(text) == round(value, 3)
    assert text != "-0"
    assert "." not in text or not text.endswith(("0", "."))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_number_that_is_not_finite_cannot_be_written(value):
    with pytest.raises(ValueError, match="that can be drawn"):
        number(value)
