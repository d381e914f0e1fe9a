"""Makes word boxes: measured words, with ties between them and places for hyphens.

Tied words are better kept on one line. Three kinds are tied: a number and what it counts, because
nobody reads `3` at the end of a line as `3 cards`; a word of one letter (a, e, o, y, à) and the
word after it, as Italian and Spanish typography ask for; a sign that stands by itself and the word
that it belongs to, as in French before `!` and inside of `« »`.

Words are hyphenated by the patterns of Frank Liang's method that LibreOffice uses, which pyphen
brings along. Languages without patterns have no hyphenation.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TypeAlias, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.words.invisible import WIDE_SPACES, has_unusual
from fustella.core.words.languages import word_list_of_all
from fustella.core.words.patterns import regex
from fustella.draw.text.bidi import direction_of, levels_of, runs_right_to_left
from fustella.draw.text.breaks import break_places
from fustella.draw.text.fallback import Fallback, no_fallback, runs_by_font
from fustella.draw.text.fonts import BOLD, REGULAR, FontStyle
from fustella.draw.text.items import hanging
from fustella.draw.text.lines import LineRun, Part, Sign, WordBox, stretches, text_of
from fustella.draw.text.markup import ListItem, Mark, MarkedSpan, TextBreak, TextIcon
from fustella.draw.text.shaping import text_measurer

SIGN_SIDE_EM = 0.06
"""The space on each side of an inline icon in em, so that it does not touch the letters."""

SOFT_HYPHEN = "\u00ad"
_HYPHEN = "-"

_AFTER_HYPHEN = re.compile(r"(?<=\w[-‐–—])(?=[^\W\d_])")
"""A pattern for the place after a hyphen between letters: `self-made` may break, but not `-1`,
`+2/-3` or `3-4`."""

_WIDE_SPACES = regex(f"( *[{WIDE_SPACES}][ {WIDE_SPACES}]*)")


def text_boxes(
    marks: Sequence[Mark],
    base: FontStyle,
    sign_width: Callable[[str], float],
    fallback: Fallback = no_fallback,
    direction: int = 0,
) -> tuple[WordBox, ...]:
    """The boxes of a text. `sign_width` gives an inline icon's width over the cap height.

    `direction` is the level of paragraphs without letters of either direction.
    """
    unusual = any(has_unusual(mark.text) for mark in marks if isinstance(mark, MarkedSpan))
    builder = _Builder(fallback, unusual)
    places = break_places(marks)
    for index, mark in enumerate(marks):
        if isinstance(mark, MarkedSpan):
            style = switched(base, mark.bold, mark.italic)
            builder.add_span(mark.text, style, mark.colour, places.get(index, ()))
        elif isinstance(mark, ListItem):
            builder.add_item(mark.marker, base)
        elif isinstance(mark, TextIcon):
            if index in places and 0 in places[index]:
                builder.may_break()
            builder.add_part(_sign(mark, sign_width(mark.name), base))
        else:
            builder.add_break(mark)
    builder.close()
    boxes = tuple(builder.boxes)
    if builder.items:
        boxes = hanging(boxes, builder.items)
    if direction or any(
        runs_right_to_left(mark.text) for mark in marks if isinstance(mark, MarkedSpan)
    ):
        parts = stretches(boxes)
        boxes = tuple(box for each in parts for box in _with_levels(each.boxes, direction))
    if unusual:
        boxes = tuple(_without_invisible(boxes))
    return boxes


def _without_invisible(boxes: Iterable[WordBox]) -> Iterator[WordBox]:
    """Yields the boxes without invisible control characters, and without boxes left empty."""
    break_before, space = TextBreak.NONE, None
    for box in boxes:
        parts = tuple(part for each in box.parts if (part := _seen_part(each)))
        break_before = max(break_before, box.break_before)
        space = box.space or space
        if parts:
            width_em = sum(part.width_em for part in parts)
            yield replace(
                box, parts=parts, width_em=width_em, break_before=break_before, space=space
            )
            break_before, space = TextBreak.NONE, None


def _seen_part(part: Part) -> Part | None:
    if not isinstance(part, LineRun) or not has_unusual(part.text):
        return part
    measure = text_measurer(part.style)
    text = measure.without_unseen(part.text)
    return replace(part, text=text, width_em=measure.width_em(text)) if text else None


def _sign(mark: TextIcon, width: float, base: FontStyle) -> Sign:
    """An icon in a line; the middle of its height is that of the capitals."""
    line = text_measurer(base)
    height_em = mark.size * line.cap_em
    rise_em = max((line.cap_em + height_em) / 2 - line.ascent_em, 0.0)
    drop_em = max((height_em - line.cap_em) / 2 - line.descent_em, 0.0)
    width_em = width * height_em + 2 * SIGN_SIDE_EM
    return Sign(mark.name, width_em, mark.size, rise_em, drop_em, mark.colour)


_ICON_LETTER = "\ufffc"


def _with_levels(boxes: Sequence[WordBox], otherwise: int) -> Iterator[WordBox]:
    """Yields the boxes of one paragraph with the levels of their letters.

    Letters of one style but several levels become several runs.
    """
    texts = [
        " " * (number > 0 and box.space is not None)
        + "".join(p.text if isinstance(p, LineRun) else _ICON_LETTER for p in box.parts)
        for number, box in enumerate(boxes)
    ]
    whole = "".join(texts)
    paragraph = direction_of(whole, otherwise)
    if otherwise and runs_right_to_left(whole):
        paragraph = otherwise  # a word of Latin letters may begin a sentence in Hebrew
    levels, at = levels_of(whole, paragraph), 0
    for number, box in enumerate(boxes):
        spaced = number > 0 and box.space is not None
        space_level = levels[at] if spaced else paragraph
        at += spaced
        parts: list[Part] = []
        for part in box.parts:
            letters = len(part.text) if isinstance(part, LineRun) else 1
            parts += _directed_part(part, levels[at : at + letters])
            at += letters
        width_em = sum(part.width_em for part in parts)
        hyphen = box.hyphen and replace(box.hyphen, level=parts[-1].level)
        yield replace(
            box,
            parts=tuple(parts),
            width_em=width_em,
            hyphen=hyphen,
            space_level=space_level,
            paragraph_level=paragraph,
        )


def _directed_part(part: Part, levels: Sequence[int]) -> Iterator[Part]:
    if not isinstance(part, LineRun) or len(set(levels)) == 1:
        yield replace(part, level=levels[0])
        return
    start = 0
    for level, same in groupby(levels):
        text = part.text[start : start + len(list(same))]
        start += len(text)
        width_em = text_measurer(part.style).width_em(text)
        yield replace(part, text=text, width_em=width_em, level=level)


@cache
def switched(base: FontStyle, bold: bool, italic: bool) -> FontStyle:
    """The style inside `**…**` and `*…*`. Italics have no small capitals."""
    weight = base.weight
    if bold:
        weight = REGULAR if base.is_heavy else BOLD
    slanted = base.italic != italic
    return FontStyle(base.family, weight, slanted, base.small_caps and not slanted)


class _Word(Struct, frozen=True):
    """The letters between two spaces in one style, and the boxes that they make by themselves.

    `head` and `tail` are the first and the last letter, which kern with the spaces beside the word;
    "" for a letter of another font.
    """

    boxes: tuple[WordBox, ...]
    head: str
    tail: str
    ties_next: bool
    counts: bool
    ties_back: bool
    counted: bool


_KEPT = 4096
"""The number of words, and of runs of letters, in the cache: a game repeats its own."""


@lru_cache(_KEPT)
def _word(text: str, style: FontStyle, colour: str, fallback: Fallback) -> _Word | None:
    """A word without the spaces beside it; None if nothing of it is printed."""
    builder = _Builder(fallback)
    builder.add_letters(text, style, colour)
    builder.close()
    if not builder.boxes:
        return None
    boxes = tuple(builder.boxes)
    first, last = boxes[0].text, boxes[-1].text
    head, tail = boxes[0].parts[0], boxes[-1].parts[-1]
    return _Word(
        boxes,
        head.text[0] if _is_in(head, style) else "",
        tail.text[-1] if _is_in(tail, style) else "",
        _ties_next(last),
        _counts(last),
        _ties_back(first),
        _is_counted(first),
    )


@lru_cache(_KEPT)
def _runs(text: str, style: FontStyle, colour: str, fallback: Fallback) -> tuple[LineRun, ...]:
    """Letters as measured runs of one font each."""
    return tuple(
        LineRun(run, font, text_measurer(font).width_em(run), colour)
        for run, font in runs_by_font(text, style, fallback)
    )


class _Builder:
    """Builds word boxes: it collects parts until a space, a break or a hyphen closes the box."""

    def __init__(self, fallback: Fallback, unusual: bool = False) -> None:
        """With `unusual`, the text may have wide spaces."""
        self._unusual = unusual
        self.boxes: list[WordBox] = []
        self._fallback = fallback
        self.items: list[int] = []
        self._parts: list[Part] = []
        self._space: FontStyle | None = None
        self._wide_em = 0.0
        self._unspaced = False
        self._soft = False
        self._break = TextBreak.NONE

    def add_span(
        self, text: str, style: FontStyle, colour: str = "", places: Sequence[int] = ()
    ) -> None:
        """Adds letters of one style; a line may break at spaces, after hyphens and at `places`."""
        if not places:
            self._add_words(text, style, colour)
            return
        for start, end in pairwise((0, *(place for place in places if place), len(text))):
            if start in places:
                self.may_break()
            self._add_words(text[start:end], style, colour)

    def may_break(self) -> None:
        """Lets a line break here, where no space was typed."""
        self.close()
        self._unspaced = self._space is None

    def _add_words(self, text: str, style: FontStyle, colour: str) -> None:
        """Adds letters, in boxes that end at spaces and after hyphens."""
        if self._unusual and _WIDE_SPACES.search(text):
            for number, part in enumerate(_WIDE_SPACES.split(text)):
                if number % 2:
                    self._add_wide_space(part, style, colour)
                else:
                    self._add_words(part, style, colour)
            return
        first, *others = text.split(" ")
        if first:
            self.add_letters(first, style, colour)
        if not others:
            return
        self.close()
        self._space = style
        last = others.pop()
        if others:
            self._add_between_spaces(others, style, colour)
        if last:
            self.add_letters(last, style, colour)

    def _add_wide_space(self, text: str, style: FontStyle, colour: str) -> None:
        """Adds a space with a width of its own, which is kept at the start of a paragraph, too."""
        if not self._parts and (self._break or not self.boxes):
            self.add_letters(text, style, colour)
            return
        self.close()
        self._space, self._wide_em = style, text_measurer(style).width_em(text)

    def _add_between_spaces(self, texts: Sequence[str], style: FontStyle, colour: str) -> None:
        """Adds words between spaces of the same style.

        The boxes of a word are cached, and equal those that `add_letters` makes.
        """
        before: _Word | None = None
        gap_em = text_measurer(style).gap_em
        for text in texts:
            word = _word(text, style, colour, self._fallback) if text else None
            if word is None:
                continue
            if before is None:
                self.add_letters(text, style, colour)
                self.close()
                self._space = style
            else:
                first, *rest = word.boxes
                tied = before.ties_next or word.ties_back or (before.counts and word.counted)
                self.boxes.append(
                    WordBox(
                        first.parts,
                        first.width_em,
                        gap_em(before.tail, word.head),
                        style,
                        TextBreak.NONE,
                        first.hyphen,
                        tied,
                    )
                )
                self.boxes += rest
            before = word

    def add_letters(self, text: str, style: FontStyle, colour: str) -> None:
        """Adds letters without spaces, which may continue a word."""
        for number, piece in enumerate(_AFTER_HYPHEN.split(text)):
            if number:
                self.may_break()
            for turn, part in enumerate(piece.split(SOFT_HYPHEN)):
                self._soft = self._soft or turn > 0
                for run in _runs(part, style, colour, self._fallback) if part else ():
                    self.add_part(run)

    def add_item(self, marker: str, style: FontStyle) -> None:
        """Adds the bullet or the number of an item of a list, as a box of its own."""
        self.add_part(LineRun(marker, style, text_measurer(style).width_em(marker)))
        self.items.append(len(self.boxes))
        self.close()
        self._space = style

    def add_part(self, part: Part) -> None:
        if self._soft and self._parts:
            self._close_at_soft_hyphen()
        self._soft = False
        self._parts.append(part)

    def add_break(self, kind: TextBreak) -> None:
        self.close()
        self._break = max(self._break, kind)

    def close(self) -> None:
        self._soft = False
        if not self._parts:
            return
        parts, space, kind = tuple(self._parts), self._space, self._break
        width_em = sum([part.width_em for part in parts])
        before = self.boxes[-1] if self.boxes else None
        gap_em = self._wide_em or self._gap_em(before.parts[-1] if before else None, parts[0])
        tied, placed = False, self._wide_em > 0
        if before is None:
            kind = TextBreak.NONE
        elif space is not None and not kind:
            tied = _are_tied(before.text, text_of(parts))
        self.boxes.append(WordBox(parts, width_em, gap_em, space, kind, None, tied, placed=placed))
        self._wide_em = 0.0
        self._parts, self._space, self._unspaced, self._break = [], None, False, TextBreak.NONE

    def _close_at_soft_hyphen(self) -> None:
        self.close()
        last = self.boxes[-1].parts[-1]
        if isinstance(last, LineRun):
            hyphen = _hyphen_after(last)
            self.boxes[-1] = replace(self.boxes[-1], hyphen=hyphen)
        self._unspaced = True

    def _gap_em(self, last: Part | None, first: Part) -> float:
        if self._space is not None:
            before = last.text[-1] if _is_in(last, self._space) else ""
            after = first.text[0] if _is_in(first, self._space) else ""
            return text_measurer(self._space).gap_em(before, after)
        if self._unspaced and isinstance(first, LineRun) and _is_in(last, first.style):
            return text_measurer(first.style).kern_em(last.text[-1], first.text[0])
        return 0.0


def _is_in(part: Part | None, style: FontStyle) -> TypeGuard[LineRun]:
    """Whether a part is letters of that style: these kern with a space of the style."""
    return isinstance(part, LineRun) and part.style == style


_NUMBER = re.compile(r"[(+−-]?(?:\d+(?:[.,/–-]\d+)*[½¼¾]?|[½¼¾])")

_CLOSING = re.compile(r"[!?:;»›%‰°€]+[.,…]*")
_OPENING = re.compile(r"[«‹¿¡]+")
"""Patterns for signs that stand by themselves: `_CLOSING` belong to the word before them,
`_OPENING` to the word after."""


def _are_tied(before: str, after: str) -> bool:
    """Whether two typed words are better kept on one line; an icon is `{name}`."""
    if _ties_next(before) or _ties_back(after):
        return True
    return _counts(before) and _is_counted(after)


def _ties_next(word: str) -> bool:
    """Whether a word is tied to any word after it."""
    return (len(word) == 1 and word.isalpha()) or _OPENING.fullmatch(word) is not None


def _ties_back(word: str) -> bool:
    """Whether a word is tied to any word before it."""
    return _CLOSING.fullmatch(word) is not None


def _counts(word: str) -> bool:
    """Whether a word is a number, which is tied to the word after it."""
    return word[-1].isnumeric() and _NUMBER.fullmatch(word) is not None


def _is_counted(word: str) -> bool:
    """Whether a word can be counted by the number before it, such as `cards` after `3`."""
    return word[0] == "{" or (
        word[0].isalpha() and word.lower() not in word_list_of_all("function_words")
    )


def join_tied(boxes: Iterable[WordBox]) -> tuple[WordBox, ...]:
    """The boxes, with tied boxes joined into one, so that no line breaks between them."""
    found: list[WordBox] = []
    for box in boxes:
        if found and box.tied and box.space is not None:
            first = found.pop()
            parts = (
                *first.parts,
                LineRun(" ", box.space, box.gap_em, level=box.space_level),
                *box.parts,
            )
            width_em = first.width_em + box.gap_em + box.width_em
            found.append(replace(first, parts=parts, width_em=width_em, hyphen=box.hyphen))
        else:
            found.append(box)
    return tuple(found)


Split: TypeAlias = Callable[[str], tuple[str, ...]]
"""A function that splits a word, punctuation included, into the parts between which it may be
hyphenated."""


def hyphenated(boxes: Sequence[WordBox], split: Split) -> tuple[WordBox, ...]:
    """Splits the words of boxes where they may be hyphenated.

    Words with soft hyphens and words of more than one style are left as they are.
    """
    found: list[WordBox] = []
    after_soft_hyphen = False
    for box in boxes:
        word = box.parts[0]
        splittable = not after_soft_hyphen and box.hyphen is None and len(box.parts) == 1
        after_soft_hyphen = box.hyphen is not None
        if splittable and isinstance(word, LineRun):
            found += _split_box(box, split(word.text), word)
        else:
            found.append(box)
    return tuple(found)


def _split_box(box: WordBox, texts: Sequence[str], word: LineRun) -> Iterator[WordBox]:
    """Yields a word's box split into `texts`; side by side they are as wide as the whole word."""
    if len(texts) == 1:
        yield box
        return
    measure = text_measurer(word.style)
    for index, text in enumerate(texts):
        width_em = measure.width_em(text)
        run = replace(word, text=text, width_em=width_em)
        hyphen = _hyphen_after(run) if index < len(texts) - 1 else box.hyphen
        piece = replace(box, parts=(run,), width_em=width_em, hyphen=hyphen)
        if index:
            gap_em = measure.kern_em(texts[index - 1], text)
            piece = replace(
                piece,
                gap_em=gap_em,
                space=None,
                break_before=TextBreak.NONE,
                tied=False,
                placed=False,
            )
        yield piece


def _hyphen_after(run: LineRun) -> LineRun:
    width_em = text_measurer(run.style).width_em
    added_em = width_em(run.text + _HYPHEN) - width_em(run.text)
    return replace(run, text=_HYPHEN, width_em=added_em)


_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_APOSTROPHES = regex("['’]")

_LEAST_LETTERS = 5
"""The fewest letters of a word that is hyphenated. The parts of a shorter word would hardly fit
better and be harder to read."""

_LEAST_BEFORE = 2
_LEAST_AFTER = {"en": 3}

_LEAST_AFTER_ELSEWHERE = 2
"""The fewest letters before and after a hyphen for which the patterns are made (LEFTHYPHENMIN and
RIGHTHYPHENMIN in dictionaries)."""

_PATTERNS = {"en": "en_US"}
"""The dictionary for each language with several where pyphen's default is not the right one."""


@cache
def hyphenation(language: str) -> Split | None:
    """The function that hyphenates words of a language; None without patterns for it."""
    import pyphen  # noqa: PLC0415  (most builds break no word)

    known = pyphen.language_fallback(_PATTERNS.get(language, language))
    if known is None:
        return None
    right = _LEAST_AFTER.get(language.partition("-")[0], _LEAST_AFTER_ELSEWHERE)
    patterns = pyphen.Pyphen(lang=known, left=_LEAST_BEFORE, right=right)

    @cache
    def split(text: str) -> tuple[str, ...]:
        cuts = [0, *_cuts(text, patterns.positions), len(text)]
        return tuple(text[start:end] for start, end in pairwise(cuts))

    return split


def _cuts(text: str, positions: Callable[[str], list[int]]) -> Iterator[int]:
    for found in _WORD.finditer(text):
        word = _APOSTROPHES.sub("'", found[0])
        if len(word) < _LEAST_LETTERS:
            continue
        for cut in positions(word):
            # No break where the spelling would change, as pyphen's `data` shows.
            if getattr(cut, "data", None) is None and "'" not in word[cut - 2 : cut]:
                yield found.start() + int(cut)
