"""What changed, as a table for a terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence

from fustella.cli.terminal import table
from fustella.history.diff import (
    ORDER,
    FieldChange,
    PieceChange,
    copies_said,
    counted,
    tally,
    value_said,
    where,
)
from fustella.history.since import GameComparison, Since

_WIDEST = 28
"""Characters of what a field said, and of what it says; the JSON has all of them."""


def as_text(since: Since, comparisons: Sequence[GameComparison]) -> str:
    """All games: a table each, what could not be compared, and the tally."""
    parts = [f"since {since}"]
    for one in comparisons:
        head = f"{one.title}: {counted(tally(one.changes))}"
        rows = [row for change in one.changes for row in _rows(change)]
        parts.append(head)
        if rows:
            parts.append(table(("change", "kind", "piece", "what", "where"), rows, "lllll"))
        parts += [f"note: {note}" for note in one.notes]
    return "\n\n".join(parts)


def as_json(since: Since, comparisons: Sequence[GameComparison]) -> str:
    """All games; the keys are stable."""
    revision = since.revision
    told = {
        "since": {
            "is": "revision" if revision else "kit",
            "name": since.name,
            "id": revision.id if revision else None,
            "day": revision.day if revision else None,
            "subject": revision.subject if revision else None,
        },
        "games": [_plain_game(one) for one in comparisons],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _rows(change: PieceChange) -> Iterator[tuple[str, ...]]:
    """One line for each field, and for the copies; the piece stands in the first."""
    lines = [
        (f"{one.field}: {' → '.join(_shortly(one.then, one.now))}", where(one.place))
        for one in change.fields
    ]
    if said := copies_said(change):
        lines.append((said, ""))
    place = where(change.after.place if change.after else None)
    lines = lines or [(_without_fields(change), "")]
    first, *others = lines
    head = str(change.kind), change.state.kind, change.state.name
    yield (*head, first[0], first[1] or place)
    yield from (("", "", "", *line) for line in others)


def _without_fields(change: PieceChange) -> str:
    """What to say of a piece of which no field is known to have changed."""
    if change.before and change.before.said is None:
        return f"what it said ({change.before.version.code}) is not known any more"
    sides = [side.value for side, then, now in change.sides if then and now]
    return f"drawn otherwise: {' and '.join(sides)}" if sides else "drawn otherwise"


def _shortly(then: str | None, now: str | None) -> tuple[str, str]:
    """Both values; of long texts the words that differ, with one on each side of them."""
    whole = value_said(then), value_said(now)
    if max(map(len, whole)) <= _WIDEST or then is None or now is None:
        return _cut(whole[0]), _cut(whole[1])
    old, new = (text.split() for text in whole)
    same = [one == other for one, other in zip(old, new, strict=False)]
    start = (*same, False).index(False)
    least = min(len(old), len(new)) - start
    same = [one == other for one, other in zip(old[::-1], new[::-1], strict=False)][:least]
    end = (*same, False).index(False)
    return _excerpt(old, start, end), _excerpt(new, start, end)


def _excerpt(words: Sequence[str], start: int, end: int) -> str:
    """All words but those before and behind, of which one each stays."""
    first, behind = max(0, start - 1), len(words) - max(0, end - 1)
    said = " ".join(words[first:behind])
    return _cut(f"{'… ' if first else ''}{said}{' …' if behind < len(words) else ''}")


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1].rstrip()}…"


def _plain_game(one: GameComparison) -> dict[str, object]:
    counts = tally(one.changes)
    return {
        "game": one.game,
        "title": one.title,
        "language": one.language,
        "counts": {str(kind): counts.get(kind, 0) for kind in ORDER},
        "changes": [_plain(change) for change in one.changes],
        "notes": list(one.notes),
    }


def _plain(change: PieceChange) -> dict[str, object]:
    before, after, place = change.before, change.after, change.state.place
    return {
        "piece": change.piece,
        "name": change.state.name,
        "kind": change.state.kind,
        "change": str(change.kind),
        "looks_changed": change.looks_changed,
        "copies": {"then": change.copies_then, "now": change.copies_now},
        "copies_of_this_version": before.copies if before else 0,
        "code": {
            "then": (before.version.code or None) if before else None,
            "now": (after.version.code or None) if after else None,
        },
        "fields": [_plain_field(field) for field in change.fields],
        "file": place.file if place and after else None,
        "line": place.line if place and after else None,
    }


def _plain_field(field: FieldChange) -> dict[str, object]:
    return {
        "field": field.field,
        "change": str(field.kind),
        "then": field.then,
        "now": field.now,
        "file": field.place.file if field.place else None,
        "line": field.place.line if field.place else None,
    }
