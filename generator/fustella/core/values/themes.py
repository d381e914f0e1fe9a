"""The themes that faces are printed in.

Apart from the model, whose loading takes longer than a build in which nothing changed.
"""

from enum import StrEnum


class Theme(StrEnum):
    """The form in which a face is printed: as drawn, with little ink, or without colour."""

    FULL = "full"
    LOW_INK = "low-ink"
    GREY = "grey"
