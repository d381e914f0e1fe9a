"""What to write instead of a value that cannot be taken: what was meant, where that can be told."""

from collections.abc import Container, Iterable

from fustella.core.patterns import regex
from fustella.core.problems import nearest

CONFLICT = "two versions of these lines, which git could not join"
"""What is said where lines like `<<<<<<< HEAD` stand, with what to do about them."""

JOIN = "keep what is right of both, and delete the lines of <<<<<<<, ======= and >>>>>>>"

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_WORDS, start=1)}
_FIRST_NUMBER = regex(r"(?:x ?|× ?)?([0-9]{1,9})(?:x|×| [a-z ]*)")
"""A number with words, such as `3 copies` or `3x`."""

_DECIMAL_COMMA = regex(r"([-+]?[0-9]{1,9}),([0-9]{1,9})")
_LENGTH_WITH_COMMA = regex(r"\s*([-+]?[0-9]{1,9}),([0-9]{1,9})\s*([a-z]{1,4}|%)?\s*")
_LANGUAGES = {
    **dict.fromkeys(("english", "inglese", "inglés"), "en"),
    **dict.fromkeys(("italian", "italiano"), "it"),
    **dict.fromkeys(("spanish", "español", "espanol", "castellano"), "es"),
    **dict.fromkeys(("german", "deutsch", "tedesco"), "de"),
    **dict.fromkeys(("french", "français", "francais", "francese"), "fr"),
    **dict.fromkeys(("portuguese", "português", "portugues"), "pt"),
    **dict.fromkeys(("dutch", "nederlands"), "nl"),
    **dict.fromkeys(("polish", "polski"), "pl"),
}
_DIGITS = regex(r"(?=.*[0-9])[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
_YES = frozenset(("yes", "y", "on", "true", "1"))
_NO = frozenset(("no", "n", "off", "false", "0"))


def whole_number(value: object, example: int = 6) -> str:
    """What to write where a whole number is expected: `write 6`."""
    text = str(value).strip().lower()
    meant = _NUMBERS.get(text) or text.lstrip("0")
    if not meant.isdecimal() and (first := _FIRST_NUMBER.match(meant)):
        meant = first[1]
    short = meant.isascii() and meant.isdecimal() and len(meant) < 10
    return f"write {meant}" if short else f"write a number like {example}"


def decimal_number(value: object) -> str:
    """What to write where a number is expected, which has a point and no comma."""
    found = _DECIMAL_COMMA.fullmatch(str(value).strip())
    return f"write {found[1]}.{found[2]}" if found else "write a number like 2.5"


def flag(value: object) -> str:
    """What to write where true or false is expected."""
    word = str(value).strip().lower()
    if word in _YES or word in _NO:
        meant = "true" if word in _YES else "false"
        return f"write {meant}{', without quotes' if word == meant else ''}"
    return "write true or false"


def text(value: object, wanted: str = "text") -> str:
    """What to write where a text or a word is expected."""
    if isinstance(value, list | dict):
        return f"write one {wanted}, without brackets"
    if value is None or value == "":
        return f"write the {wanted}, or delete the key"
    return "put it in quotes"


def colour(value: object, near: str = "") -> str:
    """What to write where a colour is expected; `near` suggests a name that is like the value."""
    if value is None:
        return 'write it in quotes, like "#2b2a33": without them # begins a remark'
    if _DIGITS.fullmatch(str(value)):
        return f'write "#{value}", with # and in quotes'
    if isinstance(value, str) and value.startswith("#"):
        return 'a colour has three or six digits, 0 to 9 and a to f, like "#2b2a33"'
    return near or 'write it like "#2b2a33", in quotes, or by its English name: teal'


def one_of(word: str, words: Iterable[str]) -> str:
    """What to write where one of some words is expected, which the message names."""
    near = nearest(word, words)
    return f"did you mean `{near}`?" if near else "write one of them"


def length(value: str, usual: str) -> str:
    """What to write where a length is expected, which has a point and no comma."""
    found = _LENGTH_WITH_COMMA.fullmatch(value)
    return f"write {found[1]}.{found[2]}{found[3] or 'mm'}, with a point" if found else usual


def keys(value: object, known: Container[str], some: str) -> str:
    """What to write where keys with values are expected; `some` are such as an example."""
    plain = isinstance(value, str) and not set(value) & set(",[]{}:#\n")
    return f"write {{id: {value}}}" if "id" in known and plain else f"write {{{some}}}"


def entries(value: object) -> str:
    """What to write where a list is expected."""
    if isinstance(value, str) and value and not set(value) & set(",[]{}:#\n"):
        return f"write [{value}]"
    return "write entries with `- `, each in its own line, or in [ ]"


def language(value: str) -> str:
    """What to write where the code of a language is expected."""
    code = _LANGUAGES.get(value.lower())
    return f"write {code}" if code else "write two or three letters, such as en, it, es, de, fr"
