"""Finds the texts of a piece for other programs: each visible field with its name.

A face has its texts as they are drawn: line by line, in capitals, a number without the name of what
it counts. So a field that can be read on the face is given as it was typed. All other texts on the
face, such as words of a template, follow as they are drawn.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.values.model import Picture, Piece, SideName, Text, Word, leaves
from fustella.draw.text.markup import ListItem, TextBreak, TextIcon, marks_of

_PART = 3
"""The fewest letters of a text that counts as a part of another text."""

_STEPS = re.compile(r"[.\[]")
_BEFORE_SIGN = re.compile(r" +(?=[.,;:!?)\n])")
_BLANKS = re.compile(r" {2,}")


class PieceText(Struct, frozen=True):
    """A text of a piece, and the name of its field; "" for a text that comes from no field."""

    field: str
    text: str

    @property
    def line(self) -> str:
        """The text with the name of its field before it: `cost: 3`."""
        return f"{self.field}: {self.text}" if self.field else self.text


def texts_on_piece(
    piece: Piece, language: str, printed: Sequence[Sequence[str]]
) -> tuple[PieceText, ...]:
    """The texts that can be read on a piece, front before back.

    `printed` are the texts of its faces. A text that only repeats the piece's name is left out,
    because the name stands beside it, and so are texts in the cells of a map.
    """
    name = _letters_of(str(piece.name.in_language(language)))
    found: dict[PieceText, None] = {}
    for side, record, texts in zip(SideName, (piece.front, piece.back), printed, strict=False):
        lines = [(text, _letters_of(text)) for text in texts]
        seen: dict[PieceText, str] = {}
        of_map = piece.kind.grid is not None
        for path, value in leaves(side, record):
            if of_map and "[" in path:
                continue
            typed = _as_printed(value, language)
            letters = _letters_of(_plain_words(typed, icons=False))
            if _is_drawn(letters, lines, len(lines) if isinstance(value, Text) else 1):
                seen[PieceText(_field_in(path), _plain_words(typed, icons=True))] = letters
        known = [name, *seen.values()]
        seen |= {
            PieceText("", text): letters
            for text, letters in lines
            if not of_map
            and letters not in known
            and not any(_is_in(letters, other) for other in known)
        }
        found |= {words: None for words, letters in seen.items() if letters not in ("", name)}
    return tuple(found)


def _as_printed(value: Text | Word | int | float | bool, language: str) -> str:
    """A value as a face may print it; "" for flags and pictures, which have no letters."""
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, bool | Picture):
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _field_in(path: str) -> str:
    """The name of the field that a path leads into: `options` for `front.options[1].text`."""
    return _STEPS.split(path)[1].replace("_", " ")


def _plain_words(text: str, *, icons: bool) -> str:
    """A text without markup, a line for each paragraph and item; `icons` keeps icons' names."""
    parts = []
    for mark in marks_of(text).marks:
        if isinstance(mark, TextBreak):
            parts.append("\n")
        elif isinstance(mark, TextIcon):
            parts.append(f" {mark.name} " if icons else " ")
        elif isinstance(mark, ListItem):
            parts.append(f"{mark.marker} ")
        else:
            parts.append(mark.text)
    joined = _BLANKS.sub(" ", _BEFORE_SIGN.sub("", "".join(parts)))
    return "\n".join(line.strip() for line in joined.split("\n") if line.strip())


def _letters_of(text: str) -> str:
    """Only the letters and figures of a text, in small letters, to compare texts."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _is_drawn(letters: str, lines: Sequence[tuple[str, str]], most: int) -> bool:
    """Whether a text with these `letters` is drawn as one to `most` successive lines.

    Lines are texts as they are drawn, each with its letters.
    """
    for first in range(len(lines)):
        left = letters
        for _, line in lines[first : first + most]:
            if not left.startswith(line):
                break
            left = left.removeprefix(line)
            if not left:
                return True
    return False


def _is_in(letters: str, others: str) -> bool:
    return len(letters) >= _PART and letters in others
