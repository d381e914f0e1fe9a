"""What players read, in every language of the game."""

from generator.model import Text, Word
from generator.problems import Place, Problem, did_you_mean
from generator.read.forms import shown
from generator.read.nodes import Mapping, as_typed


def read_text(
    value: object,
    languages: tuple[str, ...],
    place: Place,
    problems: list[Problem],
    *,
    plain: bool = False,
) -> Text:
    """A text as typed: `{it: Castello, en: Castle}`.

    A plain string stands for all languages when the game has one language, when it has no letters
    to translate, or when `plain` allows it (a title, a remark). Anything else adds to `problems`:
    E113 a language missing or unknown, E104 not a text.
    """
    if isinstance(value, Mapping):
        return _translated(value, languages, place, problems)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        example = ", ".join(f"{language}: …" for language in languages)
        hint = f"write {{{example}}}"
        problems.append(Problem("E104", place, f"expected a text, found {shown(value)}", hint))
    elif not plain and len(languages) > 1 and any(letter.isalpha() for letter in str(value)):
        example = ", ".join(f'{language}: "{as_typed(value)}"' for language in languages)
        message = "a text that players read needs each language"
        problems.append(Problem("E113", place, message, f"write {{{example}}}"))
    return Text({language: Word(as_typed(value), place) for language in languages})


def _translated(
    value: Mapping, languages: tuple[str, ...], place: Place, problems: list[Problem]
) -> Text:
    words = {}
    for language, text in value.items():
        where = Place(place.file, value.lines[language], f"{place.key}.{language}")
        if language not in languages:
            message = f"`{language}` is not a language of this game"
            problems.append(Problem("E113", where, message, did_you_mean(language, languages)))
        elif isinstance(text, bool) or not isinstance(text, str | int | float):
            hint = "put the text in quotes"
            problems.append(Problem("E104", where, f"expected a text, found {shown(text)}", hint))
        words[language] = Word(as_typed(text), where)
    missing = [language for language in languages if language not in words]
    for language in missing:
        where = Place(place.file, value.line or place.line, place.key)
        hint = f'add {language}: "…"'
        problems.append(Problem("E113", where, f"the text is missing in `{language}`", hint))
    return Text({language: words.get(language, Word("", place)) for language in languages})
