"""Defines the themes in which faces are printed.

They are apart from the model, because to load that takes longer than a build without changes.
"""

from enum import StrEnum


class Theme(StrEnum):
    """The form in which a face is printed: as drawn, with little ink, or without colour."""

    FULL = "full"
    LOW_INK = "low-ink"
    GREY = "grey"
