"""Reads the languages of the tool: in each, the words that it prints and the words that it reads.

Each language is a file in `resources/languages`; the file of English has the remarks. The files are
YAML in a form that is read in half a millisecond, without a library: headings, and below each
heading lines with a name and a text in double quotes, with the escapes of JSON.
"""

from collections.abc import Mapping
from functools import cache

from msgspec import json

from fustella.core.files.project import RESOURCES
from fustella.core.words.cases import primary_language

ENGLISH = "en"

_FOLDER = RESOURCES / "languages"
_PRINTED, _NUMBERS, _READ = "printed", "numbers", "read"


@cache
def languages() -> tuple[str, ...]:
    """The languages of the tool, English first."""
    others = sorted(path.stem for path in _FOLDER.glob("*.yaml"))
    return tuple(dict.fromkeys((ENGLISH, *others)))


def printed(language: str) -> Mapping[str, str]:
    """The texts that the tool prints in a language, by their names; {} in an unknown language."""
    return _file(language).get(_PRINTED, {})


def numbers(language: str) -> Mapping[str, int]:
    """The numbers of a language by their words in small letters; {} in a language it lacks."""
    listed = _file(primary_language(language)).get(_NUMBERS, {})
    return {word: int(number) for number, words in listed.items() for word in words.split(", ")}


@cache
def word_list(name: str, language: str) -> tuple[str, ...]:
    """The words of a list in a language, such as `pt` or `pt-br`; () in an unknown language."""
    words = _file(primary_language(language)).get(_READ, {}).get(name, "")
    return tuple(words.split(", ")) if words else ()


@cache
def word_list_of_all(name: str) -> frozenset[str]:
    """The words of a list in all languages of the tool."""
    return frozenset(word for language in languages() for word in word_list(name, language))


@cache
def _file(language: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of a language by heading and name; {} where there is no such file."""
    if language not in languages():
        return {}
    headings: dict[str, dict[str, str]] = {}
    below: dict[str, str] = {}
    for line in (_FOLDER / f"{language}.yaml").read_text(encoding="utf-8").split("\n"):
        name, _, text = line.strip().partition(": ")
        if text and not name.startswith("#"):
            below[name] = json.decode(text)
        elif name.endswith(":") and not name.startswith("#"):
            below = headings.setdefault(name[:-1], {})
    return headings
