"""Orders the letters of a line with words from right to left, such as Hebrew and Arabic.

The Unicode Bidirectional Algorithm (Unicode Standard Annex 9, revision 50) gives each letter a
level, even for left to right and odd for right to left. Names such as X1 and W7 below are rules of
the annex. `tests/draw/test_bidi.py` holds this module against Unicode's own test data.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Final, TypeVar

from msgspec import Struct

from fustella.core.words.patterns import regex

LEFT_TO_RIGHT: Final = 0
RIGHT_TO_LEFT: Final = 1
"""The level of a paragraph: the direction of its lines."""

LEFT_TO_RIGHT_MARK: Final = "\u200e"
"""An invisible letter that runs left to right: a paragraph that begins with it does so, too."""

_DEEPEST = 125
_MOST_BRACKETS = 63

_STRONG_RIGHT = ("R", "AL")
_ISOLATES = ("LRI", "RLI", "FSI")
_EMBEDDINGS = ("LRE", "RLE", "LRO", "RLO")
_REMOVED = (*_EMBEDDINGS, "PDF", "BN")
_NEUTRAL = ("B", "S", "WS", "ON", *_ISOLATES, "PDI")

_RIGHT_TO_LEFT = regex(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""A pattern for letters from right to left, by the blocks that Unicode keeps for them, and for
characters that make other letters run so."""

_FIRST_RIGHT_TO_LEFT = "\u0590"

_Thing = TypeVar("_Thing")


def runs_right_to_left(text: str) -> bool:
    """Whether a text has letters that run from right to left, or characters that force this."""
    if text.isascii() or max(text) < _FIRST_RIGHT_TO_LEFT:
        return False
    return bool(_RIGHT_TO_LEFT.search(text))


def is_right_to_left(letter: str) -> bool:
    """Whether a letter runs from right to left by itself."""
    return _class_of(letter) in _STRONG_RIGHT


def runs_against(text: str, level: int) -> bool:
    """Whether a text of one level has letters that only an override (X4, X5) gives that level."""
    against = ("L", "EN", "AN") if level % 2 else _STRONG_RIGHT
    return any(_class_of(letter) in against for letter in text)


def letters_join(text: str) -> bool:
    """Whether a text has letters whose form depends on their neighbours, as in Arabic."""
    return any(_class_of(each) == "AL" for each in text)


def direction_of(text: str, otherwise: int = LEFT_TO_RIGHT) -> int:
    """A paragraph's level by its first strong letter (P2, P3); `otherwise` without one."""
    found = _first_strong([_class_of(each) for each in text], 0)
    return otherwise if found is None else found


@lru_cache(maxsize=4096)
def levels_of(text: str, paragraph: int) -> tuple[int, ...]:
    """The level of each character of a paragraph, which has no line break in it.

    Characters that the algorithm removes (X9: those that only control it) have the level of the
    character before them. Spaces at the end of a line are not set back (L1): lines end without them
    here.
    """
    classes = [_class_of(each) for each in text]
    explicit, own = _explicit(classes, paragraph)
    levels = list(explicit)
    for run in _isolating_runs(classes, explicit):
        found = _Sequence(text, own, explicit, run, paragraph).resolved()
        for index, level in zip(run, found, strict=True):
            levels[index] = level
    before = paragraph
    for index, each in enumerate(classes):
        if each in _REMOVED:
            levels[index] = before
        elif each in ("S", "B"):
            levels[index] = paragraph
        before = levels[index]
    return tuple(levels)


def visual_order(things: Sequence[_Thing], levels: Sequence[int]) -> list[_Thing]:
    """Letters or words of one line, by their levels, in order from left to right (L2)."""
    ordered = list(zip(things, levels, strict=True))
    odd = [level for level in levels if level % 2]
    if not odd:
        return list(things)
    for least in range(max(levels), min(odd) - 1, -1):
        start = 0
        while start < len(ordered):
            end = start
            while end < len(ordered) and ordered[end][1] >= least:
                end += 1
            ordered[start:end] = ordered[start:end][::-1]
            start = end + 1
    return [thing for thing, _ in ordered]


@cache
def _class_of(character: str) -> str:
    return unicodedata.bidirectional(character) or "L"


def _first_strong(classes: Sequence[str], start: int) -> int | None:
    """The direction of the first strong letter outside of all isolates, or None."""
    depth = 0
    for each in classes[start:]:
        if each in _ISOLATES:
            depth += 1
        elif each == "PDI":
            if not depth and start:
                return None
            depth = max(0, depth - 1)
        elif not depth and each in ("L", *_STRONG_RIGHT):
            return LEFT_TO_RIGHT if each == "L" else RIGHT_TO_LEFT
    return None


class _Status(Struct, frozen=True):
    """An entry of X1's stack: a level, an override for letters, and whether it is an isolate."""

    level: int
    override: str = ""
    isolate: bool = False


class _Stack:
    """The open embeddings and isolates while control characters are read (X1)."""

    def __init__(self, paragraph: int) -> None:
        self._open = [_Status(paragraph)]
        self._isolates = self._lost_isolates = self._lost_embeddings = 0

    @property
    def last(self) -> _Status:
        return self._open[-1]

    def begin(self, right: bool, override: str, isolate: bool) -> None:
        """Opens an embedding or an isolate (X2 to X5c).

        An embedding or isolate that is too deep is only counted, so that its end is recognized.
        """
        level = (self.last.level + 1) | 1 if right else (self.last.level + 2) & ~1
        if level <= _DEEPEST and not self._lost_isolates and not self._lost_embeddings:
            self._isolates += isolate
            self._open.append(_Status(level, override, isolate))
        elif isolate:
            self._lost_isolates += 1
        elif not self._lost_isolates:
            self._lost_embeddings += 1

    def end_isolate(self) -> None:
        """Closes an isolate (X6a)."""
        if self._lost_isolates:
            self._lost_isolates -= 1
        elif self._isolates:
            self._lost_embeddings = 0
            while not self._open.pop().isolate:
                pass
            self._isolates -= 1

    def end_embedding(self) -> None:
        """Closes an embedding (X7)."""
        if self._lost_isolates:
            return
        if self._lost_embeddings:
            self._lost_embeddings -= 1
        elif not self.last.isolate and len(self._open) > 1:
            self._open.pop()


def _explicit(classes: Sequence[str], paragraph: int) -> tuple[list[int], list[str]]:
    """Applies the control characters: returns the levels and classes after X1 to X8."""
    levels, own, stack = [paragraph] * len(classes), list(classes), _Stack(paragraph)
    for index, each in enumerate(classes):
        if each == "PDI":
            stack.end_isolate()
        if each not in (*_REMOVED, "B"):
            levels[index] = stack.last.level
            own[index] = stack.last.override or each
        if each in (*_EMBEDDINGS, *_ISOLATES):
            right = each in ("RLE", "RLO", "RLI")
            if each == "FSI":
                right = _first_strong(classes, index + 1) == RIGHT_TO_LEFT
            override = {"LRO": "L", "RLO": "R"}.get(each, "")
            stack.begin(right, override, each in _ISOLATES)
        elif each == "PDF":
            stack.end_embedding()
    return levels, own


def _isolating_runs(classes: Sequence[str], levels: Sequence[int]) -> Iterator[list[int]]:
    """Yields isolating run sequences as indices: runs of one level, joined over isolates (X10)."""
    kept = [index for index, each in enumerate(classes) if each not in _REMOVED]
    ends = _matching_ends(classes)
    runs: list[list[int]] = []
    for index in kept:
        if runs and levels[runs[-1][-1]] == levels[index] and classes[index] != "B":
            runs[-1].append(index)
        else:
            runs.append([index])
    by_start = {run[0]: run for run in runs}
    for run in runs:
        if classes[run[0]] == "PDI" and run[0] in ends.values():
            continue
        whole = list(run)
        while classes[whole[-1]] in _ISOLATES and whole[-1] in ends:
            following = by_start.get(ends[whole[-1]])
            if following is None:
                break
            whole += following
        yield whole


def _matching_ends(classes: Sequence[str]) -> dict[int, int]:
    """The index of the PDI that ends each isolate (BD9)."""
    open_at: list[int] = []
    found: dict[int, int] = {}
    for index, each in enumerate(classes):
        if each in _ISOLATES:
            open_at.append(index)
        elif each == "PDI" and open_at:
            found[open_at.pop()] = index
    return found


class _Sequence:
    """One isolating run sequence; it gives its weak and neutral characters a direction."""

    def __init__(
        self, text: str, own: list[str], levels: list[int], run: list[int], paragraph: int
    ) -> None:
        self._text, self._levels, self._run = text, levels, run
        self._level = levels[run[0]]
        self._toward = "R" if self._level % 2 else "L"
        self._classes = [own[index] for index in run]
        self._first = [own[index] for index in run]
        self._before = self._side(run[0] - 1, -1, paragraph)
        last = run[-1]
        open_end = own[last] in _ISOLATES or _class_of(text[last]) in _ISOLATES
        self._after = (
            self._direction(max(self._level, paragraph))
            if open_end
            else self._side(last + 1, 1, paragraph)
        )

    def _side(self, index: int, step: int, paragraph: int) -> str:
        """The direction at an end of the sequence: that of the higher level there (X10)."""
        while 0 <= index < len(self._text) and _class_of(self._text[index]) in _REMOVED:
            index += step
        beside = self._levels[index] if 0 <= index < len(self._text) else paragraph
        return self._direction(max(self._level, beside))

    @staticmethod
    def _direction(level: int) -> str:
        return "R" if level % 2 else "L"

    def resolved(self) -> list[int]:
        """The level of each character of the sequence."""
        self._weak()
        self._brackets()
        self._neutrals()
        if self._level % 2:  # I2
            return [self._level + (each in ("L", "EN", "AN")) for each in self._classes]
        higher = {"R": 1, "AN": 2, "EN": 2}  # I1
        return [self._level + higher.get(each, 0) for each in self._classes]

    def _weak(self) -> None:
        """Gives weak characters, such as digits and signs in numbers, other classes (W1 to W7)."""
        self._marks_and_arabic_numbers()
        self._signs_in_numbers()
        self._ends_of_numbers()
        found, strong = self._classes, self._before
        for at, each in enumerate(found):  # W7
            if each == "EN" and strong == "L":
                found[at] = "L"
            elif each in ("L", "R"):
                strong = each

    def _marks_and_arabic_numbers(self) -> None:
        """Gives marks the class before them, and numbers after Arabic letters Arabic (W1 to W3)."""
        found, before, strong = self._classes, self._before, self._before
        for at, each in enumerate(found):
            if each == "NSM":
                found[at] = "ON" if before in (*_ISOLATES, "PDI") else before
            before = found[at]
        for at, each in enumerate(found):
            if each == "EN" and strong == "AL":
                found[at] = "AN"
            elif each in ("L", *_STRONG_RIGHT):
                strong = each
        found[:] = ["R" if each == "AL" else each for each in found]

    def _signs_in_numbers(self) -> None:
        """Makes a single separator between numbers a part of them (W4)."""
        found = self._classes
        for at in range(1, len(found) - 1):
            beside = found[at - 1], found[at + 1]
            if found[at] in ("ES", "CS") and beside == ("EN", "EN"):
                found[at] = "EN"
            elif found[at] == "CS" and beside == ("AN", "AN"):
                found[at] = "AN"

    def _ends_of_numbers(self) -> None:
        """Makes terminators beside a number a part of it, other signs neutral (W5 and W6)."""
        found, at = self._classes, 0
        while at < len(found):
            end = at
            while end < len(found) and found[end] == "ET":
                end += 1
            if end > at:
                near = (at and found[at - 1] == "EN") or (end < len(found) and found[end] == "EN")
                found[at:end] = ["EN" if near else "ON"] * (end - at)
            at = max(end, at + 1)
        for at, each in enumerate(found):
            if each in ("ES", "CS"):
                found[at] = "ON"

    def _brackets(self) -> None:
        """Gives pairs of brackets the direction of their contents, or of the text around (N0)."""
        for opened, closed in self._pairs():
            inside = {self._strong(at) for at in range(opened + 1, closed)}
            toward = ""
            if self._toward in inside:
                toward = self._toward
            elif inside - {""}:
                before = (self._strong(at) for at in range(opened - 1, -1, -1))
                context = next(filter(None, before), self._before)
                toward = context
            if toward:
                for at in (opened, closed):
                    self._classes[at] = toward
                    self._marks_after(at, toward)

    def _marks_after(self, at: int, toward: str) -> None:
        for mark in range(at + 1, len(self._classes)):
            if self._first[mark] != "NSM":
                break
            self._classes[mark] = toward

    def _strong(self, at: int) -> str:
        each = self._classes[at]
        return "R" if each in ("R", "EN", "AN") else "L" if each == "L" else ""

    def _pairs(self) -> list[tuple[int, int]]:
        """The pairs of brackets (BD16), sorted by the opening one."""
        opened: list[tuple[str, int]] = []
        pairs = []
        for at, index in enumerate(self._run):
            if self._classes[at] != "ON":
                continue
            character = unicodedata.normalize("NFC", self._text[index])
            partner = _brackets().get(character)
            if partner is None:
                continue
            if unicodedata.category(character) == "Ps":
                if len(opened) == _MOST_BRACKETS:
                    break
                opened.append((partner, at))
                continue
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == character:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
        return sorted(pairs)

    def _neutrals(self) -> None:
        """Gives neutral characters the direction around them (N1 and N2)."""
        found, at = self._classes, 0
        while at < len(found):
            end = at
            while end < len(found) and found[end] in _NEUTRAL:
                end += 1
            if end > at:
                before = self._strong(at - 1) if at else self._before
                after = self._strong(end) if end < len(found) else self._after
                found[at:end] = [before if before == after else self._toward] * (end - at)
            at = max(end, at + 1)


@cache
def _brackets() -> dict[str, str]:
    """The partner of each bracket (Bidi_Paired_Bracket), whose name has the other side."""
    sides = (("LEFT", "RIGHT"), ("GYON", "GYAS"))
    pairs = {}
    for code in range(0x28, 0xFF64):
        left = chr(code)
        if unicodedata.category(left) != "Ps" or not unicodedata.mirrored(left):
            continue
        for one, other in sides:
            name = unicodedata.name(left)
            try:
                right = unicodedata.lookup(name.replace(one, other))
            except KeyError:
                continue
            if right != left and unicodedata.category(right) == "Pe":
                pairs[left], pairs[right] = right, left
    plain = partial(unicodedata.normalize, "NFC")
    return {plain(one): plain(other) for one, other in pairs.items()}
