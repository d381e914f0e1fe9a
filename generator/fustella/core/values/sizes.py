"""Splits kinds of several sizes into kinds of one size, for shops, decks and lists of pictures.

The size of a piece may follow from its fields, so pieces of one kind may differ in their outline.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.model import Kind, Piece, PlainWord, Text


def size_name(size: Size) -> str:
    """A size as a part of a file's name: `63x88mm`."""
    return f"{round(size.width_mm, 2):g}x{round(size.height_mm, 2):g}mm"


def kinds_by_size(pieces: Iterable[Piece]) -> Mapping[str, Kind]:
    """The kind of each piece, by its id; a kind of several sizes becomes a kind for each size.

    The new kinds have the size in their id and name: `token-20x20mm`.
    """
    outlines: dict[str, dict[Outline, str]] = {}
    kinds: dict[str, Kind] = {}
    for piece in pieces:
        kinds[piece.id] = piece.kind
        outlines.setdefault(piece.kind.id, {}).setdefault(piece.kind.outline, "")
    taken = set(outlines)
    for kind, own in outlines.items():
        for outline in own if len(own) > 1 else ():
            own[outline] = _free_name(f"{kind}-{size_name(outline.size)}", taken)
            taken.add(own[outline])
    parted: dict[int, Kind] = {}  # by the identity of kinds, which the pieces hold
    for its_id, whole in [*kinds.items()]:
        if name := outlines[whole.id][whole.outline]:
            kinds[its_id] = parted.setdefault(id(whole), _parted(whole, name))
    return kinds


def _free_name(name: str, taken: set[str]) -> str:
    number = 1
    while (free := f"{name}-{number}" if number > 1 else name) in taken:
        number += 1
    return free


def _parted(kind: Kind, name: str) -> Kind:
    """The kind for one size of a kind; `name` is the size as text."""
    size = kind.outline.size
    mm = f"{round(size.width_mm, 2):g} × {round(size.height_mm, 2):g} mm"
    words = {
        language: PlainWord(f"{word}, {mm}", word.place)
        for language, word in kind.name.by_language.items()
    }
    return replace(kind, id=name, name=Text(words))
