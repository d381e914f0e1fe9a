"""A template draws no figure of its own in the place of a field's.

**What it checks.** The figures in the texts of a face, read back from its drawing. One that no
field, text, name or word of the game has, on a face where a number of the list is missing, is a
fault. Numbers that are drawn as marks or Roman numerals may be missing, as long as no other figure
stands there; `0` always may.

**Why it matters.** The claims compare the list with the rules. When the template prints something
else than the list, box and rules agree, and the card on the table does not.

**Example.** `front.attack` is 3, and the card shows a 4, which its template has drawn for all
pieces alike.

**How to mend it.** Draw the field, `face.attack`, in the template. A figure that a template
computes on purpose, where a number is drawn otherwise, is let go with its reason:
`ignore: [{rule: own-figures, of: …, why: …}]`.
"""

from collections.abc import Iterable, Iterator

from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.lint._faces import drawn_faces, figures_in, is_number, place_in
from fustella.check.selection import as_text
from fustella.check.texts import texts
from fustella.core.claims import Claims, Finding
from fustella.core.model import Game, Piece, SideName, Text, leaves

BY_FACES = True

_SAYS = "figures on a face come from its fields"
_SHOWN = 3  # fields in one message


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """One for each face that lacks numbers of its piece while it has one that is in no field."""
    everywhere = figures_in(_in_all_languages((game.title, *texts(game.words))))
    for piece in pieces_for(__name__, game, claims):
        for look in drawn_faces(piece, faces):
            for side in look:
                drawn = figures_in(look[side].texts)
                own = ", ".join(sorted(drawn - everywhere - _known_on(piece), key=int))
                lacking = [*_lacking(piece, side, drawn)] if own else []
                if lacking:
                    fields = ", ".join(f"{path} {number}" for path, number in lacking[:_SHOWN])
                    has = f"`{piece.id}` shows {own} and not {fields}"
                    places = dict.fromkeys(place_in(piece, path) for path, _ in lacking)
                    yield fault(__name__, next(iter(places)), _SAYS, has, *list(places)[1:])


def _lacking(piece: Piece, side: SideName, drawn: set[str]) -> Iterator[tuple[str, str]]:
    """The numbers of a side that are not in its texts, with their paths; no lists of numbers."""
    record = piece.front if side is SideName.FRONT else piece.back
    for path, value in leaves(side.value, record):
        number = as_text(value)
        if is_number(value) and not path.endswith("]") and not figures_in([number]) <= drawn:
            yield path, number


def _known_on(piece: Piece) -> set[str]:
    """The figures that the faces of a piece may show: those of its fields, name and copies."""
    values = [value for record in (piece.front, piece.back) for _, value in leaves("", record)]
    typed = [as_text(value) for value in values if not isinstance(value, Text)]
    found = [piece.name, piece.kind.name, *(value for value in values if isinstance(value, Text))]
    return figures_in((piece.id, str(piece.copies), *typed, *_in_all_languages(found)))


def _in_all_languages(found: Iterable[Text]) -> Iterator[str]:
    return (word for text in found for word in text.by_language.values())
