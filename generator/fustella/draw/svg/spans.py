"""Writes the texts of an SVG, with spaces collapsed and letters in the case of `text-transform`."""

import re
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.core.words.cases import begun, in_capitals, in_small_letters
from fustella.draw.scene.model import XML_SPACE
from fustella.draw.svg.document import (
    FONT,
    LEFT_OUT,
    NOTE_HINTS,
    NOTED,
    Outer,
    supported,
)
from fustella.draw.svg.elements import Elements
from fustella.draw.svg.spaces import Spaces, strip_end
from fustella.draw.svg.transforms import number_text
from fustella.draw.svg.tree import SVG, href_in, name_of, number_in, parse_transform
from fustella.draw.text.bidi import letters_join
from fustella.draw.text.fonts import FAMILIES, HEAVY

_VERTICAL = frozenset(("tb", "tb-rl", "vertical-rl", "vertical-lr"))


class Spans(Elements):
    """Writes the texts of a drawing, with their spaces collapsed as in a browser."""

    def _text(self, element: Element, outer: Outer) -> list[Element]:
        spaces = Spaces()
        made = self._span(element, "text", replace(outer, in_text=True), spaces)
        if made is None:
            return []
        strip_end(made)
        return [made]

    def _span(self, element: Element, name: str, outer: Outer, spaces: Spaces) -> Element | None:
        """A `<text>`, `<tspan>` or `<textPath>` with its letters.

        None if it is not drawn.
        """
        made, inner, own = self._begun(element, name, outer)
        if own.get("display") == "none":
            return None
        if inner.keep_spaces:
            made.set(XML_SPACE, "preserve")
        elif outer.keep_spaces:
            made.set(XML_SPACE, "default")
        placed = name == "text" or "x" in made.attrib or "y" in made.attrib
        # Letters that join, as in Arabic, are not spaced.
        if placed and not letters_join("".join(element.itertext())):
            _end_with_space(made, inner)
        made.text = self._letters(element.text or "", element, inner, spaces)
        last: Element | None = None
        for child in element:
            drawn = self._inside_text(child, inner, spaces)
            if drawn is not None:
                made.append(drawn)
                last = drawn
            letters = self._letters(child.tail or "", element, inner, spaces)
            if last is None:
                made.text += letters
            else:
                last.tail = (last.tail or "") + letters
        return made

    def _inside_text(self, child: Element, inner: Outer, spaces: Spaces) -> Element | None:
        if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
            return None
        name = name_of(child)
        if name in {"tspan", "a"}:
            return self._span(child, "tspan", inner, spaces) if supported(child) else None
        if name == "textPath":
            href = href_in(child.attrib)
            target = self._named(href)
            if target is None:
                if self._faithful and href:
                    return Element(child.tag, {"href": href})
                self._note_other_drawing(child, href)
                if href[:1] in {"", "#"} and not self._faithful:
                    hint = "in the editor, put the text on its path again"
                    what = "a text on a path that is not there"
                    self._leave_out(what, self._line_of(child), hint)
                return None
            if inner.style.get("writing-mode", "lr") in _VERTICAL and not self._faithful:
                message = "vertical text on a path may be printed otherwise than a browser shows it"
                hint = "in the editor, take horizontal text for it"
                self._note(LEFT_OUT, message, hint, self._line_of(child))
            made = self._span(child, "textPath", inner, spaces)
            if made is not None:
                from fustella.draw.svg.boxes import path_data  # noqa: PLC0415

                moved = parse_transform(target.get("transform", ""))
                made.set("path", path_data(target, moved))
            return made
        if name in NOTED:
            self._leave_out(NOTED[name], self._line_of(child), NOTE_HINTS.get(name, ""))
        return None

    def _letters(self, text: str, element: Element, inner: Outer, spaces: Spaces) -> str:
        if not text:
            return ""
        text = spaces.collapsed(text, inner.keep_spaces)
        if text.strip():
            family = inner.style.get("font-family", "serif")
            if family.startswith("?"):
                first = family[1:].split(",")[0].strip().strip("'\"")
                self._unknown_fonts.setdefault(first, self._line_of(element))
            elif not self._faithful and family not in FAMILIES.values():
                self._note_cut_lacking(family, inner, self._line_of(element))
        case = inner.style.get("text-transform", "none")
        if case == "uppercase":
            return in_capitals(text, inner.language)
        if case == "lowercase":
            return in_small_letters(text, inner.language)
        if case == "capitalize":
            return re.sub(r"(?<!\S)\w\S*", lambda word: begun(word[0], inner.language), text)
        return text

    def _note_cut_lacking(self, family: str, inner: Outer, line: int) -> None:
        """Notes a text that is bold or italic in a font that has no such cut."""
        heavy = number_in(inner.style.get("font-weight"), 400.0) >= HEAVY
        italic = inner.style.get("font-style", "normal") == "italic"
        if not (heavy or italic):
            return
        from fustella.draw.svg.fonts import cut_lacking  # noqa: PLC0415  (few texts are)

        lack = cut_lacking(family, heavy, italic)
        if lack:
            hint = (
                "name a file for it under `fonts:` in game.yaml, or take its regular in the editor"
            )
            self._note(
                FONT,
                f"{lack}, in which the drawing sets a text: its regular is printed",
                hint,
                line,
            )


def _end_with_space(made: Element, inner: Outer) -> None:
    """Shifts a line with `letter-spacing` to where browsers have it.

    In browsers the space right of its rightmost letter belongs to the line, so a line that is
    centred, or ends at its x, lies farther left. From right to left, that letter is the first one
    typed.
    """
    spacing = number_in(made.get("letter-spacing", inner.style.get("letter-spacing")), 0.0)
    right = "start" if inner.style.get("direction") == "rtl" else "end"
    share = {"middle": -0.5, right: -1.0}.get(inner.style.get("text-anchor", "start"), 0.0)
    if spacing and share:
        first, *others = (made.get("dx") or "0").split()
        made.set("dx", " ".join((number_text(float(first) + share * spacing), *others)))
