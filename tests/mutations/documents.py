"""Puts faults into documents and content, one at a time: does the check find each of them?

A mutation is one change of a copy: a figure of a document up or down by one, a line taken out, two
figures swapped, the copies of a piece or a value printed on it up or down by one. It is found if a
fault is reported that names its very line.
"""

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fustella.build.inputs import load_game
from fustella.build.rules import rules_of
from fustella.check import AcceptedDocument, Document, changed_lines, compared, restored, run
from fustella.check.booklets import Booklets
from fustella.core.files.project import Project
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.numerals import number_words
from fustella.read import read_claims
from fustella.review import FAULTS, review

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = ROOT.parent / "shared" / "documents"
SEED = 20261122
SHARES = {"figure": 35, "line": 15, "swap": 10, "copies": 20, "value": 20}

_VALUES = (
    *("attack", "bonus", "boosters", "columns", "cost", "damage", "defence", "give", "gold"),
    *("level", "life", "map", "move", "points", "reach", "rows", "spaces", "spell", "stone"),
    *("take", "treasures", "turns", "wood"),
)
"""The fields with values from a document; others (seeds, sizes, coordinates) are our own design."""

_OUR_OWN = {
    "el-mapa": {"markers", "armies", "platoons", "obstacles", "resources"},
    "empire-plateau": {"board-for-two", "board-for-four"},
    "city-duel": {"playmats", "playmats-small"},
}
"""The lists whose numbers the document leaves open, and so cannot contradict."""

_SCALAR = re.compile(rf"\b(copies|{'|'.join(_VALUES)}): (\d+)\b")


@dataclass(frozen=True)
class Mutation:
    """One change: its kind, game and file, the new text, and the lines that it concerns."""

    kind: str
    game: str
    file: str
    text: str
    lines: tuple[int, ...]
    what: str


def documents_present() -> bool:
    """Whether the rule documents lie beside the project."""
    return DOCUMENTS.is_dir()


@cache
def games() -> dict[str, tuple[Game, Claims]]:
    """The four games and their claims, without a change."""
    project = Project(ROOT)
    found = {}
    for name in project.games():
        game = load_game(project, name)
        claims = read_claims(project, game)
        assert claims is not None
        found[name] = (game, claims)
    return found


@cache
def booklets_of(name: str) -> Booklets:
    """The booklets of one of the four games, as claims read them."""
    game, claims = games()[name]
    return Booklets(rules_of(Project(ROOT), game), game, claims)


def all_mutations() -> Iterator[Mutation]:
    """Yields all possible mutations; of swaps, one for each figure."""
    for name, (game, _) in games().items():
        text = (DOCUMENTS / game.document).read_bytes().decode("utf-8")
        yield from _of_document(name, game, text)
        for path in sorted((ROOT / "content" / name).glob("*.yaml")):
            ours = path.stem in _OUR_OWN.get(name, ())
            if path.name not in ("game.yaml", "claims.yaml") and not ours:
                yield from _of_list(name, path)


_BOXES = re.compile(r"^boxes:\n(?:[ #].*\n|\n)+", re.MULTILINE)


def drawn() -> list[Mutation]:
    """The hundred mutations to try, with a share of each kind."""
    dice = random.Random(SEED)
    every = list(all_mutations())
    return [
        mutation
        for kind, share in SHARES.items()
        for mutation in dice.sample([one for one in every if one.kind == kind], share)
    ]


def findings_of(mutation: Mutation, folder: Path) -> tuple[Finding, ...]:
    """The findings about a mutated copy, which is made in a folder once for each game."""
    game, claims = games()[mutation.game]
    if mutation.file == game.document:
        return checked(game, claims, mutation.text)
    project = _copied_project(mutation.game, folder / mutation.game)
    file = project.root / mutation.file
    before = file.read_bytes()
    file.write_text(mutation.text, encoding="utf-8")
    try:
        mutated = load_game(project, mutation.game)
        return review(project, mutated, DOCUMENTS / game.document).findings
    except ProblemsFound as problems:
        print(f"{mutation.what}: {problems}")
        return ()
    finally:
        file.write_bytes(before)


def checked(game: Game, claims: Claims, text: str) -> tuple[Finding, ...]:
    """The findings of a game against a document's text."""
    document = Document(game.document, text)
    hashes = (ROOT / "content" / game.id / "document.lines").read_text("utf-8").split()
    outcome = run(game, claims, document, booklets_of(game.id))
    for problem in outcome.problems:
        print(problem)
    found = compared(AcceptedDocument(tuple(hashes)), document)
    left = restored(found, outcome.changed, game.languages[0]).reworded
    place = Place("document.lines")
    return outcome.findings + changed_lines(game, left, outcome.findings, place)


def names(mutation: Mutation, findings: Sequence[Finding]) -> bool:
    """Whether faults name every line that the mutation changed."""
    faults = [finding for finding in findings if finding.verdict in FAULTS]
    if mutation.file.endswith(".yaml"):
        said = {place.line for one in faults for place in one.where if place.file == mutation.file}
        return all(line in said for line in mutation.lines)
    spans = [span for finding in faults for span in finding.lines]
    return all(any(a <= line <= b for a, b in spans) for line in mutation.lines)


def _of_document(name: str, game: Game, text: str) -> Iterator[Mutation]:
    figures = [
        match
        for match in _figures(game.languages[0]).finditer(text)
        if match[0].isdecimal() or number_words(game.languages[0])[match[0].lower()] > 1
    ]
    for match in figures:
        for step in (1, -1):
            new = _figure_stepped(match[0], step, game.languages[0])
            if new is not None:
                changed = text[: match.start()] + new + text[match.end() :]
                line = _line(text, match.start())
                what = f"line {line}: {match[0]} becomes {new}"
                yield Mutation("figure", name, game.document, changed, (line,), what)
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            changed = "".join(lines[: number - 1] + lines[number:])
            what = f"line {number} is taken out"
            yield Mutation("line", name, game.document, changed, (number,), what)
    yield from _swaps(name, game, text, figures)


def _swaps(name: str, game: Game, text: str, figures: list[re.Match[str]]) -> Iterator[Mutation]:
    digits = [match for match in figures if match[0].isdecimal()]
    for number, first in enumerate(digits):
        second = next((one for one in digits[number + 7 :] if int(one[0]) != int(first[0])), None)
        if second is None:
            continue
        between = text[first.end() : second.start()]
        changed = text[: first.start()] + second[0] + between + first[0] + text[second.end() :]
        lines = (_line(text, first.start()), _line(text, second.start()))
        what = f"{first[0]} of line {lines[0]} and {second[0]} of line {lines[1]} are swapped"
        yield Mutation("swap", name, game.document, changed, lines, what)


def _of_list(name: str, path: Path) -> Iterator[Mutation]:
    text = path.read_text("utf-8")
    file = path.relative_to(ROOT).as_posix()
    for match in _SCALAR.finditer(text):
        if "#" in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]:
            continue
        for step in (1, -1):
            new = int(match[2]) + step
            if new < (1 if match[1] == "copies" else 0):
                continue
            changed = text[: match.start(2)] + str(new) + text[match.end(2) :]
            line = _line(text, match.start())
            kind = "copies" if match[1] == "copies" else "value"
            what = f"{file}:{line}: {match[0]} becomes {new}"
            yield Mutation(kind, name, file, changed, (line,), what)


def _figure_stepped(typed: str, step: int, language: str) -> str | None:
    """The figure plus `step`, in digits or as a word like the old one; None if that has no word."""
    if typed.isdecimal():
        value = int(typed) + step
        return str(value).zfill(len(typed)) if value >= 0 else None
    words = number_words(language)
    value = words[typed.lower()] + step
    return next((word for word, number in words.items() if number == value and value > 1), None)


@cache
def _figures(language: str) -> re.Pattern[str]:
    words = sorted(number_words(language), key=len, reverse=True)
    return re.compile(rf"(?<!\d)\d+|(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def _line(text: str, character: int) -> int:
    return text.count("\n", 0, character) + 1


def _copied_project(game: str, folder: Path) -> Project:
    if not folder.exists():
        for name in (f"content/{game}", f"templates/{game}", "templates/_shared"):
            shutil.copytree(ROOT / name, folder / name)
        file = folder / "content" / game / "game.yaml"
        file.write_text(_BOXES.sub("", file.read_text("utf-8")), "utf-8")  # they say what they hold
    return Project(folder)


def main() -> int:
    """Try the mutations, and print those that were not found."""
    mutations = list(all_mutations()) if "--all" in sys.argv else drawn()
    with tempfile.TemporaryDirectory() as folder:
        missed = [one for one in mutations if not names(one, findings_of(one, Path(folder)))]
    for one in missed:
        print(f"{one.game}: {one.kind}: {one.what}: not found")
    print(f"{len(mutations) - len(missed)} of {len(mutations)} mutations found and named")
    return 1 if missed else 0
