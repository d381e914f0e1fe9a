// The state of a table is one plain value, and all that happens is an event: state = apply(state, event).
// A state is never changed, so that undo, replay and sharing are the same thing. Lengths are millimetres
// from the middle of the table, turns are degrees clockwise.
//
// A copy of a piece is a number, its id, from 0. In a pile or a hand it is written as id + 1 if its front
// is seen, and as -(id + 1) if it lies face down. Lists run from the bottom to the top.

const MOST_PLAYERS = 20;
const MOST_PIECES = 20000;
const MOST_THINGS = 500;
const MOST_DICE = 50;
const MOST_LETTERS = 2000;
const SUPPLY = "supply", BAG = "bag";

class Unfit extends Error {}  // an event that cannot be: it names what is not there

const idOf = (copy) => Math.abs(copy) - 1;
const isUp = (copy) => copy > 0;
const faced = (copy, up) => (up === undefined ? copy : up ? Math.abs(copy) : -Math.abs(copy));
const designOf = (state, copy) => {
  const id = idOf(copy);
  return id < state.first.length ? state.first[id] : state.made[id - state.first.length];
};
const isHand = (key) => key.startsWith("h");
const handKey = (seat) => `h${seat}`;

function must(holds, what) {
  if (!holds) throw new Unfit(what);
}

const isNumber = (value) => Number.isFinite(value) && Math.abs(value) < 1e8;
const isCount = (value, most = MOST_PIECES) => Number.isInteger(value) && value > 0 && value <= most;
const isText = (value) => typeof value === "string" && value.length <= MOST_LETTERS;
const isPlace = (value) => Array.isArray(value) && value.length === 3 && value.every(isNumber);
const isSeat = (state, value) => Number.isInteger(value) && value >= 0 && value < state.names.length;
const own = (record, key) => typeof key === "string" && Object.hasOwn(record, key);

/** The state in which a game begins, with the set-up for its players. `box` is what lies in the box. */
function started(event, box = given.box) {
  const { players, seed } = event;
  must(Array.isArray(players) && isCount(players.length, MOST_PLAYERS), "players");
  must(players.every(isText) && isText(seed), "players");
  const count = given.players.length ? players.length : 0;
  const setup = box.setup ?? (own(box.setups, String(count)) && box.setups[count]);
  must(setup, "players");
  const draft = {
    names: [...players], seat: 0, round: 0, had: [], acted: false, random: seeded(seed), piles: {}, things: {},
    hands: players.map(() => []), first: box.first, made: [], number: 0, top: 0, rolled: [],
  };
  const laid = box.begins.map(() => 0), decks = [];
  for (const pile of setup) {
    const copies = [];
    for (const [design, number] of pile.of) {
      for (let copy = 0; copy < number; copy += 1) {
        copies.push((box.begins[design] + laid[design] + 1) * (pile.up ? 1 : -1));
        laid[design] += 1;
      }
    }
    copies.reverse();
    const { x, y, turn, form, name, fixed, aside } = pile;
    const key = addPile(draft, { x, y, turn, form, name, fixed, aside, copies });
    if (pile.spots || pile.shared) decks.push([key, pile]);
  }
  layMap(draft, decks);
  return draft;
}

/** Shuffles decks of tiles and lays them on their spots, turned as they come; shared spots take from all. */
function layMap(draft, decks) {
  const lay = (key, [x, y]) => {
    const [copy] = taken(draft, { from: key, count: 1 });
    addPile(draft, { x, y, turn: 90 * below(draft, 4), aside: false, copies: [copy] });
  };
  for (const [key] of decks) put(draft, key, shuffled(draft, draft.piles[key].copies));
  for (const [key, { spots = [] }] of decks) {
    for (const spot of spots) if (own(draft.piles, key)) lay(key, spot);
  }
  const sharing = decks.filter(([, pile]) => pile.shared);
  for (const spot of sharing[0]?.[1].shared ?? []) {
    const left = sharing.flatMap(([key]) => Array(own(draft.piles, key) ? draft.piles[key].copies.length : 0).fill(key));
    if (left.length) lay(left[below(draft, left.length)], spot);
  }
}

function addPile(draft, pile) {
  const key = `p${draft.number}`;
  draft.number += 1;
  draft.top += 1;
  draft.piles[key] = { form: "pile", name: "", fixed: false, ...pile, z: draft.top };
  return key;
}

/** The copies in a pile or a hand. */
function copiesIn(state, key) {
  must(typeof key === "string", "place");
  if (isHand(key)) {
    const seat = Number(key.slice(1));
    must(isSeat(state, seat) && key === handKey(seat), key);
    return state.hands[seat];
  }
  must(own(state.piles, key), key);
  return state.piles[key].copies;
}

function put(draft, key, copies) {
  if (isHand(key)) draft.hands = draft.hands.map((hand, seat) => (handKey(seat) === key ? copies : hand));
  else if (copies.length) draft.piles[key] = { ...draft.piles[key], copies };
  else delete draft.piles[key];
}

/** Takes copies out of a place: those with these ids, or so many from its top; the top comes first. */
function taken(draft, { from, items, count }) {
  const copies = copiesIn(draft, from), form = isHand(from) ? "" : draft.piles[from].form;
  if (items) {
    must(Array.isArray(items) && items.length && items.every(Number.isInteger), "items");
    const wanted = new Set(items);
    const found = copies.filter((copy) => wanted.has(idOf(copy)));
    must(found.length === items.length && wanted.size === items.length, "items");
    put(draft, from, restOf(draft, from, copies.filter((copy) => !wanted.has(idOf(copy))), found));
    return items.map((id) => found.find((copy) => idOf(copy) === id));
  }
  must(isCount(count), "count");
  const rest = [...copies], found = [];
  for (let number = 0; number < count; number += 1) {
    if (form === SUPPLY && rest.length === 1) found.push(copied(draft, rest[0]));
    else if (form === BAG && rest.length) found.push(...rest.splice(below(draft, rest.length), 1));
    else if (rest.length) found.push(rest.pop());
  }
  must(found.length, from);
  put(draft, from, rest);
  return found;
}

/** What is left of a place: a supply never runs out. */
function restOf(draft, from, rest, found) {
  const isSupply = !isHand(from) && draft.piles[from].form === SUPPLY;
  return isSupply && !rest.length ? [copied(draft, found.at(-1))] : rest;
}

/** One more copy of a design, from a supply that never runs out. */
function copied(draft, copy) {
  must(draft.first.length + draft.made.length < MOST_PIECES, "pieces");
  draft.made = [...draft.made, designOf(draft, copy)];
  return (draft.first.length + draft.made.length) * Math.sign(copy);
}

/** Puts copies on a place, the first of them on top: a pile, a hand, or a place of the table. */
function placed(draft, copies, to, { under, up, discards, name = "" }) {
  const laid = copies.map((copy) => faced(copy, up)).reverse();
  if (Array.isArray(to)) {
    must(isPlace(to) && isText(name) && (discards === undefined || isText(discards)), "place");
    const of = discards === undefined ? {} : { discards };  // the pile that is discarded from
    return addPile(draft, { x: to[0], y: to[1], turn: to[2], name, copies: laid, ...of });
  }
  if (isHand(to)) {
    put(draft, to, [...copiesIn(draft, to), ...laid.map((copy) => Math.abs(copy))]);
    return to;
  }
  const there = copiesIn(draft, to);
  put(draft, to, under ? [...laid, ...there] : [...there, ...laid]);
  return to;
}

const VERBS = {
  take(draft, event) {
    if (typeof event.to === "string") copiesIn(draft, event.to);
    must(event.to !== event.from, "to");
    placed(draft, taken(draft, event), event.to, event);
  },

  lay(draft, { piles }) {
    must(piles && typeof piles === "object" && !Array.isArray(piles), "piles");
    const lower = (one, other) => draft.piles[one].z - draft.piles[other].z;
    const keys = Object.keys(piles);
    for (const key of keys) must(own(draft.piles, key) && isPlace(piles[key]), key);
    for (const key of keys.sort(lower)) {
      const [x, y, turn] = piles[key], pile = { ...draft.piles[key], aside: false };
      if (!pile.fixed) draft.top += 1;
      const z = pile.fixed ? pile.z : draft.top;
      draft.piles[key] = { ...pile, x, y, turn: ((turn % 360) + 360) % 360, z };
    }
  },

  join(draft, { piles, to, under, up }) {
    must(Array.isArray(piles) && piles.length && !piles.includes(to), "piles");
    must(new Set(piles).size === piles.length && !piles.some(isHand), "piles");
    copiesIn(draft, to);
    for (const key of piles) {
      const copies = copiesIn(draft, key);
      delete draft.piles[key];
      placed(draft, [...copies].reverse(), to, { under, up });
    }
  },

  flip(draft, { piles, top }) {
    must(Array.isArray(piles) && piles.length, "piles");
    for (const key of piles) {
      must(!isHand(key), key);
      const copies = copiesIn(draft, key);
      const turned = top ? [...copies.slice(0, -1), -copies.at(-1)] : copies.map((copy) => -copy).reverse();
      put(draft, key, turned);
    }
  },

  shuffle(draft, { pile }) {
    put(draft, pile, shuffled(draft, copiesIn(draft, pile)));
  },

  deal(draft, { from, each }) {
    must(isCount(each, 100) && !isHand(from), "each");
    const seats = draft.names.map((_, at) => (draft.seat + 1 + at) % draft.names.length);
    for (let times = 0; times < each; times += 1) {
      for (const seat of seats) {
        if (!own(draft.piles, from)) return;
        placed(draft, taken(draft, { from, count: 1 }), handKey(seat), {});
      }
    }
  },

  spread(draft, { pile, step }) {
    const copies = copiesIn(draft, pile);
    must(!isHand(pile) && Array.isArray(step) && step.length === 2 && step.every(isNumber), "step");
    const { x, y, turn } = draft.piles[pile];
    delete draft.piles[pile];
    copies.forEach((copy, at) => {
      addPile(draft, { x: x + at * step[0], y: y + at * step[1], turn, copies: [copy] });
    });
  },

  fix(draft, { pile, fixed }) {
    must(!isHand(pile) && copiesIn(draft, pile) && typeof fixed === "boolean", "fixed");
    draft.piles[pile] = { ...draft.piles[pile], fixed };
  },

  arrange(draft, { hand, items }) {
    const copies = copiesIn(draft, hand);
    must(isHand(hand) && Array.isArray(items) && items.length === copies.length, "items");
    const found = items.map((id) => copies.find((copy) => idOf(copy) === id));
    must(found.every(Boolean) && new Set(found).size === found.length, "items");
    put(draft, hand, found);
  },

  roll(draft, { dice }) {
    must(Array.isArray(dice) && isCount(dice.length, MOST_DICE), "dice");
    must(dice.every((sides) => isCount(sides, 1000) && sides > 1), "dice");
    draft.rolled = dice.map((sides) => 1 + below(draft, sides));
  },

  cast(draft, { piles }) {
    must(Array.isArray(piles) && piles.length && !piles.some(isHand), "piles");
    draft.rolled = piles.map((key) => {
      must(given.designs[designOf(draft, copiesIn(draft, key).at(-1))].sides.length === 6, key);
      const value = 1 + below(draft, 6);
      draft.piles[key] = { ...draft.piles[key], value };
      return value;
    });
  },

  note(draft, { thing, kind, text, value, x, y }) {
    must(kind === "note" || kind === "counter", "kind");
    must(isText(text) && isNumber(x) && isNumber(y) && Number.isInteger(value), "note");
    must(Math.abs(value) < 1e6, "note");
    must(thing === undefined || own(draft.things, thing), "note");
    must(thing || Object.keys(draft.things).length < MOST_THINGS, "note");
    const key = thing ?? `t${draft.number}`;
    if (!thing) draft.number += 1;
    draft.things = { ...draft.things, [key]: { kind, text, value, x, y } };
  },

  count(draft, { thing, add }) {
    must(own(draft.things, thing) && Number.isInteger(add), "count");
    const value = draft.things[thing].value + add;
    must(Math.abs(value) < 1e6, "count");
    draft.things = { ...draft.things, [thing]: { ...draft.things[thing], value } };
  },

  drop(draft, { thing }) {
    must(own(draft.things, thing), "note");
    draft.things = { ...draft.things };
    delete draft.things[thing];
  },

  // Round 0 is the set-up. `had` are the seats that had their turn in this round: those that did something, or went on.
  pass(draft, { to, done = false, round = false }) {
    must(isSeat(draft, to), "to");
    must(typeof done === "boolean" && typeof round === "boolean", "pass");
    const ends = (done || draft.acted) && !draft.had.includes(draft.seat);
    if (round) Object.assign(draft, { round: draft.round + 1, had: [] });
    else if (ends) draft.had = [...draft.had, draft.seat];
    Object.assign(draft, { seat: to, acted: false });
  },

  look(draft, { from, items }) {
    const ids = new Set(copiesIn(draft, from).map(idOf));
    must(items === undefined || (Array.isArray(items) && items.every((id) => ids.has(id))), "items");
  },
};

/** The state after an event. Throws Unfit for an event that cannot be, and changes nothing. */
function apply(state, event, box) {
  must(event && typeof event === "object" && own(event, "do"), "event");
  if (event.do === "start") return started(event, box);
  must(state && own(VERBS, event.do), String(event.do));
  must(event.by === undefined || isSeat(state, event.by), "by");
  must(event.at === undefined || isNumber(event.at), "at");
  const draft = { ...state, piles: { ...state.piles } };
  VERBS[event.do](draft, event);
  if (event.do !== "pass" && event.do !== "look") draft.acted = true;
  return draft;
}

/** The states after each event of a log. Throws Unfit with the number of the event that cannot be. */
function replayed(log, box) {
  const states = [];
  for (const event of log) {
    try {
      states.push(apply(states.at(-1), event, box));
    } catch (fault) {
      if (!(fault instanceof Unfit)) throw fault;
      throw new Unfit(`${states.length + 1}: ${fault.message}`);
    }
  }
  must(states.length, "1");
  return states;
}
