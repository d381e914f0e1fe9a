"""Maps of boards that are printed in parts: seams, names, and the sheets where the parts are."""

from collections.abc import Iterator, Sequence

from generator.covers import BoardMap, MapPart
from generator.impose.board import parting_of
from generator.impose.board_parts import part_name
from generator.model import SideName
from generator.press import Press
from generator.sheets import Item, Sheet


def assembly_maps(
    items: Sequence[Item], press: Press, sheets: Sequence[Sheet]
) -> tuple[BoardMap, ...]:
    """A map for each board that lies on `sheets` in parts; its looks share one."""
    boards = {item.piece: item for item in items if item.split is not None}
    found = (_map(item, press, sheets) for item in boards.values())
    return tuple(board for board in found if board is not None)


def _map(item: Item, press: Press, sheets: Sequence[Sheet]) -> BoardMap | None:
    parting = parting_of(item, press)
    if parting is None:
        return None
    numbers: dict[str, list[int]] = {}
    for note, number in _numbers(item.piece, sheets):
        numbers.setdefault(note.partition(" ")[0], []).append(number)
    if not numbers:
        return None
    parts = tuple(
        MapPart(name, parting.middle(row, column), tuple(numbers.get(name, ())))
        for row in range(parting.rows)
        for column in range(parting.columns)
        for name in (part_name(row, column),)
    )
    rows, columns = parting.rows, parting.columns
    return BoardMap(item.piece, item.outline, item.sheet, parting.seams(), parts, rows, columns)


def _numbers(piece: str, sheets: Sequence[Sheet]) -> Iterator[tuple[str, int]]:
    """What the pages with a front of the piece say of it, and the numbers of their sheets."""
    for sheet in sheets:
        for page in sheet.pages:
            if page.side is SideName.FRONT and any(
                placement.face.piece == piece for placement in page.placements
            ):
                yield page.note, sheet.number
