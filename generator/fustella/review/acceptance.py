"""A changed document that was read: remember it, and move what the content says of its lines.

Above the stages, beside `review` and `repair`. The lines that claims and sources name were right
for the document as it was; they are moved to where those lines are now.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fustella.check.document.lines import Moves, line_hashes, moves
from fustella.core.claims import Lines, Repair, lines_shown
from fustella.core.files import replace_all, unfinished
from fustella.core.model import Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.read.claims import read_claims
from fustella.review.repair import FilePlan, RepairPlan, apply, plan_repairs
from fustella.review.review import Review, lines_file

_HASH = re.compile(r"[0-9a-f]{8}|-")
_COMMAND = "fustella check --accept"


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What accepting a document would do.

    `content` is the plan of the files in which lines are moved; `remembered` is the file with the
    hashes of the document's lines. `by_hand` are the ranges that cannot be moved, in words.
    """

    content: RepairPlan
    remembered: FilePlan
    by_hand: tuple[str, ...]


def plan_acceptance(project: Project, reviewed: Review) -> Acceptance:
    """What is moved and what is remembered; nothing is written.

    Nothing is moved where nobody has said what the document was. Raises ProblemsFound: E510 where
    that cannot be read.
    """
    assert reviewed.text is not None
    path = lines_file(project, reviewed.game)
    name, now = project.name_of(path), line_hashes(reviewed.text)
    before = _text_of(path, name) if path.is_file() else ""
    known = before.split()
    after = before if tuple(known) == now else "\n".join(now) + "\n"
    remembered = FilePlan(path, name, before, after, (), ())
    if not known or before == after:
        return Acceptance(RepairPlan(()), remembered, ())
    repairs, by_hand = _moved(_named(project, reviewed.game), moves(known, now))
    content = plan_repairs(project, repairs)
    by_hand += [
        f"{one.repair.place}: write {one.repair.new} ({one.reason})" for one in content.unmended
    ]
    return Acceptance(content, remembered, tuple(by_hand))


def accept(acceptance: Acceptance) -> None:
    """Write the moved lines and remember the document: all files or none.

    Raises ProblemsFound: E510.
    """
    if acceptance.remembered.before:
        apply(RepairPlan((*acceptance.content.files, acceptance.remembered)), _COMMAND)
    else:
        _remember_first(acceptance.remembered)


def plan_retyped(project: Project, reviewed: Review, mended: Collection[Repair]) -> RepairPlan:
    """Remember the lines in which nothing changed but figures that are `mended` in the claims."""
    path = lines_file(project, reviewed.game)
    settled = {
        line.was: line.after
        for line in reviewed.retyped
        if all(Repair(one.word.place, *one.mark) in mended for one in line.figures)
    }
    if not settled:
        return RepairPlan(())
    before = path.read_bytes().decode("utf-8", errors="replace")
    hashes = [settled.get(line, known) for line, known in enumerate(before.split(), start=1)]
    after = "\n".join(hashes) + "\n"
    return RepairPlan((FilePlan(path, project.name_of(path), before, after, (), ()),))


def _text_of(path: Path, name: str) -> str:
    """The hashes as they are kept. By anything else the content would be moved to wrong lines."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        message, hint = f"cannot be read: {error.strerror}", "look at the rights of the file"
        raise ProblemsFound([Problem("E510", Place(name), message, hint)]) from None
    except UnicodeDecodeError:
        text = ""
    for number, line in enumerate(text.splitlines() or [""], start=1):
        if not _HASH.fullmatch(line):
            hint = "take the file from before, or delete it: then no lines are moved"
            problem = Problem("E510", Place(name, number), "is no hash of a line", hint)
            raise ProblemsFound([problem])
    return text


def _named(project: Project, game: Game) -> dict[Place, Lines]:
    """All lines that the content names, by where it does; what a list says for all pieces once."""
    claims = read_claims(project, game)
    named = {piece.source.place: piece.source.lines for piece in game.pieces}
    if claims is not None:
        named |= {claim.lines_place: claim.lines for claim in claims.claims}
        named |= {excuse.lines_place: excuse.lines for excuse in claims.excused}
    return {place: lines for place, lines in named.items() if lines}


def _moved(named: Mapping[Place, Lines], moved: Moves) -> tuple[list[Repair], list[str]]:
    repairs: list[Repair] = []
    by_hand: list[str] = []
    for place, lines in sorted(named.items()):
        now = [moved.of(*one) for one in lines]
        if now == [(one,) for one in lines]:
            continue
        new = tuple(dict.fromkeys(span for spans in now for span in spans))
        gone = tuple(one for one, spans in zip(lines, now, strict=True) if not spans)
        if gone:
            by_hand.append(f"{place}: {_said_of(gone, new)}")
        if new:
            repairs.append(Repair(place, lines_shown(lines), lines_shown(new)))
    return repairs, by_hand


def _said_of(gone: Lines, left: Lines) -> str:
    many = len(gone) > 1 or gone[0][0] != gone[0][1]
    said = f"{lines_shown(gone)} {'are' if many else 'is'} not in the document any more"
    return f"{said}; {lines_shown(left)} is left" if left else f"{said}: say what it comes from now"


def _remember_first(file: FilePlan) -> None:
    try:
        new = unfinished(file.path)
        new.write_text(file.after, encoding="utf-8")
        replace_all([(new, file.path)])
    except OSError as error:
        hint = "look at the rights of the folder"
        message = f"cannot be written: {error.strerror}"
        raise ProblemsFound([Problem("E510", Place(file.name), message, hint)]) from None
