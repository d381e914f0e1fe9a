"""Gestures on remarks: one is pinned to a place of a piece, and closed when the piece is mended."""

import itertools
from collections.abc import Mapping, Sequence

from fustella.build import today
from fustella.core.values.codes import codes_of
from fustella.core.values.model import SIDES, Game, Remark
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.edit.yaml_edits import (
    EditRefused,
    InsertItem,
    Path,
    SetValue,
    Typed,
    Value,
    edited,
)
from fustella.read.remarks import RemarkForm, remarks_file, remarks_in
from fustella.read.source import loaded
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture

_DECIMALS = 1
_FARTHEST_MM = 10_000.0
_LONGEST = 4_000
_LIST: Path = ("remarks",)
_AFTER = "after "


class PinRemark(Gesture, frozen=True, tag="remark"):
    """Says something of a place on a piece, in mm from the left and the upper edge of the trim."""

    piece: str
    side: str
    text: str
    x_mm: float | None = None
    y_mm: float | None = None
    author: str = ""

    def apply(self, draft: Draft) -> str:
        remarks = _remarks(draft)
        self._refuse(draft.job.game)
        value = {
            "id": _free_id(remarks),
            "piece": self.piece,
            "text": self.text.strip(),
            "side": self.side,
            "x": _typed_mm(self.x_mm),
            "y": _typed_mm(self.y_mm),
            "author": self.author.strip(),
            "version": _code_of(draft.job.game, self.piece),
            "date": Typed(today()),
        }
        whole: dict[str, Value] = {name: one for name, one in value.items() if one}
        number = len(remarks)
        _edit(draft, InsertItem(_LIST, number, whole) if number else SetValue(_LIST, [whole]))
        return f"remark on `{self.piece}`"

    def _refuse(self, game: Game) -> None:
        """Raises GestureRefused for a remark that says nothing, or is on nothing."""
        if not self.text.strip():
            raise GestureRefused("the remark says nothing", "write a few words")
        if len(self.text) > _LONGEST or len(self.author) > _LONGEST:
            raise GestureRefused(f"the remark is too long: at most {_LONGEST:,} letters")
        if self.side not in SIDES or self.piece not in _pieces(game):
            raise GestureRefused(f"there is no piece `{self.piece}`")
        for at_mm in (self.x_mm, self.y_mm):
            if at_mm is not None and not abs(at_mm) <= _FARTHEST_MM:
                raise GestureRefused("the remark lies nowhere near the piece")


class CloseRemark(Gesture, frozen=True, tag="remark-close"):
    """Closes a remark, alone or with the edit that mends what it is about."""

    id: str

    def apply(self, draft: Draft) -> str:
        for number, remark in enumerate(_remarks(draft)):
            if remark.id == self.id:
                if remark.closed:
                    raise GestureRefused("the remark is closed already")
                code = _code_of(draft.job.game, remark.piece)
                mends = any(change.name != _name(draft) for change in draft.changes())
                closed = (_AFTER if mends else "") + code if code else "yes"
                _edit(draft, SetValue(("remarks", number, "closed"), closed))
                return f"close the remark on `{remark.piece}`"
        raise GestureRefused(f"there is no remark `{self.id}` any more")


def _name(draft: Draft) -> str:
    return draft.project.name_of(remarks_file(draft.project, draft.game))


def _pieces(game: Game) -> frozenset[str]:
    return frozenset(piece.id for piece in (*game.pieces, *game.boxes))


def _remarks(draft: Draft) -> Sequence[Remark]:
    """The remarks in the draft. Raises GestureRefused for a file with faults."""
    name = _name(draft)
    content = draft.content(name)
    if content is None:
        return ()
    problems: list[Problem] = []
    try:
        found = remarks_in(loaded(content.decode("utf-8-sig"), name), name, problems)
    except UnicodeDecodeError:
        raise GestureRefused("the file is not saved as UTF-8", place=Place(name)) from None
    except ProblemsFound as faults:
        found, problems = (), [*faults.problems]
    if problems:
        first = problems[0]
        raise GestureRefused(first.message, first.hint, first.place)
    return found


def _free_id(remarks: Sequence[Remark]) -> str:
    """The first of r1, r2, … that no remark has, from the number of remarks on."""
    taken = {remark.id for remark in remarks}
    numbers = itertools.count(len(taken) + 1)
    return next(name for number in numbers if (name := f"r{number}") not in taken)


def _typed_mm(at_mm: float | None) -> str:
    return "" if at_mm is None else f"{round(at_mm, _DECIMALS):g}mm"


def _code_of(game: Game, piece: str) -> str:
    """The version code of a piece, in the first language; "" for a piece without one."""
    return codes_of(game, game.languages[0]).get(piece, "")


def _edit(draft: Draft, edit: InsertItem | SetValue) -> None:
    name = _name(draft)
    text = (draft.content(name) or b"").decode()
    try:
        after = edited(text, [edit], _order)
    except EditRefused as refused:
        raise GestureRefused(str(refused), place=Place(name)) from None
    draft.write(name, after.encode())


_KEYS: Mapping[int, Sequence[str]] = {2: tuple(RemarkForm.DECLARED)}


def _order(path: Path) -> Sequence[str]:
    """The order of the keys of a remark."""
    return _KEYS.get(len(path), ())
