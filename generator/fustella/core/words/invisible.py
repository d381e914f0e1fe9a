"""Lists the characters for which a font needs no glyph: invisible ones, spaces and breaks.

By Unicode 16 (23.2 and 5.21), a font need not have the characters with the property
Default_Ignorable_Code_Point, and none of them is ever shown as a box. HarfBuzz, and typst with it,
hides most of them. A space that a font lacks it makes from the font's own (hb-ot-shape-fallback).
"""

from fustella.core.words.patterns import regex

_HIDDEN_ALWAYS = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufff8\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_HIDDEN = regex(f"[{_HIDDEN_ALWAYS}]")
_IGNORED = regex(f"[{_HIDDEN_ALWAYS}\u115f\u1160\u17b4\u17b5\u3164\uffa0\U0001bca0-\U0001bca3]")
_SPACES = regex("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")

_STEERING = regex(
    "[\u061c\u200e\u200f\u202a-\u202e\u2061-\u206f\ufeff\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]"
)
"""Characters that only control line breaks and the order of letters: no glyph depends on them."""

_BY_FONT = regex("[\u180b-\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]")
"""Variation selectors and tags, which have a meaning only in fonts that know them."""

WIDE_SPACES = "\u2000-\u2006\u2008-\u200a\u205f"
"""Spaces with a width of their own, at which lines may break (Unicode Standard Annex 14, BA)."""

_UNUSUAL = regex(
    f"[\u061c{WIDE_SPACES}\u200e\u200f\u202a-\u202e\u2061-\u206f\ufeff\ufff0-\ufff8"
    "\u180b-\u180f\ufe00-\ufe0f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_STAND_INS = {"\u2010": "-", "\u2011": "-\ufeff", "\u1680": " "}
"""The texts that stand in for a hyphen, a hyphen at which no line breaks, and the Ogham space."""

_PARTING = regex("[\t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]|\n+")

_ODD = regex("[\r\x0b\x0c\x85\u2028\u2029\u2060\ufeff\ufff9-\ufffb]")
_LINES = regex("\r\n?|[\x0b\x0c\x85\u2028]")
_JOINED = regex(r" (?=[\u2060\ufeff]+[^\s\u2060\ufeff])")
_ANNOTATION = regex("\ufff9|\ufffa[^\ufffb\n]*\ufffb?|\ufffb")


def with_usual_breaks(text: str) -> str:
    """A text whose lines all end with one line feed, and whose paragraphs end with two.

    Lines break as Unicode Standard Annex 14 says (BK, CR, NL; not at a space before a word
    joiner). Interlinear annotations go, the annotated text stays (Unicode 16, 23.8).
    """
    if _ODD.search(text) is None:
        return text
    text = _LINES.sub("\n", text).replace("\u2029", "\n\n")
    return _ANNOTATION.sub("", _JOINED.sub("\u00a0", text))


def is_set_without_glyph(letter: str) -> bool:
    """Whether HarfBuzz can do without a font's glyph: it hides the letter, or makes it a space."""
    return _HIDDEN.match(letter) is not None or _SPACES.match(letter) is not None


def stand_in(letter: str) -> str | None:
    """The text that replaces a letter which no font of the game has; None if there is none.

    It is "" for a letter that is left out. Georgian capitals are a second form of letters that
    every Georgian font has.
    """
    if "\u1c90" <= letter <= "\u1cbf":
        return letter.lower()
    return "" if _IGNORED.match(letter) else _STAND_INS.get(letter)


def has_unusual(text: str) -> bool:
    """Whether a text has wide spaces, or characters that `without_unseen` may leave out."""
    return not text.isascii() and _UNUSUAL.search(text) is not None


def without_unseen(text: str, known: frozenset[int]) -> str:
    """A text without the invisible characters on which no glyph depends.

    `known` are the variation selectors and tags that the font of the text knows.
    """
    text = _STEERING.sub("", text)
    return _BY_FONT.sub(lambda found: found[0] if ord(found[0]) in known else "", text)


def in_plain_letters(text: str) -> str:
    """A text in one line, reduced to Latin letters and few signs besides.

    Spaces and breaks become usual spaces, hyphens become usual hyphens, and letters that are not
    drawn are left out.
    """
    if text.isascii() and text.isprintable():
        return text
    plain = _IGNORED.sub("", with_usual_breaks(text)).replace("\u2010", "-").replace("\u2011", "-")
    return _PARTING.sub(" ", plain).strip(" ")
