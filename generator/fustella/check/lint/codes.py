"""Every piece carries its version code, once one of the game does.

**What it checks.** When the template of any piece draws its version code (`code()`), each printed
piece must show its own on one side at least, and no piece may show that of another. A game without
version codes is not asked. It needs the drawn faces: where only the lists are read, it is silent,
and a piece that is not drawn yet as it is now is passed over.

**Why it matters.** The code tells a printed piece of last year from one of today, and
`fustella whatis` what has changed since. A piece without it looks current for ever.

**Example.** The cards carry codes and the tokens do not:
*5 pieces of `token` (`archer`, …) show no version code*.

**How to mend it.** Write `{{ code(x, y) }}` into the template of the kind's front or back. A piece
that shows another's code has it from the top level of an imported file, which is drawn once for
all: put the call into a macro. A kind that has no room is let go:
`ignore: [{rule: codes, of: …, why: …}]`.
"""

from collections.abc import Iterator, Mapping

from fustella.check.lint import asked, fault, place_of
from fustella.check.lint._faces import drawn_faces
from fustella.core.claims import Claims, Finding
from fustella.core.codes import codes_of
from fustella.core.model import FaceId, FaceMetadata, Game, Piece, SideName

BY_FACES = True
"""Whether this rule looks at drawn faces."""

_SAYS = "every piece carries its own version code"
_MISSING = "no version code"
_OTHERS = "the version code of another piece"
Faces = Mapping[FaceId, FaceMetadata] | None


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """One for each kind with pieces that show no code, and one with pieces that show others'."""
    if not faces or not any(metadata.codes for metadata in faces.values()):
        return
    own = _OwnCodes(game)
    wrong: dict[tuple[str, str], list[Piece]] = {}
    for piece in asked(game, claims, __name__):
        wrongs = (_wrong(codes, piece, own) for codes in _shown(piece, faces))
        for what in filter(None, wrongs):
            pieces = wrong.setdefault((piece.kind.id, what), [])
            if piece not in pieces:
                pieces.append(piece)
    for (kind, what), pieces in wrong.items():
        places = [place_of(piece, SideName.FRONT) for piece in pieces]
        yield fault(__name__, places[0], _SAYS, _has(kind, what, pieces), *places[1:])


def _shown(piece: Piece, faces: Mapping[FaceId, FaceMetadata]) -> Iterator[set[str]]:
    """The codes on both sides of each look that is drawn whole."""
    for sides in drawn_faces(piece, faces):
        if len(sides) == (1 if piece.kind.back is None else 2):
            yield {code for metadata in sides.values() for code in metadata.codes}


def _wrong(codes: set[str], piece: Piece, own: "_OwnCodes") -> str:
    """What is wrong with the codes of a piece, or ""."""
    if not own.are_all(codes, piece):
        return _OTHERS
    return "" if codes else _MISSING


class _OwnCodes:
    """The codes of all pieces; of one language after the other, for most boxes are drawn in one."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._by_language: list[Mapping[str, str]] = []

    def are_all(self, codes: set[str], piece: Piece) -> bool:
        """Whether codes are those of the piece, be it in other languages."""
        left = set(codes)
        for number, language in enumerate(self._game.languages):
            if not left:
                break
            if number == len(self._by_language):
                self._by_language.append(codes_of(self._game, language))
            left.discard(self._by_language[number].get(piece.id, ""))
        return not left


def _has(kind: str, what: str, pieces: list[Piece]) -> str:
    first = pieces[0].id
    if len(pieces) == 1:
        return f"`{first}` of `{kind}` shows {what}"
    return f"{len(pieces)} pieces of `{kind}` (`{first}`, …) show {what}"
