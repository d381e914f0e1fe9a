"""Prints the changes that `fustella diff` found: tables for a terminal, or JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence

from fustella.cli.tables import shorten, table
from fustella.core.files.project import GAME_FILE
from fustella.core.values.problems import Place
from fustella.core.words.patterns import escaped_in_json, visible_in_line
from fustella.history import (
    ORDER,
    FieldChange,
    PieceChange,
    RulesChange,
    copies_text,
    counted,
    counted_in_rules,
    tally,
    value_text,
    where,
)
from fustella.history.since import GameComparison, Since

_VALUE_WIDTH = 28
"""The most characters of a field's value, before and after; JSON has the whole value."""


def as_text(since: Since, comparisons: Sequence[GameComparison]) -> str:
    """The tables of all games, the games that could not be compared, and the tally."""
    parts = [visible_in_line(f"since {since}")]
    for comparison in comparisons:
        parts.append(f"{visible_in_line(comparison.title)}: {_counted(comparison)}")
        common = _common_fields(comparison.changes)
        played = comparison.played_before
        rows = [row for one in comparison.changes for row in _rows(one, common)]
        if rows := [*rows, *_common_rows(common)]:
            parts.append(table(("change", "kind", "piece", "what", "where"), rows, "lllll"))
        if rules := [_rules_row(change) for change in comparison.rules]:
            parts.append(table(("change", "", "chapter", "what", "where"), rules, "lllll"))
        said = [f"played: {line}" for one in comparison.changes if (line := played(one))]
        parts += ["\n".join(map(visible_in_line, said))] if said else []
        parts += [f"note: {visible_in_line(note)}" for note in comparison.notes]
    return "\n\n".join(parts)


def _counted(comparison: GameComparison) -> str:
    """The numbers of changes in words: `3 rules · 1 new · 2 in the booklet`."""
    pieces, rules = tally(comparison.changes), counted_in_rules(comparison.rules)
    return " · ".join(filter(None, (counted(pieces) if pieces or not rules else "", rules)))


def _rules_row(change: RulesChange) -> tuple[str, ...]:
    """The row of a passage of a booklet; what a list changed is shown with the reference."""
    if change.then is None and change.now is None:
        count = f"{change.passages} passages" if change.passages != 1 else "1 passage"
        said = f"the whole chapter, {count}"
    elif change.from_lists and change.values:
        said = ", ".join(
            f"{{{one.reference}}}: {' → '.join(_shortened_values(one.then, one.now))}"
            for one in change.values
        )
    else:
        said = " → ".join(_shortened_values(change.then, change.now))
    chapter = change.chapter or change.title
    return str(change.kind), change.language, chapter, said, where(change.place)


_Common = Mapping[tuple[str, Place], Sequence[FieldChange]]
"""The changes of a field that a zone of game.yaml says for several pieces, by field and place."""


def _common_fields(changes: Sequence[PieceChange]) -> _Common:
    """The changes that many pieces have for one reason: one more card changes `{n}/{of}` on all."""
    found: dict[tuple[str, Place], list[FieldChange]] = {}
    for change in changes:
        for field in change.fields:
            if field.place and field.place.file.endswith(GAME_FILE):
                found.setdefault((field.field, field.place), []).append(field)
    return {key: fields for key, fields in found.items() if len(fields) > 1}


def _common_rows(common: _Common) -> Iterator[tuple[str, ...]]:
    """Yields a row for each change that several pieces have, with the values of the first."""
    for (name, place), fields in common.items():
        values = " → ".join(_shortened_values(fields[0].then, fields[0].now))
        yield str(fields[0].kind), "", f"{len(fields)} pieces", f"{name}: {values}, …", where(place)


def _rows(change: PieceChange, common: _Common) -> Iterator[tuple[str, ...]]:
    """Yields rows for the fields of a piece and for its copies; the first row names the piece.

    What several pieces have in `common` is left out, and so is a piece without another change.
    """
    own = [field for field in change.fields if (field.field, field.place) not in common]
    lines = [
        (
            f"{field.field}: {' → '.join(_shortened_values(field.then, field.now))}",
            where(field.place),
        )
        for field in own
    ]
    if copies := copies_text(change):
        lines.append((copies, ""))
    if not lines and len(own) < len(change.fields):
        return
    (change_said, place), *others = lines or [(_without_fields(change), "")]
    place = place or where(change.after.place if change.after else None)
    yield str(change.kind), change.state.kind, change.state.name, change_said, place
    yield from (("", "", "", *line) for line in others)


def _without_fields(change: PieceChange) -> str:
    """Words for a changed piece without a known change in its fields."""
    if change.before and change.before.fields is None:
        return f"what it said ({change.before.version.code}) is not known any more"
    sides = [side.value for side, then, now in change.sides if then and now]
    return f"drawn otherwise: {' and '.join(sides)}" if sides else "drawn otherwise"


def _shortened_values(then: str | None, now: str | None) -> tuple[str, str]:
    """Both values of a field, shortened to the words that differ and one word on each side."""
    whole = value_text(then), value_text(now)
    if max(map(len, whole)) <= _VALUE_WIDTH or then is None or now is None:
        return shorten(whole[0], _VALUE_WIDTH), shorten(whole[1], _VALUE_WIDTH)
    old, new = (text.split() for text in whole)
    same = [before == after for before, after in zip(old, new, strict=False)]
    start = (*same, False).index(False)
    rest = min(len(old), len(new)) - start
    same = [before == after for before, after in zip(old[::-1], new[::-1], strict=False)][:rest]
    end = (*same, False).index(False)
    return _excerpt(old, start, end), _excerpt(new, start, end)


def _excerpt(words: Sequence[str], start: int, end: int) -> str:
    """The words that changed, with one word before and one after them.

    `start` and `end` count the words that the old and the new text share at either end.
    """
    first, last = max(0, start - 1), len(words) - max(0, end - 1)
    text = " ".join(words[first:last])
    text = f"{'… ' if first else ''}{text}{' …' if last < len(words) else ''}"
    return shorten(text, _VALUE_WIDTH)


def as_json(since: Since, comparisons: Sequence[GameComparison]) -> str:
    """JSON with the changes of all games; its keys are stable."""
    revision = since.revision
    plain = {
        "since": {
            "is": "revision" if revision else "kit",
            "name": since.name,
            "id": revision.id if revision else None,
            "day": revision.day if revision else None,
            "subject": revision.subject if revision else None,
        },
        "games": [_game_json(comparison) for comparison in comparisons],
    }
    return escaped_in_json(json.dumps(plain, ensure_ascii=False, indent=2))


def _game_json(comparison: GameComparison) -> dict[str, object]:
    counts = tally(comparison.changes)
    return {
        "game": comparison.game,
        "title": comparison.title,
        "language": comparison.language,
        "counts": {str(kind): counts.get(kind, 0) for kind in ORDER},
        "changes": [
            {**_change_json(change), "played": comparison.played_before(change) or None}
            for change in comparison.changes
        ],
        "rules": [_rules_json(change) for change in comparison.rules],
        "notes": list(comparison.notes),
    }


def _change_json(change: PieceChange) -> dict[str, object]:
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
        "fields": [_field_json(field) for field in change.fields],
        **_place_json(place if after else None),
    }


def _rules_json(change: RulesChange) -> dict[str, object]:
    return {
        "language": change.language,
        "chapter": change.chapter,
        "title": change.title,
        "what": change.what,
        "change": str(change.kind),
        "then": change.then,
        "now": change.now,
        "passages": change.passages,
        "from_lists": change.from_lists,
        "values": [
            {"reference": one.reference, "then": one.then, "now": one.now} for one in change.values
        ],
        **_place_json(change.place),
    }


def _field_json(field: FieldChange) -> dict[str, object]:
    return {
        "field": field.field,
        "change": str(field.kind),
        "then": field.then,
        "now": field.now,
        **_place_json(field.place),
    }


def _place_json(place: Place | None) -> dict[str, object]:
    """The file, line and sheet of a place; None where there is no place."""
    plain: dict[str, object] = {
        "file": place.file if place else None,
        "line": place.line if place else None,
    }
    return {**plain, "sheet": place.sheet} if place and place.sheet else plain
