"""Lengths and figures as they are shown."""

import pytest

from fustella.core.geometry.units import rounded_down, rounded_up


@pytest.mark.parametrize(
    ("value", "decimals", "up", "down"),
    [
        (149.6, 0, "150", "149"),
        (149.1, 0, "150", "149"),
        (150.0, 0, "150", "150"),
        (212.3, 0, "213", "212"),
        (0.04, 1, "0.1", "0.0"),
        (76.0, 1, "76.0", "76.0"),
        (0.1 + 0.2, 1, "0.3", "0.3"),
        (2.5 - 1.1, 1, "1.4", "1.4"),
        (-0.04, 1, "0.0", "-0.1"),
    ],
)
def test_figure_is_rounded_to_the_side_that_holds(value, decimals, up, down):
    assert (rounded_up(value, decimals), rounded_down(value, decimals)) == (up, down)
