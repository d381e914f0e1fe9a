"""HTML, written element by element: what is not an element already is text, and is escaped."""

import html
from typing import TypeAlias

_EMPTY = frozenset(("img", "meta", "br", "col", "wbr"))


class Element(str):
    """HTML that is finished; any other string is text."""

    __slots__ = ()


Content: TypeAlias = "Element | str | None"


def element(tag: str, /, *content: Content, **attributes: str | bool | None) -> Element:
    """An element with its content; None is left out, of content and attributes alike.

    `class_` is the attribute `class`, for Python has a word of that name; `aria_label` is
    `aria-label`. True is an attribute without a value, False one that is not there.
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _EMPTY:
        return Element(f"<{tag}{said}>")
    return Element(f"<{tag}{said}>{joined(*content)}</{tag}>")


def joined(*content: Content) -> Element:
    """Elements and texts one after the other."""
    return Element("".join(_escaped(one) for one in content if one is not None))


def page(title: str, style: str, body: Element, language: str = "en") -> Element:
    """A whole document that needs no other file."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        Element(f"<style>\n{style}</style>"),
    )
    document = element("html", head, "\n", body, lang=language)
    return Element(f"<!doctype html>\n{document}\n")


def _escaped(content: Element | str) -> str:
    return content if isinstance(content, Element) else html.escape(content, quote=False)


def _attribute(key: str, value: str | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(value)}"'
