"""Turns colours, fonts, alignments and markup of other programs into those of zones."""

from collections.abc import Mapping, Sequence
from html import unescape

from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.words.patterns import regex
from fustella.intake.marks import Box
from fustella.read.edit.yaml_writing import Value

_DIGITS = regex(r"#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})(?:[0-9A-Fa-f]{2})?")
_SERIFS = (
    "times",
    "serif",
    "georgia",
    "garamond",
    "roman",
    "book",
    "palatino",
    "cambria",
    "minion",
)
_TAG = regex(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]{0,300}>")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_LEAST_MM = 0.5
_LINES = ("br", "p", "div", "tr")
_ITEM = regex(r"(?m)^(\s*)([-•]|\d+\.)(?= )")


def colour_of(typed: str) -> str:
    """A colour as zones have it, "" for none and for what is no colour."""
    word = typed.strip().strip('"').lower().replace("_", "")
    if found := _DIGITS.fullmatch(word):
        return f"#{found[1].lower()}"
    return word if word in CSS_COLOURS else ""


def font_of(name: str) -> str:
    """The font of ours that is most like one of a name: serif or sans."""
    low = name.lower()
    return "serif" if "sans" not in low and any(word in low for word in _SERIFS) else "sans"


def text_of_plain(text: str) -> str:
    """A text that is printed as it is, with the signs of our markup escaped."""
    for sign in "\\*{}":
        text = text.replace(sign, f"\\{sign}")
    return _ITEM.sub(_escaped_item, text)


def _escaped_item(found: object) -> str:
    before, item = found[1], found[2]  # type: ignore[index]
    return f"{before}{item[:-1]}\\." if item.endswith(".") else f"{before}\\{item}"


def text_of_markup(text: str, *, strip: bool = True) -> str:
    """A text whose tags for bold, italic, lines and lists become our markup; others are left out.

    With `strip`, no line is left empty at its beginning and end.
    """
    parts: list[str] = []
    at = 0
    for found in _TAG.finditer(text):
        parts.append(text_of_plain(unescape(text[at : found.start()]).replace("\xa0", " ")))
        tag = found[2].lower()
        if tag in _MARKS:
            parts.append(_MARKS[tag])
        elif tag == "li" and not found[1]:
            parts.append("\n- ")
        elif tag in _LINES and (not found[1] or tag == "br"):
            parts.append("\n")
        at = found.end()
    parts.append(text_of_plain(unescape(text[at:]).replace("\xa0", " ")))
    joined = "".join(parts).replace("****", "")
    return joined.strip("\n") if strip else joined


ALIGNS: Mapping[str, str] = {
    **{"left": "left", "center": "center", "centre": "center", "right": "right"},
    **{"full": "justify", "justify": "justify"},
}


def part_inside(
    box: Box, size: Sequence[float], align: str = "left", valign: str = "top"
) -> Box | None:
    """The part of a text's box that lies on a face, None for none.

    A text in the middle of its box stays where it is: the box loses as much on the other side.
    """
    left, right = _cut(box[0], box[2], size[0], centred=align == "center")
    top, bottom = _cut(box[1], box[3], size[1], centred=valign == "middle")
    if right - left < _LEAST_MM or bottom - top < _LEAST_MM:
        return None
    return (round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2))


def _cut(start: float, length: float, most: float, *, centred: bool) -> tuple[float, float]:
    middle = start + length / 2
    if centred:
        half = min(length / 2, middle, most - middle)
        return middle - half, middle + half
    return max(0.0, start), min(most, start + length)


def text_look(size_pt: float, font: str, colour: str) -> dict[str, Value]:
    """The keys of a text that may shrink to a third of its size, so that all of it is there."""
    size = max(2.0, min(200.0, size_pt))
    look: dict[str, Value] = {"size": f"{size:g}pt", "least": f"{max(2.0, round(size / 3, 1)):g}pt"}
    look["font"] = font_of(font)
    if colour:
        look["colour"] = colour
    return look
