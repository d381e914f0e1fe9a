"""What a piece said and says, as a table of HTML with the words marked that differ."""

import difflib
import re
from collections.abc import Iterator

from generator.changes import FieldChange, PieceChange
from generator.changes_report import value_said, where
from generator.hypertext import Content, Element, element, joined
from generator.kits import Kind
from generator.states import PieceState

_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE = 0.35
"""Texts less alike than this are shown whole, as the old and the new one."""


def fields_table(change: PieceChange) -> Element | None:
    """What the piece said and says, field by field, with what differs marked."""
    if change.before and change.before.said is None:
        return element("p", "What it said is not known any more.", class_="nothing")
    if not change.fields:
        return None
    heads = (element("th", head, scope="col") for head in ("field", "before", "after"))
    rows = (_row(field, change.after) for field in change.fields)
    head = element("thead", element("tr", *heads))
    return element("table", head, element("tbody", *rows))


def _row(field: FieldChange, after: PieceState | None) -> Element:
    then, now = _marked(field.then, field.now)
    place = field.place
    line = None
    if place and field.now is not None:
        beside = after and after.place and after.place.file == place.file
        line = element("small", f"line {place.line}" if beside else where(place))
    return element(
        "tr",
        element("th", *_path(field.field), line, scope="row"),
        element("td", _swatch(field, field.then), then),
        element("td", _swatch(field, field.now), now),
        class_=str(field.kind),
    )


def _path(field: str) -> Iterator[Content]:
    """A path of fields that may be broken behind its dots."""
    first, *others = field.split(".")
    yield first
    for name in others:
        yield from (".", element("wbr"), name)


def _swatch(field: FieldChange, value: str | None) -> Element | None:
    """A patch of a colour beside its number."""
    if field.kind is not Kind.LOOKS or value is None:
        return None
    return element("span", class_="swatch", style=f"background:{value}")


def _marked(then: str | None, now: str | None) -> tuple[Element, Element]:
    """Both values, with `del` around what is gone and `ins` around what is new."""
    if then is None or now is None:
        nothing = element("em", "nothing")
        if then is None:
            return nothing, nothing if now is None else element("ins", value_said(now))
        return element("del", value_said(then)), nothing
    old, new = _WORD.findall(value_said(then)), _WORD.findall(value_said(now))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return element("del", "".join(old)), element("ins", "".join(new))
    gone: list[Content] = []
    come: list[Content] = []
    for what, a, b, c, d in matcher.get_opcodes():
        was, has = "".join(old[a:b]), "".join(new[c:d])
        gone.append(was if what == "equal" else element("del", was) if was else None)
        come.append(has if what == "equal" else element("ins", has) if has else None)
    return joined(*gone), joined(*come)
