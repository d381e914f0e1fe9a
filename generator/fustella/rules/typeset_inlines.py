"""Makes data for typst of words, and of all that stands among them: icons, pictures, links."""

from collections.abc import Iterator, Mapping, Set
from typing import Any

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.colour import WHITE
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Code,
    Emphasis,
    Figured,
    IconMark,
    IndexMark,
    Inline,
    Inlines,
    Link,
    NoteRef,
    Picture,
    Pictured,
    Strong,
    Words,
)
from fustella.rules.figures import drawn_figure
from fustella.rules.nodes import Node, label_of
from fustella.rules.source import Kept, RulesSource, TypesetIcon


class InlineSetter:
    """Makes the data of inlines of one booklet; figures that were drawn once are kept.

    `numbers` are those of notes, `anchors` those to which links lead. `pictures` are those that it
    has named so far, and `icons` those with a name that it has set among words.
    """

    def __init__(
        self,
        source: RulesSource,
        kept: Kept,
        numbers: Mapping[int, int],
        anchors: Set[str],
    ) -> None:
        self._source, self._kept = source, kept
        self._numbers, self._anchors = numbers, anchors
        self.pictures: dict[str, str] = {}
        self.icons: dict[str, TypesetIcon] = {}

    def draw(self, picture: Picture, room: Size) -> tuple[str, Size] | None:
        """The name of a picture of the booklet, and its size; None where there is nothing."""
        key = (without_places(picture), room)
        known = self._kept.drawn
        if key not in known:
            drawn = drawn_figure(picture, self._source.figures, room)
            known[key] = None if drawn is None else (drawn.svg, drawn.size)
        found = known[key]
        return None if found is None else (self.picture(found[0]), found[1])

    def picture(self, svg: str) -> str:
        """The name of a picture; equal pictures have one."""
        names = self._kept.names
        name = names.setdefault(svg, str(len(names) + 1))
        self.pictures[name] = svg
        return name

    def inlines(self, inlines: Inlines, paint: str = "") -> list[Any]:
        """Inlines as data; icons are painted in a colour, or in their own where that is ""."""
        return [one for inline in inlines for one in self._inline(inline, paint)]

    def _inline(self, inline: Inline, paint: str) -> Iterator[Any]:
        match inline:
            case Words() | Figured():
                yield inline.text
            case Strong():
                yield {"is": "strong", "of": self.inlines(inline.inlines, paint)}
            case Emphasis():
                yield {"is": "emphasis", "of": self.inlines(inline.inlines, paint)}
            case IconMark():
                yield self._icon(inline, paint)
            case Link():
                yield from self._link(inline, paint)
            case Code():
                yield {"is": "code", "text": inline.text}
            case NoteRef():
                yield {"is": "note", "number": self._numbers[inline.number]}
            case IndexMark():
                yield {"is": "index", "term": inline.term}
            case Pictured():
                yield from self._pictured(inline)
            case _:  # a break: references are resolved
                yield {"is": "break"}

    def _link(self, link: Link, paint: str) -> Iterator[Any]:
        words = self.inlines(link.inlines, paint)
        if link.url:
            yield {"is": "url", "to": link.url, "of": words}
        elif link.anchor in self._anchors:
            yield {"is": "link", "to": label_of(link.anchor), "of": words}
        else:  # its heading stands on the sheet of one page, or this is that sheet
            yield from words

    def _pictured(self, inline: Pictured) -> Iterator[Node]:
        drawn = self.draw(inline.picture, Size(40.0, 12.0))
        if drawn is not None:
            name, size = drawn
            high, alt = size.height_mm, inline.picture.alt
            yield {"is": "picture", "picture": name, "high": high, "alt": alt}

    def _icon(self, mark: IconMark, paint: str) -> Node:
        """An icon; on a dark ground, one that has a colour of its own lies on a white disc."""
        on_white = paint == WHITE and bool(mark.colour)
        icon = self._source.icons(mark, "" if on_white else paint)
        if icon.name and not paint:
            self.icons.setdefault(icon.name, icon)
        alt = icon.name or mark.name or mark.icon.rpartition(":")[2]
        return {
            "is": "icon",
            "picture": self.picture(icon.svg),
            "high": mark.size,
            "alt": alt,
            "on-white": on_white,
        }


def without_places(value: object) -> object:
    """A part of a booklet without where it was typed, for comparisons."""
    if isinstance(value, Place):
        return None
    if isinstance(value, Struct):
        names = value.__struct_fields__
        return (type(value), *(without_places(getattr(value, name)) for name in names))
    return tuple(map(without_places, value)) if isinstance(value, tuple) else value
