"""Accepts a changed document that somebody has read.

The hashes of its lines are remembered, so that only later changes are reported. In claims and
sources, `lines` of the old document are changed to the present numbers of these lines.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.check import Moves, line_hashes, moves
from fustella.core.files.project import Project
from fustella.core.files.reading import (
    NotRead,
    is_file,
    is_there,
    read_bytes,
    unread,
    why_unread,
)
from fustella.core.processes import limits
from fustella.core.values.claims import Lines, Repair, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.review.accepted import FaceNow, accepted_text
from fustella.review.agreement import Review, lines_file
from fustella.review.repair import FilePlan, RepairPlan, apply, plan_repairs

_HASH = re.compile(r"[0-9a-f]{8}|-")
_COMMAND = "fustella check --accept"


class Acceptance(Struct, frozen=True):
    """The files that the acceptance of a document would write.

    `content` is the plan of the files with changed `lines`, and `remembered` is the file with the
    hashes of the document's lines. `by_hand` are messages about ranges that the designer has to
    change.
    """

    content: RepairPlan
    remembered: FilePlan
    by_hand: tuple[str, ...]


def plan_acceptance(project: Project, reviewed: Review) -> Acceptance:
    """Plan to accept the document that a review has read; nothing is written.

    The first acceptance of a document moves no lines. Raises ProblemsFound E510 when the remembered
    hashes cannot be read.
    """
    assert reviewed.text is not None
    path = lines_file(project, reviewed.game)
    name, now = project.name_of(path), line_hashes(reviewed.text)
    before = _hashes_in(path, name, project.root) if is_file(path) else ""
    known = before.split()
    after = before if tuple(known) == now else "\n".join(now) + "\n"
    remembered = FilePlan.of_text(path, name, before, after)
    if not known or before == after:
        return Acceptance(RepairPlan(()), remembered, ())
    repairs, by_hand = _moved_ranges(_named_lines(reviewed), moves(known, now))
    content = plan_repairs(project, repairs)
    by_hand += [
        f"{unmended.repair.place}: write {unmended.repair.new} ({unmended.reason})"
        for unmended in content.unmended
    ]
    return Acceptance(content, remembered, tuple(by_hand))


def _hashes_in(path: Path, name: str, root: Path) -> str:
    """Read the text of the remembered hashes.

    Raises ProblemsFound, E510, if it has anything else.
    """
    try:
        text = read_bytes(path, root, limits.DOCUMENT_BYTES).decode("utf-8")
    except NotRead as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    except OSError as error:
        message, hint = f"cannot be read: {why_unread(error)}", "look at the rights of the file"
        raise ProblemsFound([Problem("E510", Place(name), message, hint)]) from None
    except UnicodeDecodeError:
        text = ""
    for number, line in enumerate(text.splitlines() or [""], start=1):
        if not _HASH.fullmatch(line):
            hint = "bring back the file as it was; or delete it and run `fustella check --accept`"
            problem = Problem(
                "E510",
                Place(name, number),
                "this line is not as `fustella check --accept` writes it",
                hint,
            )
            raise ProblemsFound([problem])
    return text


def _named_lines(reviewed: Review) -> dict[Place, Lines]:
    """The lines that claims and sources name, by the places where these lines are typed."""
    claims = reviewed.claims
    named = {piece.source.place: piece.source.lines for piece in reviewed.game.pieces}
    if claims is not None:
        named |= {claim.lines_place: claim.lines for claim in claims.claims}
        named |= {excuse.lines_place: excuse.lines for excuse in claims.excused}
    return {place: lines for place, lines in named.items() if lines}


def _moved_ranges(named: Mapping[Place, Lines], moved: Moves) -> tuple[list[Repair], list[str]]:
    """The repairs of ranges that have moved, and messages about ranges that are gone."""
    repairs: list[Repair] = []
    by_hand: list[str] = []
    for place, lines in sorted(named.items()):
        now = [moved.of(first, last) for first, last in lines]
        if now == [(span,) for span in lines]:
            continue
        new = tuple(dict.fromkeys(span for spans in now for span in spans))
        gone = tuple(span for span, spans in zip(lines, now, strict=True) if not spans)
        if gone:
            by_hand.append(f"{place}: {_gone_message(gone, new)}")
        if new:
            repairs.append(Repair(place, lines_shown(lines), lines_shown(new)))
    return repairs, by_hand


def _gone_message(gone: Lines, left: Lines) -> str:
    many = len(gone) > 1 or gone[0][0] != gone[0][1]
    message = f"{lines_shown(gone)} {'are' if many else 'is'} not in the document any more"
    if left:
        return f"{message}; {lines_shown(left)} is left"
    return f"{message}: say what it comes from now"


def plan_accepting(project: Project, game: Game, faces: Iterable[FaceNow]) -> FilePlan:
    """Plan to remember the faces and words of a game as they are now; nothing is written."""
    path, before = project.accepted_faces_of(game.id), b""
    if is_there(path):
        before = read_bytes(path, project.root, limits.DOCUMENT_BYTES)
    after = accepted_text(project, game, faces)
    plan = FilePlan.of_text(path, project.name_of(path), before.decode(errors="replace"), after)
    return replace(plan, old=before)


def accept(project: Project, acceptances: Iterable[Acceptance]) -> None:
    """Write all files of some acceptances, or none. Raises ProblemsFound: E402, E510."""
    files = (file for each in acceptances for file in (*each.content.files, each.remembered))
    apply(RepairPlan(tuple(files)), project, _COMMAND)


def plan_retyped(project: Project, reviewed: Review, mended: Collection[Repair]) -> RepairPlan:
    """Plan to remember the lines of the document in which only figures changed.

    A line is remembered only if all its changed figures are among the repairs `mended`.
    """
    path = lines_file(project, reviewed.game)
    settled = {
        line.was: line.after
        for line in reviewed.retyped
        if all(Repair(figure.word.place, *figure.mark) in mended for figure in line.figures)
    }
    if not settled:
        return RepairPlan(())
    before = read_bytes(path, project.root, limits.DOCUMENT_BYTES).decode(errors="replace")
    hashes = [settled.get(line, known) for line, known in enumerate(before.split(), start=1)]
    after = "\n".join(hashes) + "\n"
    return RepairPlan((FilePlan.of_text(path, project.name_of(path), before, after),))
