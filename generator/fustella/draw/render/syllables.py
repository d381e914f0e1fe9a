"""Cuts texts with syllables into parts, so that typst prints no letters on top of each other.

In these scripts a cluster is a syllable with all its glyphs. typst, by its library usvg, moves on
after a cluster by the width of its widest glyph alone. In the scripts that descend from Brahmi
(Devanagari, Tamil, Khmer, Thai …) a cluster has vowel signs that take room besides their
consonants, so the next letter would be printed on them. So typst gets such a text in parts, each at
the x at which HarfBuzz places it. Parts begin only where that changes no glyph. Browsers need none
of this.
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element, fromstring, tostring

from msgspec import structs

from fustella.draw.inspect.texts import MOVING, font_of, runs_of
from fustella.draw.scene.model import XML_SPACE, PlacedText, Span, Style, Text
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import IDENTITY, SVG, number_in
from fustella.draw.svg.write import number
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import TextMeasurer, has_syllables, runs_of_scripts, text_measurer

_SPACES = re.compile(r"\s+")
_TURNED = frozenset(("rotate", "textLength", "writing-mode"))
_SEEN_EM = 0.0005


def with_placed_syllables(svg: str) -> str:
    """An SVG whose texts with syllables are cut into parts with an x each."""
    if not has_syllables(svg):
        return svg
    root = fromstring(svg)
    for text in resolve_finished(root).texts_in_place:
        told = {key for element in text.element.iter() for key in element.attrib}
        on_path = any(span.name == "textPath" for span in text.spans)
        if on_path or told & _TURNED or not has_syllables(text.all_letters):
            continue
        if text.own.get(XML_SPACE) != "preserve":
            text = _collapsed(text)  # noqa: PLW2901
        _part(text)
    return tostring(root, encoding="unicode")


class _Slot:
    """The letters directly in an element `parent`: at its start, or after its child `before`."""

    def __init__(self, parent: Element, before: Element | None, letters: str, style: Style) -> None:
        self.parent, self.before, self.letters, self.style = parent, before, letters, style

    def write(self, letters: str) -> None:
        """Replaces these letters with others."""
        self.letters = letters
        if self.before is None:
            self.parent.text = letters
        else:
            self.before.tail = letters

    def part(self, start: float) -> float:
        """Replaces the letters with a `<tspan>` for each part; returns the x at which they end.

        The letters begin at the x `start`.
        """
        told, text = self.style.values, self.letters
        font, size = font_of(self.style), number_in(told.get("font-size"), 16.0)
        apart = number_in(told.get("letter-spacing"), 0.0)
        spaces = number_in(told.get("word-spacing"), 0.0)
        self.write("")
        at = 0 if self.before is None else [*self.parent].index(self.before) + 1
        for part, begin, offset_em in parts_of(text, font):
            x = start + offset_em * size + begin * apart + text[:begin].count(" ") * spaces
            span = Element(f"{SVG}tspan", {"x": number(x), "text-anchor": "start"})
            span.text = part
            self.parent.insert(at, span)
            at += 1
        width_em = text_measurer(font).width_em(text)
        return start + width_em * size + len(text) * apart + text.count(" ") * spaces


def _letters_in(text: Text | Span) -> Iterator[_Slot | None]:
    """Yields each stretch of letters in an element, and None where an x or a y begins a new run."""
    yield _Slot(text.element, None, text.letters, text.style)
    for span in text.spans:
        if not MOVING.isdisjoint(span.own):
            yield None
        yield from _letters_in(span)
        yield _Slot(text.element, span.element, span.after, text.style)


def _part(text: Text) -> None:
    runs = [*runs_of(PlacedText(text, IDENTITY))]
    for run, slots in zip(runs, _by_run(text), strict=True):
        if has_syllables(run.text):
            x = run.x + run.width * run.shift
            for slot in slots:
                x = slot.part(x) if slot.letters else x


def _by_run(text: Text) -> list[list[_Slot]]:
    found: list[list[_Slot]] = [[]]
    for slot in _letters_in(text):
        if slot is None:
            found.append([])
        else:
            found[-1].append(slot)
    return found


def _collapsed(text: Text) -> Text:
    """Collapses the white space of a text: to one space, and none at the ends (SVG 1.1, 10.15)."""
    slots = [slot for slot in _letters_in(text) if slot and slot.letters]
    for slot in slots:
        slot.write(_SPACES.sub(" ", slot.letters))
    if slots:
        slots[0].write(slots[0].letters.lstrip(" "))
        slots[-1].write(slots[-1].letters.rstrip(" "))
    spans = tuple(map(_rewritten, text.spans))
    return structs.replace(text, letters=text.element.text or "", spans=spans)


def _rewritten(span: Span) -> Span:
    """A span with the letters that its element has now."""
    element, spans = span.element, tuple(map(_rewritten, span.spans))
    letters, after = element.text or "", element.tail or ""
    return structs.replace(span, letters=letters, spans=spans, after=after)


@lru_cache(maxsize=4096)
def parts_of(text: str, font: FontStyle) -> tuple[tuple[str, int, float], ...]:
    """Cuts a text into parts that typst sets as HarfBuzz does, each of one script.

    For each part: its letters, the index of its first letter, and its distance from the start of
    the text in em.
    """
    measure, found, pen_em = text_measurer(font), list[tuple[str, int, float]](), 0.0
    for start, run in runs_of_scripts(text):
        may_begin = measure.syllables(run)
        begins = [*_begins(measure, run, may_begin)]
        ends = [begin for begin, _ in begins[1:]] + [len(run)]
        for (begin, offset_em), end in zip(begins, ends, strict=True):
            letters = may_begin[begin] + run[begin:end]
            found.append((letters, start + begin, pen_em + offset_em))
        pen_em += measure.width_em(run)
    return tuple(found)


def _begins(
    measure: TextMeasurer, run: str, may_begin: Collection[int]
) -> Iterator[tuple[int, float]]:
    """Yields where parts begin: the index of a letter, and its distance from the start in em.

    A part begins after each cluster that typst would make too narrow, at the next index in
    `may_begin`.
    """
    yield 0, 0.0
    pen_em = sum_em = widest_em = 0.0
    letter, wrong = -1, False
    for glyph in measure.glyphs(run):
        if glyph.letter != letter:
            wrong = wrong or sum_em - widest_em > _SEEN_EM
            if wrong and glyph.letter in may_begin:
                yield glyph.letter, pen_em
                wrong = False
            letter, sum_em, widest_em = glyph.letter, 0.0, 0.0
        pen_em += glyph.advance_em
        sum_em += glyph.advance_em
        widest_em = max(widest_em, glyph.advance_em)
