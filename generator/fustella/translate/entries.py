"""Lists the texts of a game for translators: each once, with its translation."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.files.reading import is_folder
from fustella.core.values.model import Game, Piece, Text, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, nearest
from fustella.draw.text.fit import TextRoom
from fustella.read import TypedText
from fustella.read.languages import key_of, needs_translation
from fustella.read.rules.files import rules_folder
from fustella.read.translations import Translated, TranslationTable, by_text, read_translations

if TYPE_CHECKING:
    from fustella.translate.booklet import BookletText, BookletTranslation

_PIECE = re.compile(r"(pieces\[\d+\])(?:\.(.*))?")


class TextState(StrEnum):
    """The state of a text: whether it is translated.

    A text that changed since it was translated counts as missing: it may be another rule now.
    """

    TRANSLATED = "translated"
    MISSING = "missing"
    CHANGED = "changed"


class TextSpot(Struct, frozen=True):
    """A place of a text: its `name`, which stays the same when lists grow, and words `about` it."""

    name: str
    about: str
    place: Place


class TextEntry(Struct, frozen=True):
    """A text in the first language, and its translation into another one.

    `words` has the translation at each place where it is typed: in the content itself, once in a
    table, or nowhere. An `optional` text may stay as it is: a title, a remark. If the text has
    changed, `before` is the old text, and `translation` is its translation. `others` has the
    translations into further languages, for a translator who knows one of them. `too_long` has
    messages about places for which the translation is too large. `typed_at` are the places of the
    text itself; `room` has its letters and the letters that fit its narrowest place, or None if the
    text is drawn nowhere or only together with others. A text `in_booklet` stands in a chapter of
    the rules, and its translation in another file.
    """

    text: str
    translation: str
    state: TextState
    spots: tuple[TextSpot, ...]
    words: tuple[Word, ...] = ()
    in_content: bool = False
    optional: bool = False
    before: str = ""
    others: tuple[tuple[str, str], ...] = ()
    too_long: tuple[str, ...] = ()
    typed_at: tuple[Place, ...] = ()
    room: TextRoom | None = None
    in_booklet: bool = False

    @property
    def wanted(self) -> bool:
        """Whether a translation is still to be written."""
        return self.state is not TextState.TRANSLATED and not self.optional

    @property
    def where(self) -> tuple[str, ...]:
        return tuple(spot.name for spot in self.spots)


class Texts(Struct, frozen=True):
    """All texts of a game, in a language that is not its first.

    `tables` are all files of translations. `stale` are rows that translate a text into this
    language which the game no longer has. `booklet` is its rule booklet, if it has one.
    """

    game: Game
    language: str
    entries: tuple[TextEntry, ...]
    stale: tuple[Translated, ...]
    tables: tuple[TranslationTable, ...]
    booklet: "BookletTranslation | None" = None

    @property
    def first(self) -> str:
        return self.game.languages[0]

    def with_fit(
        self, too_long: Mapping[Place, Sequence[str]], rooms: Mapping[Place, TextRoom]
    ) -> "Texts":
        """The texts with messages about translations that do not fit, and with their rooms.

        `too_long` is by the places of translations, `rooms` by the places of texts in the first
        language.
        """
        entries = []
        for entry in self.entries:
            messages = (each for word in entry.words for each in too_long.get(word.place, ()))
            rooms_here = (rooms[place] for place in entry.typed_at if place in rooms)
            room = min(rooms_here, key=lambda room: room.fitting, default=None)
            entries.append(replace(entry, too_long=tuple(dict.fromkeys(messages)), room=room))
        return replace(self, entries=tuple(entries))


def texts_of(project: Project, game_id: str, language: str) -> Texts:
    """The texts of a game in a language. Raises ProblemsFound, among others E005 without it."""
    typed: list[TypedText] = []
    game = load_game(project, game_id, typed)
    first, *others = game.languages
    language = as_spelt(language, others)
    if language not in others:
        place = Place(game.place.file, key="languages")
        if language == first:
            message = f"`{first}` is the first language of the game, from which is translated"
            hint = f"others: {', '.join(others)}" if others else f"add one: [{first}, de]"
        else:
            message = f"the game has no language `{language}`"
            near = nearest(language, others)
            wider = ", ".join((*game.languages, language))
            hint = f"did you mean `{near}`?" if near else f"add it there: languages: [{wider}]"
        raise ProblemsFound([Problem("E005", place, message, hint)])
    tables = read_translations(project, game_id, game.languages)
    booklet = None
    if is_folder(rules_folder(project, game_id)):
        from fustella.translate.booklet import BookletTranslation  # noqa: PLC0415  (a game may have none)

        booklet = BookletTranslation(project, game, language, tables, typed)
    entries = _entries(game, typed, tables, language)
    if booklet is not None:
        entries = (*entries, *_booklet_entries(booklet.texts, entries, tables, language))
    known = {entry.text for entry in entries} | {entry.before for entry in entries}
    rows = (row for table in tables if language in table.languages for row in table.rows)
    stale = tuple(row for row in rows if key_of(row.text) not in known)
    return Texts(game, language, entries, stale, tables, booklet)


def _booklet_entries(
    texts: Iterable["BookletText"],
    others: Sequence[TextEntry],
    tables: Sequence[TranslationTable],
    language: str,
) -> Iterator[TextEntry]:
    """Yields the texts of a booklet, each once; `others` are all other texts of the game."""
    groups: dict[tuple[str, str | None], list[BookletText]] = {}
    for each in texts:
        groups.setdefault((each.text, each.translation), []).append(each)
    rows = [row for table in tables for row in table.rows if language in row.words]
    current = {key_of(text) for text, _ in groups} | {entry.text for entry in others}
    known = {key_of(row.text): str(row.words[language]) for row in rows}
    former = {
        key_of(str(row.words[language])): key_of(row.text)
        for row in rows
        if key_of(row.text) not in current
    }
    for (text, translation), same in groups.items():
        spots = (
            TextSpot(one.name, " · ".join(filter(None, ("Rules", one.heading))), one.place)
            for one in same
        )
        stays = all(one.stays for one in same)
        entry = TextEntry(
            text, "", TextState.MISSING, tuple(spots), optional=stays, in_booklet=True
        )
        if translation is None:
            yield replace(entry, translation=known.get(key_of(text), ""))
        elif key_of(translation) in former and key_of(text) not in known:
            before = former[key_of(translation)]
            yield replace(entry, translation=translation, state=TextState.CHANGED, before=before)
        else:
            yield replace(entry, translation=translation, state=TextState.TRANSLATED)


def _entries(
    game: Game, typed: Sequence[TypedText], tables: Sequence[TranslationTable], language: str
) -> tuple[TextEntry, ...]:
    first = game.languages[0]
    namer = _Namer(game)
    groups: dict[tuple[str, str | None], list[TypedText]] = {}
    for each in typed:
        if first in each.typed and needs_translation(each.typed[first]):
            known = each.typed.get(language)
            key = key_of(each.typed[first]), None if known is None else str(known)
            groups.setdefault(key, []).append(each)
    translated = by_text(tables)
    texts = {text for text, _ in groups}
    former = {
        where: row
        for table in tables
        for row in table.rows
        if language in row.words and key_of(row.text) not in texts
        for where in row.where
    }
    entries = []
    for (text, own), same in groups.items():
        spots = tuple(dict.fromkeys(namer.spot(each.place) for each in same))
        entry = TextEntry(
            text,
            "",
            TextState.MISSING,
            spots,
            optional=all(each.plain for each in same),
            others=_other_translations([each.text for each in same], game.languages[1:], language),
            typed_at=tuple(each.typed[first].place for each in same),
        )
        word = translated.get(text, {}).get(language)
        then = next((former[spot.name] for spot in spots if spot.name in former), None)
        if own is not None:
            words = tuple(each.typed[language] for each in same)
            done = TextState.TRANSLATED
            entry = replace(entry, translation=own, state=done, words=words, in_content=True)
        elif word is not None:
            entry = replace(entry, translation=str(word), state=TextState.TRANSLATED, words=(word,))
        elif then is not None:
            was = str(then.words[language])
            before = key_of(then.text)
            entry = replace(entry, translation=was, state=TextState.CHANGED, before=before)
        entries.append(entry)
    return tuple(entries)


def _other_translations(
    texts: Sequence[Text], others: Sequence[str], language: str
) -> tuple[tuple[str, str], ...]:
    """The translations into further languages; `texts` are equal in the first language."""
    translations = (
        (other, str(text.in_language(other)))
        for other in others
        for text in texts
        if other != language and other not in text.missing
    )
    return tuple(dict.fromkeys(translations))


class _Namer:
    """Names the places of texts by the ids of pieces, because numbers change when lists grow."""

    def __init__(self, game: Game) -> None:
        self._first = game.languages[0]
        self._by_key: dict[tuple[str, str], Piece] = {}
        self._by_row: dict[tuple[str, int], Piece] = {}
        for piece in (*game.pieces, *game.boxes):
            self._by_key.setdefault((piece.place.page, piece.place.key), piece)
            self._by_row.setdefault((piece.place.page, piece.place.line), piece)

    def spot(self, place: Place) -> TextSpot:
        file = place.file.rpartition("/")[2]
        match = _PIECE.fullmatch(place.key)
        piece = self._by_key.get((place.page, match[1])) if match else None
        rest = (match[2] or "") if match else place.key
        if piece is None and not match:
            piece = self._by_row.get((place.page, place.line))
        if piece is None:
            return TextSpot(f"{file} {place.key}", place.key, place)
        name = f"{file} {piece.id} {rest}".strip()
        kind, own = (str(text.in_language(self._first)) for text in (piece.kind.name, piece.name))
        return TextSpot(name, " · ".join(filter(None, (kind, own, rest))), place)


def summed(entries: Iterable[TextEntry]) -> Mapping[TextState, int]:
    """Counts the entries in each state; optional entries count only if they are translated."""
    counts = dict.fromkeys(TextState, 0)
    for entry in entries:
        if not entry.optional or entry.state is TextState.TRANSLATED:
            counts[entry.state] += 1
    return counts
