"""Writes a booklet as one page of HTML for phones and all other screens.

The page is one file, which loads nothing and runs nothing. Each face is in it once, as an image of
vectors: there, nothing that a template or a drawing says reaches the page. Figures are drawn around
such images. Everything that somebody typed is escaped.
"""

import base64
import hashlib
import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files

from msgspec.structs import replace

from fustella.core.geometry.shapes import Size
from fustella.core.values.colour import WHITE, dark_enough, light_enough, mix
from fustella.core.values.rules import (
    LIST_OF_ICONS,
    LIST_OF_NOTES,
    LIST_OF_TERMS,
    Align,
    Block,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Code,
    Emphasis,
    Figure,
    Figured,
    Heading,
    IconMark,
    IndexMark,
    Inline,
    Inlines,
    Link,
    ListBlock,
    NoteRef,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Situation,
    Strong,
    Words,
    text_of,
)
from fustella.core.words.patterns import visible_to_players
from fustella.draw.svg.write import number
from fustella.rules.direction import reads_right_to_left
from fustella.rules.ends import ICONS_LISTED_FROM, lists_at_end, notes_of
from fustella.rules.figures import drawn_figure, with_prefix, without_texts
from fustella.rules.look import LEAST_ACCENT, LEAST_INK, BookletLook
from fustella.rules.source import RulesSource, TypesetIcon
from fustella.rules.typeset_blocks import steps_of

PX_PER_MM = 5.1
"""The scale of figures: their letters of 9 pt are as large as the least text, 16 pixels."""

_WHOLE = Size(131.0, 170.0)
"""The room of a figure in a column as wide as lines may be."""

_SITUATION = Size(100.0, 150.0)
"""The room of a situation: on a phone, its numbers can still be read."""

_AMONG_WORDS = Size(40.0, 12.0)

_CALLED_OUT = 64.0
"""The width of a piece with callouts on the narrowest phones, with all letters in their size."""

_MOST_ENLARGED = 1.2
"""The most by which a set-up piece is enlarged: on the page, it is larger than in print anyway."""

_LONG_CELL, _SHORT_CELL = 40, 16
"""The letters of a cell beyond which its column is kept wide, or rather wide: tables scroll."""

_JOINER = "\u2060"
"""The word joiner, which keeps the sign of a note on the line of its word (UAX 14)."""

_NIGHT = "#16171a"
"""The ground of the page in the dark, before it takes a tint of the game."""

_LEAST_AT_NIGHT = 6.0
"""The least contrast of titles and links with their ground in the dark."""

_TEXT_STYLES = {
    "serif": 'Georgia, "Source Serif 4", "Noto Serif", "Times New Roman", serif',
    "sans": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
}

_POLICY = (
    "default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a browser allows the page: its own style sheet and images (Content Security Policy 3)."""

_NOT_IN_ADDRESS = re.compile(r"""[^ !$&'()*+,\-./:;=?@_~\[\]{}|^`\\0-9A-Za-z]""")
"""Matches the signs that do not stand for themselves in a data URL (RFC 2397)."""


def booklet_page(booklet: Booklet, source: RulesSource) -> str:
    """The page of a booklet: contents, chapters, notes, icons and index."""
    return _Page(booklet, source).whole()


class _Page:
    """A page that is being written, with the faces and icons that it shows."""

    def __init__(self, booklet: Booklet, source: RulesSource) -> None:
        self._booklet, self._words = booklet, source.words
        self._source, self._icon_of = source, source.icons
        self._figures = replace(source.figures, shared=self._image)
        self._notes = notes_of(booklet)
        self._numbers = {note.number: at for at, note in enumerate(self._notes, 1)}
        self._anchors = {heading.anchor for heading in booklet.headings}
        self._at_end = {*lists_at_end(booklet, source.icons)} - self._anchors
        self._images: dict[tuple[str, Size], str] = {}
        self._icons: dict[str, str] = {}
        self._named: dict[str, tuple[TypesetIcon, IconMark]] = {}
        self._colours: dict[str, str] = {}
        self._sizes: dict[float, str] = {}
        self._references = defaultdict[int, list[str]](list)
        self._marks = defaultdict[str, list[tuple[str, str]]](list)
        self._level, self._counted = 1, 0
        self._section = booklet.title

    # The page.

    def whole(self) -> str:
        booklet, words = self._booklet, self._words
        direction = "rtl" if reads_right_to_left(booklet.language) else "ltr"
        chapters = [_tag("section", self._blocks(chapter.blocks)) for chapter in booklet.chapters]
        ends = [*self._ends()]
        title = _text(booklet.title)
        subtitle = _tag("p", _text(booklet.subtitle)) if booklet.subtitle else ""
        style = f"\n{self._style()}"
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = _POLICY.format(digest=digest)
        head = (
            '<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{title} · {_text(words['rules'])}</title>\n"
            f"<style>{style}</style>"
        )
        main = "\n".join((*chapters, *(section for _, _, section in ends)))
        return (
            f'<!DOCTYPE html>\n<html lang="{_text(booklet.language)}" dir="{direction}">\n'
            f"<head>\n{head}\n</head>\n<body>\n"
            f'<a class="skip" href="#.rules">{_text(words["skip"])}</a>\n'
            f"{self._store()}"
            f'<header class="title"><h1>{title}</h1>{subtitle}</header>\n'
            f'<div class="sides">\n{self._contents([(one, name) for one, name, _ in ends])}\n'
            f'<main id=".rules">\n{main}\n</main>\n</div>\n</body>\n</html>\n'
        )

    def _contents(self, ends: Sequence[tuple[str, str]]) -> str:
        """The list of chapters and of the headings in them."""
        deepest = self._booklet.settings.contents or 2
        entries = list[tuple[str, str, list[str]]]()
        for heading in self._booklet.headings:
            if heading.level > deepest or not heading.anchor:
                continue
            words = text_of(heading.inlines) or heading.anchor
            if heading.level == 1 or not entries:
                entries.append((heading.anchor, words, []))
            else:
                entries[-1][2].append(_tag("li", _link(heading.anchor, words)))
        entries += [(anchor, words, []) for anchor, words in ends]
        items = []
        for anchor, words, inner in entries:
            nested = _tag("ul", "".join(inner)) if inner else ""
            items.append(_tag("li", _link(anchor, words) + nested))
        words = _text(self._words["contents"])
        listed = _tag("ul", "\n".join(items))
        return (
            f'<nav id=".contents" aria-label="{words}"><details open><summary>{words}</summary>\n'
            f'{listed}</details>\n<a class="up" href="#.contents">{words}</a></nav>'
        )

    def _ends(self) -> Iterator[tuple[str, str, str]]:
        """Yields notes, icons and index: the anchor, the heading and the section of each."""
        words = self._words
        sections = (
            (LIST_OF_NOTES, words["notes"], self._note_list),
            (LIST_OF_ICONS, words["icons"], self._icon_list),
            (LIST_OF_TERMS, words["index"], self._index),
        )
        for name, heading, content in sections:
            anchor = f".{name}" if name in self._anchors else name
            self._section = heading
            if inner := content():
                title = _tag("h2", _text(heading), id=anchor)
                yield anchor, heading, _tag("section", title + inner)

    def _note_list(self) -> str:
        """The notes, each with links back to its signs; a note may have signs of others."""
        self._level = 2
        written = [(self._numbers[one.number], self._blocks(one.blocks)) for one in self._notes]
        items = []
        for at, blocks in written:
            signs = self._references[at]
            back = self._words["back"]
            links = [
                _tag(
                    "a",
                    f"↩{place if len(signs) > 1 else ''}",
                    class_="back",
                    href=f"#{sign}",
                    role="doc-backlink",
                    aria_label=f"{back} {place}" if len(signs) > 1 else back,
                )
                for place, sign in enumerate(signs, 1)
            ]
            items.append(_tag("li", f"{blocks}{_tag('p', ' '.join(links))}", id=f".note-{at}"))
        return _tag("ol", "\n".join(items), class_="notes") if items else ""

    def _icon_list(self) -> str:
        if len(self._named) < ICONS_LISTED_FROM:
            return ""
        items = []
        for name, (icon, mark) in self._named.items():
            shown = self._shown_icon(icon, replace(mark, size=1.6), "")
            said = f" {_text(icon.text)}" if icon.text else ""
            items.append(_tag("li", f"{shown}<span><b>{_text(name)}</b>{said}</span>"))
        return _tag("ul", "\n".join(items), class_="icons")

    def _index(self) -> str:
        """The terms, each with links to where it is marked, called by their headings."""
        items = []
        for term in sorted(self._marks, key=lambda term: (term.casefold(), term)):
            seen = dict[str, str]()
            for anchor, section in self._marks[term]:
                seen.setdefault(section, anchor)
            links = ", ".join(_link(anchor, section) for section, anchor in seen.items())
            items.append(_tag("li", f"{_text(term)}: {links}"))
        return _tag("ul", "\n".join(items), class_="index") if items else ""

    # Its colours.

    def _style(self) -> str:
        """The style sheet: that of all booklets, with the colours of this one."""
        look, settings = self._source.look, self._booklet.settings
        fonts = (
            f"--text: {_TEXT_STYLES.get(settings.text_font, _TEXT_STYLES['sans'])}; "
            f"--title: {_TEXT_STYLES.get(settings.title_font, _TEXT_STYLES['sans'])};"
        )
        night = mix(look.accent, _NIGHT, 0.94)
        light, dark = _colours_on(look, WHITE, look.ink), _colours_on(look, night, "")
        icons = [f".{name} {{ color: {paint}; }}" for paint, name in self._colours.items()]
        at_night = [
            f".{name} {{ color: {light_enough(paint, night, LEAST_ACCENT)}; }}"
            for paint, name in self._colours.items()
        ]
        heights = ((name, 0.82 * size) for size, name in self._sizes.items())
        sizes = [
            f".{name} {{ height: {em:.3g}em; vertical-align: {0.34 - em / 2:.3g}em; }}"
            for name, em in heights
        ]
        return "\n".join(
            (
                f":root {{ {fonts} {light} }}",
                f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}",
                _style_sheet(),
                *icons,
                *sizes,
                f"@media screen and (prefers-color-scheme: dark) {{ {' '.join(at_night)} }}\n",
            )
        )

    # What it shows.

    def _store(self) -> str:
        """Images and icons, once; figures and texts use them."""
        images = (
            f'<image id="{name}" width="{number(size.width_mm)}" height="{number(size.height_mm)}" '
            f'preserveAspectRatio="none" href="{_data_url(svg)}"/>'
            for (svg, size), name in self._images.items()
        )
        inside = "\n".join((*images, *self._icons.values()))
        hidden = 'class="store" width="0" height="0" aria-hidden="true" focusable="false"'
        return f"<svg {hidden}>\n{inside}\n</svg>\n" if inside else ""

    def _image(self, svg: str, size: Size) -> str:
        """The id of an SVG that stands alone, as an image of a size."""
        return self._images.setdefault((svg, size), f".p{len(self._images) + 1}")

    def _drawn(self, picture: Picture, room: Size, kind: str) -> str:
        """A picture as SVG in the page; "" where there is nothing to be shown."""
        self._counted += 1
        source = replace(self._figures, prefix=f".d{self._counted}-")
        drawn = drawn_figure(picture, source, room)
        if drawn is None:
            return ""
        start = drawn.svg.index(">") + 1
        view = drawn.svg[: start - 1].partition('viewBox="')[2].partition('"')[0]
        sides = drawn.size.width_mm * PX_PER_MM, drawn.size.height_mm * PX_PER_MM
        return _tag(
            "svg",
            drawn.svg[start : drawn.svg.rindex("</svg>")],
            class_=kind,
            width=f"{sides[0]:.0f}",
            height=f"{sides[1]:.0f}",
            viewBox=view,
            **_said(picture.alt),
        )

    def _shown_icon(self, icon: TypesetIcon, mark: IconMark, said: str) -> str:
        """An icon, as high as its size says; silent where `said` is ""."""
        names = ["icon", self._sizes.setdefault(mark.size, f"s{len(self._sizes) + 1}")]
        if icon.colour:
            names.append(self._colours.setdefault(icon.colour, f"k{len(self._colours) + 1}"))
        known = self._icons.get(icon.svg)
        at = len(self._icons) + 1
        start, name = icon.svg.index(">") + 1, f".i{at}"
        view = icon.svg[:start].partition('viewBox="')[2].partition('"')[0]
        if known is None:
            inside = with_prefix(icon.svg[start : icon.svg.rindex("</svg>")], f"{name}-")
            known = self._icons[icon.svg] = f'<g id="{name}">{inside}</g>'
        name = known.partition('id="')[2].partition('"')[0]
        use = f'<use href="#{name}"/>'
        return _tag("svg", use, class_=" ".join(names), viewBox=view, **_said(said))

    # Blocks.

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(filter(None, map(self._block, blocks)))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                found = self._heading(block)
            case Paragraph():
                found = _tag("p", self._inlines(block.inlines))
            case ListBlock():
                found = self._list(block)
            case BookletTable():
                found = self._table(block)
            case Figure():
                found = self._figure(block)
            case Box(kind=BoxKind.QUOTE):
                found = _tag("blockquote", self._blocks(block.blocks))
            case Box():
                found = self._box(block)
            case _:  # a line across the page: references are resolved
                found = "<hr>"
        return found

    def _heading(self, heading: Heading) -> str:
        """A heading; none is more than one level below the one before it."""
        self._level = min(heading.level + 1, self._level + 1, 6)
        self._section = text_of(heading.inlines) or heading.anchor
        return _tag(f"h{self._level}", self._inlines(heading.inlines), id=heading.anchor)

    def _list(self, block: ListBlock, kind: str = "") -> str:
        items = "\n".join(_tag("li", self._item(item, block)) for item in block.items)
        start = str(block.start) if block.ordered and block.start != 1 else ""
        return _tag("ol" if block.ordered else "ul", items, class_=kind, start=start)

    def _item(self, item: Sequence[Block], block: ListBlock) -> str:
        """An item; words in a tight list are no paragraphs of their own."""
        if not block.tight:
            return self._blocks(item)
        return "\n".join(
            self._inlines(each.inlines) if isinstance(each, Paragraph) else self._block(each)
            for each in item
        )

    def _table(self, table: BookletTable) -> str:
        shown = range(len(table.columns))
        kinds = []
        for at in shown:
            cells = [text_of(row[at]) for row in table.rows if at < len(row)]
            longest = max(map(len, cells), default=0)
            wide = "wide" if longest > _LONG_CELL else "some" if longest > _SHORT_CELL else ""
            align = str(table.columns[at].align or Align.NONE)
            kinds.append(" ".join(filter(None, (align, wide))))
        heads = [self._inlines(column.inlines) for column in table.columns]
        head = "".join(
            _tag("th", words, scope="col", class_=kind) if words else "<td></td>"
            for words, kind in zip(heads, kinds, strict=True)
        )
        rows = [
            "".join(
                _tag("td", self._inlines(row[at]) if at < len(row) else "", class_=kinds[at])
                for at in shown
            )
            for row in table.rows
        ]
        body = "\n".join(_tag("tr", row) for row in rows)
        inside = f"<table><thead>{_tag('tr', head)}</thead>\n{_tag('tbody', body)}</table>"
        # What scrolls must be reached by keys.
        return _tag(
            "div", inside, class_="table", role="group", tabindex="0", aria_label=self._section
        )

    def _box(self, box: Box) -> str:
        self._counted += 1
        name = f".b{self._counted}"
        kind = _tag("span", _text(self._words[str(box.kind)]), class_="kind")
        title = f" {_tag('span', self._inlines(box.title))}" if box.title else ""
        head = _tag("p", kind + title, id=name, class_="head")
        steps = steps_of(box)
        inner = self._blocks(box.blocks) if steps is None else self._list(steps, "steps")
        return _tag(
            "div", f"{head}\n{inner}", class_=f"box {box.kind}", role="note", aria_labelledby=name
        )

    def _figure(self, figure: Figure) -> str:
        shown = "".join(
            self._drawn(picture, self._room(picture), "drawn") for picture in figure.pictures
        )
        parts = [_tag("div", shown, class_="pictures")] if shown else []
        if figure.legend:
            items = "\n".join(_tag("li", self._legend(item)) for item in figure.legend)
            parts.append(_tag("ol", items, class_="steps"))
        if figure.caption:
            parts.append(_tag("figcaption", self._inlines(figure.caption)))
        kind = "called" if figure.legend and shown else ""
        return _tag("figure", "\n".join(parts), class_=kind) if parts else ""

    def _room(self, picture: Picture) -> Size:
        if isinstance(picture, Situation):
            return _SITUATION
        if isinstance(picture, PiecePicture) and picture.callouts:
            return Size(_CALLED_OUT, _WHOLE.height_mm)
        if isinstance(picture, PiecePicture) and picture.players:
            face = self._figures.face(picture.piece, picture.side)
            wide_mm = face.outline.size.width_mm * _MOST_ENLARGED if face else 0.0
            return Size(min(wide_mm, _WHOLE.width_mm), _WHOLE.height_mm)
        return _WHOLE

    def _legend(self, item: Sequence[Block]) -> str:
        match item:
            case [Paragraph() as words]:
                return self._inlines(words.inlines)
        return self._blocks(item)

    # Inlines.

    def _inlines(self, inlines: Inlines) -> str:
        return "".join(map(self._inline, inlines))

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Words() | Figured():
                found = _text(inline.text)
            case Strong():
                found = _tag("strong", self._inlines(inline.inlines))
            case Emphasis():
                found = _tag("em", self._inlines(inline.inlines))
            case IconMark():
                found = self._icon(inline)
            case Link():
                found = self._link(inline)
            case Code():
                found = _tag("code", _text(inline.text))
            case NoteRef():
                found = self._reference(inline)
            case IndexMark():
                found = self._index_mark(inline)
            case Pictured():
                found = self._drawn(inline.picture, _AMONG_WORDS, "small")
            case _:  # a break: references are resolved
                found = "<br>"
        return found

    def _icon(self, mark: IconMark) -> str:
        icon = self._icon_of(mark, "currentColor")
        said = icon.name or mark.name or mark.icon.rpartition(":")[2]
        if icon.name:
            self._named.setdefault(icon.name, (icon, mark))
        return self._shown_icon(icon, mark, said)

    def _link(self, link: Link) -> str:
        words = self._inlines(link.inlines)
        if link.url:
            return _tag("a", words, href=link.url, rel="noreferrer")
        # Its heading may stand on the sheet of one page.
        known = link.anchor in self._anchors or link.anchor in self._at_end
        return _tag("a", words, href=f"#{link.anchor}") if known else words

    def _reference(self, sign: NoteRef) -> str:
        at = self._numbers[sign.number]
        signs = self._references[at]
        signs.append(f".sign-{at}-{len(signs) + 1}")
        said = self._words["note"].replace("{number}", str(at))
        return _JOINER + _tag(
            "a",
            f"[{at}]",
            class_="sign",
            id=signs[-1],
            href=f"#.note-{at}",
            role="doc-noteref",
            aria_label=said,
        )

    def _index_mark(self, mark: IndexMark) -> str:
        self._counted += 1
        anchor = f".x{self._counted}"
        self._marks[mark.term].append((anchor, self._section))
        return _tag("span", "", id=anchor)


def _colours_on(look: BookletLook, paper: str, ink: str) -> str:
    """The colours of the page on a light or, where no `ink` is given, on a dark paper."""
    dark = not ink
    shares = (0.84, 0.72, 0.55) if dark else (0.91, 0.91, 0.6)
    kinds = [kind for kind in BoxKind if kind is not BoxKind.QUOTE]
    grounds = {kind: mix(look.box(kind), paper, shares[0]) for kind in kinds}
    if look.ground == WHITE:  # printed with little ink
        grounds = dict.fromkeys(kinds, paper)
    ground = mix(look.accent, paper, 0.93 if not dark else 0.9)
    all_grounds = (paper, ground, *grounds.values())
    least = _LEAST_AT_NIGHT if dark else LEAST_ACCENT

    def seen(colour: str, ratio: float) -> str:
        """The colour, changed until it is seen on each ground."""
        for on in all_grounds:
            colour = (light_enough if dark else dark_enough)(colour, on, ratio)
        return colour

    named = {
        "paper": paper,
        "ink": seen("#ecebe6" if dark else ink, LEAST_INK),
        "accent": seen(look.accent, least),
        "fill": dark_enough(look.accent, WHITE, LEAST_ACCENT),
        "ground": ground,
        "soft": mix(look.accent, paper, shares[2]),
    }
    for kind in kinds:
        named[f"{kind}-paint"] = seen(look.box(kind), least)
        named[f"{kind}-ground"] = grounds[kind]
    return " ".join(f"--{name}: {colour};" for name, colour in named.items())


@cache
def _style_sheet() -> str:
    return (files("fustella.resources") / "rules" / "booklet.css").read_text(encoding="utf-8")


def _tag(name: str, inside: str = "", **attributes: str) -> str:
    """An element; attributes that are "" are left out, `class_` is `class`, `_` is a hyphen."""
    typed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_text(value)}"'
        for key, value in attributes.items()
        if value
    )
    return f"<{name}{typed}>{inside}</{name}>"


def _link(anchor: str, words: str) -> str:
    return _tag("a", _text(words), href=f"#{anchor}")


def _text(text: str) -> str:
    """Letters as they stand in the page: control characters are shown, signs of HTML escaped."""
    return html.escape(str(visible_to_players(text)))


def _said(alt: str) -> dict[str, str]:
    """What a screen reader says of a picture; it passes over one for which there is no text."""
    if not alt.strip():
        return {"aria_hidden": "true", "focusable": "false"}
    return {"role": "img", "aria_label": alt}


def _data_url(svg: str) -> str:
    """An SVG that stands alone as an address, ready to stand in an attribute."""
    coded = _NOT_IN_ADDRESS.sub(
        lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), without_texts(svg)
    )
    return html.escape(f"data:image/svg+xml,{coded}")
