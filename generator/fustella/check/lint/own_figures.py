"""A template draws no figure of its own in the place of a field's.

**What it checks.** The rule reads the figures in the texts of a face back from its drawing. A
figure that no field, text, name or word of the game has is a fault if a number of the list is
missing on that face. It is also a fault on a piece that has no such number, while others of its
kind have one. Numbers that are drawn as marks or Roman numerals may be missing, as long as no other
figure stands there. `0` may always be missing, and so may fields under `pictured` or `unprinted` of
[unprinted](unprinted.md).

**Why it matters.** The claims compare the list with the rules. If the template prints something
else than the list, box and rules agree, and the card on the table does not.

**Example.** `front.attack` is 3, and the card shows a 4, which its template has drawn for all
pieces alike.

**How to mend it.** Draw the field, `face.attack`, in the template. If a template computes a figure
on purpose, and draws the number in another way, ignore it with the reason:
`ignore: [{rule: own-figures, of: …, fields: …, why: …}]`.
"""

from collections.abc import Iterable, Iterator

from fustella.check.lint import ByPieces, Faces, pieces_for, place_of
from fustella.check.lint._faces import (
    drawn_faces,
    fields_named,
    figures_in,
    is_inside,
    is_number,
    place_in,
)
from fustella.check.selection import as_text
from fustella.check.texts import texts
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, Piece, SideName, Text, leaves

BY_FACES = True

_SAYS = "figures on a face come from its fields"
_SHOWN = 3  # fields in one message


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """Yields a finding for faces of a kind that show figures which are not in their fields."""
    if not faces:
        return
    everywhere = figures_in(_in_all_languages((game.title, *texts(game.words))))
    let_go = (*fields_named(claims, "pictured"), *fields_named(claims, "unprinted"))
    numbers: dict[str, set[str]] = {}
    of_sides: dict[tuple[str, SideName], dict[str, str]] = {}
    pieces, whole = pieces_for(__name__, game, claims), {piece.id: piece for piece in game.pieces}
    for piece in pieces:
        for side in SideName:
            given = of_sides[piece.id, side] = _numbers(piece, side, let_go)
            numbers.setdefault(piece.kind.id, set()).update(given)
    wrong, has = ByPieces(), dict[tuple[str, ...], str]()
    for piece in pieces:
        known: set[str] | None = None
        for look in drawn_faces(piece, faces):
            for side in look:
                on_face, given = figures_in(look[side].texts), of_sides[piece.id, side]
                strange = on_face - everywhere
                if strange and known is None:
                    known = _known_on(whole[piece.id])
                own = ", ".join(sorted(strange - (known or set()), key=int))
                lacking = [
                    path for path, value in given.items() if not figures_in([value]) <= on_face
                ]
                without = [
                    path
                    for path in sorted(numbers[piece.kind.id])
                    if path.startswith(side.value) and path not in given
                ]
                if own and lacking:
                    fields = ", ".join(f"{path} {given[path]}" for path in lacking[:_SHOWN])
                    cause = (piece.kind.id, "not", *lacking)
                    has.setdefault(cause, f"shows {own} and not {fields}")
                    wrong.add(cause, piece.id, place_in(piece, lacking[0]))
                elif own and without:
                    cause = (piece.kind.id, "no", *without)
                    has.setdefault(cause, f"shows {own} and has no {', '.join(without[:_SHOWN])}")
                    wrong.add(cause, piece.id, place_of(piece, side))
    for cause, those in wrong:
        named = f"{those.named()}: `{those.first}`" if len(those) > 1 else those.named()
        yield those.fault(__name__, _SAYS, f"{named} {has[cause]}")


def _numbers(piece: Piece, side: SideName, let_go: tuple[str, ...]) -> dict[str, str]:
    """The numbers of a side by their paths, without numbers in lists or under `let_go`."""
    record = piece.front if side is SideName.FRONT else piece.back
    return {
        path: as_text(value)
        for path, value in leaves(side.value, record)
        if is_number(value) and "[" not in path and not is_inside(path, let_go)
    }


def _known_on(piece: Piece) -> set[str]:
    """The figures that the faces of a piece may show: those of its fields, name and copies."""
    values = [value for record in (piece.front, piece.back) for _, value in leaves("", record)]
    typed = [as_text(value) for value in values if not isinstance(value, Text)]
    texts = [piece.name, piece.kind.name, *(value for value in values if isinstance(value, Text))]
    return figures_in((piece.id, str(piece.copies), *typed, *_in_all_languages(texts)))


def _in_all_languages(texts: Iterable[Text]) -> Iterator[str]:
    return (word for text in texts for word in text.by_language.values())
