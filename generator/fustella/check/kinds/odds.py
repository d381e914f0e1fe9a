"""How likely something is: a hand, or what a simulation shows.

**What it checks.** The comparisons under `that` are true. For a deck, `of`, of which `draw` cards
are drawn, `odds` is the chance in per cent that a hand has at least `least` cards (or at most
`most`, or `exactly` so many) for which the condition `where` holds; `mean` is their number on
average. Both are exact. With `simulation`, the names in `that` are the measures of that script in
simulations.yaml: the share of runs in per cent, or the mean of a figure, as well as its
`.least`, `.median` and `.most`. It is run `times` times (1,000) with the `seed` (1), so the answer
is always the same. If the interval of a figure lies on both sides of a bound, the claim is
unchecked: ask for more `times`.

**Why it matters.** Somebody takes out three cards, and every fifth player sits without a land for
an evening.

**Example.**

    - id: opening-land
      check: odds
      of: {kind: card}
      where: cost <= 1
      draw: 7
      least: 1
      that: odds >= 90
    - id: supply-lasts
      check: odds
      simulation: supply
      times: 2000
      that: [turns >= 20, turns.least >= 12, short = 0]

**How to mend it.** Print more copies of the cards that are needed, or fewer of the others;
`fustella odds` and the view *Deck* of the preview show what a change brings. Or correct the bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from fustella.check.context import CheckContext, Fact, listed, none_selected, text_of
from fustella.check.errors import InvalidClaim
from fustella.check.keys import ARITHMETIC, COMPARISONS, Key, selection
from fustella.check.steps import OF_DRAW
from fustella.core.processes import limits
from fustella.core.values.claims import Claim, Verdict
from fustella.core.values.conditions import UnknownField
from fustella.core.values.dealing import FaultyStep, TooManySteps, outcome_of
from fustella.core.values.decks import FaultyCondition, copies_of, deck_of
from fustella.core.values.expressions import Comparison
from fustella.core.values.intervals import Share, mean_interval, quantile
from fustella.core.values.model import Piece
from fustella.core.values.odds import MOST_DRAWN, Draw, ImpossibleDraw, Wanted, percent
from fustella.core.values.problems import did_you_mean
from fustella.core.values.schemas import WORD

KEYS = {
    "that": Key(COMPARISONS, "What must be true: odds >= 90.", required=True),
    "of": Key(selection, "The deck that is drawn from.", needs=("where", "draw")),
    "where": Key(ARITHMETIC, "Which cards are hoped for, by their fields: cost <= 1."),
    "draw": Key(ARITHMETIC, "How many cards are drawn."),
    "least": Key(ARITHMETIC, "At least so many of them; default: 1."),
    "most": Key(ARITHMETIC, "At most so many of them."),
    "exactly": Key(ARITHMETIC, "Exactly so many of them."),
    "simulation": Key(WORD, "The script in simulations.yaml that is run instead."),
    "times": Key(ARITHMETIC, "How often it is run; default: 1,000."),
    "seed": Key(ARITHMETIC, "The seed of its chance; default: 1."),
}
SOME_OF = ("of", "simulation")
OTHERWISE = Verdict.DIFFERS

_OF_A_DECK: Final = ("of", "where", "draw", "least", "most", "exactly")
_OF_A_SCRIPT: Final = ("times", "seed")
_UNFIXABLE: Final = "add cards that help, or take out others"
_EXACTLY: Final = 6

Names = Mapping[str, Fraction]


def check(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    """Yields a fact for each comparison."""
    sampled = "simulation" in claim.parameters
    if sampled == ("of" in claim.parameters):
        message = "it needs a deck, `of`, or a `simulation`, and not both"
        raise InvalidClaim("", message, "write of: {kind: card}, or simulation: opening", "E107")
    for key in _OF_A_DECK if sampled else _OF_A_SCRIPT:
        if key in claim.parameters:
            other = "simulation" if sampled else "of"
            raise InvalidClaim(key, f"`{key}` cannot stand beside `{other}`", "delete one of them")
    if not listed(claim, "that"):
        raise InvalidClaim("that", "it asks for nothing", "write that: odds >= 90", "E107")
    yield from _of_script(claim, context) if sampled else _of_deck(claim, context)


def _of_deck(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    pieces = context.pieces(claim)
    if not copies_of(pieces):
        yield none_selected(claim, context)
        return
    draw = _draw(claim, context, pieces)
    names = {"odds": draw.chance * 100, "mean": draw.expected}
    has = f"{percent(draw.chance)}: {draw.wanted.said} in {draw.drawn} of {draw.cards:,}"
    where = tuple(dict.fromkeys(piece.place for piece in pieces))
    for line in listed(claim, "that"):
        found = context.compare(claim, line, "that", names=names)
        says = _said(found)
        yield Fact(found.holds, says, has, where, (), _UNFIXABLE, figures=found.figures)


def _draw(claim: Claim, context: CheckContext, pieces: Sequence[Piece]) -> Draw:
    """The draw that a claim is about. Raises InvalidClaim."""
    for key in ("where", "draw"):
        if key not in claim.parameters:
            raise InvalidClaim("", f"`{key}` is missing", f"add `{key}: …`", "E107")
    try:
        deck = deck_of(pieces, context.language, where=text_of(claim, "where"))
    except FaultyCondition as fault:
        code = "E506" if isinstance(fault.fault, UnknownField) else "E508"
        raise InvalidClaim("where", fault.fault.message, fault.fault.hint, code) from None
    for word in deck.unlikely:
        raise InvalidClaim("where", word.message, word.hint, "E506")
    drawn = _number(claim, context, "draw")
    least, most, exactly = (
        _number(claim, context, key) if key in claim.parameters else None
        for key in ("least", "most", "exactly")
    )
    if exactly is not None and (least, most) != (None, None):
        raise InvalidClaim("exactly", "`exactly` cannot stand beside `least` or `most`", "keep one")
    if exactly is not None:
        least = most = exactly
    elif least is None:
        least = 1 if most is None else 0
    wanted = Wanted(copies_of(deck.good), least, MOST_DRAWN if most is None else most)
    try:
        return Draw(deck.cards, drawn, wanted)
    except ImpossibleDraw as fault:
        hint = "look at the figures of the claim, and at the deck"
        key = "draw" if fault.about == "drawn" else "least" if "least" in claim.parameters else ""
        raise InvalidClaim(key, fault.message, hint) from None


def _of_script(claim: Claim, context: CheckContext) -> Iterator[Fact]:
    name = text_of(claim, "simulation")
    script = context.simulations.get(name)
    if script is None:
        hint = did_you_mean(name, context.simulations) or "write it into simulations.yaml"
        raise InvalidClaim("simulation", f"there is no simulation `{name}`", hint, "E641")
    times = _number(claim, context, "times") if "times" in claim.parameters else 1000
    seed = _number(claim, context, "seed") if "seed" in claim.parameters else 1
    if not 1 <= times <= limits.SIMULATION_RUNS:
        hint = f"write 1 to {limits.SIMULATION_RUNS:,}"
        raise InvalidClaim("times", f"it cannot be run {times:,} times", hint)
    game, most = context.game, min(limits.SIMULATION_STEPS, context.steps.left // OF_DRAW)
    try:
        outcome = outcome_of(script, game.pieces, context.language, times, seed, most)
    except FaultyStep as fault:
        message = f"its script has a fault in line {fault.place.line}: {fault.message}"
        raise InvalidClaim("simulation", message, fault.hint, "E640") from None
    except TooManySteps as fault:
        message = f"it takes too many steps: {fault.runs:,} of {times:,} runs were done"
        hint = f"write times: {max(1, fault.runs // 2)}, or fewer `turns` in the script"
        raise InvalidClaim("times", message, hint, "E642") from None
    context.steps.take(outcome.steps * OF_DRAW)
    low, middle, high = _ends(outcome.measures)
    for line in listed(claim, "that"):
        found, *ends = (
            context.compare(claim, line, "that", names=names) for names in (middle, low, high)
        )
        says, has = _said(found), _shown(found, low, high)
        if all(end.holds == found.holds for end in ends):
            where = (script.place,)
            yield Fact(found.holds, says, has, where, (), _UNFIXABLE, figures=found.figures)
        else:
            has = f"{has}: too close to say, ask for more `times`"
            verdict = Verdict.UNCHECKED
            yield Fact(False, says, has, (script.place,), (), "", verdict, figures=found.figures)


def _ends(measures: Mapping[str, Share | tuple[float, ...]]) -> tuple[Names, Names, Names]:
    """The values of all names: at the lower ends of their intervals, as measured, at the upper."""
    low: dict[str, Fraction] = {}
    middle: dict[str, Fraction] = {}
    high: dict[str, Fraction] = {}
    for name, found in measures.items():
        if isinstance(found, Share):
            ends = found.interval
            middle[name] = Fraction(found.good * 100, found.of)
            low[name], high[name] = (_rounded(end * 100) for end in ends)
            continue
        ordered = sorted(found)
        middle[name] = _rounded(sum(found) / len(found))
        low[name], high[name] = map(_rounded, mean_interval(found))
        whole = {"least": ordered[0], "median": quantile(ordered, 0.5), "most": ordered[-1]}
        for end, figure in whole.items():
            low[f"{name}.{end}"] = middle[f"{name}.{end}"] = high[f"{name}.{end}"] = _rounded(
                figure
            )
    return low, middle, high


def _rounded(figure: float) -> Fraction:
    return Fraction(round(figure, _EXACTLY)).limit_denominator(10**_EXACTLY)


def _said(found: Comparison) -> str:
    """What a comparison asks for, without the figure that was found: `at least 90`."""
    words = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "=": "exactly"}
    return f"{words.get(found.sign, 'not')} {found.right.shown}"


def _shown(found: Comparison, low: Names, high: Names) -> str:
    """The figure that was found, with the ends of its interval if it is a measure alone."""
    name = found.left.name
    shown = f"{float(found.left.value):.4g}"
    if name in low and low[name] != high[name]:
        return f"{name} {shown} ({float(low[name]):.4g} to {float(high[name]):.4g})"
    return f"{name} {shown}" if name else found.left.result


def _number(claim: Claim, context: CheckContext, key: str) -> int:
    """A whole number under a key, which may be computed of figures. Raises InvalidClaim."""
    value = context.evaluate(claim, claim.parameters[key], key).value
    if value.denominator != 1 or value < 0:
        raise InvalidClaim(key, f"`{key}` is no whole number", "write 0, 1, 2 or more")
    return int(value)
