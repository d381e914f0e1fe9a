"""Turns colours, fonts, alignments and markup of other programs into those of zones."""

import html
from collections.abc import Callable, Iterable, Mapping, Sequence

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
_MARKS = {"b": "**", "strong": "**", "th": "**", "i": "*", "em": "*"}
_HEADS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = (*("p", "div", "li", "ul", "ol", "tr", "table", "hr", "section"), *_HEADS)
_PLAIN = (False, False)
_LEAST_MM = 0.5
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


def text_of_markup(
    text: str, instead: Callable[[str, str], str] = lambda _name, _tag: "", *, strip: bool = True
) -> str:
    """A text whose tags for bold, italic, lines and items of lists become our markup.

    Of any other tag there is what `instead` gives for its name and the whole of it: a text with
    our markup. With `strip`, no line is left empty at its beginning and end.
    """
    reader = _TagReader(instead)
    at = 0
    for found in _TAG.finditer(text):
        reader.letters(text[at : found.start()])
        reader.tag(found[2].lower(), found[0], closes=bool(found[1]))
        at = found.end()
    reader.letters(text[at:])
    joined = joined_runs(reader.runs)
    return joined.strip("\n") if strip else joined


class _TagReader:
    """Gathers runs of letters, each with whether it is bold and italic."""

    def __init__(self, instead: Callable[[str, str], str]) -> None:
        self.runs: list[tuple[str, bool, bool]] = []
        self._instead = instead
        self._open = {"**": 0, "*": 0}
        self._begins_line = False

    def letters(self, text: str) -> None:
        if text:
            self._add(text_of_plain(_without_entities(text)))

    def tag(self, name: str, whole: str, *, closes: bool) -> None:
        mark = "**" if name in _HEADS else _MARKS.get(name)
        self._begins_line |= name in _BLOCKS
        if mark:
            self._open[mark] = max(0, self._open[mark] + (-1 if closes else 1))
        if name == "br":
            self._begins_line = False
            self._add("\n")
        elif name == "li" and not closes:
            self._add("- ")
        elif name not in _BLOCKS and not mark:
            self._add(self._instead(name, whole))

    def _add(self, text: str) -> None:
        if self._begins_line and text.strip():
            if self.runs and not self.runs[-1][0].endswith("\n"):
                self.runs.append(("\n", *_PLAIN))
            self._begins_line = False
        if text:
            self.runs.append((text, self._open["**"] > 0, self._open["*"] > 0))


def joined_runs(runs: Iterable[tuple[str, bool, bool]]) -> str:
    """A text of runs with our markup, each with whether it is bold and italic.

    Spaces at the ends of a run are moved out of it, because stars between two spaces switch
    nothing.
    """
    parts: list[str] = []
    style = _PLAIN
    space = ""
    for text, *wanted in runs:
        letters = text.strip()
        if not letters:
            space += text
            continue
        before = text[: len(text) - len(text.lstrip())]
        here = (wanted[0], wanted[1])
        gap = space + before
        if "\n" in gap:
            parts += [*_switched(style, _PLAIN, gap), *_switched(_PLAIN, here, "")]
        else:
            parts += _switched(style, here, " " if space and before else gap)
        parts.append(letters)
        style, space = here, text[len(text.rstrip()) :]
    return "".join([*parts, *_switched(style, _PLAIN, space)])


def _switched(old: tuple[bool, bool], new: tuple[bool, bool], space: str) -> list[str]:
    """The stars that end one style and begin another, with the space between them."""
    end = "*" * (2 * (old[0] and not new[0]) + (old[1] and not new[1]))
    begin = "*" * (2 * (new[0] and not old[0]) + (new[1] and not old[1]))
    return [end, space, begin]


def _without_entities(text: str) -> str:
    return html.unescape(text).replace("\u00a0", " ")


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
