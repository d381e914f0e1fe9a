"""Makes a kind with its list of what a script draws on the cards of a deck."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Place
from fustella.intake.ids import KindIds, free_name
from fustella.intake.marks import Columns, Drawn, face_of
from fustella.intake.pictures import TakenPictures
from fustella.intake.taken import Loss, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.spreadsheets.rows import slug_of

_NAMES = ("title", "name", "card_name", "card", "text")
_GROUND_MM = 0.3
_PAGE_MM = (190.0, 270.0)
"""What A4 and US Letter both have room for; a larger piece is glued from parts."""


def kind_of(
    kind_id: str,
    name: str,
    size_mm: tuple[float, float],
    columns: Columns,
    sides: tuple[Sequence[Drawn], Sequence[Drawn]],
    pictures: TakenPictures,
    losses: list[Loss],
    as_text: Callable[[str], str],
    place: Place,
    copies: Mapping[int, int] | None = None,
    bleed_mm: float = 0.0,
    used_ids: set[str] | None = None,
) -> TakenKind:
    """The kind of a deck whose cards have these columns.

    `sides` are the drawings of the fronts and of the backs, with none for a deck without backs.
    `as_text` turns a cell of the source into a text with our markup. `used_ids` are those that
    other kinds of the game have; those of this kind are added.
    """
    of_source = set(columns.named.values())
    front_marks, paper = _without_ground(list(sides[0]), size_mm, bleed_mm, columns.cards)
    front = face_of(front_marks, columns, losses)
    back = face_of(sides[1], columns, losses) if sides[1] else None
    used = set() if used_ids is None else used_ids
    header, cells = ["id"], [_ids(columns, front, kind_id, used)]
    if copies and any(count != 1 for count in copies.values()):
        header.append("copies")
        cells.append([str(copies.get(card, 1)) for card in range(1, columns.cards + 1)])
    ignored: list[str] = []
    for column, values in columns.values.items():
        sorts = [
            (side, face.fields.get(f"{column}?"))
            for side, face in (("", front), ("back.", back))
            if face
        ]
        shown = [(side, sort) for side, sort in sorts if sort]
        if not shown:
            if any(values):
                ignored.append(column)
                header.append(column)
                cells.append(values)
            continue
        for side, sort in shown:
            header.append(f"{side}{column}" if len(shown) > 1 else column)
            if sort == "image":
                cells.append([pictures.take(value, place) for value in values])
            elif sort == "text" and column in of_source:
                cells.append([as_text(value) for value in values])
            else:
                cells.append(values)
    rows = list(zip(*cells, strict=True))
    keys = split_if_large(size_mm)
    return TakenKind(
        kind_id, name, *size_mm, front, back, header, rows, ignored, bleed_mm, paper, keys=keys
    )


def split_if_large(size_mm: tuple[float, float]) -> Mapping[str, Value]:
    """The keys of a kind of this size: it is split, if it is larger than a page."""
    low, high = sorted(size_mm)
    return {"split": True} if low > _PAGE_MM[0] or high > _PAGE_MM[1] else {}


def _ids(columns: Columns, front: TakenFace, kind_id: str, used: set[str]) -> list[str]:
    """An id for each card, from its name where a column has names."""
    texts = [field.rstrip("?") for field, sort in front.fields.items() if sort == "text"]
    named = next(
        (each for each in (*_NAMES, *texts) if each in columns.values and each in texts), ""
    )
    ids: list[str] = []
    for card in range(columns.cards):
        typed = columns.values[named][card] if named else ""
        plain = slug_of(typed)[:40].strip("-") if typed else ""
        plain = plain or f"{kind_id}-{card + 1}"
        free = free_name(plain, used)
        used.add(free)
        ids.append(free)
    return ids


def with_ids_apart(kinds: Sequence[TakenKind]) -> Sequence[TakenKind]:
    """The kinds of a game without an id that stands twice, or is the name of another file.

    A later piece of the same id gets that of its kind behind it.
    """
    kind_ids = KindIds()
    used: set[str] = set()
    made = []
    for kind in kinds:
        kind_id = kind_ids.of(kind.id)
        at = list(kind.header).index("id")
        rows = []
        for row in kind.rows:
            free = row[at] if row[at] not in used else free_name(f"{row[at]}-{kind_id}", used)
            used.add(free)
            rows.append([*row[:at], free, *row[at + 1 :]])
        made.append(replace(kind, id=kind_id, rows=rows))
    return made


def _without_ground(
    drawings: list[Drawn], size_mm: tuple[float, float], bleed_mm: float, cards: int
) -> tuple[list[Drawn], str]:
    """The drawings without a panel of one colour that covers all faces, and its colour."""
    if not drawings or len(drawings[0].marks) < cards:
        return drawings, ""
    looks: list[Mapping[str, Value]] = []
    for mark in drawings[0].marks:
        x, y, width, height = mark.box
        covers = (
            x <= _GROUND_MM - bleed_mm
            and y <= _GROUND_MM - bleed_mm
            and x + width >= size_mm[0] - _GROUND_MM
            and y + height >= size_mm[1] - _GROUND_MM
        )
        if mark.draws != "panel" or not covers or "turn" in mark.look:
            return drawings, ""
        looks.append(mark.look)
    colour = looks[0].get("fill")
    alike = all(look.get("fill") == colour and look.get("shape") is None for look in looks)
    if not alike or not isinstance(colour, str) or "line" in looks[0] or "opacity" in looks[0]:
        return drawings, ""
    return drawings[1:], colour
