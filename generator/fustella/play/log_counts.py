"""Finds in the log of one session what became of each piece: held, played, discarded, used."""

from collections import defaultdict
from collections.abc import Callable, Mapping

from msgspec import Struct, field

from fustella.core.values.sessions import DISCARD, GETTING, HAND, HANDLING, USING, Event, Session
from fustella.core.words.patterns import regex

_DISCARDS = regex(r"(?i).*(discard|\bscart[io]\b|descarte|défausse|ablage).*")
"""The names that set-ups give to a place for discards, in the languages of the tool."""


class LogCounts(Struct, frozen=True):
    """What became of the pieces of a session, by their codes.

    `holders` are the seats in whose hands a piece was. `played` came from a hand into the game,
    `discarded` from a hand onto discards. `used` were played, or moved, turned or placed alone.
    """

    pieces: dict[str, str]
    holders: Mapping[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    played: set[str] = field(default_factory=set)
    discarded: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


def counts_of(
    session: Session, code_of: Callable[[str, str], str], names: Mapping[str, frozenset[str]]
) -> LogCounts:
    """The counts of a session's log; `names` has what a piece is called, by its id."""
    found = LogCounts({code: piece for piece, code in session.pieces.items() if code})
    shares = _shares_of(session.log)
    for event in session.log:
        code = code_of(event.piece, event.code)
        if not code:
            continue
        piece = found.pieces.setdefault(code, event.piece)
        if event.verb in GETTING:
            found.holders[code].add(event.seat)
        elif _is_discard(event, names.get(event.piece or piece, frozenset())):
            found.discarded.add(code)
        elif event.verb in USING:
            found.played.add(code)
            found.used.add(code)
        elif event.verb in (*HANDLING, DISCARD) and len(shares[_way_of(event)]) < 2:
            found.used.add(code)
    return found


def _is_discard(event: Event, names: frozenset[str]) -> bool:
    """Whether a piece is discarded from a hand: by the verb, or onto a pile that is for that.

    A table calls a pile that lies face up by its top card, which is then the one that was laid.
    """
    if event.source not in ("", HAND):
        return False
    if event.verb not in USING:
        return event.verb == DISCARD
    return bool(event.target) and (event.target in names or bool(_DISCARDS.fullmatch(event.target)))


def _way_of(event: Event) -> tuple[float, str, str, str]:
    return event.at, event.seat, event.source, event.target


def _shares_of(log: tuple[Event, ...]) -> dict[tuple[float, str, str, str], set[str]]:
    """The pieces that moved at once from one place to another: several are a pile, or a part."""
    found: dict[tuple[float, str, str, str], set[str]] = defaultdict(set)
    for event in log:
        if event.source:
            found[_way_of(event)].add(event.piece or event.code)
    return found
