"""Battles of El Mapa on their board of squares, between simple commanders.

Nothing here is drawn by lot, so that a player may try a battle before it is fought. Lines 230-250
of the document, with the decisions of claims.yaml; the board has no obstacles. Where nobody is
able to defeat anybody any more, as with one cavalry on each side, the attacker goes away.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Troops = Mapping[str, int]

AT_MOST_PLATOONS = 5
IDLE_ROUNDS = 5
"""Bouts without a loss after which the attacker goes away."""


@dataclass(frozen=True)
class Troop:
    """What the player aid says of a kind of troops."""

    name: str
    life: int
    damage: int
    move: int
    map: int
    gold: int
    wood: int
    turns: int
    points: int


@dataclass
class Platoon:
    """Troops of one kind on a square, (column, row)."""

    troop: Troop
    number: int
    at: tuple[int, int]
    life: int
    steps: int
    answered: bool = False


@dataclass
class Army:
    """One side of a battle: its platoons, the spells it may use and those it used."""

    platoons: list[Platoon]
    spells: Counter[str]
    flees: bool
    used: Counter[str] = field(default_factory=Counter)

    @property
    def alive(self) -> list[Platoon]:
        return [platoon for platoon in self.platoons if platoon.number]

    @property
    def strength(self) -> int:
        return sum(platoon.number * platoon.troop.points for platoon in self.alive)

    def left(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        for platoon in self.alive:
            found[platoon.troop.name] += platoon.number
        return dict(found)

    def use(self, spell: str) -> None:
        self.spells[spell] -= 1
        self.used[spell] += 1


@dataclass(frozen=True)
class Fought:
    """How a battle came out. `fled` is 0 for the attacker, 1 for the defender, or None."""

    left: tuple[dict[str, int], dict[str, int]]
    won: bool
    fled: int | None
    idle: bool
    rounds: int
    spells: tuple[Counter[str], Counter[str]]


def battle(
    kinds: Mapping[str, Troop],
    squares: int,
    attacker: Troops,
    defender: Troops,
    spells: tuple[Counter[str], Counter[str]] = (Counter(), Counter()),
    flees: tuple[bool, bool] = (False, False),
) -> Fought:
    """Fight until a side is gone, has fled, or nobody is able to do anything."""
    sides = tuple(
        _lined_up(kinds, squares, troops, column, Counter(own), may)
        for troops, column, own, may in zip(
            (attacker, defender), (0, squares - 1), spells, flees, strict=True
        )
    )
    idle = rounds = 0
    fled = None
    while sides[0].alive and sides[1].alive and idle < IDLE_ROUNDS:
        rounds += 1
        before = sides[0].strength + sides[1].strength
        _round(sides, squares, (0, 1))
        idle = idle + 1 if sides[0].strength + sides[1].strength == before else 0
        for side in (0, 1):
            if sides[side].flees and 0 < 3 * sides[side].strength < sides[1 - side].strength:
                _round(sides, squares, (1 - side,), answers=False)
                fled = side
                break
        if fled is not None:
            break
    won = bool(sides[0].alive) and (not sides[1].alive or fled == 1) and fled != 0
    return Fought(
        (sides[0].left(), sides[1].left()),
        won,
        fled,
        idle >= IDLE_ROUNDS,
        rounds,
        (sides[0].used, sides[1].used),
    )


def _lined_up(
    kinds: Mapping[str, Troop],
    squares: int,
    troops: Troops,
    column: int,
    spells: Counter[str],
    may: bool,
) -> Army:
    """Platoons in a line, the middle first: one of each kind, and the largest in two halves."""
    groups = sorted(((n, name) for name, n in troops.items() if n), reverse=True)
    if groups and groups[0][0] > 5 and len(groups) < min(AT_MOST_PLATOONS, squares):
        number, name = groups.pop(0)
        groups = [(number - number // 2, name), (number // 2, name), *groups]
    rows = sorted(range(squares), key=lambda row: abs(row - squares // 2))
    platoons = [
        Platoon(kinds[name], number, (column, row), kinds[name].life, kinds[name].move)
        for (number, name), row in zip(groups[:AT_MOST_PLATOONS], rows, strict=False)
    ]
    army = Army(platoons, spells, may)
    if platoons and spells["shield"]:
        army.use("shield")
        platoons[0].life += 1
    if platoons and spells["speed"]:
        army.use("speed")
        platoons[0].steps += 1
    return army


def _round(
    sides: tuple[Army, ...], squares: int, acting: tuple[int, ...], answers: bool = True
) -> None:
    for army in sides:
        for platoon in army.platoons:
            platoon.answered = not answers
    for place in range(AT_MOST_PLATOONS):
        for side in acting:
            if place < len(sides[side].platoons) and sides[side].platoons[place].number:
                _act(sides[side], sides[1 - side], sides[side].platoons[place], squares)


def _act(own: Army, rivals: Army, platoon: Platoon, squares: int) -> None:
    """Moves and attacks where most is defeated; goes nearer if nothing is."""
    if not rivals.alive:
        return
    taken = {each.at for each in own.alive + rivals.alive} - {platoon.at}
    squares_near = _near(platoon, squares, taken)
    choices = [
        (_defeated(own, platoon, rival, at) * rival.troop.points, -way, at, rival)
        for at, way in squares_near.items()
        for rival in rivals.alive
        if _hits(platoon, at, rival)
    ]
    best = max(choices, key=lambda each: (each[0], each[1], each[2]), default=None)
    if best is None or not best[0]:
        platoon.at = min(squares_near, key=lambda at: (_nearest(at, rivals), squares_near[at], at))
        return
    _, _, platoon.at, rival = best
    far = _far(platoon.at, rival.at)
    spell = _doubling(platoon, far)
    plain = defeated_by(platoon, far, rival)
    if own.spells[spell] > 0 and plain < rival.number:
        own.use(spell)
        plain = defeated_by(platoon, far, rival, 2)
    rival.number -= min(rival.number, plain)
    if far == 1 and rival.number and not rival.answered:
        rival.answered = True
        platoon.number -= min(platoon.number, defeated_by(rival, 1, platoon))


def _near(
    platoon: Platoon, squares: int, taken: set[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    found, ahead = {platoon.at: 0}, [platoon.at]
    while ahead:
        here = ahead.pop(0)
        if found[here] == platoon.steps:
            continue
        for after in beside(here):
            if (
                min(after) >= 0
                and max(after) < squares
                and after not in taken
                and after not in found
            ):
                found[after] = found[here] + 1
                ahead.append(after)
    return found


def beside(at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    column, row = at
    yield from ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))


def _far(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _nearest(at: tuple[int, int], rivals: Army) -> int:
    return min(_far(at, rival.at) for rival in rivals.alive)


def _hits(platoon: Platoon, at: tuple[int, int], rival: Platoon) -> bool:
    straight = at[0] == rival.at[0] or at[1] == rival.at[1]
    return straight and (_far(at, rival.at) == 1 or platoon.troop.name == "archer")


def defeated_by(platoon: Platoon, far: int, rival: Platoon, times: int = 1) -> int:
    """How many troops an attack defeats: only this is rounded, not the damage from afar."""
    return times * platoon.number * platoon.troop.damage // (max(far - 1, 1) * rival.life)


def _doubling(platoon: Platoon, far: int) -> str:
    return "marksmanship" if far > 1 else "bloodlust"


def _defeated(own: Army, platoon: Platoon, rival: Platoon, at: tuple[int, int]) -> int:
    far = _far(at, rival.at)
    times = 2 if own.spells[_doubling(platoon, far)] > 0 else 1
    return min(rival.number, defeated_by(platoon, far, rival, times))
