"""Every piece carries its version code, once one of the game does.

**What it checks.** If the template of any piece draws its version code (`code()`), each printed
piece must show its own code on at least one side, and no piece may show the code of another. Games
without version codes are not checked. The rule needs drawn faces: it finds nothing if only the
lists are read, and it skips pieces that have changed since they were drawn.

**Why it matters.** The code tells a piece printed last year from one of today, and
`fustella whatis` tells what has changed since. A piece without a code always looks current.

**Example.** The cards carry codes and the tokens do not:
*5 pieces of `token` (`archer`, `knight`, `rook`, …) show no version code*.

**How to mend it.** Write `{{ code(x, y) }}` into the template of the kind's front or back. If a
piece shows another's code, the call stands at the top level of an imported file, which is drawn
only once for all pieces: put the call into a macro. Ignore pieces that have no room for the code,
by their ids: `ignore: [{rule: codes, of: [boat-1, boat-2], why: …}]`. A kind alone is refused,
since a piece that joins it later may have room.
"""

from collections.abc import Iterator, Mapping

from fustella.check.lint import ByPieces, Faces, pieces_for, place_of
from fustella.check.lint._faces import drawn_faces
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.codes import codes_of
from fustella.core.values.model import FaceId, FaceMetadata, Game, Piece, SideName

BY_FACES = True
LETS_GO = "pieces"

_SAYS = "every piece carries its own version code"
_MISSING = "no version code"
_OTHERS = "the version code of another piece"


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """Yields findings by kind: on pieces without a code, and on pieces with another's code."""
    if not faces or not any(metadata.codes for metadata in faces.values()):
        return
    own = _OwnCodes(game)
    wrong = ByPieces()
    for piece in pieces_for(__name__, game, claims):
        faults = (
            _OTHERS if codes else _MISSING
            for codes, texts in _seen_by_look(piece, faces)
            if not (own.are_all(codes, piece) if codes else own.is_in(texts, piece))
        )
        for fault in faults:
            wrong.add((piece.kind.id, fault), piece.id, place_of(piece, SideName.FRONT))
    for (kind, fault), those in wrong:
        has = f"{those.named(kind)} {'shows' if len(those) == 1 else 'show'} {fault}"
        yield those.fault(__name__, _SAYS, has)


def _seen_by_look(
    piece: Piece, faces: Mapping[FaceId, FaceMetadata]
) -> Iterator[tuple[set[str], str]]:
    """Yields the codes, and all texts, on a look of a piece, if all its sides are drawn."""
    for sides in drawn_faces(piece, faces):
        if len(sides) == (1 if piece.kind.back is None else 2):
            codes = {code for metadata in sides.values() for code in metadata.codes}
            yield codes, " ".join(text for metadata in sides.values() for text in metadata.texts)


class _OwnCodes:
    """The codes of all pieces, computed for another language only when they are needed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._by_language: list[Mapping[str, str]] = []

    def are_all(self, codes: set[str], piece: Piece) -> bool:
        """Whether each of the codes is the piece's own code in some language."""
        left = set(codes)
        for code in self._of(piece):
            left.discard(code)
            if not left:
                break
        return not left

    def is_in(self, texts: str, piece: Piece) -> bool:
        """Whether a text has the piece's own code in some language, as `{version}` writes it."""
        return any(code in texts for code in self._of(piece))

    def _of(self, piece: Piece) -> Iterator[str]:
        """Yields the codes of a piece in each language."""
        for number, language in enumerate(self._game.languages):
            if number == len(self._by_language):
                self._by_language.append(codes_of(self._game, language))
            if code := self._by_language[number].get(piece.id):
                yield code
