"""Finds the grid for fields whose values name its cells.

A field of a kind with a `grid` means this grid. Any other field, such as the hexagon on which a
unit begins, means the grid of the only board that has one, or of the board that the field names:
`cell of map`.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from fustella.core.geometry.grids import Grid
from fustella.core.values.model import SIDES, Begins, Kind
from fustella.core.values.problems import Place, Problem, did_you_mean
from fustella.read.fields import CELL_TYPES, SEVERAL, FieldType
from fustella.read.kinds import KindRead

Fields = tuple[tuple[str, FieldType], ...]


def with_grids(
    kinds: Mapping[str, KindRead],
    place_of: Callable[[str, str, str], Place | None],
    problems: list[Problem],
) -> dict[str, KindRead]:
    """The kinds, with the grid in each type of field whose values name its cells.

    `place_of` gives the place where a kind declares a field of a side, None for a field that a
    ready face brings, and that need not be used. Reports E171 for a field that means no grid, or
    several.
    """
    grids = {read.kind.id: read.kind.grid for read in kinds.values() if read.kind.grid}
    faulty = any(read.faulty for read in kinds.values())
    result = {}
    for key, read in kinds.items():
        known: list[Problem] = []
        front, back = (
            tuple(
                (name, _field(field, read.kind.grid, grids, place_of(key, side, name), known))
                for name, field in getattr(read, side)
            )
            for side in SIDES
        )
        kind = _beginning(read.kind, front, back)
        result[key] = replace(read, kind=kind, front=front, back=back)
        # A fault of a grid was reported, and nobody knows what its fields mean.
        problems += known if not problems and not faulty else ()
    return result


def _beginning(kind: Kind, front: Fields, back: Fields) -> Kind:
    """The kind with its field for the cell where a piece begins, which a face need not show."""
    fields = (
        (f"{side}.{name}", field.of)
        for side, of_side in zip(SIDES, (front, back), strict=True)
        for name, field in of_side
        if field.name == "cell"
    )
    first = next(fields, None)
    if first is None or kind.grid is not None:
        return kind
    return replace(kind, begins=Begins(*first), deciding=kind.deciding | {first[0]})


def _field(
    field: FieldType,
    own: Grid | None,
    grids: Mapping[str, Grid],
    at: Place | None,
    problems: list[Problem],
) -> FieldType:
    if field.entry is not None:
        return replace(field, entry=_field(field.entry, own, grids, at, problems))
    if field.fields:
        inner = ((name, _field(each, own, grids, at, problems)) for name, each in field.fields)
        return replace(field, fields=tuple(inner))
    if field.name == "track":
        return replace(field, grid=own)
    if field.name not in CELL_TYPES:
        return field
    if field.of:
        grid = grids.get(field.of)
        message = f"no kind `{field.of}` has a grid"
        hint = did_you_mean(field.of, grids) or "add `grid: …` to the kind of the board"
    elif own is not None:
        grid, message, hint = own, "", ""
    else:
        grid = next(iter(grids.values())) if len(grids) == 1 else None
        message = f"which board has this {field.name}, is not known"
        hint = f"write `{field.name} of {next(iter(grids), 'map')}`: "
        hint += "several kinds have a grid" if grids else "no kind has a grid yet"
    if grid is None and at is None:
        return replace(field, of=SEVERAL if grids else "")
    if grid is None and at is not None:
        problems.append(Problem("E171", at, message, hint))
    return replace(field, grid=grid)
