"""Finds the families that are printed for the fonts that an SVG names, and the sizes of letters."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from fustella.draw.svg.document import BY_FONT, FONT, Outer, SvgDocument
from fustella.draw.svg.lengths import PX_PER_MM, Measures
from fustella.draw.svg.properties import FONT_SIZES, SANS, SERIF, weight_of
from fustella.draw.svg.tree import number_in
from fustella.draw.text.fonts import FAMILIES

_OURS = {
    **{name.lower(): name for name in FAMILIES.values()},
    "source sans 3": SANS, "source serif 4": SERIF,
}  # fmt: skip

GENERIC: Mapping[str, str] = {
    "serif": SERIF, "ui-serif": SERIF, "sans-serif": SANS, "sans": SANS, "system-ui": SANS,
    "ui-sans-serif": SANS, "ui-rounded": SANS, "-apple-system": SANS, "blinkmacsystemfont": SANS,
    "monospace": SANS, "ui-monospace": SANS, "cursive": SERIF, "fantasy": SERIF, "math": SERIF,
}  # fmt: skip
"""The generic families of CSS, and the family that is printed for each."""

_WITHOUT_OWN_FONT = frozenset(("monospace", "ui-monospace", "cursive", "fantasy", "math"))
"""Generic families without a font of their kind here: a note names the font that is printed."""


class FontNames(SvgDocument):
    """The fonts of a drawing: the family printed for each name, and the sizes of letters."""

    def _font_size(self, own: dict[str, str], outer: Outer) -> float:
        text = own.get("font-size")
        before = outer.measures.font_size
        if text is None:
            return before
        word = text.strip().lower()
        if word in FONT_SIZES:
            return FONT_SIZES[word] * self._mm / PX_PER_MM
        if word in {"larger", "smaller"}:
            return before * 1.2 if word == "larger" else before / 1.2
        if word.endswith("%"):
            word = word[:-1] + "em"
            share = Measures(0, 0, before / 100, mm=self._mm).length(word)
            return before if share is None else max(0.0, share)
        size = outer.measures.length(word)
        return before if size is None or size < 0 else size

    def _family(self, text: str, line: int) -> str | None:
        """The family that is printed for a list of font names; None if none is known."""
        names = [name.strip().strip("'\"").strip() for name in text.split(",")]
        names = [name for name in names if name]
        for at, name in enumerate(names):
            word = " ".join(name.lower().split())
            found = self._families.get(word) or _OURS.get(word)
            if found:
                return found
            if word in GENERIC:
                if at:
                    hint = f'to choose another, write in game.yaml: fonts: {{"{names[0]}": serif}}'
                    message = f'"{names[0]}" is printed in {GENERIC[word]}, as `{name}`'
                    self._note(FONT, message, hint, line)
                elif word in _WITHOUT_OWN_FONT:
                    hint = f"write in game.yaml: fonts: {{{word}: sans}}, or a file of such a font"
                    message = (
                        f"`{word}` is printed in {GENERIC[word]}, which is no font of its sort"
                    )
                    self._note(FONT, message, hint, line)
                return GENERIC[word]
        return None

    def _measures_of_font(self, element: Element, own: dict[str, str], outer: Outer) -> Measures:
        """The measures for an element's lengths; `ex` and `ch` only if a length uses them."""
        if not self._has_font_units:
            return outer.measures
        told = (*own.values(), *element.attrib.values())
        if not any(BY_FONT.search(value) for value in told):
            return outer.measures
        from fustella.draw.svg.fonts import ex_and_ch  # noqa: PLC0415  (few lengths do)

        names = own.get("font-family", outer.style.get("font-family", ""))
        family = self._family(names, 0) or (SERIF if names in {"", "serif"} else names)
        ex_em, ch_em = ex_and_ch(family)
        return replace(outer.measures, ex_em=ex_em, ch_em=ch_em)

    def _font_words(self, own: dict[str, str], outer: Outer, line: int) -> None:
        if "font-weight" in own:
            before = number_in(outer.style.get("font-weight"), 400.0)
            weight = weight_of(own["font-weight"], before)
            if weight is not None:
                own["font-weight"] = str(weight)
            elif not self._faithful:
                del own["font-weight"]
        if "font-style" in own:
            word = own["font-style"].lower().split()[0]
            if word in {"italic", "oblique", "normal"}:
                own["font-style"] = "normal" if word == "normal" else "italic"
            elif not self._faithful:
                del own["font-style"]
        if "font-variant" in own:
            words = own["font-variant"].lower().split()
            if "small-caps" in words:
                own["font-variant"] = "small-caps"
            elif not set(words) - {"normal", "none"}:
                own["font-variant"] = "normal"
            elif not self._faithful:
                self._leave_out(f"`font-variant: {own.pop('font-variant')}`", line)
        if "font-family" in own:
            found = self._family(own["font-family"], line)
            own["font-family"] = found or f"?{own['font-family']}"
