"""Writes the list of what a booklet says otherwise than an earlier version of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec.structs import replace

from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Align,
    Block,
    Blocks,
    Booklet,
    BookletTable,
    Chapter,
    Column,
    Figured,
    Heading,
    IconMark,
    Inline,
    Inlines,
    Link,
    Made,
    MadeBlocks,
    Rewriting,
    every_block,
    text_of,
)
from fustella.core.words.numerals import figures_in
from fustella.core.words.patterns import regex
from fustella.core.words.printed import RULES
from fustella.rules.changes import ChapterChange, PassageChange
from fustella.rules.passages import Passage, PassageKind
from fustella.rules.values import Values

ERRATA = "errata"
"""The name of the chapter of changes, the source of its letters, and its anchor."""

_AROUND = 4
"""The words that stand before and behind those that differ."""

_MARKUP = regex(
    r"!\[([^\]]*)\]\([^)]*\)|\[([^\]^][^\]]*)\]\([^)]*\)|\[\^[^\]]*\]|\{index:[^{}]*\}"
    r"|^(?:#{1,6}|[->]|1\.|::: \w+) ?|\*+|`|\\\n"
)
_PICTURE = regex(r"!\[[^\]]*\]\([^)]*\)")
_ICON = regex(r"\{([^{}]+)\}")


def with_errata(
    booklet: Booklet, since: str, changes: Sequence[ChapterChange], game: Game
) -> Booklet:
    """The booklet with the list of changes: where `{errata}` stands, or as its last chapter.

    Nothing is added where nothing changed that a player has to know: rules or words.
    """
    rows = [*_rows(booklet, changes, game)]
    title = game.tool_words.section(RULES, booklet.language)[ERRATA].replace("{version}", since)
    placed = [
        block
        for part in booklet.parts
        for block in every_block(part.blocks)
        if isinstance(block, MadeBlocks) and block.made is Made.ERRATA
    ]

    def made(place: Place, level: int) -> Blocks:
        words = game.tool_words.section(RULES, booklet.language)
        heads = (words["errata_where"], words["errata_then"], words["errata_now"])
        columns = (Column(_figured(head, place), Align.LEFT, place) for head in heads)
        heading = Heading(level, _figured(title, place), ERRATA, place)
        return (heading, BookletTable(tuple(columns), tuple(rows), place, ERRATA))

    if not placed:
        place = replace(booklet.settings.place, key=ERRATA)
        last = Chapter(ERRATA, title, made(place, 1), place)
        return replace(booklet, chapters=(*booklet.chapters, last)) if rows else booklet

    def put(block: Block) -> Blocks:
        if isinstance(block, MadeBlocks) and block.made is Made.ERRATA:
            return made(block.place, 2) if rows else ()
        return (block,)

    change = Rewriting(block=put)
    chapters = (replace(one, blocks=change.blocks(one.blocks)) for one in booklet.chapters)
    sheet = booklet.sheet
    if sheet is not None:
        sheet = replace(sheet, blocks=change.blocks(sheet.blocks))
    return replace(booklet, chapters=tuple(chapters), sheet=sheet)


def _rows(
    booklet: Booklet, changes: Sequence[ChapterChange], game: Game
) -> Iterator[tuple[Inlines, ...]]:
    values = Values(game, booklet.language)
    headings = {heading.anchor: heading for heading in booklet.headings}
    place = booklet.settings.place
    for chapter in changes:
        if not chapter.chapter.name:  # the titles of the booklet
            continue
        for change in _told(chapter, booklet.language):
            shown = change.after or change.before
            assert shown is not None, "a change of nothing"
            heading = headings.get(shown.anchor)
            name = text_of(heading.inlines) if heading else chapter.chapter.title
            where: Inlines = _figured(name, place)
            if heading is not None:
                where = (Link(where, heading.anchor, "", place),)
            then, now = _excerpts(_plain(change.before), _plain(change.after))
            yield where, _inlines(then, values, place), _inlines(now, values, place)


def _told(chapter: ChapterChange, language: str) -> Iterator[PassageChange]:
    """Yields the changes that a player has to know: no other styles, nothing that only moved."""
    changes = chapter.passages
    if chapter.before is None and chapter.after is not None:
        changes = tuple(PassageChange(None, one) for one in chapter.after.passages)
    elif chapter.after is None and chapter.before is not None:
        changes = tuple(PassageChange(one, None) for one in chapter.before.passages)
    gone = Counter(_plain(one.before) for one in changes if one.after is None)
    new = Counter(_plain(one.after) for one in changes if one.before is None)
    moved = gone & new
    for change in changes:
        then, now = _plain(change.before), _plain(change.after)
        one_sided = change.before is None or change.after is None
        if one_sided and moved[then or now]:
            continue
        if then != now and (_says(then) or _says(now)):
            same = figures_in(then, language) == figures_in(now, language)
            if not same or then.casefold() != now.casefold():
                yield change


def _says(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _plain(passage: Passage | None) -> str:
    """What a passage says, without markup; icons stay in braces. "" for None."""
    if passage is None or passage.text == f"{{{Made.ERRATA}}}":
        return ""
    text = passage.text
    if passage.kind is PassageKind.ROW:
        cells = (cell.strip() for cell in _PICTURE.sub("", text).split("|"))
        text = " · ".join(filter(None, cells))
    text = _MARKUP.sub(lambda mark: mark[1] or mark[2] or " " * ("\n" in mark[0]), text)
    return " ".join(text.split())


def _excerpts(then: str, now: str) -> tuple[str, str]:
    """Both texts, shortened to the words that differ, and some around them."""
    old, new = then.split(), now.split()
    if not old or not new:
        return then, now
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not codes:
        return then, now
    return (
        _excerpt(old, codes[0][1], codes[-1][2]),
        _excerpt(new, codes[0][3], codes[-1][4]),
    )


def _excerpt(words: Sequence[str], first: int, last: int) -> str:
    start, end = max(0, first - _AROUND), min(len(words), last + _AROUND)
    start = 0 if start <= 2 else start
    end = len(words) if end >= len(words) - 2 else end
    before, behind = "… " if start else "", " …" if end < len(words) else ""
    return f"{before}{' '.join(words[start:end])}{behind}"


def _inlines(text: str, values: Values, place: Place) -> Inlines:
    """The inlines of a text, in which names in braces are icons; a dash for no text."""
    found: list[Inline] = []
    at = 0
    for match in _ICON.finditer(text):
        icon = values.icon(match[1], 1.0, place)
        if not isinstance(icon, IconMark) or not (icon.icon or ":" in match[1]):
            continue
        found += _figured(text[at : match.start()], place)
        found.append(icon if icon.icon else IconMark("", place, icon=match[1]))
        at = match.end()
    found += _figured(text[at:], place)
    return tuple(found) or _figured("–", place)


def _figured(text: str, place: Place) -> Inlines:
    return (Figured(text, ERRATA, place),) if text else ()
