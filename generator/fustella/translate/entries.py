"""The texts of a game as a translator sees them: each once, with what it is in one language."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import load_game
from fustella.core.model import Game, Piece, Text, Word
from fustella.core.problems import Place, Problem, ProblemsFound, as_spelt, nearest
from fustella.core.project import Project
from fustella.read import TypedText
from fustella.read.languages import key_of, needs_translation
from fustella.read.translations import Translated, read_translations

_PIECE = re.compile(r"(pieces\[\d+\])(?:\.(.*))?")
_VARIANT = re.compile(r"variants\[\d+\]")


class State(StrEnum):
    """Whether a text is translated.

    A text that changed since it was translated counts as missing: what was right before may be
    another rule now.
    """

    TRANSLATED = "translated"
    MISSING = "missing"
    CHANGED = "changed"


class Spot(Struct, frozen=True):
    """A place of a text: `name` stays the same when lists grow, `about` is for a translator."""

    name: str
    about: str
    place: Place


class TextEntry(Struct, frozen=True):
    """A text in the first language, and what it is in another one.

    `words` are the translation wherever it is typed: in the content itself, or once in the table,
    or nowhere. An `optional` one may stay as it is: a title, a remark. Of a text that changed,
    `before` is what was translated, and `translation` what it was then. `others` has the text in
    further languages, for a translator who knows one of them, and each wording that it has there.
    `too_long` tells how much the translation is too large for its places.
    """

    text: str
    translation: str
    state: State
    spots: tuple[Spot, ...]
    words: tuple[Word, ...] = ()
    in_content: bool = False
    optional: bool = False
    before: str = ""
    others: tuple[tuple[str, str], ...] = ()
    too_long: tuple[str, ...] = ()

    @property
    def wanted(self) -> bool:
        """Whether a translation is still to be written."""
        return self.state is not State.TRANSLATED and not self.optional

    @property
    def where(self) -> tuple[str, ...]:
        return tuple(spot.name for spot in self.spots)


class Texts(Struct, frozen=True):
    """All texts of a game in one language other than its first.

    `stale` are the rows of the table that translate no text of the game any more.
    """

    game: Game
    language: str
    entries: tuple[TextEntry, ...]
    stale: tuple[Translated, ...]
    rows: tuple[Translated, ...]

    @property
    def first(self) -> str:
        return self.game.languages[0]

    def with_faults(self, too_long: Mapping[Place, Sequence[str]]) -> "Texts":
        """The same with what does not fit, by the places of translations."""
        entries = []
        for entry in self.entries:
            told = (each for word in entry.words for each in too_long.get(word.place, ()))
            entries.append(replace(entry, too_long=tuple(dict.fromkeys(told))))
        return replace(self, entries=tuple(entries))


def texts_of(project: Project, game_id: str, language: str) -> Texts:
    """The texts of a game. Raises ProblemsFound: E005 for a language that it has not; others."""
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
    rows = read_translations(project, game_id, game.languages)
    entries = _entries(game, typed, rows, language)
    known = {entry.text for entry in entries} | {entry.before for entry in entries}
    stale = tuple(row for row in rows if key_of(row.text) not in known)
    return Texts(game, language, entries, stale, rows)


def _entries(
    game: Game, typed: Sequence[TypedText], rows: Sequence[Translated], language: str
) -> tuple[TextEntry, ...]:
    first = game.languages[0]
    namer = _Namer(game)
    groups: dict[tuple[str, str | None], list[TypedText]] = {}
    for one in typed:
        if first in one.typed and needs_translation(one.typed[first]):
            known = one.typed.get(language)
            key = key_of(one.typed[first]), None if known is None else str(known)
            groups.setdefault(key, []).append(one)
    table = {key_of(row.text): row for row in rows}
    texts = {text for text, _ in groups}
    former = {where: row for row in rows if key_of(row.text) not in texts for where in row.where}
    found = []
    for (text, own), same in groups.items():
        spots = tuple(dict.fromkeys(namer.spot(one.place) for one in same))
        entry = TextEntry(
            text,
            "",
            State.MISSING,
            spots,
            optional=all(one.plain for one in same),
            others=_in_others([one.text for one in same], game.languages[1:], language),
        )
        row = table.get(text)
        then = next((former[spot.name] for spot in spots if spot.name in former), None)
        if own is not None:
            words = tuple(one.typed[language] for one in same)
            done = State.TRANSLATED
            entry = replace(entry, translation=own, state=done, words=words, in_content=True)
        elif row and language in row.words:
            word = row.words[language]
            entry = replace(entry, translation=str(word), state=State.TRANSLATED, words=(word,))
        elif then and language in then.words:
            was = str(then.words[language])
            before = key_of(then.text)
            entry = replace(entry, translation=was, state=State.CHANGED, before=before)
        found.append(entry)
    return tuple(found)


def _in_others(
    texts: Sequence[Text], others: Sequence[str], language: str
) -> tuple[tuple[str, str], ...]:
    """What texts that are one in the first language are in further ones: each wording once."""
    said = (
        (other, str(text.in_language(other)))
        for other in others
        for text in texts
        if other != language and other not in text.missing
    )
    return tuple(dict.fromkeys(said))


class _Namer:
    """Names the places of texts by the ids of pieces, for their numbers change as lists grow."""

    def __init__(self, game: Game) -> None:
        self._first = game.languages[0]
        self._by_key: dict[tuple[str, str], Piece] = {}
        self._by_row: dict[tuple[str, int], Piece] = {}
        for piece in (*game.pieces, *game.boxes):
            self._by_key.setdefault((piece.place.page, piece.place.key), piece)
            self._by_row.setdefault((piece.place.page, piece.place.line), piece)

    def spot(self, place: Place) -> Spot:
        file = place.file.rpartition("/")[2]
        match = _PIECE.fullmatch(place.key)
        piece = self._by_key.get((place.page, match[1])) if match else None
        rest = (match[2] or "") if match else place.key
        if piece is None and not match:
            piece = self._by_row.get((place.page, place.line))
        if piece is None:
            return Spot(f"{file} {place.key}", place.key, place)
        name = f"{file} {piece.id} {rest}".strip()
        kind, own = (str(text.in_language(self._first)) for text in (piece.kind.name, piece.name))
        return Spot(name, " · ".join(filter(None, (kind, own, rest))), place)


def summed(entries: Iterable[TextEntry]) -> Mapping[State, int]:
    """How many of the entries that must be translated are in each state."""
    counts = dict.fromkeys(State, 0)
    for entry in entries:
        if not entry.optional or entry.state is State.TRANSLATED:
            counts[entry.state] += 1
    return counts
