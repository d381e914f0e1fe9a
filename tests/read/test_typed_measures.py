"""Lengths written in the unit and the form in which they were typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.layouts import measure
from fustella.read.typed_measures import retyped


@pytest.mark.parametrize(
    ("typed", "mm", "whole_mm", "expected"),
    [
        ("40%", 12.7, 63.5, "20%"),
        ("14.5%", 20, 300, "6.67%"),
        ("5mm", 12.3456, 63, "12.3mm"),
        ("5mm", 12.25, 63, "12.25mm"),
        ("5 mm", 7, 63, "7 mm"),
        ("1.5in", 50.8, 100, "2in"),
        ("2cm", 12.34567, 90, "1.23cm"),
        ("100% - 10mm", 50, 63, "100% - 13mm"),
        ("100% - 10mm", 63, 63, "100%"),
        ("100% - 10mm", 65, 63, "100% + 2mm"),
        ("50%+2mm", 30, 63, "50%-1.5mm"),
        ("-3mm", -2, 63, "-2mm"),
        ("-3mm", 2, 63, "2mm"),
        ("", 7, 63, "7mm"),
    ],
)
def test_unit_and_form_stay(typed: str, mm: float, whole_mm: float, expected: str) -> None:
    assert retyped(typed, mm, whole_mm) == expected


_TERMS = st.sampled_from(("5mm", "40%", "1.5cm", "2in", "9pt", "100% - 10mm", "50% + 2mm - 1cm"))


@given(_TERMS, st.floats(0, 400), st.floats(5, 2000))
def test_written_length_is_read_as_it_was_meant(typed: str, mm: float, whole_mm: float) -> None:
    written = measure(retyped(typed, mm, whole_mm))
    assert abs(written.of_mm(whole_mm) - mm) <= 0.056
