"""What changed, as one HTML page with pictures before and after.

The page needs no other file, no network and no script, so that it can be attached to a pull request
and read on a phone. Its elements are in the template `diff.html.j2`, which escapes all texts, its
style in `diff.css`; here is computed what the template shows.
"""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from fustella.build.publish import said_as_problem
from fustella.core.cache import DiskCache
from fustella.core.files import replace_all, unfinished
from fustella.core.geometry import Outline, Shape
from fustella.core.model import Face, SideName
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.draw.render import RenderFailed
from fustella.history.diff import (
    ORDER,
    FieldChange,
    PieceChange,
    code_said,
    copies_said,
    tally,
    value_said,
    where,
)
from fustella.history.pictures import Pictures, Region
from fustella.history.since import GameComparison, Since
from fustella.history.states import PieceState
from fustella.history.versions import ChangeReason

_WORD = re.compile(r"\s+|\w+|[^\w\s]")

_ALIKE = 0.35
"""Texts less similar than this are shown as a whole old and a whole new one."""


def write_page(
    path: Path, since: Since, comparisons: Sequence[GameComparison], cache: DiskCache | None
) -> None:
    """Write the page; an old one stays until it is whole. Raises ProblemsFound: E210, E401."""
    pictures = Pictures(cache)
    shown = (change for comparison in comparisons for change in comparison.changes)
    sides = (pair for change in shown for _, *pair in change.sides)
    try:
        pictures.make(face for pair in sides for face in pair if face)
    except RenderFailed as failed:
        message = f"a face cannot be drawn: {failed.message}"
        raise ProblemsFound([Problem("E210", Place(str(path)), message, failed.hint)]) from None
    page = as_page(since, comparisons, pictures)
    with said_as_problem(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = unfinished(path)
        try:
            temporary.write_text(page, encoding="utf-8")
            replace_all([(temporary, path)])
        finally:
            temporary.unlink(missing_ok=True)


def as_page(since: Since, comparisons: Sequence[GameComparison], pictures: Pictures) -> str:
    """The text of the page; `pictures` must have those of all sides that it shows."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (only for a page)

    folder = files("fustella.history")
    source = (folder / "diff.html.j2").read_text(encoding="utf-8")
    source = "".join(line.strip() for line in source.splitlines())
    template = Environment(autoescape=True, undefined=StrictUndefined).from_string(source)
    return template.render(
        since=since,
        style=(folder / "diff.css").read_text(encoding="utf-8"),
        chips=_chips([change for comparison in comparisons for change in comparison.changes]),
        changed=[comparison for comparison in comparisons if comparison.changes],
        unchanged=[comparison.title for comparison in comparisons if not comparison.changes],
        sections=[_section(one, pictures) for one in comparisons if one.changes or one.notes],
    )


@dataclass(frozen=True, slots=True)
class _Chip:
    """How many changes there are for a reason; `ref` leads to them, "" where there is no link."""

    kind: ChangeReason
    count: int
    ref: str


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a value: unchanged, or in the element `del`, `ins` or `em`."""

    text: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class _Value:
    """A value in a table; `colour` is shown beside it, "" for none."""

    parts: tuple[_Part, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A field before and after; `place` is where it is typed, "" where it is not any more."""

    kind: ChangeReason
    path: tuple[str, ...]
    place: str
    then: _Value
    now: _Value


@dataclass(frozen=True, slots=True)
class _Figure:
    """A picture of a side, `width` times `height` mm, with frames around what differs.

    `trim` and `frames` are CSS.
    """

    url: str
    alt: str
    caption: str
    width: str
    height: str
    trim: str
    frames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    """The piece that shows a pair of pictures first."""

    ref: str
    name: str


@dataclass(frozen=True, slots=True)
class _Pair:
    """A side before and after: two figures, or a `single` one, or a link to the same on a piece.

    `lost` where no picture of the side before is kept.
    """

    side: SideName
    figures: tuple[_Figure, ...] = ()
    single: bool = False
    lost: bool = False
    same_as: _Shown | None = None


@dataclass(frozen=True, slots=True)
class _Article:
    """A changed piece.

    `recounted` where the number of copies changed, `forgotten` where its old fields are not known
    any more.
    """

    ref: str
    name: str
    kind: str
    copies: str
    recounted: bool
    code: str
    place: str
    forgotten: bool
    rows: tuple[_Row, ...]
    pairs: tuple[_Pair, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """All changes of a game for one reason."""

    kind: ChangeReason
    ref: str
    articles: tuple[_Article, ...]


@dataclass(frozen=True, slots=True)
class _Section:
    """A game."""

    game: str
    title: str
    language: str
    chips: tuple[_Chip, ...]
    notes: tuple[str, ...]
    groups: tuple[_Group, ...]


def _chips(changes: Sequence[PieceChange], game: str = "") -> tuple[_Chip, ...]:
    """The tally of changes; those of one game lead to their parts of the page."""
    counts = tally(changes)
    return tuple(
        _Chip(kind, counts.get(kind, 0), f"{game}-{kind}" if game and kind in counts else "")
        for kind in ORDER
    )


def _section(comparison: GameComparison, pictures: Pictures) -> _Section:
    sides = _Sides(pictures)
    articles: dict[ChangeReason, list[_Article]] = {}
    for number, change in enumerate(comparison.changes, start=1):
        article = _article(change, f"{comparison.game}-{number}", sides)
        articles.setdefault(change.kind, []).append(article)
    return _Section(
        game=comparison.game,
        title=comparison.title,
        language=comparison.language,
        chips=_chips(comparison.changes, comparison.game),
        notes=comparison.notes,
        groups=tuple(
            _Group(kind, f"{comparison.game}-{kind}", tuple(articles[kind]))
            for kind in ORDER
            if kind in articles
        ),
    )


def _article(change: PieceChange, ref: str, sides: "_Sides") -> _Article:
    state, both = change.state, change.before is not None and change.after is not None
    return _Article(
        ref=ref,
        name=state.name,
        kind=state.kind,
        copies=copies_said(change),
        recounted=both and change.copies_then != change.copies_now,
        code=code_said(change),
        place=where(state.place) if change.after else "",
        forgotten=change.before is not None and change.before.said is None,
        rows=tuple(_row(field, change.after) for field in change.fields),
        pairs=tuple(sides.pair(change, ref, *side) for side in change.sides),
    )


def _row(field: FieldChange, after: PieceState | None) -> _Row:
    place = ""
    if field.place and field.now is not None:
        beside = after and after.place and after.place.file == field.place.file
        place = f"line {field.place.line}" if beside else where(field.place)
    then, now = _marked(field.then, field.now)
    colours = field.kind is ChangeReason.LOOKS
    return _Row(
        kind=field.kind,
        path=tuple(field.field.split(".")),
        place=place,
        then=_Value(then, (field.then or "") if colours else ""),
        now=_Value(now, (field.now or "") if colours else ""),
    )


def _marked(then: str | None, now: str | None) -> tuple[tuple[_Part, ...], tuple[_Part, ...]]:
    """Both values, with the words marked that are gone from one and new in the other."""
    nothing = (_Part("nothing", "em"),)
    if then is None or now is None:
        gone = nothing if then is None else (_Part(value_said(then), "del"),)
        return gone, nothing if now is None else (_Part(value_said(now), "ins"),)
    old, new = _WORD.findall(value_said(then)), _WORD.findall(value_said(now))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return (_Part("".join(old), "del"),), (_Part("".join(new), "ins"),)
    before, after = list[_Part](), list[_Part]()
    for what, a, b, c, d in matcher.get_opcodes():
        same = what == "equal"
        before.append(_Part("".join(old[a:b]), "" if same else "del"))
        after.append(_Part("".join(new[c:d]), "" if same else "ins"))
    return tuple(part for part in before if part.text), tuple(part for part in after if part.text)


class _Sides:
    """The sides of the pieces of one game; many share a back, which is shown once."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._shown: dict[tuple[str, str], _Shown] = {}

    def pair(
        self, change: PieceChange, ref: str, side: SideName, then: Face | None, now: Face | None
    ) -> _Pair:
        """A side before and after, or a link to the piece that shows the same pair of pictures."""
        key = (then.digest if then else "", now.digest if now else "")
        first = self._shown.setdefault(key, _Shown(ref, change.state.name))
        if first.ref != ref:
            return _Pair(side, same_as=first)
        alt = f"{change.state.name}, {side}"
        if then and now and then.digest == now.digest:
            return _Pair(side, (self._figure(now, f"{side}, unchanged", alt),), single=True)
        if change.before is None or change.after is None:
            figures = [self._figure(face, str(side), alt) for face in (then, now) if face]
            return _Pair(side, tuple(figures), single=True)
        figures = []
        if then:
            figures.append(self._figure(then, f"{side}, before", f"{alt}, before"))
        if now:
            regions = self._pictures.differences(then, now) if then else ()
            figures.append(self._figure(now, f"{side}, after", f"{alt}, after", regions))
        return _Pair(side, tuple(figures), lost=then is None)

    def _figure(
        self, face: Face, caption: str, alt: str, regions: Sequence[Region] = ()
    ) -> _Figure:
        size = face.outline.size
        return _Figure(
            url=self._pictures.data_url(face),
            alt=alt,
            caption=caption,
            width=f"{size.width_mm:g}",
            height=f"{size.height_mm:g}",
            trim=_trim(face.outline),
            frames=tuple(
                f"left:{region.x:.1%};top:{region.y:.1%};"
                f"width:{region.width:.1%};height:{region.height:.1%}"
                for region in regions
            ),
        )


def _trim(outline: Outline) -> str:
    """CSS that clips a picture to the trim; "" where the trim is the whole rectangle."""
    size = outline.size
    if outline.shape is Shape.CIRCLE:
        return "border-radius:50%"
    if outline.shape is Shape.RECTANGLE:
        across = outline.corner_radius_mm / size.width_mm
        along = outline.corner_radius_mm / size.height_mm
        return f"border-radius:{across:.1%}/{along:.1%}" if across else ""
    corners = ",".join(
        f"{at.x_mm / size.width_mm:.2%} {at.y_mm / size.height_mm:.2%}" for at in outline.corners()
    )
    return f"clip-path:polygon({corners})"
