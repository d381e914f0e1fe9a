"""No text is smaller than 5 pt.

**What it checks.** On every printed face the smallest size of text, as it was set after fitting.
It needs the drawn faces: where only the lists are read, it is silent.

**Why it matters.** A text shrinks until it fits its box. Five points (capitals 1.2 mm high) is the
least that a home printer prints clean and that eyes read at arm's length; what is smaller is lost
on paper, however sharp it is on the screen.

**Example.** A template writes `text(face.note, …, size=8, least=4)` and one note of forty words
is set in 4.25 pt: `castle: front: 4.25 pt: "Beside the castle …"`.

**How to mend it.** Shorten the text, give it a larger box, or raise `least` in the template, which
makes a text that does not fit an error with its line.
"""

from collections.abc import Iterator, Mapping
from textwrap import shorten

from fustella.check.lint import asked, fault, place_of
from fustella.check.lint._faces import drawn_faces
from fustella.core.claims import Claims, Finding
from fustella.core.model import FaceId, FaceMetadata, Game, Piece, SideName

BY_FACES = True
"""Whether this rule looks at drawn faces."""

LEAST_PT = 5.0
_SHOWN = 40


def findings(
    game: Game, claims: Claims, faces: Mapping[FaceId, FaceMetadata] | None
) -> Iterator[Finding]:
    """One for each face with a text that is too small."""
    for piece in asked(game, claims, __name__):
        looks = [*drawn_faces(piece, faces)]
        for side in SideName:
            shown = [look[side] for look in looks if side in look and look[side].smallest_pt > 0]
            metadata = min(shown, key=lambda shown: shown.smallest_pt, default=None)
            if metadata is not None and metadata.smallest_pt < LEAST_PT:
                yield _too_small(piece, side, metadata)


def _too_small(piece: Piece, side: SideName, metadata: FaceMetadata) -> Finding:
    shown = shorten(metadata.smallest_text, _SHOWN, placeholder=" …")
    has = f'`{piece.id}`, {side}: {metadata.smallest_pt:g} pt: "{shown}"'
    return fault(__name__, place_of(piece, side), f"no text under {LEAST_PT:g} pt", has)
