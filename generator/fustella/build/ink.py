"""The ink of a box: of each different face once, times its copies.

Cut marks, rulers and labels are left out, and so is the cover, whose faces are texts and small
pictures of the pieces: together they are a fortieth of what the pieces take.

Kinds that say which colour runs along their trim (`edge`), held against what was drawn.

Neighbours of one edge share their cuts, and where the blade goes a little astray each shows some of
the other: an edge of another colour than it says would show.
"""

import hashlib
import marshal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from fustella.core.cache import DiskCache
from fustella.core.geometry import Outline
from fustella.core.model import Face, FaceId, Game, Piece, RenderedFaces, SideName, Theme
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.sheets import Placement, Sheet
from fustella.write.raster import COARSE_DPI, FINE_DPI, Edges, black_mm2

PAGE_MM2 = 210.0 * 297.0
"""Of A4: ink is said in pages of it, whatever paper is printed on, so that builds compare."""

MOST_MEASURED = 40
"""Of more faces than these every second, third, … is measured and speaks for those beside it.

Each takes a millisecond or two, and all of it shall be less than a tenth of a cold build.
"""

_NO_EDGES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class InkOfFaces:
    """What each face takes, by its digest, in mm² of solid black.

    `false_edges` are colours along the trim of faces that should have another there.
    """

    by_digest: Mapping[str, float]
    faces: Mapping[FaceId, Face]
    false_edges: Mapping[str, str]

    def pages(self, sheets: Iterable[Sheet]) -> float:
        """What sheets take, in A4 pages of solid black."""
        placed = (one for sheet in sheets for page in sheet.pages for one in page.placements)
        return sum(self._of(placement) for placement in placed) / PAGE_MM2

    def _of(self, placement: Placement) -> float:
        face = self.faces[placement.face]
        whole_mm2 = self.by_digest[face.digest] * placement.scale**2
        if placement.window is None:
            return whole_mm2
        size = face.outline.size
        shown = placement.window.width_mm * placement.window.height_mm
        return whole_mm2 * min(1.0, shown / (size.width_mm * size.height_mm))


def measure_ink(
    faces: Mapping[FaceId, Face],
    rendered: Sequence[RenderedFaces],
    theme: Theme,
    cache: DiskCache,
    shared: str,
    edges: Mapping[str, str] = _NO_EDGES,
) -> InkOfFaces:
    """The ink of faces that are rendered; measured before, they are not measured again.

    `shared` names what they are all drawn with, as for the album. `edges` are the colours that
    faces say they have along their trim, by digest: each of these is looked at, for one that is
    wrong shows on its neighbours, whoever else is right.
    """
    known = _stored(cache, shared)
    fine = theme is Theme.LOW_INK
    speakers = _speakers(faces)
    sample = _sample(faces, speakers)
    looked_at = _stored_rims(cache, shared, edges)
    own = {face.digest: face for face in faces.values()}
    unseen = {digest: own[digest] for digest in edges if digest in own and digest not in looked_at}
    missing = {digest: face for digest, face in sample.items() if digest not in known} | unseen
    rims = Edges({digest: edges[digest] for digest in unseen})
    for batch in rendered if missing else ():
        known.update(black_mm2(batch, missing, FINE_DPI if fine else COARSE_DPI, rims))
    used = {digest: known[digest] for digest in sample}
    found = looked_at | rims.found
    if missing:
        cache.put(_key(shared), marshal.dumps(used))
        said = {digest: (edges[digest], colour) for digest, colour in found.items()}
        cache.put(_rim_key(shared), marshal.dumps(said))
    other = {digest: colour for digest, colour in found.items() if colour}
    by_digest = {face: used[speaker] for face, speaker in speakers.items()}
    return InkOfFaces(by_digest, faces, other)


def known_ink(faces: Mapping[FaceId, Face], cache: DiskCache, shared: str) -> InkOfFaces | None:
    """The ink of faces that were measured before; None when one of them was not."""
    known, speakers = _stored(cache, shared), _speakers(faces)
    if any(digest not in known for digest in _sample(faces, speakers)):
        return None
    return InkOfFaces(
        {face: known[speaker] for face, speaker in speakers.items()}, faces, _NO_EDGES
    )


def _key(shared: str) -> str:
    return hashlib.sha256(f"ink {shared}".encode()).hexdigest()


def _stored(cache: DiskCache, shared: str) -> dict[str, float]:
    stored = cache.get(_key(shared))
    return marshal.loads(stored) if stored else {}


def _rim_key(shared: str) -> str:
    return hashlib.sha256(f"rims {shared}".encode()).hexdigest()


def _stored_rims(cache: DiskCache, shared: str, edges: Mapping[str, str]) -> dict[str, str]:
    """What was found before along the trim of faces that say the same of it now."""
    stored = cache.get(_rim_key(shared)) if edges else None
    known: dict[str, tuple[str, str]] = marshal.loads(stored) if stored else {}
    return {digest: colour for digest, (edge, colour) in known.items() if edges.get(digest) == edge}


def _sample(faces: Mapping[FaceId, Face], speakers: Mapping[str, str]) -> dict[str, Face]:
    """The faces that are measured, by their digest."""
    chosen = set(speakers.values())
    return {face.digest: face for face in faces.values() if face.digest in chosen}


def _speakers(faces: Mapping[FaceId, Face]) -> dict[str, str]:
    """For the digest of each face that of the one which is measured for it.

    Faces of one form and side are alike: fronts speak for fronts, and backs for backs.
    """
    alike: dict[tuple[Outline, SideName], dict[str, None]] = {}
    for face_id, face in faces.items():
        alike.setdefault((face.outline, face_id.side), {})[face.digest] = None
    step = -(-sum(map(len, alike.values())) // MOST_MEASURED) or 1
    speakers: dict[str, str] = {}
    for group in alike.values():
        digests = [*group]
        for number, digest in enumerate(digests):
            speakers.setdefault(digest, digests[number - number % step])
    # A face of two groups may speak in one and be spoken for in the other.
    return {digest: speakers[speaker] for digest, speaker in speakers.items()}


def edges_of(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face], theme: Theme
) -> dict[str, str]:
    """The colour along the trim that faces say they have, by their digest.

    None in other themes than the full one, whose colours nobody chose.
    """
    if theme is not Theme.FULL:
        return {}
    kind_of = {piece.id: piece.kind for piece in pieces if piece.kind.edge}
    return {
        face.digest: str(game.colours[kind_of[face_id.piece].edge])
        for face_id, face in faces.items()
        if face_id.piece in kind_of
    }


def refuse_false_edges(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face], found: Mapping[str, str]
) -> None:
    """Raise ProblemsFound, E228, when faces have another colour along their trim than they say.

    `found` gives that colour by the face's digest. Said once for each side of a kind.
    """
    piece_of = {piece.id: piece for piece in pieces}
    wrong: dict[tuple[str, SideName], list[tuple[Piece, str]]] = {}
    for face_id, face in faces.items():
        piece = piece_of.get(face_id.piece)
        if piece is not None and piece.kind.edge and face.digest in found:
            seen = piece, found[face.digest]
            wrong.setdefault((piece.kind.id, face_id.side), []).append(seen)
    if wrong:
        raise ProblemsFound(_problem(game, side, seen) for (_, side), seen in wrong.items())


def _problem(game: Game, side: SideName, seen: Sequence[tuple[Piece, str]]) -> Problem:
    piece, colour = seen[0]
    kind = piece.kind
    names = dict.fromkeys(one.id for one, _ in seen)
    more = f" (and {len(names) - 1} more of its kind)" if len(names) > 1 else ""
    message = (
        f'the {side.value} of "{piece.id}" has {colour} along its trim{more}; '
        f"its kind says `edge: {kind.edge}`, which is {game.colours[kind.edge]}"
    )
    hint = f"draw the outermost 0.6 mm in {kind.edge} alone, or take `edge` away from {kind.id}"
    return Problem("E228", piece.place, message, hint)
