"""Lays out a face of Cider, which is HTML with CSS: boxes, texts and pictures at their places.

This is no browser. Boxes stand at `position: absolute`, or below or beside each other as in a flex
box, with sizes and paddings in plain lengths. All else is approximated.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape

from msgspec import Struct

from fustella.core.words.patterns import regex

_LENGTH = regex(r"(-?\d{0,6}(?:\.\d{1,6})?)\s*(px|%|em|rem|mm|cm|in|pt|)")
_TAG = regex(r"<(/?)([A-Za-z][A-Za-z0-9-]{0,30})\b([^<>]{0,5000})>")
_ATTRIBUTE = regex(r"""([\w-]{1,40})\s{0,9}=\s{0,9}("[^"]*"|'[^']*'|[^\s"'>]+)""")
_SPACES = regex(r"\s+")
_SPLIT = regex(r";(?!base64,|utf8,|charset)")
_STEP = regex(r"[.#]?[\w-]+|\*")
_UNITS = {"px": 1.0, "": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72}
_INLINE = frozenset(
    (
        *("b", "strong", "i", "em", "u", "s", "small", "big", "br", "sup", "sub", "a", "font"),
        *("ul", "ol", "li", "icon", "wbr", "code", "mark", "hr"),
    )
)
_TEXTUAL = _INLINE | {"p", "span", "h1", "h2", "h3", "h4", "h5", "h6"}
_VOID = frozenset(("img", "br", "hr", "icon", "wbr", "input", "link", "meta", "source"))
_INHERITED = (
    *("color", "font-size", "font-family", "font-weight", "font-style", "text-align"),
    *("line-height", "text-transform"),
)
_HEADS = {"h1": "2em", "h2": "1.5em", "h3": "1.17em"}
_DEPTH = 60
_MOST = 2000
_MOST_RULES = 1000
_MOST_LETTERS = 500
_LINE = 1.25

Area = tuple[float, float, float, float]


class Node:
    """An element, with the texts and elements in it."""

    def __init__(self, tag: str, attributes: Mapping[str, str], parent: "Node | None") -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.classes = (attributes.get("class") or "").split()
        self.inner: list[Node | str] = []
        self.style: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self.attributes.get("id") or (self.classes[-1] if self.classes else self.tag)

    def nodes(self) -> Iterator["Node"]:
        return (each for each in self.inner if isinstance(each, Node))

    def is_text(self) -> bool:
        """Whether there is nothing in it but letters and what stands in lines with them."""
        return all(
            (each.tag in _TEXTUAL or (each.tag == "div" and not each.classes))
            and each.style.get("position") != "absolute"
            and each.is_text()
            for each in self.nodes()
        )

    def markup(self) -> str:
        """What is in it as HTML."""
        parts = []
        for each in self.inner:
            if isinstance(each, str):
                parts.append(escape(each, quote=False))
            elif each.tag == "icon":
                parts.append(f'<icon name="{escape(each.attributes.get("name") or "")}">')
            elif each.tag in ("br", "hr"):
                parts.append("<br>")
            else:
                parts.append(f"<{each.tag}>{each.markup()}</{each.tag}>")
        return "".join(parts)


def tree_of_html(html: str) -> Node:
    """The elements of a page, below a root of its own."""
    root = Node("body", {}, None)
    opened = [root]
    html = without(html, "<!--", "-->")
    for tag in ("style", "script"):
        html = without(html, f"<{tag}", f"</{tag}>")
    at = 0
    for number, found in enumerate(_TAG.finditer(html)):
        opened[-1].inner.append(_spaced(html[at : found.start()]))
        at = found.end()
        if number > _MOST:
            break
        tag = found[2].lower()
        if found[1]:
            depth = next((n for n in range(len(opened) - 1, 0, -1) if opened[n].tag == tag), 0)
            del opened[depth or len(opened) :]
        elif len(opened) <= _DEPTH:
            attributes = {
                name.lower(): unescape(value.strip("\"'"))
                for name, value in _ATTRIBUTE.findall(found[3])
            }
            node = Node(tag, attributes, opened[-1])
            opened[-1].inner.append(node)
            if tag not in _VOID and not found[3].endswith("/"):
                opened.append(node)
    opened[-1].inner.append(_spaced(html[at:]))
    return root


def without(text: str, opening: str, closing: str) -> str:
    """A text without what stands between two signs, and without these."""
    parts: list[str] = []
    while text:
        before, start, behind = text.partition(opening)
        parts.append(before)
        text = behind.partition(closing)[2] if start else ""
    return "".join(parts)


def _spaced(text: str) -> str:
    return unescape(_SPACES.sub(" ", text)) if text.strip() else text and " "


class Placed(Struct, frozen=True):
    """A box, a text or a picture at its place, in pixels; `style` is its CSS.

    `draws` is panel, text or image; `content` is HTML or an address.
    """

    draws: str
    name: str
    area: Area
    style: Mapping[str, str]
    content: str = ""


def placed_of(html: str, css: str) -> tuple[list[Placed], tuple[float, float]]:
    """What a page shows, and the size of the card in pixels, (0, 0) where it does not say."""
    root = tree_of_html(html)
    rules = [*_rules(css)]
    _dress(root, rules, {})
    card = _card_of(root)
    width = length_px(card.style.get("width", ""), 0.0, 16.0)
    height = length_px(card.style.get("height", ""), 0.0, 16.0)
    if width <= 0 or height <= 0:
        return [], (0.0, 0.0)
    made: list[Placed] = []
    home = card.parent if card.parent is not None and card.parent.tag != "body" else card
    _place(home if home is not card else card, (0.0, 0.0, width, height), made, (width, height))
    return made, (width, height)


def _card_of(root: Node) -> Node:
    """The outermost element with a width and a height in a length."""
    queue = [root]
    while queue:
        node = queue.pop(0)
        sizes = [length_px(node.style.get(key, ""), 0.0, 16.0) for key in ("width", "height")]
        if min(sizes) > 100:
            return node
        queue += node.nodes()
    return root


def _rules(css: str) -> Iterator[tuple[tuple[int, int], list[str], dict[str, str]]]:
    """Yields rules with what they outweigh, the steps of their selector, and their values."""
    for number, block in enumerate(_without_remarks(css).split("}")[:_MOST_RULES]):
        selectors, _, body = block.rpartition("{")
        values: dict[str, str] = {}
        for line in _SPLIT.split(body):
            key, colon, value = line.partition(":")
            if colon:
                values[key.strip().lower()] = value.replace("!important", "").strip()
        for selector in selectors.rpartition(";")[2][:_MOST_LETTERS].split(","):
            steps = selector.replace(">", " ").split()
            if steps and not any(sign in selector for sign in ":[+~@{"):
                yield (selector.count(".") + 10 * selector.count("#"), number), steps, values


def _without_remarks(css: str) -> str:
    lines = without(css, "/*", "*/").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//"))


def address_in(value: str) -> str:
    """The address of a `url(…)` in a value of CSS, "" for none."""
    _, found, rest = value.partition("url(")
    return rest.partition(")")[0].strip(" \t'\"") if found else ""


def _dress(
    node: Node, rules: Sequence[tuple[tuple[int, int], list[str], dict[str, str]]],
    inherited: Mapping[str, str],
) -> None:  # fmt: skip
    style = dict(inherited)
    if node.tag in _HEADS:
        style |= {"font-weight": "bold", "font-size": _of_em(_HEADS[node.tag], style)}
    if node.tag in ("b", "strong"):
        style["font-weight"] = "bold"
    own = [(weight, values) for weight, steps, values in rules if _fits(node, steps)]
    for _, values in sorted(own, key=lambda one: one[0]):
        style |= values
    for line in (node.attributes.get("style") or "").split(";"):
        key, colon, value = line.partition(":")
        if colon:
            style[key.strip().lower()] = value.strip()
    style["font-size"] = _of_em(style.get("font-size", "16px"), inherited)
    node.style = style
    below = {key: style[key] for key in _INHERITED if key in style}
    for each in node.nodes():
        _dress(each, rules, below)


def _of_em(typed: str, inherited: Mapping[str, str]) -> str:
    base = length_px(inherited.get("font-size", "16px"), 16.0, 16.0)
    return f"{length_px(typed, base, base) or base:.2f}px"


def _fits(node: Node, steps: Sequence[str]) -> bool:
    if not _is(node, steps[-1]):
        return False
    above = node.parent
    for step in reversed(steps[:-1]):
        while above is not None and not _is(above, step):
            above = above.parent
        if above is None:
            return False
        above = above.parent
    return True


def _is(node: Node, step: str) -> bool:
    for part in _STEP.findall(step):
        fits = {".": part[1:] in node.classes, "#": part[1:] == node.attributes.get("id")}
        if not fits.get(part[0], part in ("*", node.tag)):
            return False
    return True


def length_px(typed: str, whole: float, em: float) -> float:
    """A length in pixels of 1/96 inch; `whole` is what 100 % are, 0 for what is no length."""
    found = _LENGTH.fullmatch(typed.strip().lower())
    if found is None or found[1] in ("", "-"):
        return 0.0
    number, unit = float(found[1]), found[2]
    if unit == "%":
        return number / 100 * whole
    return number * (em if unit == "em" else 16.0 if unit == "rem" else _UNITS[unit])


def _sides(style: Mapping[str, str], key: str, area: Area, em: float) -> list[float]:
    """The lengths of padding or margin: at the top, right, bottom and left."""
    parts = style.get(key, "0").split()[:4] or ["0"]
    top, right = parts[0], parts[min(1, len(parts) - 1)]
    bottom = parts[2] if len(parts) > 2 else top
    four = (top, right, bottom, parts[3] if len(parts) > 3 else right)
    sides = ("top", "right", "bottom", "left")
    return [
        length_px(style.get(f"{key}-{side}", typed), area[2], em)
        for side, typed in zip(sides, four, strict=True)
    ]


def _place(node: Node, area: Area, made: list[Placed], card: tuple[float, float]) -> None:
    """Adds what a node shows in an area, and what is in it."""
    style = node.style
    if style.get("display") == "none" or style.get("visibility") == "hidden" or len(made) > _MOST:
        return
    em = length_px(style["font-size"], 16.0, 16.0)
    if _is_dressed(style):
        made.append(Placed("panel", node.name, area, style))
    for key in ("background-image", "background"):
        if address := address_in(style.get(key, "")):
            made.append(Placed("image", node.name, area, style, address))
            break
    if node.tag == "img":
        made.append(Placed("image", node.name, area, style, node.attributes.get("src", "")))
        return
    top, right, bottom, left = _sides(style, "padding", area, em)
    inner = (
        area[0] + left, area[1] + top, max(1.0, area[2] - left - right),
        max(1.0, area[3] - top - bottom),
    )  # fmt: skip
    if node.is_text():
        if any(str(each).strip() or isinstance(each, Node) for each in node.inner):
            made.append(Placed("text", node.name, inner, style, node.markup()))
        return
    flowing = [each for each in _boxes(node) if each.style.get("position") not in _OUT]
    for each, its in zip(flowing, _flow(node, flowing, inner), strict=True):
        _place(each, its, made, card)
    for each in _boxes(node):
        if each.style.get("position") in _OUT:
            home = area if style.get("position") in ("relative", *_OUT) else (0.0, 0.0, *card)
            _place(each, _absolute(each, home), made, card)


_OUT = ("absolute", "fixed")


def _boxes(node: Node) -> list[Node]:
    """The elements in a node; letters between them are boxes of their own."""
    boxes = []
    for each in node.inner:
        if isinstance(each, Node):
            boxes.append(each)
        elif each.strip():
            own = Node("span", {}, node)
            own.inner, own.style = [each], {k: v for k, v in node.style.items() if k in _INHERITED}
            boxes.append(own)
    return boxes


def _is_dressed(style: Mapping[str, str]) -> bool:
    ground = style.get("background-color") or style.get("background", "")
    plain = ground and not ground.startswith(("url", "none", "transparent"))
    return bool(plain) or any(key.startswith("border") and "radius" not in key for key in style)


def _absolute(node: Node, home: Area) -> Area:
    style = node.style
    em = length_px(style["font-size"], 16.0, 16.0)
    inset = style.get("inset")
    placed: list[tuple[float, float]] = []
    for start, end, size, at in (("left", "right", "width", 0), ("top", "bottom", "height", 1)):
        whole = home[at + 2]
        first, last = style.get(start, inset), style.get(end, inset)
        length = length_px(style.get(size, ""), whole, em)
        near = length_px(first or "0", whole, em)
        if not length and first is not None and last is not None:
            length = whole - near - length_px(last, whole, em)
        length = length or (_natural(node, home) if at else whole - near)
        if first is None and last is not None:
            near = whole - length - length_px(last, whole, em)
        if "translate" in style.get("transform", "") and first == "50%":
            near -= length / 2
        placed.append((home[at] + near, max(1.0, length)))
    return (placed[0][0], placed[1][0], placed[0][1], placed[1][1])


def _natural(node: Node, area: Area) -> float:
    """About how high a node is that does not say it: by its lines, or what is in it."""
    style = node.style
    em = length_px(style["font-size"], 16.0, 16.0)
    top, right, bottom, left = _sides(style, "padding", area, em)
    if typed := length_px(style.get("height", ""), area[3], em):
        return typed
    least = length_px(style.get("min-height", ""), area[3], em)
    if node.tag == "img":
        return length_px(node.attributes.get("height", ""), area[3], em) or area[2] / 2
    if node.is_text():
        letters = len(node.markup())
        across = max(1.0, (area[2] - left - right) / (em * 0.5))
        lines = max(1, -(-letters // int(max(1.0, across)))) if letters else 0
        return max(least, lines * em * _LINE + top + bottom)
    inner = [
        _natural(each, area) for each in node.nodes() if each.style.get("position") not in _OUT
    ]
    return max(least, (max(inner, default=0.0) if _is_row(node) else sum(inner)) + top + bottom)


def _is_row(node: Node) -> bool:
    is_flex = node.style.get("display") in ("flex", "inline-flex")
    return is_flex and not node.style.get("flex-direction", "row").startswith("column")


def _flow(node: Node, boxes: Sequence[Node], area: Area) -> Iterator[Area]:
    """Yields the areas of boxes that stand below each other, or beside each other in a row."""
    row = _is_row(node)
    along, across = (2, 3) if row else (3, 2)
    size = "width" if row else "height"
    lengths: list[float] = []
    grow: list[float] = []
    for box in boxes:
        em = length_px(box.style["font-size"], 16.0, 16.0)
        typed = length_px(box.style.get(size, ""), area[along], em)
        first = (box.style.get("flex") or box.style.get("flex-grow") or "0").split()[0]
        share = float(first) if first.replace(".", "", 1).isdecimal() and len(first) < 6 else 0.0
        natural = _natural(box, area) if not row else (typed or 0.0)
        lengths.append(0.0 if share and not typed else natural)
        grow.append(share if share else (1.0 if row and not typed else 0.0))
    left = area[along] - sum(lengths)
    total = sum(grow)
    if left < 0 and sum(lengths) > 0:
        lengths = [one * area[along] / sum(lengths) for one in lengths]
        left = 0.0
    at = area[0 if row else 1]
    if not total and left > 0:
        where = node.style.get("justify-content", "")
        is_flex = node.style.get("display") in ("flex", "inline-flex")
        at += (
            {"center": left / 2, "flex-end": left, "end": left}.get(where, 0.0) if is_flex else 0.0
        )
    for box, length, share in zip(boxes, lengths, grow, strict=True):
        one = length + (left * share / total if total and left > 0 else 0.0)
        em = length_px(box.style["font-size"], 16.0, 16.0)
        whole = area[across]
        other = length_px(box.style.get("height" if row else "width", ""), whole, em)
        other = min(other or whole, whole)
        side = area[1 if row else 0]
        margins = box.style.get("margin", "")
        if other < whole and ("auto" in margins or node.style.get("align-items") == "center"):
            side += (whole - other) / 2
        yield (at, side, one, other) if row else (side, at, other, one)
        at += one
