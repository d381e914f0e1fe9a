"""Lists the texts of a rule booklet for translators, and writes its chapters in another language.

A translated chapter is a file of its own, which people may edit as they like. So each of its texts
is found by its place among the others: chapters are compared part by part, and parts text by text.
What is known from tables of translations counts most: `translate import` notes there of which text
a translation was made, and so it is known when the text has changed since.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from fustella import read
from fustella.core.files.project import RULES, Project
from fustella.core.files.reading import is_there, read_bytes
from fustella.core.processes import limits
from fustella.core.values.model import Game
from fustella.core.values.problems import Place
from fustella.core.values.rules import Chapter, Heading, every_block, text_of
from fustella.read.languages import TypedText, key_of
from fustella.read.rules.texts import RulesText, anchors_linked, rules_parts, words_in
from fustella.read.translations import TranslationTable
from fustella.review.repair import FilePlan

_BOM = b"\xef\xbb\xbf"
_NAME_WORDS = 3
"""The most words that may be the same in two languages."""

_MOST_PAIRS = 250_000
"""The most parts of two chapters that are compared each with each: 500 in both."""

_NONE = -1.0
"""The likeness of what are no two versions of one thing."""


class BookletText(Struct, frozen=True):
    """A text of a booklet, the heading below which it stands, and its translation, if it has one.

    `name` is its place in words that stay the same when other parts of the booklet grow. With
    `stays`, a few words stand in both languages alike, such as a name, and may stay so.
    """

    text: str
    translation: str | None
    place: Place
    name: str
    heading: str
    stays: bool = False


class BookletTranslation:
    """The booklet of a game in its first language and in another one."""

    def __init__(
        self,
        project: Project,
        game: Game,
        language: str,
        tables: Sequence[TranslationTable],
        typed: list[TypedText] | None = None,
    ) -> None:
        """Reads the booklet. Raises ProblemsFound; the texts of booklet.yaml go to `typed`."""
        self._project, self._language = project, language
        rules = read.read_rules(project, game, typed)
        first = rules.booklets.get(game.languages[0])
        parts = first.parts if first else ()
        memory = {
            key_of(row.text): key_of(str(row.words[language]))
            for table in tables
            for row in table.rows
            if language in row.words
        }
        files = [_text_in(project.root / one.place.file, project) for one in parts]
        linked = anchors_linked(files)
        self.chapters = tuple(
            _TranslatedChapter(project, one, text, language, memory, linked)
            for one, text in zip(parts, files, strict=True)
        )

    @property
    def texts(self) -> tuple[BookletText, ...]:
        """The texts of all chapters, in their order."""
        return tuple(text for chapter in self.chapters for text in chapter.texts)

    @property
    def alone(self) -> tuple[Place, ...]:
        """The places of parts of translated chapters that translate nothing any more."""
        return tuple(place for chapter in self.chapters for place in chapter.alone)

    def plans(self, words: Mapping[tuple[str, str | None], str]) -> Iterator[FilePlan]:
        """Yields the plans of the chapters in which texts get new `words`.

        Words are by the text and the translation that it has so far.
        """
        for chapter in self.chapters:
            new = {
                at: words[text.text, text.translation]
                for at, text in enumerate(chapter.texts)
                if (text.text, text.translation) in words
            }
            if new:
                yield chapter.plan(new)


def _text_in(path: Path, project: Project) -> str:
    data = read_bytes(path, project.root, limits.CHAPTER_BYTES) if is_there(path) else b""
    return data.decode("utf-8-sig")


class _TranslatedChapter:
    """A chapter and its translation, whose parts and texts are paired."""

    def __init__(
        self,
        project: Project,
        chapter: Chapter,
        text: str,
        language: str,
        memory: Mapping[str, str],
        linked: frozenset[str],
    ) -> None:
        self._project, self._chapter, self._memory = project, chapter, memory
        self._linked = linked
        self._file = chapter.place.file
        folder = self._file.rpartition("/")[0]
        self._name = f"{folder}/{chapter.name}.{language}.md"
        self._path = project.root / self._name
        self._first = rules_parts(text)
        self._other = rules_parts(_text_in(self._path, project))

    @cached_property
    def _parts(self) -> Mapping[int, int]:
        """The parts of the translation, by those of the chapter."""
        mine, theirs = self._first, self._other
        own = [mine.texts_of(at) for at in range(len(mine.starts))]
        other = [theirs.texts_of(at) for at in range(len(theirs.starts))]

        def likeness(a: int, b: int) -> float:
            if mine.kinds[a] != theirs.kinds[b]:
                return _NONE
            pairs = [*zip(own[a], other[b], strict=False)]
            share = 1.0 if len(own[a]) == len(other[b]) else 0.3
            alike = sum(max(0.0, self._likeness(x, y)) for x, y in pairs)
            words = {key_of(text.text) for text in other[b]}  # wherever they stand in it
            known = sum(self._memory.get(key_of(text.text)) in words for text in own[a])
            return share + (alike + 6.0 * known) / max(1, len(pairs))

        return _aligned(len(own), len(other), likeness) if self._other.chapter else {}

    @cached_property
    def _known(self) -> Mapping[str, frozenset[str]]:
        """The present texts of which something is known to be the translation."""
        found: dict[str, frozenset[str]] = {}
        for text in (key_of(one.text) for one in self._first.texts):
            if text in self._memory:
                word = self._memory[text]
                found[word] = found.get(word, frozenset()) | {text}
        return found

    def _likeness(self, text: RulesText, other: RulesText) -> float:
        """How likely one text is the translation of the other; that of a third one is none."""
        of = self._known.get(key_of(other.text))
        if of is not None and key_of(text.text) not in of:
            return _NONE
        if self._memory.get(key_of(text.text)) == key_of(other.text) or text.text == other.text:
            return 6.0
        a, b = text.references, other.references
        refers = a.total() + b.total()
        same = 2 * (a & b).total() / refers if refers else 0.5
        short, long = sorted((len(text.text), len(other.text)))
        return 2 * same + short / max(1, long)

    @cached_property
    def _pairs(self) -> Mapping[RulesText, RulesText]:
        """The texts of the translation, by those of the chapter."""
        found: dict[RulesText, RulesText] = {}
        for mine, theirs in self._parts.items():
            own, other = self._first.texts_of(mine), self._other.texts_of(theirs)

            def likeness(
                a: int,
                b: int,
                own: Sequence[RulesText] = own,
                other: Sequence[RulesText] = other,
            ) -> float:
                same = (own[a].level, own[a].cell) == (other[b].level, other[b].cell)
                return self._likeness(own[a], other[b]) if same else _NONE

            for a, b in _aligned(len(own), len(other), likeness).items():
                found[own[a]] = other[b]
        return found

    @cached_property
    def texts(self) -> tuple[BookletText, ...]:
        """Its texts, in their order."""
        headings = [one for one in every_block(self._chapter.blocks) if isinstance(one, Heading)]
        found, counts = [], dict[str, int]()
        for text in self._first.texts:
            above = [one for one in headings if one.place.line <= text.line]
            anchor = above[-1].anchor if above else ""
            heading = text_of(above[-1].inlines) if above else ""
            counts[anchor] = counts.get(anchor, 0) + 1
            name = " ".join((*filter(None, (self._chapter.name, anchor)), f"{counts[anchor]}"))
            other = self._pairs.get(text)
            translation = other.text if other and other.text != text.text else None
            place = Place(self._file, text.line)
            stays = other is not None and translation is None and words_in(text.text) <= _NAME_WORDS
            name = f"{RULES}/{name}"
            found.append(BookletText(text.text, translation, place, name, heading, stays))
        return tuple(found)

    @property
    def alone(self) -> tuple[Place, ...]:
        """The places of parts of the translation without a part of the chapter beside them."""
        paired, parts = set(self._parts.values()), self._other
        return tuple(
            Place(self._name, texts[0].line)
            for at in range(len(parts.starts) if parts.chapter else 0)
            if at not in paired and (texts := parts.texts_of(at))
        )

    def plan(self, words: Mapping[int, str]) -> FilePlan:
        """The plan of the translation with new words, by the numbers of texts.

        What is not translated stands there in the first language; parts that the chapter does not
        have stay where they are.
        """
        new = {self._first.texts[at]: word for at, word in words.items()}
        before = self._other.chapter
        old = read_bytes(self._path, self._project.root, limits.CHAPTER_BYTES) if before else b""
        after = _joined(self._written(new), before or self._first.chapter)
        body = after.encode("utf-8")
        bom = _BOM if old.startswith(_BOM) else b""
        return FilePlan(self._path, self._name, before, after, (), (), old, bom + body)

    def _written(self, new: Mapping[RulesText, str]) -> Iterator[tuple[str, int, str]]:
        """Yields the parts of the translation: which chapter it is of, its number, and its text."""
        done = 0
        for at in range(len(self._first.starts)):
            own, number = self._first.texts_of(at), self._parts.get(at)
            if number is not None:
                for alone in range(done, number):
                    yield "other", alone, self._other.part(alone)
                done = number + 1
                paired = all(text in self._pairs for text in own)
                if paired and len(own) == len(self._other.texts_of(number)):
                    changed = {self._pairs[one]: new[one] for one in own if one in new}
                    yield "other", number, self._other.part(number, changed)
                    continue
            yield "first", at, self._first.part(at, dict(self._words(own, new)))
        if self._other.chapter:
            for alone in range(done, len(self._other.starts)):
                yield "other", alone, self._other.part(alone)

    def _words(
        self, texts: Iterable[RulesText], new: Mapping[RulesText, str]
    ) -> Iterator[tuple[RulesText, str]]:
        """Yields texts of the chapter with their words in the other language, as far as known."""
        anchors = {
            one.place.line: one.anchor
            for one in every_block(self._chapter.blocks)
            if isinstance(one, Heading)
        }
        for text in texts:
            other = self._pairs.get(text)
            known = other.text if other else self._memory.get(key_of(text.text))
            word = new.get(text, known)
            if word is None:
                continue
            anchor = anchors.get(text.line, "")
            if text.level and anchor in self._linked and "{#" not in word:
                word = f"{word} {{#{anchor}}}"  # links name it by the words that it had
            yield text, word


def _joined(parts: Iterable[tuple[str, int, str]], like: str) -> str:
    """Parts of chapters one below the other, with the line ends of a chapter `like` them."""
    end = "\r\n" if "\r\n" in like else "\n"
    text, last = "", ("", -1)
    for chapter, number, part in parts:
        follows = last == (chapter, number - 1)
        if text and not follows:
            text = f"{text.rstrip()}\n\n"
        text += part.replace("\r\n", "\n").replace("\r", "\n")
        last = (chapter, number)
    return f"{text.rstrip()}\n".replace("\n", end)


def _aligned(first: int, other: int, likeness: Callable[[int, int], float]) -> dict[int, int]:
    """Pairs the members of two rows, both in their order, so that those alike are together.

    Where both are very long, the first is paired with the first, and so on.
    """
    if first * other > _MOST_PAIRS:
        return {at: at for at in range(min(first, other)) if likeness(at, at) > 0}
    alike = [[likeness(a, b) for b in range(other)] for a in range(first)]
    best = [[0.0] * (other + 1) for _ in range(first + 1)]
    for a in range(first - 1, -1, -1):
        for b in range(other - 1, -1, -1):
            paired = alike[a][b] + best[a + 1][b + 1] if alike[a][b] > 0 else 0.0
            best[a][b] = max(best[a + 1][b], best[a][b + 1], paired)
    found, a, b = {}, 0, 0
    while a < first and b < other:
        if alike[a][b] > 0 and best[a][b] == alike[a][b] + best[a + 1][b + 1]:
            found[a] = b
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return found
