"""Writes the list of components and the set-up of a game from its lists alone."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from fustella.check.errors import InvalidClaim
from fustella.check.selection import select
from fustella.core.values.contents import KindCount, contents_of
from fustella.core.values.model import Game, Piece, PutPieces, Record, SideName, Text
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Align,
    Block,
    Blocks,
    Booklet,
    BookletSettings,
    BookletTable,
    Chapter,
    Column,
    Figure,
    Figured,
    Heading,
    Inlines,
    ListBlock,
    Paragraph,
    PiecePicture,
)
from fustella.core.words.patterns import regex
from fustella.core.words.printed import RULES
from fustella.rules.selection import PieceFinder
from fustella.rules.values import Values

_NAMED = 12
"""The most designs of a kind that the list of components names."""

_ALIKE = 3
"""The designs from which names that are alike are named as one."""

_WITHOUT_BRACKETS = regex(r"\s*[(（][^()（）]*[)）]$")
_NUMBERED = regex(r"(?P<base>.*\D)(?P<number>[0-9]{1,6})")

_PORTRAYED = 3
"""The most designs of a kind that a booklet from the lists alone shows."""

_SOURCE = "components"
_SETUP = "setup"


def component_table(game: Game, language: str, place: Place) -> BookletTable:
    """The components of a game: how many of each kind, its name, and its designs if they are few.

    Set-up pieces and boxes are among them, struck-out pieces are not.
    """
    values = Values(game, language)
    words = game.tool_words.section(RULES, language)

    def head(word: str, align: Align) -> Column:
        return Column((_figured(words[word], _SOURCE, place),), align, place)

    columns = (
        head("number", Align.RIGHT),
        head("component", Align.LEFT),
        head("kinds_of_it", Align.LEFT),
    )
    rows = tuple(_row(count, values, place) for count in _in_the_box(game))
    return BookletTable(columns, rows, place, _SOURCE)


def _in_the_box(game: Game) -> Sequence[KindCount]:
    pieces = game.all_pieces or game.pieces
    return [count for count in contents_of(game, pieces, ()).kinds if count.copies]


def _portraits(game: Game, language: str, place: Place) -> Iterator[Figure]:
    """Yields a figure for each kind: some designs from its first to its last, and a back.

    Set-up pieces are left out, for the set-up shows them.
    """
    values = Values(game, language)
    setups = {piece.id for piece in PieceFinder(game).setups.values()}
    for count in _in_the_box(game):
        printed = [piece for piece in count.pieces if piece.copies and piece.id not in setups]
        some = dict.fromkeys(
            at * (len(printed) - 1) // (_PORTRAYED - 1) for at in range(_PORTRAYED)
        )
        shown = [(printed[at], SideName.FRONT) for at in some if printed]
        if shown and count.kind.back is not None:
            shown.append((shown[0][0], SideName.BACK))
        pictures = [_picture(piece, side, values, place) for piece, side in shown]
        name = _figured(values.plain(count.kind.name), f"name:{count.kind.id}", place)
        if pictures:
            yield Figure(tuple(pictures), (name,), place)


def _picture(piece: Piece, side: SideName, values: Values, place: Place) -> PiecePicture:
    picture = PiecePicture(piece.id, place, side=side)
    return replace(picture, alt=values.seen(picture, piece))


def _figured(text: str, source: str, place: Place) -> Figured:
    return Figured(text, source, place)


def _row(count: KindCount, values: Values, place: Place) -> tuple[Inlines, ...]:
    kind = count.kind
    number = (_figured(str(count.copies), f"count:kind {kind.id}", place),)
    name = (_figured(values.plain(kind.name), f"name:{kind.id}", place),)
    return number, name, _designs(count, values, place)


def _designs(count: KindCount, values: Values, place: Place) -> Inlines:
    """The names of the designs of a kind with their copies; how many they are, if many."""
    printed = [piece for piece in count.pieces if piece.copies]
    source = f"designs:kind {count.kind.id}"
    copies = dict[str, int]()
    for piece in printed:
        name = values.plain(piece.name)
        copies[name] = copies.get(name, 0) + piece.copies
    if [*copies] == [values.plain(count.kind.name)]:
        return ()
    named = [*_ranges([*_shared(copies)])]
    if len(named) > _NAMED:
        text = values.game.tool_words.counted(f"{RULES}.designs", values.language, len(printed))
        return (_figured(text, source, place),)
    return (_figured(", ".join(named), source, place),)


def _shared(copies: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yields names with copies; several that differ in what is in brackets are one."""
    groups = dict[str, list[str]]()
    for name in copies:
        groups.setdefault(_WITHOUT_BRACKETS.sub("", name), []).append(name)
    for base, names in groups.items():
        if len(names) >= _ALIKE:
            yield base, sum(copies[name] for name in names)
        else:
            yield from ((name, copies[name]) for name in names)


def _ranges(counts: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yields names with their copies, `3 × Castle`; numbered ones in a row as one, `Card 1–9`."""
    at = 0
    while at < len(counts):
        name, copies = counts[at]
        end = at + 1
        while end < len(counts) and _follows(counts[end - 1], counts[end]):
            end += 1
        number = _NUMBERED.fullmatch(counts[end - 1][0])
        if number is None or end - at < _ALIKE:
            end = at + 1
            yield f"{copies} × {name}" if copies > 1 else name
        else:
            total = f"{copies * (end - at)} × " if copies > 1 else ""
            yield f"{total}{name}–{number['number']}"
        at = end


def _follows(one: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether a name has the next number of another one, and as many copies."""
    first, second = _NUMBERED.fullmatch(one[0]), _NUMBERED.fullmatch(other[0])
    if first is None or second is None or one[1] != other[1] or first["base"] != second["base"]:
        return False
    return int(second["number"]) == int(first["number"]) + 1


def setup_blocks(game: Game, language: str, place: Place, level: int = 2) -> Blocks:
    """The set-up of a game: for each number of players its set-up piece, and what its texts say.

    A game without set-up pieces has the steps of `table.setup` instead, and () without these.
    """
    values, setups = Values(game, language), PieceFinder(game).setups
    if not setups:
        return tuple(_steps(values, place))
    return tuple(
        block
        for players, piece in sorted(setups.items())
        for block in _setup(players, piece, values, place, level)
    )


def _setup(players: int, piece: Piece, values: Values, place: Place, level: int) -> Iterator[Block]:
    source = f"{_SETUP}:{players}"
    text = values.game.tool_words.counted("sheet.players", values.language, players)
    # No heading that somebody typed has a colon in its anchor.
    yield Heading(level, (_figured(text, source, place),), source, place)
    name = values.plain(piece.name)
    yield Figure((PiecePicture(piece.id, place, players=players, alt=name),), (), place)
    for side, record in (("front", piece.front), ("back", piece.back)):
        for path, said in _texts(record, side):
            inlines = values.inlines(said, f"piece:{piece.id}.{path}", place)
            if inlines:
                yield Paragraph(inlines, place)


def _texts(record: Record, path: str) -> Iterator[tuple[str, Text]]:
    """Yields the texts of a record and of records in it, with their paths, without titles."""
    for name in record:
        value = record[name]
        if isinstance(value, Text) and name not in ("name", "title", "head"):
            yield f"{path}.{name}", value
        elif isinstance(value, tuple):
            for number, each in enumerate(value, start=1):
                at = f"{path}.{name}[{number}]"
                if isinstance(each, Text):
                    yield at, each
                elif isinstance(each, Record):
                    yield from _texts(each, at)


def _steps(values: Values, place: Place) -> Iterator[Block]:
    """Yields the steps of the set-up on a table, as an ordered list."""
    game = values.game
    items = tuple(
        (Paragraph((_figured(text, _SETUP, place),), place),)
        for put in game.table.setup
        if (text := _step(put, values))
    )
    if items:
        yield ListBlock(True, items, place)


def _step(put: PutPieces, values: Values) -> str:
    """A step of the set-up in words: `40 Buildings, a pile of each`; "" where no piece is put."""
    game = values.game
    try:
        pieces = [piece for piece in select(game, put.put) if piece.copies]
    except InvalidClaim:  # exports report it
        return ""
    if not pieces:
        return ""
    number = sum(min(put.copies or piece.copies, piece.copies) for piece in pieces)
    names = dict.fromkeys(values.plain(piece.kind.name) for piece in pieces)
    if len(pieces) == 1:
        names = dict.fromkeys([values.plain(pieces[0].name)])
    what = ", ".join(names)
    form = game.tool_words.text(f"{RULES}.put_{put.form}", values.language)
    if number > 1:
        what = f"{number} × {what}: {form}" if len(names) == 1 else f"{what} ({number}): {form}"
    return f"{what} ({_for_players(put, values)})" if put.players else what


def _for_players(put: PutPieces, values: Values) -> str:
    """For how many players a step of the set-up is: `3, 4 players`."""
    count = ", ".join(map(str, put.players))
    form = "one" if put.players == (1,) else "many"
    return values.game.tool_words.text(f"sheet.players.{form}", values.language).format(count=count)


def ready_booklet(game: Game, language: str) -> Booklet:
    """A booklet of a game that has none: its components and its set-up, from the lists alone."""
    words = game.tool_words.section(RULES, language)
    place = game.place
    settings = BookletSettings(place)

    def chapter(name: str, blocks: Sequence[Block]) -> Chapter:
        title = words[name]
        heading = Heading(1, (_figured(title, name, place),), name, place)
        return Chapter(name, title, (heading, *blocks), place)

    components: list[Block] = [component_table(game, language, place)]
    components += _portraits(game, language, place)
    chapters = [chapter(_SOURCE, components)]
    if setup := setup_blocks(game, language, place):
        chapters.append(chapter(_SETUP, setup))
    title = str(game.title.in_language(language))
    return Booklet(game.id, language, title, words["rules"], settings, tuple(chapters))
