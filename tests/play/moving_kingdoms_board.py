"""Cities, wheat fields, borders and battles of Moving Kingdoms, read from its pieces."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from fustella.core.values.model import Game, Piece, Value
from tests.play.outcomes import game_of

LEFT, RIGHT = 0, 1
TROOPS = ("archer", "knight", "mage", "dragon")
Army = tuple[int, int, int, int]
NOBODY: Army = (0, 0, 0, 0)


@dataclass(frozen=True)
class Box:
    """What is read from the content, once."""

    game: Game
    attack: tuple[int, ...]
    trains: dict[int, int]
    holds: dict[int, frozenset[Army]]
    cells: dict[int, int]
    sizes: tuple[int, ...]
    bonus: dict[int, int]
    hexagon: dict[tuple[str, int], str]
    supplies: dict[str, int]
    defence: dict[str, int]
    spaces: dict[str, int]
    graves: int


@cache
def box() -> Box:
    return box_of(game_of("moving-kingdoms"))


def box_of(game: Game) -> Box:
    pieces = {piece.id: piece for piece in game.pieces}
    troops = [pieces[name] for name in TROOPS]
    shapes = tuple((_whole(t.front["columns"]), _whole(t.front["rows"])) for t in troops)
    trains, holds, cells, bonus = {}, {}, {}, {}
    hexagon: dict[tuple[str, int], str] = {}
    for piece in game.pieces:
        for face in filter(None, (piece.front, piece.back)):
            if piece.kind.id == "barracks":
                trains[_whole(face["level"])] = TROOPS.index(str(face["troop"]))
            elif piece.kind.id == "wheat":
                level, grid = _whole(face["level"]), face["grid"]
                assert isinstance(grid, tuple)
                free = frozenset(
                    (x, y) for y, row in enumerate(grid) for x, c in enumerate(str(row)) if c != "-"
                )
                holds[level], cells[level] = frozenset(_packed(free, shapes)), len(free)
                bonus[level] = _whole(face["bonus"] or 0)
            if piece.kind.id in ("barracks", "wheat"):
                hexagon[piece.kind.id, _whole(face["level"])] = piece.id
            elif piece.kind.id in ("town", "special"):
                name = {"town-hall": "hall"}.get(str(face["scene"]), str(face["scene"]))
                hexagon[name, 1] = piece.id
    town = pieces[hexagon["castle", 1]]
    grave = pieces["cemetery"].front["rows"]
    assert isinstance(grave, tuple)
    return Box(
        game,
        tuple(_whole(troop.front["attack"]) for troop in troops),
        trains,
        holds,
        cells,
        tuple(wide * high for wide, high in shapes),
        bonus,
        hexagon,
        {name: pieces[name].copies for name in {*hexagon.values(), *TROOPS}},
        _of_faces(town, "defence"),
        _of_faces(town, "spaces"),
        sum(_whole(row) for row in grave) + _whole(pieces["cemetery"].front["more"]),
    )


def _of_faces(town: Piece, name: str) -> dict[str, int]:
    return {"castle": _whole(town.front[name]), "hall": _whole(town.back[name])}


def _whole(value: Value) -> int:
    return int(str(value))


def _packed(
    free: frozenset[tuple[int, int]], shapes: tuple[tuple[int, int], ...]
) -> Iterator[Army]:
    """All armies that find room on some spaces; tokens may be turned."""
    if not free:
        yield NOBODY
        return
    x, y = min(free)
    yield from _packed(free - {(x, y)}, shapes)
    for troop, (wide, high) in enumerate(shapes):
        for across, down in {(wide, high), (high, wide)}:
            taken = {(x + i, y + j) for i in range(across) for j in range(down)}
            if taken <= free:
                for army in _packed(free - taken, shapes):
                    yield _more(army, troop)


def _more(army: Army, troop: int, by: int = 1) -> Army:
    a, b, c, d = (n + by * (i == troop) for i, n in enumerate(army))
    return a, b, c, d


@dataclass(slots=True)
class Building:
    """A building but the castle; troops stand in wheat fields only, and go with them."""

    kind: str
    level: int = 1
    troops: Army = NOBODY


@dataclass(slots=True)
class City:
    side: int
    buildings: list[Building] = field(default_factory=list)

    def has(self, kind: str) -> bool:
        return any(building.kind == kind for building in self.buildings)

    @property
    def spaces(self) -> int:
        """Spaces for buildings, the one of the town hall among them."""
        return box().spaces["hall" if self.has("hall") else "castle"]

    @property
    def free(self) -> int:
        return self.spaces - len(self.buildings)

    @property
    def army(self) -> Army:
        a = k = m = d = 0
        for building in self.buildings:
            if building.troops is not NOBODY:
                one = building.troops
                a, k, m, d = a + one[0], k + one[1], m + one[2], d + one[3]
        return a, k, m, d

    @property
    def bonus(self) -> int:
        """More attack for wheat fields of level 4 with one of each troop; once for an army."""
        return max((box().bonus[b.level] for b in self.buildings if all(b.troops)), default=0)

    def lose(self, army: Army) -> None:
        """Keeps only this army: takes the others from the fields."""
        gone = [had - left for had, left in zip(self.army, army, strict=True)]
        for building in self.buildings:
            for troop in range(len(TROOPS)):
                if taken := min(gone[troop], building.troops[troop]):
                    building.troops = _more(building.troops, troop, -taken)
                    gone[troop] -= taken
            if not any(building.troops):
                building.troops = NOBODY

    def train(self, troop: int) -> bool:
        """Puts one more troop in the fullest field that has room for it."""
        fields = [
            b
            for b in self.buildings
            if b.kind == "wheat" and _more(b.troops, troop) in box().holds[b.level]
        ]
        if not fields:
            return False
        best = min(fields, key=room)
        best.troops = _more(best.troops, troop)
        return True


def room(building: Building) -> int:
    """Frees spaces of a field."""
    taken = sum(n * size for n, size in zip(building.troops, box().sizes, strict=True))
    return box().cells[building.level] - taken


def points(army: Army) -> int:
    return sum(n * attack for n, attack in zip(army, box().attack, strict=True))


@dataclass(frozen=True, slots=True)
class Fought:
    """What a battle leaves: both armies, and the points that reach the walls."""

    attackers: Army
    defenders: Army
    rest: int


def battle(attackers: Army, defenders: Army, bonus: int = 0) -> Fought:
    """Equal troops go, then the strongest are lost first; the bonus before any troop."""
    alike = [min(pair) for pair in zip(attackers, defenders, strict=True)]
    ours = [n - m for n, m in zip(attackers, alike, strict=True)]
    theirs = [n - m for n, m in zip(defenders, alike, strict=True)]
    here, there = points((*ours,)) + bonus, points((*theirs,))
    return Fought(_after(ours, there - bonus), _after(theirs, here), here - there)


def _after(army: list[int], lost: int) -> Army:
    left = list(army)
    for troop in sorted(range(len(left)), key=lambda each: -box().attack[each]):
        while lost > 0 and left[troop]:
            left[troop] -= 1
            lost -= box().attack[troop]
    a, b, c, d = left
    return a, b, c, d


@dataclass(slots=True)
class Player:
    seat: int
    cities: list[City] = field(default_factory=list)
    cemetery: list[Building] = field(default_factory=list)


class Table:
    """All players, and what is left in the middle."""

    def __init__(self, players: int, castles: int = 1) -> None:
        self.left = Counter(box().supplies)
        self.short: Counter[str] = Counter()
        self.players = [Player(seat) for seat in range(players)]
        for player in self.players:
            for side in (LEFT, RIGHT):
                for _ in range(castles):
                    self.take("castle", 1)
                    player.cities.append(City(side))

    def take(self, kind: str, level: int) -> bool:
        name = box().hexagon[kind, level]
        if not self.left[name]:
            self.short[name] += 1
            return False
        self.left[name] -= 1
        return True

    def give(self, kind: str, level: int) -> None:
        self.left[box().hexagon[kind, level]] += 1

    def borders(self) -> set[tuple[int, int, int, int]]:
        """Sides that border on each other: those without a city are passed over."""
        round_the_table = [
            (player.seat, side)
            for player in self.players
            for side in (LEFT, RIGHT)
            if any(city.side == side for city in player.cities)
        ]
        found = set()
        for one, other in zip(
            round_the_table, round_the_table[1:] + round_the_table[:1], strict=True
        ):
            if one[0] != other[0]:
                found |= {(*one, *other), (*other, *one)}
        return found

    def targets(self, player: Player, city: City) -> list[tuple[Player, City]]:
        """Whom a city may attack."""
        near, port = self.borders(), city.has("port")
        found = []
        for rival in self.players:
            if rival is player:
                continue
            for side in (LEFT, RIGHT):
                if (player.seat, city.side, rival.seat, side) in near or (
                    port and side != city.side
                ):
                    there = [each for each in rival.cities if each.side == side]
                    bare = [each for each in there if not each.has("moai")]
                    found += [(rival, each) for each in bare or there]
        return found
