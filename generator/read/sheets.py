"""Which kinds and boxes share sheets: names that are taken, and stocks that do not go together."""

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Table

from generator.model import Kind
from generator.problems import Place, Problem
from generator.read.nodes import Mapping, line_at

RESERVED = ("cover", "checklist")
"""Names of sheets that the tool itself prints."""
_SIDES = ("fronts", "backs")
"""What the names of files end with that hold one side of the sheets of a group."""


def problems_of_sheets(kinds: Sequence[Kind], data: Mapping, file: str) -> Iterator[Problem]:
    """What is wrong with the sheets that kinds share, those of boxes among them.

    E121 where their files would have one name, E128 where one sheet is to be of two stocks. `data`
    is game.yaml as typed: each is said where the name of the sheet stands.
    """
    groups = {kind.sheet for kind in kinds}
    places = {kind.id: _place(kind, data, file) for kind in kinds}
    for kind in kinds:
        taken = _taken(kind.sheet, groups)
        if taken:
            yield Problem("E121", places[kind.id], taken, "call it otherwise: `sheet: …`")
    yield from _two_stocks(kinds, places)


def _two_stocks(kinds: Sequence[Kind], places: Table[str, Place]) -> Iterator[Problem]:
    """Kinds of another stock than the first on their sheet."""
    first: dict[str, Kind] = {}
    seen: set[tuple[str, str]] = set()
    for kind in kinds:
        if kind.stock is None:
            continue
        other = first.setdefault(kind.sheet, kind)
        if other.stock is None or other.stock.id == kind.stock.id:
            continue
        place, pair = places[kind.id], (kind.sheet, kind.stock.id)
        # A box without a `sheet` follows a kind of its stock, of which it has been said already.
        if place.key.endswith(".sheet") or pair not in seen:
            message = (
                f"`{kind.id}` is of {kind.stock.id} and shares sheets with `{other.id}`, "
                f"which is of {other.stock.id}"
            )
            hint = f"a sheet of paper is of one stock: another `sheet:` for `{kind.id}`"
            yield Problem("E128", place, message, hint)
        seen.add(pair)


def _taken(sheet: str, groups: set[str]) -> str:
    """Whose name a sheet has already, or ""."""
    if sheet in RESERVED:
        return f"the sheets of the {sheet} have the name `{sheet}` already"
    for side in _SIDES:
        whose = sheet.removesuffix(f"-{side}")
        if whose != sheet and whose in groups:
            return f"the {side} of `{whose}` have the name `{sheet}`, with `--duplex separate`"
    return ""


def _place(kind: Kind, data: Mapping, file: str) -> Place:
    """Where a kind or box says which sheets it is on, else where it stands."""
    section = next(name for name in ("kinds", "boxes") if kind.id in _entries(data, name))
    node = _entries(data, section)[kind.id]
    key = next((key for key in ("sheet", "stock") if isinstance(node, Mapping) and key in node), "")
    location = (section, kind.id, key) if key else (section, kind.id)
    return Place(file, line_at(data, location), ".".join(location))


def _entries(data: Mapping, section: str) -> Mapping:
    entries = data.get(section)
    return entries if isinstance(entries, Mapping) else Mapping(0)
