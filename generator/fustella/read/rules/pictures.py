"""Reads the addresses of pictures in booklets: `piece:castle?side=back&size=30mm`, `art:fields`."""

from collections.abc import Mapping

from fustella.core.geometry.units import parse_length_mm
from fustella.core.processes import limits
from fustella.core.values.model import SIDES, SideName
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.core.values.rules import ArtPicture, Callout, Picture, PiecePicture
from fustella.core.words.patterns import regex

PIECE, SETUP, ART = "piece", "setup", "art"
_SORTS = (PIECE, SETUP, ART)
_KEYS = {
    PIECE: ("side", "size", "copies", "callouts"),
    SETUP: ("side", "size", "callouts"),
    ART: ("size",),
}
_SMALLEST_MM, _LARGEST_MM = 2.0, 300.0
_MOST_COPIES = 12
"""The most copies that are shown fanned: more are no longer told apart."""

_PLAYERS = regex(r"[1-9][0-9]?")


def picture_at(address: str, alt: str, place: Place, problems: list[Problem]) -> Picture | None:
    """The picture at an address; None after E712 or E713 was reported.

    E712 is for a file that is no picture of the game, E713 for an address that cannot be read.
    """
    sort, colon, rest = address.partition(":")
    if not colon or sort not in _SORTS:
        hint = "write piece:…, setup:…, or art:… for a picture in art/ of the game"
        shown = f"{address[:60]}…" if len(address) > 60 else address
        problems.append(Problem("E712", place, f"a picture at `{shown}`", hint))
        return None
    name, _, query = rest.partition("?")
    said = _Said(sort, query, place, problems)
    if not name:
        problems.append(Problem("E713", place, f"`{address}` names nothing", f"write {sort}:NAME"))
        return None
    if sort == ART:
        return ArtPicture(name, place, said.size_mm, alt)
    players = 0
    if sort == SETUP:
        if not _PLAYERS.fullmatch(name):
            hint = "write the number of players: ![](setup:4)"
            problems.append(Problem("E713", place, f"`{name}` is no number of players", hint))
            return None
        players, name = int(name), ""
    return PiecePicture(
        name, place, said.side, said.size_mm, said.copies, said.callouts, players, alt
    )


class _Said:
    """What stands behind `?` in an address, each key once."""

    def __init__(self, sort: str, query: str, place: Place, problems: list[Problem]) -> None:
        self._place, self._problems = place, problems
        self._said = self._keys(sort, query)

    def _keys(self, sort: str, query: str) -> Mapping[str, str]:
        said: dict[str, str] = {}
        for part in filter(None, query.replace("&amp;", "&").split("&")):
            key, equals, value = part.partition("=")
            if key not in _KEYS[sort]:
                self._report(f"a picture has no `{key}`", did_you_mean(key, _KEYS[sort]))
            elif not equals or not value:
                self._report(f"`{key}` has no value", f"write {key}=…")
            elif key in said:
                self._report(f"`{key}` stands twice", "delete one of them")
            else:
                said[key] = value
        return said

    def _report(self, message: str, hint: str) -> None:
        self._problems.append(Problem("E713", self._place, message, hint))

    @property
    def side(self) -> SideName:
        typed = self._said.get("side", SideName.FRONT)
        if typed in SIDES:
            return SideName(typed)
        self._report(f"there is no side `{typed}`", did_you_mean(typed, SIDES))
        return SideName.FRONT

    @property
    def size_mm(self) -> float:
        typed = self._said.get("size")
        if typed is None:
            return 0.0
        try:
            size_mm = parse_length_mm(typed)
        except ValueError as fault:
            self._report(str(fault), "write a length like size=30mm")
            return 0.0
        if _SMALLEST_MM <= size_mm <= _LARGEST_MM:
            return size_mm
        self._report(f"a picture of {typed}", f"write {_SMALLEST_MM:g}mm to {_LARGEST_MM:g}mm")
        return 0.0

    @property
    def copies(self) -> int:
        typed = self._said.get("copies", "1")
        if typed.isdecimal() and len(typed) <= limits.DIGITS and 1 <= int(typed) <= _MOST_COPIES:
            return int(typed)
        self._report(f"`copies={typed}` cannot be shown", f"write 1 to {_MOST_COPIES}")
        return 1

    @property
    def callouts(self) -> tuple[Callout, ...]:
        typed = self._said.get("callouts", "")
        names = [name for name in typed.split(",") if name] if typed else []
        return tuple(
            Callout(number, name, self._place) for number, name in enumerate(names, start=1)
        )
