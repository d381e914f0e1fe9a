"""Holds the words that the tool itself prints: on sheets, covers and forms, in letters to shops.

Each language of the tool has its own texts for these words (`languages`). A project may have a
table of words in its content, whose cells take precedence. Words that a language lacks are English.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct, field

from fustella.core.words.languages import ENGLISH, languages, printed
from fustella.core.words.patterns import consists_of, regex

WORD, ABOUT = "word", "about"
"""The columns of a project's table besides languages: the name of a word, and remarks."""

LANGUAGE_CODE = regex(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
"""The code of a language as in BCP 47, but in small letters: `pt`, `pt-br`."""

SHEET, CALIBRATION, PAGE, SHOP, PLAYTEST = "sheet", "calibration", "page", "shop", "playtest"
RULES, QUOTE, INSERT, TABLE = "rules", "quote", "insert", "table"
"""The sections of words, by where they are printed: a word's name begins `sheet.`, for example."""

_LANGUAGE = "language"
"""The section of the names of languages: a project may have a row for any language."""

POINT, ONE = "numbers.point", "numbers.one"
"""The names of two words: the decimal point, and the counts with a noun in the singular."""

MORE = "sheet.more"
"""The name of the words that end a list cut short, with the number of names that are left out."""

_OF_DOCUMENTS = frozenset(("lines", "document_lines", "designed"))
_ORIGINAL = "original."
"""The beginning of the words that games without a rule document have instead of `_OF_DOCUMENTS`."""

_IN_OWN_FONT = regex(r"[\u0020-\u052f\u1e00-\u20cf\u2100-\u22ff]*")
"""Letters that the font of labels and forms has: Latin, Greek and Cyrillic letters, and signs."""


class ToolWords(Struct, frozen=True):
    """The words that the tool prints for a project.

    `own` are the cells of the project's table, by language and name.
    """

    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(tuple(self.own))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have words, first the package's languages, then the project's."""
        return tuple(dict.fromkeys((*languages(), *self.own)))

    def spoken(self, language: str) -> str:
        """The language of the tool's words for `language`: itself, `pt` of `pt-br`, or `en`."""
        known = (each for each in _languages_to_try(language) if each in self.languages)
        return next(known, ENGLISH)

    def text(self, name: str, language: str) -> str:
        """A word by its whole name, English in a language that lacks it. Raises KeyError."""
        found = (self._cell(name, each) for each in (*_languages_to_try(language), ENGLISH))
        text = next(filter(None, found), "")
        if not text:
            raise KeyError(name)
        return text

    def section(self, section: str, language: str) -> dict[str, str]:
        """The words whose names begin with a section, by the rest of their names."""
        return dict(_section(self, section, language))

    def on_sheets(self, language: str, *, original: bool = False) -> dict[str, str]:
        """The words on sheets and covers.

        The words of an `original`, a game without a rule document, say nothing of documents.
        """
        words = self.section(SHEET, language)
        own = {name: word for name, word in words.items() if name.startswith(_ORIGINAL)}
        words = {name: word for name, word in words.items() if name not in own}
        if not original:
            return words
        others = {name.removeprefix(_ORIGINAL): word for name, word in own.items()}
        return {name: word for name, word in words.items() if name not in _OF_DOCUMENTS} | others

    def on_labels(self, language: str) -> dict[str, str]:
        """The words in the margins of sheets; English if the font lacks a letter of them."""
        return self.section(SHEET, self.printable(SHEET, language))

    def printable(self, section: str, language: str) -> str:
        """The language to print a section in with the tool's own font, for labels and forms.

        That is English where the font lacks a letter. Covers are set in the fonts of the game.
        """
        words = self.section(section, language).values()
        return language if all(map(in_own_font, words)) else ENGLISH

    def counted(self, name: str, language: str, count: int, **more: str) -> str:
        """A number with its noun, from the words `….one` and `….many`: `3 cards`.

        `more` are the texts that are filled into these words besides the count.
        """
        ones = self.text(ONE, language).split()
        form = "one" if str(count) in ones else "many"
        return self.text(f"{name}.{form}", language).format(count=count, **more)

    def joined(self, names: Sequence[str], language: str, fits: Callable[[str], bool]) -> str:
        """As many names as fit, with commas, and the number of the others: `A and 8 more`."""
        for kept in range(len(names), 0, -1):
            joined, left = ", ".join(names[:kept]), len(names) - kept
            text = self.counted(MORE, language, left, names=joined) if left else joined
            if fits(text):
                break
        return text

    def name_of_language(self, language: str, shown_in: str) -> str:
        """The name of a language in the words of another one; its code where there is no name."""
        name = f"{_LANGUAGE}.{language}"
        found = (self._cell(name, each) for each in (*_languages_to_try(shown_in), ENGLISH))
        return next(filter(None, found), language)

    def lacking(self, section: str, language: str) -> tuple[int, int]:
        """The number of words of a section that a language lacks, and the number of all its words.

        A language without any words lacks none: it is printed in English throughout.
        """
        names = _names_in(section)
        tried = _languages_to_try(language)
        if not any(each in self.languages for each in tried):
            return 0, len(names)
        had = sum(any(self._cell(name, each) for each in tried) for name in names)
        return len(names) - had, len(names)

    def _cell(self, name: str, language: str) -> str:
        own = self.own[language].get(name, "") if language in self.own else ""
        return own or printed(language).get(name, "")


@lru_cache(maxsize=64)  # for few languages, but on every sheet
def _section(words: ToolWords, section: str, language: str) -> Mapping[str, str]:
    return {name.partition(".")[2]: words.text(name, language) for name in _names_in(section)}


def _names_in(section: str) -> list[str]:
    return [name for name in printed(ENGLISH) if name.startswith(f"{section}.")]


def _languages_to_try(language: str) -> tuple[str, ...]:
    """The languages in which words of a language are looked up: for `pt-br` it, then `pt`."""
    return tuple(dict.fromkeys((language, language.partition("-")[0])))


def in_own_font(text: str) -> bool:
    """Whether the font of labels and forms has the letters of a text."""
    return consists_of(_IN_OWN_FONT, text)


def names_a_language(name: str) -> bool:
    """Whether `name` is the name of a word for a language; a project may add languages."""
    section, _, language = name.partition(".")
    return section == _LANGUAGE and LANGUAGE_CODE.fullmatch(language) is not None


def braces_in(text: str) -> tuple[str, ...]:
    """The fields of a text, sorted: `{count}`. Raises ValueError for braces that are not closed."""
    from string import Formatter  # noqa: PLC0415  (most commands print no words)

    found = []
    for _, name, form, conversion in Formatter().parse(text):
        if name is not None:
            formatting = f"!{conversion}" * bool(conversion) + f":{form}" * bool(form)
            found.append(f"{{{name}{formatting}}}")
    return tuple(sorted(found))
