"""Accepts a changed document that somebody has read.

It stores the hashes of the lines, so that only later changes are reported. In claims, sources and
booklets, `lines` of the old document are changed to the present numbers of these lines.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.check import Moves, is_hash, line_hashes, moves
from fustella.core.files.project import Project
from fustella.core.files.reading import is_file, is_there, read_bytes
from fustella.core.processes import limits
from fustella.core.values.claims import Lines, Repair, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.review.accepted import (
    compressed,
    hashes_in,
    kept_bytes,
    lines_file,
    text_file,
    text_in,
)
from fustella.review.accepted_faces import FaceNow, accepted_text
from fustella.review.agreement import Review
from fustella.review.mentions import mentions
from fustella.review.repair import FilePlan, RepairPlan, apply, plan_repairs

_COMMAND = "fustella check --accept"


class Acceptance(Struct, frozen=True):
    """The files that the acceptance of a document would write.

    `content` is the plan of the files with changed `lines`, and `remembered` are the files with the
    hashes of the document's lines and with its text. `by_hand` are messages about lines that the
    designer has to change, or to check.
    """

    content: RepairPlan
    remembered: tuple[FilePlan, ...]
    by_hand: tuple[str, ...]


def plan_acceptance(project: Project, reviewed: Review) -> Acceptance:
    """Plans to accept the document that a review has read; nothing is written.

    The first acceptance of a document moves no lines. Raises ProblemsFound E510 when the remembered
    hashes cannot be read.
    """
    document, found = reviewed.text, reviewed.comparison
    assert document is not None
    path = lines_file(project, reviewed.game)
    name, now = project.name_of(path), line_hashes(document)
    before = _hashes_in(project, path) if is_file(path) else ""
    after = before if tuple(before.split()) == now else "\n".join(now) + "\n"
    remembered = FilePlan.of_text(path, name, before, after)
    text = _text_plan(project, reviewed.game, document.text)
    if found is None or before == after:
        return Acceptance(RepairPlan(()), (remembered, text), ())
    moved = moves(found)
    repairs, by_hand = _moved_ranges(_named_lines(reviewed), moved)
    content = plan_repairs(project, repairs)
    by_hand += [
        f"{unmended.repair.place}: write {unmended.repair.new} ({unmended.reason})"
        for unmended in content.unmended
    ]
    by_hand += mentions(project, reviewed.game, moved)
    return Acceptance(content, (remembered, text), tuple(by_hand))


def _text_plan(project: Project, game: Game, text: str) -> FilePlan:
    """Plans to store the text of a document; nothing changes if it is stored already."""
    path = text_file(project, game)
    old = kept_bytes(project, path)
    new = old if text_in(old) == text else compressed(text)
    return FilePlan(path, project.name_of(path), "", "", (), (), old, new)


def plan_keeping(project: Project, reviewed: Review) -> RepairPlan:
    """Plans to store the text of a document that equals the accepted one, if it is missing."""
    found = reviewed.comparison
    if found is None or found.accepted.text or found.changes:
        return RepairPlan(())
    text = found.document.text
    same = replace(found.accepted, text=text).is_kept  # and not only in other lines
    return RepairPlan((_text_plan(project, reviewed.game, text),) if same else ())


def _hashes_in(project: Project, path: Path) -> str:
    """The text with the stored hashes.

    Raises ProblemsFound, E510, if it has anything else.
    """
    try:
        text = hashes_in(project, path).decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    for number, line in enumerate(text.splitlines() or [""], start=1):
        if not is_hash(line):
            message = "this line is not as `fustella check --accept` writes it"
            hint = "bring back the file as it was; or delete it and run `fustella check --accept`"
            place = Place(project.name_of(path), number)
            raise ProblemsFound([Problem("E510", place, message, hint)])
    return text


def _named_lines(reviewed: Review) -> dict[Place, Lines]:
    """The lines that claims, sources and booklets name, by the places where these are typed."""
    claims = reviewed.claims
    named = {piece.source.place: piece.source.lines for piece in reviewed.game.pieces}
    if claims is not None:
        named |= {claim.lines_place: claim.lines for claim in claims.claims}
        named |= {excuse.lines_place: excuse.lines for excuse in claims.excused}
    if reviewed.restated is not None:
        named |= reviewed.restated.marks
    return {place: lines for place, lines in named.items() if lines}


def _moved_ranges(named: Mapping[Place, Lines], moved: Moves) -> tuple[list[Repair], list[str]]:
    """The repairs of ranges that have moved, and messages about ranges that are gone."""
    repairs: list[Repair] = []
    by_hand: list[str] = []
    for place, lines in sorted(named.items()):
        now = [moved.of(first, last) for first, last in lines]
        if now == [(span,) for span in lines]:
            continue
        new = _merged_ranges([span for spans in now for span in spans])
        gone = tuple(span for span, spans in zip(lines, now, strict=True) if not spans)
        if gone:
            by_hand.append(f"{place}: {_gone_message(gone, new)}")
        if new:
            repairs.append(Repair(place, lines_shown(lines), lines_shown(new)))
    return repairs, by_hand


def _merged_ranges(spans: Sequence[tuple[int, int]]) -> Lines:
    """Joins ranges that overlap, in order."""
    joined: list[tuple[int, int]] = []
    for span in spans:
        meeting = [other for other in joined if other[0] <= span[1] and span[0] <= other[1]]
        at = joined.index(meeting[0]) if meeting else len(joined)
        joined = [other for other in joined if other not in meeting]
        first, last = zip(span, *meeting, strict=True)
        joined.insert(at, (min(first), max(last)))
    return tuple(joined)


def _gone_message(gone: Lines, left: Lines) -> str:
    many = len(gone) > 1 or gone[0][0] != gone[0][1]
    message = f"{lines_shown(gone)} {'are' if many else 'is'} not in the document any more"
    if left:
        return f"{message}; {lines_shown(left)} is left"
    return f"{message}: say what it comes from now"


def plan_accepting(project: Project, game: Game, faces: Iterable[FaceNow]) -> FilePlan:
    """Plans to store the present faces and words of a game as accepted; nothing is written."""
    path, before = project.accepted_faces_of(game.id), b""
    if is_there(path):
        before = read_bytes(path, project.root, limits.DOCUMENT_BYTES)
    after = accepted_text(project, game, faces)
    plan = FilePlan.of_text(path, project.name_of(path), before.decode(errors="replace"), after)
    return replace(plan, old=before)


def accept(project: Project, acceptances: Iterable[Acceptance]) -> None:
    """Writes all files of some acceptances, or none. Raises ProblemsFound: E402, E510."""
    files = (file for each in acceptances for file in (*each.content.files, *each.remembered))
    apply(RepairPlan(tuple(files)), project, _COMMAND)


def plan_retyped(project: Project, reviewed: Review, mended: Collection[Repair]) -> RepairPlan:
    """Plans to store the new hashes of lines in which only figures changed.

    A line is stored only if all its changed figures are among the repairs `mended`.
    """
    settled = {
        line.was: line
        for line in reviewed.retyped
        if all(Repair(figure.word.place, *figure.mark) in mended for figure in line.figures)
    }
    if not settled or reviewed.comparison is None:
        return RepairPlan(())
    path, accepted = lines_file(project, reviewed.game), reviewed.comparison.accepted
    before = hashes_in(project, path).decode(errors="replace")
    hashes, lines = list(accepted.hashes), list(accepted.lines)
    for number, line in settled.items():
        hashes[number - 1], lines[number - 1] = line.hash, line.words
    files = [
        FilePlan.of_text(path, project.name_of(path), before, "\n".join(hashes) + "\n"),
        _text_plan(project, reviewed.game, "\n".join(lines)),
    ]
    return RepairPlan(tuple(files if accepted.text else files[:1]))
