"""Simulated games of Moving Kingdoms, with its cards, buildings and troops as the content has them.

What the document leaves open is decided here as claims.yaml, the aid and the set-up card say it:

- Each player draws from the initial deck in their own first ten turns; a deck that has run out is
  its discards, shuffled (line 137).
- An attack goes from one city to one city; who fights may fight again in the next attack (98-103).
- An active town hall takes none of the spaces that it adds (51-53).
- The castle falls when what is left of the attack exceeds the hall's defence and its own together
  (110-116).
- The card for a destroyed castle or hall is one of the deck that the player draws from (118-121).
- A troop that is trained goes to a field with room, large ones to large fields (61-75).
- The first player's first turn is without training: nobody has a barracks then.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from fustella.core.model import Game, Record
from tests.play.choices import CardOutcome, told_of_cards
from tests.play.kingdom_cards import ATTACK, BUILD, MOVE, REVIVE, UPGRADE, Card, Deed, read_decks
from tests.play.outcomes import command, game_of

NUMBERS = (2, 3, 4, 5, 6)
LONGEST = 200  # turns of each
OPENING = 10
SIDES = ("left", "right")
HALL, STATION, PORT, MOAI, TREE = "hall", "station", "port", "moai", "tree"


@dataclass(frozen=True)
class Troop:
    name: str
    level: int
    attack: int
    columns: int
    rows: int


@dataclass(frozen=True)
class Box:
    """What lies in the box. `supply` counts hexagons and troops by name."""

    game: Game
    decks: dict[str, list[Card]]
    troops: dict[int, Troop]
    grids: dict[int, tuple[str, ...]]
    bonus: int
    castle: tuple[int, int]
    hall: tuple[int, int]
    graves: int
    supply: Counter[str]


@dataclass(eq=False)
class Building:
    """A building with its level, 1 where it has none, and the troops of a field by their level."""

    kind: str
    level: int = 1
    troops: Counter[int] = field(default_factory=Counter)


@dataclass(eq=False)
class City:
    owner: int
    side: str
    buildings: list[Building] = field(default_factory=list)

    def has(self, kind: str) -> bool:
        return any(each.kind == kind for each in self.buildings)

    def of(self, kind: str) -> list[Building]:
        return [each for each in self.buildings if each.kind == kind]

    def army(self) -> Counter[int]:
        army: Counter[int] = Counter()
        for each in self.buildings:
            army += each.troops
        return army


@cache
def fits(grid: tuple[str, ...], troops: tuple[tuple[int, int], ...]) -> bool:
    """Whether troops of some sizes, columns and rows, lie on the spaces of a grid at once."""
    spaces = {(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell != "-"}
    return _laid(frozenset(spaces), tuple(sorted(troops, key=lambda one: -one[0] * one[1])))


@cache
def _laid(spaces: frozenset[tuple[int, int]], troops: tuple[tuple[int, int], ...]) -> bool:
    if not troops:
        return True
    (columns, rows), *rest = troops
    if columns * rows > len(spaces):
        return False
    for wide, high in {(columns, rows), (rows, columns)}:
        for x, y in sorted(spaces):
            taken = {(x + right, y + down) for right in range(wide) for down in range(high)}
            if taken <= spaces and _laid(spaces - taken, tuple(rest)):
                return True
    return False


class Kingdoms:
    """One game. Seats go clockwise; the right side of each borders on the left one of the last."""

    def __init__(self, box: Box, dice: random.Random, players: int, greedy: bool) -> None:
        self.box, self.dice, self.greedy = box, dice, greedy
        self.supply = Counter(box.supply)
        self.cities = [City(seat, side) for seat in range(players) for side in SIDES]
        self.supply["castle"] -= len(self.cities)
        self.graves: list[list[Building]] = [[] for _ in range(players)]
        self.decks = {name: list(cards) for name, cards in box.decks.items()}
        self.used: dict[str, list[Card]] = {name: [] for name in self.decks}
        for cards in self.decks.values():
            dice.shuffle(cards)
        self.outcome = CardOutcome(players)
        self.outcome.used.update(
            dict.fromkeys(("attacks", "halls destroyed", "cities destroyed", "bonus of six"), 0)
        )
        for cards in box.decks.values():
            self.outcome.used.update({card.id: 0 for card in cards})
        self.bonus = 0

    # --- what a city can do

    def free(self, city: City) -> int:
        hall = city.has(HALL)
        spaces = self.box.hall[1] if hall else self.box.castle[1]
        return spaces - len(city.buildings) + hall

    def defence(self, city: City) -> int:
        return self.box.castle[0] + self.box.hall[0] * city.has(HALL)

    def strength(self, city: City) -> int:
        army = city.army()
        points = sum(self.box.troops[level].attack * n for level, n in army.items())
        return points + self.all_four(city)

    def all_four(self, city: City) -> int:
        """The bonus for troops of all sorts in one field of the highest level."""
        complete = any(
            each.kind == "wheat" and each.level == 4 and all(each.troops[n] for n in range(1, 5))
            for each in city.buildings
        )
        return self.box.bonus if complete else 0

    def room(self, city: City, level: int) -> Building | None:
        """A field of the city with room for one more troop."""
        new = self.box.troops[level]
        fields = sorted(city.of("wheat"), key=lambda each: each.level, reverse=level > 2)
        for each in fields:
            sizes = [
                (self.box.troops[one].columns, self.box.troops[one].rows)
                for one, n in each.troops.items()
                for _ in range(n)
            ]
            if fits(self.box.grids[each.level], tuple(sorted([*sizes, (new.columns, new.rows)]))):
                return each
        return None

    def worth(self, city: City) -> float:
        """What a city is worth to its owner: castle, army, and what it can train and hold."""
        trained = [each.level for each in city.of("barracks")]
        cells = sum(
            sum(cell != "-" for row in self.box.grids[each.level] for cell in row)
            for each in city.of("wheat")
        )
        drill = sum(self.box.troops[level].attack for level in trained)
        wanted = sum(self.box.troops[n].columns * self.box.troops[n].rows for n in trained)
        held = min(cells, 4 * wanted) + 0.1 * cells
        more = 2.0 * city.has(HALL) + 1.5 * city.has(MOAI) + 1.0 * city.has(STATION)
        more += (1.0 + 0.08 * self.strength(city)) * city.has(PORT)
        stray = 0.3 * self.free(city) if trained else 0.0
        return (
            8 + self.strength(city) + 2.5 * drill * (0.4 + 0.6 * bool(held)) + held + more + stray
        )

    def value(self, seat: int) -> float:
        return sum(self.worth(city) for city in self.of(seat)) + 0.5 * len(self.graves[seat])

    def of(self, seat: int) -> list[City]:
        return [city for city in self.cities if city.owner == seat]

    # --- who borders on whom

    def zones(self) -> list[tuple[int, str]]:
        """The sides that have cities, clockwise round the table."""
        ring = [(seat, side) for seat in range(self.outcome.players) for side in SIDES]
        held = {(city.owner, city.side) for city in self.cities}
        return [zone for zone in ring if zone in held]

    def borders(self, seat: int, side: str) -> tuple[int, str] | None:
        """The next side of a rival, beyond sides that have no city any more."""
        ring = self.zones()
        step = 1 if side == "right" else -1
        at = ring.index((seat, side))
        for away in range(1, len(ring)):
            zone = ring[(at + step * away) % len(ring)]
            if zone[0] != seat:
                return zone
        return None

    def targets(self, city: City) -> list[City]:
        """The cities that one may attack: a moai turns attacks to the others of its side."""
        zones = {self.borders(city.owner, city.side)}
        if city.has(PORT):
            facing = "left" if city.side == "right" else "right"
            zones |= {zone for zone in self.zones() if zone[0] != city.owner and zone[1] == facing}
        found = []
        for zone in zones - {None}:
            there = [each for each in self.cities if (each.owner, each.side) == zone]
            bare = [each for each in there if not each.has(MOAI)]
            found += bare or there
        return found

    # --- attacks

    def outcome_of(self, city: City, target: City) -> tuple[Counter[int], Counter[int], int]:
        """Who is left on both sides, and the points that are left for hall and castle."""
        mine, theirs = city.army(), target.army()
        same = mine & theirs
        mine, theirs = mine - same, theirs - same
        extra = (self.all_four(city) + self.bonus, self.all_four(target))
        points = [
            sum(self.box.troops[n].attack * k for n, k in army.items()) for army in (mine, theirs)
        ]
        left = points[0] + extra[0] - points[1] - extra[1]
        mine = self.after(mine, points[1] + extra[1] - extra[0])
        theirs = self.after(theirs, points[0] + extra[0] - extra[1])
        return mine, theirs, left

    def after(self, army: Counter[int], damage: int) -> Counter[int]:
        """An army after so much damage, the strongest first; who is hit in part is lost."""
        army = Counter(army)
        for level in sorted(army, reverse=True):
            while army[level] and damage > 0:
                army[level] -= 1
                damage -= self.box.troops[level].attack
        return +army

    def attack_worth(self, city: City, target: City) -> float:
        mine, theirs, left = self.outcome_of(city, target)
        both = city.army() & target.army()
        worth = {n: self.box.troops[n].attack for n in self.box.troops}
        lost = sum(worth[n] * k for n, k in (city.army() - mine).items())
        won = sum(worth[n] * k for n, k in (target.army() - theirs).items())
        del both
        if left > self.defence(target):
            won = self.worth(target) + 6
        elif target.has(HALL) and left >= self.box.hall[0]:
            won += 4
        return won - lost

    def attack(self, city: City, target: City) -> bool:
        """Fight; whether a hall or a castle was destroyed."""
        self.outcome.used["attacks"] += 1
        self.outcome.used["bonus of six"] += bool(self.all_four(city))
        mine, theirs, left = self.outcome_of(city, target)
        self.keep(city, mine)
        if left > self.defence(target):
            self.destroy(target)
            return True
        self.keep(target, theirs)
        if target.has(HALL) and left >= self.box.hall[0]:
            self.outcome.used["halls destroyed"] += 1
            self.bury(target, target.of(HALL)[0])
            while self.free(target) < 0:
                self.bury(
                    target, min(target.buildings, key=lambda each: (each.kind != TREE, each.level))
                )
            return True
        return False

    def keep(self, city: City, army: Counter[int]) -> None:
        """Take the troops away that are not left."""
        lost = city.army() - army
        for each in city.of("wheat"):
            gone = each.troops & lost
            each.troops -= gone
            lost -= gone
            self.supply.update({f"troop {n}": k for n, k in gone.items()})

    def destroy(self, city: City) -> None:
        self.outcome.used["cities destroyed"] += 1
        self.keep(city, Counter())
        for each in sorted(city.buildings, key=self.building_worth, reverse=True):
            self.bury(city, each)
        self.cities.remove(city)
        self.supply["castle"] += 1

    def bury(self, city: City, building: Building) -> None:
        """To the cemetery if there is room, else back to the supply."""
        city.buildings.remove(building)
        for level, n in building.troops.items():
            self.supply[f"troop {level}"] += n
        building.troops.clear()
        if len(self.graves[city.owner]) < self.box.graves:
            self.graves[city.owner].append(building)
        else:
            self.supply[hexagon(building.kind, building.level)] += 1

    def building_worth(self, building: Building) -> float:
        base = {
            "barracks": 3.0,
            "wheat": 2.5,
            HALL: 3.0,
            PORT: 2.0,
            MOAI: 1.5,
            STATION: 1.0,
            TREE: 0.1,
        }
        return base[building.kind] * building.level

    def attacks(self, seat: int) -> bool:
        """All attacks that pay, the best first; whether a hall or a castle was destroyed."""
        destroyed = False
        for _ in range(20):
            pairs = [
                (self.attack_worth(city, target), number, city, target)
                for number, city in enumerate(self.of(seat))
                if city.army()
                for target in self.targets(city)
            ]
            if not pairs:
                break
            if self.greedy:
                worth, _, city, target = max(pairs, key=lambda pair: pair[:2])
                if worth <= 0:
                    break
            else:
                _, _, city, target = self.dice.choice(pairs)
                if self.dice.random() < 0.4:
                    break
            destroyed |= self.attack(city, target)
        return destroyed

    # --- cards

    def draw(self, deck: str) -> Card:
        if not self.decks[deck]:
            self.outcome.short[f"{deck} deck"] += 1
            self.decks[deck], self.used[deck] = self.used[deck], []
            self.dice.shuffle(self.decks[deck])
        card = self.decks[deck].pop()
        self.used[deck].append(card)
        return card

    def places(self, seat: int, deed: Deed) -> list[tuple[City, Building | None]]:
        """Where a deed can be done: cities for a new building, buildings for an upgrade."""
        cities = self.of(seat)
        if deed.verb == BUILD and deed.what == "castle":
            return [(City(seat, side), None) for side in SIDES if self.supply["castle"] > 0]
        if deed.verb == BUILD:
            if self.supply[hexagon(deed.what, deed.level)] < 1:
                self.outcome.short[hexagon(deed.what, deed.level)] += 1
                return []
            return [
                (city, None)
                for city in cities
                if self.free(city) > 0 or (deed.what == HALL and not city.has(HALL))
            ]
        if deed.verb == UPGRADE:
            return [
                (city, each)
                for city in cities
                for each in city.of(deed.what)
                if each.level < 4 and (each.level != 2 or self.supply[hexagon(deed.what, 3)] > 0)
            ]
        if deed.verb == REVIVE:
            return [
                (city, each)
                for each in self.graves[seat]
                for city in cities
                if self.free(city) > 0 or each.kind == HALL
            ]
        if deed.verb == MOVE:
            return [
                (to, each)
                for city in cities
                for each in city.buildings
                for to in cities
                if to is not city and self.free(to) > 0
            ]
        return []

    def do(self, seat: int, deed: Deed, city: City, building: Building | None) -> None:
        if deed.verb == BUILD and deed.what == "castle":
            self.supply["castle"] -= 1
            self.cities.append(city)
        elif deed.verb == BUILD:
            self.supply[hexagon(deed.what, deed.level)] -= 1
            city.buildings.append(Building(deed.what, deed.level))
        elif building is not None and deed.verb == UPGRADE:
            self.supply[hexagon(building.kind, building.level)] += 1
            building.level += 1
            self.supply[hexagon(building.kind, building.level)] -= 1
        elif building is not None and deed.verb == REVIVE:
            self.graves[seat].remove(building)
            city.buildings.append(building)
        elif building is not None and deed.verb == MOVE:
            next(one for one in self.of(seat) if building in one.buildings).buildings.remove(
                building
            )
            city.buildings.append(building)

    def gain(self, seat: int, deed: Deed, city: City, building: Building | None) -> float:
        """What doing it is worth: it is done, looked at and taken back."""
        before = self.value(seat)
        if deed.verb == MOVE:
            home = next(one for one in self.of(seat) if building in one.buildings)
            self.do(seat, deed, city, building)
            after = self.value(seat)
            self.do(seat, deed, home, building)
            return after - before
        self.do(seat, deed, city, building)
        after = self.value(seat)
        if deed.verb == BUILD and deed.what == "castle":
            self.cities.remove(city)
            self.supply["castle"] += 1
        elif deed.verb == BUILD:
            self.supply[hexagon(deed.what, deed.level)] += 1
            city.buildings.pop()
        elif building is not None and deed.verb == UPGRADE:
            self.supply[hexagon(building.kind, building.level)] += 1
            building.level -= 1
            self.supply[hexagon(building.kind, building.level)] -= 1
        elif building is not None:
            city.buildings.remove(building)
            self.graves[seat].append(building)
        return after - before

    def best(self, seat: int, deed: Deed) -> tuple[float, City, Building | None] | None:
        places = self.places(seat, deed)
        if not places:
            return None
        if not self.greedy:
            return (0.0, *self.dice.choice(places))
        valued = [(self.gain(seat, deed, *place), -n, place) for n, place in enumerate(places)]
        worth, _, place = max(valued, key=lambda one: one[:2])
        return (worth, *place)

    def prospect(self, seat: int, option: Sequence[Deed]) -> float | None:
        """What an option is worth, None where nothing of it can be done."""
        total, possible = 0.0, False
        for deed in option:
            if deed.verb == ATTACK:
                self.bonus = deed.bonus
                worths = [
                    self.attack_worth(city, target)
                    for city in self.of(seat)
                    if city.army()
                    for target in self.targets(city)
                ]
                self.bonus = 0
                if worths:
                    possible = True
                    total += max(0.0, 1.2 * max(worths))
            elif (found := self.best(seat, deed)) is not None:
                possible = True
                total += found[0] * (1 + 0.8 * (deed.times - 1))
        return total if possible else None

    def play_card(self, seat: int, card: Card) -> None:
        options = [(self.prospect(seat, option), option) for option in card.options]
        open_ = [(worth, n) for n, (worth, _) in enumerate(options) if worth is not None]
        self.outcome.offered[card.id] += 1
        for n in range(len(options)):
            self.outcome.used.setdefault(f"{card.id} {n + 1}", 0)
            self.outcome.offered[f"{card.id} {n + 1}"] += bool([1 for _, m in open_ if m == n])
        if not open_:
            self.outcome.used["cards without a possibility"] += 1
            return
        _, chosen = (
            max(open_, key=lambda one: (one[0], -one[1]))
            if self.greedy
            else self.dice.choice(open_)
        )
        self.outcome.used[card.id] += 1
        self.outcome.used[f"{card.id} {chosen + 1}"] += 1
        destroyed = False
        for deed in card.options[chosen]:
            if deed.verb == ATTACK:
                self.bonus = deed.bonus
                destroyed |= self.attacks(seat)
                self.bonus = 0
            else:
                for _ in range(deed.times):
                    found = self.best(seat, deed)
                    if found is None or (self.greedy and deed.verb == MOVE and found[0] <= 0):
                        break
                    self.do(seat, deed, found[1], found[2])
        if destroyed and len({city.owner for city in self.cities}) > 1:
            self.outcome.used["cards for a destroyed building"] += 1
            self.play_card(seat, self.draw(card.deck))

    # --- a turn

    def train(self, seat: int) -> None:
        for city in self.of(seat):
            for barracks in sorted(city.of("barracks"), key=lambda each: -each.level):
                if self.supply[f"troop {barracks.level}"] < 1:
                    self.outcome.short[self.box.troops[barracks.level].name] += 1
                    continue
                there = self.room(city, barracks.level)
                if there is not None:
                    there.troops[barracks.level] += 1
                    self.supply[f"troop {barracks.level}"] -= 1

    def move(self, seat: int) -> None:
        """The one move at the end of a turn: from the cemetery, or between cities."""
        deeds = [Deed(REVIVE, "any"), Deed(MOVE, "any")]
        found = [(best, deed) for deed in deeds if (best := self.best(seat, deed)) is not None]
        if not found:
            return
        best, deed = (
            max(found, key=lambda one: one[0][0]) if self.greedy else self.dice.choice(found)
        )
        if not self.greedy or best[0] > 0:
            self.do(seat, deed, best[1], best[2])
            self.outcome.used[f"moves: {deed.verb}"] += 1

    def turn(self, seat: int, number: int) -> None:
        self.play_card(seat, self.draw("initial" if number < OPENING else "advanced"))
        self.train(seat)
        self.move(seat)

    def play(self) -> CardOutcome:
        for number in range(LONGEST):
            for seat in range(self.outcome.players):
                if self.of(seat):
                    self.turn(seat, number)
                alive = {city.owner for city in self.cities}
                self.outcome.turns = number + 1
                if len(alive) == 1:
                    self.outcome.ended, self.outcome.winners = "the last kingdom", tuple(alive)
                    return self.outcome
        return self.outcome


def hexagon(kind: str, level: int) -> str:
    """The name of the hexagons that a building is printed on."""
    if kind in (STATION, PORT):
        return "station/port"
    if kind in (MOAI, TREE):
        return "moai/tree"
    if kind == HALL:
        return "castle"
    return f"{kind} {1 if level < 3 else 3}" if kind in ("barracks", "wheat") else kind


@cache
def box() -> Box:
    """The pieces of the game, as its content has them."""
    game = game_of("moving-kingdoms")
    by_id = {piece.id: piece for piece in game.pieces}
    troops, grids, bonus, supply = {}, {}, 0, Counter[str]()
    for piece in game.pieces:
        for side in (piece.front, piece.back):
            if piece.kind.id == "barracks":
                level = _int(side, "level")
                troops[level] = Troop(
                    str(side["troop"]),
                    level,
                    *(_int(side, n) for n in ("attack", "columns", "rows")),
                )
            if piece.kind.id == "wheat":
                grids[_int(side, "level")] = tuple(str(row) for row in side["grid"])  # type: ignore[union-attr]
                bonus = max(bonus, _int(side, "bonus"))
        if piece.kind.id in ("barracks", "wheat"):
            supply[f"{piece.kind.id} {_int(piece.front, 'level')}"] += piece.copies
    supply["castle"] = by_id["castle-town-hall"].copies
    supply["station/port"] = by_id["station-port"].copies
    supply["moai/tree"] = by_id["moai-tree"].copies
    for troop in troops.values():
        supply[f"troop {troop.level}"] = _copies(game, troop.name)
    town, hall = by_id["castle-town-hall"].front, by_id["castle-town-hall"].back
    graves = next(piece for piece in game.pieces if piece.kind.id == "cemetery").front
    return Box(
        game,
        read_decks(game),
        troops,
        grids,
        bonus,
        (_int(town, "defence"), _int(town, "spaces")),
        (_int(hall, "defence"), _int(hall, "spaces")),
        sum(int(str(row)) for row in graves["rows"]),  # type: ignore[union-attr]
        supply,
    )


def _int(record: Record, name: str) -> int:
    return int(str(record[name] or 0)) if name in record else 0


def _copies(game: Game, kind: str) -> int:
    return sum(piece.copies for piece in game.pieces if piece.kind.id == kind)


def greedy(dice: random.Random, players: int) -> CardOutcome:
    return Kingdoms(box(), dice, players, True).play()


def at_random(dice: random.Random, players: int) -> CardOutcome:
    return Kingdoms(box(), dice, players, False).play()


PLAYS = {"greedy": greedy, "random": at_random}

if __name__ == "__main__":
    command(PLAYS, NUMBERS, told_of_cards)
