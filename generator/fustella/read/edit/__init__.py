"""Changes numbers and texts in a YAML file, so that comments, layout and quotes stay.

No parsed value is written. The positions of YAML's events show the characters of a number, which
are replaced. Then both texts are parsed and compared event by event, and a change that alters
anything else is refused.
"""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TypeAlias

import yaml
from msgspec import Struct

from fustella.core.values.claims import Repair
from fustella.read.edit.scalars import (
    EditRefused,
    Scalar,
    Seeker,
    TextEdit,
    events_in,
    scalars_in,
    seeker_of,
)

BYTE_ORDER_MARK = "\ufeff"
"""The byte order mark that some editors write. YAML's positions do not count it."""

_OF_A_PIECE = re.compile(r"(pieces|variants)\[\d+\]\.")
_OF_A_KIND = re.compile(r"kinds\.[^.]+\.(?:layout\.(?P<side>front|back|both)\.)?")
_INDEX = re.compile(r"\[\d+\]$")


class Unmended(Struct, frozen=True):
    """A repair that was not made, and the reason in the words of messages."""

    repair: Repair
    reason: str


class Rewritten(Struct, frozen=True):
    """A text after its repairs. `mended` has one repair for each place that was changed."""

    text: str
    mended: tuple[Repair, ...]
    unmended: tuple[Unmended, ...]


_Found: TypeAlias = tuple[Repair, Scalar, TextEdit]


def rewritten(text: str, name: str, repairs: Sequence[Repair]) -> Rewritten:
    """The text of the YAML file `name` with all repairs made.

    All other characters stay as they are: line ends, byte order mark, comments, quotes. Only
    numbers are changed, and the `lines` of a source; in a claims.yaml also figures in braces within
    `text`, numbers of `lines`, and whole lines of a block of `rows`. A repair is unmended if its
    number is not found exactly once, or if more than this number would change.
    """
    wanted = tuple(dict.fromkeys(repairs))
    body = text.removeprefix(BYTE_ORDER_MARK)
    try:
        events = events_in(body)
    except yaml.YAMLError:
        return _all_unmended(text, wanted, "the file is broken YAML: mend that first")
    in_claims = PurePosixPath(name).name == "claims.yaml"
    scalars = scalars_in(events)
    places: list[_Found] = []
    unmended: list[Unmended] = []
    for repair in wanted:
        try:
            places.append((repair, *_place_of(body, scalars, repair, in_claims)))
        except EditRefused as refused:
            unmended.append(Unmended(repair, str(refused)))
    agreed, contradicted = _without_conflicts(places)
    unmended += contradicted
    after = _with_edits(body, [edit for _, _, edit in agreed])
    if not _only_these_differ(events, after, agreed):
        return _all_unmended(text, wanted, "it would change more than this number: do it by hand")
    mark = text[: len(text) - len(body)]
    mended = tuple(repair for repair, _, _ in agreed)
    return Rewritten(mark + after, mended, tuple(unmended))


def _all_unmended(text: str, repairs: Sequence[Repair], reason: str) -> Rewritten:
    return Rewritten(text, (), tuple(Unmended(repair, reason) for repair in repairs))


def _place_of(
    text: str, scalars: Sequence[Scalar], repair: Repair, in_claims: bool
) -> tuple[Scalar, TextEdit]:
    """The single scalar and edit that a repair means. Raises EditRefused."""
    place, key = repair.place, f"`{repair.place.key}`"
    if not place.line:
        leaf = place.key.rpartition(".")[2]
        raise EditRefused(f"{key} is typed nowhere: add `{leaf}: {repair.new}` yourself")
    seek = seeker_of(repair, in_claims)
    meant = _scalars_meant(scalars, repair, seek)
    candidates = [(scalar, edit) for scalar in meant for edit in seek.edits(text, scalar, repair)]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise EditRefused(
            f"{key} is {repair.old} {len(candidates)} times in line {place.line}: which one?"
        )
    if not meant:
        raise EditRefused(f"line {place.line} has no {key}")
    if len(meant) == 1 and "\n" not in (value := meant[0].value):
        raise EditRefused(f"{key} in line {place.line} is {value or 'empty'}, not {repair.old}")
    raise EditRefused(f"{key} in line {place.line} has no {repair.old}")


def _scalars_meant(scalars: Sequence[Scalar], repair: Repair, seek: Seeker) -> list[Scalar]:
    """The scalars that the place of a repair may name: by their whole path, else by its end."""
    line, key = repair.place.line, repair.place.key
    there = [
        scalar
        for scalar in scalars
        if line in (scalar.line, scalar.first_line, *seek.lines(scalar))
    ]
    return [scalar for scalar in there if scalar.key == key] or [
        scalar
        for scalar in there
        if _fits(scalar.key, key) or (seek.in_lists and _fits(_INDEX.sub("", scalar.key), key))
    ]


def _fits(path: str, key: str) -> bool:
    """Whether `key` is the end of `path`, or the key of something that gives `path` its value.

    A piece inherits from its list, and a kind from another one or from `both`. A text of a zone may
    stand under a value of a choice.
    """
    if path == key or path.endswith(f".{key}"):
        return True
    if (of_kind := _OF_A_KIND.match(key)) and (other := _OF_A_KIND.match(path)):
        steps, theirs = (
            each[match.end() :].split(".") for each, match in ((key, of_kind), (path, other))
        )
        in_zone = bool(of_kind["side"])
        return in_zone == bool(other["side"]) and (
            steps == theirs or (in_zone and steps[:2] == theirs[:2] and steps[-1] == theirs[-1])
        )
    own, wanted = _OF_A_PIECE.match(path), _OF_A_PIECE.match(key)
    if wanted is None or (own is not None and own[1] == "pieces"):
        return False
    return path[own.end() if own else 0 :] == key[wanted.end() :]


def _without_conflicts(places: Sequence[_Found]) -> tuple[list[_Found], list[Unmended]]:
    """Keeps one repair for each place in the text; contradictory repairs become unmended."""
    by_place: dict[tuple[int, int], list[_Found]] = {}
    for each in places:
        _, _, edit = each
        by_place.setdefault((edit.start, edit.end), []).append(each)
    agreed: list[_Found] = []
    unmended: list[Unmended] = []
    for same in by_place.values():
        wanted = sorted({edit.typed for _, _, edit in same})
        if len(wanted) == 1:
            agreed.append(same[0])
            continue
        reason = f"it should be {' and '.join(wanted)} at once: decide which is right"
        unmended += [Unmended(repair, reason) for repair, _, _ in same]
    return agreed, unmended


def _with_edits(text: str, edits: Sequence[TextEdit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.typed + text[edit.end :]
    return text


def _only_these_differ(before: Sequence[yaml.Event], after: str, changed: Sequence[_Found]) -> bool:
    """Whether two texts have equal events, except for the values that were repaired."""
    try:
        events = events_in(after)
    except yaml.YAMLError:
        return False
    expected = _values_expected(changed)
    return len(before) == len(events) and all(
        _form_of(new) == _form_of(old) and _value_of(new) == expected.get(number, _value_of(old))
        for number, (old, new) in enumerate(zip(before, events, strict=True))
    )


def _values_expected(changed: Sequence[_Found]) -> dict[int, tuple[bool, str]]:
    """The value that each repaired scalar must have, by the number of its YAML event."""
    expected: dict[int, tuple[bool, str]] = {}
    # Backwards, so that positions before an edit in the same scalar do not change.
    for _, scalar, edit in sorted(changed, key=lambda found: found[2].start, reverse=True):
        quoted, value = expected.get(scalar.event, (bool(scalar.style), scalar.value))
        value = value[: edit.first] + edit.meant + value[edit.last :]
        expected[scalar.event] = (quoted or edit.typed[0] == '"', value)
    return expected


def _form_of(event: yaml.Event) -> tuple[object, ...]:
    """All properties of an event except its value."""
    names = ("anchor", "tag", "flow_style")
    return (type(event), *(getattr(event, name, None) for name in names))


def _value_of(event: yaml.Event) -> tuple[bool, str]:
    """Whether a scalar of an event is quoted ("6" is no number), and its value."""
    return bool(getattr(event, "style", None)), str(getattr(event, "value", ""))
