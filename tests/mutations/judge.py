"""Decides whether `fustella check` or `fustella build` finds something new in a changed box."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from fustella import build, draw
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.model import Edition
from fustella.core.values.problems import ProblemsFound
from fustella.review import FAULTS, Review, review, review_faces
from fustella.review.acceptance import plan_accepting
from fustella.review.accepted_faces import changes, read_accepted
from tests.mutations.changes import ROOT, Change
from tests.mutations.documents import games

Faults = frozenset[tuple[str, ...]]


class Judge:
    """Changes one file at a time in a copy of the project, whose faces are accepted as they are.

    What is drawn stays in an output folder: after a change only what is new is drawn. Without
    `drawing`, which takes seconds for each game, faults that only faces show are not found.
    """

    def __init__(self, folder: Path, *, drawing: bool = True) -> None:
        self._root, self._output, self._drawing = folder, folder / "output", drawing
        for name in ("content", "templates"):
            shutil.copytree(ROOT / name, folder / name)
        self._project = Project(folder)
        self._before: dict[str, Faults] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._drawn: dict[str, dict[str, str]] = {}

    def finds(self, change: Change) -> str:
        """The first fault that is new with the change; "" without one."""
        before = self._faults_before(change.game)
        with_claims = not change.file.endswith("claims.yaml")
        with _Changed(self._root, change):
            try:
                for found in self._reviews(change.game, with_claims=with_claims):
                    for problem in found.problems:
                        return str(problem)
                    for fault in sorted(_faults(found.findings) - before):
                        return " ".join(fault)
            except ProblemsFound as refused:
                return str(refused.problems[0])
        return ""

    def alarm(self, change: Change) -> str:
        """What is said of a harmless edit, and was not said before; "" for nothing."""
        if change.game not in self._known:
            self._known[change.game] = frozenset(self._said(change.game))
        before = self._known[change.game]
        with _Changed(self._root, change):
            try:
                return next((one for one in self._said(change.game) if one not in before), "")
            except ProblemsFound as refused:
                return str(refused.problems[0])

    def _said(self, name: str) -> Iterator[str]:
        """Yields all findings and warnings about a game."""
        self._faults_before(name)
        for found in self._reviews(name, with_claims=False):
            yield from _said(found)

    def prints_the_same(self, change: Change) -> bool:
        """Whether all faces of a game have the same bytes with a change, in all its languages."""
        name = change.game
        if name not in self._drawn:
            self._drawn[name] = dict(self._digests(name))
        with _Changed(self._root, change):
            try:
                return dict(self._digests(name)) == self._drawn[name]
            except ProblemsFound:
                return False

    def _reviews(self, name: str, *, with_claims: bool) -> Iterator[Review]:
        """Yields what a check and a build find, the quickest first."""
        game = load_game(self._project, name)
        claims = games()[name][1] if with_claims else None
        reviewed = review(self._project, game, claims=claims)
        yield reviewed
        if not self._drawing:
            return
        if accepted := read_accepted(self._project, name):
            yield Review(game, changes(accepted, game, None)[0])
        yield build.review_accepted(self._project, game, self._output)
        edition = Edition(game, game.languages[0])
        artist = build.artist_of(self._project, edition, self._output, describes=True)
        artist.draw_pieces(game.pieces)
        yield review_faces(reviewed, artist.metadata)

    def _faults_before(self, name: str) -> Faults:
        if name not in self._before:
            game = load_game(self._project, name)
            if self._drawing:
                faces = [*build.faces_now(self._project, game, self._output)]
                plan = plan_accepting(self._project, game, faces)
                (self._root / plan.name).write_text(plan.after, encoding="utf-8")
            found = (one.findings for one in self._reviews(name, with_claims=True))
            self._before[name] = frozenset().union(*map(_faults, found))
        return self._before[name]

    def _digests(self, name: str) -> Iterator[tuple[str, str]]:
        """Yields each face of a game in each language, with a hash of what it shows."""
        game = load_game(self._project, name)
        for face in build.faces_now(self._project, game, self._output):
            yield (
                face.name,
                repr([(each.sort, each.words, each.x_mm, each.y_mm) for each in face.shown]),
            )
        for language in game.languages:
            edition = Edition(game.with_boxes(), language)
            artist = build.artist_of(self._project, edition, self._output, describes=True)
            specs = draw.piece_specs(edition, edition.game.pieces)
            for face_id, drawn in artist.draw(specs).items():
                yield f"{language} {face_id}", drawn.digest
            artist.face_cache.save()


class _Changed:
    """A project with a change, as long as the context lasts."""

    def __init__(self, root: Path, change: Change) -> None:
        self._path, self._change = root / change.file, change
        self._kept = self._path.read_bytes()
        name, self._text = change.beside
        self._beside = root / name if name else None

    def __enter__(self) -> None:
        text = self._change.applied(self._kept.decode("utf-8"))
        self._path.write_bytes(text.encode("utf-8"))
        if self._beside:
            self._beside.write_text(self._text, encoding="utf-8")

    def __exit__(self, *_: object) -> None:
        self._path.write_bytes(self._kept)
        if self._beside:
            self._beside.unlink()


def _said(found: Review) -> Iterator[str]:
    for problem in (*found.problems, *found.game.warnings):
        yield f"{problem.code} {problem.message}"
    for finding in found.findings:
        if finding.verdict is not Verdict.HOLDS:
            yield f"{finding.claim} {finding.verdict}: {finding.says} {finding.has}"


def _faults(findings: Iterable[Finding]) -> Faults:
    return frozenset(
        (one.claim, str(one.verdict), one.says, one.has)
        for one in findings
        if one.verdict in FAULTS
    )
