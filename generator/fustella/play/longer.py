"""Tells whether one save of a session goes on from another one."""

from msgspec import to_builtins

from fustella.core.values.sessions import Session

_CLOCKS = ("end", "elapsed")
"""What a clock says when a session is saved: it is later in each save."""


def goes_on(longer: Session, shorter: Session) -> bool:
    """Whether the first save has all that the second has, and more.

    Its log begins with the other's and is longer. Of two that have the same log, or none, the one
    goes on that ended as late or later, and has all that was answered and said in the other.
    """
    one, other = ((each.game, each.version, each.pieces) for each in (longer, shorter))
    steps = len(shorter.log)
    if one != other or longer.log[:steps] != shorter.log:
        return False
    if steps and len(longer.log) > steps:
        return True
    return (longer.minutes or 0) >= (shorter.minutes or 0) and has_all_said(longer, shorter)


def has_all_said(longer: Session, shorter: Session) -> bool:
    """Whether everything that was answered and said in the second stands in the first."""
    said = longer.remarks[: len(shorter.remarks)] == shorter.remarks
    return said and _holds(to_builtins(longer.answers), to_builtins(shorter.answers))


def _holds(more: object, less: object) -> bool:
    """Whether everything that is said in `less` stands in `more` at the same place."""
    if isinstance(less, dict) and isinstance(more, dict):
        kept = {name: each for name, each in less.items() if name not in _CLOCKS}
        return all(name in more and _holds(more[name], each) for name, each in kept.items())
    if isinstance(less, list | tuple) and isinstance(more, list | tuple):
        return len(less) <= len(more) and all(map(_holds, more, less))
    return less in (None, "", False) or more == less
