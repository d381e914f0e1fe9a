"""Parses Markdown with what booklets add to it, into tokens that know their lines.

The language is CommonMark 0.31 with tables, as markdown-it-py reads it; indented lines are no code.
Added are marks in braces, `{count:castles}`; words for the index, `[word]{.index}`; notes, `[^1]`
and `[^1]: …`; and boxes between lines of colons, `::: example`. Each token of a line has in its
`meta` the number of the line on which it begins, from that of its block.
"""

from bisect import bisect_left
from collections.abc import MutableMapping
from functools import cache
from itertools import accumulate
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex

LINE: Final = "line"
"""The key in the `meta` of a token of a line: the lines from the first one of its block to it."""

MARK, INDEX, NOTE, NOTE_REF, BOX = "mark", "index", "note", "note_ref", "box"
"""The types of the tokens that booklets add; `…_open` and `…_close` around what they hold."""

_FAULTS: Final = "faults"
_LABELS: Final = "labels"
_LEFT: Final = "left"
_MOST_LABELS = 3
"""How deep pictures may stand in the texts of pictures, which are read once more each."""

_MARK = regex(r"\{([^{}\n]*)\}")
_NOTE_REF = regex(r"\[\^([^\[\]\s]{1,60})\]")
_NOTE = regex(r"\[\^([^\[\]\s]{1,60})\]:")
_BOX = regex(r"(:{3,})[ \t]*(.*?)[ \t]*")
_FENCE = regex(r"(`{3,}|~{3,})")
_DASHES = regex(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_INDEXED = "{.index}"


class MarkdownFault(Struct, frozen=True):
    """Something in the Markdown that cannot be read; `line` counts from 0."""

    line: int
    code: str
    message: str
    hint: str


class Parsed(Struct, frozen=True):
    """The tokens of a text, and its faults; with `too_many` blocks, the rest is left out.

    `blocks` are those that were counted.
    """

    tokens: list[Token]
    faults: tuple[MarkdownFault, ...]
    too_many: bool = False
    blocks: int = 0


def parse(text: str, most: int = limits.RULES_BLOCKS) -> Parsed:
    """Parses the text of a chapter; what is beyond `most` blocks is told and left out."""
    found: dict[str, Any] = {_FAULTS: [], _LABELS: 0, _LEFT: most}
    tokens = _parser().parse(text, found)
    left = found[_LEFT]
    return Parsed(tokens, tuple(dict.fromkeys(found[_FAULTS])), left < 0, most - left)


def parse_line(text: str) -> Parsed:
    """Parses a single text without blocks, such as the caption of a figure."""
    found: dict[str, Any] = {_FAULTS: [], _LABELS: 0, _LEFT: 1}
    tokens = _parser().parseInline(text, found)
    return Parsed(tokens, tuple(dict.fromkeys(found[_FAULTS])))


class _Markdown(MarkdownIt):
    """CommonMark whose addresses stay as typed: whoever reads them says which are allowed."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True


@cache
def _parser() -> MarkdownIt:
    parser = _Markdown("commonmark")
    parser.inline = _PlacedInline()
    # Tokens of blocks count twice: a list and its item.
    parser.configure("commonmark", {"maxNesting": 2 * limits.RULES_DEPTH + 4})
    parser.enable("table").disable("code")
    parser.core.ruler.at("inline", _lines)
    block, inline = parser.block.ruler, parser.inline.ruler
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
    block.before("fence", BOX, _box, ends)
    block.before("reference", NOTE, _note, ends)
    block.before("table", "bounds", _bounds)
    block.before("table", "uneven", _uneven)
    inline.after("escape", MARK, _mark)
    inline.before("link", NOTE_REF, _note_ref)
    inline.before("link", INDEX, _index)
    return parser


# Lines


def _lines(state: StateCore) -> None:
    """Parses the text of each block, whose first line its tokens and faults count from."""
    for token in state.tokens:
        if token.type == "inline":
            line = state.env[LINE] = token.map[0] if token.map else 0
            if len(token.content) > limits.PARAGRAPH_LETTERS:
                message = f"a paragraph of more than {limits.PARAGRAPH_LETTERS:,} letters"
                fault = MarkdownFault(
                    line, "E133", message, "write a blank line between paragraphs"
                )
                state.env[_FAULTS].append(fault)
                continue
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)


class _PlacedState(StateInline):
    """A text that is being parsed, whose tokens know their lines."""

    def __init__(
        self, src: str, md: MarkdownIt, env: MutableMapping[str, Any], tokens: list[Token]
    ) -> None:
        super().__init__(src, md, env, tokens)
        lengths = (len(line) + 1 for line in src.split("\n"))
        self._ends = [end - 1 for end in accumulate(lengths)]
        self.first = int(env.get(LINE, 0))

    @property
    def here(self) -> int:
        """The number of the line that is being parsed, from 0 in its block."""
        return bisect_left(self._ends, self.pos)

    def pushPending(self) -> Token:  # noqa: N802
        return self._placed(super().pushPending())

    def push(self, ttype: str, tag: str, nesting: Any) -> Token:
        return self._placed(super().push(ttype, tag, nesting))

    def _placed(self, token: Token) -> Token:
        token.meta[LINE] = self.here
        return token

    def report(self, message: str, hint: str) -> None:
        """Reports a fault on the line that is being parsed."""
        line = self.first + self.here
        self.env[_FAULTS].append(MarkdownFault(line, "E713", message, hint))


class _PlacedInline(ParserInline):
    """Parses the text of each block, with lines, and texts of pictures in it only so deep."""

    def parse(
        self, src: str, md: MarkdownIt, env: MutableMapping[str, Any], tokens: list[Token]
    ) -> list[Token]:
        if env[_LABELS] > _MOST_LABELS:
            tokens.append(Token("text", "", 0, content=src, meta={LINE: 0}))
            return tokens
        env[_LABELS] += 1
        state = _PlacedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        env[_LABELS] -= 1
        return tokens


# Rules of blocks


def _bounds(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reports blocks that are too many, or lie too deep in each other, and leaves them out."""
    if silent:
        return False
    state.env[_LEFT] -= 1
    if state.env[_LEFT] >= 0 and state.level <= 2 * limits.RULES_DEPTH:
        return False
    if state.env[_LEFT] == -1:
        message = f"more than {limits.RULES_BLOCKS:,} paragraphs, items and rows in a booklet"
        fault = MarkdownFault(start, "E133", message, "make several booklets of it")
        state.env[_FAULTS].append(fault)
    elif state.env[_LEFT] >= 0:
        message = f"more than {limits.RULES_DEPTH} lists and boxes inside each other"
        state.env[_FAULTS].append(
            MarkdownFault(start, "E133", message, "write headings and flat lists")
        )
    state.line = end
    return True


def _uneven(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reports rows of a table that have more or fewer cells than its header.

    CommonMark would drop a cell, or print the header as words.
    """
    if silent or start + 1 >= end or "|" not in _text(state, start):
        return False
    dashes = _text(state, start + 1).strip()
    if (
        "|" not in dashes
        or not _DASHES.fullmatch(dashes)
        or state.sCount[start + 1] < state.blkIndent
    ):
        return False
    heads, marks = _cells(_text(state, start)), _cells(dashes)
    if heads != marks:
        message = f"the header of the table has {_many(heads)}, and the line of dashes {marks}"
        _uneven_at(state, start, message)
        return False
    endings = state.md.block.ruler.getRules("blockquote")
    for line in range(start + 2, end):
        text = _text(state, line)
        if not text.strip() or state.sCount[line] < state.blkIndent:
            break
        if any(ends(state, line, end, True) for ends in endings):
            break
        if (cells := _cells(text)) != heads:
            message = f"this row of the table has {_many(cells)}, and its header {heads}"
            _uneven_at(state, line, message)
    return False


def _uneven_at(state: StateBlock, line: int, message: str) -> None:
    hint = "write `|` between cells, `\\|` for the sign itself, and a blank line behind the table"
    state.env[_FAULTS].append(MarkdownFault(line, "E713", message, hint))


def _many(cells: int) -> str:
    return f"{cells} cell" if cells == 1 else f"{cells} cells"


def _cells(row: str) -> int:
    """The number of cells in a row of a table."""
    row = row.strip()
    found = escapedSplit(row)
    return len(found) - (found[0] == "") - (len(found) > 1 and found[-1] == "")


def _text(state: StateBlock, line: int) -> str:
    """A line without the blanks at its beginning, from where its block begins."""
    return str(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads a box: from `::: example Title` to the line of as few colons that closes it."""
    opened = _BOX.fullmatch(_text(state, start))
    if opened is None:
        return False
    if not opened[2]:
        if not silent:
            hint = "delete it, or write what it closes before it: ::: example Title"
            fault = MarkdownFault(start, "E713", "this line of colons closes no box", hint)
            state.env[_FAULTS].append(fault)
            state.line = start + 1
        return True
    if silent:
        return True
    last = _closing(state, start, end)
    if last is None:
        hint = "write a line `:::` where it ends"
        fault = MarkdownFault(start, "E713", "the box that begins here is never closed", hint)
        state.env[_FAULTS].append(fault)
    token = state.push(f"{BOX}_open", "", 1)
    token.info, token.map = opened[2], [start, end if last is None else last]
    before, most = state.parentType, state.lineMax
    state.parentType, state.lineMax = BOX, end if last is None else last
    state.md.block.tokenize(state, start + 1, state.lineMax)
    state.parentType, state.lineMax = before, most
    state.push(f"{BOX}_close", "", -1)
    state.line = end if last is None else last + 1
    return True


def _closing(state: StateBlock, start: int, end: int) -> int | None:
    """The line that closes the box that begins at `start`; boxes and fences in it are passed."""
    depth, fence = 1, ""
    for line in range(start + 1, end):
        text = _text(state, line)
        if text and state.sCount[line] < state.blkIndent:
            return None
        if found := _FENCE.match(text):
            if not fence:
                fence = found[1]
            elif found[1].startswith(fence) and not text[len(found[1]) :].strip():
                fence = ""
            continue
        if fence or not text.startswith(":::"):
            continue
        found = _BOX.fullmatch(text)
        depth += 1 if found and found[2] else -1
        if not depth:
            return line
    return None


def _note(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads the text of a note, `[^1]: …`, with what is indented below it."""
    first = state.bMarks[start] + state.tShift[start]
    named = _NOTE.match(state.src, first, state.eMarks[start])
    if named is None:
        return False
    if silent:
        return True
    token = state.push(f"{NOTE}_open", "", 1)
    token.info, token.map = named[1], [start, start + 1]
    old = state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType
    at = named.end()
    while at < state.eMarks[start] and state.src[at] in " \t":
        at += 1
    state.bMarks[start], state.tShift[start] = at, 0
    state.blkIndent += 4
    state.sCount[start], state.parentType = state.blkIndent, NOTE
    state.md.block.tokenize(state, start, end)
    state.blkIndent -= 4
    state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType = old
    if state.line <= start:  # a note without words
        state.line = start + 1
    state.push(f"{NOTE}_close", "", -1)
    return True


# Rules of lines


def _mark(state: StateInline, silent: bool) -> bool:
    """Reads a mark in braces."""
    sign = state.src[state.pos]
    if sign not in "{}":
        return False
    found = _MARK.match(state.src, state.pos, state.posMax)
    if found is None:
        if not silent and isinstance(state, _PlacedState):
            missing = "write `}` behind" if sign == "{" else "write `{` before"
            hint = f"{missing} what it means, or write `\\{sign}` to print it as it is"
            state.report(f"`{sign}` has no partner", hint)
        return False
    if not silent:
        state.push(MARK, "", 0).content = found[1].strip()
    state.pos = found.end()
    return True


def _note_ref(state: StateInline, silent: bool) -> bool:
    """Reads the sign of a note, `[^1]`."""
    if not state.src.startswith("[^", state.pos):
        return False
    found = _NOTE_REF.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push(NOTE_REF, "", 0).content = found[1]
    state.pos = found.end()
    return True


def _index(state: StateInline, silent: bool) -> bool:
    """Reads words for the index, `[word]{.index}`."""
    if state.src[state.pos] != "[":
        return False
    start, most = state.pos + 1, state.posMax
    end = state.md.helpers.parseLinkLabel(state, state.pos)
    if end < 0 or not state.src.startswith(_INDEXED, end + 1):
        return False
    if not silent:
        state.push(f"{INDEX}_open", "", 1)
        state.pos, state.posMax = start, end
        state.md.inline.tokenize(state)
        state.posMax = most
        state.push(f"{INDEX}_close", "", -1)
    state.pos = end + 1 + len(_INDEXED)
    return True
