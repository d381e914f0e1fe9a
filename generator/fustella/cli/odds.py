"""`fustella odds`: prints how likely a hand has what it needs."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from fustella.build.inputs import load_game
from fustella.cli.commands.odds import OddsOptions
from fustella.cli.options import UsageError, game_named, only_game, project_in, refuse_unknown
from fustella.cli.problems import tell
from fustella.cli.tables import table
from fustella.cli.terminal import TerminalStyle, fitted, plural, styled
from fustella.core.values.conditions import UnknownField
from fustella.core.values.decks import (
    AMONG,
    SECOND,
    WHERE,
    Deck,
    FaultyCondition,
    UnlikelyWord,
    copies_of,
    deck_of,
)
from fustella.core.values.model import Game, Piece
from fustella.core.values.odds import MOST_DRAWN, Draw, ImpossibleDraw, Wanted, percent
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean, warning

_OF_FIGURES = ("good", "and_good", "both")
_OF_GAME = ("game", "kind", "deck", "among", "where", "and_where")

_OPTIONS_OF = {AMONG: "--among", WHERE: "--where", SECOND: "--and-where"}
"""The options by the names of conditions."""

_FIGURES_OF = {
    "cards": "--of",
    "drawn": "--draw",
    "wanted": "--good",
    "second": "--and-good",
    "turns": "--turns",
    "both": "--both",
}
"""The options by the fields of a draw."""


class _Asked(Struct, frozen=True):
    """A draw with the words that say of what it is, and its answer at each turn."""

    draw: Draw
    about: str
    turns: Sequence[tuple[int, Fraction]]


def run(arguments: argparse.Namespace) -> int:
    """Prints the odds as text or as JSON."""
    options = OddsOptions.of(arguments)
    if options.draw is None:
        raise UsageError("the following arguments are required: --draw")
    try:
        if options.cards is not None:
            draw, about = _of_figures(options, options.cards, options.draw), ""
        else:
            draw, about = _of_game(options, options.draw, arguments)
        asked = _Asked(draw, about, draw.by_turn(options.turns))
    except ImpossibleDraw as fault:
        raise UsageError(f"argument {_FIGURES_OF[fault.about]}: {fault.message}") from None
    print(json.dumps(_as_json(asked), indent=1) if options.format == "json" else _text(asked))
    return 0


def _of_figures(options: OddsOptions, cards: int, drawn: int) -> Draw:
    """The draw from a deck in figures. Raises UsageError, and ImpossibleDraw."""
    for name in _OF_GAME:
        if getattr(options, name):
            typed = "GAME" if name == "game" else _flag(name)
            raise UsageError(f"argument {typed}: not allowed with argument --of")
    if options.good is None:
        raise UsageError("the following arguments are required: --good")
    second = options.and_good
    if second is None and (options.both is not None or _has_second_wish(options)):
        raise UsageError("argument --and-good: it is missing for the second group")
    return Draw(
        cards,
        drawn,
        _wish(options, options.good),
        None if second is None else _wish(options, second, "and_"),
        options.both or 0,
    )


def _of_game(options: OddsOptions, drawn: int, arguments: argparse.Namespace) -> tuple[Draw, str]:
    """The draw from the deck of a game, and what the deck is called.

    Raises UsageError, ImpossibleDraw, and ProblemsFound: E004 for a kind, E163 and E164 for
    conditions, E123 for an empty deck.
    """
    for name in _OF_FIGURES:
        if getattr(options, name) is not None:
            raise UsageError(f"argument {_flag(name)}: it needs --of, the cards of the deck")
    if not options.where:
        hint = 'write which pieces are good, such as --where "cost <= 2"'
        raise UsageError(
            f"argument --where: it is missing; {hint}, or give figures: --of 60 --good 4"
        )
    if not options.and_where and _has_second_wish(options):
        raise UsageError("argument --and-where: it is missing for the second group")
    project = project_in(arguments.project)
    game_id = game_named(project, options.game) if options.game else only_game(project)
    refuse_unknown(project, [game_id])
    game = load_game(project, game_id)
    deck = _deck(game, options)
    tell(map(_unlikely, deck.unlikely))
    if not deck.cards:
        what = f"for which `{options.among}` holds" if options.among else "of these kinds"
        raise ProblemsFound(
            [Problem("E123", game.place, f"the game has no printed piece {what}", "ask for others")]
        )
    good, second = copies_of(deck.good), copies_of(deck.second)
    draw = Draw(
        deck.cards,
        drawn,
        _wish(options, good),
        _wish(options, second, "and_") if options.and_where else None,
        deck.both,
    )
    name = options.deck or ", ".join(options.kind) or "all pieces"
    designs = plural(len(deck.pieces), "design")
    return draw, f"{game.id} · {name}: {designs}, {plural(deck.cards, 'card')}"


def _deck(game: Game, options: OddsOptions) -> Deck:
    pieces = tuple(_chosen(game, options))
    try:
        return deck_of(pieces, game.languages[0], options.among, options.where, options.and_where)
    except FaultyCondition as fault:
        code = "E163" if isinstance(fault.fault, UnknownField) else "E164"
        hint = fault.fault.hint or "look at its brackets and names"
        place = Place(_OPTIONS_OF[fault.about])
        raise ProblemsFound([Problem(code, place, fault.fault.message, hint)]) from None


def _chosen(game: Game, options: OddsOptions) -> Iterator[Piece]:
    """Yields the pieces of the kinds and of the deck that were named.

    Raises ProblemsFound: E004.
    """
    kinds = [kind.id for kind in game.kinds]
    decks = list(dict.fromkeys(kind.deck for kind in game.kinds))
    asked = [("kind", kind, kinds) for kind in options.kind]
    asked += [("deck", options.deck, decks)] if options.deck else []
    problems = [
        Problem("E004", game.place, f"the game has no {what} `{name}`", did_you_mean(name, known))
        for what, name, known in asked
        if name not in known
    ]
    if problems:
        raise ProblemsFound(problems)
    for piece in game.pieces:
        of_kind = not options.kind or piece.kind.id in options.kind
        if of_kind and options.deck in ("", piece.kind.deck):
            yield piece


def _unlikely(word: UnlikelyWord) -> Problem:
    return warning("E165", Place(_OPTIONS_OF[word.about]), word.message, word.hint)


def _has_second_wish(options: OddsOptions) -> bool:
    typed = options.and_least, options.and_most, options.and_exactly
    return any(figure is not None for figure in typed)


def _wish(options: OddsOptions, good: int, prefix: str = "") -> Wanted:
    """What a hand must have of a group; `prefix` begins the names of its options."""
    least, most, exactly = (
        getattr(options, f"{prefix}{name}") for name in ("least", "most", "exactly")
    )
    if exactly is not None:
        if (least, most) != (None, None):
            other = "least" if least is not None else "most"
            message = f"not allowed with argument {_flag(f'{prefix}{other}')}"
            raise UsageError(f"argument {_flag(f'{prefix}exactly')}: {message}")
        return Wanted(good, exactly, exactly)
    if least is None:
        least = 1 if most is None else 0
    return Wanted(good, least, MOST_DRAWN if most is None else most)


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _text(asked: _Asked) -> str:
    draw = asked.draw
    wishes = " and ".join(group.said for group in _groups(draw))
    said = f"{wishes} in {plural(draw.drawn, 'card')} of {draw.cards:,}"
    lines = [asked.about] if asked.about else []
    chance = styled(percent(draw.chance), sys.stdout, TerminalStyle.BOLD)
    lines += [f"{chance}: {said}"]
    if draw.second is not None:
        lines += [f"{plural(draw.both, 'card')} in both groups"] if draw.both else []
    else:
        lines += [f"on average {float(draw.expected):.3g} in a hand", "", _distribution(draw)]
    if len(asked.turns) > 1:
        rows = [
            (str(turn), str(drawn), percent(chance))
            for turn, (drawn, chance) in enumerate(asked.turns)
        ]
        lines += ["", table(("turn", "drawn", "odds"), rows, "rrr")]
    return fitted("\n".join(lines), sys.stdout)


def _distribution(draw: Draw) -> str:
    """The table of the numbers of good cards that a hand may have."""
    shares = draw.distribution
    rows = [
        (str(number), percent(share), percent(sum(shares[number:], start=Fraction(0))))
        for number, share in enumerate(shares)
        if share
    ]
    return table(("good", "exactly", "or more"), rows, "rrr")


def _groups(draw: Draw) -> tuple[Wanted, ...]:
    return (draw.wanted,) if draw.second is None else (draw.wanted, draw.second)


def _as_json(asked: _Asked) -> dict[str, object]:
    draw = asked.draw
    return {
        "cards": draw.cards,
        "drawn": draw.drawn,
        "groups": [
            {
                "good": group.good,
                "least": group.least,
                "most": None if group.most >= MOST_DRAWN else group.most,
            }
            for group in _groups(draw)
        ],
        "both": draw.both,
        "chance": float(draw.chance),
        "exactly": str(draw.chance),
        "expected": float(draw.expected),
        "distribution": [float(share) for share in draw.distribution],
        "turns": [
            {"turn": turn, "drawn": drawn, "chance": float(chance)}
            for turn, (drawn, chance) in enumerate(asked.turns)
        ],
    }
