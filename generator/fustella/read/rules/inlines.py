"""Makes inlines of the tokens of a text: words, references, icons, links, notes."""

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token
from msgspec import Struct, field

from fustella.core.processes import limits
from fustella.core.values.claims import Lines
from fustella.core.values.model import Word
from fustella.core.values.problems import Place, Problem, did_you_mean, nearest
from fustella.core.values.rules import (
    Break,
    Code,
    Emphasis,
    IndexMark,
    Inline,
    Inlines,
    Link,
    Made,
    MarkedLines,
    NoteRef,
    Pictured,
    Reference,
    ReferenceSort,
    Strong,
    Words,
    text_of,
)
from fustella.core.words.patterns import regex
from fustella.read.forms import Rejected
from fustella.read.rules.markdown import LINE, MARK, NOTE_REF, MarkdownFault
from fustella.read.rules.pictures import picture_at
from fustella.read.scalars import lines_of

_WEB = ("https://", "http://", "mailto:")
_LEFT_OVER = regex(r"!?\[[^\[\]]*\]\((?:piece|setup|art):")
_SIZE = regex(r"\d{1,3}(?:\.\d{1,6})?")
_SMALLEST, _LARGEST = 0.3, 5.0
"""The least and greatest size of an icon, as in texts of pieces."""

_ANCHOR = regex(r"[^\W_]+(?:[-_.][^\W_]+)*")
_ONLY_REMARKS = regex(r"\s*(?:<!--(?:(?!-->).)*-->\s*)+", re.DOTALL)
_OWN_SORTS = ("lines", "index")
_HTML = "a booklet has no HTML"
_INSTEAD = (
    ("<br", "write a backslash at the end of the line"),
    ("<b>", "write **…** around what is bold"),
    ("<strong", "write **…** around what is bold"),
    ("<i>", "write *…* around what is italic"),
    ("<em", "write *…* around what is italic"),
    ("<img", "write ![](art:name) for a picture"),
    ("<table", "write a table with | between its cells"),
    ("<a ", "write [words](#heading)"),
    ("<!--", "close the remark with -->"),
)


def is_remark(html: str) -> bool:
    """Whether a piece of HTML consists of remarks, `<!-- … -->`, which are not printed."""
    return _ONLY_REMARKS.fullmatch(html) is not None


def html_problem(html: str, place: Place) -> Problem:
    """The problem of HTML in a booklet."""
    begins = html.strip()
    hint = next((way for tag, way in _INSTEAD if begins.lower().startswith(tag)), "")
    shown = f"{begins[:30]}…" if len(begins) > 30 else begins
    hint = hint or "take it out; write `\\<` to print the sign itself"
    return Problem("E712", place, f"`{' '.join(shown.split())}`: {_HTML}", hint)


class BlockMarks(Struct):
    """What marks say about the block in which they stand: its `lines`, and an `anchor`.

    `made` is what the tool writes in its place, and `captions` are those of its pictures.
    """

    lines: Lines = ()
    anchor: Word | None = None
    made: Made | None = None
    captions: list[Word] = field(default_factory=list)


class InlineReader(Struct, frozen=True):
    """Makes inlines of tokens. `file` is the file's name, `problems` gets what is wrong."""

    file: str
    problems: list[Problem]

    def place(self, line: int) -> Place:
        """The place of a line, which counts from 0."""
        return Place(self.file, line + 1)

    def report(self, code: str, place: Place, message: str, hint: str) -> None:
        self.problems.append(Problem(code, place, message, hint))

    def faults(self, faults: Sequence[MarkdownFault], first: int = 0) -> None:
        """Reports the faults of the parser; `first` is the line from which theirs count."""
        for fault in faults:
            self.report(fault.code, self.place(first + fault.line), fault.message, fault.hint)

    def read(self, token: Token, said: BlockMarks | None = None) -> Inlines:
        """The inlines of a token of the type `inline`; what is said of its block goes to `said`."""
        first = token.map[0] if token.map else 0
        return self.children(
            token.children or [], first, said if said is not None else BlockMarks()
        )

    def children(self, tokens: Sequence[Token], first: int, said: BlockMarks) -> Inlines:
        """The inlines of some tokens; `first` is the line from which their lines count."""
        return _OneText(self, first, said).read(tokens)


class _Open(Struct):
    """An inline whose end has not been read yet."""

    make: Callable[[Inlines], Iterator[Inline]]
    inlines: list[Inline] = field(default_factory=list)


class _OneText:
    """Makes the inlines of one text."""

    def __init__(self, reader: InlineReader, first: int, said: BlockMarks) -> None:
        self._reader, self._first, self._said = reader, first, said
        self._open = [_Open(iter)]
        self._too_deep = False

    def read(self, tokens: Sequence[Token]) -> Inlines:
        for token in tokens:
            place = self._reader.place(self._first + token.meta.get(LINE, 0))
            if token.nesting > 0:
                self._begin(token, place)
            elif token.nesting < 0:
                self._end()
            else:
                self._open[-1].inlines += self._single(token, place)
        return _trimmed(self._open[0].inlines)

    def _begin(self, token: Token, place: Place) -> None:
        if len(self._open) > limits.RULES_DEPTH and not self._too_deep:
            self._too_deep = True
            message = f"more than {limits.RULES_DEPTH} styles inside each other"
            self._reader.report("E133", place, message, "take some of the stars out")
        make: Callable[[Inlines], Iterator[Inline]] = iter
        if not self._too_deep:
            make = self._maker(token, place)
        self._open.append(_Open(make))

    def _end(self) -> None:
        done = self._open.pop()
        self._open[-1].inlines += done.make(tuple(done.inlines))

    def _maker(self, token: Token, place: Place) -> Callable[[Inlines], Iterator[Inline]]:
        match token.type:
            case "strong_open":
                return lambda inlines: iter((Strong(inlines, place),))
            case "em_open":
                return lambda inlines: iter((Emphasis(inlines, place),))
            case "link_open":
                address = str(token.attrs.get("href", ""))
                return lambda inlines: self._link(inlines, address, place)
        return lambda inlines: iter((IndexMark(text_of(inlines), place), *inlines))

    def _link(self, inlines: Inlines, address: str, place: Place) -> Iterator[Inline]:
        """Yields a link to a heading or the web; its words alone after a problem was reported."""
        if address.startswith("#") and len(address) > 1:
            yield Link(inlines, address[1:], "", place)
        elif address.lower().startswith(_WEB):
            yield Link(inlines, "", address, place)
        else:
            way = "write [words](#heading) for a place in the booklet, or an address with https://"
            if address.startswith(("piece:", "setup:", "art:")):
                way = f"write ! before it for a picture: ![]({address})"
            elif ".md#" in address:
                way = f"write (#{address.partition('#')[2]}): all chapters are one booklet"
            shown = f"{address[:60]}…" if len(address) > 60 else address
            self._reader.report("E712", place, f"a link to `{shown}`", way)
            yield from inlines

    def _single(self, token: Token, place: Place) -> Iterator[Inline]:
        match token.type:
            case "text":
                if token.content:
                    self._check_left_over(token.content, place)
                    yield Words(token.content, place)
            case "softbreak":
                yield Words(" ", place)
            case "hardbreak":
                yield Break(place)
            case "code_inline":
                yield Code(token.content, place)
            case "image":
                yield from self._picture(token, place)
            case "html_inline":
                if not is_remark(token.content):
                    self._reader.problems.append(html_problem(token.content, place))
            case _ if token.type == NOTE_REF:
                yield NoteRef(token.content, place)
            case _ if token.type == MARK:
                yield from self._mark(token.content, place)

    def _fault(self, place: Place, message: str, hint: str) -> None:
        self._reader.report("E713", place, message, hint)

    def _check_left_over(self, text: str, place: Place) -> None:
        if found := _LEFT_OVER.search(text):
            message = f"`{found[0]}…` is no picture"
            hint = "write its address without blanks: ![](piece:castle?side=back&size=30mm)"
            self._fault(place, message, hint)

    def _picture(self, token: Token, place: Place) -> Iterator[Inline]:
        alt = "".join(child.content for child in token.children or [] if child.type == "text")
        address, problems = str(token.attrs.get("src", "")), self._reader.problems
        if caption := str(token.attrs.get("title", "")):
            self._said.captions.append(Word(caption, place))
        found = picture_at(address, alt.strip(), place, problems)
        if found is not None:
            yield Pictured(found, place)

    def _mark(self, typed: str, place: Place) -> Iterator[Inline]:
        """Yields what a mark in braces stands for."""
        sort, colon, rest = (part.strip() for part in typed.partition(":"))
        if typed.startswith("="):
            yield Reference(ReferenceSort.FORMULA, typed[1:].strip(), place)
        elif typed.startswith("#"):
            self._anchor(typed[1:], place)
        elif not typed or typed == ".index":
            message = f"`{{{typed}}}` marks nothing"
            hint = "write {count:castles}, {attack} for an icon, or `\\{` for a brace"
            self._fault(place, message, hint)
        elif not colon and sort in [*Made]:
            self._said.made = Made(sort)
        elif not colon and sort == ReferenceSort.PLAYERS:
            yield Reference(ReferenceSort.PLAYERS, "", place)
        elif not colon:
            yield Reference(ReferenceSort.ICON, sort, place)
        elif sort == "lines":
            self._lines(rest, place)
        elif not rest:
            self._fault(place, f"`{{{typed}}}` names nothing", f"write {{{sort}:…}}")
        elif sort == "index":
            yield IndexMark(rest, place)
        else:
            yield from self._reference(sort, rest, place)

    def _reference(self, sort: str, name: str, place: Place) -> Iterator[Inline]:
        known = [each.value for each in ReferenceSort if each.value.isalpha()]
        if sort == ReferenceSort.ICON:
            name, _, size = name.partition(":")
            yield from self._icon(name.strip(), size.strip() or "1", place)
        elif sort in known and sort != ReferenceSort.PLAYERS:
            yield Reference(ReferenceSort(sort), name, place)
        elif nearest(sort, [*known, *_OWN_SORTS]) or not name[0].isdigit():
            message = f"`{sort}` is no sort of reference"
            hint = did_you_mean(sort, [*known, *_OWN_SORTS])
            self._fault(place, message, hint)
        else:
            yield from self._icon(sort, name, place)

    def _icon(self, name: str, size: str, place: Place) -> Iterator[Inline]:
        wanted = float(size) if _SIZE.fullmatch(size) else 0.0
        if not _SMALLEST <= wanted <= _LARGEST:
            hint = f"write {{{name}:1.5}}: from {_SMALLEST:g} to {_LARGEST:g} times a capital"
            self._fault(place, f'"{size}" is no size of an icon', hint)
            wanted = 1.0
        yield Reference(ReferenceSort.ICON, name, place, wanted)

    def _anchor(self, name: str, place: Place) -> None:
        if _ANCHOR.fullmatch(name):
            self._said.anchor = Word(name, place)
            return
        hint = "write letters, digits and hyphens: {#set-up}"
        self._fault(place, f"`{name}` cannot name a heading", hint)

    def _lines(self, typed: str, place: Place) -> None:
        try:
            self._said.lines = MarkedLines((*self._said.lines, *lines_of(typed)), place)
        except Rejected as fault:
            self._fault(place, fault.message, fault.hint)


def _trimmed(inlines: Sequence[Inline]) -> Inlines:
    """The inlines without blanks at both ends, which marks that are not printed leave behind."""
    found = list(inlines)
    while found and isinstance(last := found[-1], Words | Break):
        found.pop()
        if isinstance(last, Words) and (text := last.text.rstrip()):
            found.append(Words(text, last.place))
            break
    while found and isinstance(first := found[0], Words):
        found.pop(0)
        if text := first.text.lstrip():
            found.insert(0, Words(text, first.place))
            break
    return tuple(found)
