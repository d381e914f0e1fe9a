"""Edits of documents: those that say nothing new raise nothing, each other one is one problem.

`harmless` are edits as editors, converters and printers make them: lines joined, parted and wrapped
anew, other quotation marks, dashes, spaces, line ends, page numbers. `worded` are changes of one
figure or one word; each has to be one problem that shows the old and the new one.
"""

import gzip
import random
import re
import shutil
import tempfile
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fustella.check import AcceptedDocument, Document, compared, line_hashes, moves
from fustella.check.document.lines import words_of
from fustella.check.document.plain import Hyphens
from fustella.core.files.project import Project
from fustella.core.values.problems import Problem
from fustella.core.words.numerals import number_words
from fustella.review import Review, problems_of, review
from tests.mutations.documents import DOCUMENTS, ROOT, _of_document, games

EACH = 4
"""So many edits of each harmless sort are tried in each game."""

WORDS, FIGURES = 30, 15
"""So many words and so many figures of each game are changed."""

Edit = Callable[[str, random.Random], str]


def _parted(text: str, dice: random.Random) -> str:
    """Some lines end in the middle."""
    return re.sub(r"(?<=\S) (?=\S)", lambda _: "\n" if dice.random() < 0.1 else " ", text)


def _joined(text: str, dice: random.Random) -> str:
    """Some lines go on with the next one."""
    return re.sub(r"(?<=\S)\n(?=\S)", lambda _: " " if dice.random() < 0.5 else "\n", text)


def _wrapped(text: str, dice: random.Random) -> str:
    """Paragraphs are filled to a width."""
    width = dice.choice([40, 60, 72, 80, 100])
    paragraphs = re.split(r"\n[ \t]*\n", text)
    return "\n\n".join(textwrap.fill(" ".join(part.split()), width) for part in paragraphs)


def _wrapped_by_line(text: str, dice: random.Random) -> str:
    width = dice.choice([30, 50, 70])
    return "\n".join(textwrap.fill(line, width) or "" for line in text.split("\n"))


def _unwrapped(text: str, _: random.Random) -> str:
    """Each paragraph becomes one line."""
    return "\n".join(" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))


def _all_in_one(text: str, _: random.Random) -> str:
    return " ".join(text.split())


def _hyphenated(text: str, dice: random.Random) -> str:
    """Some long words are parted at the end of a line."""

    def parted(word: re.Match[str]) -> str:
        at = len(word[0]) // 2
        return f"{word[0][:at]}-\n{word[0][at:]}" if dice.random() < 0.1 else word[0]

    return re.sub(r"(?<![\w-])[^\W\d_]{8,}(?![\w-])", parted, text)


def _blank_lines(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    kept = [line for line in lines if line.strip() or dice.random() < 0.5]
    return "\n".join(line + "\n" * (dice.random() < 0.2) for line in kept)


def _page_numbers(text: str, dice: random.Random) -> str:
    """A number stands alone behind every so many lines."""
    form = dice.choice(["{}", "- {} -", "— {} —", "Page {}", "pag. {}", "{} / 9", "\f{}"])
    every, lines = dice.choice([20, 30, 40]), text.split("\n")
    return "\n".join(
        f"{line}\n\n{form.format(number // every)}\n" if number % every == 0 else line
        for number, line in enumerate(lines, start=1)
    )


def _page_number_inside(text: str, dice: random.Random) -> str:
    """One page ends in the middle of a sentence."""
    gaps = [match.start() for match in re.finditer(r"(?<=[a-z]) (?=[a-z])", text)]
    at = dice.choice(gaps)
    return f"{text[:at]}\n\n{dice.randint(2, 30)}\n\n{text[at + 1 :]}"


def _spaces(text: str, dice: random.Random) -> str:
    return re.sub(r"(?<=\S) (?=\S)", lambda _: dice.choice([" ", "  ", "\t", "\u00a0"]), text)


def _indented(text: str, dice: random.Random) -> str:
    return "\n".join(" " * dice.randint(0, 4) + f"{line}   " for line in text.split("\n"))


def _swapped(*pairs: tuple[str, str]) -> Edit:
    def edit(text: str, dice: random.Random) -> str:
        for old, new in pairs:
            text = re.sub(old, lambda found, new=new: found.expand(new), text)
        return text

    return edit


def _curly(text: str, dice: random.Random) -> str:
    left, right = dice.choice(["“”", "«»", "„“", "‘’"])
    text = re.sub(r"[\"“”«»]([^\"“”«»\n]{1,80})[\"“”«»]", rf"{left}\1{right}", text)
    return re.sub(r"(?<=\w)['’](?=\w)", dice.choice("'’ʼ`´"), text)


def _quoted(text: str, dice: random.Random) -> str:
    """Some words get quotation marks, in French with a space inside."""
    left, right = dice.choice(["“”", "‘’", ("« ", " »"), ("«\u00a0", "\u00a0»"), '""', "''"])
    return re.sub(
        r"(?<![\w'’-])[^\W\d_]{5,}(?![\w'’-])",
        lambda word: f"{left}{word[0]}{right}" if dice.random() < 0.05 else word[0],
        text,
    )


def _soft_hyphens(text: str, dice: random.Random) -> str:
    return re.sub(
        r"(?<=[^\W\d_]{3})(?=[^\W\d_]{3})", lambda _: "\u00ad" * (dice.random() < 0.2), text
    )


def _heading(text: str, dice: random.Random) -> str:
    """A heading in capitals."""
    lines = text.split("\n")
    heads = [at for at, line in enumerate(lines) if 0 < len(line.split()) < 5 and len(line) > 12]
    at = dice.choice(heads)
    lines[at] = re.sub(r"\b[^\W\d_]{4,}\b", lambda word: word[0].upper(), lines[at])
    return "\n".join(lines)


HARMLESS: dict[str, Edit] = {
    "lines parted": _parted,
    "lines joined": _joined,
    "paragraphs wrapped": _wrapped,
    "lines wrapped": _wrapped_by_line,
    "paragraphs in one line": _unwrapped,
    "all in one line": _all_in_one,
    "words parted": _hyphenated,
    "blank lines": _blank_lines,
    "page numbers": _page_numbers,
    "a page number in a sentence": _page_number_inside,
    "spaces": _spaces,
    "indents": _indented,
    "line ends": lambda text, dice: text.replace("\n", dice.choice(["\r\n", "\r"])),
    "byte order mark": lambda text, _: f"\ufeff{text}",
    "final line end": lambda text, _: text.strip(),
    "curly quotes": _curly,
    "quotes put in": _quoted,
    "straight quotes": _swapped(("[“”„«»]", '"'), ("[‘’]", "'")),
    "dashes": lambda text, dice: re.sub("[-–—]", dice.choice("–—‑−"), text),
    "dashes typed twice": _swapped(("[–—]", "--")),
    "bullets": lambda text, dice: re.sub(r"(?m)^( *)- ", rf"\1{dice.choice('•▪–')} ", text),
    "dots": _swapped((r"\.\.\.", "…")),
    "ligatures": _swapped(("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ")),
    "soft hyphens": _soft_hyphens,
    "accents apart": lambda text, _: unicodedata.normalize("NFD", text),
    "unseen letters": lambda text, dice: re.sub(
        r"(?<=\w) ", lambda gap: gap[0] + "\u200b" * (dice.random() < 0.1), text
    ),
    "a heading in capitals": _heading,
}

WRAPPED = (
    *("lines parted", "lines joined", "paragraphs wrapped", "lines wrapped", "indents"),
    *("paragraphs in one line", "all in one line", "blank lines", "line ends", "final line end"),
)
"""Edits that leave each word as it is."""


@dataclass(frozen=True)
class Edited:
    """A document with one edit; of one word or figure, what it was and what it is."""

    sort: str
    game: str
    text: str
    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        return f"{self.game}: {self.sort} {self.old} {self.new}".rstrip()


@cache
def document_of(game: str) -> str:
    """The text of a game's document."""
    return (DOCUMENTS / games()[game][0].document).read_bytes().decode("utf-8")


def harmless(each: int = EACH) -> Iterator[Edited]:
    """So many edits of each harmless sort, in each game; equal ones once."""
    for game in games():
        for sort, edit in HARMLESS.items():
            texts = (edit(document_of(game), random.Random(f"{sort} {n}")) for n in range(each))
            for text in dict.fromkeys(texts):
                if text != document_of(game):
                    yield Edited(sort, game, text)


def worded(words: int = WORDS, figures: int = FIGURES) -> Iterator[Edited]:
    """Documents in which one word or one figure is another one."""
    for name, (game, _) in games().items():
        text, dice = document_of(name), random.Random(f"words {name}")
        found = list(re.finditer(r"(?<![\w\\@/.-])[^\W\d_]{4,}(?![\w\\@/-])", text))
        for word in dice.sample(found, words):
            others = {one[0] for one in found if one[0].lower() != word[0].lower()}
            new = dice.choice(sorted(others))
            changed = text[: word.start()] + new + text[word.end() :]
            yield Edited("word", name, changed, word[0], new)
        every = [one for one in _of_document(name, game, text) if one.kind == "figure"]
        for one in dice.sample(every, figures):
            old, new = re.split(" becomes ", one.what.partition(": ")[2])
            yield Edited("figure", name, one.text, old, new)


class Judge:
    """Says what `check` says of an edited document, whose accepted text is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        shutil.copytree(ROOT / "content", folder / "content")
        shutil.copytree(ROOT / "templates", folder / "templates")
        self.project = Project(folder)
        for game in games():
            text = document_of(game)
            kept = folder / "content" / game / "document.accepted"
            kept.write_bytes(gzip.compress(unicodedata.normalize("NFC", text).encode()))
            hashes = "\n".join(line_hashes(Document("", unicodedata.normalize("NFC", text))))
            (folder / "content" / game / "document.lines").write_text(f"{hashes}\n", "utf-8")

    def review(self, edited: Edited) -> Review:
        game, claims = games()[edited.game]
        path = self._folder / game.document
        path.write_bytes(edited.text.encode("utf-8"))
        return review(self.project, game, path, claims=claims)

    def problems(self, edited: Edited) -> tuple[Problem, ...]:
        found = self.review(edited)
        return (*found.problems, *problems_of(found))


def wrong_ranges(before: str, after: str, ranges: Iterable[tuple[int, int]]) -> list[str]:
    """The ranges that do not name, in the document after an edit, just the lines of their words.

    The edit has to leave each word as it is, so that its number shows where it is now.
    """
    was, now = Document("", before), Document("", after)
    moved = moves(compared(AcceptedDocument(line_hashes(was)), now))
    old = words_of(was)
    ways = [words_of(now, hyphens=hyphens) for hyphens in Hyphens]
    new = next(way for way in ways if [word.form for word in way] == [word.form for word in old])
    with_words = {word.first for word in new}
    wrong = []
    for first, last in ranges:
        numbers = [at for at, word in enumerate(old) if first <= word.first <= last]
        wanted = {line for at in numbers for line in (new[at].first, new[at].last)}
        spans = moved.of(first, last)
        named = {line for begin, end in spans for line in range(begin, end + 1)}
        if not wanted <= named or not (named & with_words) <= wanted:
            wrong.append(f"{first}-{last}: {spans}, not {sorted(wanted)}")
    return wrong


def references(game: str) -> list[tuple[int, int]]:
    """All ranges of lines that the claims and the lists of a game name."""
    known, claims = games()[game]
    named = [*(piece.source for piece in known.pieces), *claims.claims, *claims.excused]
    return sorted({span for one in named for span in one.lines})


def amiss(edited: Edited, problems: Sequence[Problem]) -> str:
    """What is wrong with the problems of an edit, "" if nothing is."""
    if not edited.old:
        return f"{len(problems)} problems, {problems[0]}" if problems else ""
    if len(problems) != 1:
        return f"{len(problems)} problems: " + " | ".join(map(str, problems[:3]))
    said, words = str(problems[0]), number_words(games()[edited.game][0].languages[0])
    both = (edited.old, edited.new)
    lacking = [
        word for word in both if word not in said and f" {words.get(word.lower())}" not in said
    ]
    return f"without {' and '.join(lacking)}: {said}" if lacking else ""


def main() -> int:
    """Try all and show what was not as it should be, and both counts."""
    counts: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(Path(folder))
        for edited in (*harmless(), *worded()):
            wrong = amiss(edited, judge.problems(edited))
            counts["worded" if edited.old else "harmless", not wrong] += 1
            if wrong:
                print(f"{edited}: {wrong}")
            if edited.sort in WRAPPED:
                named = references(edited.game)
                lost = wrong_ranges(document_of(edited.game), edited.text, named)
                counts["ranges", False] += len(lost)
                counts["ranges", True] += len(named) - len(lost)
                for line in lost:
                    print(f"{edited}: {line}")
    for name, means in (
        ("harmless", "harmless edits of documents raise nothing"),
        ("worded", "changes of one word or figure are one problem with the old and the new one"),
        ("ranges", "ranges of lines name the same words when the document was wrapped anew"),
    ):
        right = counts[name, True]
        print(f"{right} of {right + counts[name, False]} {means}")
    return 1 if any(count for (_, right), count in counts.items() if not right) else 0
