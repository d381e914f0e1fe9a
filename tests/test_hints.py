"""Every key, command and option that a text of the tool names is one that there is.

Hints say what to write; one that names a key which no form has sends a designer astray. So all
texts of the program are read with `ast`: hints, wherever they are composed, and whatever else is
shown. Names that are no keys are listed here, each with what it is.
"""

import argparse
import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

import fustella
from fustella.cli.arguments import command_line
from fustella.cli.parser import CommandParser
from fustella.core.files.project import Project
from fustella.core.values.schemas import Vocabulary
from fustella.read.forms import schema_of
from fustella.read.rules.situations import SituationForm
from fustella.schema import schema_files
from tests.schema.editor import as_editors_see

PACKAGE = Path(fustella.__file__).parent

BLANK = "\N{HORIZONTAL ELLIPSIS}"
"""Stands in a hint for whatever a designer writes; here also for what the program fills in."""

NO_KEYS = {
    "count": "a kind of check",
    "gap": "a kind of check",
    "if": "a function of formulas and claims",
    "ignore": "what the key `columns` may say of a header",
    "in": "a word of templates",
    "index": "a word of templates",
    "ink": "a colour of ready faces",
    "loop": "a name in templates",
    "paper": "a colour of ready faces",
    "self": "a name in templates",
    "supply": "a kind of check",
    "where": "what chooses the rows of a table in a booklet",
    "where:": "what chooses the rows of a table in a booklet",
    "yes": "what the key `closed` of a remark may say",
    f"else: {BLANK}": "what a choice by a field says for all other words",
}
"""What stands in backquotes and is no key of a file."""

FILES = {
    "build/errata": ("booklet",),
    "check/kinds/odds": ("claims", "list", "simulations"),
    "check/": ("claims", "list"),
    "cli/job": ("jobs",),
    "cli/simulate": ("simulations",),
    "cli/": ("claims", "game", "list"),
    "read/claims": ("claims",),
    "core/values/dealing": ("simulations",),
    "read/questions": ("playtest",),
    "read/simulations": ("simulations",),
    "read/jobs": ("jobs",),
    "read/remarks": ("remarks",),
    "read/rules/situations": ("situation",),
    "read/rules/": ("booklet", "game"),
    "read/shops": ("shop",),
    "read/tables": ("papers",),
    "review/": ("claims", "game"),
    "rules/situations": ("situation", "game"),
    "rules/": ("booklet", "situation", "game"),
    "": ("game", "list", "ready"),
}
"""The files that the texts of a module may speak of without saying which; the first that fits."""

FIELDS = ("front", "back")
"""Their keys are the fields of a kind: no form of a file."""

_COMMAND = re.compile(r"\bfustella((?: [^\s`\"';,)|]+)+)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*(?![a-z:-])")  # `--text: …` is one of a style sheet

_QUOTED = re.compile(r"`([^`\n]+)`(?: (?:in|of|into) (game|claims)\.yaml)?")
_BARE = re.compile(r"[a-z_]+:?")
_PAIR = re.compile(r"[a-z_]+: \S.*")


@dataclass(frozen=True)
class Named:
    """Something in backquotes that names a key, and the files one of which it is to be in."""

    where: str
    quoted: str
    files: tuple[str, ...]


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """All texts of the program that are no docstrings, with their places."""
    return tuple(found for path in sorted(PACKAGE.rglob("*.py")) for found in _texts_of(path))


def _texts_of(path: Path) -> Iterator[tuple[str, str]]:
    place = path.relative_to(PACKAGE).as_posix()
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    skipped = set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
    for node in nodes:
        text = "" if id(node) in skipped else _text(node)
        if text:
            yield f"{place}:{node.lineno}", text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(p) if isinstance(p, ast.Constant) else BLANK for p in node.values)
    return ""


def named_in(where: str, text: str) -> Iterator[Named]:
    for found in _QUOTED.finditer(text):
        if _BARE.fullmatch(found[1]) or _PAIR.fullmatch(found[1]):
            of_module = next(files for begin, files in FILES.items() if where.startswith(begin))
            yield Named(where, found[1], (found[2],) if found[2] else of_module)


@cache
def named() -> tuple[Named, ...]:
    return tuple(found for where, text in texts() for found in named_in(where, text))


@pytest.fixture(scope="module")
def schemas(tmp_path_factory) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of a project without names of its own, by file, and that of a situation."""
    root = tmp_path_factory.mktemp("empty")
    (root / "content" / "g").mkdir(parents=True)
    (root / "content" / "g" / "game.yaml").write_text("title: G\ndocument: rules.txt\n")
    found = schema_files(Project(root), ["g"]).schemas
    files = {name.removeprefix("g/").removesuffix(".json"): each for name, each in found.items()}
    return {**files, "situation": schema_of(SituationForm, Vocabulary())}


def keys_in(schema: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The keys that a schema has at any depth, each with what it takes."""
    if isinstance(schema, Mapping):
        for name, value in schema.get("properties", {}).items():
            if isinstance(value, Mapping):
                yield name, value
                if name not in FIELDS:
                    yield from keys_in(value)
        for name, value in schema.items():
            if name != "properties":
                yield from keys_in(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys_in(value)


def is_known(quoted: str, schemas: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of the schemas has the key, and where a value is given, takes it."""
    name, colon, value = quoted.partition(": ")
    takes = [
        {**schema, "definitions": each.get("definitions", {})}
        for each in schemas
        for key, schema in keys_in(each)
        if key == name.strip(":")
    ]
    if not colon or value == "|":  # a block of text follows
        return bool(takes)
    written = as_editors_see(quoted)
    assert isinstance(written, dict)
    return any(_accepts(schema, written[name]) for schema in takes)


def _accepts(schema: Mapping[str, Any], value: object) -> bool:
    if BLANK not in str(value):
        return bool(Draft7Validator(schema).is_valid(value))
    if not isinstance(value, Mapping):
        return True
    inside = dict(keys_in(schema))
    return all(
        BLANK in name or (name in inside and _accepts(inside[name], each))
        for name, each in value.items()
    )


def test_texts_name_many_keys():
    assert len(named()) > 100
    assert len({one.quoted for one in named()}) > 60


def test_keys_that_texts_name_exist(schemas):
    wrong = [
        one
        for one in named()
        if one.quoted not in NO_KEYS
        and not is_known(one.quoted, [schemas[file] for file in one.files])
    ]
    assert wrong == [], [(one.where, one.quoted) for one in wrong]


def commands(parser: CommandParser) -> Iterator[tuple[tuple[str, ...], CommandParser]]:
    """All commands by their words, those of commands among them."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, one in action.choices.items():
                yield (name,), one
                yield from (((name, *words), inner) for words, inner in commands(one))


COMMANDS = dict(commands(command_line()))


def wrong_commands(text: str) -> Iterator[str]:
    """What a text says of a command that does not exist, or of an option that it has not."""
    for found in _COMMAND.finditer(text):
        words = [word for word in found[1].split() if word != BLANK]
        names = tuple(itertools.takewhile(re.compile("[a-z]+").fullmatch, words))
        known = next((names[:n] for n in (2, 1) if names[:n] in COMMANDS), None)
        if names and known is None:
            yield found[0]
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        yield from options - {*COMMANDS[known].options()} if known else ()


def test_commands_that_texts_name_exist():
    wrong = {where: told for where, text in texts() if (told := [*wrong_commands(text)])}
    assert wrong == {}
    assert sum(len(_COMMAND.findall(text)) for _, text in texts()) > 50


def test_options_that_texts_name_exist():
    known = {option for parser in COMMANDS.values() for option in parser.options()}
    sentences = [(where, text) for where, text in texts() if " " in text]
    ours = [(where, re.sub(r"\bgit [^`]*", "", text)) for where, text in sentences]
    said = {option: where for where, text in ours for option in _OPTION.findall(text)}
    assert {option: said[option] for option in said.keys() - known} == {}
    assert len(said) > 30


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("run `fustella build --kit club`", []),
        ("run `fustella kit printed … --whole`", []),
        ("run `fustella biuld`", ["fustella biuld"]),
        ("run `fustella check --whole`", ["--whole"]),
        ("fustella kit show club --language en", ["--language"]),
    ],
)
def test_a_command_that_there_is_not_is_found(text, wrong):
    assert [*wrong_commands(text)] == wrong


def test_what_is_no_key_is_said_by_a_text():
    assert NO_KEYS.keys() <= {one.quoted for one in named()}


@pytest.mark.parametrize(
    ("quoted", "file", "known"),
    [
        ("sheet:", "game", True),
        ("sheets_of_paper", "game", False),
        ("sheet", "papers", False),
        ("split: true", "game", True),
        ("split: perhaps", "game", False),
        ("images: {missing: …}", "game", True),
        ("images: {absent: …}", "game", False),
    ],
)
def test_a_key_that_no_form_has_is_found(quoted, file, known, schemas):
    assert is_known(quoted, [schemas[file]]) is known
