"""Reports letters that no font of a chain has, once for each font and script, with a remedy.

A text in an alphabet that no font of the game has lacks dozens of letters on each card, and one
cause is one problem. Signs, which belong to no script, are reported one by one.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from fustella.core.values.problems import Place, Problem
from fustella.draw.text.families import GameFonts, shown_family
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import without_glyph

_SHOWN_LETTERS, _SHOWN_PIECES = 12, 3
_NO_SCRIPT = frozenset(("Zyyy", "Zinh", "Zzzz"))
_IN_BUILT_IN = frozenset(("Latn", "Grek", "Cyrl"))
"""Scripts of the built-in fonts: a text lacks single letters of them, so no font is proposed."""

_KANA, _JAPANESE = frozenset(("Hira", "Kana")), "Jpan"

_NAMED_OTHERWISE = {
    **{"Hani": "Noto Sans SC", _JAPANESE: "Noto Sans JP", "Hang": "Noto Sans KR"},
    **{"Bopo": "Noto Sans TC", "Tibt": "Noto Serif Tibetan", "Tang": "Noto Serif Tangut"},
    **{"Nkoo": "Noto Sans NKo", "Phag": "Noto Sans PhagsPa", "Ahom": "Noto Serif Ahom"},
    **{"Dogr": "Noto Serif Dogra", "Yezi": "Noto Serif Yezidi"},
}
"""The fonts of Google's Noto (fonts.google.com/noto) whose names are not made of the script
alone."""

_HAN = {
    **{"ja": "Noto Sans JP", "ko": "Noto Sans KR"},
    **{"zh-tw": "Noto Sans TC", "zh-hk": "Noto Sans HK"},
}
"""The fonts of Noto for Chinese characters, by the language or country whose forms they have."""


class LacksLetter(Problem, frozen=True):
    """E202 for one letter: `family` is the font of the text, `font` the font's name in the message.

    `piece` is the id of the piece that has the letter, or "".
    """

    letter: str = ""
    family: str = ""
    font: str = ""
    piece: str = ""


def lacks_letter(
    character: str, style: FontStyle, place: Place, named: str, otherwise: str
) -> LacksLetter:
    """The problem of a letter; `named` names it, `otherwise` ends the hint."""
    font, way_out = without_glyph(character, style)
    letter = f'"{character}" ({named})' if character.isprintable() else named
    message, hint = f"{font} has no {letter}", f"{way_out}, or {otherwise}"
    return LacksLetter(
        "E202", place, message, hint, letter=character, family=style.family, font=font
    )


def listed_letters(letters: Sequence[str]) -> str:
    """A list of letters with their numbers in Unicode, for messages; the first few of many."""
    shown = [f'"{letter}" (U+{ord(letter):04X})' for letter in letters]
    return _listed(shown, _SHOWN_LETTERS, "")


def joined_by_script(problems: Iterable[Problem], fonts: GameFonts, language: str) -> list[Problem]:
    """Joins the problems of letters into one for each font and script; others stay as they are."""
    found, by_font = list[Problem](), dict[str, list[LacksLetter]]()
    for problem in problems:
        if isinstance(problem, LacksLetter):
            by_font.setdefault(problem.font, []).append(problem)
        else:
            found.append(problem)
    for lacking in by_font.values():
        groups = dict[str, list[LacksLetter]]()
        scripts = _scripts_of(dict.fromkeys(each.letter for each in lacking))
        for each in lacking:
            groups.setdefault(scripts[each.letter] or each.letter, []).append(each)
        found += [_as_one(group, scripts, fonts, language) for group in groups.values()]
    return found


def _scripts_of(letters: Iterable[str]) -> dict[str, str]:
    """The script of each letter, as its code of ISO 15924; "" for a sign.

    A sign that several scripts share belongs to one of them that has letters here. Chinese
    characters are Japanese if the letters include Japanese ones.
    """
    from fontTools.unicodedata import script as script_of  # noqa: PLC0415  (most lack no letters)
    from fontTools.unicodedata import script_extension  # noqa: PLC0415

    scripts = {letter: str(script_of(letter)) for letter in letters}
    present = set(scripts.values()) - _NO_SCRIPT
    for letter, script in scripts.items():
        shared = sorted(present & set(script_extension(letter)))
        if script in _NO_SCRIPT:
            scripts[letter] = shared[0] if shared else ""
    if present & _KANA:
        japanese = {*_KANA, "Hani"}
        scripts |= {letter: _JAPANESE for letter, code in scripts.items() if code in japanese}
    return scripts


def _as_one(
    group: Sequence[LacksLetter], scripts: Mapping[str, str], fonts: GameFonts, language: str
) -> Problem:
    first, letters = group[0], list(dict.fromkeys(each.letter for each in group))
    message, hint, script = first.message, first.hint, scripts[first.letter]
    pieces = list(dict.fromkeys(each.piece for each in group if each.piece))
    on = f", on {len(pieces)} pieces ({_listed(pieces, _SHOWN_PIECES)})" if len(pieces) > 1 else ""
    if len(letters) > 1:
        message = f"{first.font} lacks {len(letters)} {_called(script)} letters{on}: "
        message += _listed([_alone(letter) for letter in letters], _SHOWN_LETTERS, '"')
    elif on:
        message += on
    is_upright = first.font == shown_family(first.family)  # an italic has a way out of its own
    if script and is_upright and script not in _IN_BUILT_IN:
        hint = _where_to_get(script, first.family, fonts, language)
    return Problem(first.code, first.place, message, hint, concerns=first.concerns)


def _alone(letter: str) -> str:
    """A letter as it is shown by itself: a mark stands on a dotted circle."""
    return f"\u25cc{letter}" if unicodedata.category(letter).startswith("M") else letter


def _called(script: str) -> str:
    from fontTools.unicodedata import script_name  # noqa: PLC0415  (most games lack no letters)

    name = "Japanese" if script == _JAPANESE else str(script_name(script))
    return name.replace("_", " ")


def _listed(words: Sequence[str], shown: int, mark: str = "`") -> str:
    more = f" and {len(words) - shown} more" if len(words) > shown else ""
    return ", ".join(f"{mark}{word}{mark}" for word in words[:shown]) + more


def _where_to_get(script: str, family: str, fonts: GameFonts, language: str) -> str:
    """The hint that names a font for a script, and how to add it to the game."""
    font = _NAMED_OTHERWISE.get(script, f"Noto Sans {_called(script)}")
    if script == "Hani":
        font = _HAN.get(language.lower(), _HAN.get(language[:2].lower(), font))
    name = _called(script).split()[0].lower()
    hint = (
        f"get a font that has them, such as {font} (fonts.google.com/noto), put its file beside "
        f"game.yaml and name it there: fonts: {{{name}: {font.replace(' ', '')}-Regular.ttf}}"
    )
    of = fonts.chosen_by(family)
    return f"{hint}; and write {name} under `fallback` of `{of}`" if of else hint
