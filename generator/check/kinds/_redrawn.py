"""How a drawn map in the document differs from what a claim keeps of it."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from generator.check.desk import Fact
from generator.check.kinds._drawing import Drawing, Row
from generator.claims import Claim, Repair, Verdict
from generator.model import Word
from generator.problems import Place


def changes(recorded: Drawing, read: Drawing | None, claim: Claim) -> Iterator[Fact]:
    """A fact for each row that the document has otherwise; none when all are the same."""
    if not recorded.rows:
        if read is not None:
            says = f"line {read.rows[0].line} draws {read.high} rows now"
            reason = "copy the rows into the claim"
            yield Fact(False, says, "no `rows`", (claim.place,), (), reason, Verdict.DIFFERS)
        return
    if read is None:
        reason = "find the map in the document, and the passage before it"
        has = f"{recorded.high} rows in claims.yaml"
        yield Fact(False, "the drawn map", has, (), (), reason, Verdict.GONE)
        return
    old, new = recorded.rows, read.rows
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            if before.marks != after.marks:
                yield _changed(before, after, claim)
        return
    matcher = SequenceMatcher(
        None, [row.marks for row in old], [row.marks for row in new], autojunk=False
    )
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag != "equal":
            yield from _block(old[first:last], new[new_first:new_last], claim)


def _block(old: tuple[Row, ...], new: tuple[Row, ...], claim: Claim) -> Iterator[Fact]:
    """Rows that are others, gone or new."""
    both = min(len(old), len(new))
    for before, after in zip(old, new, strict=False):
        yield _changed(before, after, claim)
    for row in old[both:]:
        says = f"a row less: {' '.join(row.marks)}"
        yield _by_hand(says, "it is in claims.yaml", (_place(row, claim),))
    for row in new[both:]:
        says = f"line {row.line}: a new row, {' '.join(row.marks)}"
        yield _by_hand(says, "it is not in claims.yaml", (_rows(claim).place,))


def _by_hand(says: str, has: str, where: tuple[Place, ...]) -> Fact:
    reason = "rows are put in and taken out by hand"
    return Fact(False, says, has, where, (), reason, Verdict.DIFFERS)


def _changed(before: Row, after: Row, claim: Claim) -> Fact:
    was = " ".join(before.marks)
    says = f"line {after.line}: {' '.join(after.marks)} (was {was})"
    place = _place(before, claim)
    repair = Repair(place, before.typed, _typed(before, after))
    return Fact(False, says, f"{was} in claims.yaml", (place,), (repair,), verdict=Verdict.DIFFERS)


def _place(row: Row, claim: Claim) -> Place:
    place = _rows(claim).place
    return Place(place.file, row.line, place.key)


def _rows(claim: Claim) -> Word:
    rows = claim.parameters["rows"]
    assert isinstance(rows, Word)
    return rows


def _typed(before: Row, after: Row) -> str:
    """The new marks, spaced like the old ones where there are as many."""
    if len(before.marks) != len(after.marks):
        return " ".join(after.marks)
    typed, at = [], 0
    for old, new in zip(before.marks, after.marks, strict=True):
        start = before.typed.index(old, at)
        typed += [before.typed[at:start], new]
        at = start + len(old)
    return "".join(typed)
