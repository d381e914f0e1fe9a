"""Measures the ink of a box, and the colours along the trim, on rendered faces.

The ink of each different face is measured once and multiplied by its copies. Cut marks, rulers,
labels and the cover are left out; together they take a fortieth of the ink of the pieces.

A kind may promise a colour along its trim (`edge`). Neighbours with the same edge colour share
their cuts: where the blade strays a little, each shows a bit of the other. So it is a fault if a
face has another colour along its trim.
"""

import hashlib
import marshal
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, FacePages, Game, Piece, SideName
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.sheets import Placement, Sheet
from fustella.core.values.themes import Theme
from fustella.write.raster import COARSE_DPI, EDGE_DPI, FINE_DPI, black_mm2, other_edge_colours

PAGE_MM2 = 210.0 * 297.0
"""The area of A4 in mm². Ink is counted in such pages on any paper, to compare builds."""

MOST_MEASURED = 20
"""The most faces of a game that are measured: in a larger game, every second, third, … face.

A measured face stands for its neighbours, too. A face takes one or two milliseconds, and measuring
must take less than a tenth of a cold build.
"""

_NO_EDGES: Mapping[str, str] = MappingProxyType({})


class InkOfFaces(Struct, frozen=True):
    """The ink of each face by its digest, in mm² of solid black.

    `false_edges` has the colours that were found along the trim of faces, by the digest of each
    face, where the kind promises another colour.
    """

    by_digest: Mapping[str, float]
    faces: Mapping[FaceId, Face]
    false_edges: Mapping[str, str]

    def pages(self, sheets: Iterable[Sheet]) -> float:
        """The ink of some sheets, in A4 pages of solid black."""
        placed = (one for sheet in sheets for page in sheet.pages for one in page.placements)
        return sum(self._ink_mm2(placement) for placement in placed) / PAGE_MM2

    def _ink_mm2(self, placement: Placement) -> float:
        face = self.faces[placement.face]
        whole_mm2 = self.by_digest[face.digest] * placement.scale**2
        if placement.window is None:
            return whole_mm2
        size = face.outline.size
        shown = placement.window.width_mm * placement.window.height_mm
        return whole_mm2 * min(1.0, shown / (size.width_mm * size.height_mm))


def measure_ink(
    faces: Mapping[FaceId, Face],
    rendered: Sequence[FacePages],
    theme: Theme,
    cache: DiskCache,
    shared: str,
    edges: Mapping[str, str] = _NO_EDGES,
) -> InkOfFaces:
    """The ink of rendered faces; only faces whose ink is not known are measured.

    `shared` is the hash of everything that all faces depend on, as for the face cache. `edges` are
    the edge colours that kinds promise, by the digest of each face: each of these faces is looked
    at, because a wrong edge shows on its neighbours.
    """
    known = _stored_ink(cache, shared)
    dpi = FINE_DPI if theme is Theme.LOW_INK else COARSE_DPI
    measured_for = _stand_ins(faces)
    sample = _measured_faces(faces, measured_for)
    seen_before = _stored_edges(cache, shared, edges)
    own = {face.digest: face for face in faces.values()}
    unseen = {
        digest: (own[digest], colour)
        for digest, colour in edges.items()
        if digest in own and digest not in seen_before
    }
    missing = {digest: face for digest, face in sample.items() if digest not in known}
    edged = {digest: missing[digest] for digest in missing if digest in edges}
    plain = {digest: missing[digest] for digest in missing if digest not in edges}
    for batch in rendered if missing else ():
        known.update(black_mm2(batch, plain, dpi))
        known.update(black_mm2(batch, edged, max(dpi, EDGE_DPI)))
    used = {digest: known[digest] for digest in sample}
    found = seen_before
    for batch in rendered if unseen else ():
        found |= other_edge_colours(batch, unseen)
    if missing:
        cache.put(_key("ink", shared), marshal.dumps(used))
    if unseen:
        promised = {digest: (edges[digest], colour) for digest, colour in found.items()}
        cache.put(_key("rims", shared), marshal.dumps(promised))
    false_edges = {digest: colour for digest, colour in found.items() if colour}
    by_digest = {digest: used[measured] for digest, measured in measured_for.items()}
    return InkOfFaces(by_digest, faces, false_edges)


def known_ink(faces: Mapping[FaceId, Face], cache: DiskCache, shared: str) -> InkOfFaces | None:
    """The ink of faces, if all of it is known from earlier builds; else None."""
    known, measured_for = _stored_ink(cache, shared), _stand_ins(faces)
    if any(digest not in known for digest in _measured_faces(faces, measured_for)):
        return None
    by_digest = {digest: known[measured] for digest, measured in measured_for.items()}
    return InkOfFaces(by_digest, faces, _NO_EDGES)


def _key(what: str, shared: str) -> str:
    return hashlib.sha256(f"{what} {shared}".encode()).hexdigest()


def _stored_ink(cache: DiskCache, shared: str) -> dict[str, float]:
    stored = cache.get(_key("ink", shared))
    return marshal.loads(stored) if stored else {}


def _stored_edges(cache: DiskCache, shared: str, edges: Mapping[str, str]) -> dict[str, str]:
    """The colours that earlier builds found along the trim of faces, by the digest of each face.

    Faces whose kind now promises another colour are left out.
    """
    stored = cache.get(_key("rims", shared)) if edges else None
    known: dict[str, tuple[str, str]] = marshal.loads(stored) if stored else {}
    return {digest: colour for digest, (edge, colour) in known.items() if edges.get(digest) == edge}


def _measured_faces(
    faces: Mapping[FaceId, Face], measured_for: Mapping[str, str]
) -> dict[str, Face]:
    """The faces to measure, by their digests; `measured_for` is the result of `_stand_ins`."""
    digests = set(measured_for.values())
    return {face.digest: face for face in faces.values() if face.digest in digests}


def _stand_ins(faces: Mapping[FaceId, Face]) -> dict[str, str]:
    """The digest of the face that is measured in the place of each face, by that face's digest.

    A front stands for fronts with the same outline, and a back for backs.
    """
    alike: dict[tuple[Outline, SideName], dict[str, None]] = {}
    for face_id, face in faces.items():
        alike.setdefault((face.outline, face_id.side), {})[face.digest] = None
    step = -(-sum(map(len, alike.values())) // MOST_MEASURED) or 1
    measured_for: dict[str, str] = {}
    for group in alike.values():
        digests = [*group]
        for number, digest in enumerate(digests):
            measured_for.setdefault(digest, digests[number - number % step])
    # A face of two groups may be measured in one and have a representative in the other.
    return {digest: measured_for[measured] for digest, measured in measured_for.items()}


def edges_of(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face], theme: Theme
) -> dict[str, str]:
    """The edge colours that kinds promise, by the digest of each of their faces.

    Of a face for which pieces of other edges promise other colours it is the first. In themes other
    than the full one there are none: these themes derive their colours.
    """
    if theme is not Theme.FULL:
        return {}
    kind_of = {piece.id: piece.kind for piece in pieces if piece.kind.edge}
    edges: dict[str, str] = {}
    for face_id, face in faces.items():
        if face_id.piece in kind_of:
            edges.setdefault(face.digest, str(game.colours[kind_of[face_id.piece].edge]))
    return edges


def refuse_false_edges(
    game: Game,
    pieces: Sequence[Piece],
    faces: Mapping[FaceId, Face],
    edges: Mapping[str, str],
    found: Mapping[str, str],
) -> None:
    """Raises ProblemsFound, E228, if faces have another edge colour than their kind promises.

    `edges` are the colours that were looked for, by the faces' digests, and `found` the wrong ones.
    Each side of a kind is one problem at most, for each colour that it promises.
    """
    piece_of = {piece.id: piece for piece in pieces}
    wrong: dict[tuple[str, str, SideName], list[tuple[Piece, str]]] = {}
    for face_id, face in faces.items():
        piece = piece_of.get(face_id.piece)
        if piece is None or not piece.kind.edge or face.digest not in edges:
            continue
        seen = found.get(face.digest, edges[face.digest])
        if seen != str(game.colours[piece.kind.edge]):
            key = piece.kind.id, piece.kind.edge, face_id.side
            wrong.setdefault(key, []).append((piece, seen))
    if wrong:
        raise ProblemsFound(_problem(game, side, seen) for (*_, side), seen in wrong.items())


def _problem(game: Game, side: SideName, seen: Sequence[tuple[Piece, str]]) -> Problem:
    piece, colour = seen[0]
    kind = piece.kind
    names = dict.fromkeys(one.id for one, _ in seen)
    more = f" (and {len(names) - 1} more of its kind)" if len(names) > 1 else ""
    message = (
        f'the {side.value} of "{piece.id}" has {colour} along its trim{more}; '
        f"its kind says `edge: {kind.edge}`, which is {game.colours[kind.edge]}"
    )
    hint = f"draw the outermost 0.6 mm in {kind.edge} alone, or say `edge: none` in {kind.id}"
    return Problem("E228", piece.place, message, hint)
