"""Reads texts in the languages of a game, and finds a substitute where a text lacks one.

A text is typed in its languages, `{it: Castello, en: Castle}`, or plainly in the first one. A
language that it lacks is looked up in the game's tables of translations. If these lack it, too, the
text is noted as missing, and printed as it is typed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.model import MissingText, Text, Word
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.structs import PartlyCompared
from fustella.core.words.patterns import regex
from fustella.read import hints
from fustella.read.forms import shown
from fustella.read.nodes import MappingNode, as_typed, is_number
from fustella.read.spreadsheets import ENDINGS

Translations: TypeAlias = Mapping[str, Mapping[str, Word]]
"""The translations of each text by language; texts are found by `key_of` in the first language."""

DEFAULT_LANGUAGE = "en"
"""The language of a game that names none, and of the names of ready faces."""

_TAG = regex(
    r"</?(b|i|em|strong|u|s|br|p|span|font|small|big|sup|sub|center|div|h[1-6]|ul|ol|li)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_MAY_BE_SIGNS = re.compile(r"[<_~&`]|\]\(|^#", re.MULTILINE)
_SIGNS = (
    ("__…__", regex(r"(?<![\w_])__(?=[^\s_])[^_\n]*(?<=\S)__(?![\w_])")),
    ("_…_", regex(r"(?<![\w_])_(?=[^\s_])[^_\n]*(?<=[^\s_])_(?![\w_])")),
    ("~~…~~", regex(r"~~(?=[^\s~])[^~\n]+~~")),
    ("`…`", regex(r"`(?=[^\s`])[^`\n]+`")),
    ("[…](…)", regex(r"!?\[[^\[\]\n]+\]\([^()\s]+\)")),
    ("# …", regex(r"^#{1,6} +(?=[^\W\d])", re.MULTILINE)),
    ("", regex(r"&(?:amp|nbsp|lt|gt|quot|apos|[lr][sd]quo|mdash|ndash|hellip);")),
)
"""The signs of Markdown and HTML that mean nothing in texts, by name; "" for signs as typed."""

_INSTEAD = {
    **dict.fromkeys(("<b>", "<strong>", "__…__"), "write `**…**` around what is bold"),
    **dict.fromkeys(("<i>", "<em>", "_…_"), "write `*…*` around what is italic"),
    **dict.fromkeys(("<br>", "<p>", "<div>"), "write `\\n`, or a new line (Alt+Enter in a cell)"),
    **dict.fromkeys(("<ul>", "<ol>", "<li>"), "begin the line with `- ` or `1. `"),
    "[…](…)": "write the words alone: paper has no links",
    "# …": "take the # out: write `**…**` around a heading",
    "&amp;": "write the sign itself: &",
    "&nbsp;": "write a blank",
    "&lt;": "write the sign itself: <",
    "&gt;": "write the sign itself: >",
    **dict.fromkeys(("&quot;", "&ldquo;", "&rdquo;"), "write the quote itself"),
    **dict.fromkeys(("&apos;", "&lsquo;", "&rsquo;"), "write the apostrophe itself: ’"),
    **dict.fromkeys(("&mdash;", "&ndash;"), "write the dash itself: –"),
    "&hellip;": "write the points themselves: …",
}
_IN_BRACES = regex(r"\{[^{}]*\}")


_FORMULA = regex(r"=(?:\(*-?[^\W\d]|\(*-?[0-9][0-9.]*\)*\s*[-+*/^]\s*[\w(]).*")
_IN_QUOTES = regex(r"\"[^\"]*\"|'[^']*'")
_PART = regex(r"[\w.]+|\S")
_BETWEEN_WORDS = ("and", "or")
_NO_FORMULA = "write the value itself: formulas stand in entries with `for` alone"
_WITH_FORMULA = regex(r"\{\s*=[^{}]*\}")


def formula_problem(value: str, place: Place, *, printed: bool = False) -> Problem | None:
    """The problem E136 of a formula where nothing is computed: `=rank`, `=SUM(A1:A9)`; else None.

    Only entries with `for` have formulas, and these are computed before their values are read here.
    A value that is `printed` may be meant as it is typed: the hint then says how to type it.
    """
    typed = value.strip()
    if not typed.startswith("="):
        return None
    parts = _PART.findall(_IN_QUOTES.sub("", typed))
    words = [part[0].isalnum() and part not in _BETWEEN_WORDS for part in parts]
    if any(map(all, pairwise(words))) or not _FORMULA.fullmatch(typed):
        return None  # words side by side are a sentence
    shown_value = f"{typed[:39]}…" if len(typed) > 40 else typed
    as_it_is = f"; to print it as it is, write a blank behind the sign: = {shown_value[1:]}"
    hint = f"{_NO_FORMULA}{as_it_is if printed else ''}"
    return Problem("E136", place, f"`{shown_value}` is not computed here", hint)


class TypedText(Struct, frozen=True):
    """A text that was read; `typed` has the words in the content, by language.

    A `plain` text may be the same in all languages; `place` is the place of the whole text.
    """

    text: Text
    typed: Mapping[str, Word]
    place: Place
    plain: bool


class Languages(PartlyCompared, frozen=True):
    """The languages of a game, the default one first, and its translations.

    `missing` collects the texts that lack a language, each once. If `texts` is a list, each text
    that is read is added to it. `tags` are the signs of HTML and Markdown in texts with markup,
    with their places.
    """

    UNCOMPARED = frozenset({"missing", "texts", "tags"})

    codes: tuple[str, ...]
    translations: Translations = field(default_factory=dict)
    missing: dict[MissingText, None] = field(default_factory=dict)
    texts: list[TypedText] | None = None
    tags: dict[tuple[str, Place], None] = field(default_factory=dict)

    def note_tags(self, text: Text | Word) -> None:
        """Notes the signs of HTML and Markdown in a text that are printed as letters.

        In a word, only tags of HTML count: `_a_` may be a part of a drawn map.
        """
        if isinstance(text, Word):
            for match in _TAG.finditer(text):
                self.tags[f"<{match[1].lower()}>", text.place] = None
            return
        for word in text.by_language.values():
            if _MAY_BE_SIGNS.search(word):
                for match in _TAG.finditer(word):
                    self.tags[f"<{match[1].lower()}>", word.place] = None
                for sign, pattern in _SIGNS:
                    for match in pattern.finditer(word):
                        self.tags[sign or match[0], word.place] = None

    def text(
        self,
        words: Mapping[str, Word],
        places: Mapping[str, Place],
        place: Place,
        *,
        plain: bool,
        way: str = "",
    ) -> Text:
        """A text in every language, made of the `words` that were typed in some of them.

        `places` are the empty cells of languages that were left out, and `place` is the place of
        the whole text. A `plain` text may be the same in all languages; so may a text without
        letters. `way` is the way to add a language, if it is not the usual one.
        """
        if len(words) == len(self.codes) and all(words.values()):
            return self._noted_text(
                Text({code: words[code] for code in self.codes}), words, place, plain
            )
        instead = next(code for code in self.codes if code in words)
        word = words[instead]
        known: Mapping[str, Word] = {}
        if instead == self.codes[0]:
            known = self.translations.get(key_of(word), {})
        whole = {code: words.get(code) or known.get(code) for code in self.codes}
        lacking = [code for code in self.codes if whole[code] is None]
        if plain or not needs_translation(word):
            lacking = []
        for code in lacking:
            cell = places.get(code)
            alone = word.place == place
            hint = "fill in this cell" if cell else way or self._way_to_add(code, place, alone)
            self.missing[MissingText(code, word, instead, cell or place, hint)] = None
        filled = {code: word if own is None else own for code, own in whole.items()}
        return self._noted_text(Text(filled, frozenset(lacking)), words, place, plain)

    def _noted_text(self, text: Text, words: Mapping[str, Word], place: Place, plain: bool) -> Text:
        if self.texts is not None:
            self.texts.append(TypedText(text, words, place, plain))
        return text

    def _way_to_add(self, code: str, place: Place, alone: bool) -> str:
        """The hint for adding a missing text: to a list, or to the header of a spreadsheet.

        A text that is `alone` was typed without a language.
        """
        if not place.file.lower().endswith(ENDINGS):
            every = ", ".join(f"{each}: …" for each in self.codes)
            return f"write {{{every}}}" if alone else f'add `{code}: "…"`'
        header = place.key
        for other in self.codes:
            header = header.removesuffix(f".{other}")
        return f"add a column `{header}.{code}`"


def tag_warnings(tags: Iterable[tuple[str, Place]]) -> Iterator[Problem]:
    """Yields a warning, E158, for each sort of meaningless sign in a file or a workbook's sheet."""
    by_tag: dict[tuple[str, str], list[Place]] = {}
    for tag, place in tags:
        by_tag.setdefault((place.page, tag), []).append(place)
    for (_, tag), places in by_tag.items():
        message = f"`{tag}` is printed as it is typed"
        if len(places) > 1:
            message += f", in {len(places)} texts"
        hint = _INSTEAD.get(tag, "take it out: texts have bold, italic, icons and lists alone")
        yield warning("E158", places[0], message, hint)


def key_of(text: str) -> str:
    """The key to look up a text by; line ends and outer blanks make no difference."""
    return "\n".join(text.strip().splitlines())


def needs_translation(text: str) -> bool:
    """Whether a text has letters besides the names of icons in braces."""
    return any(letter.isalpha() for letter in _IN_BRACES.sub("", text))


def read_text(
    value: object,
    languages: Languages,
    place: Place,
    problems: list[Problem],
    *,
    plain: bool = False,
    as_is: bool = False,
    way: str = "",
) -> Text:
    """Reads a text as typed: `{it: Castello, en: Castle}`, or a string in the first language.

    With `plain`, for titles and remarks, a string is the text in all languages unless it is
    translated. Adds to `problems` E113 for a language that the game lacks or a text in no language,
    E104 for a value that is no text, and E136 for a formula, unless it is printed `as_is`. Adds to
    `languages.missing` the languages that the text lacks, each with the `way` to add it.
    """
    words: dict[str, Word] = {}
    places: Mapping[str, Place] = {}
    where = place
    if not as_is:
        _check_formulas(value, place, problems)
    if isinstance(value, MappingNode):
        words, places = _by_language(value, languages, place, problems), value.places
        where = replace(place, line=value.line or place.line)
        plain = False
    else:
        words[languages.codes[0]] = Word(as_typed(value), place)
        if not has_text(value):
            plain = True
            example = ", ".join(f"{code}: …" for code in languages.codes)
            alone = len(languages.codes) == 1
            hint = hints.text(value) if alone else f"write {{{example}}}"
            problems.append(Problem("E104", place, f"expected a text, found {shown(value)}", hint))
    if not words:
        return Text(dict.fromkeys(languages.codes, Word("", place)))
    return languages.text(words, places, where, plain=plain, way=way)


def _check_formulas(value: object, place: Place, problems: list[Problem]) -> None:
    """Reports E136 for a formula in any language of a text."""
    if isinstance(value, MappingNode):
        for code, text in value.items():
            _check_formulas(text, value.place_of(code, place), problems)
    elif isinstance(value, str) and "=" in value:
        if fault := formula_problem(value, place, printed=True):
            problems.append(fault)
        elif match := _WITH_FORMULA.search(value):
            message = f"`{match[0]}` is not computed here"
            problems.append(Problem("E136", place, message, _NO_FORMULA))


def _by_language(
    value: MappingNode, languages: Languages, place: Place, problems: list[Problem]
) -> dict[str, Word]:
    """The words of a mapping, by language. Reports unknown languages, and a mapping without one."""
    words = {}
    if value and all(text is None and code not in languages.codes for code, text in value.items()):
        message = "a text that begins with { needs quotes"
        hint = f'write "{{{", ".join(value)}}}"'
        problems.append(Problem("E113", place, message, hint))
        return {languages.codes[0]: Word("", place)}
    for code, text in value.items():
        where = value.place_of(code, place)
        if code not in languages.codes:
            message = f"`{code}` is not a language of this game"
            hint = hints.no_language(code.lower(), languages.codes, "in game.yaml")
            if set(hints.CURVED).intersection(code):
                hint = 'type straight quotes: "…"'
            problems.append(Problem("E113", where, message, hint))
            continue
        if not has_text(text):
            hint = hints.text(text)
            problems.append(Problem("E104", where, f"expected a text, found {shown(text)}", hint))
        words[code] = Word(as_typed(text), where)
    if not value:
        where = next(iter(value.places.values()), place)
        hint = f'write {{{languages.codes[0]}: "…"}}'
        problems.append(Problem("E113", where, "the text is missing in every language", hint))
    return words


def has_text(value: object) -> bool:
    """Whether a typed value is a text or a number."""
    return isinstance(value, str) or is_number(value)
