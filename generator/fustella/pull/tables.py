"""Tells whether bytes are a CSV table, and how many rows of a table changed."""

import csv
from collections import Counter

from msgspec import Struct

from fustella.core.values.problems import Place, Problem

_HTML = ("<!doctype", "<html", "<head", "<?xml")
_SEPARATORS = ",;\t"
_SHARE = "in Google Sheets: File > Share > Publish to web > Comma-separated values"


def fault_in(data: bytes, type_: str, place: Place) -> Problem | None:
    """The problem, E703, of bytes that are not a CSV table; else None."""
    start = data[:200].decode("utf-8", "replace").lstrip("\ufeff \t\r\n").lower()
    if type_ in ("text/html", "application/xhtml+xml") or start.startswith(_HTML):
        hint = f"the sheet is not shared, or the address is not that of its CSV; {_SHARE}"
        return Problem("E703", place, "a web page came instead of a table", hint)
    if data[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        return Problem("E703", place, "a workbook came instead of a table", f"{_SHARE}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        hint = "the address must give CSV in UTF-8"
        return Problem("E703", place, "what came is no text in UTF-8", hint)
    if "\0" in text:
        return Problem("E703", place, "what came is no text", "the address must give CSV")
    if not text.strip(f'{_SEPARATORS}\r\n "'):
        hint = "look whether it is the right sheet of the workbook (`gid=` in the address)"
        return Problem("E703", place, "the sheet is empty", hint)
    return None


class RowChanges(Struct, frozen=True):
    """The numbers of rows of a table that changed, were added and were taken out.

    `headings` says whether its first row changed, `other_bytes` whether the files differ at all.
    """

    changed: int = 0
    added: int = 0
    removed: int = 0
    headings: bool = False
    other_bytes: bool = False


def changes_between(before: bytes, after: bytes) -> RowChanges:
    """Counts the rows that differ: by their `id`s if both tables have them, else by their cells."""
    if before == after:
        return RowChanges()
    (head_before, *old), (head_after, *new) = _rows(before), _rows(after)
    headings = head_before != head_after
    heads = [[heading.strip().lower() for heading in head] for head in (head_before, head_after)]
    if all("id" in head for head in heads):
        first, second = (
            {row[at]: row for row in rows if at < len(row) and row[at]}
            for rows, at in zip((old, new), (head.index("id") for head in heads), strict=True)
        )
        if len(first) == len(old) and len(second) == len(new):
            changed = sum(first[key] != second[key] for key in first.keys() & second.keys())
            added, removed = len(second.keys() - first.keys()), len(first.keys() - second.keys())
            return RowChanges(changed, added, removed, headings, other_bytes=True)
    gone, come = Counter(old), Counter(new)
    removed, added = (gone - come).total(), (come - gone).total()
    changed = min(removed, added)
    return RowChanges(changed, added - changed, removed - changed, headings, other_bytes=True)


def _rows(data: bytes) -> list[tuple[str, ...]]:
    """The rows of a table that are not empty, with its headings first."""
    lines = data.decode("utf-8-sig", "replace").splitlines(keepends=True)
    first = lines[0] if lines else ""
    separator = max(_SEPARATORS, key=first.count)
    try:
        rows = [tuple(row) for row in csv.reader(lines, delimiter=separator)]
    except csv.Error:
        rows = [(line,) for line in lines]
    return [row for row in rows if any(row)] or [()]
