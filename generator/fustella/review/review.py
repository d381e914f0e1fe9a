"""Whether a box agrees with its claims: these are checked, and the whole box is linted.

The claims are those of a rule document, or in an original those of its designer. Most games have
none, and a build of theirs is spared what checks them: `review.checked` is loaded with claims.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.claims import Claims, Finding, Verdict
from fustella.core.model import FaceId, FaceMetadata, Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.core.reading import is_file, is_inside
from fustella.read import read_claims

if TYPE_CHECKING:
    from fustella.check import Coverage, Document, Retyped

FAULTS = (Verdict.DIFFERS, Verdict.GONE, Verdict.CHANGED)
"""Verdicts with which a box is not printed."""

ASKING = (Verdict.CONTRADICTION, Verdict.OPEN)
"""Verdicts that ask the author of the rules for a decision."""

Faces = Mapping[FaceId, FaceMetadata]


class Review(Struct, frozen=True):
    """The findings about one game.

    `claims` are those of the game, if it has any, and `text` is the document that was read, if one
    was. `unseen` is the number of faces that were not looked at because they have changed since
    they were drawn. `problems` are those of claims that cannot be understood. `retyped` are the
    lines of the document in which nothing changed but figures. `watched` is false for a document
    that was never accepted, so that changes of its wording are not noticed. `coverage` says which
    values of the box are claimed, where all claims of a document could be checked.
    """

    game: Game
    findings: tuple[Finding, ...]
    claims: Claims | None = None
    text: "Document | None" = None
    unseen: int = 0
    problems: tuple[Problem, ...] = ()
    retyped: "tuple[Retyped, ...]" = ()
    watched: bool = True
    coverage: "Coverage | None" = None

    @property
    def document(self) -> str:
        """The name of the document that was read, "" when none was."""
        return self.text.name if self.text else ""

    def with_verdict(self, *verdicts: Verdict) -> tuple[Finding, ...]:
        """The findings with one of some verdicts, in their order."""
        return tuple(finding for finding in self.findings if finding.verdict in verdicts)


def review(
    project: Project,
    game: Game,
    document: Path | None = None,
    output: Path | None = None,
    claims: Claims | None = None,
) -> Review:
    """Check a box against its claims, and lint it.

    Figures are read again from `document`, or else from the document in the game's own folder.
    `claims` are those of the game where they were read before.
    Nothing is drawn, but faces that were drawn into `output` before are linted, too. A game without
    claims.yaml is linted only with an `output`, and what is found there is open: nobody has said
    that the rules of lint hold for it. Raises ProblemsFound when claims.yaml or the document cannot
    be read; what is wrong with single claims is in the review.
    """
    claims = claims or read_claims(project, game)
    if not (claims or output):
        return Review(game, ())
    from fustella.review.checked import checked, remarks  # noqa: PLC0415  (see above)

    if claims is not None:
        return checked(project, game, claims, document, output)
    return Review(game, remarks(project, game, output) if output else ())


def review_faces(reviewed: Review, faces: Faces) -> Review:
    """The findings that the drawn faces of a box add to its review. Raises ProblemsFound."""
    if reviewed.claims is None:
        return Review(reviewed.game, ())
    from fustella.check import lint_faces  # noqa: PLC0415  (see above)

    return Review(reviewed.game, lint_faces(reviewed.game, reviewed.claims, faces))


def documents_for(paths: Path | None, games: tuple[Game, ...]) -> dict[str, Path]:
    """The documents of games by the game's id, from a folder of documents or a single one.

    A file belongs to the game that names it as its document, or else to the only game that is no
    original. Raises ProblemsFound: E509.
    """
    if paths is None or not games:
        return {}
    if not paths.exists():
        message, hint = "cannot be read: there is no such file", "check its name"
        raise ProblemsFound([Problem("E509", Place(paths.name), message, hint)])
    if paths.is_dir():
        return _in_folder(paths, games)
    named = [game for game in games if game.document == paths.name]
    chosen = named or [game for game in games if not game.original]
    if len(chosen) == 1:
        return {chosen[0].id: paths}
    if not chosen:
        message = "is the document of no game: no game.yaml names one"
        hint = f"write `document: {paths.name}` into game.yaml"
        raise ProblemsFound([Problem("E509", Place(paths.name), message, hint)])
    whose = f"the document of {len(named)} games" if named else "the document of no game"
    hint = "name the game: fustella check GAME --document FILE"
    raise ProblemsFound([Problem("E509", Place(paths.name), f"is {whose}", hint)])


def _in_folder(folder: Path, games: tuple[Game, ...]) -> dict[str, Path]:
    """The documents of games in a folder, at least one. Raises ProblemsFound: E509."""
    found = {
        game.id: folder / game.document
        for game in games
        if game.document
        and is_inside(folder / game.document, folder)
        and is_file(folder / game.document)
    }
    if not found:
        wanted = ", ".join(sorted({game.document for game in games if game.document}))
        hint = f"it must have one of {wanted}" if wanted else "write `document: …` into game.yaml"
        message = "a folder without a document of these games"
        raise ProblemsFound([Problem("E509", Place(f"{folder.name}/"), message, hint)])
    return found
