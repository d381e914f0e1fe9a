"""Computes the sizes of a cover's headings, pictures and captions, on one grid for all sections.

A caption lies below its picture and is as wide as its cell. Sections that fit into one row share
it, in columns of the same grid, and each row of headings reaches from margin to margin.
`filling.py` chooses the number of columns and the height of pictures.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.model import Word
from fustella.covers.faces import CoverSection, SectionText, common_scale
from fustella.covers.names import grouped
from fustella.covers.texts import BOLD_STYLE, SetText, set_text, shortened
from fustella.draw.text.bidi import LEFT_TO_RIGHT_MARK, runs_right_to_left
from fustella.draw.text.fallback import Fallback
from fustella.draw.text.fit import size_in_mm
from fustella.draw.text.shaping import text_width_mm

GAP_MM = 3.0
"""The gap between cells, and between sections beside each other."""

LEAST_MM, MOST_SHARE = 15.0, 1.45
"""The least height of a picture, and its greatest height as a factor of its cell's width."""

USUAL_MM, GROWTH, LEAST_WEIGHT, MOST_WEIGHT = 44.0, 0.4, 0.8, 1.4
"""The measures by which the picture of a larger piece is larger, but not in proportion.

They are the length of a usual piece, the exponent of the growth, and the least and the greatest
factor of a picture's height.
"""

WIDE, HIGHER = 1.8, 1.2
"""The ratio of width to height from which a picture takes two columns, and its greatest growth."""

SMALL = 0.4
"""The scale below which pictures take two columns if the pages have room for that."""

NEAR = 1.5
"""The greatest ratio of the sizes of pictures whose cells are widened together."""

LINE_COLUMNS = 2
"""The number of columns for a group's line that lies beside its group."""

LEAST_NAME = 0.65
"""The least size of a name beside the numbers of a heading, as a factor of its usual size."""

HEADING_MM, BELOW_GROUP_MM, HIGHEST_LABEL_MM = 6.2, 1.4, 14.0
HIGHEST_CAPTION_MM = 24.0
NAME_PT, LEAST_PT, LEADING = 7.5, 6.0, 1.1
GROUP_PT = 8.5
_HEADING_PT, _COUNTED_PT, _BETWEEN_MM = 10.0, 7.0, 4.0

Caption: TypeAlias = tuple[Word, SetText]
"""The text of a caption or of a group's line, and the same text with its words measured."""


class CoverGrid(Struct, frozen=True):
    """A number of columns for a cover of `width_mm`, and the least height of pictures in them."""

    width_mm: float
    columns: int
    low_mm: float = LEAST_MM

    def across_mm(self, cells: int) -> float:
        """The width of a number of cells beside each other, with the gaps between them."""
        return cells * (self.width_mm + GAP_MM) / self.columns - GAP_MM

    @property
    def module(self) -> int:
        """The columns in a step of the grid: 2 or 3 if that divides all columns, else 1."""
        return next((columns for columns in (2, 3) if self.columns % columns == 0), 1)

    @property
    def least_mm(self) -> float:
        """The least height of a picture."""
        return min(self.low_mm, self.most_mm)

    @property
    def most_mm(self) -> float:
        """The greatest height of a picture: `MOST_SHARE` of the width of a cell."""
        return MOST_SHARE * self.across_mm(1)


class SectionEntry(Struct, frozen=True):
    """A section of the cover whose names are measured once for all grids.

    In each of the `groups`, names are shown without the words that they have in common; `labels`
    has these words, by the first piece of the group. If `mapped`, maps show all of its pieces again
    and larger, so that its own pictures stay small.
    """

    section: SectionText
    sizes: tuple[Size, ...]
    groups: tuple[tuple[str, ...], ...]
    labels: Mapping[str, Caption]
    texts: Mapping[str, Caption]
    heading_mm: float
    weight: float
    mapped: bool

    @classmethod
    def of(
        cls,
        section: SectionText,
        outlines: Mapping[str, Outline],
        fallback: Fallback,
        maps: Collection[str] = (),
    ) -> "SectionEntry":
        """The section with its names measured; `maps` are the pieces with maps on the cover."""
        pieces = list(section.captions)
        names = [section.captions[piece]["name"] for piece in pieces]
        groups = list[tuple[str, ...]]()
        labels, texts = dict[str, Caption](), dict[str, Caption]()
        for group in grouped(section.values["name"], names):
            start = len(texts)
            own = tuple(pieces[start : start + len(group.names)])
            groups.append(own)
            if group.label:
                label = Word(group.label, names[start].place)
                labels[own[0]] = label, set_text(label, True, fallback)
            for piece, name in zip(own, group.names, strict=True):
                copies = section.captions[piece]["copies"]
                # The count is before the name, whichever way that runs.
                mark = LEFT_TO_RIGHT_MARK if runs_right_to_left(name) else ""
                text = Word(f"{mark}**{copies}\u00a0×** {name}", name.place)
                texts[piece] = text, set_text(text, False, fallback)
        sizes = tuple(outlines[piece].size for piece in pieces)
        mapped = all(piece in maps for piece in pieces)
        longest_mm = max((max(s.width_mm, s.height_mm) for s in sizes), default=USUAL_MM)
        weight: float = (longest_mm / USUAL_MM) ** GROWTH
        weight = 1.0 if mapped else min(MOST_WEIGHT, max(LEAST_WEIGHT, weight))
        heading_mm = _name_mm(section) + _counted_mm(_counts_of(section))
        return cls(section, sizes, tuple(groups), labels, texts, heading_mm, weight, mapped)

    @property
    def measured(self) -> object:
        """All measures on which the entry's layout depends, such as the widths of its words."""
        captions = (*self.labels.items(), *self.texts.items())
        texts = [(piece, text, as_set.measured) for piece, (text, as_set) in captions]
        own = self.sizes, self.groups, texts, self.heading_mm
        return self.section.id, own, self.weight, self.mapped

    @property
    def is_wide(self) -> bool:
        return bool(self.sizes) and all(s.width_mm >= WIDE * s.height_mm for s in self.sizes)


def _are_near(first: tuple[float, float, int], other: tuple[float, float, int]) -> bool:
    """Whether two pictures have about the same scale and about the same height."""
    pairs = zip(first[:2], other[:2], strict=True)
    return all(max(pair) <= NEAR * min(pair) for pair in pairs)


def _counts_of(section: SectionText) -> str:
    """The numbers of designs and pieces at the right of a heading; "" for a single design."""
    words, own = section.values["words"], section.values
    if own["designs"] == 1:
        return ""
    return f"{words['designs']} {own['designs']} · {words['pieces']} {own['copies']}"


def _name_mm(section: SectionText) -> float:
    return text_width_mm(str(section.values["name"]), BOLD_STYLE, _HEADING_PT)


def _counted_mm(counted: str) -> float:
    return text_width_mm(counted, BOLD_STYLE, _COUNTED_PT) + _BETWEEN_MM if counted else 0.0


def _name_pt(as_set: SetText, wide_mm: float) -> float:
    """The type size of a caption; it may shrink to keep the count beside the first word."""
    fitting_pt = math.floor(10 * wide_mm / (as_set.head_em * size_in_mm(1.0))) / 10
    return NAME_PT if fitting_pt < LEAST_PT else min(NAME_PT, fitting_pt)


class CoverTable:
    """The entries on one grid, for pictures of any height.

    `wider` are the indices of entries whose cells take two columns; `known` are sizes of captions
    by the index of their entry and their width.
    """

    def __init__(
        self,
        entries: Sequence[SectionEntry],
        grid: CoverGrid,
        fallback: Fallback,
        wider: frozenset[int] = frozenset(),
        known: Mapping[tuple[int, float], Mapping[str, Size]] = {},
    ) -> None:
        self.grid = grid
        self._entries, self._fallback, self.widened = entries, fallback, wider
        columns = [
            2 if grid.columns > 1 and (entry.is_wide or number in wider) else 1
            for number, entry in enumerate(entries)
        ]
        self._spans = list(zip(entries, columns, strict=True))
        self._headings = list(self._heading_widths())
        self._captions = {
            (number, wide_mm): known.get((number, wide_mm)) or self._sizes(entry, wide_mm)
            for number, (entry, wide_mm) in enumerate(self._with_widths())
        }

    def _with_widths(self) -> Iterator[tuple[SectionEntry, float]]:
        """Yields each entry with the width of its captions in mm.

        A caption is as wide as a cell; the caption of a single piece is as wide as the heading.
        """
        for (entry, span), heading_mm in zip(self._spans, self._headings, strict=True):
            yield entry, heading_mm if len(entry.sizes) == 1 else self.grid.across_mm(span)

    def wider(self, high_mm: float) -> list[frozenset[int]]:
        """The indices of entries with small pictures that may take two columns, smallest first.

        Entries whose pictures are about equally large are in one set, because they are widened
        together.
        """
        small = list[tuple[float, float, int]]()
        for number, (entry, span) in enumerate(self._spans):
            scale = common_scale(entry.sizes, self._room(entry, 1, high_mm))
            room = span == 1 and 2 * len(entry.sizes) <= self.grid.columns
            if room and scale < SMALL and not entry.mapped:
                picture_mm = self._picture(entry, 1, high_mm).height_mm
                small.append((scale, picture_mm, number))
        alike = list[list[tuple[float, float, int]]]()
        for picture in sorted(small):
            near = next((each for each in alike if _are_near(each[0], picture)), None)
            if near is None:
                alike.append([picture])
            else:
                near.append(picture)
        return [frozenset(number for *_, number in each) for each in alike]

    def with_wider(self, numbers: frozenset[int]) -> "CoverTable":
        wider = self.widened | numbers
        return CoverTable(self._entries, self.grid, self._fallback, wider, self._captions)

    def sized(self, high_mm: float) -> list[CoverSection]:
        """The sections with pictures `high_mm` high, before long words of names are cut."""
        sections = zip(self._spans, self._headings, self._captions.items(), strict=True)
        return [
            CoverSection(
                entry.section,
                Size(heading_mm, HEADING_MM),
                self._picture(entry, span, high_mm),
                Size(wide_mm, max((size.height_mm for size in captions.values()), default=0.0)),
                below=True,
                beside=self._line_columns(entry, span),
                captions=captions,
                groups={first: self._label(entry, first, span)[1] for first in entry.labels},
                gap_mm=GAP_MM,
            )
            for (entry, span), heading_mm, ((_, wide_mm), captions) in sections
        ]

    def pictured_mm2(self, high_mm: float) -> float:
        """The area that all pictures together have room for."""
        pictures = ((self._picture(*each, high_mm), len(each[0].sizes)) for each in self._spans)
        return sum(size.width_mm * size.height_mm * count for size, count in pictures)

    def sections(self, high_mm: float) -> list[CoverSection]:
        """The sections with pictures `high_mm` high; words too wide for a cell are cut."""
        sized = self.sized(high_mm)
        wide = zip(sized, self._spans, self._captions, self._headings, strict=True)
        return [
            replace(section, text=self._text(*each, wide_mm, heading_mm))
            for section, each, (_, wide_mm), heading_mm in wide
        ]

    def _text(
        self, entry: SectionEntry, span: int, wide_mm: float, heading_mm: float
    ) -> SectionText:
        """The texts of a section's faces, for a heading and captions of these widths."""
        section, counted = entry.section, _counts_of(entry.section)
        if _name_mm(section) * LEAST_NAME + _counted_mm(counted) > heading_mm:
            counted = ""
        values = {
            **section.values,
            "counted": counted,
            "counted_width": text_width_mm(counted, BOLD_STYLE, _COUNTED_PT),
            "counted_size": _COUNTED_PT,
            "size": _HEADING_PT,
            "group_size": GROUP_PT,
            "least": LEAST_PT,
            "leading": LEADING,
        }
        sizes = {"least": LEAST_PT, "leading": LEADING}
        captions = dict[str, Mapping[str, object]]()
        for piece, own in section.captions.items():
            name, as_set = self._cut_caption(entry.texts[piece], wide_mm)
            size_pt = _name_pt(as_set, wide_mm)
            if as_set.head_em * size_in_mm(size_pt) <= wide_mm:
                # Even lines would leave the count alone.
                name = Word(name.replace("×** ", "×**\u00a0", 1), name.place)
            captions[piece] = {**own, **sizes, "name": name, "size": size_pt}
        groups = {first: self._label(entry, first, span)[0] for first in entry.labels}
        return replace(section, values=values, captions=captions, groups=groups)

    def _room(self, entry: SectionEntry, span: int, high_mm: float) -> Size:
        higher = entry.weight * (HIGHER if span > 1 else 1.0)
        return Size(self.grid.across_mm(span), high_mm * higher)

    def _picture(self, entry: SectionEntry, span: int, high_mm: float) -> Size:
        """The size of the room for a picture in a cell."""
        scale = common_scale(entry.sizes, self._room(entry, span, high_mm))
        return Size(
            max((size.width_mm for size in entry.sizes), default=0.0) * scale,
            max((size.height_mm for size in entry.sizes), default=0.0) * scale,
        )

    def _cut_caption(self, caption: Caption, wide_mm: float, *, bold: bool = False) -> Caption:
        """The caption, with words cut that are wider than `wide_mm`."""
        text, as_set = caption
        if as_set.fits(wide_mm, LEAST_PT):
            return caption
        cut = shortened(text, wide_mm, LEAST_PT, self._fallback, math.inf)
        return cut, set_text(cut, bold, self._fallback)

    def _sizes(self, entry: SectionEntry, wide_mm: float) -> dict[str, Size]:
        """The sizes of captions that are `wide_mm` wide."""
        sizes = dict[str, Size]()
        for piece, text in entry.texts.items():
            as_set = self._cut_caption(text, wide_mm)[1]
            high_mm = as_set.height_mm(wide_mm, _name_pt(as_set, wide_mm), LEADING)
            sizes[piece] = Size(wide_mm, min(HIGHEST_CAPTION_MM, high_mm))
        return sizes

    def _line_columns(self, entry: SectionEntry, span: int) -> int:
        """The number of columns that a group's line takes beside its group; 0 if it lies above.

        A line lies beside its group if all groups are equally long and a row holds only one of
        them.
        """
        lengths = {len(group) for group in entry.groups}
        if span > 1 or not entry.labels or len(entry.groups) == 1 or len(lengths) > 1:
            return 0
        (length,), columns = lengths, self.grid.columns
        return LINE_COLUMNS if length + LINE_COLUMNS <= columns < 2 * length else 0

    def _label(self, entry: SectionEntry, first: str, span: int) -> tuple[Word, Size]:
        """The line above a group, and its size: as wide as its cells, or as the cover."""
        cells = next(len(group) for group in entry.groups if group[0] == first) * span
        wide_mm = self.grid.across_mm(
            self._line_columns(entry, span) or min(cells, self.grid.columns)
        )
        text, as_set = self._cut_caption(entry.labels[first], wide_mm, bold=True)
        high_mm = as_set.height_mm(wide_mm, GROUP_PT, LEADING)
        return text, Size(wide_mm, min(HIGHEST_LABEL_MM, high_mm + BELOW_GROUP_MM))

    def _heading_widths(self) -> Iterator[float]:
        """The widths of the headings; headings beside each other fill the width of the cover."""
        band: list[int] = []
        for entry, span in self._spans:
            needed = self._columns_needed(entry, span)
            if band and sum(band) + needed > self.grid.columns:
                yield from self._filled_widths(band)
                band = []
            band.append(needed)
        yield from self._filled_widths(band)

    def _columns_needed(self, entry: SectionEntry, span: int) -> int:
        """The number of columns that a section needs for its cells and its heading's words."""
        grid = self.grid
        columns = min(max(len(entry.sizes), 1) * span, grid.columns)
        if len(entry.sizes) * span > grid.columns:
            return grid.columns
        while columns < grid.columns and (
            columns % grid.module or grid.across_mm(columns) < entry.heading_mm - EPSILON_MM
        ):
            columns += 1
        return columns

    def _filled_widths(self, band: Sequence[int]) -> Iterator[float]:
        """The widths of sections beside each other, equal if all fit; else the last is wider."""
        if not band:
            return
        columns = self.grid.columns
        even = columns // len(band)
        widths: Iterable[int] = (*band[:-1], columns - sum(band[:-1]))
        if columns % len(band) == 0 and max(band) <= even:
            widths = [even] * len(band)
        yield from map(self.grid.across_mm, widths)
