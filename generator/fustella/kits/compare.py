"""What a kit lacks of a box, and what it has too much: multisets of physical copies.

Two more castles are two pieces to print, not forty-two. A piece that has changed is taken out
whole and put in whole, for its old and new copies can be told apart.

What has been printed, and what therefore still has to be: pure comparing of kits with boxes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fustella.history.versions import ChangeReason, Version, change_reason
from fustella.kits.model import CopyChange, Kit, Lot


def changes(
    kit: Kit, copies: Mapping[str, int], versions: Mapping[str, Version], rules_only: bool = False
) -> tuple[CopyChange, ...]:
    """What has to be done to a kit so that it is the box: in the order of `copies`, then what went.

    `copies` are those of each piece of the box, `versions` what each of them is today; a piece
    with no copies is in no box. With `rules_only`, copies that say what they are to say count as
    current, however they look. Pieces of which nothing has to be done are left out.
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
    return (*(one for one in found if one.take_out or one.put_in), *gone)


def applied(kit: Kit, done: Sequence[CopyChange]) -> Kit:
    """The kit after copies were put in and taken out: none is taken out that is not there."""
    lots = dict(kit.lots)
    for change in done:
        left = list(_without(lots.get(change.piece, ()), change.take_out))
        if change.now is not None and change.put_in:
            left = list(_with(left, Lot(change.now, change.put_in)))
        lots[change.piece] = tuple(left)
    return replace(kit, lots={piece: own for piece, own in sorted(lots.items()) if own})


def fresh(kit: Kit, copies: Mapping[str, int], versions: Mapping[str, Version]) -> Kit:
    """The same kit as if the whole box had been printed now, and nothing before it."""
    printed = {
        piece: (Lot(versions[piece], number),)
        for piece, number in sorted(copies.items())
        if number and piece in versions
    }
    return replace(kit, lots=printed)


def stuck_on(change: CopyChange) -> CopyChange | None:
    """What of a change stickers can do: old copies become new ones, as many as are needed.

    Only what a piece says is mended so, not its looks alone. None where there is nothing to stick
    them on.
    """
    if change.now is None:
        return None
    said = (ChangeReason.RULES, ChangeReason.WORDING)
    old = [lot for lot in change.take_out if change_reason(lot.version, change.now) in said]
    mended = tuple(_first(old, change.put_in))
    copies = sum(lot.copies for lot in mended)
    return replace(change, take_out=mended, put_in=copies) if copies else None


def _change(
    piece: str, lots: Sequence[Lot], number: int, now: Version, rules_only: bool
) -> CopyChange:
    """What has to be done about a piece of which the box has `number`."""
    ways = {lot.version: change_reason(lot.version, now) for lot in lots}
    good = {None, ChangeReason.LOOKS} if rules_only else {None}
    current = [lot for lot in lots if ways[lot.version] in good]
    old = [lot for lot in lots if ways[lot.version] not in good]
    have = sum(lot.copies for lot in current)
    out = (*old, *_first(sorted(current, key=lambda lot: lot.version == now), have - number))
    worst = [ways[lot.version] for lot in old]
    kinds = (kind for kind in ChangeReason if kind in worst)
    kind = next(kinds, ChangeReason.COUNT) if lots else ChangeReason.NEW
    return CopyChange(piece, kind, out, max(0, number - have), now)


def _first(lots: Sequence[Lot], copies: int) -> Iterator[Lot]:
    """So many copies of some lots, those in front first."""
    for lot in lots:
        if copies > 0:
            yield replace(lot, copies=min(copies, lot.copies))
            copies -= lot.copies


def _without(lots: Sequence[Lot], taken: Sequence[Lot]) -> Iterator[Lot]:
    out: dict[Version, int] = {}
    for lot in taken:
        out[lot.version] = out.get(lot.version, 0) + lot.copies
    for lot in lots:
        less = min(out.get(lot.version, 0), lot.copies)
        out[lot.version] = out.get(lot.version, 0) - less
        if lot.copies > less:
            yield replace(lot, copies=lot.copies - less)


def _with(lots: Sequence[Lot], more: Lot) -> Iterator[Lot]:
    """The lots with one more, which is added to that of the same version where there is one."""
    same = [lot for lot in lots if lot.version == more.version]
    yield from (lot for lot in lots if lot.version != more.version)
    yield replace(more, copies=more.copies + sum(lot.copies for lot in same))
