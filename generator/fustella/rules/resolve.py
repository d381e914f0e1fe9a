"""Resolves what booklets refer to: lists, pieces, fields, icons, headings, notes, pictures."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.check.selection import number_in
from fustella.core.files.pictures import NoPicture, PictureFolder
from fustella.core.processes import limits
from fustella.core.values.expressions import InvalidExpression, evaluate, exact
from fustella.core.values.model import Game, Piece, SideName, Text, Word
from fustella.core.values.problems import (
    Collected,
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
    nearest,
    warning,
)
from fustella.core.values.rules import (
    LIST_OF_ICONS,
    LIST_OF_NOTES,
    LIST_OF_TERMS,
    ArtPicture,
    Block,
    Blocks,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Chapter,
    Column,
    Figured,
    Heading,
    IconMark,
    IndexMark,
    Inline,
    Inlines,
    Link,
    ListColumn,
    ListTable,
    Made,
    MadeBlocks,
    Note,
    NoteRef,
    Picture,
    Pictured,
    PiecePicture,
    Reference,
    ReferenceSort,
    Rewriting,
    Rules,
    Situation,
    every_block,
    every_inline,
    inlines_in,
)
from fustella.core.words.printed import RULES
from fustella.rules.components import component_table, setup_blocks
from fustella.rules.selection import NoSuch, PieceFinder
from fustella.rules.situations import resolved_situation
from fustella.rules.values import Values

PICTURE_COLUMN = "picture"
"""The column of a table from a list that shows each piece, if no field has this name."""

_PICTURE_MM = 14.0
"""The longer side of the picture of a piece in a row of a table."""

_HEADS = {PICTURE_COLUMN: "picture", "name": "name", "copies": "number"}
"""The words of the tool that are heads of columns, by the field of the column."""

_NAMED = 12
"""The most names of pieces in the text of a situation for those who do not see it."""

_OTHER_MARKS = (ReferenceSort.PLAYERS.value, *Made)
"""Words that stand alone in braces and mean no icon."""


def resolved_rules(rules: Rules, game: Game, pictures: PictureFolder) -> Rules:
    """The booklets of a game without references; each number in them is that of the lists.

    Raises ProblemsFound with every fault: E711 for what does not exist, E713 for what means
    nothing, E170 for cells, E230 for pictures.
    """
    problems, warnings = Collected(), [*rules.warnings]
    selection = PieceFinder(game)
    booklets = {
        language: _Resolver(
            game, booklet, selection, Values(game, language), pictures, problems, warnings
        ).resolved()
        for language, booklet in rules.booklets.items()
    }
    if problems:
        raise ProblemsFound(problems)
    return Rules(booklets, tuple(warnings))


class _Resolver(Struct, frozen=True, dict=True):
    """Resolves one booklet. `numbers` are those of its notes, by their file and name.

    `rows` counts the rows that come from lists.
    """

    game: Game
    booklet: Booklet
    selection: PieceFinder
    values: Values
    pictures: PictureFolder
    problems: list[Problem]
    warned: list[Problem]
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    rows: list[int] = field(default_factory=lambda: [0])

    def resolved(self) -> Booklet:
        booklet = self.booklet
        self._number_notes()
        self._made_once()
        change = Rewriting(self._inline, self._block, self._picture)
        notes = (
            replace(
                note,
                number=self.numbers.get((note.place.file, note.name), 0),
                blocks=change.blocks(note.blocks),
            )
            for note in booklet.notes
        )
        chapters = tuple(self._chapter(chapter, change) for chapter in booklet.chapters)
        sheet = self._chapter(booklet.sheet, change) if booklet.sheet else None
        printed = sorted((note for note in notes if note.number), key=lambda note: note.number)
        return replace(booklet, chapters=chapters, notes=tuple(printed), sheet=sheet)

    def _chapter(self, chapter: Chapter, change: Rewriting) -> Chapter:
        return replace(chapter, blocks=change.blocks(chapter.blocks))

    def _tell(self, place: Place, fault: NoSuch | InvalidExpression, code: str = "E711") -> None:
        self.problems.append(Problem(code, place, fault.message, fault.hint))

    # Notes and links

    def _made_once(self) -> None:
        """Reports `{components}` and `{setup}` that stand twice, E713."""
        first: dict[Made, Place] = {}
        for part in self.booklet.parts:
            for block in every_block(part.blocks):
                if isinstance(block, MadeBlocks):
                    place = first.setdefault(block.made, block.place)
                    if place is not block.place:
                        hint = f"delete one of them; the first one: {place}"
                        message = f"`{{{block.made}}}` stands twice in the booklet"
                        self.problems.append(Problem("E713", block.place, message, hint))

    def _number_notes(self) -> None:
        """Numbers notes in the order of their signs; reports signs without notes, E711."""
        known: dict[tuple[str, str], Note] = {}
        for note in self.booklet.notes:
            key = note.place.file, note.name
            if first := known.get(key):
                hint = f"another one has the name: line {first.place.line}"
                message = f"the note `{note.name}` stands twice in this chapter"
                self.problems.append(Problem("E713", note.place, message, hint))
            known.setdefault(key, note)
        waiting = [*(chapter.blocks for chapter in self.booklet.parts)]
        for blocks in waiting:  # grows by the notes that it finds, which may have signs, too
            for inline in inlines_in(blocks):
                if not isinstance(inline, NoteRef):
                    continue
                key = inline.place.file, inline.name
                if key in self.numbers:
                    continue
                if key not in known:
                    names = [name for file, name in known if file == key[0]]
                    hint = did_you_mean(inline.name, names) or f"write it: [^{inline.name}]: …"
                    message = f"there is no note `[^{inline.name}]` in this chapter"
                    self.problems.append(Problem("E711", inline.place, message, hint))
                    continue
                self.numbers[key] = len(self.numbers) + 1
                waiting.append(known[key].blocks)
        for key, note in known.items():
            if key not in self.numbers:
                hint = f"write [^{note.name}] where it belongs, or delete the note"
                message = f"nothing refers to the note `{note.name}`, so it is not printed"
                self.warned.append(warning("E716", note.place, message, hint))

    @cached_property
    def _anchors(self) -> frozenset[str]:
        """The anchors of headings, in the booklet, on its sheet, and in a set-up from the lists."""
        blocks = [block for part in self.booklet.parts for block in every_block(part.blocks)]
        made = MadeBlocks in map(type, blocks)
        setups = (f"{Made.SETUP}:{players}" for players in self.selection.setups if made)
        ends = [LIST_OF_ICONS]
        if self.numbers:
            ends.append(LIST_OF_NOTES)
        if any(isinstance(one, IndexMark) for part in self.booklet.parts for one in _in(part)):
            ends.append(LIST_OF_TERMS)
        return frozenset((*(b.anchor for b in blocks if isinstance(b, Heading)), *setups, *ends))

    # Inlines

    def _inline(self, inline: Inline) -> Inlines:
        match inline:
            case Reference():
                return self._reference(inline)
            case NoteRef():
                number = self.numbers.get((inline.place.file, inline.name), 0)
                return (replace(inline, number=number),)
            case Link(anchor=anchor) if anchor:
                if anchor not in self._anchors:
                    known = [f"#{name}" for name in sorted(self._anchors)]
                    hint = did_you_mean(f"#{anchor}", known)
                    hint = hint or "name the heading: ## Set-up {#set-up}"
                    message = f"there is no heading `#{anchor}`"
                    self.problems.append(Problem("E711", inline.place, message, hint))
        return (inline,)

    def _reference(self, reference: Reference) -> Inlines:
        """What stands in the place of a reference; () after a problem was reported."""
        try:
            return self._meant(reference)
        except NoSuch as fault:
            self._tell(reference.place, fault)
        except InvalidExpression as fault:
            self._tell(reference.place, fault, "E713")
        return ()

    def _meant(self, reference: Reference) -> Inlines:
        name, place, source = reference.name, reference.place, reference.typed
        match reference.sort:
            case ReferenceSort.NAME:
                named = self.selection.name_of(name).in_language(self.values.language)
                return self.values.marked(named, source, place)
            case ReferenceSort.PIECE:
                id_, dot, path = name.partition(".")
                piece = self.selection.piece(id_)
                return self.values.field(piece, path if dot else "name", source, place)
            case ReferenceSort.ICON:
                return (self._icon(reference),)
        return (Figured(self._number(reference.sort, name, place), source, place),)

    def _number(self, sort: ReferenceSort, name: str, place: Place) -> str:
        """The number that a reference to one means."""
        match sort:
            case ReferenceSort.COUNT:
                return str(_copies(self._chosen(name, place)))
            case ReferenceSort.DESIGNS:
                return str(_designs(self._chosen(name, place)))
            case ReferenceSort.PLAYERS:
                return self._players()
        formula = evaluate(name, self._worth, lambda function, of: self._call(function, of, place))
        return self.values.number(formula.value)

    def _chosen(self, name: str, place: Place) -> tuple[Piece, ...]:
        """The pieces that a name means; that a condition chooses none of them is told, E716."""
        pieces = self.selection.of(name)
        if not pieces:
            hint = "look at its condition; write 0 where none are meant"
            self.warned.append(warning("E716", place, f"`{name}` chooses no piece", hint))
        return pieces

    def _icon(self, reference: Reference) -> IconMark:
        found = self.values.icon(reference.name, reference.size, reference.place)
        if isinstance(found, IconMark) and found.icon:
            return found
        near = nearest(reference.name, (*self.game.icons, *_OTHER_MARKS))
        hint = "name it under `icons` in game.yaml; a number from the lists is {count:…}"
        hint = f"did you mean `{near}`?" if near else hint
        raise NoSuch(f"there is no icon `{reference.name}`", hint)

    def _players(self) -> str:
        """The numbers of players: `2–4` or `2, 4`. Raises NoSuch where nothing says them."""
        known = sorted(self.selection.setups)
        if not known and self.booklet.settings.players:
            return self.booklet.settings.players
        if not known:
            hint = "write `players: 2-4` into rules/booklet.yaml"
            raise NoSuch("no set-up piece has a number in its field `players`", hint)
        if known == [*range(known[0], known[-1] + 1)] and len(known) > 1:
            return f"{known[0]}–{known[-1]}"
        return ", ".join(map(str, known))

    def _worth(self, name: str) -> Fraction:
        """The value of a name in a formula: a field of a piece, `castle.front.defence`."""
        id_, _, path = name.partition(".")
        value = self.values.value(self.selection.piece(id_), path or "copies")
        number = number_in(value) if isinstance(value, Word | int | float) else None
        if number is None or isinstance(value, bool):
            raise NoSuch(f"`{name}` is no number", "name a field that is one")
        return exact(number)

    def _call(self, function: str, arguments: Sequence[str], place: Place) -> Fraction:
        """The value of `count("castles")` or `designs("castles")` in a formula."""
        known = {"count": _copies, "designs": _designs}
        if function not in known or len(arguments) != 1:
            message = f"`{function}({', '.join(arguments)})` means nothing here"
            raise InvalidExpression(message, 'write count("castles") or designs("castles")')
        return Fraction(known[function](self._chosen(arguments[0], place)))

    # Blocks

    def _block(self, block: Block) -> Blocks:
        if block.lines and self.game.original:
            hint = "delete it; or write `document: …` into game.yaml"
            message = "lines of a rule document, and game.yaml names none"
            self.problems.append(Problem("E713", block.place, message, hint))
        match block:
            case ListTable():
                return self._list_table(block)
            case MadeBlocks(made=Made.COMPONENTS):
                table = component_table(self.game, self.values.language, block.place)
                return (replace(table, lines=block.lines),)
            case MadeBlocks(made=Made.SETUP):
                return setup_blocks(self.game, self.values.language, block.place)
            case Box(kind=BoxKind.DECISION):
                own = (*every_inline(block.title), *inlines_in(block.blocks))
                if not any(isinstance(inline, NoteRef) for inline in own):
                    hint = "write why in a note, [^1]: …, and its sign [^1] in the box"
                    message = "a decision of ours without a note"
                    self.warned.append(warning("E716", block.place, message, hint))
        return (block,)

    def _list_table(self, table: ListTable) -> Blocks:
        """The table of a list; () after a problem was reported."""
        try:
            pieces = self.selection.where(self.selection.of(table.of), table.where)
            if table.sort:
                pieces = self.selection.sorted_by(pieces, table.sort)
        except NoSuch as fault:
            self._tell(table.place, fault)
            return ()
        printed = [piece for piece in pieces if piece.copies]
        if len(printed) > limits.PRINTED_ROWS or not self._counted(len(printed)):
            message = f"{len(printed):,} rows are too many for a booklet"
            hint = "choose some of them with `where:`, or name fewer lists"
            self.problems.append(Problem("E133", table.place, message, hint))
            return ()
        if not printed:
            hint = "look at the list, and at `where`"
            message = f"no piece of `{table.of}` stands in this table"
            self.problems.append(Problem("E711", table.place, message, hint))
        faults = dict[str, NoSuch]()
        rows = []
        for piece in printed:
            row = []
            for column in table.columns:
                try:
                    row.append(self._cell(piece, column.field, table))
                except NoSuch as fault:
                    faults.setdefault(column.field, fault)
                    row.append(())
            rows.append(tuple(row))
        for told in faults.values():
            self._tell(table.place, told)
        columns = tuple(
            Column(
                column.inlines or self._head(column, table.of),
                column.align,
                column.place,
            )
            for column in table.columns
        )
        chosen = BookletTable(
            columns, tuple(rows), table.place, table.of, table.lines, table.choice
        )
        return (chosen,)

    def _head(self, column: ListColumn, source: str) -> Inlines:
        """The head of a column for which nobody wrote one: a word of the tool or of the game."""
        words, name = self.game.words, column.field.rpartition(".")[2].partition("[")[0]
        said = _titled(column.field)
        own = words[name] if name in words else None
        if isinstance(own, Text):
            said = self.values.plain(own)
        elif column.field in _HEADS:
            word = f"{RULES}.{_HEADS[column.field]}"
            said = self.game.tool_words.text(word, self.values.language)
        return (Figured(said, source, column.place),)

    def _counted(self, rows: int) -> bool:
        """Whether the booklet may have so many more rows from lists."""
        self.rows[0] += rows
        return self.rows[0] <= limits.RULES_BLOCKS

    def _cell(self, piece: Piece, path: str, table: ListTable) -> Inlines:
        if path == PICTURE_COLUMN and path not in piece.front:
            picture = PiecePicture(piece.id, table.place, size_mm=_PICTURE_MM)
            return (Pictured(self._with_alt(picture, piece), table.place),)
        return self.values.field(piece, path, f"{table.of}.{path}", table.place)

    # Pictures

    def _picture(self, picture: Picture) -> Picture:
        try:
            match picture:
                case PiecePicture():
                    return self._piece_picture(picture)
                case ArtPicture():
                    return self._art(picture)
                case Situation():
                    return self._situation(picture)
        except NoSuch as fault:
            self._tell(picture.place, fault)
        return picture

    def _piece_picture(self, picture: PiecePicture) -> PiecePicture:
        if picture.players:
            setups = self.selection.setups
            if picture.players not in setups:
                known = ", ".join(map(str, sorted(setups)))
                hint = f"known: {known}" if known else "name the piece: ![](piece:setup)"
                raise NoSuch(f"no set-up piece is for {picture.players} players", hint)
            picture = replace(picture, piece=setups[picture.players].id)
        piece = self._in_a_box(picture.piece)
        if picture.side is SideName.BACK and piece.kind.back is None:
            raise NoSuch(f"`{piece.id}` has no back", "leave `side=back` out")
        self._check_callouts(picture, piece)
        return self._with_alt(picture, piece)

    def _in_a_box(self, name: str) -> Piece:
        """The piece of a name, which is printed. Raises NoSuch."""
        piece = self.selection.piece(name)
        if piece.struck_out is not None or not piece.copies:
            hint = "show another piece: no box has one that is struck out"
            raise NoSuch(f"`{name}` is in no box: it is struck out", hint)
        return piece

    def _check_callouts(self, picture: PiecePicture, piece: Piece) -> None:
        record = piece.front if picture.side is SideName.FRONT else piece.back
        zones = piece.kind.layout(picture.side)
        for callout in picture.callouts:
            first = callout.at.partition("[")[0].partition(".")[0]
            if callout.at in zones or first in record:
                continue
            hint = did_you_mean(callout.at, dict.fromkeys((*zones, *record)))
            message = f"`{piece.id}` has no zone or field `{callout.at}` on its {picture.side}"
            self.problems.append(Problem("E711", callout.place, message, hint))

    def _with_alt(self, picture: PiecePicture, piece: Piece) -> PiecePicture:
        if picture.alt:
            return picture
        return replace(picture, alt=self.values.seen(picture, piece))

    def _art(self, picture: ArtPicture) -> ArtPicture:
        try:
            file = self.pictures.find(picture.name)
        except NoPicture as fault:
            self.problems.append(Problem(fault.code, picture.place, str(fault), fault.hint))
            return picture
        if not picture.alt:
            hint = f"write it between the brackets: ![a river](art:{picture.name})"
            message = "nothing says what the picture shows to those who do not see it"
            self.warned.append(warning("E716", picture.place, message, hint))
        return replace(picture, file=file)

    def _situation(self, situation: Situation) -> Situation:
        board = self._in_a_box(situation.board) if situation.board else None
        found = resolved_situation(self.game, situation, board, self.problems)
        names: dict[str, Text] = {}
        for placed in situation.pieces:
            try:
                piece = self._in_a_box(placed.piece)
            except NoSuch as fault:
                self._tell(placed.place, fault)
                continue
            names[piece.id] = piece.name
            if placed.side is SideName.BACK and piece.kind.back is None:
                no_back = NoSuch(f"`{piece.id}` has no back", "leave `side: back` out")
                self._tell(placed.place, no_back)
        return found if found.alt else replace(found, alt=self._seen_in(found, board, names))

    def _seen_in(self, situation: Situation, board: Piece | None, names: Mapping[str, Text]) -> str:
        """What a situation shows, in names and cells: `Map: Archer 0703; 0703 → 0805`."""
        plain = self.values.plain
        parts = [
            f"{plain(names[placed.piece])} {placed.spot.cell}".strip()
            for placed in situation.pieces
            if placed.piece in names
        ]
        more = len(parts) - _NAMED
        parts = [*parts[:_NAMED], f"+ {more}"] if more > 0 else parts
        parts += (
            f"{f'{arrow.label}: ' if arrow.label else ''}"
            f"{' → '.join(spot.cell for spot in arrow.spots)}"
            for arrow in situation.arrows
            if all(spot.cell for spot in arrow.spots)
        )
        parts += (f"{mark.text}: {mark.spot.cell}" for mark in situation.marks if mark.spot.cell)
        head = f"{plain(board.name)}: " if board else ""
        return f"{head}{'; '.join(parts)}"


def _in(part: Chapter) -> Iterator[Inline]:
    return inlines_in(part.blocks)


def _copies(pieces: Sequence[Piece]) -> int:
    return sum(piece.copies for piece in pieces)


def _designs(pieces: Sequence[Piece]) -> int:
    return sum(piece.copies > 0 for piece in pieces)


def _titled(path: str) -> str:
    """The head of a column that has no other one: the last name of a field."""
    name = path.rpartition(".")[2].partition("[")[0].replace("_", " ")
    return name[:1].upper() + name[1:]
