"""Simulated duels for the cities, with the decks and the cities as they are in the content.

What the document leaves open and is decided here as claims.yaml and the player aid say it:

- Set takes a character from the field to a city, and does not tap it (line 39).
- Being tapped forbids Movement, attacks and abilities; who is tapped defends all the same
  (lines 38, 51, 81).
- Those who join an attack tap, too (49, 53).
- Who garrisons a lost city and did not defend it goes back to the field, tapped (lines 51, 59).
- A conqueror with fewer than two cards discards what is there (23).
- The defender plays a Quick card first, then the attacker, one each; a Stratagem acts at once (51).
- Whose grimoire is empty loses the duel (10).
- On the first turn nobody draws (32).
- Damage stays until the end phase, so that a second fight in a turn finds it (44).

`READINGS` has the other ways to read the second of them, so that they can be compared.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from tests.play.choices import CardOutcome, told_of_cards
from tests.play.duel_cards import ATTACK, DEFEND, Card, read_decks
from tests.play.outcomes import command, game_of

READINGS = ("defends", "falls", "goes home")
"""What a tapped garrison does when it is attacked: it defends; it looks on and stays; it looks on
and goes back to its owner's field."""

NUMBERS = (2,)
LONGEST = 200  # turns of each; the grimoires run out long before
HAND = 7
WON = 1000.0


@cache
def decks_of(kind: str) -> dict[str, list[Card]]:
    return read_decks(game_of("city-duel"), kind)


@cache
def capitals() -> tuple[bool, ...]:
    """For each city card whether it is a capital."""
    return tuple(
        bool(piece.front["capital"])
        for piece in game_of("city-duel").pieces
        if piece.kind.id == "city"
        for _ in range(piece.copies)
    )


class Character:
    """A character in play. `city` is -1 in the field."""

    __slots__ = ("asleep", "card", "city", "damage", "extra_life", "extra_power", "owner", "tapped")

    def __init__(self, card: Card, owner: int) -> None:
        self.card, self.owner = card, owner
        self.city = -1
        self.tapped = self.asleep = False
        self.damage = self.extra_power = self.extra_life = 0

    def has(self, name: str) -> bool:
        return name in self.card.does


@dataclass
class City:
    capital: bool
    seen: bool = False
    owner: int | None = None
    here: tuple[list[Character], list[Character]] = field(default_factory=lambda: ([], []))
    works: list[tuple[int, Card]] = field(default_factory=list)

    def figure(self, side: int, name: str, when: str = "") -> int:
        """The sum of an effect's figures over the Works of one side."""
        return sum(
            int(card.does[name][-1])
            for owner, card in self.works
            if owner == side and name in card.does and (not when or card.does[name][0] == when)
        )

    def has(self, side: int, name: str) -> bool:
        return any(owner == side and name in card.does for owner, card in self.works)


@dataclass
class Fight:
    """Who fights for a city, and what Quick cards change of it."""

    city: City
    sides: dict[str, list[Character]]
    owner: dict[str, int]
    dust: set[str] = field(default_factory=set)
    charged: dict[int, int] = field(default_factory=dict)  # Range by the id of a character
    shots: Counter[str] = field(default_factory=Counter)
    hit: Counter[int] = field(default_factory=Counter)  # by a card, by the id of a character

    def lines(self, when: str) -> list[list[float]]:
        """Power, life, Range and index of each fighter of a side, and its life without help."""
        fighters, side, city = self.sides[when], self.owner[when], self.city
        other = DEFEND if when == ATTACK else ATTACK
        leaders = [
            (each, name, each.card.does[name])
            for each in fighters
            for name in ("others-power", "others-range")
            if name in each.card.does and each.card.does[name][0] == when
        ]
        power = city.figure(side, "here-power", when)
        life = city.figure(side, "here-life", when)
        far = city.figure(side, "here-range", when)
        archers = city.figure(side, "here-archers") if when == DEFEND else 0
        rows: list[list[float]] = []
        for index, each in enumerate(fighters):
            card, does = each.card, each.card.does
            row = [
                card.power + each.extra_power + power,
                card.life + each.extra_life + life - each.damage,
                card.range + far,
                index,
            ]
            if "power" in does and does["power"][1] == when:
                row[0] += int(does["power"][0])
            if "life" in does and does["life"][1] == when:
                row[1] += int(does["life"][0])
            if "range" in does and does["range"][1] in (when, when[:-1]):
                row[2] = max(row[2], int(does["range"][0]))
            for leader, name, (_, figure) in leaders:
                if leader is not each:
                    if name == "others-power":
                        row[0] += int(figure)
                    else:
                        row[2] = max(row[2], int(figure))
            row[2] = max(row[2], self.charged.get(id(each), 0))
            if self.dust and other in self.dust:
                row[2] = 0
            if row[2] >= 1:
                row[0] += archers
            rows.append([*row, row[1]])
        healer = self.healer(when)
        healed = [row for row in rows if healer is not None and fighters[int(row[3])] is not healer]
        if healer is not None and healed:
            best = max(healed, key=lambda row: row[0] + row[1])
            best[1] += int(healer.card.does["surgeon"][0])
        return rows

    def healer(self, when: str) -> Character | None:
        """Who of a side may be tapped so that another takes less damage."""
        here = self.city.here[self.owner[when]]
        return next((each for each in here if each.has("surgeon") and not each.tapped), None)

    def survivors(self) -> tuple[dict[Character, float], dict[Character, float]]:
        """Who of attackers and defenders lives, with the damage that each has taken."""
        rows = {when: self.lines(when) for when in (ATTACK, DEFEND)}
        screens = self.city.figure(self.owner[ATTACK], "screens")
        for when in (ATTACK, DEFEND):
            if self.shots[when]:
                strike(rows[when], self.shots[when])
            for row in rows[when]:
                row[1] -= self.hit[id(self.sides[when][int(row[3])])]
        alive = {when: [row for row in rows[when] if row[1] > 0] for when in rows}
        for reach in sorted({row[2] for when in alive for row in alive[when]}, reverse=True):
            pool = {when: sum(row[0] for row in alive[when] if row[2] == reach) for when in alive}
            if reach >= 1 and screens:
                pool[DEFEND] = max(0, pool[DEFEND] - screens * len(alive[ATTACK]))
            strike(alive[DEFEND], pool[ATTACK])
            strike(alive[ATTACK], pool[DEFEND])
            alive = {when: [row for row in alive[when] if row[1] > 0] for when in alive}
        left, there = (
            {self.sides[when][int(row[3])]: max(0, row[4] - row[1]) for row in alive[when]}
            for when in (ATTACK, DEFEND)
        )
        return left, there


def strike(rows: Sequence[list[float]], pool: float) -> None:
    """Damage where it kills most: the weakest first, what is left on the next."""
    for row in sorted(rows, key=lambda row: (row[1], -row[0])):
        if pool <= 0:
            return
        dealt = min(pool, row[1])
        row[1] -= dealt
        pool -= dealt


class Duel:
    def __init__(
        self, dice: random.Random, decks: Sequence[Sequence[Card]], greedy: bool, reading: str
    ) -> None:
        self.dice, self.greedy, self.reading = dice, greedy, reading
        self.cities = [City(capital) for capital in dice.sample(capitals(), len(capitals()))]
        self.grimoire = [dice.sample(deck, len(deck)) for deck in decks]
        self.hand: list[list[Card]] = [[], []]
        self.field: list[list[Character]] = [[], []]
        self.grave: list[list[Card]] = [[], []]
        self.outcome = CardOutcome(2)
        self.winner: int | None = None
        self.truce = -1
        for deck in decks:
            self.outcome.used.update({card.id: 0 for card in deck})
        for side in (0, 1):
            self.draw(side, HAND)
        self.outcome.used.update(
            {"attacks": 0, "fights": 0, "occupations": 0, "repulses": 0, "stalemates": 0}
        )
        self.outcome.used.update({"annihilations": 0, "conquered undefended": 0})

    # --- cards

    def draw(self, side: int, times: int = 1) -> None:
        for _ in range(times):
            if self.grimoire[side] and self.winner is None:
                card = self.grimoire[side].pop()
                self.hand[side].append(card)
                self.outcome.offered[card.id] += 1
                if not self.grimoire[side]:
                    self.win(1 - side, "grimoire run out")

    def win(self, side: int, how: str) -> None:
        if self.winner is None:
            self.winner = side
            self.outcome.ended, self.outcome.winners = how, (side,)

    def discard(self, side: int, number: int) -> None:
        """Of one's own choice: what is worth least."""
        hand = self.hand[side]
        for _ in range(min(number, len(hand))):
            card = min(hand, key=self.keeps) if self.greedy else self.dice.choice(hand)
            hand.remove(card)
            self.grave[side].append(card)

    def keeps(self, card: Card) -> float:
        return card.worth if card.type == "character" else 4.5 if card.quick else 3.5

    def use(self, side: int, card: Card) -> None:
        self.hand[side].remove(card)
        self.outcome.used[card.id] += 1

    # --- the board

    def place(self, each: Character, city: int) -> None:
        """Puts a character into a city, or into the field (-1)."""
        side = each.owner
        if each.city < 0:
            if each in self.field[side]:
                self.field[side].remove(each)
        else:
            self.cities[each.city].here[side].remove(each)
        left, each.city = each.city, city
        (self.field[side] if city < 0 else self.cities[city].here[side]).append(each)
        if city >= 0 and self.cities[city].has(1 - side, "chain"):
            each.tapped = True
        self.abandoned(left)

    def abandoned(self, city: int) -> None:
        """A city that nobody garrisons belongs to nobody (line 81)."""
        if city >= 0:
            place = self.cities[city]
            if place.owner is not None and not place.here[place.owner]:
                place.owner = None

    def die(self, each: Character) -> None:
        self.cities[each.city].here[each.owner].remove(each)
        self.grave[each.owner].append(each.card)

    def held(self, side: int) -> int:
        return sum(city.owner == side for city in self.cities)

    def progress(self, side: int) -> float:
        """What the cities of a side are worth."""
        return self.worth_of([city.owner == side for city in self.cities])

    def worth_of(self, mine: Sequence[bool]) -> float:
        capital = any(
            own and city.capital and city.seen for own, city in zip(mine, self.cities, strict=True)
        )
        number = sum(mine)
        if capital and number >= 3:
            return WON
        return 4.0 * number + (4.0 if capital else 0.0) + (3.0 if capital and number == 2 else 0.0)

    def share_worth(self, city: City) -> float:
        return 7.0 if city.capital and city.seen else 4.0 if city.seen else 5.0

    def in_play(self, side: int) -> list[Character]:
        return [each for city in self.cities for each in city.here[side]] + self.field[side]

    def defenders(self, city: City, side: int) -> list[Character]:
        return [
            each
            for each in city.here[side]
            if not (each.has("reckless") or each.has("engine"))
            and (not each.tapped or self.reading == "defends" or each.has("watchful"))
        ]

    # --- a turn

    def turn(self, side: int, first: bool) -> None:
        for each in self.in_play(side):
            each.tapped, each.asleep = each.tapped and each.asleep, False
        if not first:
            stores = sum(city.owner == side and city.has(side, "stores") for city in self.cities)
            self.draw(side, 1 + min(stores, max(0, len(self.grimoire[side]) - 1)))
        if self.winner is not None:
            return
        self.open(side)
        self.abilities(side)
        (self.act if self.greedy else self.act_at_random)(side)
        if self.winner is not None:
            return
        for one in (0, 1):
            for each in self.in_play(one):
                each.damage = each.extra_life = each.extra_power = 0
        for city in self.cities:
            if city.has(side, "camp"):
                tapped = [each for each in city.here[side] if each.tapped]
                if tapped:
                    max(tapped, key=lambda each: each.card.worth).tapped = False
        keep = max(
            [HAND]
            + [
                int(card.does["granary"][0])
                for city in self.cities
                for owner, card in city.works
                if city.owner == side == owner and "granary" in card.does
            ]
        )
        self.discard(side, len(self.hand[side]) - keep)

    def open(self, side: int) -> None:
        """The opening phase: one card into play; it is set on a city in the main phase."""
        hand = self.hand[side]
        if not hand:
            return
        choices = list(dict.fromkeys(hand))
        if self.greedy:
            worths = {card: self.opening_worth(side, card) for card in choices}
            card = max(choices, key=lambda card: worths[card])
            if worths[card] <= 0:
                return
        else:
            choices = [card for card in choices if card.type != "stratagem" or not card.quick]
            if not choices:
                return
            card = self.dice.choice(choices)
        self.use(side, card)
        if card.type == "character":
            each = Character(card, side)
            self.field[side].append(each)
            self.enters(side, card)
        elif card.type == "work":
            self.set_work(side, card)
        else:
            self.stratagem(side, card)

    def enters(self, side: int, card: Card) -> None:
        if "spy" in card.does and self.hand[1 - side]:
            lost = max(self.hand[1 - side], key=self.keeps)
            self.hand[1 - side].remove(lost)
            self.grave[1 - side].append(lost)
        if "seeker" in card.does:
            works = [each for each in self.grimoire[side][1:] if each.type == "work"]
            if works:
                found = self.dice.choice(works)
                self.grimoire[side].remove(found)
                self.hand[side].append(found)
                self.outcome.offered[found.id] += 1
                self.dice.shuffle(self.grimoire[side])
        if "archivist" in card.does:
            self.recycle(side, int(card.does["archivist"][0]))

    def recycle(self, side: int, number: int) -> None:
        back = sorted(self.grave[side], key=self.keeps)[-number:]
        for card in back:
            self.grave[side].remove(card)
        self.grimoire[side] += back
        self.dice.shuffle(self.grimoire[side])

    def stratagem(self, side: int, card: Card) -> None:
        self.grave[side].append(card)
        if "council" in card.does:
            self.draw(side, int(card.does["council"][0]))
        if "booty" in card.does:
            self.draw(side, min(self.held(side), int(card.does["booty"][0])))
        if "chart" in card.does:
            self.recycle(side, int(card.does["chart"][0]))
        if "truce" in card.does:
            self.truce = side

    def opening_worth(self, side: int, card: Card) -> float:
        """What it is worth to bring this card into play now."""
        spare = len(self.grimoire[side]) > 8
        if card.type == "work":
            return max(self.work_worth(side, card, city) for city in self.cities)
        if card.type == "stratagem":
            if card.quick:
                return -1
            if "council" in card.does:
                return 1.6 * int(card.does["council"][0]) * spare * (len(self.hand[side]) < 6)
            if "booty" in card.does:
                return (
                    1.6
                    * min(self.held(side), int(card.does["booty"][0]))
                    * spare
                    * (len(self.hand[side]) < 6)
                )
            if "chart" in card.does:
                return 0.3 * min(len(self.grave[side]), 5) + 6 * (not spare)
            return 6.0 if self.progress(1 - side) >= 11 else 0.5
        each = Character(card, side)
        worth = max(self.set_worth(side, each, at) for at in range(len(self.cities)))
        if "spy" in card.does:
            worth += 3 if self.hand[1 - side] else 0
        if "seeker" in card.does:
            worth += 1.5
        if "archivist" in card.does:
            worth += 0.2 * min(len(self.grave[side]), 5)
        return worth + 0.5 * card.worth - (1.5 if card.quick else 0)

    def work_worth(self, side: int, card: Card, city: City) -> float:
        """What a Works card does for this city, about as many points as a character's."""
        here, rivals = city.here[side], city.here[1 - side]
        own, worth = city.owner == side, 0.0
        if not here:
            return -1
        for name, figures in card.does.items():
            many = len(here) + 1
            if name in ("here-power", "here-life", "here-range"):
                fits = own if figures[0] == DEFEND else not own
                worth += 1.3 * int(figures[1]) * many * (1 if fits else 0.15)
            elif name == "here-archers":
                worth += (
                    1.3 * int(figures[0]) * (sum(each.card.range > 0 for each in here) + 0.5) * own
                )
            elif name == "toll":
                worth += 2.5 * int(figures[0]) * own * (len(self.hand[1 - side]) < 6)
            elif name in ("camp", "lookouts"):
                worth += (2.0 + len(here)) if own else 0.5
            elif name == "screens":
                worth += 1.2 * sum(each.card.range > 0 for each in rivals) * (not own)
            elif name == "chain":
                worth += 2.5 * own
            elif name == "stores":
                worth += 6.0 * own * (len(self.grimoire[side]) > 14)
            elif name in ("road-to", "road-from"):
                worth += 0.8 * len(here)
            elif name == "granary":
                worth += 0.3 * own
        worth *= 1.4 if city.capital and city.seen else 1
        if any(each.has("mason") for each in here):
            worth += 1.5
        return worth

    def set_work(self, side: int, card: Card) -> None:
        if self.greedy:
            city = max(self.cities, key=lambda city: self.work_worth(side, card, city))
        else:
            city = self.dice.choice(self.cities)
        city.works.append((side, card))
        if any(each.has("mason") for each in city.here[side]):
            self.draw(side)

    def balance(self, city: City, side: int, more: float = 0) -> float:
        mine = sum(each.card.worth for each in city.here[side]) + more
        rival = sum(each.card.worth for each in city.here[1 - side])
        return self.share_worth(city) * (mine + 0.5) / (mine + rival + 2)

    def set_worth(self, side: int, each: Character, at: int) -> float:
        """What it is worth to have this character in a city: to attack at once, and to stay."""
        city = self.cities[at]
        worth = self.balance(city, side, each.card.worth) - self.balance(city, side)
        if city.owner != side and not each.tapped and not self.barred(side):
            before = self.best_attack(side, at)[0]
            city.here[side].append(each)
            after = self.best_attack(side, at)[0]
            city.here[side].pop()
            worth += max(0.0, after) - max(0.0, before)
        return worth

    # --- attacks

    def barred(self, side: int) -> bool:
        return self.truce >= 0

    def ready(self, side: int, at: int) -> list[Character]:
        return [each for each in self.cities[at].here[side] if not each.tapped]

    def best_attack(self, side: int, at: int) -> tuple[float, list[Character]]:
        """The best group to attack a city with, and what that is worth, without Quick cards."""
        city = self.cities[at]
        if city.owner == side:
            return (0.0, [])
        ready = sorted(self.ready(side, at), key=lambda each: -each.card.worth)
        toll = city.figure(1 - side, "toll")
        if not ready or toll > len(self.hand[side]):
            return (0.0, [])
        best: tuple[float, list[Character]] = (0.0, [])
        defenders = self.defenders(city, 1 - side)
        groups = (
            [ready[:number] for number in range(1, len(ready) + 1)] if defenders else [[ready[-1]]]
        )
        for group in groups:
            worth = self.attack_worth(side, city, group, defenders) - 1.3 * toll
            if worth > best[0]:
                best = worth, group
        return best

    def attack_worth(
        self, side: int, city: City, group: list[Character], defenders: list[Character]
    ) -> float:
        fight = Fight(city, {ATTACK: group, DEFEND: defenders}, {ATTACK: side, DEFEND: 1 - side})
        return self.fight_worth(side, fight)

    def fight_worth(self, side: int, fight: Fight) -> float:
        """What the end of a fight is worth to the attacker: cities, cards in hand, characters."""
        left, there = fight.survivors()
        city = fight.city
        worth = sum(each.card.worth for each in fight.sides[DEFEND] if each not in there)
        worth -= sum(each.card.worth for each in fight.sides[ATTACK] if each not in left)
        mine = [each.owner == side for each in self.cities]
        his = [each.owner == 1 - side for each in self.cities]
        before = self.worth_of(mine) - self.worth_of(his)
        index = self.cities.index(city)
        if left and not there:
            mine[index], his[index] = True, False
            if self.reading != "falls":
                worth += 1.0 * sum(
                    each.card.worth
                    for each in city.here[1 - side]
                    if each not in fight.sides[DEFEND]
                )
            worth -= 2.0 * min(
                self.price(side, city, list(left), not fight.sides[DEFEND]), len(self.hand[side])
            )
            worth += 1.0 if not city.seen else 0.0
        elif not there and len(city.here[1 - side]) == len(fight.sides[DEFEND]):
            his[index] = False
        after = self.worth_of(mine) - self.worth_of(his)
        return worth + after - before

    def price(self, side: int, city: City, group: Sequence[Character], undefended: bool) -> int:
        """How many cards the conqueror discards."""
        less = (
            any(each.has("local-discount") for each in city.here[side])
            or (undefended and any(each.has("raid-discount") for each in group))
            or any(
                each.has("garrison-discount")
                and not (each.tapped and "untapped" in each.card.does["garrison-discount"])
                for place in self.cities
                if place.owner == side
                for each in place.here[side]
            )
        )
        return 1 if less else 2

    def attack(self, side: int, at: int, group: list[Character]) -> None:
        city, rival = self.cities[at], 1 - side
        self.outcome.used["attacks"] += 1
        self.discard(side, city.figure(rival, "toll"))
        for each in group:
            each.tapped = True
        city.seen = True
        if any(each.has("sapper") for each in group):
            self.wreck(city, rival)
        for owner, card in list(city.works):
            if owner == rival and "lookouts" in card.does:
                self.rush(rival, at, "untapped" in card.does["lookouts"])
        fight = Fight(
            city,
            {ATTACK: list(group), DEFEND: self.defenders(city, rival)},
            {ATTACK: side, DEFEND: rival},
        )
        if self.greedy and fight.sides[DEFEND]:
            # to stay out saves the garrison, and gives the city away
            stand = self.fight_worth(side, fight)
            gone = Fight(city, {ATTACK: list(group), DEFEND: []}, fight.owner)
            if (
                self.reading != "falls"
                and self.fight_worth(side, gone) < stand - 0.5
                and not self.quick(DEFEND, fight, try_only=True)
            ):
                fight.sides[DEFEND] = []
        answered = self.quick(DEFEND, fight)
        if fight.sides[DEFEND] or answered:
            self.quick(ATTACK, fight)
        attackers, defenders = fight.sides[ATTACK], fight.sides[DEFEND]
        if not attackers:
            self.outcome.used["repulses"] += 1
            return
        left, there = fight.survivors()
        if not defenders:
            for each in attackers:
                if each not in left:
                    self.die(each)
            if left:
                self.outcome.used["conquered undefended"] += 1
                self.conquer(side, at, list(left), True)
            else:
                self.outcome.used["repulses"] += 1
            return
        self.outcome.used["fights"] += 1
        for when, alive in ((ATTACK, left), (DEFEND, there)):
            healer = fight.healer(when)
            if healer is not None and any(each is not healer for each in fight.sides[when]):
                healer.tapped = True
            for each in fight.sides[when]:
                each.asleep = each.asleep or each.has("slow")
                each.damage += int(alive.get(each, 0))
                if each not in alive:
                    self.die(each)
        if left and not there:
            self.outcome.used["occupations"] += 1
            self.conquer(side, at, list(left), False)
        elif there and not left:
            self.outcome.used["repulses"] += 1
        elif there:
            self.outcome.used["stalemates"] += 1
        else:
            self.outcome.used["annihilations"] += 1
        self.abandoned(at)

    def conquer(self, side: int, at: int, group: Sequence[Character], undefended: bool) -> None:
        city, rival = self.cities[at], 1 - side
        self.discard(side, self.price(side, city, group, undefended))
        city.owner = side
        if self.reading != "falls":
            for each in list(city.here[rival]):
                self.place(each, -1)
                each.tapped = each.tapped or self.reading == "defends"
        for owner, card in city.works:
            if owner == rival:
                self.grave[rival].append(card)
        city.works = [(owner, card) for owner, card in city.works if owner == side]
        if self.worth_of([each.owner == side for each in self.cities]) >= WON:
            self.win(side, "cities")

    def wreck(self, city: City, rival: int) -> None:
        theirs = [work for work in city.works if work[0] == rival]
        if theirs:
            work = self.dice.choice(theirs)
            city.works.remove(work)
            self.grave[rival].append(work[1])

    def rush(self, side: int, at: int, untapped: bool) -> None:
        spare = [
            each
            for place in self.cities
            if place is not self.cities[at]
            for each in place.here[side]
            if not (untapped and each.tapped) and (place.owner != side or len(place.here[side]) > 1)
        ]
        if spare:
            self.place(max(spare, key=lambda each: each.card.worth), at)

    def quick(self, when: str, fight: Fight, try_only: bool = False) -> str:
        """Play a Quick card of the hand if it helps. Gives the name of what it does."""
        side = fight.owner[when]
        sign = 1 if when == ATTACK else -1
        cards = [card for card in dict.fromkeys(self.hand[side]) if card.quick]
        if not cards:
            return ""
        if not self.greedy:
            card = self.dice.choice(cards)
            if try_only or self.dice.random() < 0.5:
                return ""
            return self.play_quick(card, when, fight)
        attacker = fight.owner[ATTACK]
        before = self.fight_worth(attacker, fight)
        best, chosen = 1.5, None
        for card in cards:
            tried = Fight(
                fight.city,
                {each: list(fight.sides[each]) for each in fight.sides},
                fight.owner,
                set(fight.dust),
                dict(fight.charged),
                Counter(fight.shots),
                Counter(fight.hit),
            )
            undo = self.apply(card, when, tried, real=False)
            worth = (
                sign * (self.fight_worth(attacker, tried) - before)
                if tried.sides[ATTACK]
                else -sign * before
            )
            for each, power, life in undo:
                each.extra_power -= power
                each.extra_life -= life
            if card.type == "character":
                worth -= 1.0
            if worth > best:
                best, chosen = worth, card
        if chosen is None:
            return ""
        if try_only:
            return chosen.id
        return self.play_quick(chosen, when, fight)

    def play_quick(self, card: Card, when: str, fight: Fight) -> str:
        side = fight.owner[when]
        self.use(side, card)
        if card.type != "character":
            self.grave[side].append(card)
        self.apply(card, when, fight, real=True)
        return card.id

    def apply(
        self, card: Card, when: str, fight: Fight, real: bool
    ) -> list[tuple[Character, int, int]]:
        """Does what a Quick card does to a fight. Gives who was made stronger, and by how much."""
        side = fight.owner[when]
        other = DEFEND if when == ATTACK else ATTACK
        mine, theirs = fight.sides[when], fight.sides[other]
        changed = []
        if card.type == "character":
            each = Character(card, side)
            each.city = self.cities.index(fight.city)
            if real:
                fight.city.here[side].append(each)
                self.enters(side, card)
                each.tapped = when == ATTACK
            mine.append(each)
        does = card.does
        if "portcullis" in does and when == DEFEND and theirs:
            theirs.remove(max(theirs, key=lambda each: each.card.worth))
        if "arrows" in does:
            fight.hit.update({id(each): int(does["arrows"][0]) for each in theirs})
        if "shot" in does and when == ATTACK:
            fight.shots[other] += int(does["shot"][0])
        if "dust" in does:
            fight.dust.add(when)
        if "charge" in does and mine:
            best = max(mine, key=lambda each: (-each.card.range, each.card.power))
            best.extra_power += int(does["charge"][0])
            fight.charged[id(best)] = int(does["charge"][1])
            changed.append((best, int(does["charge"][0]), 0))
        if "blow" in does and mine:
            best = max(mine, key=lambda each: (each.card.range, each.card.life))
            best.extra_power += int(does["blow"][0])
            changed.append((best, int(does["blow"][0]), 0))
        if "guard" in does and mine:
            best = max(mine, key=lambda each: each.card.worth)
            best.extra_life += int(does["guard"][0])
            changed.append((best, 0, int(does["guard"][0])))
        if "countermine" in does and real:
            self.wreck(fight.city, fight.owner[other])
        if "retreat" in does and mine:
            best = max(mine, key=lambda each: each.card.worth)
            mine.remove(best)
            if real:
                best.tapped = False
                here = self.cities.index(fight.city)
                self.place(
                    best, self.dice.choice([at for at in range(len(self.cities)) if at != here])
                )
        return changed

    # --- the main phase

    def abilities(self, side: int) -> None:
        for city in self.cities:
            for each in city.here[side]:
                tapped = [one for one in city.here[side] if one.tapped]
                if each.has("drummer") and not each.tapped and tapped:
                    max(tapped, key=lambda one: one.card.worth).tapped = False
                    each.tapped = True

    def act(self, side: int) -> None:
        """Sets what is in the field, moves who rides, attacks while it pays, moves the others."""
        cities = range(len(self.cities))
        for each in sorted(self.field[side], key=lambda each: -each.card.worth):
            self.place(each, max(cities, key=lambda at: self.set_worth(side, each, at)))
        self.move(side, riders=True)
        while self.winner is None and not self.barred(side):
            worth, at = max((self.best_attack(side, at)[0], at) for at in cities)
            if worth <= 0.5:
                break
            self.attack(side, at, self.best_attack(side, at)[1])
            self.abilities(side)
            self.move(side, riders=True)
        if self.winner is None:
            self.move(side, riders=False)

    def moves(self, side: int) -> Iterator[tuple[Character, int, bool]]:
        """Who may use Movement, to where, and whether that taps."""
        for at, city in enumerate(self.cities):
            for each in city.here[side]:
                if each.tapped or each.has("still") or each.has("engine"):
                    continue
                for to, goal in enumerate(self.cities):
                    if to != at:
                        free = (
                            each.has("rider")
                            or (each.has("rides-to-capital") and goal.capital and goal.seen)
                            or city.has(side, "road-from")
                            or goal.has(side, "road-to")
                        )
                        yield each, to, not free

    def move(self, side: int, riders: bool) -> None:
        done: set[int] = set()
        for _ in range(4):
            best, chosen = 0.6, None
            for each, to, taps in self.moves(side):
                city = self.cities[each.city]
                if id(each) in done or (riders and taps):
                    continue
                if city.owner == side and len(city.here[side]) == 1:
                    continue
                worth = self.balance(city, side, -each.card.worth) - self.balance(city, side)
                tapped, each.tapped = each.tapped, taps or self.cities[to].has(1 - side, "chain")
                worth += self.set_worth(side, each, to)
                each.tapped = tapped
                if worth > best:
                    best, chosen = worth, (each, to, taps)
            if chosen is None:
                return
            each, to, taps = chosen
            done.add(id(each))
            followers = self.cities[each.city].here[side] if each.has("courier") else []
            self.place(each, to)
            each.tapped = each.tapped or taps
            spare = [one for one in followers if not one.tapped and one is not each]
            if len(spare) > 1:
                self.place(max(spare, key=lambda one: one.card.worth), to)

    def act_at_random(self, side: int) -> None:
        dice = self.dice
        for each in list(self.field[side]):
            self.place(each, dice.randrange(len(self.cities)))
        for _ in range(dice.randrange(4)):
            moves = list(self.moves(side))
            attacks = [
                at
                for at, city in enumerate(self.cities)
                if city.owner != side
                and self.ready(side, at)
                and city.figure(1 - side, "toll") <= len(self.hand[side])
            ]
            if attacks and not self.barred(side) and dice.random() < 0.7:
                at = dice.choice(attacks)
                ready = self.ready(side, at)
                self.attack(side, at, dice.sample(ready, dice.randint(1, len(ready))))
            elif moves:
                each, to, taps = dice.choice(moves)
                self.place(each, to)
                each.tapped = each.tapped or taps
            if self.winner is not None:
                return

    def play(self) -> CardOutcome:
        for number in range(LONGEST):
            for side in (0, 1):
                if self.truce == side:
                    self.truce = -1
                self.turn(side, number == 0)
                self.outcome.turns = number + 1
                if self.winner is not None:
                    return self.outcome
        return self.outcome


def duel(
    dice: random.Random, greedy: bool, reading: str = READINGS[0], change: int = 0
) -> CardOutcome:
    """A duel of both starter decks; who has which is drawn.

    `change` cards of each come from its side deck.
    """
    names = dice.sample(sorted(decks_of("card")), 2)
    decks = []
    for name in names:
        deck = list(decks_of("card")[name])
        side = dice.sample(decks_of("side-card")[name], change)
        for place, card in zip(dice.sample(range(len(deck)), change), side, strict=True):
            deck[place] = card
        decks.append(deck)
    outcome = Duel(dice, decks, greedy, reading).play()
    outcome.winning = tuple(names[seat] for seat in outcome.winners)
    outcome.sides = tuple(names)
    return outcome


PLAYS = {
    "greedy": lambda dice, players: duel(dice, True),
    "random": lambda dice, players: duel(dice, False),
    "greedy with side decks": lambda dice, players: duel(dice, True, change=5),
    "greedy, a tapped garrison looks on and stays": lambda dice, players: duel(dice, True, "falls"),
    "greedy, a tapped garrison goes home": lambda dice, players: duel(dice, True, "goes home"),
}

if __name__ == "__main__":
    command(PLAYS, NUMBERS, told_of_cards)
