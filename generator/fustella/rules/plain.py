"""Writes a booklet as text alone: for a file, and for programs that show no pictures.

A picture becomes what is said of it, an icon its name, a table a list with a line for each row. The
text is plain, or has the marks of a program, such as BBCode.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from fustella.core.values.rules import (
    Block,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Code,
    Emphasis,
    Figure,
    Figured,
    Heading,
    IconMark,
    Inline,
    Inlines,
    Link,
    ListBlock,
    NoteRef,
    Paragraph,
    Picture,
    Pictured,
    Strong,
    Words,
    pictures_in,
)
from fustella.core.words.patterns import visible_to_players
from fustella.rules.ends import notes_of

LINE = 78
"""The letters of a line in a file of text."""

_SHORTEST = 20
"""The letters of a line in the innermost of many lists."""

_NAME = 40
"""The letters of the first words of a row up to which the head of their column stands before."""

_INDENT = "   "
_REPEATED = re.compile(r"\b([^\W\d_]+) \(\1\)|\(([^\W\d_]+)\) (\2)\b", re.IGNORECASE)
"""Matches an icon beside its own name, which need not be said twice."""


class TextMarks(Struct, frozen=True):
    """How a program marks words: what stands before and behind bold and slanted words.

    `escaped` writes letters so that the program takes none of them for a mark. Lines are as long as
    they are, or are broken at `line` letters.
    """

    strong: tuple[str, str] = ("", "")
    emphasis: tuple[str, str] = ("", "")
    escaped: Callable[[str], str] = str
    line: int = 0


PLAIN = TextMarks(line=LINE)
"""Text for a file that any program opens."""

UNBROKEN = TextMarks()
"""Text for pages that break lines themselves."""


class TextSource(Struct, frozen=True):
    """What texts are made with: the words of the tool, and the name of an icon."""

    words: Mapping[str, str]
    icons: Callable[[IconMark], str]


class TextChapter(Struct, frozen=True):
    """A chapter as text, below its title; `pictures` of them were replaced by words."""

    title: str
    text: str
    pictures: int = 0


def text_chapters(
    booklet: Booklet, source: TextSource, marks: TextMarks = UNBROKEN
) -> tuple[TextChapter, ...]:
    """The chapters of a booklet as texts, and its notes as the last one."""
    writer = _Writer(booklet, source, marks)
    chapters = [
        TextChapter(
            str(visible_to_players(chapter.title)),
            writer.text(chapter.blocks),
            sum(1 for _ in pictures_in(chapter.blocks)),
        )
        for chapter in booklet.chapters
    ]
    notes = notes_of(booklet)
    if notes:
        texts = "\n\n".join(
            writer.hanging(f"[{at}] ", partial(writer.text, note.blocks))
            for at, note in enumerate(notes, 1)
        )
        shown = sum(1 for note in notes for _ in pictures_in(note.blocks))
        chapters.append(TextChapter(source.words["notes"], texts, shown))
    return tuple(chapters)


def booklet_text(booklet: Booklet, source: TextSource) -> str:
    """A booklet as a file of text."""
    parts = [booklet.title, *((booklet.subtitle,) if booklet.subtitle else ())]
    head = str(visible_to_players("\n".join(parts)))
    chapters = text_chapters(booklet, source, PLAIN)
    notes = source.words["notes"]
    texts = [
        f"{_underlined(one.title, '=')}\n\n{one.text}" if one.title == notes else one.text
        for one in chapters
    ]
    return "\n\n\n".join((f"{head}\n{'=' * LINE}", *texts)) + "\n"


class _Writer:
    """Writes the texts of a booklet with some marks; `_line` is the length of lines, 0 for any."""

    def __init__(self, booklet: Booklet, source: TextSource, marks: TextMarks) -> None:
        self._words, self._icons, self._marks = source.words, source.icons, marks
        notes = notes_of(booklet)
        self._numbers = {note.number: at for at, note in enumerate(notes, 1)}
        self._line = marks.line

    def text(self, blocks: Iterable[Block]) -> str:
        """Blocks with an empty line between them."""
        return "\n\n".join(filter(None, map(self._block, blocks)))

    def hanging(self, mark: str, write: Callable[[], str]) -> str:
        """What is written behind a mark; its other lines begin further in."""
        lines = self._narrower(len(mark), write).split("\n")
        inner = " " * len(mark) if self._line else _INDENT
        rest = (f"{inner}{line}" if line else "" for line in lines[1:])
        return "\n".join((f"{mark}{lines[0]}", *rest))

    def _narrower(self, by: int, write: Callable[[], str]) -> str:
        """What is written in lines that are shorter by some letters."""
        before = self._line
        if before:
            self._line = max(_SHORTEST, before - by)
        try:
            return write()
        finally:
            self._line = before

    def _broken(self, line: str) -> list[str]:
        """A line of text as lines that are no longer than they may be."""
        if not self._line:
            return [line]
        return textwrap.wrap(line, self._line, break_long_words=False, break_on_hyphens=False) or [
            ""
        ]

    def _paragraph(self, inlines: Inlines) -> str:
        lines = self._inlines(inlines).split("\n")
        return "\n".join(each for line in lines for each in self._broken(line))

    # Blocks.

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                found = self._heading(block)
            case Paragraph():
                found = self._paragraph(block.inlines)
            case ListBlock():
                found = self._list(block)
            case BookletTable():
                found = self._table(block)
            case Figure():
                found = self._figure(block)
            case Box():
                found = self._box(block)
            case _:  # a line across the page: references are resolved
                found = "* * *"
        return found

    def _heading(self, heading: Heading) -> str:
        words = self._inlines(heading.inlines)
        if self._line:
            return _underlined(words, "=" if heading.level == 1 else "-")
        return self._strong(words)

    def _list(self, block: ListBlock) -> str:
        between = "\n" if block.tight else "\n\n"

        def written(item: Sequence[Block]) -> str:
            return between.join(filter(None, map(self._block, item)))

        return between.join(
            self.hanging(f"{at}. " if block.ordered else "• ", partial(written, item))
            for at, item in enumerate(block.items, block.start)
        )

    def _table(self, table: BookletTable) -> str:
        """The rows, each behind a point: its first words, then the others with their heads.

        Rows from a list begin with what their piece is called, and its head need not be said.
        """
        heads = [self._inlines(column.inlines).strip(" ()") for column in table.columns]
        listed = bool(table.source)
        return "\n".join(self._row(heads, row, listed=listed) for row in table.rows)

    def _row(self, heads: Sequence[str], row: Sequence[Inlines], *, listed: bool) -> str:
        # A picture in a row shows what other cells name.
        words = [tuple(one for one in cell if not isinstance(one, Pictured)) for cell in row]
        cells = [self._inlines(cell).replace("\n", " ").strip() for cell in words]
        if not any(cells):
            cells = [self._inlines(cell).replace("\n", " ").strip() for cell in row]
        named = [(head, cell) for head, cell in zip(heads, cells, strict=False) if cell]
        if not named:
            return ""
        first = next((at for at, (_, cell) in enumerate(named) if any(map(str.isalpha, cell))), 0)
        head, title = named.pop(first)
        if head and not listed and len(title) <= _NAME:
            title = f"{head}: {title}"
        rest = "; ".join(f"{head}: {cell}" if head else cell for head, cell in named)
        said = f"{self._strong(title)} – {rest}" if rest else self._strong(title)
        return self.hanging("• ", lambda: "\n".join(self._broken(said)))

    def _figure(self, figure: Figure) -> str:
        lines = [self._said(picture) for picture in figure.pictures]
        parts = ["\n".join(each for line in lines if line for each in self._broken(line))]
        if figure.legend:
            items = (
                self.hanging(f"{at}. ", partial(self.text, item))
                for at, item in enumerate(figure.legend, 1)
            )
            parts.append("\n".join(items))
        if figure.caption:
            parts.append(self._paragraph(figure.caption))
        return "\n".join(filter(None, parts))

    def _box(self, box: Box) -> str:
        if not self._line:
            return self._in_box(box)
        lines = self._narrower(2, lambda: self._in_box(box)).split("\n")
        return "\n".join(f"| {line}".rstrip() for line in lines)

    def _in_box(self, box: Box) -> str:
        inner = self.text(box.blocks)
        if box.kind is BoxKind.QUOTE:
            return inner
        head = self._strong(self._words[str(box.kind)].upper())
        title = self._inlines(box.title)
        said = f"{head}: {title}" if title else head
        return "\n".join((*self._broken(said), inner))

    # Inlines.

    def _inlines(self, inlines: Inlines) -> str:
        text = "".join(map(self._inline, inlines))
        return _REPEATED.sub(lambda found: found[1] or found[3], text)

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Words() | Figured() | Code():
                found = self._letters(inline.text)
            case Strong():
                found = self._strong(self._inlines(inline.inlines))
            case Emphasis():
                before, behind = self._marks.emphasis
                found = f"{before}{self._inlines(inline.inlines)}{behind}"
            case IconMark():
                found = f"({self._letters(self._icons(inline))})"
            case Link():
                found = self._link(inline)
            case NoteRef():
                found = f"[{self._numbers[inline.number]}]"
            case Pictured():
                found = self._said(inline.picture)
            case Break():
                found = "\n"
            case _:  # a mark for the index, which is not seen: references are resolved
                found = ""
        return found

    def _link(self, link: Link) -> str:
        words, address = self._inlines(link.inlines), self._letters(link.url)
        return f"{words} ({address})" if link.url and words != address else words

    def _said(self, picture: Picture) -> str:
        """What stands for a picture; "" for one of which nothing is said."""
        alt = " ".join(picture.alt.split())
        said = self._words["shows"].replace("{what}", self._letters(alt))
        return f"({said})" if alt else ""

    def _strong(self, words: str) -> str:
        before, behind = self._marks.strong
        return f"{before}{words}{behind}"

    def _letters(self, text: str) -> str:
        return self._marks.escaped(str(visible_to_players(text)))


def _underlined(words: str, sign: str) -> str:
    """A title with a line of signs below it."""
    longest = max(map(len, words.split("\n")))
    return f"{words}\n{sign * min(longest, LINE)}"
