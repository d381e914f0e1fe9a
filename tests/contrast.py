"""How well the texts of faces stand out against what lies behind them, measured on the picture.

Of each face a picture is made without its texts, and masks with nothing but texts: those of three
colours on each, one to a channel. The contrast (WCAG 2.2: relative luminances of sRGB) is that of
the text's colour with the pixels that its letters cover. Nothing of the tool judges here but the
engine that draws SVG.
"""

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy
import pypdfium2

from fustella.draw.render.worker import compile_pages
from fustella.draw.text.fonts import font_folder

DPI = 110
WORST = 0.04
"""The worst pixels that may be left out: the edge of a line that runs through a word."""

_SVG = "http://www.w3.org/2000/svg"
_TEXT = f"{{{_SVG}}}text"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "use")
_REFERRED_TO = ("defs", "clipPath", "mask", "pattern", "symbol")
_PAINTED = 128
_MASKING = ("#00ffff", "#ff00ff", "#ffff00")
"""On white each of them darkens one channel: red, green, blue."""

_VALUES = numpy.arange(256) / 255
_LINEAR = numpy.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4)
_WEIGHTS = numpy.array([0.2126, 0.7152, 0.0722])
ElementTree.register_namespace("", _SVG)


@dataclass(frozen=True)
class Weak:
    """Texts of one colour on a face, and how they stand out where they do so least."""

    face: int
    colour: str
    contrast: float
    texts: tuple[str, ...]


def contrasts(svgs: Sequence[str]) -> Iterator[Weak]:
    """For each face, by its number, and each colour of its texts: the least contrast."""
    pages: list[str] = []
    asked: list[tuple[int, dict[str, tuple[str, ...]]]] = []
    for number, svg in enumerate(svgs):
        root = ElementTree.fromstring(svg)
        if colours := _colours(root):
            masks = [_mask(root, three) for three in _in_threes(colours)]
            pages += [_without_texts(root), *masks]
            asked.append((number, colours))
    pictures = _pictures(pages)
    for number, colours in asked:
        ground = next(pictures)
        for three in _in_threes(colours):
            mask = next(pictures)
            for channel, colour in enumerate(three):
                behind = ground[mask[:, :, channel] < _PAINTED]
                yield Weak(number, colour, _least(_rgb(colour), behind), colours[colour])


def ratio(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    return float(_ratios(first, numpy.array([second]))[0])


def _ratios(colour: tuple[int, int, int], others: numpy.ndarray) -> numpy.ndarray:
    one, many = (_LINEAR[numpy.array(colours)] @ _WEIGHTS + 0.05 for colours in (colour, others))
    return numpy.maximum(one, many) / numpy.minimum(one, many)


def _in_threes(colours: dict[str, tuple[str, ...]]) -> list[list[str]]:
    known = list(colours)
    return [known[start : start + 3] for start in range(0, len(known), 3)]


def _colours(root: ElementTree.Element) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for text in root.iter(_TEXT):
        for part in text.iter():
            said = (part.text or "").strip()
            fill = part.get("fill") or text.get("fill") or "#000000"
            if said and fill != "none":
                found.setdefault(fill, []).append(said)
    return {colour: tuple(said) for colour, said in found.items()}


def _without_texts(root: ElementTree.Element) -> str:
    """What lies behind the texts: all else, and the light line around letters, if they have one.

    Changes what it is given.
    """
    for text in root.iter(_TEXT):
        halo = text.get("stroke", "none")
        if halo == "none":
            text.set("opacity", "0")
            continue
        for part in text.iter():
            part.set("fill", halo)
    return ElementTree.tostring(root, encoding="unicode")


def _mask(root: ElementTree.Element, colours: Sequence[str]) -> str:
    """Only the texts of up to three colours, each in its channel; all else is not there."""
    masking = dict(zip(colours, _MASKING, strict=False))
    alone = copy.deepcopy(root)
    _drop_shapes(alone)
    for text in alone.iter(_TEXT):
        inherited = text.get("fill") or "#000000"
        text.set("stroke", "none")
        for part in text.iter():
            part.set("fill", masking.get(part.get("fill") or inherited, "none"))
    return ElementTree.tostring(alone, encoding="unicode")


def _drop_shapes(parent: ElementTree.Element) -> None:
    """Take out what is painted and no text; what clips a text stays."""
    for child in list(parent):
        name = child.tag.rpartition("}")[2]
        if name in _SHAPES:
            parent.remove(child)
        elif name in _REFERRED_TO:
            assert child.find(f".//{_TEXT}") is None, "a text is painted where it stands"
        else:
            _drop_shapes(child)


def _pictures(svgs: Sequence[str]) -> Iterator[numpy.ndarray]:
    """Each as rows of pixels of red, green and blue."""
    for start in range(0, len(svgs), 200):
        pdf = compile_pages(svgs[start : start + 200], str(font_folder()))
        for page in pypdfium2.PdfDocument(pdf):
            bitmap = page.render(scale=DPI / 72, rev_byteorder=True)
            yield bitmap.to_numpy().copy()  # what is not copied goes with the bitmap


def _least(ink: tuple[int, int, int], behind: numpy.ndarray) -> float:
    """The contrast of the colour with what its letters cover, but for the worst few pixels."""
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
