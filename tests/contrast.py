"""How well the texts of faces stand out against what lies behind them, measured on the picture.

Of each face a picture is made without its texts, and for each colour of them a mask with the texts
of that colour alone. The contrast (WCAG 2.2: relative luminances of sRGB) is that of
the text's colour with the pixels that its letters cover. Nothing of the tool judges here but the
engine that draws SVG.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import pypdfium2
from PIL import Image

from generator.draw.compile import compile_pages
from generator.draw.fonts import font_folder

DPI = 110
WORST = 0.04
"""The worst pixels that may be left out: the edge of a line that runs through a word."""

_SVG = "http://www.w3.org/2000/svg"
_TEXT = f"{{{_SVG}}}text"
_PAINTED = 128
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
        if colours := _colours(svg):
            pages += [_without_texts(svg), *(_mask(svg, colour) for colour in colours)]
            asked.append((number, colours))
    pictures = _pictures(pages)
    for number, colours in asked:
        ground = next(pictures)
        for colour, texts in colours.items():
            yield Weak(number, colour, _least(colour, ground, next(pictures)), texts)


def ratio(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _colours(svg: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for text in ElementTree.fromstring(svg).iter(_TEXT):
        for part in text.iter():
            said = (part.text or "").strip()
            fill = part.get("fill") or text.get("fill") or "#000000"
            if said and fill != "none":
                found.setdefault(fill, []).append(said)
    return {colour: tuple(said) for colour, said in found.items()}


def _without_texts(svg: str) -> str:
    """What lies behind the texts: all else, and the light line around letters, if they have one."""
    root = ElementTree.fromstring(svg)
    for text in root.iter(_TEXT):
        halo = text.get("stroke", "none")
        if halo == "none":
            text.set("opacity", "0")
            continue
        for part in text.iter():
            part.set("fill", halo)
    return ElementTree.tostring(root, encoding="unicode")


def _mask(svg: str, colour: str) -> str:
    """Only the texts of one colour, black; all else is not painted."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        if tag == "text":
            inherited = element.get("fill") or "#000000"
            element.set("stroke", "none")
            for part in element.iter():
                own = part.get("fill") or inherited
                part.set("fill", "#000000" if own == colour else "none")
        elif tag in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"):
            element.set("visibility", "hidden")
    return ElementTree.tostring(root, encoding="unicode")


def _pictures(svgs: Sequence[str]) -> Iterator[Image.Image]:
    for start in range(0, len(svgs), 200):
        pdf = compile_pages(svgs[start : start + 200], str(font_folder()))
        document = pypdfium2.PdfDocument(pdf)
        for page in document:
            yield page.render(scale=DPI / 72).to_pil().convert("RGB")


def _least(colour: str, ground: Image.Image, mask: Image.Image) -> float:
    """The contrast of the colour with what its letters cover, but for the worst few pixels."""
    ink = _rgb(colour)
    covered = mask.convert("L").point(lambda value: 255 if value < _PAINTED else 0)
    letters = Image.new("RGBA", ground.size)
    letters.paste(ground, mask=covered)  # all else is left without a colour: alpha 0
    seen = letters.getcolors(ground.width * ground.height)
    counts = {behind[:3]: count for count, behind in seen if behind[3]}
    left_out = sum(counts.values()) * WORST
    for contrast, count in sorted((ratio(ink, behind), count) for behind, count in counts.items()):
        left_out -= count
        if left_out < 0:
            return contrast
    return 21.0


def _rgb(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(letter * 2 for letter in digits)
    assert re.fullmatch("[0-9a-fA-F]{6}", digits), colour
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [value / 255 for value in colour]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
