"""Makes data for typst of the blocks of a booklet, and numbers them for their marks.

What depends on how much there is to say is decided here: which figures stand beside their words,
what stays whole on a page, whether lines are justified.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.colour import WHITE, mix
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Block,
    BookletTable,
    Box,
    BoxKind,
    Figure,
    Heading,
    Inlines,
    ListBlock,
    Paragraph,
    Rule,
    every_block,
    text_of,
)
from fustella.rules.nodes import Node, label_of, letters_in
from fustella.rules.page_shape import PageShape
from fustella.rules.setting import Setting
from fustella.rules.source import RulesSource
from fustella.rules.typeset_figures import figure_node
from fustella.rules.typeset_inlines import InlineSetter
from fustella.rules.typeset_tables import table_node

BESIDE_SHARE = 0.46
"""The share of the measure up to which a figure stands beside its words."""

BESIDE_LETTERS = 90
"""The fewest letters of words beside which a figure stands."""

LEGEND_MM = 44.0
"""The least measure of what explains the numbers of a figure beside it."""

LEAST_BESIDE_MM = 48.0
"""The least measure of words beside a figure: below, lines are too short to be spaced well."""

MOST_WHOLE, MOST_KEPT = 0.5, 0.85
"""The shares of a page up to which boxes, and figures with their legends, are not parted."""

SHORT_LINES = 3
"""The lines up to which words that lead to a list go with it to the next page."""

JUSTIFIED_FROM_MM = 80.0
"""The least measure whose lines are justified: below, words stand too far apart."""


class Marked(Struct, frozen=True):
    """A block whose place on the pages is told by a number: where it was typed, and what it says.

    `is_` is what it is for typst: a heading of a `level`, a paragraph, a table, a figure, a box. It
    is as wide as `measure_mm`; what its marks enclose has `below_mm` of white at its end.
    """

    place: Place
    is_: str
    text: str
    measure_mm: float
    below_mm: float = 0.0
    level: int = 0


class BlockSetter:
    """Makes the data of blocks of one booklet in a setting; figures count from 1 in their order.

    Those that are `moved` stand on top of the next page. `marked` are the blocks that it has
    numbered so far.
    """

    def __init__(
        self,
        source: RulesSource,
        shape: PageShape,
        setting: Setting,
        moved: frozenset[int],
        inlines: InlineSetter,
    ) -> None:
        self._source, self._shape, self._setting = source, shape, setting
        self._moved, self._figures = moved, 0
        self._inlines = inlines
        self.marked: list[Marked] = []

    def blocks(
        self, blocks: Sequence[Block], room_mm: float | None = None, *, flows: bool = False
    ) -> list[Node]:
        """Blocks as data; a figure that is small enough stands beside the words around it.

        Those of a chapter itself, which `flows` over pages, may be moved to the top of a page.
        """
        room_mm = self._shape.measure_mm if room_mm is None else room_mm
        found = list[Node]()
        for at, block in enumerate(blocks):
            if isinstance(block, Figure):
                node = figure_node(
                    block, self._inlines, self._shape, self._setting, room_mm, flows=flows
                )
                if node is not None:
                    self.mark(node, block, room_mm)
                    self._place_figure(node, block, found, room_mm, flows=flows)
                continue
            after = blocks[at + 1] if at + 1 < len(blocks) else None
            for node in self._block(block, room_mm):
                if isinstance(block, Paragraph):
                    # Words that lead to a list or a table are not left alone on a page.
                    leads = node["leads"] or isinstance(after, ListBlock | BookletTable)
                    node["leads"] = leads and self._is_short(block, room_mm)
                self.mark(node, block, room_mm)
                found.append(node)
            _fill_beside(found, self._setting.height_mm, room_mm)
            if found[-1]["is"] == "beside":
                self._narrowed(found[-1]["after"], room_mm - found[-1]["wide"] - 5.0)
        return found

    def mark(self, node: Node, block: Block, room_mm: float) -> None:
        """Numbers a block, whose place on the pages is told by this number."""
        if not self._source.marks or node["is"] in {"list", "quote"}:  # what is in it has marks
            return
        level = node.get("level", 0)
        below_mm = (
            self._setting.line_pt * MM_PER_PT * ((1.0 if level == 1 else 0.5) if level else 0.0)
        )
        node["at"] = len(self.marked)
        wide_mm = room_mm - (6.4 if node["is"] == "box" else 0.0)
        text = _said_of(block) or node.get("name", "")
        said = Marked(block.place, node["is"], text, wide_mm, below_mm, level)
        self.marked.append(said)

    def _narrowed(self, nodes: Sequence[Node], measure_mm: float) -> None:
        """Notes that blocks are only so wide."""
        for node in nodes:
            if "at" in node:
                old = self.marked[node["at"]]
                wide_mm = min(old.measure_mm, measure_mm)
                self.marked[node["at"]] = replace(old, measure_mm=wide_mm)
            for item in node.get("items", ()):
                self._narrowed(item, measure_mm - 6.0)

    def _is_short(self, block: Paragraph, room_mm: float) -> bool:
        """Whether a paragraph has so few lines that they need not be parted between pages."""
        line_mm = self._setting.line_pt * MM_PER_PT
        return self._setting.lines_mm(len(text_of(block.inlines)), room_mm) <= SHORT_LINES * line_mm

    def _place_figure(
        self, node: Node, figure: Figure, found: list[Node], room_mm: float, *, flows: bool
    ) -> None:
        """Puts a figure beside its legend, or beside the words before it, or below them."""
        wide_mm = sum(each["wide"] for each in node["pictures"]) + 4.0 * (len(node["pictures"]) - 1)
        left_mm = room_mm - wide_mm - 5.0
        narrow = wide_mm <= room_mm * BESIDE_SHARE and left_mm >= LEAST_BESIDE_MM
        if figure.legend:
            steps = {
                "is": "steps",
                "start": 1,
                "items": [self.blocks(one) for one in figure.legend],
            }
            if left_mm >= LEGEND_MM and wide_mm <= room_mm * 0.6:
                beside = self._beside([steps], node, wide_mm, room_mm, figure_first=True)
                found.append(beside | {"closed": True})
                return
            # The numbers of a figure are explained on the same page.
            high_mm = self._setting.height_mm([node, steps], room_mm)
            kept = high_mm <= self._shape.height_mm * MOST_KEPT
            found.append({"is": "kept", "of": [node, steps]} if kept else node)
            if not kept:
                found.append(steps)
        else:
            words = self._words_before(found, node, left_mm) if narrow else 0
            if words:
                found[-words:] = [self._beside(found[-words:], node, wide_mm, room_mm)]
                return
            found.append(node)
        if flows:
            self._figures += 1
            first = len(found) - 1 if found[-1]["is"] != "steps" else len(found) - 2
            headed = first == 0 or found[first - 1]["is"] == "heading"
            number = 0 if headed or found[first].get("across") else self._figures
            found[first] |= {"number": number, "moved": number > 0 and number in self._moved}

    def _words_before(self, found: Sequence[Node], figure: Node, measure_mm: float) -> int:
        """The number of blocks of words before a figure that fill the room beside it; 0 for none.

        No more than the figure's height are taken.
        """
        high_mm = max(each["high"] for each in figure["pictures"])
        words, filled_mm, letters = 0, 0.0, 0
        for node in reversed(found):
            if node["is"] not in {"paragraph", "list"} or filled_mm > high_mm * 0.75:
                break
            own_mm = self._setting.height_mm([node], measure_mm)
            if words and filled_mm + own_mm > high_mm * 1.2:
                break
            words, filled_mm, letters = words + 1, filled_mm + own_mm, letters + letters_in(node)
        return words if letters >= BESIDE_LETTERS else 0

    def _beside(
        self,
        words: list[Node],
        figure: Node,
        wide_mm: float,
        room_mm: float,
        *,
        figure_first: bool = False,
    ) -> Node:
        self._narrowed(words, room_mm - wide_mm - 5.0)
        self._narrowed([figure], wide_mm)
        return {
            "is": "beside",
            "figure-first": figure_first,
            "words": words,
            "figure": figure,
            "wide": round(wide_mm, 3),
            "justify": room_mm - wide_mm - 5.0 >= JUSTIFIED_FROM_MM,
            "after": [],
        }

    def _block(self, block: Block, room_mm: float) -> Iterator[Node]:
        match block:
            case Heading():
                level = min(block.level, 4)
                yield {
                    "is": "heading",
                    "level": level,
                    "of": self._inlines.inlines(block.inlines),
                    "anchor": label_of(block.anchor),
                }
            case Paragraph():
                words = text_of(block.inlines)
                node = {"is": "paragraph", "of": self._inlines.inlines(block.inlines)}
                yield {**node, "leads": words.rstrip().endswith((":", "："))}
            case ListBlock():
                inner_mm = room_mm - 6.0
                items = [self.blocks(item, inner_mm) for item in block.items]
                yield {
                    "is": "list",
                    "ordered": block.ordered,
                    "start": block.start,
                    "tight": block.tight,
                    "items": items,
                }
            case BookletTable():
                yield table_node(block, self._inlines, self._shape, self._setting)
            case Box(kind=BoxKind.QUOTE):
                yield {"is": "quote", "of": self.blocks(block.blocks, room_mm - 10.0)}
            case Box():
                yield self._box(block, room_mm)
            case Rule():
                yield {"is": "rule"}

    def _box(self, box: Box, room_mm: float) -> Node:
        look, paint = self._source.look, self._source.look.box(box.kind)
        name = self._source.words[str(box.kind)]
        if box.kind is BoxKind.TURN and box.title:
            name = ""  # its own title says which turn it is
        shared = {
            "name": name,
            "title": self._inlines.inlines(box.title),
            "paint": paint,
            "ground": WHITE if look.ground == WHITE else mix(paint, WHITE, 0.91),
        }
        steps = steps_of(box)
        if steps is not None:
            cells = [self.blocks(item, 30.0) for item in steps.items]
            columns = self._strip_columns(steps)
            wide_mm = (room_mm - 2.0 * (columns - 1)) / columns - (4.4 if columns > 1 else 11.6)
            for cell in cells:
                self._narrowed(cell, wide_mm)
            return {"is": "strip", **shared, "columns": columns, "steps": cells}
        inner = self.blocks(box.blocks, room_mm - 7.0)
        whole = self._setting.height_mm(inner, room_mm - 7.0) <= self._shape.height_mm * MOST_WHOLE
        # The title of a box that is parted stays with what it begins with.
        first_mm = self._setting.height_mm(inner[:1], room_mm - 7.0)
        begins = 1 if first_mm <= self._shape.height_mm * MOST_WHOLE else 0
        return {"is": "box", **shared, "breakable": not whole, "of": inner, "begins": begins}

    def _strip_columns(self, steps: ListBlock) -> int:
        """The steps beside each other: as many as have 26 mm, or one where they say much."""
        letters = [
            sum(len(text_of(_own(block))) for block in every_block(item)) for item in steps.items
        ]
        most = int((self._shape.measure_mm + 2.0) / 28.0)
        if not letters or most < 2 or max(letters) > 220:
            return 1
        rows = -(-len(letters) // most)
        return -(-len(letters) // rows)


def _fill_beside(
    found: list[Node], height_mm: Callable[[Sequence[Node], float], float], room_mm: float
) -> None:
    """Puts the last block beside the figure before it, if the words there leave room for it."""
    if len(found) < 2 or found[-2]["is"] != "beside" or found[-2].get("closed"):
        return
    beside, node = found[-2], found[-1]
    measure_mm = room_mm - beside["wide"] - 5.0
    figure_mm = height_mm([beside["figure"]], room_mm)
    words_mm = height_mm([*beside["words"], *beside["after"]], measure_mm)
    own_mm = height_mm([node], measure_mm)
    if node["is"] in _BESIDE_TOO and not node.get("leads") and words_mm + own_mm <= figure_mm:
        found[-2:] = [beside | {"after": [*beside["after"], node]}]


_BESIDE_TOO = frozenset(("paragraph", "list", "box"))
"""The blocks that may stand beside the figure before them."""


def _said_of(block: Block) -> str:
    """What a block says, for those who find it by its words."""
    match block:
        case Heading() | Paragraph():
            return text_of(block.inlines)
        case Figure():
            return "; ".join(picture.alt for picture in block.pictures)
        case BookletTable():
            return ", ".join(filter(None, (text_of(column.inlines) for column in block.columns)))
        case Box():
            return text_of(block.title)
    return ""


def _own(block: Block) -> Inlines:
    """The words of a block itself."""
    match block:
        case Heading() | Paragraph():
            return block.inlines
        case _:
            return ()


def steps_of(box: Box) -> ListBlock | None:
    """The steps of a turn at a glance; None for a box that has something else."""
    if box.kind is BoxKind.TURN and len(box.blocks) == 1:
        (block,) = box.blocks
        if isinstance(block, ListBlock):
            return block
    return None
