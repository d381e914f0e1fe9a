"""Adds up the played sessions of a game by piece: each version of a piece is a row."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from fustella.core.values.codes import codes_of, understood
from fustella.core.values.intervals import Share
from fustella.core.values.model import Game
from fustella.core.values.sessions import Session
from fustella.history.whatis import FieldDifference
from fustella.play.log_counts import counts_of

_UNKNOWN: Final = "?"
"""The id of a piece whose code nobody knows, and whose id no session says."""

COLUMNS: Final = (
    *("in a hand", "played", "discarded", "in a hand but never played"),
    *("used at all", "who held it won"),
)
"""The heads of the figures of a piece, here and beside it in the preview."""


class Said(Struct, frozen=True):
    """A remark, or a question about the rules, with the name of the session's file."""

    session: str
    text: str
    seat: str = ""


class PieceRow(Struct, frozen=True):
    """What became of one version of a piece.

    All but `won` count sessions with a log in whose box it was. It was `drawn`, dealt or taken in
    some, and in these `played`, `discarded`, or never played: `unplayed`. It was `used` where it
    was played, or moved, turned or placed on the table. `won` are hands that held it and won, of
    all hands that held it where somebody won, in groups by session; `expected` is that share if it
    had made no difference. `changes` are the fields that are different now.
    """

    piece: str
    code: str
    name: str
    current: bool
    first: str
    last: str
    drawn: Share
    played: Share
    discarded: Share
    unplayed: Share
    used: Share
    won: Share
    expected: float
    remarks: tuple[Said, ...]
    changes: tuple[FieldDifference, ...] = ()

    @property
    def sessions(self) -> int:
        return self.drawn.of

    @property
    def touched(self) -> bool:
        """Whether anything became of it in any session."""
        return bool(self.drawn.good or self.discarded.good or self.used.good)

    @property
    def shares(self) -> tuple[Share, ...]:
        """The figures in the order of `COLUMNS`."""
        figures = (self.drawn, self.played, self.discarded, self.unplayed, self.used)
        return (*figures, self.won)

    @property
    def said(self) -> tuple[str, ...]:
        """The figures in words, each with its interval; those of nothing are left out.

        What nobody held has no figures of hands.
        """
        held = self.drawn.good or self.played.good or self.discarded.good
        said = [
            f"{name} {_in_words(share)}"
            for name, share in zip(COLUMNS, self.shares, strict=True)
            if share.of and (share is self.used or held)
        ]
        if self.won.of:
            said[-1] += f", by chance {self.expected * 100:.0f} %"
        return tuple(said)


def _in_words(share: Share) -> str:
    low, high = share.interval
    return f"{share.good} of {share.of} ({low * 100:.0f}–{high * 100:.0f} %)"


class _Tally(Struct):
    """What was counted of one version of a piece; `hands` has the hands of each session."""

    piece: str
    dates: set[str] = field(default_factory=set)
    sessions: int = 0
    drawn: int = 0
    played: int = 0
    discarded: int = 0
    unplayed: int = 0
    used: int = 0
    hands: list[int] = field(default_factory=list)
    won: int = 0
    expected: float = 0.0
    remarks: list[Said] = field(default_factory=list)


class _Named(Struct, frozen=True):
    """The pieces of a game as it is now: its codes, names and order."""

    codes: Mapping[str, str]
    names: Mapping[str, str]
    every_name: Mapping[str, frozenset[str]]
    order: Mapping[str, int]

    @classmethod
    def of(cls, game: Game) -> "_Named":
        codes = {
            code: piece
            for language in reversed(game.languages)
            for piece, code in codes_of(game, language).items()
        }
        language = game.languages[0]
        names = {piece.id: str(piece.name.in_language(language)) for piece in game.pieces}
        every_name = {
            piece.id: frozenset(str(piece.name.in_language(each)) for each in game.languages)
            for piece in game.pieces
        }
        return cls(codes, names, every_name, {piece.id: at for at, piece in enumerate(game.pieces)})

    def place_of(self, piece: str) -> tuple[int, str]:
        """Where a piece stands among the others; one that is gone stands behind them."""
        return self.order.get(piece, len(self.order)), piece


def pieces_of(sessions: Mapping[str, Session], game: Game) -> tuple[PieceRow, ...]:
    """The versions of pieces that were in a box that was played, or of which something was said.

    `sessions` are by the names of their files. The rows stand in the order of the game, pieces that
    are gone last, and versions of a piece oldest first.
    """
    named = _Named.of(game)
    tallies: dict[str, _Tally] = {}
    for file, session in sessions.items():
        counting = _Counting(session, named, tallies)
        if session.log:
            counting.count_log()
        counting.note_what_was_said(file)
    rows = [_row_of(code, tally, named) for code, tally in tallies.items()]
    return tuple(sorted(rows, key=lambda row: (*named.place_of(row.piece), *_age_of(row))))


def _age_of(row: PieceRow) -> tuple[bool, str, str, str]:
    return row.current, row.first, row.last, row.code


class _Counting:
    """Counts one session into the tallies of all versions of pieces, by their codes."""

    def __init__(self, session: Session, named: _Named, tallies: dict[str, _Tally]) -> None:
        self._session, self._named, self._tallies = session, named, tallies
        self._ids = {code: piece for piece, code in session.pieces.items() if code}

    def count_log(self) -> None:
        counts = counts_of(self._session, self._code_of, self._named.every_name)
        for code, piece in counts.pieces.items():
            tally, holders = self._tally_of(code, piece), counts.holders[code]
            tally.sessions += 1
            tally.drawn += bool(holders)
            tally.played += code in counts.played
            tally.discarded += code in counts.discarded
            tally.unplayed += bool(holders) and code not in counts.played
            tally.used += code in counts.used
            self._count_hands(tally, holders)

    def _count_hands(self, tally: _Tally, holders: set[str]) -> None:
        winners = self._session.winners
        seats = {player.seat for player in self._session.answers.players} - {""}
        hands = holders & seats
        if winners and hands:
            tally.hands.append(len(hands))
            tally.won += len(hands & winners)
            tally.expected += len(hands) * len(winners & seats) / len(seats)

    def note_what_was_said(self, file: str) -> None:
        for remark in self._session.remarks:
            if code := self._code_of(remark.piece, remark.code):
                said = Said(file, remark.text, remark.seat)
                self._tally_of(code, remark.piece).remarks.append(said)
        for ruling in self._session.answers.rulings:
            text = " – ".join(filter(None, (ruling.question.strip(), ruling.answer.strip())))
            if text and (code := understood(ruling.code)):
                self._tally_of(code).remarks.append(Said(file, text))

    def _code_of(self, piece: str, code: str) -> str:
        return code or self._session.pieces.get(piece, "")

    def _tally_of(self, code: str, piece: str = "") -> _Tally:
        piece = self._ids.get(code) or self._named.codes.get(code) or piece
        tally = self._tallies.setdefault(code, _Tally(piece or _UNKNOWN))
        if tally.piece == _UNKNOWN and piece:
            tally.piece = piece
        tally.dates.add(self._session.answers.session.date)
        return tally


def _row_of(code: str, tally: _Tally, named: _Named) -> PieceRow:
    dates = sorted(filter(None, tally.dates))
    return PieceRow(
        piece=tally.piece,
        code=code,
        name=named.names.get(tally.piece, tally.piece),
        current=code in named.codes,
        first=dates[0] if dates else "",
        last=dates[-1] if dates else "",
        drawn=Share(tally.drawn, tally.sessions),
        played=Share(tally.played, tally.sessions),
        discarded=Share(tally.discarded, tally.sessions),
        unplayed=Share(tally.unplayed, tally.drawn),
        used=Share(tally.used, tally.sessions),
        won=Share.in_groups(tally.won, tally.hands),
        expected=tally.expected / sum(tally.hands) if tally.hands else 0.0,
        remarks=tuple(tally.remarks),
    )
