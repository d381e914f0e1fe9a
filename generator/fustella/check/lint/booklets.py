"""The languages of a booklet refer to the same, show the same and restate the same.

**What it checks.** The [booklets](../rules.md) of a game have the same headings, paragraphs, boxes
and pictures in each language, in the same order. In each of them all languages have the same
references, and pictures of the same pieces in the same places, and the same `{lines: …}`. A
reference to a name may stand more often in one language than in another.

A section that is divided in another way in another language is compared as a whole.

**Why it matters.** `{count:castles}` in one language and `{count:towers}` in the other are two
different boxes. Both numbers come from the lists, so nothing else would find it.

**Example.** `{count:castles} castelli` and `{count:towers} castles`:
`it: count:castles; en: count:towers`.

**How to mend it.** Write the same reference in both languages. If they say it in another way, let
the paragraph go by some words of it: `ignore: [{rule: booklets, booklet: "…", why: …}]`.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fustella.check.lint import Faces, fault
from fustella.core.values.claims import Claims, Finding, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place

if TYPE_CHECKING:
    from fustella.check.booklets import BookletPart, Booklets, PartTranslations

_SAYS = "the languages of a booklet refer to the same"


def findings(_: Game, __: Claims, ___: Faces) -> Iterator[Finding]:
    """Yields nothing: the rule looks at booklets alone."""
    return iter(())


def in_booklets(_: Game, __: Claims, booklets: "Booklets") -> Iterator[Finding]:
    """Yields a finding for each part of a booklet that refers to something else in a language."""
    for text in booklets.texts:
        for said in (_numbers, _names, _lines, _pictures):
            yield from _differing(text, said)


def _differing(
    text: "PartTranslations", said: "Callable[[BookletPart], Counter[str]]"
) -> Iterator[Finding]:
    """Yields a finding for each language in which the parts of a text say something else."""
    (first, reference), *others = text.parts.items()
    wanted = sum(map(said, reference), Counter[str]())
    for language, parts in others:
        has = sum(map(said, parts), Counter[str]())
        if has != wanted:
            lacks, more = wanted - has, has - wanted
            shown = "; ".join(
                f"{one}: {', '.join(sorted(those)) or 'nothing'}"
                for one, those in ((first, lacks), (language, more))
            )
            places = _place(parts, said, more), _place(reference, said, lacks)
            yield fault(__name__, places[0], _SAYS, shown, places[1])


def _place(
    parts: "tuple[BookletPart, ...]",
    said: "Callable[[BookletPart], Counter[str]]",
    wanted: Counter[str],
) -> Place:
    """The place of the first part that says one of some things, else of the first part."""
    for part in parts:
        for one in said(part) & wanted:
            return part.place_of_source(one)
    return parts[0].place


def _numbers(part: "BookletPart") -> Counter[str]:
    return Counter(one.source for one in part.figured if one.text.strip().isdecimal())


def _names(part: "BookletPart") -> Counter[str]:
    named = {one.source for one in part.figured if not one.text.strip().isdecimal()}
    return Counter(named | ({part.rows_from} if part.rows_from else set()))


def _lines(part: "BookletPart") -> Counter[str]:
    return Counter([f"lines: {lines_shown(part.lines)}"] if part.lines else [])


def _pictures(part: "BookletPart") -> Counter[str]:
    return Counter(one for one, _ in part.pictured)
