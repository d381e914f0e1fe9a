"""Every value in a list is on a face.

**What it checks.** While a face is drawn it is noted which fields its template reads. A field of a
piece that has a value, and that neither of its sides read, is printed nowhere. Looked at are the
faces that are drawn as they are now; the others are looked at when they are built.

**Why it matters.** A cost that stands in the list, is counted and agrees with the rules, helps
nobody when the card does not show it: somebody has taken it out of the template, or has written a
figure in its place.

**Example.** `front.attack` is given, and the template draws a fixed `4`.

**How to mend it.** Draw the field in the template, or take it out of the list. A field that is not
meant to be printed, because claims count by it or because it is a remark, is named under `lint`:
`lint: {unprinted: [front.remark]}`.
"""

import re
from collections.abc import Iterator, Mapping

from fustella.check.keys import Key, fields
from fustella.check.lint import Faces, fault, pieces_for
from fustella.check.lint._faces import drawn_faces, field_path, place_in
from fustella.check.selection import as_text
from fustella.core.claims import Claims, Finding
from fustella.core.model import FaceMetadata, Game, Piece, SideName, leaves

BY_FACES = True
OPTIONS = {"unprinted": Key(fields, "Fields that are not meant to be printed: [front.remark].")}

_SAYS = "every value is on a face"
_NUMBER = re.compile(r"\[\d+\]")


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """One for each kind and each of its fields that a piece has and no face of it reads."""
    typed = claims.lint["unprinted"] if "unprinted" in claims.lint else ()
    let_go = set(map(as_text, typed if isinstance(typed, tuple) else (typed,)))
    missing: dict[tuple[str, str], dict[str, str]] = {}
    for piece in pieces_for(__name__, game, claims):
        for path in _unread(piece, faces):
            field = _NUMBER.sub("", path)
            if not any(field == known or field.startswith(f"{known}.") for known in let_go):
                missing.setdefault((piece.kind.id, field), {}).setdefault(piece.id, path)
    pieces = {piece.id: piece for piece in game.pieces}
    for (_, field), paths in missing.items():
        places = [place_in(pieces[name], path) for name, path in paths.items()]
        first, number = next(iter(paths)), len(paths)
        of = f"`{first}`" if number == 1 else f"{number} pieces (`{first}`, …)"
        has = f"no template reads {field} of {of}"
        yield fault(__name__, places[0], _SAYS, has, *dict.fromkeys(places[1:]))


def _unread(piece: Piece, faces: Faces) -> Iterator[str]:
    """The paths of the values of a piece that none of its faces read; none while one is undrawn."""
    sides = {SideName.FRONT: piece.front}
    if piece.kind.back is not None:
        sides[SideName.BACK] = piece.back
    looks = [look for look in drawn_faces(piece, faces) if all(side in look for side in sides)]
    for side, record in sides.items():
        for path, value in leaves(side.value, record):
            if (
                value is not False
                and looks
                and not any(_is_read(path, side, look) for look in looks)
            ):
                yield path


def _is_read(path: str, side: SideName, look: Mapping[SideName, FaceMetadata]) -> bool:
    """Whether a face of one look of a piece reads a value: its own side, or the other one does."""
    steps = [match.start() for match in re.finditer(r"[.\[]", path)][1:] + [len(path)]
    if {path[:step] for step in steps}.isdisjoint(look[side].unasked):
        return True
    field = field_path(path)
    return any(field in other.asked for name, other in look.items() if name is not side)
