"""Numbers of a YAML file changed in its text, so that comments, layout and quotes stay.

Nothing is written from parsed values. The characters of a number are found by the marks of YAML's
events and replaced; then both texts are parsed and compared event by event, and a change that
alters anything else is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import yaml

from fustella.core.claims import Repair
from fustella.read.edit.scalars import (
    EditRefused,
    Scalar,
    Seeker,
    TextEdit,
    events_in,
    scalars_in,
    seeker_of,
)

_MARK = "\ufeff"
"""What some editors put in front of UTF-8; YAML's marks do not count it."""

_OF_A_PIECE = re.compile(r"(pieces|variants)\[\d+\]\.")
_INDEX = re.compile(r"\[\d+\]$")


@dataclass(frozen=True, slots=True)
class Unmended:
    """A repair that was not made, and why, in a designer's words."""

    repair: Repair
    reason: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text with its repairs. `mended` has one repair for each place that was changed."""

    text: str
    mended: tuple[Repair, ...]
    unmended: tuple[Unmended, ...]


_Found = tuple[Repair, Scalar, TextEdit]


def rewritten(text: str, name: str, repairs: Sequence[Repair]) -> Rewritten:
    """The text of the YAML file `name` with each repair made at its very place.

    All other characters stay as they are: line ends, byte order mark, comments, quotes. Only
    numbers are changed, and the `lines` of a source; in a claims.yaml also figures in braces within
    `text`, numbers of `lines`, and whole lines of a block of `rows`. What is not found exactly
    once, or would change more than its number, is unmended.
    """
    wanted = tuple(dict.fromkeys(repairs))
    body = text.removeprefix(_MARK)
    try:
        events = events_in(body)
    except yaml.YAMLError:
        return _refused(text, wanted, "the file is broken YAML: mend that first")
    found, unmended = _found(body, scalars_in(events), wanted, _is_claims(name))
    agreed, contradicted = _agreed(found)
    unmended += contradicted
    after = _replaced(body, [spot for _, _, spot in agreed])
    if not _only_these_differ(events, after, agreed):
        return _refused(text, wanted, "it would change more than this number: do it by hand")
    mark = text[: len(text) - len(body)]
    mended = tuple(repair for repair, _, _ in agreed)
    return Rewritten(mark + after, mended, tuple(unmended))


def _refused(text: str, repairs: Sequence[Repair], reason: str) -> Rewritten:
    return Rewritten(text, (), tuple(Unmended(repair, reason) for repair in repairs))


def _is_claims(name: str) -> bool:
    return PurePosixPath(name).name == "claims.yaml"


def _found(
    text: str, scalars: Sequence[Scalar], repairs: Sequence[Repair], in_claims: bool
) -> tuple[list[_Found], list[Unmended]]:
    found: list[_Found] = []
    unmended: list[Unmended] = []
    for repair in repairs:
        try:
            found.append((repair, *_place_of(text, scalars, repair, in_claims)))
        except EditRefused as refused:
            unmended.append(Unmended(repair, str(refused)))
    return found, unmended


def _place_of(
    text: str, scalars: Sequence[Scalar], repair: Repair, in_claims: bool
) -> tuple[Scalar, TextEdit]:
    """The one place that a repair means. Raises Refused."""
    place, key = repair.place, f"`{repair.place.key}`"
    if not place.line:
        leaf = place.key.rpartition(".")[2]
        raise EditRefused(f"{key} is typed nowhere: add `{leaf}: {repair.new}` yourself")
    seek = seeker_of(repair, in_claims)
    meant = _meant(scalars, repair, seek)
    spots = [(scalar, spot) for scalar in meant for spot in seek.spots(text, scalar, repair)]
    if len(spots) == 1:
        return spots[0]
    if spots:
        raise EditRefused(
            f"{key} is {repair.old} {len(spots)} times in line {place.line}: which one?"
        )
    if not meant:
        raise EditRefused(f"line {place.line} has no {key}")
    if len(meant) == 1 and "\n" not in (value := meant[0].value):
        raise EditRefused(f"{key} in line {place.line} is {value or 'empty'}, not {repair.old}")
    raise EditRefused(f"{key} in line {place.line} has no {repair.old}")


def _meant(scalars: Sequence[Scalar], repair: Repair, seek: Seeker) -> list[Scalar]:
    """The scalars that a place may name: by their whole path, else by the end of it."""
    line, key = repair.place.line, repair.place.key
    there = [one for one in scalars if line in (one.line, one.first_line, *seek.lines(one))]
    whole = [one for one in there if one.key == key]
    if whole:
        return whole
    return [
        one
        for one in there
        if _fits(one.key, key) or (seek.in_lists and _fits(_INDEX.sub("", one.key), key))
    ]


def _fits(path: str, key: str) -> bool:
    """Whether `key` is the end of `path`, or names what a piece inherits from list or variant."""
    if path == key or path.endswith(f".{key}"):
        return True
    own, asked = _OF_A_PIECE.match(path), _OF_A_PIECE.match(key)
    if asked is None or (own is not None and own[1] == "pieces"):
        return False
    return path[own.end() if own else 0 :] == key[asked.end() :]


def _agreed(found: Sequence[_Found]) -> tuple[list[_Found], list[Unmended]]:
    """One repair for each place; those that want different things at one place want nothing."""
    by_place: dict[tuple[int, int], list[_Found]] = {}
    for one in found:
        by_place.setdefault((one[2].start, one[2].end), []).append(one)
    agreed: list[_Found] = []
    unmended: list[Unmended] = []
    for same in by_place.values():
        wanted = sorted({spot.typed for _, _, spot in same})
        if len(wanted) == 1:
            agreed.append(same[0])
            continue
        reason = f"it should be {' and '.join(wanted)} at once: decide which is right"
        unmended += [Unmended(repair, reason) for repair, _, _ in same]
    return agreed, unmended


def _replaced(text: str, spots: Sequence[TextEdit]) -> str:
    for spot in sorted(spots, key=lambda spot: spot.start, reverse=True):
        text = text[: spot.start] + spot.typed + text[spot.end :]
    return text


def _only_these_differ(before: Sequence[yaml.Event], after: str, changed: Sequence[_Found]) -> bool:
    """The proof: event by event the texts are the same, but for the values that were repaired."""
    try:
        events = events_in(after)
    except yaml.YAMLError:
        return False
    expected = _expected(changed)
    return len(before) == len(events) and all(
        _facts(new) == _facts(old) and _said(new) == expected.get(number, _said(old))
        for number, (old, new) in enumerate(zip(before, events, strict=True))
    )


def _expected(changed: Sequence[_Found]) -> dict[int, tuple[bool, str]]:
    """What the events of the repaired scalars shall say, by their number."""
    expected: dict[int, tuple[bool, str]] = {}
    # From the last place on, so that what lies before it in the same scalar stays where it is.
    for _, scalar, spot in sorted(changed, key=lambda found: found[2].start, reverse=True):
        quoted, value = expected.get(scalar.event, (bool(scalar.style), scalar.value))
        value = value[: spot.first] + spot.meant + value[spot.last :]
        expected[scalar.event] = (quoted or spot.typed[0] == '"', value)
    return expected


def _facts(event: yaml.Event) -> tuple[object, ...]:
    """What an event is besides its value."""
    names = ("anchor", "tag", "flow_style")
    return (type(event), *(getattr(event, name, None) for name in names))


def _said(event: yaml.Event) -> tuple[bool, str]:
    """The value of an event, and whether it is quoted: "6" is no number."""
    return bool(getattr(event, "style", None)), str(getattr(event, "value", ""))
