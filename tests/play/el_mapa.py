"""Simulated games of El Mapa, with its pieces and its set-up maps as they are in the content.

    python -m tests.play.el_mapa --times 1000 --seed 1 --players 2 --how greedy

The rules are those of the document, with the decisions of claims.yaml. What they leave open, or
what these simple players leave alone:

- A tile is laid as it comes, so its closed side looks anywhere. Water and mountains are passed.
- An army takes what lies on the tiles that it enters: mines, neutral towns, treasures. Mines of
  rivals are taken as well; their towns are not, since the document speaks of neutral ones alone.
- Players do not trade with each other, do not regroup armies and do not boost spells.
- The first round is begun by lot, each other one by who has fewest points for tiles and battles.
- The last round is played to its end.
"""

import random
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from fustella.core.values.model import Game, Piece, Record, Text, Value
from tests.play.el_mapa_battle import Fought, Troop, battle, beside
from tests.play.outcomes import Outcome, command, game_of

GOODS = ("wood", "stone", "gold")
LONGEST = {"greedy": 80, "random": 400}
"""Rounds after which a game counts as one that does not end."""

_SIDES = ("north", "east", "south", "west")
_TROOP_OF = {"barracks": "soldier", "archery": "archer", "stables": "cavalry"}
_MINES = {"wood_mine": "wood", "stone_mine": "stone", "gold_mine": "gold"}
_MAGIC = {"library": 1, "laboratory": 2, "university": 3}
_GOLD = ("town-hall", "bank", "treasury")
_SAVING = {"haggler": "gold", "lumberjack": "wood", "stonemason": "stone"}
_IN_BATTLE = ("marksmanship", "speed", "bloodlust", "shield")

Cell = tuple[int, int]


@dataclass(frozen=True)
class Building:
    """A building or wonder: what it costs, its level, and the figures in its effect."""

    id: str
    level: int
    cost: dict[str, int]
    figures: tuple[int, ...]


@dataclass(frozen=True)
class Box:
    """What is read from the content, once."""

    game: Game
    troops: dict[str, Troop]
    buildings: dict[str, Building]
    rows: dict[int, int]
    bank: tuple[tuple[str, int, str, int], ...]
    cards: tuple[tuple[str, dict[str, int]], ...]
    spells: dict[int, tuple[str, ...]]
    squares: int
    supplies: dict[str, int]

    def map_of(self, players: int) -> list[str]:
        rows = _piece(self.game, f"setup-{players}").front["map"]
        assert isinstance(rows, tuple)
        return [str(row) for row in rows]

    def pack(self) -> list[Piece]:
        """The tiles that each player brings: one of each design."""
        return [piece for piece in self.game.pieces if piece.kind.id == "tile"]


@dataclass
class Tile:
    """A tile on the map, its closed side as it lies, and who stands guard and owns it."""

    landscape: str
    guards: Counter[str]
    treasures: int
    spell: int
    closed: str
    up: bool = False
    owner: int | None = None

    @property
    def is_mine(self) -> bool:
        return self.landscape in _MINES or self.spell > 0


@dataclass
class Town:
    """A castle board: buildings by the row where they stand, troops in training and in reserve."""

    at: Cell
    rows: dict[int, list[str]] = field(default_factory=dict)
    trained: Counter[str] = field(default_factory=Counter)
    training: Counter[str] = field(default_factory=Counter)
    built: bool = False

    @property
    def buildings(self) -> list[str]:
        return [name for row in self.rows.values() for name in row]


@dataclass
class Army:
    """Troops on a tile of the map."""

    at: Cell
    troops: Counter[str]
    storehouse: bool = False


@dataclass
class Player:
    """One player: goods, towns, armies, spells and points so far."""

    seat: int
    goods: Counter[str]
    towns: list[Town]
    armies: list[Army] = field(default_factory=list)
    spells: Counter[str] = field(default_factory=Counter)
    dispersed: list[tuple[int, Counter[str]]] = field(default_factory=list)
    points: int = 0
    trades: int = 0

    @property
    def buildings(self) -> list[str]:
        return [name for town in self.towns for name in town.buildings]

    @property
    def armies_allowed(self) -> int:
        return len(self.towns) + self.buildings.count("storehouse")


@dataclass
class Table:
    """A game that is being played."""

    box: Box
    dice: random.Random
    how: str
    tiles: dict[Cell, Tile]
    players: list[Player]
    outcome: Outcome
    decks: dict[int, list[str]]
    cards: list[tuple[str, dict[str, int]]]
    used_cards: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    wonders: set[str] = field(default_factory=set)

    # --- the map

    def turn_up(self, player: Player, at: Cell) -> None:
        """Turns up the eight tiles around, a point for each."""
        for column in range(at[0] - 1, at[0] + 2):
            for row in range(at[1] - 1, at[1] + 2):
                tile = self.tiles.get((column, row))
                if tile and not tile.up:
                    tile.up = True
                    player.points += 1
                    self.outcome.used["tiles turned up"] += 1

    def ways(self, at: Cell) -> Iterator[Cell]:
        """Tiles face up next to one, where no closed side is between."""
        for side, after in enumerate(beside(at)):
            tile = self.tiles.get(after)
            closed = self.tiles[at].closed == _SIDES[side]
            if tile and tile.up and not closed and tile.closed != _SIDES[(side + 2) % 4]:
                yield after

    def rival_at(self, player: Player, at: Cell) -> tuple[Player, Army] | None:
        for rival in self.players:
            if rival is not player:
                for army in rival.armies:
                    if army.at == at:
                        return rival, army
        return None

    def hidden_around(self, at: Cell) -> int:
        return sum(
            not tile.up
            for column in range(at[0] - 1, at[0] + 2)
            for row in range(at[1] - 1, at[1] + 2)
            if (tile := self.tiles.get((column, row)))
        )

    @property
    def all_up(self) -> bool:
        return all(tile.up for tile in self.tiles.values())

    # --- drawing

    def draw_spell(self, player: Player, level: int) -> None:
        if not self.decks[level]:
            self.outcome.short[f"spells of level {level}"] += 1
            return
        player.spells[self.decks[level].pop()] += 1

    def cast(self, player: Player, spell: str) -> None:
        player.spells[spell] -= 1
        self.outcome.used[f"spell {spell}"] += 1
        level = next(level for level, names in self.box.spells.items() if spell in names)
        self.decks[level].insert(0, spell)

    def draw_treasure(self, player: Player) -> None:
        if not self.cards:
            self.outcome.short["treasure cards, shuffled again"] += 1
            self.cards, self.used_cards = self.used_cards, []
            self.dice.shuffle(self.cards)
        name, goods = self.cards.pop()
        self.used_cards.append((name, goods))
        self.outcome.used[f"card {name}"] += 1
        player.goods.update(goods)
        if player.spells["luck"]:
            self.cast(player, "luck")
            player.goods[next(iter(goods))] += 1

    # --- a round

    def everyone(self) -> None:
        """Recruiting and yields, for all at once."""
        for player in self.players:
            player.trades = 0
            for town in player.towns:
                town.built = False
                for troop in ["levy", *(_TROOP_OF[b] for b in town.buildings if b in _TROOP_OF)]:
                    town.training[troop] += 1
                    if town.training[troop] >= self.box.troops[troop].turns:
                        town.training[troop] = 0
                        town.trained[troop] += 1
            self._yields(player)
            back = [(turns - 1, troops) for turns, troops in player.dispersed]
            player.dispersed = [each for each in back if each[0] > 0]
            for turns, troops in back:
                if turns <= 0:
                    player.towns[0].trained.update(troops)

    def _yields(self, player: Player) -> None:
        found: Counter[str] = Counter()
        for tile in self.tiles.values():
            if tile.owner == player.seat:
                if tile.spell:
                    self.draw_spell(player, tile.spell)
                elif tile.landscape in _MINES:
                    found[_MINES[tile.landscape]] += 1
        for name in player.buildings:
            if name in _GOLD:
                found["gold"] += self.box.buildings[name].figures[0]
            if name in _MAGIC:
                self.draw_spell(player, _MAGIC[name])
        if len(found) > 1 and player.spells["production"]:
            self.cast(player, "production")
            found.update(dict.fromkeys(found, 1))
        player.goods.update(found)

    def order(self, before: list[Player]) -> list[Player]:
        """Who has fewest points begins, of several the one who was last; the others follow."""
        if self.outcome.turns == 1:
            return before
        first = min(reversed(before), key=lambda player: player.points)
        return self.players[first.seat :] + self.players[: first.seat]

    def turn(self, player: Player) -> None:
        for town in player.towns:
            self.build(player, town)
        for town in list(player.towns):
            self.hire(player, town)
        for army in list(player.armies):
            if army in player.armies:
                self.march(player, army)
        while player.spells["vision"] and not self.all_up:
            self.cast(player, "vision")
            tile = self.dice.choice([tile for tile in self.tiles.values() if not tile.up])
            tile.up = True
            player.points += 1

    # --- castles

    def places(self, town: Town, level: int) -> int | None:
        """The lowest row of a castle where a building of a level may stand."""
        for row in sorted(self.box.rows):
            here = len(town.rows.get(row, ()))
            below = len(town.rows.get(row - 1, ())) - 1 if row > 1 else self.box.rows[row]
            if row >= level and here < min(self.box.rows[row], below):
                return row
        return None

    def build(self, player: Player, town: Town) -> None:
        choices = []
        for building in self.box.buildings.values():
            own = building.id in player.buildings or building.id in self.wonders
            row = self.places(town, building.level)
            spoilt = self.how == "greedy" and row == max(self.box.rows) > building.level
            if not own and row is not None and not spoilt:
                paid = self.price(player, building)
                if paid is not None:
                    choices.append((self.worth(player, building), building.id, paid))
        if not choices:
            return
        if self.how == "random":
            _, name, (goods, trades, spells) = self.dice.choice(choices)
        else:
            value, name, (goods, trades, spells) = max(choices, key=lambda each: each[:2])
            if value <= 0:
                return
        building = self.box.buildings[name]
        row = self.places(town, building.level)
        assert row is not None
        player.goods, player.trades = goods, player.trades + trades
        for spell in spells:
            self.cast(player, spell)
        town.rows.setdefault(row, []).append(name)
        town.built = True
        self.outcome.used[f"built {name}"] += 1
        self.outcome.used["trades with the bank"] += trades
        if building.level == max(self.box.rows):
            self.wonders.add(name)
            self.outcome.ended = "wonder"

    def price(
        self, player: Player, building: Building
    ) -> tuple[Counter[str], int, list[str]] | None:
        """The goods left when a building is paid, the trades it took and the spells that helped."""
        cost, spells = dict(building.cost), []
        for spell, good in _SAVING.items():
            if player.spells[spell] and cost[good] > player.goods[good]:
                cost[good] -= 1
                spells.append(spell)
        goods, trades = Counter(player.goods), 0
        allowed = len(player.towns) + player.buildings.count("market") - player.trades
        for good in ("stone", "wood", "gold"):
            while goods[good] < cost[good]:
                for given, give, taken, take in self.box.bank:
                    if taken == good and goods[given] - give >= (
                        cost[given] if good == "gold" else 0
                    ):
                        goods[given] -= give
                        goods[taken] += take
                        trades += 1
                        break
                else:
                    return None
        if trades > allowed:
            return None
        for good in GOODS:
            goods[good] -= cost[good]
        return goods, trades, spells

    def worth(self, player: Player, building: Building) -> float:
        cost = sum(
            building.cost[good] * worth
            for good, worth in (("gold", 1), ("wood", 1.5), ("stone", 2))
        )
        worth = float(building.level) + self.dice.random() * 0.3
        if building.level == max(self.box.rows):
            after = self.score(player) + building.level + building.figures[0]
            others = max(self.score(rival) for rival in self.players if rival is not player)
            return 100.0 if after > others or self.outcome.ended else 0.0
        if building.id in _GOLD:
            worth += 6.0 * building.figures[0] * max(0.1, 1 - self.outcome.turns / 14)
        elif building.id in _MAGIC:
            worth += 2
        elif building.id in _TROOP_OF:
            worth += 2.5
        elif building.figures and building.id not in ("storehouse",):
            worth += building.figures[0]
        elif building.id in ("market", "storehouse"):
            worth += 1
        return worth / (cost + 1)

    def hire(self, player: Player, town: Town) -> None:
        here = next((army for army in player.armies if army.at == town.at), None)
        if here is None and len(player.armies) >= player.armies_allowed:
            return
        hired: Counter[str] = Counter()
        for troop in sorted(self.box.troops.values(), key=lambda each: -each.points):
            while (
                town.trained[troop.name]
                and player.goods["gold"] >= troop.gold
                and player.goods["wood"] >= troop.wood
                and (self.how == "greedy" or self.dice.random() < 0.7)
            ):
                town.trained[troop.name] -= 1
                player.goods["gold"] -= troop.gold
                player.goods["wood"] -= troop.wood
                hired[troop.name] += 1
                self.outcome.used[f"hired {troop.name}"] += 1
        if here:
            here.troops.update(hired)
        elif hired:
            fighting = sum(not army.storehouse for army in player.armies)
            storehouse = fighting >= len(player.towns)
            player.armies.append(Army(town.at, hired, storehouse))
            self.turn_up(player, town.at)

    # --- armies

    def march(self, player: Player, army: Army) -> None:
        """Moves an army to what is worth most for its distance, and fight there."""
        speed = min(self.box.troops[name].map for name, n in army.troops.items() if n)
        came, ahead = {army.at: army.at}, deque([(army.at, 0)])
        far = {army.at: 0}
        best, aim = 0.0, None
        while ahead:
            here, way = ahead.popleft()
            if here != army.at:
                value = self.aim(player, army, here) / (way + 1)
                if value > best:
                    best, aim = value, here
                if self.tiles[here].guards or self.rival_at(player, here):
                    continue
            for after in self.ways(here):
                if after not in came:
                    came[after], far[after] = here, way + 1
                    ahead.append((after, way + 1))
        if self.how == "random":
            aim = self.dice.choice([cell for cell in far if far[cell] <= speed])
        if aim is None or aim == army.at:
            return
        path = [aim]
        while came[path[-1]] != army.at:
            path.append(came[path[-1]])
        path.reverse()
        if len(path) > speed and player.spells["teleport"]:
            self.cast(player, "teleport")
            jump = min(3, len(path) - 1)
            army.at, path = path[jump - 1], path[jump:]
            self.arrive(player, army)
            speed -= 1
        if len(path) > speed and player.spells["light-feet"]:
            self.cast(player, "light-feet")
            speed += 1
        for cell in path[:speed]:
            if (self.tiles[cell].guards or self.rival_at(player, cell)) and army.storehouse:
                return
            army.at = cell
            self.turn_up(player, cell)
            if not self.arrive(player, army):
                return

    def aim(self, player: Player, army: Army, at: Cell) -> float:
        """What there is to gain on a tile, for an army that may have to fight for it."""
        tile = self.tiles[at]
        value = float(self.hidden_around(at))
        if tile.owner != player.seat and tile.is_mine:
            value += 5
        if (
            tile.landscape == "town"
            and tile.owner is None
            and len(player.towns) < self.towns_allowed
        ):
            value += 10
        value += 3 * tile.treasures
        rival = self.rival_at(player, at)
        if tile.guards or rival:
            troops = tile.guards or (rival[1].troops if rival else Counter())
            if army.storehouse or not self.try_out(player, army, troops).won:
                return 0.0
            value += sum(n * self.box.troops[name].points for name, n in troops.items())
        return value

    @property
    def towns_allowed(self) -> int:
        return self.box.supplies["owned-town"]

    def try_out(self, player: Player, army: Army, troops: Counter[str]) -> Fought:
        spells = Counter({name: player.spells[name] for name in _IN_BATTLE})
        return battle(self.box.troops, self.box.squares, army.troops, troops, (spells, Counter()))

    def arrive(self, player: Player, army: Army) -> bool:
        """Fight who stands on a tile, and take what lies there; whether the army goes on."""
        tile = self.tiles[army.at]
        rival = self.rival_at(player, army.at)
        tired = bool(tile.guards or rival)
        if tired and not self.fight(player, army, rival):
            return False
        if tile.guards or self.rival_at(player, army.at):
            return False
        for _ in range(tile.treasures):
            self.draw_treasure(player)
        tile.treasures = 0
        if tile.is_mine and tile.owner != player.seat:
            tile.owner = player.seat
            self.outcome.used["mines taken"] += 1
        if (
            tile.landscape == "town"
            and tile.owner is None
            and len(player.towns) < self.towns_allowed
        ):
            tile.owner = player.seat
            player.towns.append(Town(army.at))
            self.outcome.used["towns taken"] += 1
        return not tired

    def fight(self, player: Player, army: Army, rival: tuple[Player, Army] | None) -> bool:
        tile = self.tiles[army.at]
        troops = rival[1].troops if rival else tile.guards
        spells = tuple(
            Counter({name: who.spells[name] for name in _IN_BATTLE}) if who else Counter()
            for who in (player, rival[0] if rival else None)
        )
        fought = battle(
            self.box.troops,
            self.box.squares,
            army.troops,
            troops,
            (spells[0], spells[1]),
            (True, rival is not None),
        )
        self.outcome.used[
            "battles with neutral troops" if rival is None else "battles of players"
        ] += 1
        self.outcome.used["battles that nobody is able to end"] += fought.idle
        self.outcome.used["flights"] += fought.fled is not None
        for who, used in zip((player, rival[0] if rival else None), fought.spells, strict=True):
            for spell, times in used.items():
                for _ in range(times):
                    assert who is not None
                    self.cast(who, spell)
        lost = tuple(
            Counter(before) - Counter(after)
            for before, after in zip((army.troops, troops), fought.left, strict=True)
        )
        army.troops = Counter(fought.left[0])
        if fought.won:
            player.points += self.points(lost[1])
        elif rival and not fought.idle:
            rival[0].points += self.points(lost[0])
        if fought.fled == 0:
            self.disperse(player, army)
        if not army.troops and army in player.armies:
            player.armies.remove(army)
        if rival:
            rival[1].troops = Counter(fought.left[1])
            if fought.fled == 1:
                self.disperse(*rival)
            if not rival[1].troops and rival[1] in rival[0].armies:
                rival[0].armies.remove(rival[1])
        else:
            tile.guards = Counter(fought.left[1])
        return fought.won

    def disperse(self, player: Player, army: Army) -> None:
        player.dispersed.append((self.dice.randint(1, 3), army.troops))
        player.armies.remove(army)

    def points(self, troops: Counter[str]) -> int:
        return sum(n * self.box.troops[name].points for name, n in troops.items())

    # --- the end

    def score(self, player: Player) -> int:
        found = player.points
        for name in player.buildings:
            building = self.box.buildings[name]
            found += building.level
            if building.level == max(self.box.rows):
                found += building.figures[0]
                found += building.figures[1] * self._counted_by(player, name)
            elif name in ("statue", "theatre", "colosseum"):
                found += building.figures[0]
        return found

    def _counted_by(self, player: Player, wonder: str) -> int:
        if wonder == "ares":
            troops = [army.troops for army in player.armies] + [
                town.trained for town in player.towns
            ]
            return sum(sum(each.values()) for each in troops)
        return player.goods["stone" if wonder == "pyramids" else "gold"]

    def count_supplies(self) -> None:
        """Notes what the box has not enough of, with as few counters as can be."""
        for good in GOODS:
            self._counters(good, [player.goods[good] for player in self.players])
        for troop in self.box.troops:
            heaps = [army.troops[troop] for player in self.players for army in player.armies]
            heaps += [town.trained[troop] for player in self.players for town in player.towns]
            self._counters(troop, heaps)
        self._counters("points", [player.points for player in self.players])
        for player in self.players:
            mines = sum(tile.owner == player.seat and tile.is_mine for tile in self.tiles.values())
            self._at_most("owned-mine", mines)
            self._at_most("owned-town", len(player.towns))
            self._at_most("army", len(player.armies))
        castles = self.box.supplies["castle"] * len(self.players) // self.box.supplies["sets"]
        if sum(len(player.towns) for player in self.players) > castles:
            self.outcome.short["castle boards"] += 1

    def _counters(self, name: str, heaps: list[int]) -> None:
        share = len(self.players) if name in self.box.troops or name == "points" else 0
        ones, fives = self.box.supplies[f"{name}-1"], self.box.supplies[f"{name}-5"]
        if share:
            ones, fives = (n * share // self.box.supplies["sets"] for n in (ones, fives))
        laid = min(fives, sum(heap // 5 for heap in heaps))
        if sum(heaps) - 5 * laid > ones:
            self.outcome.short[f"counters of {name}"] += 1

    def _at_most(self, name: str, number: int) -> None:
        if number > self.box.supplies[name]:
            self.outcome.short[f"markers {name}"] += 1


def _piece(game: Game, name: str) -> Piece:
    return next(piece for piece in game.pieces if piece.id == name)


def _records(value: Value) -> list[Record]:
    assert isinstance(value, tuple)
    return [entry for entry in value if isinstance(entry, Record)]


def _number(record: Record, name: str) -> int:
    return int(str(record[name] or 0)) if name in record else 0


def _good(icon: Value) -> str:
    return str(icon).rpartition("-")[2]


@cache
def box() -> Box:
    """The pieces of the game, as its content has them."""
    game = game_of("el-mapa")
    castle, aid = _piece(game, "castle"), _piece(game, "aid")
    troops = {}
    for entry in _records(aid.back["troops"]):
        name = _good(entry["icon"])
        figures = ("life", "damage", "move", "map", "gold", "wood", "turns", "points")
        troops[name] = Troop(name, *(_number(entry, figure) for figure in figures))
    spells: dict[int, list[str]] = {}
    for piece in game.pieces:
        if piece.kind.id == "technology":
            spells.setdefault(_number(piece.front, "level"), []).extend([piece.id] * piece.copies)
    cards = [
        (
            piece.id,
            {str(each["good"]): _number(each, "amount") for each in _records(piece.front["goods"])},
        )
        for piece in game.pieces
        if piece.kind.id == "resource"
        for _ in range(piece.copies)
    ]
    counters = {piece.id: piece.copies for piece in game.pieces}
    armies = Counter(
        piece.id.rpartition("-")[2] for piece in game.pieces if piece.kind.id == "army"
    )
    colour = next(iter(armies))
    supplies = counters | {
        "sets": len(armies),
        "army": armies[colour],
        "owned-town": counters[f"owned-town-{colour}"],
        "owned-mine": counters[f"owned-mine-{colour}"],
    }
    return Box(
        game,
        troops,
        {
            piece.id: _building(game, piece)
            for piece in game.pieces
            if piece.kind.id == "building" and piece.copies and not piece.struck_out
        },
        {_number(row, "level"): _number(row, "places") for row in _records(castle.front["rows"])},
        tuple(
            (
                str(rate["given"]),
                _number(rate, "give"),
                str(rate["taken"]),
                _number(rate, "take"),
            )
            for rate in _records(castle.front["bank"])
        ),
        tuple(cards),
        {level: tuple(names) for level, names in spells.items()},
        _number(_piece(game, "battle-board").front, "squares"),
        supplies,
    )


def _building(game: Game, piece: Piece) -> Building:
    effect = piece.front["effect"]
    assert isinstance(effect, Text)
    words = effect.in_language(game.languages[0])
    figures = tuple(map(int, re.findall(r"\+(\d+)", words)))
    cost = {good: _number(piece.front, good) for good in GOODS}
    return Building(piece.id, _number(piece.front, "level"), cost, figures)


def _laid(dice: random.Random, players: int) -> tuple[dict[Cell, Tile], list[Cell]]:
    """The map of the set-up card, laid with the packs of so many players; the towns by seat."""
    piles: dict[str, list[Piece]] = {"1": [], "2": [], "3": []}
    homes = {}
    for piece in box().pack():
        landscape = str(piece.front["landscape"])
        level = str(piece.back["level"])
        start = {"town": "J", "wood_mine": "M", "stone_mine": "P"}.get(landscape)
        if level == "1" and start:
            homes[start] = piece
        else:
            piles[level] += [piece] * players
    for pile in piles.values():
        dice.shuffle(pile)
    tiles, towns, mixed = {}, {}, []
    rows = box().map_of(players)
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "x":
                mixed.append((column, row))
            elif mark in piles:
                tiles[column, row] = _tile(dice, piles[mark].pop())
            else:
                piece = homes.get(mark, homes["J"])
                tile = _tile(dice, piece)
                tile.guards, tile.up = Counter(), True
                tiles[column, row] = tile
                if mark in "ABCDEF":
                    towns["ABCDEF".index(mark)] = (column, row)
    rest = piles["1"] + piles["2"]
    dice.shuffle(rest)
    for cell in mixed:
        tiles[cell] = _tile(dice, rest.pop())
    for seat, town in towns.items():
        for cell in (town, *beside(town)):
            if cell in tiles and tiles[cell].up:
                tiles[cell].owner = seat
    return tiles, [towns[seat] for seat in range(players)]


def _tile(dice: random.Random, piece: Piece) -> Tile:
    contents = piece.front["contents"] or ()
    assert isinstance(contents, tuple)
    closed = str(piece.front["closed"] or "")
    if closed:
        closed = dice.choice(_SIDES)
    return Tile(
        str(piece.front["landscape"]),
        Counter(map(str, contents)),
        _number(piece.front, "treasures"),
        _number(piece.front, "spell"),
        closed,
    )


def _table(dice: random.Random, players: int, how: str) -> Table:
    tiles, homes = _laid(dice, players)
    found = box()
    outcome = Outcome(players)
    names = [f"built {name}" for name in found.buildings]
    names += [f"hired {name}" for name in found.troops]
    names += [f"spell {name}" for level in found.spells.values() for name in dict.fromkeys(level)]
    names += [f"card {name}" for name, _ in found.cards]
    names += ["tiles turned up", "mines taken", "towns taken", "trades with the bank"]
    names += ["battles with neutral troops", "battles of players", "flights"]
    names += ["battles that nobody is able to end"]
    outcome.used.update(dict.fromkeys(names, 0))
    seats = [
        Player(seat, Counter(gold=3), [Town(home, trained=Counter(levy=1))])
        for seat, home in enumerate(homes)
    ]
    decks = {level: list(names) for level, names in found.spells.items()}
    cards = list(found.cards)
    for pile in (*decks.values(), cards):
        dice.shuffle(pile)  # type: ignore[arg-type]
    return Table(found, dice, how, tiles, seats, outcome, decks, cards)


def _play(dice: random.Random, players: int, how: str) -> Outcome:
    table = _table(dice, players, how)
    outcome, order = table.outcome, table.players
    while outcome.turns < LONGEST[how] and not outcome.ended:
        outcome.turns += 1
        table.everyone()
        order = table.order(order)
        for player in order:
            table.turn(player)
        table.count_supplies()
        if table.all_up and not outcome.ended:
            outcome.ended = "last tile"
    if outcome.ended:
        scores = [table.score(player) for player in table.players]
        outcome.winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        outcome.used["points of the winner"] = max(scores)
        outcome.used["points of the last"] = min(scores)
    return outcome


def greedy(dice: random.Random, players: int) -> Outcome:
    """A game of players who build and march where the most is to gain for the cost or the way."""
    return _play(dice, players, "greedy")


def at_random(dice: random.Random, players: int) -> Outcome:
    """A game in which every choice is drawn from the legal ones."""
    return _play(dice, players, "random")


if __name__ == "__main__":
    command({"greedy": greedy, "random": at_random}, (2, 3, 4, 5, 6))
