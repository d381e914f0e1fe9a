"""Finds the pieces that a reference of a booklet names: by id, list, kind, or group of sheets."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct, field

from fustella.check.selection import fitting
from fustella.core.processes import limits
from fustella.core.values.conditions import UnknownField, pieces_where, worth_of
from fustella.core.values.expressions import InvalidExpression, Worth, names_in
from fustella.core.values.model import Game, Piece, Text, Word
from fustella.core.values.problems import did_you_mean
from fustella.core.words.patterns import regex

_WHERE = regex(r"(?P<of>.*?)(?:\s+where:?\s+(?P<where>.+))?")
_WILDCARDS = frozenset("*?[")
_SORTED = regex(r"(?P<sort>piece|list|kind|sheet)\s+(?P<name>\S.*)")


class NoSuch(Exception):
    """Raised for a name that nothing in the game has; `hint` says which is meant."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class PieceFinder(Struct, frozen=True, dict=True):
    """Finds pieces of a game by what booklets write.

    `found` remembers what was found, and `left` how many pieces conditions may still look at.
    """

    game: Game
    found: dict[str, tuple[Piece, ...]] = field(default_factory=dict)
    left: list[int] = field(default_factory=lambda: [limits.PIECES_SEEN])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of the game, whether they are printed or not, and its boxes."""
        return (*(self.game.all_pieces or self.game.pieces), *self.game.boxes)

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def _groups(self) -> Mapping[str, Mapping[str, tuple[Piece, ...]]]:
        """The pieces by list, by kind, and by the group of kinds that share sheets."""
        found: dict[str, dict[str, list[Piece]]] = {"list": {}, "kind": {}, "sheet": {}}
        names: tuple[tuple[str, Callable[[Piece], str]], ...] = (
            ("list", lambda piece: piece.in_list),
            ("kind", lambda piece: piece.kind.id),
            ("sheet", lambda piece: piece.kind.sheet),
        )
        for piece in self.pieces:
            for sort, name in names:
                if not (piece.kind.box and sort == "sheet"):
                    found[sort].setdefault(name(piece), []).append(piece)
        return {
            sort: {name: tuple(each) for name, each in groups.items() if name}
            for sort, groups in found.items()
        }

    def piece(self, name: str) -> Piece:
        """The piece with an id. Raises NoSuch."""
        if found := self.by_id.get(name):
            return found
        groups = [sort for sort, each in self._groups.items() if name in each]
        if not groups:
            raise NoSuch(f"there is no piece `{name}`", did_you_mean(name, self.by_id))
        some = self._groups[groups[0]][name]
        hint = f"`{name}` is a {groups[0]} of pieces: name one of them, such as `{some[0].id}`"
        raise NoSuch(f"there is no piece `{name}`", hint)

    def of(self, typed: str) -> tuple[Piece, ...]:
        """The pieces that `buildings`, `kind card` or `buildings where level = 2` name.

        A name is that of a piece, a list, a kind or a group of sheets, in this order, unless a word
        before it says which. Raises NoSuch.
        """
        if typed not in self.found:
            parts = _WHERE.fullmatch(typed.strip())
            assert parts is not None
            named = self._named(parts["of"].strip())
            self.found[typed] = self.where(named, parts["where"] or "")
        return self.found[typed]

    def where(self, pieces: Sequence[Piece], condition: str) -> tuple[Piece, ...]:
        """The pieces for which a condition holds. Raises NoSuch."""
        if condition:
            self.left[0] -= len(pieces)
        if self.left[0] < 0:
            message = f"conditions in booklets look at more than {limits.PIECES_SEEN:,} pieces"
            raise NoSuch(message, "name lists instead, which need no condition")
        try:
            return pieces_where(pieces, condition, self.game.languages[0])
        except InvalidExpression as fault:
            raise NoSuch(fault.message, fault.hint) from None

    def sorted_by(self, pieces: Sequence[Piece], field: str) -> tuple[Piece, ...]:
        """The pieces in the order of a field; `-cost` begins with the largest. Raises NoSuch."""
        downwards, name = field.startswith("-"), field.removeprefix("-")

        def key(piece: Piece) -> tuple[int, Fraction, str]:
            value = self._worth(piece, name)
            if value == "":  # a piece without it comes last, in either order
                return (-1 if downwards else 2), Fraction(0), ""
            if isinstance(value, str):
                return 1, Fraction(0), value.casefold()
            return 0, Fraction(value), ""

        return tuple(sorted(pieces, key=key, reverse=downwards))

    def _worth(self, piece: Piece, name: str) -> Worth:
        try:
            return worth_of(piece, name, self.game.languages[0])
        except UnknownField as fault:
            if names_in(name) == (name,):
                raise NoSuch(fault.message, fault.hint) from None
            raise NoSuch(f"`{name}` is no field", "write one field, such as cost") from None
        except InvalidExpression as fault:
            raise NoSuch(fault.message, fault.hint) from None

    def _named(self, name: str) -> tuple[Piece, ...]:
        if found := _SORTED.fullmatch(name):
            return self._of_sort(found["sort"], found["name"].strip())
        if piece := self.by_id.get(name):
            return (piece,)
        for groups in self._groups.values():
            if name in groups:
                return groups[name]
        if not _WILDCARDS.isdisjoint(name):
            self.left[0] -= len(self.pieces)
            fits = fitting(name) if self.left[0] >= 0 else name.__eq__
            if pieces := tuple(piece for piece in self.pieces if fits(piece.id)):
                return pieces
        known = dict.fromkeys(
            (*(each for groups in self._groups.values() for each in groups), *self.by_id)
        )
        message = f"the game has no piece, list, kind or sheet `{name}`"
        raise NoSuch(message, did_you_mean(name, known))

    def _of_sort(self, sort: str, name: str) -> tuple[Piece, ...]:
        if sort == "piece":
            return (self.piece(name),)
        groups = self._groups[sort]
        if name not in groups:
            raise NoSuch(f"there is no {sort} `{name}`", did_you_mean(name, groups))
        return groups[name]

    def name_of(self, typed: str) -> Text:
        """The name of a piece, a kind, a group of sheets, or a keyword. Raises NoSuch."""
        if piece := self.by_id.get(typed):
            return piece.name
        for kind in (*self.game.kinds, *(box.kind for box in self.game.boxes)):
            if kind.id == typed:
                return kind.name
        if typed in self.game.sheets:
            return self.game.sheets[typed]
        keywords = {keyword.id: keyword.word for keyword in self.game.keywords}
        if typed in keywords:
            return keywords[typed]
        kinds = (kind.id for kind in self.game.kinds)
        known = dict.fromkeys((*kinds, *self.game.sheets, *keywords, *self.by_id))
        message = f"the game has no piece, kind, sheet or keyword `{typed}`"
        raise NoSuch(message, did_you_mean(typed, known))

    @cached_property
    def setups(self) -> Mapping[int, Piece]:
        """The set-up pieces by their number of players: those with a number in `players`.

        If several kinds have this field, it is the kind `setup`, else the first of them.
        """
        by_kind: dict[str, dict[int, Piece]] = {}
        for piece in self.pieces:
            players = piece.front["players"] if "players" in piece.front else None
            if isinstance(players, Word) and players.isdecimal() and len(players) < 3:
                players = int(players)
            if isinstance(players, int) and not isinstance(players, bool) and piece.copies:
                by_kind.setdefault(piece.kind.id, {}).setdefault(players, piece)
        return by_kind.get("setup") or next(iter(by_kind.values()), {})
