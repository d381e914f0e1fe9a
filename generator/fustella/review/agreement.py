"""Decides whether a box agrees with its claims: checks the claims, and lints the whole box.

Claims repeat a rule document; the claims of an original are its designer's own.
"""

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fustella import check, draw
from fustella.core.files.project import Project
from fustella.core.files.reading import (
    NotRead,
    is_file,
    is_inside,
    is_there,
    read_bytes,
    unread,
    why_unread,
)
from fustella.core.processes import limits
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import Edition, FaceId, FaceMetadata, Game, Record, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.rules import Rules
from fustella.read import read_claims
from fustella.read.claims import claims_file
from fustella.review.accepted import accepted_document, lines_file

if TYPE_CHECKING:
    from fustella.check import (
        AcceptedDocument,
        Booklets,
        Coverage,
        Document,
        DocumentComparison,
        LineChange,
        Restated,
        Retyped,
    )

FAULTS = (Verdict.DIFFERS, Verdict.GONE, Verdict.CHANGED)
"""The verdicts that forbid printing a box."""

ASKING = (Verdict.CONTRADICTION, Verdict.OPEN)
"""The verdicts that ask the author of the rules for a decision."""

Faces = Mapping[FaceId, FaceMetadata]


class Review(Struct, frozen=True):
    """The result of a review of one game.

    `claims` are the claims of the game, if it has any, and `text` is the document, if one was read.
    `unseen` is the number of faces that were not linted because they have changed since they were
    drawn. `problems` are about claims that cannot be understood. `coverage` has the claimed values
    of the box, if all claims of a document could be checked. `not_compared` is the number of
    accepted faces that are not compared, because the lists give their pieces other values by now.
    `comparison` compares the document with the accepted one; None where it was never accepted;
    `changes` are its changes, and `retyped` the lines in which only figures changed. `restated`
    says how much of the document the booklets restate; None where there are none. `warnings` are
    those about booklets.
    """

    game: Game
    findings: tuple[Finding, ...]
    claims: Claims | None = None
    text: "Document | None" = None
    unseen: int = 0
    problems: tuple[Problem, ...] = ()
    coverage: "Coverage | None" = None
    comparison: "DocumentComparison | None" = None
    changes: "tuple[LineChange, ...]" = ()
    retyped: "tuple[Retyped, ...]" = ()
    not_compared: int = 0
    restated: "Restated | None" = None
    warnings: tuple[Problem, ...] = ()

    @property
    def watched(self) -> bool:
        """Whether changes of the document's wording are noticed: it was accepted, or not read."""
        return self.text is None or self.comparison is not None

    @property
    def document(self) -> str:
        """The name of the document that was read, "" when none was."""
        return self.text.name if self.text else ""

    def with_others(self, other: "Review") -> "Review":
        """The review with the findings and the problems of another one of the same game."""
        return replace(
            self,
            findings=self.findings + other.findings,
            problems=self.problems + other.problems,
            not_compared=self.not_compared + other.not_compared,
        )

    def with_verdict(self, *verdicts: Verdict) -> tuple[Finding, ...]:
        """The findings with any of these verdicts, in their order."""
        return tuple(finding for finding in self.findings if finding.verdict in verdicts)


def review(
    project: Project,
    game: Game,
    document: Path | None = None,
    output: Path | None = None,
    claims: Claims | None = None,
    rules: Rules | None = None,
) -> Review:
    """Checks a box and its booklets, the `rules`, against its claims, and lints both.

    Figures are read again from `document`, or else from the document in the game's own folder.
    `claims` are the claims of the game, if they were read before. Nothing is drawn, but faces that
    were drawn into `output` before are linted, too. A game without claims.yaml is linted only with
    an `output`, and its findings are open: nobody has said that the rules of lint hold for it.
    Raises ProblemsFound when claims.yaml or the document cannot be read; problems of single claims
    are in the review.
    """
    claims = claims or read_claims(project, game)
    rules = rules or Rules()
    if not (claims or output):
        return Review(game, ())
    if claims is not None:
        return _review_of_claims(project, game, claims, document, output, rules)
    return Review(game, _open_findings(project, game, output, rules) if output else ())


def review_faces(reviewed: Review, faces: Faces) -> Review:
    """The review with the findings about the drawn faces of the box. Raises ProblemsFound."""
    if reviewed.claims is None:
        return Review(reviewed.game, ())
    return Review(reviewed.game, check.lint_faces(reviewed.game, reviewed.claims, faces))


def _review_of_claims(
    project: Project,
    game: Game,
    claims: Claims,
    document: Path | None,
    output: Path | None,
    rules: Rules,
) -> Review:
    """The review of a box that has claims. Raises ProblemsFound."""
    own = project.folder_of(game.id) / claims.document
    path = document or (own if claims.document and is_there(own) else None)
    text = _document(project, path, None if document else project.root) if path else None
    accepted = accepted_document(project, game)
    booklets = _booklets(game, claims, rules, text, accepted)
    with step("checking what is claimed", game.place, GAME_S):
        outcome = check.run(game, claims, text, booklets)
    findings, problems = outcome.findings, outcome.problems
    if booklets is not None:
        findings = tuple(map(booklets.closer, findings))
    if outcome.coverage is not None and not any(map(_is_gone, findings)):
        findings += tuple(check.of_totals(outcome.coverage, claims))
    found: DocumentComparison | None = None
    changes: tuple[LineChange, ...] = ()
    retyped: tuple[Retyped, ...] = ()
    if text is not None:
        language = game.languages[0]
        found = check.compared(accepted, text) if accepted else None
        left = check.restored(found, outcome.changed, language) if found else None
        retyped = left.retyped if left else ()
        changes = check.all_changes(text, found, retyped, outcome.changed, language)
        if left is not None:
            reworded = {number: changes[number - 1] for number in left.reworded}
            place = Place(project.name_of(lines_file(project, game)))
            findings += check.changed_lines(game, reworded, findings, place)
        causes = check.Causes(claims, found, changes, outcome.changed_of, language)
        findings = causes.in_findings(findings)
    elif accepted is not None:
        findings += check.changed_rows(claims, accepted.hashes)
    faces, unseen = _drawn_before(project, game, output) if output else ({}, 0)
    # With some faces missing the others would be misjudged: a missing aid may explain an icon.
    complete = faces if faces and not unseen else None
    try:
        findings += check.lint_box(game, claims, complete)
        findings += check.lint_booklets(game, claims, booklets) if booklets else ()
    except ProblemsFound as faults:
        problems += faults.problems
    restated: Restated | None = None
    if booklets is not None and not game.original:
        hashes = check.line_hashes(text) if text else accepted.hashes if accepted else ()
        findings += tuple(check.lines_beyond(booklets, len(hashes))) if hashes else ()
        restated = check.restated(claims, booklets, hashes)
    return Review(
        game,
        findings,
        claims,
        text,
        unseen,
        problems,
        outcome.coverage,
        found,
        changes,
        retyped,
        restated=restated,
    )


def _booklets(
    game: Game,
    claims: Claims,
    rules: Rules,
    text: "Document | None",
    accepted: "AcceptedDocument | None" = None,
) -> "Booklets | None":
    """The booklets of a game for checks, with the document that they restate; None without any."""
    if not rules.booklets:
        return None
    kept = accepted is not None and accepted.is_kept
    known = check.Document("", accepted.text) if accepted and kept and not text else text
    return check.Booklets(rules, game, claims, known)


def _is_gone(finding: Finding) -> bool:
    """Whether a passage is gone, so that its claim counts no pieces."""
    return finding.verdict is Verdict.GONE


def _open_findings(project: Project, game: Game, output: Path, rules: Rules) -> tuple[Finding, ...]:
    """The open findings of lint about a game without claims.yaml, and about its booklets."""
    place = Place(project.name_of(claims_file(project, game.id)))
    none = Claims(Word("", place), (), (), (), Record({}), place)
    faces, unseen = _drawn_before(project, game, output)
    remarks = check.lint_box(game, none, faces if faces and not unseen else None)
    if booklets := _booklets(game, none, rules, None):
        remarks += check.lint_booklets(game, none, booklets)
    # Which icons an aid explains is only known where claims.yaml names the aids.
    kept = (Verdict.DIFFERS, Verdict.OPEN)
    faults = (finding for finding in remarks if finding.verdict in kept)
    return tuple(replace(finding, verdict=Verdict.OPEN) for finding in faults)


def _document(project: Project, path: Path, root: Path | None) -> "Document":
    """Reads a document. Raises ProblemsFound: E131, E132, E509."""
    name = project.name_of(path) if path.is_relative_to(project.root) else path.name
    try:
        text = read_bytes(path, root, limits.DOCUMENT_BYTES).decode("utf-8-sig")
        return check.Document(name, unicodedata.normalize("NFC", text))
    except NotRead as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    except OSError as error:
        message, hint = f"cannot be read: {why_unread(error)}", "check its name"
    except UnicodeDecodeError:
        message, hint = (
            "not in UTF-8",
            "save it again as plain text in UTF-8",
        )
    raise ProblemsFound([Problem("E509", Place(name), message, hint)])


def _drawn_before(project: Project, game: Game, output: Path) -> tuple[Faces, int]:
    """The metadata of unchanged faces drawn earlier, and the number of other faces."""
    edition = Edition(game, game.languages[0])
    face_cache = draw.face_cache_of(project, edition, output)
    known, unknown = face_cache.known_metadata(draw.piece_specs(edition, game.pieces))
    return known, len(unknown)


def documents_for(paths: Path | None, games: tuple[Game, ...]) -> dict[str, Path]:
    """The documents of games by the game's id, from a folder of documents or a single one.

    A file belongs to the game that names it as its document, or else to the only game with a
    document. Raises ProblemsFound: E509.
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
    documents = {
        game.id: folder / game.document
        for game in games
        if game.document
        and is_inside(folder / game.document, folder)
        and is_file(folder / game.document)
    }
    if not documents:
        wanted = ", ".join(sorted({game.document for game in games if game.document}))
        hint = f"it must have one of {wanted}" if wanted else "write `document: …` into game.yaml"
        message = "a folder without a document of these games"
        raise ProblemsFound([Problem("E509", Place(f"{folder.name}/"), message, hint)])
    return documents
