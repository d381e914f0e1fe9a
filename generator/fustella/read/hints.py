"""Makes hints: corrections of faulty values, by the likely intention of the writer."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from fustella.core.values.model import SideName
from fustella.core.values.problems import did_you_mean, nearest
from fustella.core.words.languages import (
    ENGLISH,
    languages,
    numbers,
    word_list,
    word_list_of_all,
)
from fustella.core.words.patterns import regex
from fustella.read.nodes import is_number, is_whole

CONFLICT = "two versions of these lines, which git could not join"
"""The message for lines like `<<<<<<< HEAD`."""

JOIN = "keep the lines that you want; delete the others, and those of <<<<<<<, ======= and >>>>>>>"
"""The hint for lines like `<<<<<<< HEAD`."""

_FIRST_NUMBER = regex(r"(?:x ?|× ?)?([0-9]{1,9})(?:x|×| [a-z ]*)")
"""Matches a number with words around it, such as `3 copies` or `3x`."""

FIELD_NAME = regex(r"[^\W\d]\w*")
"""Matches the name of a field that a template can read."""

_THOUSAND = 3
"""The number of digits behind a comma that separates thousands: `1,000`."""

_THOUSANDS = regex(r"[0-9]{1,3}(?:[,.' ][0-9]{3}){1,2}")
_BETWEEN = regex(r"([0-9]{1,6})[.,][0-9]{1,3}")
_DECIMAL_COMMA = regex(r"([-+]?[0-9]{1,9}),([0-9]{1,9})")
_LENGTH_WITH_COMMA = regex(r"\s*([-+]?[0-9]{1,9}),([0-9]{1,9})\s*([a-z]{1,4}|%)?\s*")
_OTHER_LANGUAGES = {
    **dict.fromkeys(("portuguese", "português", "portugues"), "pt"),
    **dict.fromkeys(("dutch", "nederlands"), "nl"),
    **dict.fromkeys(("polish", "polski"), "pl"),
}
"""The codes of languages that the tool does not speak, by their names as people write them."""

_DIGITS = regex(r"(?=.*[0-9])[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
_RGB = regex(r"\s*rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^,()]*)?\)\s*")
_CMYK = regex(r"\s*cmyk\(\s*([\d.]+)%?\s*,\s*([\d.]+)%?\s*,\s*([\d.]+)%?\s*,\s*([\d.]+)%?\s*\)\s*")
_UNITS = (
    ('"', "in"),
    ("''", "in"),
    ("″", "in"),
    ("inch", "in"),
    ("mil", "mm"),
    ("cent", "cm"),
    ("po", "pt"),
)
_LENGTH_IN_WORDS = regex(
    r"\s*([0-9]{1,4}(?:\.[0-9]{1,4})?)"
    r" *(\"|''|″|inch(?:es)?|(?:milli|centi)met(?:er|re)s?|points?)\s*",
    re.IGNORECASE,
)
_ADDRESS = regex(r"\s*https?://", re.IGNORECASE)
CURVED = "“”„‟«»‘’‚"
"""The quotes of word processors, which neither begin nor end a text in YAML."""

_MEANT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("round", "disc", "disk"), ("circle",)),
        **dict.fromkeys(("oval",), ("ellipse",)),
        **dict.fromkeys(("square", "card", "rect"), ("rectangle",)),
        **dict.fromkeys(("dice", "cube"), ("die",)),
        **dict.fromkeys(("middle", "center", "centre", "centered"), ("center", "middle")),
        **dict.fromkeys(("fill", "crop"), ("cover",)),
        **dict.fromkeys(("fit",), ("contain",)),
        **dict.fromkeys(("count", "quantity", "qty", "amount", "number"), ("copies",)),
        **dict.fromkeys(("cards", "tokens", "items", "entries"), ("pieces",)),
        **dict.fromkeys(("type",), ("kind",)),
        **dict.fromkeys(("template",), ("front",)),
        **dict.fromkeys(("font-size", "fontsize", "font_size", "text_size"), ("size",)),
        **dict.fromkeys(("font-weight", "weight"), ("bold",)),
        **dict.fromkeys(("font-family", "typeface"), ("font",)),
        **dict.fromkeys(("text-align", "halign", "alignment"), ("align",)),
        **dict.fromkeys(("vertical-align",), ("valign",)),
        **dict.fromkeys(("line-height", "spacing"), ("leading",)),
        **dict.fromkeys(("left",), ("x",)),
        **dict.fromkeys(("top",), ("y",)),
        **dict.fromkeys(("background",), ("fill",)),
        **dict.fromkeys(("border", "stroke"), ("line",)),
        **dict.fromkeys(("rotate", "rotation", "angle"), ("turn",)),
        **dict.fromkeys(("rounded", "round_corners"), ("corner", "radius")),
        **dict.fromkeys(("margin",), ("safe", "padding")),
    }
)
"""The words of other programs, each with words of this tool that it may mean."""

_ELSEWHERE: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (
        frozenset(("paper", "papers", "format")),
        frozenset(("kinds",)),
        "delete it: the paper is chosen when it is printed, `fustella build --paper A4`",
    ),
    (
        frozenset(("kind", "pieces")),
        frozenset(("kinds",)),
        "write it in another file beside this one, such as cards.yaml: a list of pieces",
    ),
    (
        frozenset(("copies", "count", "quantity")),
        frozenset(("front", "layout")),
        "write it in the list of these pieces, below its line `kind: …`; or in a column `copies`",
    ),
    (
        frozenset(("columns", "pieces")),
        frozenset(("front", "layout")),
        "write it in the list of these pieces, below its line `kind: …`",
    ),
    (
        frozenset(("colour", "color", "background")),
        frozenset(("front", "layout")),
        "the colours of the game stand under `colours` in game.yaml; that of a zone under `layout`",
    ),
)
"""Keys that belong in another file: the keys, some keys of the wrong form, and the hint."""

_OF_ANOTHER_KEY = (
    (("top", "bottom"), "justify", "valign"),
    (("left", "right", "start", "end", "justify"), "bottom", "align"),
)
"""Words typed at a wrong key: the words, a word that the wrong key takes, and the right key."""

_SUCH_AS = MappingProxyType(
    {
        "kind": "card",
        "pieces": "cards.csv",
        "title": "My game",
        "languages": "[en]",
        "front": "ready/card",
        "id": "fox",
        "name": "Cards",
    }
)
"""Examples of values for a beginner, by key."""

FIELD_TYPES = (
    *("text", "plain", "word", "number", "decimal"),
    *("flag", "icon", "symbol", "track", "colour", "length", "image", "table"),
    *("cell", "cells", "sides"),
)
"""The types of fields that have a name of their own."""

_CODE = regex(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})?")
"""Matches a word in the form of a language's code."""

_YES, _NO = frozenset(("on", "true", "1")), frozenset(("off", "false", "0"))
"""The words of other programs for true and false, besides the words of the tool's languages."""


def whole_number(value: object, example: int = 6) -> str:
    """The hint for a value that is no whole number: `write 6`."""
    text = str(value).strip().lower()
    if _THOUSANDS.fullmatch(text):
        text = "".join(filter(str.isdecimal, text))
    meant = str(numbers(ENGLISH).get(text, "")) or text.lstrip("0")
    if not meant.isdecimal() and (first := _FIRST_NUMBER.match(meant)):
        meant = first[1]
    if (parted := _BETWEEN.fullmatch(meant)) is not None:
        return f"write {int(parted[1])} or {int(parted[1]) + 1}"
    short = meant.isascii() and meant.isdecimal() and len(meant) < 10
    quoted = ", without quotes" if value == meant else ""
    return f"write {meant}{quoted}" if short else f"write a number like {example}"


def decimal_number(value: object) -> str:
    """The hint for a value that is no number: decimals have a point and no comma."""
    match = _DECIMAL_COMMA.fullmatch(str(value).strip())
    return f"write {match[1]}.{match[2]}" if match else "write a number like 2.5"


def flag(value: object) -> str:
    """The hint for a value that is neither true nor false."""
    word = str(value).strip().lower()
    yes = word in _YES | word_list_of_all("yes_words")
    if yes or word in _NO | word_list_of_all("no_words"):
        meant = "true" if yes else "false"
        return f"write {meant}{', without quotes' if word == meant else ''}"
    return "write true or false"


def text(value: object, wanted: str = "text") -> str:
    """The hint for a value that is no text or word."""
    if isinstance(value, list | dict):
        quotes = " in quotes" if wanted == "text" else ""
        return f"write one {wanted}{quotes}, without brackets or dashes"
    if value is None or value == "":
        quotes = "; one that begins with # needs quotes" if value is None else ""
        return f"write the {wanted}, or delete the key{quotes}"
    return "put it in quotes"


def colour(value: object, near: str = "") -> str:
    """The hint for a value that is no colour; `near` suggests a similar name."""
    if value is None:
        return 'write it in quotes, like "#2b2a33": without them # begins a remark'
    if _DIGITS.fullmatch(str(value)):
        return f'write "#{value}", with # and in quotes'
    if match := _RGB.fullmatch(str(value)):
        digits = "".join(f"{min(int(part), 255):02x}" for part in match.groups())
        return f'write "#{digits}", in quotes'
    if match := _CMYK.fullmatch(str(value)):
        *inks, black = (1 - min(float(part), 100) / 100 for part in match.groups())
        digits = "".join(f"{round(255 * ink * black):02x}" for ink in inks)
        return f'write "#{digits}", in quotes'
    if isinstance(value, str) and value.startswith("#"):
        return 'a colour has three or six digits, 0 to 9 and a to f, like "#2b2a33"'
    return near or 'write it like "#2b2a33", in quotes, or an English name such as teal'


def one_of(word: str, words: Iterable[str]) -> str:
    """The hint for a word that is not one of `words`, which the message names."""
    words = [*words]
    for others, known, key in _OF_ANOTHER_KEY:
        if word in others and known in words:
            return f"write `{key}: {word}`, which is another key"
    near = _word_meant(word, words) or nearest(word, words)
    return f"did you mean `{near}`?" if near else "write one of them"


def _word_meant(word: str, known: Collection[str]) -> str:
    """The known word that a word of another program means; "" without one."""
    return next((meant for meant in _MEANT.get(word.casefold(), ()) if meant in known), "")


def missing_key(key: str) -> str:
    """The hint for a missing key of a form."""
    return f"add a line like `{key}: {_SUCH_AS[key]}`" if key in _SUCH_AS else f"add `{key}: …`"


def no_language(code: str, codes: Sequence[str], where: str) -> str:
    """The hint for the code of a language that a game lacks; `where` names the place to add it."""
    near, known = nearest(code, codes), f"known: {', '.join(codes)}"
    if near or not _CODE.fullmatch(code):
        return f"did you mean `{near}`?" if near else known
    return f"{known}; or add it {where}: languages: [{', '.join((*codes, code))}]"


def unknown_key(key: str, known: Collection[str], value: object = None) -> str:
    """The hint for a key that a form does not have; `known` are its keys."""
    for keys, of_form, hint in _ELSEWHERE:
        if key.casefold() in keys and of_form <= {*known}:
            return hint
    if near := _word_meant(key, known) or nearest(key, known):
        return f"did you mean `{near}`?"
    if on_a_side := of_a_side(key, known):
        return on_a_side
    every = did_you_mean(key, known) or "delete the line, or put # before it: then it is a remark"
    if {"fields", "layout"} <= {*known}:
        type_ = value if isinstance(value, str) and value in FIELD_TYPES else type_of(value)
        added = (
            f"write `fields: {{front: {{{key}?: {type_}}}}}` instead, and its values into the list"
        )
        return f"{added}; `?` means that a piece may have none"
    if {"front", "back"} <= {*known}:
        return f"a field stands under its side, `front: {{{key}: …}}`; {every}"
    return every


def length(value: str, usual: str) -> str:
    """The hint for a faulty length: how to write its unit or its decimal point, else `usual`."""
    if (match := _LENGTH_IN_WORDS.fullmatch(value)) is not None:
        words = match[2].lower()
        return f"write {match[1]}{next(unit for sign, unit in _UNITS if words.startswith(sign))}"
    match = _LENGTH_WITH_COMMA.fullmatch(value)
    return f"write {match[1]}.{match[2]}{match[3] or 'mm'}, with a point" if match else usual


def with_commas(parts: Sequence[str]) -> str:
    """The whole value that YAML divided at its commas: `5,5mm`, or `Hello, world`."""
    number = ",".join(parts)
    return number if _LENGTH_WITH_COMMA.fullmatch(number) else ", ".join(parts)


def comma(key: str, parts: Sequence[str]) -> str:
    """The hint for a value between { } that YAML divided at its commas."""
    whole = with_commas(parts)
    if match := _LENGTH_WITH_COMMA.fullmatch(whole):
        number = f"write {match[1]}.{match[2]}{match[3] or ''}, with a point"
        if len(match[2]) == _THOUSAND and not match[3]:
            number = f"write {match[1]}{match[2]}, without the comma"
        return number if match[3] else f'{number}; a text stands in quotes: {key}: "{whole}"'
    return f"write: {key}: {in_quotes(whole.strip(CURVED))}"


def in_quotes(text: str) -> str:
    """A text in double quotes; in single quotes if it has double quotes and no single ones."""
    if '"' in text and "'" not in text:
        return f"'{text}'"
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


def of_a_side(key: str, known: Iterable[str]) -> str:
    """The hint for a key of a side that stands beside `front` and `back`; else ""."""
    sides = [side.value for side in SideName]
    if not _are_sides(known) or nearest(key, sides):
        return ""
    return f"write it under the side that it is for: {{{sides[0]}: {{{key}: …}}}}"


def _are_sides(known: Iterable[str]) -> bool:
    """Whether the known keys are the sides, or those of a layout: the sides, and `both`."""
    return {side.value for side in SideName} == {*known} - {"both"}


def another_field(name: str, side: str, type_: str, kind: str = "the kind") -> str:
    """The hint for declaring a field that a kind lacks."""
    added = f"fields: {{{side}: {{{name}?: {type_}}}}}"
    return f"if it is a field of its own, add it to {kind} in game.yaml: `{added}`"


def type_of(value: object) -> str:
    """The type of field that takes a value as typed."""
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, str) and _OF_A_SHEET.fullmatch(value):
        return "table"
    return "number" if is_whole(value) else "decimal" if is_number(value) else "text"


_OF_A_SHEET = regex(r"\S.*\.(?:csv|xlsx|ods)(?:#.*)?")


def keys(
    value: object, known: Collection[str] = (), some: str = "key: value, …", key: object = ""
) -> str:
    """The hint for a value without keys, where keys with values belong.

    `some` is an example. Where no keys are `known`, a typed word counts as the value of the
    example's first key.
    """
    if isinstance(value, list) and value:
        each = _EACH_UNDER.get(str(key), "text" if some.endswith(": text") else "…")
        return _without_dashes(value, known, each)
    plain = isinstance(value, str) and not set(value) & set(",[]{}:#\n")
    if plain and not known and ": …" in some:
        return f"write {{{some.partition(':')[0]}: {value}}}"
    return f"write {{id: {value}}}" if "id" in known and plain else f"write {{{some}}}"


_EACH_UNDER = MappingProxyType({"fields": "text", "layout": "true"})
"""The example of a value for the names under a key, by that key."""


def _without_dashes(entries: Sequence[object], known: Collection[str], each: str) -> str:
    """The hint for a list whose entries should be keys; `each` is the value for a key."""
    first = entries[0]
    if isinstance(first, dict) and first:
        key = str(next(iter(first)))
        value = first[key]
        name, was = (value, f"{key}: {value}") if key == "id" else (key, f"{key}:")
        return f"write `{name}:` instead of `- {was}`; its lines below begin further right"
    if all(isinstance(word, str) and word.isidentifier() for word in entries):
        inner = f"{{{', '.join(f'{word}: {each}' for word in entries)}}}"
        sides = [side.value for side in SideName]
        return f"write {{{sides[0]}: {inner}}}" if _are_sides(known) else f"write {inner}"
    return f"write a name before each: {{my-name: {in_quotes(str(first))}, …}}"


_ENTRIES_UNDER = MappingProxyType({"variants": "[{id: red}, {id: blue}]"})
"""Examples of entries, for keys whose entries are hard to guess."""


def entries(value: object, key: object = "") -> str:
    """The hint for a value, not a list, behind a key that takes a list."""
    if key in _ENTRIES_UNDER and not isinstance(value, dict):
        return f"write an entry for each: {_ENTRIES_UNDER[str(key)]}"
    if isinstance(value, str) and value and not set(value) & set(",[]{}:#\n"):
        return f"write [{value}]"
    if isinstance(value, dict) and value:
        first = next(iter(value))
        return f"write `- {first}: …` instead of `{first}: …`: each entry begins with a dash"
    return "write entries with `- `, each in its own line, or in [ ]"


def spreadsheet(value: str, file: str, endings: tuple[str, ...]) -> str:
    """A hint for a `value` in a list's `file` that has none of the wanted `endings`."""
    if _ADDRESS.match(value):
        own = f"{file.rsplit('/', 1)[-1].partition('.')[0]}.csv"
        kept = f'`source: {{sheet: "{value}"}}` and `pieces: {own}`'
        return f"write {kept}, then run `fustella pull`, which fetches it"
    if (bare := value.rstrip(" ;,")) != value and bare.lower().endswith(endings):
        return f"write {bare}"
    if value and "." not in value and "\n" not in value:
        return f"write the name with its ending, such as {value}.csv, or entries with `- `"
    return "write entries with `- `, or the name of a .csv, .xlsx or .ods file beside this one"


def language(value: str) -> str:
    """The hint for a value that is no code of a language."""
    known = (each for each in languages() if value.lower() in word_list("called", each))
    code = next(known, _OTHER_LANGUAGES.get(value.lower()))
    return f"write {code}" if code else "write two or three letters, such as en, it, es, de, fr"
