"""Makes blocks of the tokens of a chapter: headings, paragraphs, lists, tables, figures, boxes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from markdown_it.token import Token
from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.model import Word
from fustella.core.values.problems import Collected, Place, Problem, did_you_mean
from fustella.core.values.rules import (
    Align,
    Block,
    Blocks,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Column,
    Figure,
    Heading,
    IndexMark,
    Inlines,
    ListBlock,
    ListColumn,
    ListTable,
    MadeBlocks,
    MarkedLines,
    Note,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Rule,
    Words,
)
from fustella.core.words.patterns import regex
from fustella.read.rules.inlines import BlockMarks, InlineReader, html_problem, is_remark
from fustella.read.rules.markdown import BOX, NOTE, parse, parse_line
from fustella.read.rules.situations import read_situation

SITUATION: Final = "situation"

_LIST = regex(
    r"list:\s*(?P<of>(?:(?:piece|list|kind|sheet)\s+)?[^\s:]+)"
    r"(?:\s+where:?\s+(?P<where>.+?))?(?:\s+sort:?\s+(?P<sort>-?\S+))?"
)
_BOX_KINDS = tuple(kind.value for kind in BoxKind if kind is not BoxKind.QUOTE)


class ChapterText(Struct, frozen=True):
    """The blocks of a chapter, and the notes that stand in it."""

    blocks: Blocks
    notes: tuple[Note, ...]


class Amount(Struct):
    """How many blocks and letters of a booklet have been read.

    If they are `too_many`, which was reported, no more is read.
    """

    blocks: int = 0
    letters: int = 0
    too_many: bool = False


def read_blocks(
    text: str, file: str, problems: list[Problem], amount: Amount | None = None
) -> ChapterText:
    """The blocks of a chapter in Markdown; `amount` counts those of the whole booklet.

    Adds to `problems`: E133 for too much, E712, E713, and what situations lack.
    """
    amount = amount if amount is not None else Amount()
    if amount.too_many:
        return ChapterText((), ())
    if amount.letters + len(text) > limits.BOOKLET_LETTERS:
        amount.letters += len(text)
        amount.too_many = True
        message = f"with this chapter the booklet has more than {limits.BOOKLET_LETTERS:,} letters"
        InlineReader(file, problems).report(
            "E133", Place(file), message, "make several booklets of it"
        )
        return ChapterText((), ())
    read = _read_alone(text, file)
    if read.parsed > limits.RULES_BLOCKS - amount.blocks:  # it is cut, or too much with the others
        read = _read(text, file, max(0, limits.RULES_BLOCKS - amount.blocks))
    amount.letters += len(text)
    amount.blocks += read.blocks
    amount.too_many = read.too_many
    problems += read.problems
    return read.chapter


class _Read(Struct, frozen=True):
    """A chapter that was read, with its problems and its amount; `parsed` counts more blocks."""

    chapter: ChapterText
    problems: tuple[Problem, ...]
    blocks: int
    parsed: int
    too_many: bool


def _read(text: str, file: str, most: int) -> _Read:
    problems, amount = Collected(), Amount()
    reader = InlineReader(file, problems)
    parsed = parse(text, most)
    reader.faults(parsed.faults)
    one = _Chapter(reader, parsed.tokens, amount)
    chapter = ChapterText(one.blocks(), tuple(one.notes))
    return _Read(chapter, tuple(problems), amount.blocks, parsed.blocks, parsed.too_many)


@lru_cache(maxsize=64)
def _read_alone(text: str, file: str) -> _Read:
    """A chapter as if there were no others; of a booklet that is edited, most are as they were."""
    return _read(text, file, limits.RULES_BLOCKS)


class _Chapter(Struct):
    """Reads the tokens of one chapter, from the first to the last."""

    reader: InlineReader
    tokens: Sequence[Token]
    amount: Amount
    notes: list[Note] = field(default_factory=list)
    at: int = 0

    def _next(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def _place(self, token: Token) -> Place:
        return self.reader.place(token.map[0] if token.map else 0)

    def blocks(self) -> Blocks:
        """The blocks up to the token that closes what is around them, which is passed, too."""
        found: list[Block] = []
        while self.at < len(self.tokens):
            token = self._next()
            if token.nesting < 0:
                break
            for block in self._block(token):
                _add(block, found, self.reader)
                self.amount.blocks += 1
        return tuple(_with_legends(found, self.reader))

    def _block(self, token: Token) -> Iterator[Block]:
        place = self._place(token)
        match token.type:
            case "heading_open":
                said = BlockMarks()
                inlines = self.reader.read(self._next(), said)
                self._next()
                self._refuse_captions(said)
                anchor = str(said.anchor or "")
                yield Heading(int(token.tag[1:]), inlines, anchor, place, said.lines)
            case "paragraph_open":
                yield from self._paragraph(self._next(), place)
                self._next()
            case "bullet_list_open" | "ordered_list_open":
                yield self._list(token, place)
            case "table_open":
                yield from self._table(place)
            case "blockquote_open":
                yield Box(BoxKind.QUOTE, (), self.blocks(), place)
            case "fence":
                yield from self._fence(token, place)
            case "html_block":
                if not is_remark(token.content):
                    self.reader.problems.append(html_problem(token.content, place))
            case "hr":
                yield Rule(place)
            case _ if token.type == f"{BOX}_open":
                yield from self._box(token.info, place)
            case _ if token.type == f"{NOTE}_open":
                self.notes.append(Note(token.info, 0, self.blocks(), place))

    def _paragraph(self, token: Token, place: Place) -> Iterator[Block]:
        said = BlockMarks()
        inlines = self.reader.read(token, said)
        if said.anchor is not None:
            hint = "write it behind the words of a heading: ## Set-up {#set-up}"
            self._fault(said.anchor.place, f"`{{#{said.anchor}}}` stands in no heading", hint)
        if said.made is not None:
            if inlines:
                hint = "put a blank line before it and behind it"
                self._fault(place, f"`{{{said.made}}}` stands in a paragraph of its own", hint)
            yield MadeBlocks(said.made, place, said.lines)
            return
        pictures = [one.picture for one in inlines if isinstance(one, Pictured)]
        others = [
            one
            for one in inlines
            if not isinstance(one, Pictured | Break)
            and not (isinstance(one, Words) and not one.text.strip())
        ]
        if pictures and not others:
            shown = tuple(_numbered(pictures))
            yield Figure(shown, self._caption(said), place, lines=said.lines)
            return
        self._refuse_captions(said)
        if inlines or said.lines:
            yield Paragraph(inlines, place, said.lines)

    def _caption(self, said: BlockMarks) -> Inlines:
        if len(said.captions) > 1:
            hint = "write all of it behind the last one"
            self._fault(said.captions[1].place, "pictures side by side have one caption", hint)
        return self._typed(said.captions[0]) if said.captions else ()

    def _typed(self, text: Word) -> Inlines:
        """The inlines of a text that stands elsewhere than in a paragraph."""
        first = max(text.place.line - 1, 0)
        parsed = parse_line(text)
        self.reader.faults(parsed.faults, first)
        (token,) = parsed.tokens
        return self.reader.children(token.children or [], first, BlockMarks())

    def _refuse_captions(self, said: BlockMarks) -> None:
        for caption in said.captions:
            hint = "put the picture into a paragraph of its own, or take the caption out"
            self._fault(caption.place, "a picture among words has no caption", hint)

    def _list(self, token: Token, place: Place) -> ListBlock:
        items, tight = [], True
        while self._next().type == "list_item_open":
            inside = self.tokens[self.at]
            if inside.type == "paragraph_open" and not inside.hidden:
                tight = False
            items.append(self.blocks())
        start = token.attrs.get("start", 1)
        ordered = token.type == "ordered_list_open"
        return ListBlock(ordered, tuple(items), place, int(start), tight)

    def _fence(self, token: Token, place: Place) -> Iterator[Block]:
        name = token.info.strip()
        if name != SITUATION:
            message = f"a block of `{name}`" if name else "a block of code"
            hint = "a block between ``` is a situation: write ```situation"
            self.reader.report("E712", place, message, hint)
            return
        problems = self.reader.problems
        found = read_situation(token.content, place.file, place.line, problems)
        if found is not None:
            yield Figure((found.situation,), self._typed(found.caption), place)

    def _box(self, info: str, place: Place) -> Iterator[Block]:
        kind, _, title = info.partition(" ")
        inside = self.blocks()
        if kind not in _BOX_KINDS:
            self._fault(place, f"there is no box `{kind}`", did_you_mean(kind, _BOX_KINDS))
            yield from inside
            return
        yield Box(BoxKind(kind), self._typed(Word(title.strip(), place)), inside, place)

    def _table(self, place: Place) -> Iterator[Block]:
        heads: list[tuple[Token, Align]] = []
        rows: list[tuple[Inlines, ...]] = []
        said, row = BlockMarks(), list[Inlines]()
        second = Place(place.file)
        while (token := self._next()).type != "table_close":
            match token.type:
                case "th_open":
                    heads.append((self._next(), _align_of(token)))
                case "td_open":
                    cell = self._next()
                    row.append(self.reader.read(cell, said))
                    second = second if rows else self._place(cell)
                case "tr_close" if row:
                    rows.append(tuple(row))
                    row = []
                    self.amount.blocks += 1
        if heads[0][0].content.startswith("list:"):
            if rows:
                message = "the rows of this table come from a list"
                self._fault(second, message, "delete the rows below the line of dashes")
            yield from self._list_table(heads, place)
            return
        columns = tuple(Column(self.reader.read(head, said), align, place) for head, align in heads)
        self._refuse_captions(said)
        yield BookletTable(columns, tuple(rows), place, lines=said.lines)

    def _list_table(
        self, heads: Sequence[tuple[Token, Align]], place: Place
    ) -> Iterator[ListTable]:
        found = _LIST.fullmatch(heads[0][0].content.strip())
        if found is None:
            hint = "write | list: buildings where: level = 2 sort: cost | name | cost |"
            self._fault(place, f"`{heads[0][0].content}` names no list", hint)
            return
        if len(heads) < 2:
            hint = f"write the fields behind it: | list: {found['of']} | name | cost |"
            self._fault(place, "the table names no field", hint)
            return
        columns = []
        for head, align in heads[1:]:
            path, colon, title = (part.strip() for part in head.content.partition(": "))
            inlines = self._typed(Word(title, place)) if colon else ()
            columns.append(ListColumn(path, inlines, align, place))
        where, sort = found["where"] or "", found["sort"] or ""
        yield ListTable(found["of"], where, sort, tuple(columns), place)

    def _fault(self, place: Place, message: str, hint: str) -> None:
        self.reader.report("E713", place, message, hint)


def _numbered(pictures: Sequence[Picture]) -> Iterator[Picture]:
    """Yields pictures side by side, with callouts that are counted through."""
    number = 0
    for picture in pictures:
        if not isinstance(picture, PiecePicture):
            yield picture
            continue
        counted = enumerate(picture.callouts, start=number + 1)
        callouts = tuple(replace(callout, number=each) for each, callout in counted)
        number += len(callouts)
        yield replace(picture, callouts=callouts)


def _align_of(token: Token) -> Align:
    return Align(str(token.attrs.get("style", "")).removeprefix("text-align:"))


def _add(block: Block, found: list[Block], reader: InlineReader) -> None:
    """Adds a block; a paragraph of nothing but marks belongs to the block before it."""
    marks = isinstance(block, Paragraph) and all(
        isinstance(inline, IndexMark) for inline in block.inlines
    )
    if not isinstance(block, Paragraph) or not marks:
        found.append(block)
        return
    if not found:
        hint = "write it behind the words of a heading or a paragraph, or below them"
        reader.report("E713", block.place, "nothing stands before this mark", hint)
        return
    before = found[-1]
    if isinstance(lines := block.lines, MarkedLines):
        before = replace(before, lines=MarkedLines((*before.lines, *lines), lines.place))
    if block.inlines and isinstance(before, Heading | Paragraph):
        before = replace(before, inlines=(*before.inlines, *block.inlines))
    elif block.inlines:
        found.append(replace(block, lines=()))
        return
    found[-1] = before


def _with_legends(blocks: Sequence[Block], reader: InlineReader) -> Iterator[Block]:
    """Yields blocks; the ordered list behind a picture with callouts is its legend."""
    rest = iter(range(len(blocks)))
    for at in rest:
        block = blocks[at]
        callouts = _callouts(block)
        if not callouts or not isinstance(block, Figure):
            yield block
            continue
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        items = after.items if isinstance(after, ListBlock) and after.ordered else ()
        if len(items) != callouts:
            hint = "explain each in an ordered list directly below: 1. …, 2. …"
            message = f"{callouts} callouts, and {len(items) or 'no'} numbers below for them"
            reader.report("E713", block.place, message, hint)
            yield block
            continue
        next(rest)
        yield replace(block, legend=items)


def _callouts(block: Block) -> int:
    """The number of callouts in the pictures of a figure."""
    if not isinstance(block, Figure):
        return 0
    return sum(len(one.callouts) for one in block.pictures if isinstance(one, PiecePicture))
