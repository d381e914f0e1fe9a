"""Simulated games of Moving Kingdoms, with its pieces and cards as they are in the content.

    python -m tests.play.moving_kingdoms --times 1000 --seed 1 --players 2 --how greedy

The rules are those of the document, all against all, with the decisions of claims.yaml. What these
simple players leave alone:

- They change fields only to put a troop into the fullest field that has room for it.
- Greedy players look no farther than the end of their own turn.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from fustella.core.values.model import Text
from tests.play.choices import CardOutcome, told_of_cards
from tests.play.moving_kingdoms_board import (
    LEFT,
    NOBODY,
    RIGHT,
    Army,
    Building,
    City,
    Player,
    Table,
    battle,
    box,
    points,
    room,
)
from tests.play.moving_kingdoms_cards import Card, Deed, Option, decks
from tests.play.outcomes import command

OPENING = 10
"""Turns of each player in which the initial deck is drawn."""

LONGEST = {"greedy": 300, "random": 2000}
"""Turns of each player after which a game counts as one that does not end."""

Undo = Callable[[], None]


@dataclass
class Game:
    """A game that is being played."""

    dice: random.Random
    table: Table
    how: str
    outcome: CardOutcome
    draw: dict[str, list[Card]]
    discards: dict[str, list[Card]]

    def drawn(self, deck: str) -> Card:
        if not self.draw[deck]:
            self.draw[deck], self.discards[deck] = self.discards[deck], []
            self.dice.shuffle(self.draw[deck])
        card = self.draw[deck].pop()
        self.discards[deck].append(card)
        return card


# What is worth how much to a greedy player.


def worth(table: Table, player: Player) -> float:
    """What a player's cities are worth to a greedy player."""
    total = 0.0
    near = table.borders()
    for number, city in enumerate(player.cities):
        army = city.army
        strength = points(army)
        made, free = 0.0, 0.0
        for building in city.buildings:
            if building.kind == "barracks":
                made += box().attack[box().trains[building.level]]
            elif building.kind == "wheat":
                free += room(building)
        total += (9 if number < 2 else 4.5) + 0.9 * strength + 0.03 * strength**2 + 0.6 * city.bonus
        total += 1.3 * min(made, free * 1.6) + 0.25 * made + 0.35 * free + 0.4 * min(city.free, 4)
        total += 2.5 * city.has("hall") + (strength > 0) * city.has("port") * 1.5
        total += 0.5 * city.has("port") + 0.3 * city.has("station")
        others = [each for each in player.cities if each.side == city.side and each is not city]
        if city.has("moai") and any(not each.has("moai") for each in others):
            total += 0.6 + 0.15 * strength
        else:
            total -= 7.0 * _threatened(table, player, city, near)
    total += sum(0.7 + 0.4 * building.level for building in player.cemetery)
    if len({city.side for city in player.cities}) == 1:
        total -= 1
    return total


def _threatened(
    table: Table, player: Player, city: City, near: set[tuple[int, int, int, int]]
) -> bool:
    """Whether one army of a rival is strong enough to destroy a city."""
    defended = points(city.army) + walls(city)
    for rival in table.players:
        if rival is not player:
            for other in rival.cities:
                if points(other.army) + other.bonus > defended and (
                    (rival.seat, other.side, player.seat, city.side) in near
                    or (other.side != city.side and other.has("port"))
                ):
                    return True
    return False


def walls(city: City) -> int:
    return box().defence["castle"] + city.has("hall") * box().defence["hall"]


# Building, upgrading, moving, returning: each way is done, and can be taken back.


def ways(table: Table, player: Player, deed: Deed) -> Iterator[tuple[Callable[[], None], Undo]]:
    """Each way to do a deed once."""
    if deed.verb == "build" and deed.kind == "castle":
        for side in (LEFT, RIGHT):
            if table.left[box().hexagon["castle", 1]]:
                yield _found(table, player, side)
    elif deed.verb == "build":
        for city in player.cities:
            room_here = city.free or (deed.kind == "hall" and not city.has("hall"))
            if room_here and table.left[box().hexagon[deed.kind, deed.level]]:
                yield _build(table, city, Building(deed.kind, deed.level))
    elif deed.verb == "upgrade":
        for city in player.cities:
            for building in city.buildings:
                after = box().hexagon.get((building.kind, building.level + 1))
                here = box().hexagon[building.kind, building.level]
                if building.kind == deed.kind and after and (after == here or table.left[after]):
                    yield _upgrade(table, building)
    elif deed.verb == "move":
        for start in player.cities:
            for building in start.buildings:
                for end in player.cities:
                    if end is not start and _may_move(building, start, end):
                        yield _move(building, start, end)
    elif deed.verb == "revive":
        for building in player.cemetery:
            for city in player.cities:
                if city.free:
                    yield _revive(building, player, city)


def _may_move(building: Building, start: City, end: City) -> bool:
    if building.kind == "hall":
        left = [each for each in start.buildings if each is not building]
        kept = any(each.kind == "hall" for each in left)
        if len(left) > box().spaces["hall" if kept else "castle"]:
            return False
    return end.free > 0


def _found(table: Table, player: Player, side: int) -> tuple[Callable[[], None], Undo]:
    city = City(side)

    def do() -> None:
        table.take("castle", 1)
        player.cities.append(city)

    def undo() -> None:
        player.cities.remove(city)
        table.give("castle", 1)

    return do, undo


def _build(table: Table, city: City, building: Building) -> tuple[Callable[[], None], Undo]:
    def do() -> None:
        table.take(building.kind, building.level)
        city.buildings.append(building)

    def undo() -> None:
        city.buildings.pop()
        table.give(building.kind, building.level)

    return do, undo


def _upgrade(table: Table, building: Building) -> tuple[Callable[[], None], Undo]:
    def by(levels: int) -> Callable[[], None]:
        def change() -> None:
            table.give(building.kind, building.level)
            building.level += levels
            table.take(building.kind, building.level)

        return change

    return by(1), by(-1)


def _move(building: Building, start: City, end: City) -> tuple[Callable[[], None], Undo]:
    at = next(i for i, each in enumerate(start.buildings) if each is building)

    def do() -> None:
        del start.buildings[at]
        end.buildings.append(building)

    def undo() -> None:
        end.buildings.pop()
        start.buildings.insert(at, building)

    return do, undo


def _revive(building: Building, player: Player, city: City) -> tuple[Callable[[], None], Undo]:
    at = next(i for i, each in enumerate(player.cemetery) if each is building)

    def do() -> None:
        del player.cemetery[at]
        city.buildings.append(building)

    def undo() -> None:
        city.buildings.pop()
        player.cemetery.insert(at, building)

    return do, undo


# Attacks.


def attacks(game: Game, player: Player) -> list[tuple[City, Player, City]]:
    return [
        (city, rival, target)
        for city in player.cities
        if any(city.army)
        for rival, target in game.table.targets(player, city)
    ]


def gain(city: City, target: City) -> float:
    """What one attack is worth to a greedy player."""
    ours, theirs = city.army, target.army
    fought = battle(ours, theirs, city.bonus)
    won = points(theirs) - points(fought.defenders)
    lost = points(ours) - points(fought.attackers)
    if fought.rest > walls(target):
        return 12 + won - 0.8 * lost + 0.5 * len(target.buildings)
    if target.has("hall") and fought.rest >= box().defence["hall"]:
        return 3 + won - 0.8 * lost
    return won - 1.1 * lost - 0.01


def fight(game: Game, player: Player) -> bool:
    """All attacks of one action; whether a castle or a town hall fell."""
    fell = False
    for _ in range(40):
        found = attacks(game, player)
        if not found:
            break
        if game.how == "greedy":
            city, rival, target = max(found, key=lambda each: gain(each[0], each[2]))
            if gain(city, target) <= 0:
                break
        else:
            city, rival, target = game.dice.choice(found)
        fell |= _attack(game, city, rival, target)
        if game.how == "random" and game.dice.random() < 0.4:
            break
    return fell


def _attack(game: Game, city: City, rival: Player, target: City) -> bool:
    used, table = game.outcome.used, game.table
    used["attacks"] += 1
    fought = battle(city.army, target.army, city.bonus)
    whole = walls(target)
    for fighter, left in ((city, fought.attackers), (target, fought.defenders)):
        _supply(table, fighter.army, left)
        fighter.lose(left)
    if fought.rest > whole:
        used["cities destroyed"] += 1
        rival.cities.remove(target)
        table.give("castle", 1)
        _bury(game, rival, target.buildings)
        if not rival.cities:
            _bury(game, rival, [])
            for building in rival.cemetery:
                table.give(building.kind, building.level)
            rival.cemetery = []
        return True
    if target.has("hall") and fought.rest >= box().defence["hall"]:
        used["town halls destroyed"] += 1
        hall = next(each for each in target.buildings if each.kind == "hall")
        target.buildings = [each for each in target.buildings if each is not hall]
        table.give("hall", 1)
        if (over := -target.free) > 0:
            gone = sorted(target.buildings, key=lambda each: (any(each.troops), each.level))[:over]
            target.buildings = [b for b in target.buildings if all(b is not g for g in gone)]
            _bury(game, rival, gone)
        return True
    return False


def _supply(table: Table, had: Army, left: Army) -> None:
    for name, n, m in zip(("archer", "knight", "mage", "dragon"), had, left, strict=True):
        table.left[name] += n - m


def _bury(game: Game, player: Player, buildings: list[Building]) -> None:
    """Into the cemetery what is worth most, as long as there is room; the others are discarded."""
    for building in sorted(buildings, key=lambda each: -each.level):
        _supply(game.table, building.troops, NOBODY)
        building.troops = NOBODY
        if len(player.cemetery) < box().graves and building.kind != "tree":
            player.cemetery.append(building)
            game.outcome.used["buildings buried"] += 1
        else:
            game.table.give(building.kind, building.level)


# A turn.


def may(game: Game, player: Player, option: Option) -> bool:
    """Whether one deed at least of a possibility can be done."""
    return any(
        bool(attacks(game, player))
        if deed.verb == "attack"
        else any(True for kind in _kinds(deed) for _ in ways(game.table, player, kind))
        for deed in option.deeds
    )


def _kinds(deed: Deed) -> list[Deed]:
    if deed.verb == "upgrade" and deed.kind == "any":
        return [Deed(deed.verb, kind) for kind in ("barracks", "wheat")]
    return [deed]


def foreseen(game: Game, player: Player, option: Option) -> float:
    """What a possibility is worth to a greedy player; everything is taken back."""
    back: list[Undo] = []
    before = worth(game.table, player)
    more = 0.0
    for deed in option.deeds:
        if deed.verb == "attack":
            found = sorted((gain(c, t) for c, _, t in attacks(game, player)), reverse=True)
            more += sum(each for each in found[:1] if each > 0) + 0.5 * sum(
                each for each in found[1:3] if each > 0
            )
            continue
        for _ in range(deed.times):
            if best := _best(game, player, deed):
                best[0]()
                back.append(best[1])
    after = worth(game.table, player)
    for undo in reversed(back):
        undo()
    return after - before + more


def _best(game: Game, player: Player, deed: Deed) -> tuple[Callable[[], None], Undo] | None:
    """The way that leaves the greedy player with most, if it is better than nothing at all."""
    best, most = None, 0.0
    for kind in _kinds(deed):
        for do, undo in ways(game.table, player, kind):
            do()
            value = worth(game.table, player)
            undo()
            if best is None or value > most:
                best, most = (do, undo), value
    return best


def act(game: Game, player: Player, card: Card) -> bool:
    """One possibility of a card; whether a castle or a town hall fell."""
    open_to = [option for option in card.options if may(game, player, option)]
    game.outcome.offered.update(option.name for option in open_to)
    if not open_to:
        game.outcome.used["cards without effect"] += 1
        return False
    if game.how == "greedy":
        option = max(open_to, key=lambda each: foreseen(game, player, each))
    else:
        option = game.dice.choice(open_to)
    game.outcome.used[option.name] += 1
    fell = False
    for deed in option.deeds:
        if deed.verb == "attack":
            fell |= fight(game, player)
            continue
        for _ in range(deed.times):
            _do(game, player, deed)
    return fell


def _do(game: Game, player: Player, deed: Deed) -> bool:
    if game.how == "greedy":
        before = worth(game.table, player)
        if best := _best(game, player, deed):
            best[0]()
            if deed.verb == "move" and worth(game.table, player) <= before:
                best[1]()
                return False
            return True
    elif found := [way for kind in _kinds(deed) for way in ways(game.table, player, kind)]:
        game.dice.choice(found)[0]()
        return True
    return False


def train(game: Game, player: Player) -> None:
    for city in player.cities:
        made = sorted(
            (box().trains[b.level] for b in city.buildings if b.kind == "barracks"), reverse=True
        )
        for troop in made:
            name = ("archer", "knight", "mage", "dragon")[troop]
            if not game.table.left[name]:
                game.table.short[name] += 1
            elif city.train(troop):
                game.table.left[name] -= 1
                game.outcome.used[f"{name}s trained"] += 1


def last_move(game: Game, player: Player) -> None:
    """The move at the end of a turn: among one's cities, from the cemetery, or to a rival."""
    deeds = [Deed("revive", "any"), Deed("move", "any")]
    sent = _sent(game, player)
    if game.how == "greedy":
        if sent and game.dice.random() < 0.5:
            game.outcome.used["buildings sent to rivals"] += 1
            sent[0]()
            return
        for deed in deeds:
            if _do(game, player, deed):
                game.outcome.used[f"last phase: {deed.verb}"] += 1
                return
    else:
        for deed in game.dice.sample(deeds, 2):
            if game.dice.random() < 0.5 and _do(game, player, deed):
                game.outcome.used[f"last phase: {deed.verb}"] += 1
                return
        if sent:
            game.outcome.used["buildings sent to rivals"] += 1
            game.dice.choice(sent)()


def _sent(game: Game, player: Player) -> list[Callable[[], None]]:
    """Trees that may be sent from a city with a station to a rival's."""
    return [
        _move(building, city, other)[0]
        for city in player.cities
        if city.has("station")
        for building in city.buildings
        if building.kind == "tree"
        for rival in game.table.players
        if rival is not player
        for other in rival.cities
        if other.free
    ]


@cache
def _begins_without_card(players: int) -> bool:
    """Whether the set-up card lets who begins draw no card in the first turn."""
    card = next(piece for piece in box().game.pieces if piece.id == f"setup-{players}")
    teams = card.front["teams"]
    assert isinstance(teams, Text)
    return "does not draw" in teams.in_language("en").replace("*", "")


def _turn(game: Game, player: Player) -> None:
    deck = "initial" if game.outcome.turns <= OPENING else "advanced"
    first = game.outcome.turns == 1 and player is game.table.players[0]
    draws = not (first and _begins_without_card(len(game.table.players)))
    if draws and act(game, player, game.drawn(deck)):
        game.outcome.used["cards after attacks"] += 1
        act(game, player, game.drawn(deck))
    train(game, player)
    last_move(game, player)


def play(dice: random.Random, players: int, how: str) -> CardOutcome:
    table = Table(players)
    found = decks(box().game)
    for cards in found.values():
        dice.shuffle(cards)
    outcome = CardOutcome(players)
    for cards in decks(box().game).values():
        outcome.used.update({option.name: 0 for card in cards for option in card.options})
    game = Game(dice, table, how, outcome, found, {deck: [] for deck in found})
    while outcome.turns < LONGEST[how]:
        outcome.turns += 1
        for player in table.players:
            if not player.cities:
                continue
            _turn(game, player)
            left = [each.seat for each in table.players if each.cities]
            if len(left) == 1:
                outcome.ended, outcome.winners = "one is left", (left[0],)
                break
        if outcome.ended:
            break
    outcome.short = table.short
    return outcome


def greedy(dice: random.Random, players: int) -> CardOutcome:
    """A game of players who take what is worth most to them at once."""
    return play(dice, players, "greedy")


def at_random(dice: random.Random, players: int) -> CardOutcome:
    """A game in which every choice is drawn from those that the rules allow."""
    return play(dice, players, "random")


if __name__ == "__main__":
    command({"greedy": greedy, "random": at_random}, (2, 3, 4, 5, 6), told_of_cards)
