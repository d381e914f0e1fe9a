"""The size of a drawn map: in words, as drawn, and shared among players."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from generator.check.bad import BadClaim
from generator.check.desk import Desk, Fact
from generator.check.expressions import shown
from generator.check.kinds._drawing import Drawing
from generator.claims import Claim

KEYS = ("wide", "high", "squares", "players", "each_player")


def sizes(claim: Claim, desk: Desk, drawing: Drawing) -> Iterator[Fact]:
    """A fact for each thing that is said of the size. Raises BadClaim."""
    said = {
        key: desk.evaluate(claim, claim.parameters[key], key).value
        for key in KEYS
        if key in claim.parameters
    }
    area = said["wide"] * said["high"] if "wide" in said and "high" in said else None
    if area is not None and "squares" in said:
        says = f"{shown(said['wide'])} × {shown(said['high'])} = {shown(said['squares'])}"
        yield Fact(area == said["squares"], says, shown(area))
    if drawing.rows:
        yield from _drawn(said, drawing)
    if "each_player" in said:
        whole = Fraction(drawing.squares) if drawing.rows else said.get("squares", area)
        if whole is None:
            raise BadClaim("each_player", "squares of which map?", "add `squares: …`", "E107")
        yield _shared(said, whole)


def _drawn(said: Mapping[str, Fraction], drawing: Drawing) -> Iterator[Fact]:
    for number, row in enumerate(drawing.rows, start=1):
        if len(row.marks) != drawing.wide:
            says = f"rows of {drawing.wide} squares"
            yield Fact(False, says, f"row {number} has {len(row.marks)}")
    drawn = {"wide": drawing.wide, "high": drawing.high}
    asked = [key for key in drawn if key in said]
    if asked:
        says = " × ".join(f"{shown(said[key])} {key}" for key in asked)
        has = " × ".join(f"{drawn[key]} {key}" for key in asked)
        yield Fact(all(said[key] == drawn[key] for key in asked), says, f"drawn {has}")
    if "squares" in said:
        holds = said["squares"] == drawing.squares
        yield Fact(holds, f"{shown(said['squares'])} squares", f"{drawing.squares} drawn")


def _shared(said: Mapping[str, Fraction], whole: Fraction) -> Fact:
    players = said["players"]
    if players < 1:
        raise BadClaim("players", "nobody plays", "name the figure of the players")
    share = Fraction(whole // players)
    has = f"{shown(whole)} / {shown(players)} = {shown(share)}"
    rest = "" if share * players == whole else " and a rest"
    says = f"{shown(said['each_player'])} squares each"
    return Fact(share == said["each_player"], says, f"{has}{rest}")
