"""Reads what HTML in the texts of other programs says of how a whole text looks."""

from collections.abc import Mapping

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import ALIGNS, colour_of, font_of
from fustella.intake.marks import Box
from fustella.read.edit.yaml_writing import Value

_OUTER = regex(r"(?is)\s*<(div|p|span|center|h\d)\b([^<>]{0,1000})>(.*)</\1\s*>\s*")
_STYLE = regex(r"""(?is)\bstyle\s*=\s*(["'])(.*?)\1""")
_SIZE = regex(r"\s*(\d{1,3}(?:\.\d{1,3})?)\s*(pt|px|mm)?.*")
_POINTS = {"pt": 1.0, "px": 0.75, "mm": 72 / 25.4}
_DEPTH = 4


def look_of(text: str, box: Box) -> tuple[dict[str, Value], Box, str]:
    """The keys of a zone that the style of the outermost tags says, its place, and what is inside.

    A ground or a border around a text takes the whole box; a text with neither is moved by its
    padding.
    """
    look: dict[str, Value] = {}
    padding = [0.0] * 4
    for _ in range(_DEPTH):
        found = _OUTER.fullmatch(text)
        if found is None or f"</{found[1].lower()}" in found[3].lower():
            break
        text = found[3]
        if found[1].lower() == "center":
            look["align"] = "center"
        if style := _STYLE.search(found[2]):
            declared = _declared(style[2])
            look |= _look_of_style(declared, box)
            padding = _padding_of(declared.get("padding", "")) or padding
    if "fill" in look or "line" in look:
        if any(padding):
            look["padding"] = f"{round(min(padding[0], padding[3], min(box[2:]) / 3), 2):g}mm"
        return look, box, text
    top, right, bottom, left = padding
    inner = (box[0] + left, box[1] + top, box[2] - left - right, box[3] - top - bottom)
    return look, inner if min(inner[2:]) > 1 else box, text


def _padding_of(typed: str) -> list[float]:
    """The four distances of a padding, from the top on clockwise, in millimetres."""
    found = [_mm(word) for word in typed.split()[:4]]
    if not found:
        return []
    top, right = found[0], found[1] if len(found) > 1 else found[0]
    bottom = found[2] if len(found) > 2 else top
    return [top, right, bottom, found[3] if len(found) > 3 else right]


def _mm(typed: str) -> float:
    """The millimetres of a length of CSS, of which a pixel is a 96th of an inch."""
    found = _SIZE.fullmatch(typed)
    return float(found[1]) * _POINTS[found[2] or "px"] * MM_PER_INCH / 72 if found else 0.0


def _declared(style: str) -> Mapping[str, str]:
    pairs = (each.partition(":") for each in style.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs if value.strip()}


def _look_of_style(style: Mapping[str, str], box: Box) -> dict[str, Value]:
    look: dict[str, Value] = {}
    if colour := colour_of(style.get("color", "")):
        look["colour"] = colour
    if fill := colour_of(style.get("background-color", style.get("background", ""))):
        look["fill"] = fill
    if (size := _SIZE.fullmatch(style.get("font-size", ""))) and float(size[1]) > 0:
        points = float(size[1]) * _POINTS[size[2] or "px"]
        look["size"] = f"{round(min(200.0, max(2.0, points)), 2):g}pt"
        look["least"] = f"{round(min(200.0, max(2.0, points / 3)), 2):g}pt"
    if "font-family" in style:
        look["font"] = font_of(style["font-family"])
    if align := ALIGNS.get(style.get("text-align", "")):
        look["align"] = align
    if style.get("font-weight", "").lower() in ("bold", "bolder", "600", "700", "800", "900"):
        look["bold"] = True
    if style.get("font-style", "").lower() in ("italic", "oblique"):
        look["italic"] = True
    if style.get("text-transform", "").lower() == "uppercase":
        look["caps"] = True
    if (side := style.get("border", "").split()) and (width := _mm(side[0])):
        look |= {"line": colour_of(side[-1]) or "#000000", "line_width": f"{width:.2f}mm"}
    if radius := min(_mm(style.get("border-radius", "0").split()[0]), min(box[2:]) / 2):
        look["radius"] = f"{round(radius, 2):g}mm"
    return look
