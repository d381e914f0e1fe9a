"""Decides whether the check finds something new in a changed box."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.claims import Finding
from fustella.core.values.model import Edition, FaceId, FaceMetadata, Game, Piece
from fustella.core.values.problems import ProblemsFound
from fustella.review import FAULTS, Review, review, review_faces
from tests.mutations.changes import Change
from tests.mutations.documents import ROOT, games

_DRAWN_FOR = ("icon", "template")
"""The sorts of changes for which faces are drawn and reviewed, too."""

_EACH = 6
"""The most pieces of a kind that are drawn again for a changed template."""


class Judge:
    """Changes one file at a time in a copy of the project, and checks it.

    Without `drawing`, which takes seconds, faults that only faces show are not found.
    """

    def __init__(self, folder: Path, *, drawing: bool = True) -> None:
        self._root = folder
        self._drawn_for = _DRAWN_FOR if drawing else ()
        shutil.copytree(ROOT / "content", folder / "content")
        shutil.copytree(ROOT / "templates", folder / "templates")
        self._before: dict[str, frozenset[tuple[str, ...]]] = {}
        self._faces: dict[str, dict[FaceId, FaceMetadata]] = {}

    def finds(self, change: Change) -> str:
        """The first fault that is new with the change; "" without one."""
        path = self._root / change.file
        kept = path.read_bytes()
        if change.sort in self._drawn_for:
            self._all_faces(change.game)
        before = self._faults_before(change.game)
        path.write_bytes(change.applied(kept.decode("utf-8")).encode("utf-8"))
        try:
            found = self._review(change)
        except ProblemsFound as refused:
            return str(refused.problems[0])
        finally:
            path.write_bytes(kept)
        new = sorted(_faults(found.findings) - before)
        return " ".join(new[0]) if new else " ".join(map(str, found.problems[:1]))

    def _review(self, change: Change) -> Review:
        project = Project(self._root)
        claims = None if change.file.endswith("claims.yaml") else games()[change.game][1]
        game = load_game(project, change.game)
        found = review(project, game, claims=claims)
        if change.sort not in self._drawn_for:
            return found
        faces = {**self._all_faces(change.game), **self._faces_drawn(project, game, change)}
        more = review_faces(found, faces)
        return Review(game, found.findings + more.findings, problems=found.problems)

    def _faces_drawn(
        self, project: Project, game: Game, change: Change
    ) -> dict[FaceId, FaceMetadata]:
        """The metadata of the faces that a change concerns, drawn again."""
        if change.sort == "template":
            pieces = _some_of_each_kind(game)
        else:
            before = {piece.id: (piece.front, piece.back) for piece in games()[game.id][0].pieces}
            pieces = [one for one in game.pieces if before.get(one.id) != (one.front, one.back)]
        artist = artist_of(project, Edition(game, game.languages[0]), self._root / "output")
        artist.draw_pieces(pieces)
        return dict(artist.metadata)

    def _faults_before(self, name: str) -> frozenset[tuple[str, ...]]:
        if name not in self._before:
            project = Project(self._root)
            found = review(project, load_game(project, name)).findings
            self._before[name] = _faults(found)
        return self._before[name]

    def _all_faces(self, name: str) -> dict[FaceId, FaceMetadata]:
        """The metadata of all faces of a game without a change."""
        if name not in self._faces:
            project = Project(self._root)
            game = load_game(project, name)
            artist = artist_of(project, Edition(game, game.languages[0]), self._root / "output")
            artist.draw_pieces(game.pieces)
            artist.face_cache.save()
            self._faces[name] = dict(artist.metadata)
            found = review_faces(review(project, game), self._faces[name])
            self._before[name] = self._faults_before(name) | _faults(found.findings)
        return self._faces[name]


def _some_of_each_kind(game: Game) -> list[Piece]:
    seen: dict[str, int] = {}
    chosen: list[Piece] = []
    for piece in game.pieces:
        seen[piece.kind.id] = seen.get(piece.kind.id, 0) + 1
        if seen[piece.kind.id] <= _EACH:
            chosen.append(piece)
    return chosen


def _faults(findings: Iterable[Finding]) -> frozenset[tuple[str, ...]]:
    return frozenset(
        (one.claim, str(one.verdict), one.says, one.has)
        for one in findings
        if one.verdict in FAULTS
    )
