"""Makes inlines of values of the lists: of numbers, words, and texts with their markup."""

from fractions import Fraction

from msgspec import Struct

from fustella.check.errors import InvalidClaim, MissingEntry
from fustella.check.selection import OWN_FIELDS, field_of
from fustella.core.values.expressions import rounded
from fustella.core.values.model import SIDES, Game, Piece, PlainWord, SideName, Text, Value, Word
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Break,
    Emphasis,
    Figured,
    IconMark,
    Inline,
    Inlines,
    PiecePicture,
    Strong,
)
from fustella.core.words.patterns import regex
from fustella.core.words.printed import POINT
from fustella.draw.text.markup import ListItem, Mark, MarkedSpan, TextBreak, TextIcon, marks_of
from fustella.rules.selection import NoSuch

_LIBRARY = regex(r"(?:mdi|fa|nato|own):\S+")
"""Matches the values of fields that name an icon in a library."""

_DECIMALS = 2


class Values(Struct, frozen=True):
    """Makes inlines of values of a game in a language."""

    game: Game
    language: str

    def number(self, value: Fraction) -> str:
        """A number with at most two decimals, with the decimal sign of the language."""
        value = rounded(value * 10**_DECIMALS) / 10**_DECIMALS
        if value.denominator == 1:
            return str(value.numerator)
        text = f"{float(value):.{_DECIMALS}f}".rstrip("0")
        return text.replace(".", self.game.tool_words.text(POINT, self.language))

    def field(self, piece: Piece, path: str, source: str, place: Place) -> Inlines:
        """The value of a field of a piece, of its front where no side is named. Raises NoSuch."""
        return self.inlines(self.value(piece, path), source, place)

    def value(self, piece: Piece, path: str) -> Value:
        """The value at a path of a piece, which `.` at its end or a missing side may shorten.

        Raises NoSuch.
        """
        first = path.partition(".")[0]
        whole = path if first in SIDES or path in OWN_FIELDS else f"{SIDES[0]}.{path}"
        if path == "id":
            return Word(piece.id, piece.place)
        try:
            return field_of(piece, whole).value
        except InvalidClaim as fault:
            raise NoSuch(fault.message, fault.hint) from None
        except MissingEntry as fault:
            raise NoSuch(f"there is no {fault.message}", "count the entries from 1") from None

    def inlines(self, value: Value, source: str, place: Place) -> Inlines:
        """The inlines of a single value. Raises NoSuch for a list, a record or a flag."""
        if value is None:
            return ()
        if isinstance(value, Text):
            value = value.in_language(self.language)
        if isinstance(value, Word):
            if _LIBRARY.fullmatch(value):
                return (IconMark("", place, icon=str(value)),)
            return self.marked(value, source, place)
        if isinstance(value, bool) or not isinstance(value, int | float):
            what = "true or false" if isinstance(value, bool) else "more than one value"
            hint = "name a field with a text or a number, such as `front.options[1].text`"
            raise NoSuch(f"it is {what}", hint)
        shown = str(value) if isinstance(value, int) else self.number(_exact(value))
        return (Figured(shown, source, place),)

    def marked(self, text: str, source: str, place: Place) -> Inlines:
        """The inlines of a text of the game, with the markup that texts on pieces have."""
        marks = marks_of(text).marks
        return tuple(one for mark in marks for one in self._mark(mark, source, place))

    def _mark(self, mark: Mark, source: str, place: Place) -> Inlines:
        match mark:
            case MarkedSpan():
                found: Inline = Figured(mark.text, source, place)
                if mark.italic:
                    found = Emphasis((found,), place)
                return (Strong((found,), place) if mark.bold else found,)
            case TextIcon():
                return (self.icon(mark.name, mark.size, place),)
            case ListItem():
                return (Figured(f"{mark.marker} ", source, place),)
            case TextBreak():
                return (Break(place),)

    def icon(self, name: str, size: float, place: Place) -> Inline:
        """An icon of the game by its name in texts; one without a picture if nobody named it."""
        known = self.game.icons.get(name)
        if known is None:
            return IconMark(name, place, size)
        return IconMark(name, place, size, str(known.icon), known.colour)

    def icon_words(self, mark: IconMark) -> tuple[str, str]:
        """What an icon is called and what it means; "" where nobody says it.

        A keyword that has it says both, or a word `icon_NAME` of the game its name.
        """
        game = self.game
        known = game.icons.get(mark.name)
        name = mark.icon or (str(known.icon) if known is not None else "")
        for keyword in game.keywords:
            if mark.name and keyword.icon in (mark.name, name):
                means = self.plain(keyword.reminder) if keyword.reminder else ""
                return str(keyword.word.in_language(self.language)), means
        named = f"icon_{mark.name}"
        own = game.words[named] if mark.name and named in game.words else None
        return (str(own.in_language(self.language)) if isinstance(own, Text) else ""), ""

    def icon_name(self, mark: IconMark) -> str:
        """What an icon is called, by its name in texts or in the library if nobody says it."""
        return self.icon_words(mark)[0] or mark.name or mark.icon.rpartition(":")[2]

    def seen(self, picture: PiecePicture, piece: Piece) -> str:
        """What a picture of a piece shows, for those who do not see it: `3 × Fox (Cards), back`."""
        name, kind = self.plain(piece.name), self.plain(piece.kind.name)
        times = f"{picture.copies} × " if picture.copies > 1 else ""
        of_kind = "" if kind == name else f" ({kind})"
        side = ""
        if picture.side is SideName.BACK:
            side = f", {self.game.tool_words.text('sheet.back', self.language)}"
        return f"{times}{name}{of_kind}{side}"

    def plain(self, text: Text) -> str:
        """A text of the game as letters alone."""
        word = text.in_language(self.language)
        if isinstance(word, PlainWord):
            return str(word)
        spans = (
            mark.text if isinstance(mark, MarkedSpan) else " " for mark in marks_of(word).marks
        )
        return " ".join("".join(spans).split())


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(100_000)
