"""Makes one HTML page of the changes in games, with pictures before and after.

The page needs no other file, no network and no script, so that it can be attached to a pull request
and read on a phone. Its elements are in the template `diff.html.j2`, which escapes all texts, and
its style in `diff.css`; this module computes what the template shows.
"""

import difflib
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from fustella.build.publish import as_problem
from fustella.core.files.cache import DiskCache
from fustella.core.files.journal import write_all
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import visible_to_designer
from fustella.draw.render.faults import RenderFailed, RenderFault
from fustella.history.booklets import RulesChange
from fustella.history.diff import (
    ORDER,
    FieldChange,
    PieceChange,
    code_text,
    copies_text,
    tally,
    value_text,
    where,
)
from fustella.history.pictures import ComparedPictures, Region
from fustella.history.since import GameComparison, Since
from fustella.history.states import PieceState
from fustella.history.versions import ChangeReason

_WORD = re.compile(r"\s+|\w+|[^\w\s]")

_ALIKE = 0.35
"""The least similarity of two texts of which only single words are marked."""

_Context: TypeAlias = dict[str, object]
"""The values of the page's template, by name."""

_Part: TypeAlias = tuple[str, str]
"""A part of a value: the element that marks it (`del`, `ins`, `em`, or ""), and its text."""


def write_page(
    path: Path, since: Since, comparisons: Sequence[GameComparison], cache: DiskCache | None
) -> None:
    """Writes the page; an old page stays until the new one is whole.

    Raises ProblemsFound: E210, E401.
    """
    pictures = ComparedPictures(cache)
    shown = (change for comparison in comparisons for change in comparison.changes)
    sides = (pair for change in shown for _, *pair in change.sides)
    try:
        pictures.make(face for pair in sides for face in pair if face)
    except RenderFailed as failed:
        raise ProblemsFound(_problem(fault, Place(str(path))) for fault in failed.faults) from None
    page = as_page(since, comparisons, pictures)
    with as_problem(path.parent):
        write_all(path.parent, {path: page.encode()})


def _problem(fault: RenderFault, place: Place) -> Problem:
    shown = fault.picture.place.file if fault.picture else "a face"
    return Problem(fault.code, place, f"{shown} cannot be drawn: {fault.message}", fault.hint)


def as_page(since: Since, comparisons: Sequence[GameComparison], pictures: ComparedPictures) -> str:
    """The HTML of the page; `pictures` must have the pictures of all sides to show."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (only for a page)

    folder = files("fustella.history")
    source = (folder / "diff.html.j2").read_text(encoding="utf-8")
    source = "".join(line.strip() for line in source.splitlines())
    template = Environment(
        autoescape=True, undefined=StrictUndefined, finalize=visible_to_designer
    ).from_string(source)
    return template.render(
        since=since,
        style=(folder / "diff.css").read_text(encoding="utf-8"),
        chips=_chips([change for comparison in comparisons for change in comparison.changes]),
        changed=[comparison for comparison in comparisons if comparison.changed],
        unchanged=[comparison.title for comparison in comparisons if not comparison.changed],
        sections=[
            _section(comparison, pictures)
            for comparison in comparisons
            if comparison.changed or comparison.notes
        ],
    )


def _chips(changes: Sequence[PieceChange], game: str = "") -> list[_Context]:
    """The numbers of changes as chips; for a single game, they link to parts of the page."""
    counts = tally(changes)
    refs = {kind: f"{game}-{kind}" for kind in counts if game}
    return [{"kind": kind, "count": counts.get(kind, 0), "ref": refs.get(kind)} for kind in ORDER]


def _section(comparison: GameComparison, pictures: ComparedPictures) -> _Context:
    sides = _Sides(pictures)
    pieces: dict[ChangeReason, list[_Context]] = {}
    for number, change in enumerate(comparison.changes, start=1):
        piece = _piece(change, f"{comparison.game}-{number}", sides)
        piece["played"] = comparison.played_before(change)
        pieces.setdefault(change.kind, []).append(piece)
    return {
        "game": comparison,
        "chips": _chips(comparison.changes, comparison.game),
        "groups": [(kind, pieces[kind]) for kind in ORDER if kind in pieces],
        "rules": [_passage(change) for change in comparison.rules],
    }


def _passage(change: RulesChange) -> _Context:
    """A row of the table of a booklet: a passage, its place, and its words then and now."""
    whole = change.then is None and change.now is None
    then, now = _marked_parts(change.then, change.now)
    return {
        "change": change,
        "chapter": change.chapter or change.title,
        "place": where(change.place),
        "whole": whole,
        "cells": () if whole else (then, now),
        "meant": [(f"{{{one.reference}}}", one.then, one.now) for one in change.values],
    }


def _piece(change: PieceChange, ref: str, sides: "_Sides") -> _Context:
    kept = change.before is not None and change.after is not None
    return {
        "ref": ref,
        "state": change.state,
        "copies": copies_text(change),
        "recounted": kept and change.copies_then != change.copies_now,
        "code": code_text(change),
        "place": where(change.after.place) if change.after else "",
        "forgotten": change.before is not None and change.before.fields is None,
        "fields": [_field(field, change.after) for field in change.fields],
        "sides": [sides.pair(change, ref, *side) for side in change.sides],
    }


def _field(field: FieldChange, after: PieceState | None) -> _Context:
    """A row of the table: a field, the place of its value, and both values in marked parts."""
    place = ""
    if field.place and field.now is not None:
        beside = after and after.place and after.place.page == field.place.page
        place = f"line {field.place.line}" if beside else where(field.place)
    then, now = _marked_parts(field.then, field.now)
    colours = (field.then, field.now) if field.kind is ChangeReason.LOOKS else (None, None)
    return {
        "path": field.field.split("."),
        "kind": field.kind,
        "place": place,
        "cells": [{"colour": colours[0], "parts": then}, {"colour": colours[1], "parts": now}],
    }


def _marked_parts(then: str | None, now: str | None) -> tuple[list[_Part], list[_Part]]:
    """Both values in parts, in which words that only one of the values has are marked."""
    if then is None or now is None:
        return (
            [("em", "nothing") if then is None else ("del", value_text(then))],
            [("em", "nothing") if now is None else ("ins", value_text(now))],
        )
    old, new = _WORD.findall(value_text(then)), _WORD.findall(value_text(now))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return [("del", "".join(old))], [("ins", "".join(new))]
    before: list[_Part] = []
    after: list[_Part] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        same = tag == "equal"
        before.append(("" if same else "del", "".join(old[a:b])))
        after.append(("" if same else "ins", "".join(new[c:d])))
    return [part for part in before if part[1]], [part for part in after if part[1]]


class _Sides:
    """The sides of the pieces of one game; a back that many pieces share is shown once."""

    def __init__(self, pictures: ComparedPictures) -> None:
        self._pictures = pictures
        self._shown: dict[tuple[str, str], tuple[str, str]] = {}

    def pair(
        self, change: PieceChange, ref: str, side: SideName, then: Face | None, now: Face | None
    ) -> _Context:
        """A side before and after; or the name of an earlier piece with the same two pictures."""
        key = (then.digest if then else "", now.digest if now else "")
        first, name = self._shown.setdefault(key, (ref, change.state.name))
        if first != ref:
            return {"side": side, "same_as": {"ref": first, "name": name}}
        alt = f"{change.state.name}, {side}"
        if key[0] == key[1]:
            shown = [(now, f"{side}, unchanged", alt)]
        elif change.before is None or change.after is None:
            shown = [(then or now, str(side), alt)]
        else:
            shown = [(then, f"{side}, before", f"{alt}, before")]
            shown += [(now, f"{side}, after", f"{alt}, after")]
        both = len(shown) == 2
        regions = self._pictures.differences(then, now) if both and then and now else ()
        return {
            "side": side,
            "same_as": None,
            "single": not both,
            "lost": both and then is None,
            "figures": [
                self._figure(face, caption, alt, regions if face is now else ())
                for face, caption, alt in shown
                if face
            ],
        }

    def _figure(self, face: Face, caption: str, alt: str, regions: Sequence[Region]) -> _Context:
        """The values for a picture as large as the piece, with CSS to frame differences."""
        return {
            "url": self._pictures.data_url(face),
            "alt": alt,
            "caption": caption,
            "width": f"{face.outline.size.width_mm:g}",
            "height": f"{face.outline.size.height_mm:g}",
            "trim": _css_of_trim(face.outline),
            "frames": [
                f"left:{region.x:.1%};top:{region.y:.1%};"
                f"width:{region.width:.1%};height:{region.height:.1%}"
                for region in regions
            ],
        }


def _css_of_trim(outline: Outline) -> str:
    """The CSS that clips a picture to the trim; "" where the trim is the whole rectangle."""
    size = outline.size
    if outline.is_round:
        return "border-radius:50%"
    if outline.is_rectangle:
        across = outline.corner_radius_mm / size.width_mm
        along = outline.corner_radius_mm / size.height_mm
        return f"border-radius:{across:.1%}/{along:.1%}" if across else ""
    corners = ",".join(
        f"{at.x_mm / size.width_mm:.2%} {at.y_mm / size.height_mm:.2%}" for at in outline.corners()
    )
    return f"clip-path:polygon({corners})"
