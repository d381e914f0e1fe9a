"""Reads what HTML in the texts of other programs says of how a whole text looks."""

from collections.abc import Mapping

from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import ALIGNS, colour_of, font_of
from fustella.read.edit.yaml_writing import Value

_OUTER = regex(r"(?is)\s*<(div|p|span|center|h\d)\b([^<>]{0,1000})>(.*)</\1\s*>\s*")
_STYLE = regex(r"""(?is)\bstyle\s*=\s*(["'])(.*?)\1""")
_SIZE = regex(r"\s*(\d{1,3}(?:\.\d{1,3})?)\s*(pt|px|mm)?.*")
_POINTS = {"pt": 1.0, "px": 0.75, "mm": 72 / 25.4}
_DEPTH = 4


def look_of(text: str) -> tuple[dict[str, Value], str]:
    """The keys of a zone that the style of the outermost tags says, and what is between them."""
    look: dict[str, Value] = {}
    for _ in range(_DEPTH):
        found = _OUTER.fullmatch(text)
        if found is None or f"</{found[1].lower()}" in found[3].lower():
            break
        text = found[3]
        if found[1].lower() == "center":
            look["align"] = "center"
        if style := _STYLE.search(found[2]):
            look |= _look_of_style(_declared(style[2]))
    return look, text


def _declared(style: str) -> Mapping[str, str]:
    pairs = (each.partition(":") for each in style.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs if value.strip()}


def _look_of_style(style: Mapping[str, str]) -> dict[str, Value]:
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
    return look
