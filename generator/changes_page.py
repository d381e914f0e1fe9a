"""What changed, as one HTML page with pictures before and after.

It needs no other file, no network and no script: fit to be attached to a pull request, and to be
read on a phone. Everything that a designer typed is text and is escaped.
"""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from generator.changes import ORDER, PieceChange
from generator.changes_fields import fields_table
from generator.changes_report import code_said, copies_said, tally, where
from generator.comparing import Comparison, Since
from generator.draw.cache import FaceCache
from generator.draw.render import RenderFailed
from generator.files import replace_all, unfinished
from generator.geometry import Outline, Shape
from generator.hypertext import Content, Element, element, joined, page
from generator.kits import Kind
from generator.model import Face, SideName
from generator.output import said_as_problem
from generator.pictures import Pictures, Spot
from generator.problems import Place, Problem, ProblemsFound

_MEANS = {
    Kind.RULES: "what the piece does: numbers, choices, icons",
    Kind.WORDING: "words alone; it plays as before",
    Kind.LOOKS: "drawn otherwise; it says the same",
    Kind.COUNT: "the same piece, more or fewer of it",
    Kind.NEW: "was not in the box",
    Kind.GONE: "is not in the box any more",
}


def write_page(
    path: Path, since: Since, comparisons: Sequence[Comparison], cache: FaceCache | None
) -> None:
    """Make the page and put it into its place, whole. Raises ProblemsFound: E210, E401."""
    pictures = Pictures(cache)
    try:
        pictures.make(faces_shown(comparisons))
    except RenderFailed as failed:
        message = f"a face cannot be drawn: {failed.message}"
        raise ProblemsFound([Problem("E210", Place(str(path)), message, failed.hint)]) from None
    written = as_page(since, comparisons, pictures)
    with said_as_problem(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = unfinished(path)
        try:
            temporary.write_text(written, encoding="utf-8")
            replace_all([(temporary, path)])
        finally:
            temporary.unlink(missing_ok=True)


def as_page(since: Since, comparisons: Sequence[Comparison], pictures: Pictures) -> str:
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
    style = (files("generator") / "changes.css").read_text(encoding="utf-8")
    return page(f"What changed since {since.name}", style, body)


def faces_shown(comparisons: Sequence[Comparison]) -> Iterator[Face]:
    """Every face that the page shows, to be made into pictures."""
    for one in comparisons:
        for change in one.changes:
            for _, then, now in change.sides:
                yield from (face for face in (then, now) if face)


def _head(since: Since, comparisons: Sequence[Comparison]) -> Element:
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


def _chips(counts: dict[Kind, int], game: str = "") -> Element:
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

    def __init__(self, comparison: Comparison, pictures: Pictures) -> None:
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

    def _group(self, kind: Kind) -> Element | None:
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
        spots = self._pictures.differences(then, now) if then and now else ()
        after = self._figure(now, f"{side}, after", f"{alt}, after", spots)
        return element("div", before, after, class_="pair")

    def _figure(
        self, face: Face | None, caption: str, alt: str, spots: Sequence[Spot] = ()
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
                style=f"left:{spot.x:.1%};top:{spot.y:.1%};"
                f"width:{spot.width:.1%};height:{spot.height:.1%}",
            )
            for spot in spots
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
    if change.looks_changed and change.kind is Kind.COUNT:
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
