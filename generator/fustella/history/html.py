"""What changed, as one HTML page with pictures before and after.

It needs no other file, no network and no script: fit to be attached to a pull request, and to be
read on a phone. Everything that a designer typed is text and is escaped.

HTML, written element by element: what is not an element already is text, and is escaped.

What a piece said and says, as a table of HTML with the words marked that differ.
"""

import difflib
import html
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from fustella.build.publish import as_problem
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

_EMPTY = frozenset(("img", "meta", "br", "col", "wbr"))


class Element(str):
    """HTML that is finished; any other string is text."""

    __slots__ = ()


Content: TypeAlias = "Element | str | None"


def element(tag: str, /, *content: Content, **attributes: str | bool | None) -> Element:
    """An element with its content; None is left out, of content and attributes alike.

    `class_` is the attribute `class`, for Python has a word of that name; `aria_label` is
    `aria-label`. True is an attribute without a value, False one that is not there.
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _EMPTY:
        return Element(f"<{tag}{said}>")
    return Element(f"<{tag}{said}>{joined(*content)}</{tag}>")


def joined(*content: Content) -> Element:
    """Elements and texts one after the other."""
    return Element("".join(_escaped(one) for one in content if one is not None))


def page(title: str, style: str, body: Element, language: str = "en") -> Element:
    """A whole document that needs no other file."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        Element(f"<style>\n{style}</style>"),
    )
    document = element("html", head, "\n", body, lang=language)
    return Element(f"<!doctype html>\n{document}\n")


def _escaped(content: Element | str) -> str:
    return content if isinstance(content, Element) else html.escape(content, quote=False)


def _attribute(key: str, value: str | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(value)}"'


_WORD = re.compile(r"\s+|\w+|[^\w\s]")

_ALIKE = 0.35
"""Texts less alike than this are shown whole, as the old and the new one."""


def fields_table(change: PieceChange) -> Element | None:
    """What the piece said and says, field by field, with what differs marked."""
    if change.before and change.before.said is None:
        return element("p", "What it said is not known any more.", class_="nothing")
    if not change.fields:
        return None
    heads = (element("th", head, scope="col") for head in ("field", "before", "after"))
    rows = (_row(field, change.after) for field in change.fields)
    head = element("thead", element("tr", *heads))
    return element("table", head, element("tbody", *rows))


def _row(field: FieldChange, after: PieceState | None) -> Element:
    then, now = _marked(field.then, field.now)
    place = field.place
    line = None
    if place and field.now is not None:
        beside = after and after.place and after.place.file == place.file
        line = element("small", f"line {place.line}" if beside else where(place))
    return element(
        "tr",
        element("th", *_path(field.field), line, scope="row"),
        element("td", _swatch(field, field.then), then),
        element("td", _swatch(field, field.now), now),
        class_=str(field.kind),
    )


def _path(field: str) -> Iterator[Content]:
    """A path of fields that may be broken behind its dots."""
    first, *others = field.split(".")
    yield first
    for name in others:
        yield from (".", element("wbr"), name)


def _swatch(field: FieldChange, value: str | None) -> Element | None:
    """A patch of a colour beside its number."""
    if field.kind is not ChangeReason.LOOKS or value is None:
        return None
    return element("span", class_="swatch", style=f"background:{value}")


def _marked(then: str | None, now: str | None) -> tuple[Element, Element]:
    """Both values, with `del` around what is gone and `ins` around what is new."""
    if then is None or now is None:
        nothing = element("em", "nothing")
        if then is None:
            return nothing, nothing if now is None else element("ins", value_said(now))
        return element("del", value_said(then)), nothing
    old, new = _WORD.findall(value_said(then)), _WORD.findall(value_said(now))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return element("del", "".join(old)), element("ins", "".join(new))
    gone: list[Content] = []
    come: list[Content] = []
    for what, a, b, c, d in matcher.get_opcodes():
        was, has = "".join(old[a:b]), "".join(new[c:d])
        gone.append(was if what == "equal" else element("del", was) if was else None)
        come.append(has if what == "equal" else element("ins", has) if has else None)
    return joined(*gone), joined(*come)


_MEANS = {
    ChangeReason.RULES: "what the piece does: numbers, choices, icons",
    ChangeReason.WORDING: "words alone; it plays as before",
    ChangeReason.LOOKS: "drawn otherwise; it says the same",
    ChangeReason.COUNT: "the same piece, more or fewer of it",
    ChangeReason.NEW: "was not in the box",
    ChangeReason.GONE: "is not in the box any more",
}


def write_page(
    path: Path, since: Since, comparisons: Sequence[GameComparison], cache: DiskCache | None
) -> None:
    """Make the page and put it into its place, whole. Raises ProblemsFound: E210, E401."""
    pictures = Pictures(cache)
    try:
        pictures.make(faces_shown(comparisons))
    except RenderFailed as failed:
        message = f"a face cannot be drawn: {failed.message}"
        raise ProblemsFound([Problem("E210", Place(str(path)), message, failed.hint)]) from None
    written = as_page(since, comparisons, pictures)
    with as_problem(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = unfinished(path)
        try:
            temporary.write_text(written, encoding="utf-8")
            replace_all([(temporary, path)])
        finally:
            temporary.unlink(missing_ok=True)


def as_page(since: Since, comparisons: Sequence[GameComparison], pictures: Pictures) -> str:
    """The whole page; `pictures` has those of every side shown."""
    changed = [one for one in comparisons if one.changes or one.notes]
    sections = [_Section(one, pictures).shown() for one in changed]
    same = [one.title for one in comparisons if not one.changes]
    body = element(
        "body",
        _head(since, comparisons),
        "\n",
        element("main", *sections),
        element("p", "Nothing changed in ", ", ".join(same), ".", class_="same") if same else None,
    )
    style = (files("fustella.history") / "diff.css").read_text(encoding="utf-8")
    return page(f"What changed since {since.name}", style, body)


def faces_shown(comparisons: Sequence[GameComparison]) -> Iterator[Face]:
    """Every face that the page shows, to be made into pictures."""
    for one in comparisons:
        for change in one.changes:
            for _, then, now in change.sides:
                yield from (face for face in (then, now) if face)


def _head(since: Since, comparisons: Sequence[GameComparison]) -> Element:
    """The title, the tally of all games, and where each game begins."""
    counts = tally([change for one in comparisons for change in one.changes])
    games = [
        element(
            "li",
            element("a", one.title, href=f"#{one.game}"),
            " ",
            element("span", str(len(one.changes)), class_="number"),
        )
        for one in comparisons
        if one.changes
    ]
    revision = since.revision
    told = (
        joined(element("code", revision.id[:8]), f" {revision.subject} · {revision.day}")
        if revision
        else joined("the kit ", element("b", since.name), " was printed")
    )
    return element(
        "header",
        element("h1", "What changed"),
        element("p", "since ", told, class_="since"),
        _chips(counts) if len(games) != 1 else None,  # of one game, it says so itself
        element("nav", element("ul", *games), aria_label="Games") if len(games) > 1 else None,
    )


def _chips(counts: dict[ChangeReason, int], game: str = "") -> Element:
    """The tally; of one game, each leads to its part of the page."""
    chips = []
    for kind in ORDER:
        said = joined(element("b", str(counts.get(kind, 0))), f" {kind}")
        none = "" if counts.get(kind) else " none"
        linked = element("a", said, href=f"#{game}-{kind}") if game and not none else said
        chips.append(element("li", linked, class_=f"chip {kind}{none}"))
    return element("ul", *chips, class_="chips")


class _Section:
    """One game; remembers which pairs of pictures were shown, for many pieces share a back."""

    def __init__(self, comparison: GameComparison, pictures: Pictures) -> None:
        self._comparison, self._pictures = comparison, pictures
        self._shown: dict[tuple[str, str], tuple[str, str]] = {}

    def shown(self) -> Element:
        """The section of the game."""
        one = self._comparison
        notes = [element("p", note, class_="note") for note in one.notes]
        groups = [self._group(kind) for kind in ORDER]
        chips = _chips(tally(one.changes), one.game)
        title = element("h2", one.title, lang=one.language)
        return element("section", title, chips, *notes, *groups, id=one.game)

    def _group(self, kind: ChangeReason) -> Element | None:
        """All changes of one kind."""
        own = [
            (number, change)
            for number, change in enumerate(self._comparison.changes)
            if change.kind is kind
        ]
        if not own:
            return None
        summary = element(
            "summary",
            element("h3", str(kind).capitalize(), " ", element("span", str(len(own)))),
            element("small", _MEANS[kind]),
        )
        articles = (self._article(number, change) for number, change in own)
        ref = f"{self._comparison.game}-{kind}"
        return element("details", summary, *articles, id=ref, class_=str(kind), open=True)

    def _article(self, number: int, change: PieceChange) -> Element:
        """One piece: who it is, what it said and says, how it looked and looks."""
        ref = f"{self._comparison.game}-{number + 1}"
        state = change.state
        place = where(state.place) if change.after else ""
        head = element(
            "div",
            element("h4", element("a", state.name, href=f"#{ref}", lang=self._comparison.language)),
            element("p", *_about(change), class_="about"),
            element("p", element("code", place), class_="place") if place else None,
            class_="head",
        )
        pairs = [self._pair(change, ref, *side) for side in change.sides]
        sides = element("div", *pairs, class_="sides") if pairs else None
        return element("article", head, fields_table(change), sides, "\n", id=ref)

    def _pair(
        self, change: PieceChange, ref: str, side: SideName, then: Face | None, now: Face | None
    ) -> Element:
        """A side before and after, or a link to the piece that shows the same pair."""
        key = (then.digest if then else "", now.digest if now else "")
        first, name = self._shown.setdefault(key, (ref, change.state.name))
        if first != ref:
            link = element("a", name, href=f"#{first}")
            return element("p", f"{side}: the same as on ", link, class_="again")
        alt = f"{change.state.name}, {side}"
        if then and now and then.digest == now.digest:
            return element("div", self._figure(now, f"{side}, unchanged", alt), class_="pair one")
        if change.before is None or change.after is None:
            return element("div", self._figure(then or now, str(side), alt), class_="pair one")
        before: Element | None = element("p", "no picture kept", class_="nothing")
        if then:
            before = self._figure(then, f"{side}, before", f"{alt}, before")
        regions = self._pictures.differences(then, now) if then and now else ()
        after = self._figure(now, f"{side}, after", f"{alt}, after", regions)
        return element("div", before, after, class_="pair")

    def _figure(
        self, face: Face | None, caption: str, alt: str, regions: Sequence[Region] = ()
    ) -> Element | None:
        """A picture at the size of the piece, with frames around what differs."""
        if face is None:
            return None
        size = face.outline.size
        image = element(
            "img",
            src=self._pictures.data_url(face),
            alt=alt,
            style=_trim(face.outline),
        )
        frames = (
            element(
                "i",
                style=f"left:{region.x:.1%};top:{region.y:.1%};"
                f"width:{region.width:.1%};height:{region.height:.1%}",
            )
            for region in regions
        )
        shape = f"aspect-ratio:{size.width_mm:g}/{size.height_mm:g}"
        framed = element("span", image, *frames, class_="piece", style=shape)
        width = f"--width:{size.width_mm:g}mm"
        return element("figure", framed, element("figcaption", caption), style=width)


def _about(change: PieceChange) -> Iterator[Content]:
    """Kind, copies and codes of a piece, on one line."""
    parts: list[Content] = [change.state.kind]
    if copies := copies_said(change):
        moved = change.copies_then != change.copies_now and change.before and change.after
        parts.append(element("b" if moved else "span", copies))
    if code := code_said(change):
        parts.append(element("code", code))
    if change.looks_changed and change.kind is ChangeReason.COUNT:
        parts.append("and drawn otherwise")
    for number, part in enumerate(parts):
        if number:
            yield " · "
        yield part


def _trim(outline: Outline) -> str | None:
    """What the scissors leave, as a style."""
    size = outline.size
    if outline.shape is Shape.CIRCLE:
        return "border-radius:50%"
    if outline.shape is Shape.RECTANGLE:
        across = outline.corner_radius_mm / size.width_mm
        along = outline.corner_radius_mm / size.height_mm
        return f"border-radius:{across:.1%}/{along:.1%}" if across else None
    corners = ",".join(
        f"{at.x_mm / size.width_mm:.2%} {at.y_mm / size.height_mm:.2%}" for at in outline.corners()
    )
    return f"clip-path:polygon({corners})"
