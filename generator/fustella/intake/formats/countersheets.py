"""Takes CSV of Countersheets (https://github.com/lifelike/countersheetsextension), for Inkscape.

Its tables are parted by empty rows, and each has a header of its own. The first column says how
many there are of a counter, and its head which drawing they are made of. The drawings are not read:
what a column shows is laid out on a counter by what it is.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from fustella.core.files.pictures import ENDINGS
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._looks import colour_of, text_look, text_of_plain
from fustella.intake.ids import free_name
from fustella.intake.marks import Box, Columns, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import copies_of, text_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.spreadsheets import delimited
from fustella.read.spreadsheets.cells import UnreadableSheet
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "Countersheets for Inkscape"

_COUNTER_MM = (15.9, 15.9)
"""Five eighths of an inch, as counters of wargames are."""

_CARD_MM = (63.0, 88.0)
_ZIP = b"PK\x03\x04"
_BACK = "BACK"
_KEYWORDS = ("ENDBOX", "ENDROW")
_HEAD = regex(r"([+@]*)([^?>\[\]]*)(\[[\w:-]+\])?([?>]*)")
_MARKED = regex(r"(?<![\w*])\*([^*\n]+)\*(?!\w)|(?<![\w/])/([^/\n]+)/(?!\w)")
_LONG = 24
_LOOKED_AT = 40
_WITHOUT_SIGNS = 0.32
"""Counts with gaps in the first column, which a sheet of cards may have as well."""


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: tables with its signs in their heads, counts in front."""
    return max((_likeness(source, name) for name in _files(source)[:_LOOKED_AT]), default=0.0)


def _files(source: ImportSource) -> Sequence[str]:
    if source.main:
        return (source.main,)
    return [name for name in source.names() if name.lower().endswith(".csv")]


def _likeness(source: ImportSource, name: str) -> float:
    try:
        blocks = _blocks(source, name)
    except ProblemsFound:
        return 0.0
    if not blocks:
        return 0.0
    heads = [head for block in blocks for head in block.heads]
    signs = any(
        head == _BACK or head[:1] in ("+", "@") or head[-1:] in (">", "?", "]") for head in heads
    )
    counted = all(not row[0] or row[0].isdecimal() for block in blocks for _, row in block.rows)
    keywords = any(block.had_keyword for block in blocks)
    if not counted:
        return 0.0
    empty = any(not row[0] for block in blocks for _, row in block.rows)
    return 0.9 if signs or keywords else _WITHOUT_SIGNS if empty or len(blocks) > 1 else 0.0


class _Block(Struct):
    """A header with the rows below it, each with its line."""

    template: str
    heads: Sequence[str]
    rows: list[tuple[int, Sequence[str]]]
    line: int
    had_keyword: bool = False


def _blocks(source: ImportSource, name: str) -> list[_Block]:
    data = source.bytes_of(name, limits.TABLE_BYTES)
    text = "" if data.startswith(_ZIP) else text_of(data)
    try:
        delimiter = delimited.delimiter_of(text, name)
        records = [
            [cell.value.strip() for cell in row] for row in delimited.records(text, delimiter)
        ]
    except UnreadableSheet as error:
        raise error.in_file(name) from None
    blocks: list[_Block] = []
    begins = True
    for line, cells in enumerate(records, 1):
        if not any(cells):
            begins = True
        elif cells[0] in _KEYWORDS and not any(cells[1:]):
            if blocks:
                blocks[-1].had_keyword = True
        elif begins or (cells[0] and not cells[0].isdecimal()):
            blocks.append(_Block(cells[0], cells[1:], [], line))
            begins = False
        else:
            blocks[-1].rows.append((line, cells))
    return [block for block in blocks if block.rows]


def take(source: ImportSource) -> Taken:
    """Takes each table of the file as a kind."""
    ranked = sorted(_files(source), key=lambda name: (-_likeness(source, name), name))
    main = ranked[0] if ranked else source.main
    losses: list[Loss] = []
    for other in ranked[1:]:
        if _likeness(source, other) > 0.5:
            why = "another sheet of counters: import it by its own name"
            losses.append(Loss(Miss.PIECES, other, why, Place(other)))
    pictures = TakenPictures(source, losses)
    ids: set[str] = set()
    names: set[str] = set()
    kinds = [
        _Counters(source, main, block, pictures, losses).kind(ids, names)
        for block in _blocks(source, main)
    ]
    title = PurePosixPath(main).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(title or "Counters", kinds, losses, pictures.taken, drawn=pictures.drawn)


class _Column(Struct, frozen=True):
    """A column of a table: its own name, on which sides it is, and its values by card."""

    name: str
    front: bool
    back: bool
    values: Mapping[int, str]


class _Counters:
    """The kind of one table."""

    def __init__(
        self,
        source: ImportSource,
        main: str,
        block: _Block,
        pictures: TakenPictures,
        losses: list[Loss],
    ) -> None:
        self._source, self._main, self._block = source, main, block
        self._pictures, self._losses = pictures, losses
        self._place = Place(main, block.line)
        self._fills: dict[int, str] = {}
        self._named: Mapping[str, str] = {}
        self._columns: list[_Column] = []
        self._read()
        texts = [text for column in self._columns for text in column.values.values()]
        is_card = "card" in block.template.lower() or any(len(text) > _LONG for text in texts)
        self._size_mm = _CARD_MM if is_card else _COUNTER_MM

    def _read(self) -> None:
        behind = False
        backs = [number for number, head in enumerate(self._block.heads, 1) if head == _BACK]
        self.two_sided = {
            card for card, (_, row) in enumerate(self._block.rows, 1)
            if any(len(row) > number and row[number] for number in backs)
        }  # fmt: skip
        for number, head in enumerate(self._block.heads, 1):
            if head == _BACK:
                behind = True
                continue
            found = _HEAD.fullmatch(head)
            sign, name, part, suffix = found.groups() if found else ("", head, "", "")
            values = {
                card: row[number]
                for card, (_, row) in enumerate(self._block.rows, 1)
                if len(row) > number and row[number]
            }
            if not name and not sign:
                continue
            if part in ("[style:fill]", "[fill]") and not behind:
                colours = {card: colour_of(value) for card, value in values.items()}
                self._fills |= {card: colour for card, colour in colours.items() if colour}
            elif part or "?" in suffix or (sign and not name):
                what = "is drawn in the SVG of the extension, which is not read"
                self._lose(head or sign, f"what it switches or colours {what}")
            elif sign:
                self._lose(head, "a drawing of the SVG of the extension, which is not read")
            elif name != "ID" and values:
                shown = {card: self._text(value) for card, value in values.items()}
                both = ">" in suffix and not behind
                known = {column.name for column in self._columns}
                free = next(n for n in (name, f"{name} back", f"{name} {number}") if n not in known)
                self._columns.append(_Column(free, not behind, behind or both, shown))

    def _text(self, typed: str) -> str:
        if typed.startswith("<<"):
            found = self._source.find(typed[2:].strip(), self._main)
            if not found:
                why = "there is no such file in the source"
                self._losses.append(Loss(Miss.TEXTS, typed[:100], why, self._place))
                return ""
            return text_of(self._source.bytes_of(found, limits.IMPORT_SCRIPT_BYTES)).strip()
        return typed.replace("\\n", "\n")

    def _lose(self, head: str, why: str) -> None:
        self._losses.append(Loss(Miss.LOOKS, f"the column {head}", why, self._place))

    def kind(self, ids: set[str], names: set[str]) -> TakenKind:
        """The kind with its list; `ids` and `names` are those that others have."""
        plain = slug_of(self._block.template.strip("+@<>?"))[:40].strip("-") or "counter"
        plain = f"counter-{plain}" if plain[0].isdigit() else plain
        free = free_name(plain, names)
        names.add(free)
        count = len(self._block.rows)
        rows = [
            {column.name: column.values.get(card, "") for column in self._columns}
            for card in range(1, count + 1)
        ]
        columns = Columns([column.name for column in self._columns], rows, count)
        self._named = columns.named
        cards = range(1, count + 1)
        front = self._side([c for c in self._columns if c.front], cards)
        behind = [c for c in self._columns if c.back]
        back = self._side(behind, sorted(self.two_sided)) if self.two_sided else []
        copies = {card: copies_of(row[0]) for card, (_, row) in enumerate(self._block.rows, 1)}
        shown = free.replace("-", " ").capitalize()
        return kind_of(
            free, shown, self._size_mm, columns, (front, back), self._pictures, self._losses,
            _text_of, self._place, copies, 0.0, ids,
        )  # fmt: skip

    def _side(self, columns: Sequence[_Column], cards: Sequence[int]) -> list[Drawn]:
        """Pictures in the middle, long texts below each other, short ones in the corners."""
        width, height = self._size_mm
        drawn: list[Drawn] = []
        ground: list[Mark] = []
        for card in cards:
            fill = self._fills.get(card, "#ffffff")
            ground.append(Mark("panel", card, (0.0, 0.0, width, height), {"fill": fill}))
        drawn.append(Drawn("ground", ground, self._place))
        pictures = [column for column in columns if _is_picture(column)]
        texts = [column for column in columns if column not in pictures]
        long = [column for column in texts if max(map(len, column.values.values())) > _LONG]
        short = [column for column in texts if column not in long]
        for column in pictures:
            look: dict[str, Value] = {"fit": "contain"}
            box = (0.15 * width, 0.15 * height, 0.7 * width, (0.4 if long else 0.55) * height)
            drawn.append(self._drawn("image", column, box, look, cards))
        for column, box in zip(short, self._corners(len(short)), strict=True):
            size = min(0.22 * height * 72 / 25.4, 14.0)
            look = {**text_look(size, "sans", "#000000"), "bold": True}
            look |= {"align": "center", "valign": "middle"}
            drawn.append(self._drawn("text", column, box, look, cards))
        for number, column in enumerate(long):
            share = 0.38 * height / len(long)
            box = (0.06 * width, 0.55 * height + number * share, 0.88 * width, share)
            look = {**text_look(9.0, "sans", "#000000"), "align": "center", "valign": "middle"}
            drawn.append(self._drawn("text", column, box, look, cards))
        return drawn

    def _corners(self, count: int) -> list[Box]:
        """Places for short texts: the last ones in the lowest row, at most three in a row."""
        width, height = self._size_mm
        if self._size_mm == _CARD_MM:
            row_mm = min(8.0, 0.5 * height / count) if count else 0.0
            return [(4.0, 4.0 + row_mm * n, width - 8, 0.94 * row_mm) for n in range(count)]
        rows = [*([count % 3] if count % 3 else []), *([3] * (count // 3))]
        row_mm = min(0.25 * height, 0.9 * height / len(rows)) if rows else 0.0
        boxes: list[Box] = []
        for number, in_row in enumerate(rows):
            below = number == len(rows) - 1
            y = height - 0.05 * height - row_mm if below else 0.05 * height + number * row_mm
            each = 0.9 * width / in_row
            boxes += [(0.05 * width + at * each, y, each, row_mm) for at in range(in_row)]
        return boxes

    def _drawn(
        self, draws: str, column: _Column, box: Box, look: Mapping[str, Value], cards: Sequence[int]
    ) -> Drawn:
        left, top, wide, high = (round(side, 2) for side in box)
        pattern = f"{{{self._named[column.name]}}}"
        marks = [
            Mark(draws, card, (left, top, wide, high), look, value, pattern)
            for card in cards
            if (value := column.values.get(card, ""))
        ]
        return Drawn(column.name, marks, self._place)


def _is_picture(column: _Column) -> bool:
    values = list(column.values.values())
    return 2 * sum(value.lower().endswith(ENDINGS) for value in values) > len(values)


def _text_of(typed: str) -> str:
    """A text whose `*bold*` and `/italic/` words are so in our markup."""
    parts: list[str] = []
    at = 0
    for found in _MARKED.finditer(typed):
        parts.append(text_of_plain(typed[at : found.start()]))
        mark, inner = ("**", found[1]) if found[1] else ("*", found[2])
        parts.append(f"{mark}{text_of_plain(inner)}{mark}")
        at = found.end()
    return "".join([*parts, text_of_plain(typed[at:])])
