"""Reads the rule booklets of a game, with references to its lists still as they are typed."""

import unicodedata
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.claims import Lines
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import (
    Collected,
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
    warning,
)
from fustella.core.values.rules import (
    LEAST_PT,
    MOST_PT,
    USUAL_PT,
    Block,
    Blocks,
    Booklet,
    BookletSettings,
    Chapter,
    Heading,
    MarkedLines,
    Note,
    PageFormat,
    Rewriting,
    Rules,
    every_block,
    text_of,
)
from fustella.core.values.schemas import SAYING, Schema, Vocabulary
from fustella.core.words.patterns import regex
from fustella.read.fields import PLAIN_TEXT
from fustella.read.forms import (
    Form,
    Rejected,
    checked_leniently,
    entry,
    form_of,
    one_of,
    schema_of,
    shown,
    value_of,
)
from fustella.read.languages import Languages, Translations, TypedText, read_text
from fustella.read.nodes import MappingNode, as_typed, place_at
from fustella.read.rules.blocks import Amount, read_blocks
from fustella.read.rules.files import (
    booklet_file,
    chapter_text,
    find_rules,
    rules_folder,
    without_head,
)
from fustella.read.rules.languages import differences
from fustella.read.scalars import LINES, STRING, length_mm
from fustella.read.source import load, loaded
from fustella.read.translations import by_text, read_translations

SHEET = "sheet"
"""The name of the files of a sheet of one page, unless booklet.yaml says another."""

_PLAYERS = regex(r"[1-9][0-9]?(?:\s*[-–]\s*[1-9][0-9]?)?")
_ALWAYS = ("sans", "serif")


def _size_pt(value: object) -> float:
    size_pt = length_mm(value) * PT_PER_MM
    if not LEAST_PT <= round(size_pt, 3) <= MOST_PT:
        hint = f"write {LEAST_PT:g}pt to {MOST_PT:g}pt: smaller letters are not read at a table"
        raise Rejected("E110", f"letters of {value}", hint)
    return size_pt


def _players(value: object) -> str:
    if isinstance(value, bool) or not _PLAYERS.fullmatch(as_typed(value)):
        raise Rejected("E104", f"expected players, found {shown(value)}", "write 4, or 2-4")
    return as_typed(value).replace("-", "–").replace(" ", "")


def _contents(value: object) -> int:
    if isinstance(value, bool) or value not in (0, 1, 2, 3):
        hint = "write 1, 2 or 3 for headings up to `###`, or 0 for no table of contents"
        raise Rejected("E104", f"expected a level of headings, found {shown(value)}", hint)
    return int(as_typed(value))


class FontsForm(Form, frozen=True):
    """The fonts of a booklet: `sans`, `serif` or a font of the game."""

    text: str = entry(STRING, default="serif", about="The font of the text.")
    title: str = entry(STRING, default="sans", about="The font of headings and titles of boxes.")


class BookletForm(Form, frozen=True):
    """The keys of rules/booklet.yaml, all of which may be left out."""

    title: object = entry(
        PLAIN_TEXT, default=None, about="The title of the booklet; default: that of the game."
    )
    subtitle: object = entry(
        PLAIN_TEXT, default=None, about="What stands below the title, in each language."
    )
    format: str = entry(
        one_of(*PageFormat), default=PageFormat.A5.value, about="The format of the pages."
    )
    fonts: FontsForm = entry(
        form_of(FontsForm), default=FontsForm(), about="The fonts of texts and of headings."
    )
    size: float = entry(
        value_of(_size_pt, {**SAYING, "title": "length", "examples": ["9.5pt"]}),
        default=0.0,
        about=f"The size of the text, from {LEAST_PT:g}pt to {MOST_PT:g}pt; default: 9.5pt.",
    )
    sheet: str = entry(
        STRING,
        default=SHEET,
        about="The name of the files with a sheet of one page: `sheet` of sheet.en.md.",
    )
    errata: str = entry(
        STRING,
        default="",
        about="The version of which the errata list the changes: a tag of git, or the id of a "
        "commit.",
    )
    contents: int | None = entry(
        value_of(_contents, {"title": "level", "enum": [0, 1, 2, 3]}),
        default=None,
        about="The lowest level in the table of contents, 1 to 3, or 0 for none (default: 2 or 1).",
    )
    players: str = entry(
        value_of(_players, {"title": "players", "type": ["string", "integer"]}),
        default="",
        about="How many play, 2-4, where no set-up pieces say so.",
    )


class HeadForm(Form, frozen=True):
    """The keys at the head of a chapter, between two lines of dashes."""

    title: str = entry(
        STRING, default="", about="Its title above the pages; default: its first heading."
    )
    lines: Lines = entry(
        LINES, default=(), about="The lines of the document that the chapter restates."
    )


def booklet_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of booklet.yaml."""
    return schema_of(BookletForm, vocabulary)


def read_rules(project: Project, game: Game, texts: list[TypedText] | None = None) -> Rules:
    """The booklets of a game in each of its languages, with unresolved references.

    The texts of booklet.yaml are added to `texts`.
    No booklets where there is no folder `rules`. Raises ProblemsFound with all faults: E711 to
    E713, E715, and those of forms and files.
    """
    reader = _RulesReader(project, game, texts)
    rules = reader.read()
    if reader.problems:
        raise ProblemsFound(reader.problems)
    return rules


class _RulesReader(Struct, frozen=True, dict=True):
    project: Project
    game: Game
    texts: list[TypedText] | None = None
    problems: Collected = field(default_factory=Collected)
    warnings: list[Problem] = field(default_factory=list)

    def read(self) -> Rules:
        form, data = self._settings()
        files = find_rules(
            self.project, self.game.id, self.game.languages, form.sheet, self.problems
        )
        if files is None:
            return Rules()
        home = files.settings or rules_folder(self.project, self.game.id)
        place = Place(self.project.name_of(home))
        settings = BookletSettings(
            place,
            PageFormat(form.format),
            self._font(form.fonts.text, place_at(data, place.file, "fonts", "text")),
            self._font(form.fonts.title, place_at(data, place.file, "fonts", "title")),
            form.size or USUAL_PT,
            Word(form.errata, place_at(data, place.file, "errata")),
            form.players,
            form.contents,
        )
        title = self._text(form.title, place_at(data, place.file, "title")) or self.game.title
        subtitle = self._text(form.subtitle, place_at(data, place.file, "subtitle"))
        booklets = {}
        for language, chapters in files.chapters.items():
            amount = Amount()
            read = [self._chapter(name, path, amount) for name, path in chapters]
            booklet = Booklet(
                self.game.id,
                language,
                str(title.in_language(language)),
                str(subtitle.in_language(language)) if subtitle else "",
                settings,
                tuple(chapter for chapter, _ in read),
                tuple(note for _, notes in read for note in notes),
            )
            if sheet := files.sheets.get(language):
                chapter, notes = self._chapter(form.sheet, sheet, amount)
                booklet = replace(booklet, sheet=chapter, notes=(*booklet.notes, *notes))
            booklets[language] = self._anchored(booklet)
        self._compare(booklets)
        ordered = [language for language in self.game.languages if language in booklets]
        return Rules({each: booklets[each] for each in ordered}, tuple(self.warnings))

    def _settings(self) -> tuple[BookletForm, MappingNode]:
        """What booklet.yaml says, and the file as typed."""
        path = booklet_file(self.project, self.game.id)
        if not path.is_file() and not path.is_symlink():
            return BookletForm(), MappingNode(0)
        file = self.project.name_of(path)
        try:
            data = load(path, file, self.project.root)
        except ProblemsFound as faults:
            self.problems.extend(faults.problems)
            return BookletForm(), MappingNode(0)
        form, problems = checked_leniently(BookletForm, data, file)
        self.problems.extend(problems)
        return form or BookletForm(), data

    def _font(self, name: str, place: Place) -> str:
        known = [*_ALWAYS, *(font for font, _ in self.game.fonts)]
        if name.lower() not in known:
            message = f"the game has no font `{name}`"
            hint = did_you_mean(name.lower(), known) or "name it under `fonts` in game.yaml"
            self.problems.append(Problem("E106", place, message, hint))
        return name.lower()

    def _text(self, typed: object, place: Place) -> Text | None:
        if typed is None:
            return None
        languages = Languages(self.game.languages, self._translations, texts=self.texts)
        return read_text(typed, languages, place, self.problems, plain=True)

    @cached_property
    def _translations(self) -> Translations:
        return by_text(read_translations(self.project, self.game.id, self.game.languages))

    def _chapter(self, name: str, path: Path, amount: Amount) -> tuple[Chapter, tuple[Note, ...]]:
        """A chapter, and the notes in it; an empty one after a problem was reported."""
        file = self.project.name_of(path)
        place = Place(file, 1)
        with step(f"reading {file}", place, READING_S):
            try:
                text = chapter_text(path, file, self.project.root)
                head, text = without_head(text)
                form = self._head(head, file)
                read = read_blocks(text, file, self.problems, amount)
            except ProblemsFound as faults:
                self.problems.extend(faults.problems)
                return Chapter(name, name, (), place), ()
        if not read.blocks and not self.problems:
            hint = "write the chapter, or delete the file"
            self.warnings.append(warning("E716", Place(file), "the chapter is empty", hint))
        blocks = read.blocks
        headings = [one for one in every_block(blocks) if isinstance(one, Heading)]
        title = form.title or (text_of(headings[0].inlines) if headings else name)
        if form.lines and headings and not headings[0].lines:
            blocks = _with_lines(blocks, headings[0], MarkedLines(form.lines, place))
        return Chapter(name, title, blocks, place), read.notes

    def _head(self, head: str, file: str) -> HeadForm:
        if not head.strip():
            return HeadForm()
        form, problems = checked_leniently(HeadForm, loaded(f"\n{head}", file), file)
        self.problems.extend(problems)
        return form or HeadForm()

    def _anchored(self, booklet: Booklet) -> Booklet:
        """The booklet with an anchor on each heading, its own or one made of its words."""
        own: dict[str, Heading] = {}
        for chapter in booklet.parts:
            for heading in every_block(chapter.blocks):
                if not isinstance(heading, Heading) or not heading.anchor:
                    continue
                if first := own.get(heading.anchor):
                    message = f"the name `#{heading.anchor}` stands twice"
                    hint = f"another heading has it: {first.place}"
                    self.problems.append(Problem("E713", heading.place, message, hint))
                own.setdefault(heading.anchor, heading)
        taken = set(own)

        def anchored(block: Block) -> Blocks:
            if not isinstance(block, Heading) or block.anchor:
                return (block,)
            anchor = base = slug(text_of(block.inlines)) or f"section-{len(taken) + 1}"
            number = 1
            while anchor in taken:
                number += 1
                anchor = f"{base}-{number}"
            taken.add(anchor)
            return (replace(block, anchor=anchor),)

        change = Rewriting(block=anchored)
        return _with_chapters(booklet, change)

    def _compare(self, booklets: Mapping[str, Booklet]) -> None:
        """Warns of what one language has and another lacks, E714 and E717."""
        folder = Place(self.project.name_of(rules_folder(self.project, self.game.id)))
        if not booklets:
            hint = f"write a chapter, `10-rules.{self.game.languages[0]}.md`, or delete the folder"
            self.warnings.append(warning("E714", folder, "there is no chapter in it", hint))
            return
        first = next(each for each in self.game.languages if each in booklets)
        for language in self.game.languages:
            if language not in booklets:
                message = f"there is no chapter in `{language}`"
                hint = f"translate them: {_first_name(booklets[first])}.{language}.md"
                self.warnings.append(warning("E714", folder, message, hint))
            elif language != first:
                self.warnings.extend(differences(booklets[first], booklets[language]))


def _first_name(booklet: Booklet) -> str:
    return booklet.chapters[0].name


def _with_lines(blocks: Blocks, heading: Heading, lines: Lines) -> Blocks:
    """The blocks, in which a heading restates lines."""
    change = Rewriting(
        block=lambda block: (replace(block, lines=lines) if block == heading else block,)
    )
    return change.blocks(blocks)


def _with_chapters(booklet: Booklet, change: Rewriting) -> Booklet:
    chapters = (replace(one, blocks=change.blocks(one.blocks)) for one in booklet.chapters)
    sheet = booklet.sheet
    if sheet is not None:
        sheet = replace(sheet, blocks=change.blocks(sheet.blocks))
    return replace(booklet, chapters=tuple(chapters), sheet=sheet)


def slug(text: str) -> str:
    """The anchor of a heading: its words in small letters, with hyphens between them."""
    plain = unicodedata.normalize("NFC", text).casefold()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    return "-".join(words)[: limits.ID_LETTERS]
