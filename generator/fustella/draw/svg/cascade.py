"""Combines attributes, style sheets and `style` into the properties of elements (CSS Cascade 4)."""

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from fustella.draw.svg.css import Declaration, Family, StyleSheet, parse_declarations
from fustella.draw.svg.properties import (
    CSS_GEOMETRY,
    INITIAL,
    NOT_ATTRIBUTES,
    OWN_INITIAL,
    UNPRINTED,
    is_value,
    longhands,
    with_variables,
)
from fustella.draw.svg.source import FaultySvg, SvgSource
from fustella.draw.svg.tree import SVG


class Cascade:
    """The properties of the elements of one document. `tree` knows the elements' parents."""

    def __init__(
        self, source: SvgSource, leave_out: Callable[[str, int], None], faithful: bool
    ) -> None:
        """Reads the style sheets of a document. Raises FaultySvg for too many rules.

        `leave_out` is called with each thing that is not supported, and its line. `faithful` keeps
        values that are faulty.
        """
        self._source, self._leave_out, self._faithful = source, leave_out, faithful
        self._line = 1
        self.tree = Family(source.root, lambda element: element.tag.rpartition("}")[2])
        self._sheet = StyleSheet(lambda what: leave_out(what, self._line))
        for instruction in source.instructions:
            if instruction.startswith("xml-stylesheet"):
                leave_out("a style sheet in another file", 1)
        for element in source.root.iter(f"{SVG}style"):
            self._read(element)

    def _read(self, element: Element) -> None:
        """Adds the rules of a `<style>`."""
        self._line = self._source.lines.get(element, 0)
        if element.get("type", "text/css").strip().lower() not in {"", "text/css"}:
            return
        if "print" in element.get("media", ""):
            return
        try:
            self._sheet.add("".join(element.itertext()))
        except (OverflowError, RecursionError):
            hint = "in the editor, export with presentation attributes"
            raise FaultySvg("a style sheet with too many rules", hint, self._line) from None

    def declared(self, element: Element) -> dict[str, str]:
        """An element's own properties: attributes, rules, `style`, the stronger winning."""
        weak: list[Declaration] = []
        for name, value in element.items():
            local = name.lower()
            if any(local in known for known in (INITIAL, OWN_INITIAL, UNPRINTED)):
                if local in NOT_ATTRIBUTES:
                    continue
                weak.append(Declaration(local, value.strip()))
            elif name in CSS_GEOMETRY:
                weak.append(Declaration(name, "0" if value.strip() == "auto" else value))
        told = self._declared_by_rules(element) if self._sheet else []
        inline = parse_declarations(element.get("style", "")) if element.get("style") else []
        ordered = [
            *weak,
            *(one for one in told if not one.important),
            *(one for one in inline if not one.important),
            *(one for one in told if one.important),
            *(one for one in inline if one.important),
        ]
        found: dict[str, str] = {}
        for declaration in ordered:
            for name, value in longhands(declaration.name, declaration.value):
                if self._faithful or is_value(name, value):
                    found.pop(name, None)
                    found[name] = value
        return found

    def _declared_by_rules(self, element: Element) -> list[Declaration]:
        """The declarations that style sheets have for an element. Raises FaultySvg."""
        try:
            return self._sheet.declarations(element, self.tree)
        except OverflowError:
            message = "style sheets with too many rules for so many elements"
            hint = "in the editor, export with presentation attributes"
            raise FaultySvg(message, hint, self._source.lines.get(element, 0)) from None

    def computed(
        self, element: Element, style: Mapping[str, str], own: Mapping[str, str]
    ) -> dict[str, str]:
        """Resolves variables and words such as `inherit` in the declared properties of an element.

        `style` has the properties that it inherits, `own` the parent's properties that are not
        inherited.
        """
        declared = self.declared(element)
        variables = {k: v for k, v in style.items() if k.startswith("--")}
        variables.update((k, v) for k, v in declared.items() if k.startswith("--"))
        found: dict[str, str] = {}
        for name, value in declared.items():
            if name.startswith("--"):
                found[name] = value
                continue
            if "var(" in value:
                resolved = with_variables(value, variables)
                if resolved is None:
                    continue
                value = resolved  # noqa: PLW2901
                if name in {"font", "marker"}:
                    continue
            word = value.lower()
            if word in {"unset", "revert", "revert-layer"}:
                word = "inherit" if name in INITIAL else "initial"
            if word == "inherit":
                source = style if name in INITIAL else own
                value = source.get(name) or INITIAL.get(name) or OWN_INITIAL.get(name, "")  # noqa: PLW2901
            elif word == "initial":
                value = INITIAL.get(name) or OWN_INITIAL.get(name, "")  # noqa: PLW2901
            if value:
                found[name] = value
        return found
