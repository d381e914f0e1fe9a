"""Finds the style sheet rules of SVG files that hold for an element.

Selectors: types, classes, ids, attributes, `*`, the four combinators, the places of children and of
types among them (`:first-child`, `:nth-child()` …), `:root`, `:empty`, `:lang()`, `:not()`, `:is()`
and `:where()`. States of a pointer or a link (`:hover`) never apply in print. Media queries are
answered as for a screen.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from fustella.core.words.patterns import regex

MOST_RULES = 20_000

MOST_TESTS = 500_000
"""The most tests of a rule on an element: five hundred rules for each of a thousand elements."""

Specificity: TypeAlias = tuple[int, int, int]


class Declaration(Struct, frozen=True):
    """`name: value`, and whether it is `!important`."""

    name: str
    value: str
    important: bool = False


_COMMENT = regex(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_IMPORTANT = regex(r"\s*!\s*important\s*\Z", re.IGNORECASE)


def parse_declarations(text: str) -> list[Declaration]:
    """Reads the declarations of a rule or a `style` attribute, without any faulty text."""
    found = []
    for part in _split(_COMMENT.sub("", text), ";"):
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not name or not value:
            continue
        plain = _IMPORTANT.sub("", value)
        key = name if name.startswith("--") else name.lower()
        found.append(Declaration(key, plain, plain != value))
    return found


def undeclared(text: str) -> list[str]:
    """The parts of a `style` attribute that are no declarations, such as `fill red`."""
    parts = (part.strip() for part in _split(_COMMENT.sub("", text), ";"))
    return [part for part in parts if part and not all(map(str.strip, part.partition(":")))]


def _split(text: str, separator: str) -> Iterator[str]:
    """Splits a text at a separator, except inside of quotes and brackets."""
    depth, quote, start = 0, "", 0
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and text[at - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth = max(0, depth - 1)
        elif letter == separator and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


class _Compound(Struct, frozen=True):
    """One compound selector, such as `rect.red`: conditions on a single element."""

    tag: str = "*"
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str, str, bool], ...] = ()
    pseudos: tuple[tuple[str, str], ...] = ()


class _Selector(Struct, frozen=True):
    """A selector: its compounds from left to right, each with the combinator before it."""

    parts: tuple[tuple[str, _Compound], ...]

    @property
    def specificity(self) -> Specificity:
        ids = classes = tags = 0
        for _, part in self.parts:
            ids += len(part.ids)
            classes += len(part.classes) + len(part.attributes)
            tags += part.tag != "*"
            for name, argument in part.pseudos:
                if name in {"not", "is"}:
                    inner = [one.specificity for one in _selectors(argument)]
                    most = max(inner, default=(0, 0, 0))
                    ids, classes, tags = ids + most[0], classes + most[1], tags + most[2]
                elif name != "where":
                    classes += 1
        return ids, classes, tags


_TOKEN = regex(
    r"\s*(?P<combinator>[>+~])\s*|(?P<space>\s+)|(?P<any>\*)|\#(?P<id>(?:[\w-]|[^\x00-\x7f]|\\.)+)"
    r"|\.(?P<class>(?:[\w-]|[^\x00-\x7f]|\\.)+)|\[(?P<attribute>[^\]]*)\]"
    r"|::?(?P<pseudo>[\w-]+)(?:\((?P<argument>(?:[^()]|\([^()]*\))*)\))?|(?P<tag>(?:[\w-]|\\.)+)"
)
_ATTRIBUTE = regex(
    r"""\s*(?:\w*\|)?([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([\w.#-]+))\s*(i?)\s*s?\s*)?""",
    re.IGNORECASE,
)


class _Unreadable(ValueError):
    """Raised for a selector that is not supported."""


def _selectors(text: str) -> list[_Selector]:
    """Reads the selectors of a list with commas. Raises _Unreadable."""
    return [_selector(part) for part in _split(text, ",")]


def _selector(text: str) -> _Selector:
    parts: list[tuple[str, _Compound]] = []
    combinator, text = "", text.strip()
    at = 0
    ids: list[str] = []
    classes: list[str] = []
    attributes: list[tuple[str, str, str, bool]] = []
    pseudos: list[tuple[str, str]] = []
    tag = ""

    def finish() -> None:
        nonlocal tag
        if not (tag or ids or classes or attributes or pseudos):
            raise _Unreadable(text)
        made = _Compound(tag or "*", tuple(ids), tuple(classes), tuple(attributes), tuple(pseudos))
        parts.append((combinator, made))
        for told in (ids, classes, attributes, pseudos):
            told.clear()
        tag = ""

    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise _Unreadable(text)
        at = found.end()
        if found["combinator"] or found["space"]:
            finish()
            combinator = found["combinator"] or " "
        elif found["tag"] or found["any"]:
            tag = found["tag"] or "*"
        elif found["attribute"] is not None:
            inner = _ATTRIBUTE.fullmatch(found["attribute"])
            if not inner:
                raise _Unreadable(text)
            value = inner[3] or inner[4] or inner[5] or ""
            attributes.append((inner[1], inner[2] or "", value, bool(inner[6])))
        elif found["pseudo"]:
            pseudos.append((found["pseudo"].lower(), found["argument"] or ""))
        else:
            name = re.sub(r"\\(.)", r"\1", found["id"] or found["class"])
            (ids if found["id"] else classes).append(name)
    finish()
    return _Selector(tuple(parts))


class _Rule(Struct, frozen=True):
    selector: _Selector
    order: int
    declarations: tuple[Declaration, ...]


class StyleSheet(Struct):
    """The rules of all `<style>` elements of a document, indexed by their last compound selector.

    `report` is called with a short description of each part of a sheet that is not supported.
    """

    report: Callable[[str], None]
    _by_key: dict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))
    _count: int = 0
    _looks: int = 0

    def __bool__(self) -> bool:
        return self._count > 0

    def add(self, text: str) -> None:
        """Adds the rules of one `<style>`."""
        text = _COMMENT.sub("", text).replace("<!--", "").replace("-->", "")
        at = 0
        while at < len(text):
            brace, semicolon = text.find("{", at), text.find(";", at)
            head_end = brace if brace >= 0 else len(text)
            if text[at:].lstrip().startswith("@") and 0 <= semicolon < head_end:
                self._statement(text[at:semicolon].strip())
                at = semicolon + 1
                continue
            if brace < 0:
                return
            end = _closing(text, brace)
            self._block(text[at:brace].strip(), text[brace + 1 : end])
            at = end + 1

    def _statement(self, text: str) -> None:
        if text.lower().startswith("@import"):
            self.report("a style sheet in another file (@import)")

    def _block(self, head: str, body: str) -> None:
        name = re.split(r"[\s(]", head, maxsplit=1)[0].lower()
        if name == "@media":
            if _applies(head[6:]):
                self.add(body)
        elif name in {"@supports", "@layer"}:
            self.add(body)
        elif name.endswith("keyframes"):
            self.report("an animation")
        elif name == "@font-face":
            self.report("a font inside of the file (@font-face)")
        elif not name.startswith("@"):
            self._rule(head, body)

    def _rule(self, head: str, body: str) -> None:
        declarations = tuple(parse_declarations(body.split("{", maxsplit=1)[0]))
        try:
            selectors = _selectors(head)
        except _Unreadable:
            self.report(f"the selector `{head[:40]}`")
            return
        for selector in selectors:
            self._count += 1
            if self._count > MOST_RULES:
                raise OverflowError
            last = selector.parts[-1][1]
            key = ("#" + last.ids[0]) if last.ids else ""
            key = key or (("." + last.classes[0]) if last.classes else last.tag)
            self._by_key[key].append(_Rule(selector, self._count, declarations))

    def declarations(self, element: Element, tree: "Family") -> list[Declaration]:
        """The declarations for an element, the strongest last, `!important` still in them.

        Raises OverflowError when the elements together have needed more than `MOST_TESTS` tests.
        """
        keys = ["*", tree.name(element), f"#{element.get('id', '')}"]
        keys += ("." + name for name in element.get("class", "").split())
        rules = [rule for key in dict.fromkeys(keys) for rule in self._by_key.get(key, ())]
        self._looks += len(rules)
        if self._looks > MOST_TESTS:
            raise OverflowError
        found = [
            (rule.selector.specificity, rule.order, rule.declarations)
            for rule in rules
            if tree.matches(element, rule.selector.parts)
        ]
        found.sort(key=lambda each: each[:2])
        return [declaration for *_, told in found for declaration in told]


def _closing(text: str, brace: int) -> int:
    depth = 0
    for found in regex(r"[{}]").finditer(text, brace):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.start()
    return len(text)


def _applies(query: str) -> bool:
    """Whether a media query holds for a light screen in colour."""
    return any(_one_applies(part.strip().lower()) for part in query.split(","))


def _one_applies(query: str) -> bool:
    if query.startswith("not "):
        return not _one_applies(query[4:])
    for part in re.split(r"\s+and\s+", query.removeprefix("only ").strip()):
        word = re.sub(r"\s+", "", part)
        if word not in {"", "all", "screen", "(prefers-color-scheme:light)", "(color)"}:
            return False
    return True


class Family:
    """A tree of elements that knows parents and siblings, for selectors."""

    def __init__(self, root: Element, name: Callable[[Element], str]) -> None:
        self.name = name
        self._root = root
        self._parents = {child: parent for parent in root.iter() for child in parent}
        self._places: dict[Element, Mapping[Element, int]] = {}

    def parent(self, element: Element) -> Element | None:
        return self._parents.get(element)

    def matches(self, element: Element, parts: tuple[tuple[str, _Compound], ...]) -> bool:
        """Whether a selector, given by its compounds, matches an element."""
        failed: set[tuple[int, Element]] = set()

        def from_right(at: int, here: Element) -> bool:
            if (at, here) in failed:
                return False
            combinator, compound = parts[at]
            if self._is(here, compound):
                if at == 0:
                    return True
                if any(from_right(at - 1, before) for before in self._before(combinator, here)):
                    return True
            failed.add((at, here))
            return False

        return from_right(len(parts) - 1, element)

    def _before(self, combinator: str, element: Element) -> Iterator[Element]:
        """Yields the elements to which the selector left of a combinator may apply."""
        parent = self._parents.get(element)
        if combinator in " >":
            while parent is not None:
                yield parent
                if combinator == ">":
                    return
                parent = self._parents.get(parent)
        elif parent is not None:
            place = self._place(parent)[element]
            siblings = list(parent)[:place]
            yield from siblings[-1:] if combinator == "+" else reversed(siblings)

    def _place(self, parent: Element) -> Mapping[Element, int]:
        if parent not in self._places:
            self._places[parent] = {child: at for at, child in enumerate(parent)}
        return self._places[parent]

    def _is(self, element: Element, compound: _Compound) -> bool:
        if compound.tag not in {"*", self.name(element)}:
            return False
        if any(element.get("id") != wanted for wanted in compound.ids):
            return False
        classes = element.get("class", "").split() if compound.classes else ()
        if any(wanted not in classes for wanted in compound.classes):
            return False
        if not all(_has(element, *wanted) for wanted in compound.attributes):
            return False
        return all(self._pseudo(element, *pseudo) for pseudo in compound.pseudos)

    def _pseudo(  # noqa: PLR0911
        self, element: Element, name: str, argument: str
    ) -> bool:
        parent = self._parents.get(element)
        if name == "root":
            return element is self._root
        if name in {"not", "is", "where"}:
            try:
                found = any(self.matches(element, one.parts) for one in _selectors(argument))
            except _Unreadable:
                return False
            return found != (name == "not")
        if name == "empty":
            return not len(element) and not element.text
        if name == "lang":
            return f"{self._language(element)}-".startswith(f"{argument.strip().lower()}-")
        if parent is None:
            return name in {"first-child", "last-child", "only-child"}
        siblings = list(parent)
        if name.endswith("of-type"):
            siblings = [one for one in siblings if one.tag == element.tag]
            place = siblings.index(element)
        else:
            place = self._place(parent)[element]
        last = len(siblings) - 1
        if name.startswith("nth"):
            return _nth(argument, (last - place if "last" in name else place) + 1)
        wanted = {"first": place == 0, "last": place == last, "only": last == 0}
        return wanted.get(name.split("-", maxsplit=1)[0], False)

    def _language(self, element: Element | None) -> str:
        """The language of an element, set on it or on one around it, in small letters."""
        while element is not None:
            found = element.get(XML_LANG) or element.get("lang")
            if found:
                return found.lower()
            element = self._parents.get(element)
        return ""


XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def _nth(argument: str, place: int) -> bool:
    text = re.sub(r"\s+", "", argument.lower())
    text = {"odd": "2n+1", "even": "2n"}.get(text, text)
    found = re.fullmatch(r"([+-]?\d*)n([+-]\d+)?|([+-]?\d+)", text)
    if not found:
        return False
    if found[3]:
        return place == int(found[3])
    step = int(found[1] + "1" if found[1] in {"", "+", "-"} else found[1])
    start = int(found[2] or 0)
    if step == 0:
        return place == start
    return (place - start) % step == 0 and (place - start) // step >= 0


def _has(element: Element, name: str, operator: str, wanted: str, any_case: bool) -> bool:
    local = name.rsplit(":", maxsplit=1)[-1]
    value = element.get(name)
    if value is None:
        value = next((v for k, v in element.items() if k.endswith("}" + local)), None)
    if value is None:
        return False
    if any_case:
        value, wanted = value.lower(), wanted.lower()
    tests: dict[str, Callable[[], bool]] = {
        "": lambda: True,
        "=": lambda: value == wanted,
        "~=": lambda: wanted in value.split(),
        "|=": lambda: value == wanted or value.startswith(wanted + "-"),
        "^=": lambda: bool(wanted) and value.startswith(wanted),
        "$=": lambda: bool(wanted) and value.endswith(wanted),
        "*=": lambda: bool(wanted) and wanted in value,
    }
    return tests[operator]()
