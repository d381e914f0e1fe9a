"""The review of a box that has claims, and of one whose faces were drawn before."""

import unicodedata
from pathlib import Path

from msgspec.structs import replace

from fustella.check import (
    Document,
    Outcome,
    Retyped,
    changed_lines,
    changed_rows,
    line_hashes,
    lint_box,
    of_totals,
    retyped_lines,
    run,
)
from fustella.core import limits
from fustella.core.claims import Claims, Finding, Verdict
from fustella.core.model import Edition, Game, Record, Word
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.core.reading import NotRead, is_there, read_bytes, unread, why_unread
from fustella.core.steps import GAME_S, step
from fustella.draw import album_of, piece_specs
from fustella.read.claims import claims_file
from fustella.review.review import Faces, Review


def checked(
    project: Project, game: Game, claims: Claims, document: Path | None, output: Path | None
) -> Review:
    """The review of a box with claims, by `review`. Raises ProblemsFound."""
    own = project.folder_of(game.id) / claims.document
    path = document or (own if claims.document and is_there(own) else None)
    text = _document(project, path, None if document else project.root) if path else None
    with step("checking what is claimed", game.place, GAME_S):
        outcome = run(game, claims, text)
    findings, problems = outcome.findings, outcome.problems
    if outcome.coverage is not None:
        findings += tuple(of_totals(outcome.coverage, claims))
    retyped: tuple[Retyped, ...] = ()
    if text is not None:
        changed, retyped = _changed(project, game, text, outcome)
        findings += changed
    elif (known := _accepted_lines(project, game)) is not None:
        findings += changed_rows(claims, known)
    faces, unseen = _drawn_before(project, game, output) if output else ({}, 0)
    # With some faces missing the others would be misjudged: an aid may explain an icon unseen.
    complete = faces if faces and not unseen else None
    try:
        findings += lint_box(game, claims, complete)
    except ProblemsFound as found:
        problems += found.problems
    watched = text is None or is_there(lines_file(project, game))
    return Review(
        game, findings, claims, text, unseen, problems, retyped, watched, outcome.coverage
    )


def remarks(project: Project, game: Game, output: Path) -> tuple[Finding, ...]:
    """What lint finds in a game without claims.yaml, as open findings."""
    place = Place(project.name_of(claims_file(project, game.id)))
    none = Claims(Word("", place), (), (), (), Record({}), place)
    faces, unseen = _drawn_before(project, game, output)
    found = lint_box(game, none, faces if faces and not unseen else None)
    # Which icons an aid explains is only known where claims.yaml names the aids.
    kept = (Verdict.DIFFERS, Verdict.OPEN)
    faults = (finding for finding in found if finding.verdict in kept)
    return tuple(replace(finding, verdict=Verdict.OPEN) for finding in faults)


def lines_file(project: Project, game: Game) -> Path:
    """The file with the hashes of the document's lines as they were when it was last accepted."""
    return project.folder_of(game.id) / "document.lines"


def _document(project: Project, path: Path, root: Path | None) -> Document:
    """Read a document. Raises ProblemsFound: E131, E132, E509."""
    name = project.name_of(path) if path.is_relative_to(project.root) else path.name
    try:
        text = read_bytes(path, root, limits.DOCUMENT_BYTES).decode("utf-8-sig")
        return Document(name, unicodedata.normalize("NFC", text))
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


def _changed(
    project: Project, game: Game, document: Document, outcome: Outcome
) -> tuple[tuple[Finding, ...], tuple[Retyped, ...]]:
    """The findings about changed lines, and the lines in which nothing changed but figures.

    There are none where the document was never accepted.
    """
    known = _accepted_lines(project, game)
    if known is None:
        return (), ()
    retyped = retyped_lines(known, document, outcome.changed, game.languages[0])
    now = list(line_hashes(document))
    for line in retyped:
        now[line.now - 1] = line.before
    place = Place(project.name_of(lines_file(project, game)))
    return changed_lines(game, known, now, outcome.findings, place), retyped


def _accepted_lines(project: Project, game: Game) -> list[str] | None:
    """The hashes of the document's lines when it was last accepted, None where it never was."""
    path = lines_file(project, game)
    if not is_there(path):
        return None
    try:
        data = read_bytes(path, project.root, limits.DOCUMENT_BYTES)
    except NotRead as error:
        raise ProblemsFound([unread(error, Place(project.name_of(path)))]) from None
    except OSError as error:
        message, hint = f"cannot be read: {why_unread(error)}", "look at the rights of the file"
        place = Place(project.name_of(path))
        raise ProblemsFound([Problem("E510", place, message, hint)]) from None
    return data.decode(errors="replace").split()


def _drawn_before(project: Project, game: Game, output: Path) -> tuple[Faces, int]:
    """The metadata of faces that are drawn already as they are now, and the number of others."""
    edition = Edition(game, game.languages[0])
    album = album_of(project, edition, output)
    known, unknown = album.known_metadata(piece_specs(edition, game.pieces))
    return known, len(unknown)
