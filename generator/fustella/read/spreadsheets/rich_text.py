"""Turns bold and italic letters inside a cell into the markup of texts: `**…**` and `*…*`.

Typed markup keeps its meaning: `{wood}` is an icon in bold letters, too, and a word between typed
stars is as bold as a word that the spreadsheet program made bold.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from fustella.core.words.patterns import regex

UNDERLINED: Final = "underlined"
STRUCK: Final = "struck through"
RAISED: Final = "raised or lowered"


class Run(Struct, frozen=True):
    """Letters of a cell in one format; `lost` names parts of the format that texts cannot have."""

    text: str
    bold: bool = False
    italic: bool = False
    lost: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        return not (self.bold or self.italic or self.lost)


class RichText(str):
    """The text of a cell with several formats; `marked` is the text with markup."""

    marked: str
    lost: tuple[str, ...]

    def __new__(cls, runs: Sequence[Run]) -> "RichText":
        text = super().__new__(cls, "".join(run.text for run in runs))
        text.marked = "".join(_marked_pieces(runs))
        text.lost = tuple(dict.fromkeys(lost for run in runs for lost in run.lost))
        return text


def text_of(runs: Iterable[Run]) -> str:
    """The text of a cell; a RichText if some of its letters have a format of their own."""
    runs = [run for run in runs if run.text]
    if all(run.is_plain or not run.text.strip() for run in runs):
        return "".join(run.text for run in runs)
    return RichText(runs)


_TOKEN = regex(
    r"""(?P<blank>(?:^|(?<=\n))[ ]*(?:[-•]|\d{1,3}\.)[ ]+(?=\S) | \s+)
      | (?P<whole>\\. | \{[^{}\n]*\})
      | (?P<stars>\*+)
      | (?P<letter>.)""",
    re.VERBOSE | re.DOTALL,
)
"""Matches the pieces of markup; the beginning of a list's item counts as a blank without style."""

_MOST_STARS = 3


def _marked_pieces(runs: Sequence[Run]) -> Iterator[str]:
    """Yields the pieces of a text with markup; or the text as typed if a star lacks its partner."""
    text = "".join(run.text for run in runs)
    formats = [(run.bold, run.italic) for run in runs for _ in run.text]
    typed_bold = typed_italic = False
    styled: list[tuple[str, bool, bool]] = []
    for token in _TOKEN.finditer(text):
        stars = len(token[0]) if token.lastgroup == "stars" else 0
        if 0 < stars <= _MOST_STARS and not _are_alone(text, token):
            typed_bold ^= stars > 1
            typed_italic ^= stars != 2
            continue
        if token.lastgroup == "blank":
            styled.append((token[0], False, False))
            continue
        bold, italic = formats[token.start()]
        styled.append((token[0], bold or typed_bold, italic or typed_italic))
    if typed_bold or typed_italic:
        yield text
        return
    yield from _with_stars(styled)


def _are_alone(text: str, stars: re.Match[str]) -> bool:
    """Whether stars stand between blanks, and so are no markup."""
    return not (text[: stars.start()][-1:].strip() or text[stars.end() :][:1].strip())


def _with_stars(pieces: Sequence[tuple[str, bool, bool]]) -> Iterator[str]:
    """Yields pieces with stars between them; stars stand next to letters, outside of blanks."""
    bold = italic = False
    waiting = ""
    for piece, is_bold, is_italic in pieces:
        if not piece.strip() or piece[-1:] == " ":
            waiting += piece
            continue
        yield "**" * (bold and not is_bold) + "*" * (italic and not is_italic) + waiting
        yield "**" * (is_bold and not bold) + "*" * (is_italic and not italic) + piece
        bold, italic, waiting = is_bold, is_italic, ""
    yield "**" * bold + "*" * italic + waiting
