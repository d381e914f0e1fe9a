"""Finds the texts of a chapter that are translated each as a whole, and replaces them in it.

A text is a heading, a paragraph, an item, a cell of a table, the title of a box or of the chapter,
the caption of a situation. It is taken as it is typed, with its markup and its references, so that
what is not translated stays to the letter.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from markdown_it.token import Token
from msgspec import Struct

from fustella.core.words.patterns import regex
from fustella.read.rules.files import without_head
from fustella.read.rules.markdown import BOX, NOTE, parse

_LINE = regex(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_OF_YAML = regex(r"\s*(?P<key>title|caption|alt)\s*:[ \t]+(?P<value>\S.*?)[ \t]*")
_NOT_WORDS = regex(
    r"\\[{}]|\{(?!index:)[^{}\n]*\}|\]\(\s*[^\s()]*|<(?:https?://|mailto:)[^<>]*>|\[\^[^\[\]\s]*\]"
)
_REFERENCE = regex(
    r"(?<!\\)\{(?!index:|\.index|#)[^{}\n]*\}|(?<=\]\()(?!#)[^\s()]+|\[\^(?=[^\[\]\s]+\])"
)
_LINK = regex(r"\]\(#([^\s()]+)\)")
_MARKERS = regex(r"[-+*]|\d{1,9}[.)]|\[\^[^\[\]\s]*\]:")
_WORD = regex(r"[^\W\d_]+")
_PLAIN_YAML = regex(r"[^\W\d_][\w ,.;!?’'()–-]*")


class RulesText(Struct, frozen=True):
    """A text of a chapter: from `start` to `end` in the chapter, at a `line`.

    `block` is the number of the part of the chapter in which it stands, see `RulesParts`. With
    `level`, it is a heading of that level. `before` is what begins each further line. A `cell` of
    a table may have no line across, and what is `quoted` is a value in YAML.
    """

    text: str
    line: int
    start: int
    end: int
    block: int
    level: int = 0
    before: str = ""
    cell: bool = False
    quoted: bool = False

    @property
    def references(self) -> Counter[str]:
        """What it refers to, as typed: a translation has the same."""
        return _references(self.text)


class RulesParts(Struct, frozen=True):
    """A chapter in parts that follow each other: its head, then each block with what is behind it.

    `kinds` says of each part what it is; `starts` where it begins.
    """

    chapter: str
    kinds: tuple[str, ...]
    starts: tuple[int, ...]
    texts: tuple[RulesText, ...]

    def part(self, number: int, new: Mapping[RulesText, str] | None = None) -> str:
        """A part, in which some texts are replaced."""
        ends = (*self.starts[1:], len(self.chapter))
        at, end = self.starts[number], ends[number]
        found = []
        for text in self.texts:
            if text.block == number and new and text in new:
                found += [self.chapter[at : text.start], _written(text, new[text])]
                at = text.end
        return "".join((*found, self.chapter[at:end]))

    def texts_of(self, number: int) -> tuple[RulesText, ...]:
        """The texts of a part."""
        return tuple(text for text in self.texts if text.block == number)


@lru_cache(maxsize=4096)
def _references(text: str) -> Counter[str]:
    return Counter(_REFERENCE.findall(text))


def has_words(text: str) -> bool:
    """Whether a text has letters besides references and addresses, which are not translated."""
    return any(sign.isalpha() for sign in _NOT_WORDS.sub("", text))


def words_in(text: str) -> int:
    """The number of words of a text besides its references and addresses."""
    return len(_WORD.findall(_NOT_WORDS.sub(" ", text)))


def rules_parts(chapter: str) -> RulesParts:
    """The parts and the texts of a chapter, in their order."""
    lines = _lines(chapter)
    head, body = without_head(chapter)
    tokens = parse(body).tokens
    blocks = [token for token in tokens if not token.level and token.nesting >= 0]
    begins = [token.map[0] for token in blocks if token.map]
    kinds = [_kind(token) for token in blocks if token.map]
    if not begins or begins[0] > 0:
        begins, kinds = [0, *begins], ["head", *kinds]
    starts = [lines[line].start if line < len(lines) else len(chapter) for line in begins]
    finder = _Finder(chapter, lines, begins)
    finder.find(tokens, head)
    texts = tuple(sorted(finder.found, key=lambda text: text.start))
    return RulesParts(chapter, tuple(kinds), tuple(starts), texts)


def _kind(token: Token) -> str:
    """What a block is; boxes say of what kind they are, and notes have a name."""
    named = token.type in {f"{BOX}_open", f"{NOTE}_open"}
    kind = token.info.partition(" ")[0] if named else ""
    return f"{token.type} {token.tag} {kind}"


class _Line(Struct, frozen=True):
    """A line of a chapter without its end; `start` is where it begins."""

    text: str
    start: int


def _lines(chapter: str) -> list[_Line]:
    found = (match for match in _LINE.finditer(chapter) if match[0])
    return [_Line(match[0].rstrip("\r\n"), match.start()) for match in found]


class _Finder:
    """Finds the texts of a chapter by its tokens; `used` is how far each line is taken."""

    def __init__(self, chapter: str, lines: Sequence[_Line], begins: Sequence[int]) -> None:
        self._chapter, self._lines, self._begins = chapter, lines, begins
        self._used: dict[int, int] = {}
        self.found: list[RulesText] = []

    def find(self, tokens: Sequence[Token], head: str) -> None:
        for number in range(1, head.count("\n") + 2 if head else 1):
            self._of_yaml(number)
        level, cell, of_list = 0, False, False
        for token in tokens:
            match token.type:
                case "heading_open":
                    level = int(token.tag[1:])
                case "heading_close":
                    level = 0
                case "table_open" | "tbody_open":
                    of_list = False
                case "th_open" | "td_open" | "th_close" | "td_close":
                    cell = token.nesting > 0
                case "inline" if token.map:
                    of_list = of_list or (cell and token.content.startswith("list:"))
                    self._typed(token, level, cell=cell, of_list=of_list and cell)
                case "fence" if token.map:
                    for number in range(token.map[0] + 1, token.map[1]):
                        self._of_yaml(number)
                case _ if token.type == f"{BOX}_open" and token.map:
                    self._on_line(token.map[0], token.info.partition(" ")[2].strip())

    def _block(self, line: int) -> int:
        return sum(begin <= line for begin in self._begins) - 1

    def _add(self, line: int, start: int, end: int, text: str, **more: object) -> None:
        if has_words(text):
            block = self._block(line)
            self.found.append(RulesText(text, line + 1, start, end, block, **more))  # type: ignore[arg-type]

    def _typed(self, token: Token, level: int, *, cell: bool, of_list: bool) -> None:
        assert token.map is not None, "the token of a text"
        first = token.map[0]
        content = token.content.split("\n")
        if of_list and token.content.startswith("list:"):
            return
        if of_list:  # the head of a column: a field, and behind the colon its name
            content = [token.content.partition(": ")[2].strip()]
        if cell:
            self._on_line(first, content[0].replace("|", "\\|"), cell=True)
            return
        spans = [self._span(first + at, line.strip()) for at, line in enumerate(content)]
        if any(span is None for span in spans):
            return
        known = [span for span in spans if span is not None]
        before = _further(self._lines[first].text[: known[0][0] - self._lines[first].start])
        text = _joined([line.strip() for line in content])
        self._add(first, known[0][0], known[-1][1], text, level=level, before=before)

    def _span(self, number: int, text: str) -> tuple[int, int] | None:
        """Where a text stands on a line, behind what was taken of it; None where it does not."""
        if number >= len(self._lines) or not text:
            return None
        line = self._lines[number]
        at = line.text.find(text, self._used.get(number, 0))
        if at < 0:
            return None
        self._used[number] = at + len(text)
        return line.start + at, line.start + at + len(text)

    def _on_line(self, number: int, text: str, *, cell: bool = False) -> None:
        span = self._span(number, text)
        if span is not None:
            shown = text.replace("\\|", "|") if cell else text
            self._add(number, *span, shown, cell=cell)

    def _of_yaml(self, number: int) -> None:
        """Adds the text of a key in YAML that is written on one line."""
        line = self._lines[number] if number < len(self._lines) else _Line("", 0)
        found = _OF_YAML.fullmatch(line.text)
        if found is None:
            return
        value = found["value"]
        text: str | None = None
        if len(value) > 1 and value[0] == value[-1] == "'":
            text = value[1:-1].replace("''", "'")
        elif value.startswith('"'):
            text = _unquoted(value)
        elif " #" not in value and value[0] not in "|>&*!{[%@`":
            text = value
        if text is not None:
            start = line.start + found.start("value")
            self._add(number, start, start + len(value), text, quoted=True)


def _unquoted(value: str) -> str | None:
    try:
        text = json.loads(value)
    except ValueError:
        return None
    return text if isinstance(text, str) else None


def _joined(lines: Sequence[str]) -> str:
    """The lines of a paragraph as one; a backslash at the end of a line keeps its end."""
    parts = [f"{line}\n" if line.endswith("\\") else f"{line} " for line in lines[:-1]]
    return "".join((*parts, lines[-1]))


def _further(before: str) -> str:
    """What begins further lines of a text: blanks in the place of the marks of items."""
    return _MARKERS.sub(lambda mark: " " * (4 if mark[0][0] == "[" else len(mark[0])), before)


def _written(text: RulesText, new: str) -> str:
    """A new text as it is typed into the chapter."""
    lines = [line.strip() for line in new.strip().split("\n")]
    if text.quoted:
        one = " ".join(lines)
        return one if _PLAIN_YAML.fullmatch(one) else json.dumps(one, ensure_ascii=False)
    if text.cell:
        return re.sub(r"(?<!\\)\|", r"\\|", " ".join(lines))
    if text.level:
        return " ".join(lines)
    return f"\n{text.before}".join(line for line in lines if line)


def anchors_linked(chapters: Sequence[str]) -> frozenset[str]:
    """The names of the headings to which chapters link."""
    return frozenset(found for text in chapters for found in _LINK.findall(text))
