"""Changes booklets, the lists behind them and their documents at random: does the check tell?

A change of a booklet is found if something new is told that names its file and line; a change of a
list, if something new is told or the letters of the booklet follow it; a change of the document, if
something new is told. Harmless edits of booklets must raise nothing.
"""

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from fustella import build
from fustella.build.inputs import load_game
from fustella.check.numbers import numbers_at
from fustella.core.files.project import Project
from fustella.core.values.claims import Verdict
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.values.rules import (
    Figured,
    Rules,
    every_block,
    every_inline,
    inlines_in,
    own_inlines,
    text_of,
)
from fustella.core.words.numerals import number_words
from fustella.review import Review, review
from tests.mutations.changes import ROOT, Change, Source, dice_for
from tests.mutations.documents import DOCUMENTS, games

SORTS = ("number", "reference", "term", "lines", "picture", "sum", "list", "document")
HARMLESS = ("remark", "wrap", "ends", "blank", "bold")
MOST = {"number": 40, "list": 25, "document": 12}
"""The most changes of a sort that are tried in each game; of all others `EACH`."""

EACH = 10

FOUND, FOLLOWED, MISSED = "found", "followed", "missed"

_PASSED = re.compile(
    r"```.*?```|<!--.*?-->|\{[^{}]*\}|!?\[[^\]]*\]\([^)]*\)|\[\^[\w-]+\]|^\|[ :|-]+\|$"
    r"|^#+ |^ *\d+\. |^::: \w+",
    re.DOTALL | re.MULTILINE,
)
"""Matches what is no typed text: situations, marks, addresses, the numbers of steps."""

_REFERENCE = re.compile(r"\{(count|designs|piece|name):([^{}]+)\}")
_LINES = re.compile(r"\{lines: ([^{}]+)\}")
_PICTURE = re.compile(r"\(piece:([\w-]+)|\{piece: ([\w-]+), at")


class Booklet:
    """A chapter of a booklet as it is typed, with its language."""

    def __init__(self, game: str, path: Path) -> None:
        self.game, self.path = game, path
        self.file = path.relative_to(ROOT).as_posix()
        self.language = path.name.split(".")[-2]
        self.text = path.read_text(encoding="utf-8")
        self.typed = _PASSED.sub(lambda found: _blank(found[0]), self.text)
        """The text with blanks in the place of everything that nobody reads as typed."""

    def change(self, sort: str, start: int, end: int, new: str) -> Change:
        line = self.text.count("\n", 0, start) + 1
        what = f"{self.text[start:end][:60]!r} becomes {new[:60]!r}"
        edits = ((start, end, new),)
        return Change(sort, self.game, self.file, edits, line, self.language, "", what)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


@cache
def chapters(game: str) -> tuple[Booklet, ...]:
    """The chapters of a game in all languages."""
    paths = sorted((ROOT / "content" / game / "rules").glob("*.md"))
    return tuple(Booklet(game, path) for path in paths)


def with_booklets() -> list[str]:
    """The games that have booklets."""
    return [game for game in games() if chapters(game)]


def all_changes(game: str) -> Iterator[Change]:
    """Yields all possible changes of a game's booklets, and of what stands behind them."""
    for booklet in chapters(game):
        yield from _numbers(booklet)
        yield from _references(booklet)
        yield from _terms(booklet)
        yield from _marks(booklet)
        yield from _pictures(booklet)
        yield from _sums(booklet)
    yield from _lists(game)
    yield from _document(game)


def drawn(game: str, most: int = 0, seed: str = "") -> list[Change]:
    """The changes to try in a game, the same ones for a seed; at most `most` of each sort."""
    chosen: list[Change] = []
    every = list(all_changes(game))
    for sort in SORTS:
        some = [one for one in every if one.sort == sort]
        number = min(most or MOST.get(sort, EACH), len(some))
        chosen += dice_for(game, "booklet", sort, seed).sample(some, number)
    return chosen


def _numbers(booklet: Booklet) -> Iterator[Change]:
    """Yields typed numbers, one more or one less, in digits or in words as they were."""
    words = number_words(booklet.language)
    for number in numbers_at(booklet.typed.replace("*", "_").replace("\\", "_"), booklet.language):
        typed = booklet.text[number.start : number.end]
        for step in (1, -1):
            if typed.isdecimal():
                yield booklet.change("number", number.start, number.end, str(int(typed) + step))
            elif number.is_sure and typed.lower() in words and typed.islower():
                value = words[typed] + step
                new = next((word for word, one in words.items() if one == value > 1), "")
                if new:
                    yield booklet.change("number", number.start, number.end, new)


def _references(booklet: Booklet) -> Iterator[Change]:
    """Yields references to another piece or list that there is."""
    game, _ = games()[booklet.game]
    pieces = [piece.id for piece in game.pieces if piece.copies]
    for found in _REFERENCE.finditer(booklet.text):
        name, dot, field = found[2].partition(".")
        if name not in pieces:
            continue
        own = next(piece for piece in game.pieces if piece.id == name)
        alike = [piece.id for piece in game.pieces if piece.kind is own.kind and piece.copies]
        for other in dice_for(booklet.file, found[0], str(found.start())).sample(alike, 1):
            if other != name:
                new = f"{{{found[1]}:{other}{dot}{field}}}"
                yield booklet.change("reference", *found.span(), new)


def _terms(booklet: Booklet) -> Iterator[Change]:
    """Yields words of the glossary, replaced by the word for another term."""
    _, claims = games()[booklet.game]
    for claim in claims.claims:
        if claim.check != "glossary":
            continue
        terms = [term for term in claim.parameters["terms"] if "on_pieces" not in term]
        words = [word for term in terms for word in _words_of(term, booklet.language)]
        for word in words:
            other = dice_for(booklet.file, word).choice(words)
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", booklet.typed):
                if not other.startswith(word[:4]):
                    yield booklet.change("term", *found.span(), other)


def _words_of(term, language: str) -> list[str]:
    typed = term[language] if language in term else ()
    listed = typed if isinstance(typed, tuple) else (typed,)
    return [str(word).rstrip("*") for word in listed if len(str(word)) > 3 and "*" not in word]


def _marks(booklet: Booklet) -> Iterator[Change]:
    """Yields marks of lines with one line more, and with lines that the document does not have."""
    for found in _LINES.finditer(booklet.text):
        last = re.findall(r"\d+", found[1])[-1]
        at = found.start(1) + found[1].rindex(last)
        for new in (str(int(last) + 1), "9999"):
            yield booklet.change("lines", at, at + len(last), new)


def _pictures(booklet: Booklet) -> Iterator[Change]:
    """Yields pictures of another piece of the same kind."""
    game, _ = games()[booklet.game]
    for found in _PICTURE.finditer(booklet.text):
        name = found[1] or found[2]
        own = next((piece for piece in game.pieces if piece.id == name), None)
        others = [
            piece.id
            for piece in game.pieces
            if own and piece.kind is own.kind and piece.copies and piece.id != name
        ]
        if others:
            other = dice_for(booklet.file, name, str(found.start())).choice(others)
            span = found.span(1) if found[1] else found.span(2)
            yield booklet.change("picture", *span, other)


def _sums(booklet: Booklet) -> Iterator[Change]:
    """Yields results of sums, one more."""
    for found in re.finditer(r"[+×÷−] [^=\n]{1,60}= (\d+)", booklet.text):
        yield booklet.change("sum", *found.span(1), str(int(found[1]) + 1))


def _lists(game: str) -> Iterator[Change]:
    """Yields the numbers of lists, in the pieces that the booklet refers to."""
    rules = resolved(game)
    shown = {
        one.source
        for booklet in rules.booklets.values()
        for chapter in booklet.chapters
        for block in every_block(chapter.blocks)
        for one in every_inline(own_inlines(block))
        if isinstance(one, Figured)
    }
    for path in sorted((ROOT / "content" / game).glob("*.yaml")):
        if path.stem in ("game", "claims", "marks"):
            continue
        source = Source(game, path)
        for leaf in source.leaves:
            typed = source.raw(leaf)
            field = ".".join(leaf.names[1:] if leaf.names[0] == "pieces" else leaf.names)
            own = {f"piece:{leaf.piece}.{field}", f"piece:{leaf.piece}.{leaf.key}"}
            own |= {f"{path.stem}.{leaf.key}", f"{path.stem}.{field}"}
            if typed.isdecimal() and (leaf.key == "copies" or own & shown):
                yield source.change("list", leaf, str(int(typed) + 1))


def _document(game: str) -> Iterator[Change]:
    """Yields numbers and words of lines of the document that the booklets restate."""
    name = games()[game][0].document
    text = (DOCUMENTS / name).read_bytes().decode("utf-8") if DOCUMENTS.is_dir() else ""
    marked = {
        number
        for booklet in chapters(game)
        for found in _LINES.finditer(booklet.text)
        for span in re.finditer(r"(\d+)(?:-(\d+))?", found[1])
        for number in range(int(span[1]), int(span[2] or span[1]) + 1)
    }
    for found in re.finditer(r"\d+|[^\W\d_]{5,}", text):
        line = text.count("\n", 0, found.start()) + 1
        if line in marked:
            new = str(int(found[0]) + 1) if found[0].isdecimal() else f"{found[0]}issimo"
            what = f"{found[0]} becomes {new}"
            edit = ((*found.span(), new),)
            yield Change("document", game, name, edit, line, "", "", what)


def harmless(game: str) -> Iterator[Change]:
    """Yields edits of booklets that change nothing that is said."""
    for booklet in chapters(game):
        text = booklet.text
        ends = text.replace("\n", "\r\n")
        yield replace(booklet.change("ends", 0, len(text), ends), what="line ends of Windows")
        yield booklet.change("remark", len(text), len(text), "\n<!-- 7 testers, 12 cards -->\n")
        for found in re.finditer(r"\n\n(?=[A-Z][^\n]{80})", booklet.typed):
            at = found.end()
            yield booklet.change("blank", at, at, "\n")
            space = booklet.typed.find(" ", at + 40)
            inside = booklet.typed[at:space]
            if space > 0 and "\n" not in inside and "  " not in inside and "|" not in inside:
                yield booklet.change("wrap", space, space + 1, "\n")
        for found in re.finditer(r"\*\*([^\W\d]+)\*\*", booklet.typed):
            yield booklet.change("bold", *found.span(), found[1])


def some_harmless(game: str, most: int = 0, seed: str = "") -> list[Change]:
    """The harmless edits to try in a game, at most `most` of each sort."""
    every = list(harmless(game))
    return [
        change
        for sort in HARMLESS
        for some in [[one for one in every if one.sort == sort]]
        for change in dice_for(game, "harmless", sort, seed).sample(
            some, min(most or EACH, len(some))
        )
    ]


@cache
def resolved(game: str) -> Rules:
    """The booklets of a game as they are."""
    return build.rules_of(Project(ROOT), games()[game][0])


class Judge:
    """Changes one file at a time in a copy of the project and of its documents."""

    def __init__(self, folder: Path, *, documents: bool = True) -> None:
        self._root, self._documents = folder / "project", folder / "documents"
        self._with_documents = documents and DOCUMENTS.is_dir()
        for name in ("content", "templates"):
            shutil.copytree(ROOT / name, self._root / name)
        if self._with_documents:
            shutil.copytree(DOCUMENTS, self._documents)
        self._project = Project(self._root)
        self._before: dict[str, tuple[frozenset[str], str]] = {}

    def judged(self, change: Change) -> tuple[str, str]:
        """The judgement of a change, and what was told of it."""
        before, letters = self._told_before(change.game)
        try:
            with _Changed(self._file(change), change):
                told, after = self._told(change.game)
        except ProblemsFound as refused:
            faults = [_Told(f"{one.code} {one.message}", one.place) for one in refused.problems]
            told, after = faults, letters
        new = [one for one in told if one.words not in before]
        lines = self._lines(change)
        wanted = [one for one in new if not lines or one.names(change, lines)]
        if wanted:
            return FOUND, str(wanted[0])
        if change.sort == "list" and letters != after:
            return FOLLOWED, ""
        return MISSED, "; ".join(map(str, new))

    def _lines(self, change: Change) -> range:
        """The lines of which one must be named: that of the change, or its paragraph for words."""
        if change.sort in ("list", "document"):
            return range(0)
        if change.sort != "term":
            return range(change.line, change.line + 1)
        above = (ROOT / change.file).read_text("utf-8").split("\n")[: change.line]
        first = next(n for n, line in enumerate([*reversed(above), ""]) if not line.strip())
        return range(change.line - first + 1, change.line + 1)

    def _file(self, change: Change) -> Path:
        folder = self._documents if change.sort == "document" else self._root
        return folder / change.file

    def _told_before(self, game: str) -> tuple[frozenset[str], str]:
        if game not in self._before:
            told, letters = self._told(game)
            self._before[game] = frozenset(one.words for one in told), letters
        return self._before[game]

    def _told(self, name: str) -> tuple[list["_Told"], str]:
        """What is told of a game, and the letters of its booklets. Raises ProblemsFound."""
        game = load_game(self._project, name)
        rules = build.rules_of(self._project, game)
        document = self._documents / game.document if self._with_documents else None
        reviewed = review(self._project, game, document, rules=rules)
        return list(_told_by(reviewed, game)), _letters(rules)


class _Told:
    def __init__(self, words: str, *places: Place) -> None:
        self.words, self._places = words, places

    def names(self, change: Change, lines: range) -> bool:
        """Whether the file of a change is named, with one of some lines."""
        return any(place.file == change.file and place.line in lines for place in self._places)

    def __str__(self) -> str:
        return f"{', '.join(map(str, self._places))}: {self.words}"


def _told_by(found: Review, game: Game) -> Iterator[_Told]:
    for problem in (*found.problems, *game.warnings):
        yield _Told(f"{problem.code} {problem.place} {problem.message}", problem.place)
    for one in found.findings:
        if one.verdict is not Verdict.HOLDS:
            words = f"{one.claim} {one.verdict}: {one.says}; {one.has} {one.place.file}"
            yield _Told(words, one.place, *one.where)
    if found.restated is not None:
        for span in found.restated.missing:
            yield _Told(f"not restated: {span}")


def _letters(rules: Rules) -> str:
    return "\n".join(
        text_of(tuple(inlines_in(chapter.blocks)))
        for booklet in rules.booklets.values()
        for chapter in booklet.parts
    )


class _Changed:
    """A file with a change, as long as the context lasts."""

    def __init__(self, path: Path, change: Change) -> None:
        self._path, self._change, self._kept = path, change, path.read_bytes()

    def __enter__(self) -> None:
        text = self._change.applied(self._kept.decode("utf-8"))
        self._path.write_bytes(text.encode("utf-8"))

    def __exit__(self, *_: object) -> None:
        self._path.write_bytes(self._kept)


def results(
    changes: Iterable[Change], *, documents: bool = True
) -> Iterator[tuple[Change, str, str]]:
    """Yields each change with its judgement and what was told of it."""
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(Path(folder), documents=documents)
        for change in changes:
            yield change, *judge.judged(change)


def table(judged: Sequence[tuple[Change, str, str]]) -> str:
    """The table of the numbers of changes by game and by sort."""
    heads = (FOUND, FOLLOWED, MISSED)
    rows = [f"{'':20}{'made':>8}" + "".join(f"{head:>10}" for head in heads)]
    for name in (*games(), *SORTS, *HARMLESS, ""):
        own = Counter(how for one, how, _ in judged if name in ("", one.game, one.sort))
        if own:
            counts = "".join(f"{own[head]:>10}" for head in heads)
            rows.append(f"{name or 'together':20}{own.total():>8}{counts}")
    return "\n".join(rows)


def main(arguments: Sequence[str]) -> int:
    """Tries the changes of booklets; --list shows those that were missed, --harmless others."""
    names = [one for one in arguments if one in games()] or with_booklets()
    sorts = [one for one in arguments if one in (*SORTS, *HARMLESS)]
    quiet = "--harmless" in arguments
    seed = next((one.removeprefix("--seed=") for one in arguments if "--seed=" in one), "")
    choose = some_harmless if quiet else drawn
    chosen = [one for game in names for one in choose(game, seed=seed)]
    chosen = [one for one in chosen if not sorts or one.sort in sorts]
    judged = list(results(chosen, documents="--without-documents" not in arguments))
    for change, how, told in judged:
        if "--list" in arguments and (how == MISSED) != quiet:
            print(f"{change.sort}: {change}\n    {told}")
        if "--faults" in arguments:
            print(f"{how} {change.sort}: {change}\n    {told}")
    print(table(judged))
    return 0
