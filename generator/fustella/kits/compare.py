"""Compares kits with boxes: finds the copies that a kit lacks, and the copies beyond the box.

A kit is a multiset of physical copies: with two more castles in a box of forty-two, two are to be
printed. If a piece has changed, all of its copies are exchanged, because players would recognise
old copies among new ones.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from fustella.core.values.paper import Fold
from fustella.history import ChangeReason, Version, change_reason
from fustella.kits.model import BookletChange, CopyChange, Kit, Lot, PrintedRules


def changes(
    kit: Kit, copies: Mapping[str, int], versions: Mapping[str, Version], rules_only: bool = False
) -> tuple[CopyChange, ...]:
    """The changes that make a kit equal to the box, in the order of `copies`; lost pieces last.

    `copies` has the number of copies of each piece in the box, 0 for a piece outside of it, and
    `versions` the version of each piece today. With `rules_only`, copies with the right texts count
    as current, whatever they look like. Pieces without a change are left out.
    """
    wanted = {piece: number for piece, number in copies.items() if number and piece in versions}
    found = [
        _change(piece, kit.lots.get(piece, ()), number, versions[piece], rules_only)
        for piece, number in wanted.items()
    ]
    gone = (
        CopyChange(piece, ChangeReason.GONE, lots, 0, None)
        for piece, lots in sorted(kit.lots.items())
        if lots and piece not in wanted
    )
    return (*(change for change in found if change.take_out or change.put_in), *gone)


def booklet_change(
    kit: Kit,
    now: PrintedRules | None,
    leaves: Sequence[Sequence[int]] = (),
    rules_only: bool = False,
) -> BookletChange | None:
    """The change that makes the booklet of a kit the one of today; None where it is.

    `leaves` are the pages on each leaf of the booklet `now`. Sheets in each other share one fold:
    where their number differs, all pages have moved to other sheets. With `rules_only`, a booklet
    that says the same counts as current.
    """
    then = kit.rules
    if now is None or then is None:
        if now is None and then is None:
            return None
        kind = ChangeReason.NEW if then is None else ChangeReason.GONE
        return _leaves_changed(kind, then, now, leaves, whole=False)
    if then.sheets == now.sheets or (rules_only and then.words == now.words):
        return None
    kind = ChangeReason.LOOKS if then.words == now.words else ChangeReason.RULES
    moved = kit.fold in (Fold.SADDLE, Fold.LEAFLET) and len(then.sheets) != len(now.sheets)
    return _leaves_changed(kind, then, now, leaves, whole=moved)


def _leaves_changed(
    kind: ChangeReason,
    then: PrintedRules | None,
    now: PrintedRules | None,
    leaves: Sequence[Sequence[int]],
    *,
    whole: bool,
) -> BookletChange:
    old, new = (rules.sheets if rules else () for rules in (then, now))
    same = {n for n, (a, b) in enumerate(zip(old, new, strict=False), 1) if a == b and not whole}
    put_in = tuple(number for number in range(1, len(new) + 1) if number not in same)
    pages = sorted(page for number in put_in for page in leaves[number - 1])
    out = tuple(number for number in range(1, len(old) + 1) if number not in same)
    return BookletChange(kind, out, put_in, len(new), tuple(pages), whole, now)


def applied(kit: Kit, done: Sequence[CopyChange]) -> Kit:
    """The kit after the changes `done`, by which copies were taken out and put in.

    Where a change takes out more copies than the kit has, none are left.
    """
    lots = dict(kit.lots)
    for change in done:
        left = list(_lots_without(lots.get(change.piece, ()), change.take_out))
        if change.now is not None and change.put_in:
            left = list(_lots_with(left, Lot(change.now, change.put_in)))
        lots[change.piece] = tuple(left)
    return replace(kit, lots={piece: own for piece, own in sorted(lots.items()) if own})


def fresh(kit: Kit, copies: Mapping[str, int], versions: Mapping[str, Version]) -> Kit:
    """The kit with all copies of the box and no others, in the versions of today."""
    printed = {
        piece: (Lot(versions[piece], number),)
        for piece, number in sorted(copies.items())
        if number and piece in versions
    }
    return replace(kit, lots=printed)


def by_stickers(change: CopyChange) -> CopyChange | None:
    """The part of a change that stickers can make: they turn old copies into current ones.

    Stickers are for changed texts, not for changed looks alone, and for no more copies than the box
    needs. None if stickers help no copy.
    """
    if change.now is None:
        return None
    texts = (ChangeReason.RULES, ChangeReason.WORDING)
    old = [lot for lot in change.take_out if change_reason(lot.version, change.now) in texts]
    covered = tuple(_first_lots(old, change.put_in))
    copies = sum(lot.copies for lot in covered)
    return replace(change, take_out=covered, put_in=copies) if copies else None


def _change(
    piece: str, lots: Sequence[Lot], number: int, now: Version, rules_only: bool
) -> CopyChange:
    """The change of a piece with `number` copies in the box.

    The `kind` of the change is the most important reason to take copies out.
    """
    reasons = {lot.version: change_reason(lot.version, now) for lot in lots}
    good = {None, ChangeReason.LOOKS} if rules_only else {None}
    current = [lot for lot in lots if reasons[lot.version] in good]
    old = [lot for lot in lots if reasons[lot.version] not in good]
    have = sum(lot.copies for lot in current)
    out = (*old, *_first_lots(sorted(current, key=lambda lot: lot.version == now), have - number))
    found = [reasons[lot.version] for lot in old]
    kinds = (kind for kind in ChangeReason if kind in found)
    kind = next(kinds, ChangeReason.COUNT) if lots else ChangeReason.NEW
    return CopyChange(piece, kind, out, max(0, number - have), now)


def _first_lots(lots: Sequence[Lot], copies: int) -> Iterator[Lot]:
    """Yields the first lots, with `copies` copies in all."""
    for lot in lots:
        if copies > 0:
            yield replace(lot, copies=min(copies, lot.copies))
            copies -= lot.copies


def _lots_without(lots: Sequence[Lot], taken: Sequence[Lot]) -> Iterator[Lot]:
    """Yields the lots that remain when the lots `taken` leave."""
    out: dict[Version, int] = {}
    for lot in taken:
        out[lot.version] = out.get(lot.version, 0) + lot.copies
    for lot in lots:
        less = min(out.get(lot.version, 0), lot.copies)
        out[lot.version] = out.get(lot.version, 0) - less
        if lot.copies > less:
            yield replace(lot, copies=lot.copies - less)


def _lots_with(lots: Sequence[Lot], more: Lot) -> Iterator[Lot]:
    """Yields the lots with the lot `more`: it joins a lot of its version, or comes last."""
    same = [lot for lot in lots if lot.version == more.version]
    yield from (lot for lot in lots if lot.version != more.version)
    yield replace(more, copies=more.copies + sum(lot.copies for lot in same))
