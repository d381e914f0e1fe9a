"""Sets a booklet: its model becomes the data of `resources/rules/booklet.typ` for typst.

What designers write is data for that file, never a part of it. `typeset_blocks` makes the blocks,
`fitting` chooses how tight they are set.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.paper import Fold
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    LIST_OF_ICONS,
    LIST_OF_NOTES,
    LIST_OF_TERMS,
    Booklet,
    Heading,
    IndexMark,
    Note,
    Words,
    inlines_in,
)
from fustella.rules.direction import letters_join, reads_right_to_left
from fustella.rules.ends import ICONS_LISTED_FROM, lists_at_end, notes_of
from fustella.rules.figures import drawn_group
from fustella.rules.nodes import Node, label_of
from fustella.rules.page_shape import page_shape
from fustella.rules.setting import Setting
from fustella.rules.source import Kept, RulesSource, TypesetIcon
from fustella.rules.typeset_blocks import JUSTIFIED_FROM_MM, BlockSetter, Marked
from fustella.rules.typeset_inlines import InlineSetter

SHORT_NAME = 20
"""The letters of an icon's name up to which three icons stand beside each other."""

THREE_COLUMNS_MM = 110.0
"""The measure above which the index, and icons with short names, stand in three columns."""

MOST_CONTENTS = 18
"""The headings up to which the contents name those of level 2, unless booklet.yaml says it."""


class TypesetInput(Struct, frozen=True):
    """A booklet as it is sent to typst: its data, and its pictures as SVG by their names.

    It was set in a `setting`, with `end_pages` after its last one. `marked` are its blocks by the
    numbers that their marks on the pages have; () for a booklet that is printed. `moved` are the
    figures that stand on top of the next page.
    """

    data: str
    pictures: Mapping[str, str]
    setting: Setting
    end_pages: tuple[str, ...] = ()
    marked: tuple[Marked, ...] = ()
    moved: frozenset[int] = frozenset()


@cache
def typst_source() -> bytes:
    """The file that lays out booklets."""
    return (files("fustella.resources") / "rules" / "booklet.typ").read_bytes()


class Setter:
    """Makes the data of one booklet; figures that were drawn once are kept.

    Chapters that stand `alone` get no first page, no contents and no lists at their end.
    """

    def __init__(
        self,
        booklet: Booklet,
        source: RulesSource,
        size: Size,
        fold: Fold,
        *,
        alone: bool = False,
        bleed_mm: float = 0.0,
    ) -> None:
        self._booklet, self._source, self._fold = booklet, source, fold
        self._alone = alone
        self._notes = notes_of(booklet)
        self._numbers = {note.number: at for at, note in enumerate(self._notes, 1)}
        self._terms = {
            one.term
            for chapter in booklet.chapters
            for one in inlines_in(chapter.blocks)
            if isinstance(one, IndexMark)
        }
        self._anchors = {heading.anchor for heading in booklet.headings}
        lists = lists_at_end(booklet, source.icons, alone=alone)
        self._ends = {*lists} - self._anchors
        self._shape = page_shape(size, bleed_mm)
        self._kept = source.kept or Kept({}, {})

    def typeset(
        self, setting: Setting, moved: frozenset[int] = frozenset(), end_pages: Sequence[str] = ()
    ) -> TypesetInput:
        """The booklet in a setting, with figures moved to the tops of pages, and pages at its end.

        Figures count from 1 in their order.
        """
        booklet, shape, words = self._booklet, self._shape, self._source.words
        anchors = self._anchors | self._ends
        self._inlines = InlineSetter(self._source, self._kept, self._numbers, anchors)
        self._blocks = BlockSetter(self._source, shape, setting, moved, self._inlines)
        on_pages = self._fold in (Fold.SADDLE, Fold.NONE) and not self._alone
        blocks = self._chapters()
        cover = self._cover() if on_pages else None
        heads = [head for head in booklet.headings if head.level <= 2]
        chapters = sum(head.level == 1 for head in heads)
        asked = booklet.settings.contents
        depth = asked if asked is not None else 2 if len(heads) <= MOST_CONTENTS else 1
        data = {
            "title": booklet.title,
            "subtitle": booklet.subtitle,
            "lang": booklet.language.split("-")[0],
            "region": _region(booklet.language),
            "right-to-left": reads_right_to_left(booklet.language),
            "joined": letters_join(booklet.language),
            "look": self._look(),
            "words": {
                "contents": words["contents"],
                "page": words["page"],
                "own-notes": words["own_notes"],
            },
            "page": {
                "width": shape.size.width_mm,
                "height": shape.size.height_mm,
                "inside": shape.inside_mm,
                "outside": shape.outside_mm,
                "top": shape.top_mm,
                "bottom": shape.bottom_mm,
                "columns": shape.columns,
                "ascent": 4.2 if shape.heads_shown else 0,
                "descent": 5.5 if shape.heads_shown else 3.2,
            },
            "size": setting.size_pt,
            "line": setting.line_pt,
            "heads": shape.heads_pt,
            "heads-shown": shape.heads_shown,
            "justify": shape.measure_mm >= JUSTIFIED_FROM_MM,
            "hyphenate": True,
            "plain-pages": 1 if cover is not None or self._alone else 0,
            "cover": cover,
            "titled": cover is None and not self._alone,
            "contents": on_pages and depth > 0 and (asked is not None or chapters > 2),
            "contents-depth": depth,
            "blocks": blocks,
            "end-pages": list(end_pages),
            "marked": self._source.marks,
        }
        return TypesetInput(
            json.dumps(data, ensure_ascii=False, sort_keys=True),
            self._inlines.pictures,
            setting,
            tuple(end_pages),
            tuple(self._blocks.marked),
            moved,
        )

    def _look(self) -> Node:
        look = self._source.look
        fonts = look.fallback
        return {
            "ink": look.ink,
            "accent": look.accent,
            "soft": look.soft,
            "ground": look.ground,
            "text": [*dict.fromkeys((look.text_family, *fonts))],
            "title": [*dict.fromkeys((look.title_family, *fonts))],
        }

    def _cover(self) -> Node:
        if self._source.cover:
            name = self._inlines.picture(self._source.cover)
            return {"picture": name, "alt": self._booklet.title, "figure": None}
        shape = self._shape
        room = Size(shape.size.width_mm - 30.0, shape.size.height_mm * 0.4)
        drawn = drawn_group(self._source.pieces, self._source.figures, room)
        figure = None
        if drawn is not None:
            name = self._inlines.picture(drawn.svg)
            figure = {"picture": name, "wide": round(drawn.size.width_mm, 3)}
        return {"picture": None, "alt": "", "figure": figure}

    def _chapters(self) -> list[Node]:
        """The blocks of all chapters, and at the end notes, icons and index."""
        booklet, words = self._booklet, self._source.words
        found = [
            one
            for chapter in booklet.chapters
            for one in self._blocks.blocks(chapter.blocks, flows=True)
        ]
        if self._notes:
            found.append(self._heading(words["notes"], LIST_OF_NOTES))
            found.append({"is": "notes", "notes": [self._note(note) for note in self._notes]})
        if self._alone:
            return found
        icons = [icon for icon in self._inlines.icons.values() if icon.name]
        if len(icons) >= ICONS_LISTED_FROM:
            found.append(self._heading(words["icons"], LIST_OF_ICONS))
            found.append(
                {
                    "is": "icons",
                    "columns": self._icons_across(icons),
                    "icons": [
                        {
                            "picture": self._inlines.picture(icon.svg),
                            "alt": icon.name,
                            "name": icon.name,
                            "text": icon.text,
                        }
                        for icon in icons
                    ],
                }
            )
        if terms := self._terms:
            found.append(self._heading(words["index"], LIST_OF_TERMS))
            columns = 3 if self._shape.measure_mm > THREE_COLUMNS_MM else 2
            ordered = sorted(terms, key=lambda term: (term.casefold(), term))
            found.append({"is": "terms", "columns": columns, "terms": ordered})
        return found

    def _icons_across(self, icons: Sequence[TypesetIcon]) -> int:
        """How many icons of the index stand beside each other: three where none says much."""
        if self._shape.measure_mm <= 70:
            return 1
        longest = max(len(f"{icon.name} {icon.text}".strip()) for icon in icons)
        wide = self._shape.measure_mm > THREE_COLUMNS_MM and longest <= SHORT_NAME
        return 3 if wide else 2

    def _heading(self, words: str, anchor: str) -> Node:
        label = label_of(anchor) if anchor in self._ends else ""
        node = {"is": "heading", "level": 1, "of": [words], "anchor": label}
        place = Place("")
        self._blocks.mark(
            node, Heading(1, (Words(words, place),), anchor, place), self._shape.measure_mm
        )
        return node

    def _note(self, note: Note) -> Node:
        return {"number": self._numbers[note.number], "of": self._blocks.blocks(note.blocks)}


def _region(language: str) -> str | None:
    _, _, region = language.partition("-")
    return region.upper() if len(region) == 2 else None
