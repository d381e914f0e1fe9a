"""No text is smaller than 5 pt.

**What it checks.** The smallest size of text on every printed face, as it was set after fitting.
The rule needs drawn faces: it finds nothing where only the lists are read.

**Why it matters.** A text shrinks until it fits its box. Five points (capitals 1.2 mm high) are the
least that a home printer prints cleanly and that eyes can read at arm's length. Smaller text is
lost on paper, however sharp it is on the screen.

**Example.** A template writes `text(face.note, …, size=8, least=4)` and one note of forty words
is set in 4.25 pt: `castle: front: 4.25 pt: "Beside the castle …"`.

**How to mend it.** Shorten the text, give it a larger box, or raise `least` in the template, which
makes a text that does not fit an error with its line.
"""

from collections.abc import Iterator
from textwrap import shorten

from fustella.check.lint import Faces, fault, pieces_for, place_of
from fustella.check.lint._faces import drawn_faces
from fustella.core.claims import Claims, Finding
from fustella.core.model import Game, SideName

BY_FACES = True

LEAST_PT = 5.0
_SHOWN = 40


def findings(game: Game, claims: Claims, faces: Faces) -> Iterator[Finding]:
    """One for each face with a text that is too small."""
    for piece in pieces_for(__name__, game, claims):
        looks = [*drawn_faces(piece, faces)]
        for side in SideName:
            drawn = [look[side] for look in looks if side in look and look[side].smallest_pt > 0]
            smallest = min(drawn, key=lambda metadata: metadata.smallest_pt, default=None)
            if smallest is not None and smallest.smallest_pt < LEAST_PT:
                shown = shorten(smallest.smallest_text, _SHOWN, placeholder=" …")
                has = f'`{piece.id}`, {side}: {smallest.smallest_pt:g} pt: "{shown}"'
                yield fault(__name__, place_of(piece, side), f"no text under {LEAST_PT:g} pt", has)
