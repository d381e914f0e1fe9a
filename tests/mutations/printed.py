"""Makes changes of what templates print of themselves, and exchanges of what they print of a list.

Words and signs in quotes, marks, fields that change places, conditions turned round, indices that
stay the first.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tests.mutations.changes import ROOT, Change, Edit

_EXPRESSION = re.compile(r"\{[{%](?P<what>.*?)[%}]\}", re.DOTALL)
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_QUOTED = re.compile(r'"([^"\n]*)"')
_FIELD = re.compile(r"(?<![\w.\"])(?!loop\.|colours\.)([a-z]+)\.([a-z_]+)\b(?![.(\[])")
_ICON = re.compile(r"own:[a-z0-9-]+")
_SHAPE = re.compile(r"[#%]|^[MmLlHhVvCcSsQqTtAaZz][-\d .]|^[a-z0-9_./:-]*$|\.j2$")
_NOT_PRINTED = re.compile(r"^(?:own|mdi|fa|fas|var|url):?")
_TEXTS = ("text", "ribbon", "lettered", "label", "heading", "section", "foot", "title", "numeral")
_WORDS = re.compile(rf"\b(?:{'|'.join(_TEXTS)})\(")
_SHOWN = r'"[^"]*"|(?:face|words|step|row)[\w.]+'
_IF_ELSE = re.compile(rf"(?P<one>{_SHOWN}) if (?P<when>[\w.]+) else (?P<two>{_SHOWN})")
"""A choice between two words or fields; one between two sizes is a matter of looks."""
_IF = re.compile(r"\{%-? if (?P<when>(?!not )[a-z]+\.[a-z_]+) -?%\}")
_INDEX = re.compile(r"(?<=\w)\[(?P<index>(?:face|building|troop|row|castle)\.[a-z_]+)\]")
_LEVEL = re.compile(r"\b(?:face|building|troop|row)\.(?:level|number|reach|players)\b")
_COMPARED = {"≥": "≤", "≤": "≥", "<": ">", ">": "<"}


def of_printed(game: str) -> Iterator[Change]:
    """Yields all changes of this sort of the templates of a game."""
    for path in sorted((ROOT / "templates" / game).glob("*.j2")):
        yield from _Template(game, path).changes()


class _Template:
    """A template of a game, and the changes of it."""

    def __init__(self, game: str, path: Path) -> None:
        self._game, self._file = game, path.relative_to(ROOT).as_posix()
        text = path.read_bytes().decode("utf-8")
        self._text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
        self._cover = path.stem in ("cover", "title")
        self._outputs = [*_EXPRESSION.finditer(self._text)]

    def changes(self) -> Iterator[Change]:
        yield from self._literals()
        yield from self._fields_exchanged()
        yield from self._icons_exchanged()
        yield from self._conditions()

    def _change(self, sort: str, edits: Sequence[Edit], what: str) -> Change:
        line = self._text.count("\n", 0, edits[0][0]) + 1
        sort = "cover" if self._cover else sort
        return Change(sort, self._game, self._file, tuple(edits), line, "printed", "", what)

    def _literals(self) -> Iterator[Change]:
        """Yields changes of words and signs that stand in quotes where a text is printed."""
        for output in self._outputs:
            if not _WORDS.search(output["what"]):
                continue
            at = output.start("what")
            for quoted in _QUOTED.finditer(output["what"]):
                before = output["what"][: quoted.start()].rstrip()
                words = quoted[1]
                if before.endswith("=") or _NOT_PRINTED.match(words) or not words.strip():
                    continue
                if output["what"][quoted.end() :].startswith(" in "):
                    continue  # what is looked for is not printed
                start, end = at + quoted.start(1), at + quoted.end(1)
                for new in _other_words(words):
                    yield self._change(
                        "literal", ((start, end, new),), f"“{words}” becomes “{new}”"
                    )

    def _fields_exchanged(self) -> Iterator[Change]:
        """Yields pairs of fields in a template that change places."""
        places: dict[str, tuple[int, int]] = {}
        for output in self._outputs:
            if not output[0].startswith("{{"):
                continue
            for field in _FIELD.finditer(output["what"]):
                at = output.start("what")
                places.setdefault(field[0], (at + field.start(), at + field.end()))
        for one, two in pairwise(places):
            edits = ((*places[one], two), (*places[two], one))
            yield self._change("exchange", edits, f"{one} and {two} change places")

    def _icons_exchanged(self) -> Iterator[Change]:
        """Yields pairs of neighbouring icons that change places."""
        icons = _ICON.finditer(self._text)
        for one, two in pairwise(icons):
            if one[0] != two[0]:
                edits = ((*one.span(), two[0]), (*two.span(), one[0]))
                yield self._change("exchange", edits, f"{one[0]} and {two[0]} change places")

    def _conditions(self) -> Iterator[Change]:
        """Yields conditions turned round, and a level or an index that is always the first."""
        for found in _IF_ELSE.finditer(self._text):
            edits = ((*found.span("one"), found["two"]), (*found.span("two"), found["one"]))
            yield self._change("exchange", edits, f"turned round: {found[0]}")
        for found in _IF.finditer(self._text):
            edit = (found.start("when"), found.start("when"), "not ")
            yield self._change("exchange", (edit,), f"turned round: {found[0]}")
        for found in (*_INDEX.finditer(self._text), *_LEVEL.finditer(self._text)):
            index = "index" in found.re.groupindex
            span = found.span("index") if index else found.span()
            yield self._change("exchange", ((*span, "1"),), f"always 1: {found[0]}")


def _other_words(words: str) -> Iterator[str]:
    """Yields other words or signs for what a template prints: never the same ones."""
    for sign, other in _COMPARED.items():
        if sign in words:
            yield words.replace(sign, other)
    if digit := re.search(r"\d", words):
        yield words[: digit.start()] + str((int(digit[0]) + 1) % 10) + words[digit.end() :]
    if re.search(r"[A-Za-z]{2}", words):
        yield "Altro"
    yield ""
    if "+" in words:
        yield words.replace("+", "-")
    if "×" in words:
        yield words.replace("×", "+")
