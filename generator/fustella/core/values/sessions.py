"""Holds what a played session is: who played which version, what happened, and what was said.

The form for a phone, the filled PDF form and the table save it; docs/playtests.md shows its keys.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct, field

from fustella.core.processes import limits

FORMAT, VERSION = "fustella-playtest", 2
"""The mark of a session file, and the version of its keys. The first version has no number."""

VERBS: Final = (
    *("shuffle", "deal", "draw", "take", "play", "discard", "refill"),
    *("move", "flip", "turn", "counter", "dice", "remark"),
)
"""What is done with pieces, in logs of sessions and in simulations."""

GETTING: Final = frozenset(("deal", "draw", "take"))
"""The verbs by which a piece comes into somebody's hands."""

USING: Final = frozenset(("play",))
"""The verbs by which a piece comes from a hand into the game."""

HANDLING: Final = frozenset(("move", "flip", "turn"))
"""The verbs by which a piece is used on the table."""

HAND, DISCARD = "hand", "discard"
"""The place of what somebody holds; the verb and the place of what is put away."""

STEPS: Final = 5
"""The highest answer on a scale, from 1."""

_Name = Annotated[str, Meta(max_length=limits.ID_LETTERS)]
_Line = Annotated[str, Meta(max_length=limits.NAME_LETTERS)]
_Words = Annotated[str, Meta(max_length=limits.SESSION_LETTERS)]
_Code = Annotated[str, Meta(pattern=r"^([A-Z]{2}-[A-Z0-9]{4})?$")]
_Figure = Annotated[float, Meta(ge=-1e12, le=1e12)]
_At = Annotated[float, Meta(ge=0, le=1e7)]
_Scale = Annotated[int, Meta(ge=1, le=STEPS)]


class Player(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat at the table; `before` says whether they knew the game: "yes", "no", or ""."""

    seat: _Line = ""
    name: _Line = ""
    before: _Line = ""
    score: _Line = ""
    won: bool = False


class SessionMoment(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment of a session, with the time of day and what the stopwatch showed."""

    moment: _Line = ""
    clock: _Line = ""
    elapsed: _Line = ""


class Ruling(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A question about the rules, with the code of the piece that it is about, as it was typed."""

    code: _Line = ""
    question: _Words = ""
    answer: _Words = ""


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """When and where a session was played; all as it was typed."""

    date: _Line = ""
    place: _Line = ""
    kit: _Line = ""
    count: _Line | Annotated[int, Meta(ge=0, le=999)] | None = ""
    begin: _Line = ""
    end: _Line = ""


class Answers(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the form asks; `own` are the answers to the game's own questions, by their ids."""

    session: When = When()
    players: tuple[Player, ...] = ()
    times: tuple[SessionMoment, ...] = ()
    scales: dict[_Name, _Scale | None] = field(default_factory=dict)
    questions: dict[_Name, _Words] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    observer: _Words = ""
    own: dict[_Name, _Figure | _Words | None] = field(default_factory=dict)


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, `at` so many seconds after the beginning.

    For `deal`, `seat` is who got the piece. `copy` counts from 1; 0 where nobody knows. A table may
    note more of an event, such as where a piece lies: that is left out.
    """

    verb: Annotated[str, Meta(pattern=r"^[a-z]{1,20}$")]
    at: _At = 0
    seat: _Line = ""
    piece: _Name = ""
    code: _Code = ""
    copy: Annotated[int, Meta(ge=0, le=limits.COPIES)] = 0
    source: _Line = field(name="from", default="")
    target: _Line = field(name="to", default="")
    text: _Words = ""
    value: _Figure | None = None


class PlayRemark(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody said of a piece, or of the game where `piece` and `code` are ""."""

    text: _Words
    piece: _Name = ""
    code: _Code = ""
    seat: _Line = ""
    at: _At | None = None


class Session(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A played session; `pieces` has the version code of each piece in the box, by its id."""

    game: _Name
    version: Annotated[str, Meta(pattern=r"^[A-Z]{2}-[A-Z0-9]{4}$")]
    id: Annotated[str, Meta(pattern=r"^([a-z0-9-]{8,40})?$")] = ""
    title: _Line = ""
    language: _Line = ""
    answers: Answers = Answers()
    pieces: dict[_Name, _Code] = field(default_factory=dict)
    log: tuple[Event, ...] = ()
    remarks: tuple[PlayRemark, ...] = ()

    @property
    def winners(self) -> frozenset[str]:
        """The seats that won."""
        return frozenset(player.seat for player in self.answers.players if player.won)

    @property
    def minutes(self) -> float | None:
        """The length of play: the end less the beginning, or else what the stopwatch showed last.

        None where neither is known. A session that ends at an earlier time of day than it began
        ended the day after.
        """
        when = self.answers.session
        begin, end = _seconds(when.begin, 2), _seconds(when.end, 2)
        if begin is not None and end is not None and begin != end:
            return ((end - begin) % _DAY_S) / 60
        shown = [_seconds(moment.elapsed, 3) for moment in self.answers.times]
        watched = max((each for each in shown if each), default=0)
        return watched / 60 if watched else None


_DAY_S: Final = 24 * 3600


def _seconds(typed: str, parts: int) -> int | None:
    """The seconds of `19:30` (2 parts) or `0:15:00` (3 parts); None for anything else."""
    typed = typed.strip()
    split = typed.split(":")
    if len(split) != parts or not all(each.isascii() and each.isdecimal() for each in split):
        return None
    if any(len(each) > 3 for each in split):
        return None
    hours, minutes, *rest = map(int, split)
    return hours * 3600 + minutes * 60 + sum(rest) if minutes < 60 and sum(rest) < 60 else None
