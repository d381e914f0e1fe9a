"""Reads remarks.yaml, in which those who look a game over say what they see, piece by piece.

A remark is open until it is closed or removed. Open remarks are warnings of the game.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.codes import codes_of
from fustella.core.values.model import SIDES, Game, Piece, Remark
from fustella.core.values.problems import (
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
    nearest,
    warning,
)
from fustella.core.values.schemas import Schema, Vocabulary, or_nothing
from fustella.read.forms import (
    Form,
    Rejected,
    checked_leniently,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
    shown,
    value_of,
)
from fustella.read.nodes import MappingNode, place_at
from fustella.read.scalars import IDENTIFIER, LENGTH, PIECE_ID, STRING
from fustella.read.source import load

REMARKS = "remarks.yaml"

YES = "yes"

_CAUSE = "open remark"


def _closed(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, str):
        return value.strip()
    hint = "write the version code of the piece, or `yes`; leave it out as long as it is open"
    raise Rejected("E104", f"expected what closed the remark, found {shown(value)}", hint)


_CLOSED = value_of(_closed, {"title": "version code or words", "type": ["string", "boolean"]})


class RemarkForm(Form, frozen=True):
    """A remark on a place of a piece."""

    id: str = entry(IDENTIFIER, about="The name of the remark, by which an edit closes it: r7.")
    piece: str = entry(PIECE_ID, about="The id of the piece.")
    text: str = entry(STRING, about="What there is to say.")
    side: str = entry(one_of(*SIDES), default=SIDES[0], about="The side of the piece.")
    x: float | None = entry(
        LENGTH, default=None, about="How far the place lies from the left edge, as it is seen."
    )
    y: float | None = entry(
        LENGTH, default=None, about="How far the place lies from the upper edge, as it is seen."
    )
    author: str = entry(STRING, default="", about="Who says it.")
    version: str = entry(
        STRING, default="", about="The version code of the piece that it was said of: MK-7K4C."
    )
    date: str = entry(STRING, default="", about="When it was said: 2026-11-28.")
    closed: str = entry(
        _CLOSED,
        default="",
        about="What closed it: the version code of the mended piece, or words; else it is open.",
    )


class RemarksForm(Form, frozen=True):
    """The keys of remarks.yaml."""

    remarks: tuple[RemarkForm, ...] = entry(
        list_of(form_of(RemarkForm)), default=(), about="What there is to say of the pieces."
    )


def remarks_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of remarks.yaml, which may be empty."""
    return or_nothing(schema_of(RemarksForm, vocabulary))


def remarks_file(project: Project, game_id: str) -> Path:
    """The remarks.yaml of a game, which need not exist."""
    return project.folder_of(game_id) / REMARKS


def read_remarks(project: Project, game_id: str, problems: list[Problem]) -> tuple[Remark, ...]:
    """The remarks on a game; () where it has no remarks.yaml. Faults go to `problems`."""
    path = remarks_file(project, game_id)
    if not is_there(path):
        return ()
    file = project.name_of(path)
    try:
        data = load(path, file, project.root)
    except ProblemsFound as faults:
        problems += faults.problems
        return ()
    return remarks_in(data, file, problems)


def remarks_in(data: MappingNode, file: str, problems: list[Problem]) -> tuple[Remark, ...]:
    """The remarks in a file as typed; () if it has faults, which go to `problems`."""
    form, faults = checked_leniently(RemarksForm, data, file)
    problems += faults
    return tuple(_of_form(form, data, file, problems)) if form is not None else ()


def _of_form(
    form: RemarksForm, data: MappingNode, file: str, problems: list[Problem]
) -> Iterator[Remark]:
    """Yields the remarks of a file; reports E112 for each that has the name of another one."""
    seen: dict[str, Place] = {}
    for number, typed in enumerate(form.remarks):
        place = place_at(data, file, "remarks", number)
        if typed.id in seen:
            message = f"the id `{typed.id}` stands twice"
            hint = f"give this remark another one; the first is in line {seen[typed.id].line}"
            problems.append(Problem("E112", place, message, hint))
        seen.setdefault(typed.id, place)
        yield Remark(
            id=typed.id,
            piece=typed.piece,
            side=typed.side,
            at_mm=None if typed.x is None or typed.y is None else (typed.x, typed.y),
            text=typed.text,
            author=typed.author,
            version=typed.version,
            date=typed.date,
            closed=typed.closed,
            place=place,
        )


def remark_warnings(game: Game) -> Iterator[Problem]:
    """Yields the warnings of open remarks: E191, and E192 where the piece is gone."""
    if not game.remarks:
        return
    pieces = {piece.id: piece for piece in (*game.pieces, *game.boxes)}
    codes = codes_of(game, game.languages[0])
    for remark in game.remarks:
        if not remark.closed:
            yield _warning(remark, pieces, codes)


def _warning(remark: Remark, pieces: Mapping[str, Piece], codes: Mapping[str, str]) -> Problem:
    said = f"“{' '.join(remark.text.split())}”"
    whose = f" of {remark.author}" if remark.author else ""
    piece = pieces.get(remark.piece)
    if piece is None:
        message = f"the remark{whose} is on `{remark.piece}`, which is gone: {said}"
        near = did_you_mean(remark.piece, pieces) if nearest(remark.piece, pieces) else ""
        hint = near or "delete the remark, or write the id that the piece has now"
        return warning("E192", remark.place, message, hint)
    now = codes.get(remark.piece, "")
    since = f" (said of {remark.version}, now {now})" if remark.version not in ("", now) else ""
    message = f"a remark{whose} on the {remark.side} of `{remark.piece}` is open{since}: {said}"
    hint = f"when it is mended, write `closed: {now or YES}` there, or delete the remark"
    problem = warning("E191", remark.place, message, hint)
    return replace(problem, concerns=piece.place, piece=piece.id, cause=_CAUSE)
