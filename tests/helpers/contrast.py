"""Measures on pictures how well the texts of faces stand out against their grounds.

For each face, there is a picture without its texts, and masks with only texts: those of three
colours on each mask, one in each channel. The contrast (WCAG 2.2: relative luminances of sRGB) is
that between the text's colour and the pixels that its letters cover. Of the tool, only the engine
that draws SVG is used.
"""

import copy
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy
import pypdfium2

from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder
from tests.helpers.bare import without_texts
from tests.helpers.luminance import luminances

DPI = 110
WORST = 0.04
"""The share of the worst pixels that is left out: the edge of a line may run through a word."""

_SVG = "http://www.w3.org/2000/svg"
_TEXT = f"{{{_SVG}}}text"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "use")
_REFERRED_TO = ("defs", "clipPath", "mask", "pattern", "symbol")
_PAINTED = 128
_MASKING = ("#00ffff", "#ff00ff", "#ffff00")
"""The colours that on white each darken one channel: red, green, blue."""

_ALL = slice(None)

ElementTree.register_namespace("", _SVG)


Colours = tuple[str, ...]
"""The colours of a text, one for each version of its face."""


@dataclass(frozen=True)
class Weak:
    """The texts of one colour on a version of a face, with their least contrast."""

    face: int
    version: int
    colour: str
    contrast: float
    texts: tuple[str, ...]


def contrasts(faces: Sequence[Sequence[str]]) -> Iterator[Weak]:
    """Yields the least contrast for each face, each of its versions, and each colour of texts.

    The versions of a face, such as its themes, have the same texts in the same places, so their
    masks are the same.
    """
    asked: dict[tuple[str, ...], list[tuple[int, dict[Colours, tuple[str, ...]]]]] = {}
    masks: dict[int, list[str]] = {}
    for number, versions in enumerate(faces):
        roots = [ElementTree.fromstring(svg) for svg in versions]
        if colours := _colours(roots):
            masks[number] = [*_masks(roots, _in_threes(colours))]
            behind = tuple(map(without_texts, versions))
            asked.setdefault(behind, []).append((number, colours))
    pages = _pages(
        [
            page
            for behind, some in asked.items()
            for page in (*(mask for number, _ in some for mask in masks[number]), *behind)
        ]
    )
    for behind, some in asked.items():
        letters = [
            (number, painted, colours[painted], inside)
            for number, colours in some
            for three in _in_threes(colours)
            for painted, inside in zip(three, _insides(next(pages)), strict=False)
        ]
        rows, columns = _covered_area([inside for *_, inside in letters])
        grounds = [_picture(next(pages), rows, columns) for _ in behind]
        for number, painted, texts, inside in letters:
            covered = inside[rows, columns]
            for version, (ground, colour) in enumerate(zip(grounds, painted, strict=True)):
                least = _least_contrast(_rgb(colour), ground[covered])
                yield Weak(number, version, colour, least, texts)


def ratio(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    return float(_ratios(first, numpy.array([second]))[0])


def _ratios(colour: tuple[int, int, int], others: numpy.ndarray) -> numpy.ndarray:
    one, many = (luminances(numpy.array(colours)) + 0.05 for colours in (colour, others))
    return numpy.maximum(one, many) / numpy.minimum(one, many)


def _in_threes(colours: dict[Colours, tuple[str, ...]]) -> list[list[Colours]]:
    known = list(colours)
    return [known[start : start + 3] for start in range(0, len(known), 3)]


def _colours(roots: Sequence[ElementTree.Element]) -> dict[Colours, tuple[str, ...]]:
    """The texts in each combination of colours of the versions."""
    found: dict[Colours, list[str]] = {}
    for parts in zip(*map(_parts_of_texts, roots), strict=True):
        (said,) = {(part.text or "").strip() for part, _ in parts}
        colours = tuple(fill for _, fill in parts)
        if said and colours[0] != "none":
            found.setdefault(colours, []).append(said)
    return {colours: tuple(said) for colours, said in found.items()}


def _parts_of_texts(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, str]]:
    """Yields the parts of all texts with their colours, in their order."""
    for text in root.iter(_TEXT):
        inherited = text.get("fill") or "#000000"
        yield from ((part, part.get("fill") or inherited) for part in text.iter())


def _masks(
    roots: Sequence[ElementTree.Element], threes: Sequence[Sequence[Colours]]
) -> Iterator[str]:
    """Yields a mask for each three colours: only the texts in these, each colour in its channel.

    Masks have to be made before the texts are taken out.
    """
    alone = without_shapes(roots[0])
    parts = [part for part, _ in _parts_of_texts(alone)]
    fills = [
        tuple(fill for _, fill in each) for each in zip(*map(_parts_of_texts, roots), strict=True)
    ]
    for text in alone.iter(_TEXT):
        text.set("stroke", "none")
    for three in threes:
        masking = dict(zip(three, _MASKING, strict=False))
        for part, painted in zip(parts, fills, strict=True):
            part.set("fill", masking.get(painted, "none"))
        yield ElementTree.tostring(alone, encoding="unicode")


def without_shapes(parent: ElementTree.Element) -> ElementTree.Element:
    """A copy with only texts and the shapes that clip them."""
    made = ElementTree.Element(parent.tag, parent.attrib)
    for child in parent:
        name = child.tag.rpartition("}")[2]
        if name in _REFERRED_TO:
            assert child.find(f".//{_TEXT}") is None, "a text is painted where it stands"
            made.append(child)
        elif name == "text":
            made.append(copy.deepcopy(child))
        elif name not in _SHAPES:
            made.append(without_shapes(child))
    return made


def _pages(svgs: Sequence[str]) -> Iterator[pypdfium2.PdfPage]:
    for start in range(0, len(svgs), 200):
        pdf = compile_pages(svgs[start : start + 200], str(font_folder()))
        yield from pypdfium2.PdfDocument(pdf)


def _insides(mask: pypdfium2.PdfPage) -> Iterator[numpy.ndarray]:
    """Yields, for each of the three colours of a mask, the pixels that its letters cover."""
    picture = _picture(mask)
    return (picture[:, :, channel] < _PAINTED for channel in range(3))


def _covered_area(insides: Sequence[numpy.ndarray]) -> tuple[slice, slice]:
    """The rows and columns in which some pixel is covered; all if none is."""
    covered = numpy.logical_or.reduce(insides)
    rows, columns = (numpy.flatnonzero(covered.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return _ALL, _ALL
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _picture(page: pypdfium2.PdfPage, rows: slice = _ALL, columns: slice = _ALL) -> numpy.ndarray:
    """A part of a page's picture, as rows of pixels of red, green and blue."""
    scale = DPI / 72
    wide, high = (math.ceil(length * scale) for length in page.get_size())
    (left, right, _), (top, bottom, _) = columns.indices(wide), rows.indices(high)
    crop_px = (left, high - bottom, wide - right, top)
    # It cuts off whole pixels, rounded up.
    crop = tuple((pixels - 0.5) / scale for pixels in crop_px)
    bitmap = page.render(scale=scale, crop=crop, rev_byteorder=True)
    return bitmap.to_numpy().copy()  # what is not copied goes with the bitmap


def _least_contrast(ink: tuple[int, int, int], behind: numpy.ndarray) -> float:
    """The contrast of a colour with the pixels behind its letters, without the worst few."""
    if not len(behind):
        return 21.0
    left_out = int(len(behind) * WORST)
    return float(numpy.partition(_ratios(ink, behind), left_out)[left_out])


def _rgb(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(letter * 2 for letter in digits)
    assert re.fullmatch("[0-9a-fA-F]{6}", digits), colour
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
