"""A kit written into its file's text; remarks that people wrote above or behind lines stay.

The lines are made anew from the kit, in the order of its pieces. A remark goes with the line that
it stood above or behind; where that line is no more, it stands above the next one that is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import yaml

from generator.kits import Kit, Lot
from generator.problems import Place, Problem, ProblemsFound
from generator.read.kits import kit_in
from generator.read.loader import loaded
from generator.read.nodes import Mapping, Sequence, as_typed
from generator.read.scalars import events_in

HEADER = """\
# A printed copy of a game: what it has of each piece, and what that was when it was printed.
# `fustella kit printed` writes the lines; remarks like this one are yours, and stay.
"""
_MARK = "\ufeff"
_HASHES = ("rules", "wording", "looks")
_Anchor: TypeAlias = tuple[str, ...]
"""What a line is about: `game`, or `pieces`, a piece, and the hashes of a lot."""


@dataclass(frozen=True, slots=True)
class _Remark:
    """What stood above a line, or behind it; `at` is what that line was about, () at the end."""

    at: _Anchor
    above: bool
    text: str


def with_kit(text: str, kit: Kit) -> str:
    """The text of a kit's file that says what `kit` is; "" makes a new one.

    Raises ProblemsFound: what is wrong with the text, and E510 where it would say anything else.
    """
    body = text.removeprefix(_MARK)
    ends = "\r\n" if "\r\n" in body else "\n"
    order, remarks = _remarks(body, kit.name) if body else ([], [])
    lines = _with_remarks(list(_lines(kit)), order, remarks)
    after = ends.join([*(HEADER.splitlines() if not body else []), *lines, ""])
    if kit_in(after, kit.name) != replace(kit, place=Place(kit.place.file)):
        message = "cannot be written without losing remarks"
        hint = "take the remarks out of its file, and try again"
        raise ProblemsFound([Problem("E510", Place(kit.place.file), message, hint)])
    return text[: len(text) - len(body)] + after


def _lines(kit: Kit) -> Iterator[tuple[_Anchor, str]]:
    """What the file says without remarks, line by line."""
    for key in ("game", "language", "theme"):
        yield (key,), f"{key}: {getattr(kit, key)}"
    yield ("pieces",), "pieces:" if kit.lots else "pieces: {}"
    for piece, lots in sorted(kit.lots.items()):
        yield ("pieces", piece), f"  {piece}:"
        for lot in lots:
            yield _anchor(piece, lot), f"    - {_said(lot)}"


def _anchor(piece: str, lot: Lot) -> _Anchor:
    return ("pieces", piece, lot.version.code, *(getattr(lot.version, one) for one in _HASHES))


def _said(lot: Lot) -> str:
    hashes = (f"{one}: {getattr(lot.version, one)}" for one in _HASHES)
    return f"{{copies: {lot.copies}, code: {lot.version.code}, {', '.join(hashes)}}}"


def _with_remarks(
    lines: list[tuple[_Anchor, str]], order: list[_Anchor], remarks: list[_Remark]
) -> Iterator[str]:
    there = {anchor for anchor, _ in lines}
    above: dict[_Anchor, list[str]] = {}
    behind: dict[_Anchor, list[str]] = {}
    for remark in remarks:
        if remark.at in there and not remark.above:
            behind.setdefault(remark.at, []).append(remark.text)
        else:
            above.setdefault(_next(remark.at, order, there), []).append(remark.text)
    for anchor, line in lines:
        yield from above.get(anchor, ())
        yield "  ".join((line, *behind.get(anchor, ())))
    yield from above.get((), ())


def _next(at: _Anchor, order: list[_Anchor], there: set[_Anchor]) -> _Anchor:
    """The line that a remark stands above now: its own, or the next one that is still there."""
    later = order[order.index(at) :] if at in order else []
    return next((anchor for anchor in later if anchor in there), ())


def _remarks(text: str, name: str) -> tuple[list[_Anchor], list[_Remark]]:
    """What the lines of a text are about, in their order, and the remarks between them."""
    begun = _anchors(text, name)
    order = [anchor for anchors in begun.values() for anchor in anchors]
    remarks: list[_Remark] = []
    waiting: list[str] = []
    here: _Anchor = ()
    for number, (line, start) in enumerate(_split(text), start=1):
        content = line[:start].strip()
        if not content:
            waiting.append(line)
            continue
        here = begun[number][-1] if number in begun else here
        first = begun[number][0] if number in begun else here
        remarks += (_Remark(first, True, one) for one in waiting)
        waiting = []
        if start < len(line):
            remarks.append(_Remark(here, False, line[start:]))
    return order, [*remarks, *(_Remark((), True, one) for one in waiting)]


def _split(text: str) -> Iterator[tuple[str, int]]:
    """Each line, and where in it the remark begins: its length where there is none."""
    values = [
        (event.start_mark.index, event.end_mark.index)
        for event in events_in(text)
        if isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark
    ]
    at = 0
    for whole in text.splitlines(keepends=True):
        line = whole.rstrip("\r\n")
        signs = (
            i for i, sign in enumerate(line) if sign == "#" and (i == 0 or line[i - 1] in " \t")
        )
        free = (i for i in signs if not any(first <= at + i < end for first, end in values))
        yield line, next(free, len(line))
        at += len(whole)


def _anchors(text: str, name: str) -> dict[int, list[_Anchor]]:
    """What each line of a text begins, by its number."""
    data = loaded(text, name)
    found: dict[int, list[_Anchor]] = {}
    for key, line in data.lines.items():
        found.setdefault(line, []).append((key,))
    pieces = data["pieces"]
    assert isinstance(pieces, Mapping), "a kit that has been read"
    for piece, lots in pieces.items():
        found.setdefault(pieces.lines[piece], []).append(("pieces", piece))
        assert isinstance(lots, Sequence), "a kit that has been read"
        for lot, line in zip(lots, lots.lines, strict=True):
            assert isinstance(lot, Mapping), "a kit that has been read"
            said = (as_typed(lot[one]) for one in ("code", *_HASHES))
            found.setdefault(line, []).append(("pieces", piece, *said))
    return dict(sorted(found.items()))
