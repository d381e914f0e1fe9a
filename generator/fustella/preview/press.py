"""Says whose press the page shows plates of."""

from msgspec import Struct

from fustella.write.pdfx import Press
from fustella.write.press.inks import USUAL_PERCENT


class PressChoice(Struct, frozen=True):
    """The press whose plates are shown, None for that of the tool, and its limit of ink."""

    press: Press | None = None
    most_percent: float = USUAL_PERCENT
