"""No text is smaller than 5 pt.

**What it checks.** The smallest size of text on every printed face, after fitting. The rule needs
drawn faces: it finds nothing if only the lists are read.

**Why it matters.** A text shrinks until it fits its box. Five points (capitals 1.2 mm high) are the
least that a home printer prints cleanly and that eyes can read at arm's length. Smaller text is
lost on paper, however sharp it is on the screen.

**Example.** A template writes `text(face.note, …, size=8, least=4)` and one note of forty words
is set in 4.25 pt: `castle: front: 4.25 pt: "Beside the castle …"`.

**How to mend it.** Shorten the text, give it a larger box, or raise `least` in the template. A text
that does not fit is then an error with its line.
"""

from collections.abc import Iterator
from textwrap import shorten

from fustella.check.lint import ByPieces, Faces, pieces_for, place_of
from fustella.check.lint._faces import drawn_faces
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game, SideName

BY_FACES = True
LETS_GO = "pieces"

LEAST_PT = 5.0
_SAYS = f"no text under {LEAST_PT:g} pt"
_SHOWN = 40


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """Yields a finding for each side of a kind with texts that are too small."""
    small, smallest = ByPieces(), dict[tuple[str, SideName], tuple[float, str]]()
    for piece in pieces_for(__name__, game, claims):
        for look in drawn_faces(piece, faces):
            for side, face in look.items():
                if 0 < face.smallest_pt < LEAST_PT:
                    least, known = (face.smallest_pt, face.smallest_text), (piece.kind.id, side)
                    small.add(known, piece.id, place_of(piece, side))
                    smallest[known] = min(smallest.get(known, least), least)
    for (kind, side), those in small:
        size_pt, text = smallest[kind, side]
        shown = shorten(text, _SHOWN, placeholder=" …")
        size = f"{'down to ' * (len(those) > 1)}{size_pt:g} pt"
        named = those.named(kind if len(those) > 1 else "")
        yield those.fault(__name__, _SAYS, f'{named}, {side}: {size}: "{shown}"')
