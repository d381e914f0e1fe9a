// What happened, in words that people read, and in the words of a session file.

const designAt = (state, copy) => given.designs[designOf(state, copy)];
const kindOf = (design) => given.kinds[design.kind];
const topOf = (pile) => pile.copies.at(-1);
const named = (design) => (design.code ? `${design.name} ${design.code}` : design.name);

// Which pieces have each back: a back that one alone has says which piece lies there. Cards keep their secret, and so
// does what the set-up lays face down: a mark on a back that somebody might notice is not what it shows.
const secret = new Set();
for (const pile of Object.values(given.setups).flat()) {
  for (const [design] of pile.up ? [] : pile.of) secret.add(given.designs[design].kind);
}
given.kinds.forEach(({ sort }, kind) => {
  if (sort === "card") secret.add(kind);
});
const sharers = new Map();
for (const { piece, sides } of given.designs) {
  if (sides.length === 2) sharers.set(String(sides[1]), (sharers.get(String(sides[1])) ?? new Set()).add(piece));
}
const isKnownByBack = ({ kind, sides }) => sides.length === 2 && !secret.has(kind) && sharers.get(String(sides[1])).size === 1;

/** Whether everybody sees which piece a copy is. */
const isSeen = (state, copy) => isUp(copy) || isKnownByBack(designAt(state, copy));
const nameOfSeat = (state, seat) => state.names[seat];
const places = new WeakMap();

/** Where each copy is: the key of its pile or hand. */
function placesOf(state) {
  if (!places.has(state)) {
    const found = new Map();
    for (const [key, pile] of Object.entries(state.piles)) {
      for (const copy of pile.copies) found.set(idOf(copy), key);
    }
    state.hands.forEach((hand, seat) => {
      for (const copy of hand) found.set(idOf(copy), handKey(seat));
    });
    places.set(state, found);
  }
  return places.get(state);
}

/** The copies that an event brought to another place, each with both places. */
function movedBy(before, after) {
  const from = placesOf(before), moved = [];
  for (const [id, to] of placesOf(after)) {
    if (from.get(id) !== to) moved.push({ id, from: from.get(id), to });
  }
  return moved;
}

/** The place of a board on which something lies: its board's key and its name; null for none. */
function snapAt(state, x, y, within = 0.6) {
  for (const [key, pile] of Object.entries(state.piles)) {
    const snaps = given.snaps[designOf(state, topOf(pile))];
    if (!snaps || !isUp(topOf(pile))) continue;
    for (const snap of snaps) {
      const at = onBoard(state, pile, snap);
      if (Math.hypot(at.x - x, at.y - y) <= within) return { key, name: snap[2], ...at };
    }
  }
  return null;
}

/** The place on the table of a point of a board, which is measured from the corner of the board. */
function onBoard(state, pile, [x, y]) {
  const kind = kindOf(designAt(state, topOf(pile)));
  const angle = (pile.turn * Math.PI) / 180, dx = x - kind.width / 2, dy = y - kind.height / 2;
  return {
    x: pile.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: pile.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}

/** What a pile or a hand is called by somebody who sees it. */
function placeName(state, key) {
  if (isHand(key)) return said("hand_of", { who: nameOfSeat(state, Number(key.slice(1))) });
  const pile = state.piles[key], top = topOf(pile), design = designAt(state, top);
  if (pile.name && pile.copies.length > 1) return pile.name;
  if (isUp(top)) return design.name;
  return said("face_down_piece", { kind: isKnownByBack(design) ? design.name : kindOf(design).name });
}

/** What lies at a place of the table in words: a place of a board, or a larger piece; "" for the bare table. */
function whereOf(state, key, except = [key]) {
  const { x, y } = state.piles[key], kind = kindAt(state, state.piles[key]);
  const snap = snapAt(state, x, y);
  if (snap && !except.includes(snap.key)) return snap.name;
  const below = orderOf(state).findLast((other) => {
    const pile = state.piles[other], { width, height } = kindAt(state, pile);
    return !except.includes(other) && width * height > MUCH_LARGER * kind.width * kind.height && covers(state, pile, x, y);
  });
  return below ? placeName(state, below) : "";
}

const MUCH_LARGER = 1.25;

/** Whether a place is a pile of what was discarded. */
const isDiscard = (state, key) => !isHand(key) && state.piles[key]?.discards !== undefined;

const MOST_NAMES = 3;

// How something is told: `open` names also what lies face down, `codes` has the codes of pieces.

/** Copies in words: their names where they are seen, else how many they are. */
function whatOf(state, copies, how) {
  const { open, codes } = how;
  const seen = copies.filter((copy) => open || isSeen(state, copy)), hidden = copies.length - seen.length;
  const counts = new Map();
  for (const copy of seen) {
    const design = designAt(state, copy);
    counts.set(design, (counts.get(design) || 0) + 1);
  }
  if (counts.size > MOST_NAMES && !open) return counted("pieces", copies.length);
  const names = [...counts].map(([design, count]) => (count > 1 ? `${count} × ` : "") + (codes ? named(design) : design.name));
  if (hidden) names.push(counted("face_down", hidden));
  return listed(names);
}

function wholeOf(state, keys, how) {
  const copies = keys.flatMap((key) => state.piles[key].copies);
  if (keys.length === 1 && copies.length > 1) return placeName(state, keys[0]);
  return whatOf(state, copies, how);
}

const SENTENCES = {
  start: (event, before, after) => said("log_start", { names: listed(after.names), seed: event.seed }),

  take(event, before, after, how) {
    const { open } = how;
    const went = movedBy(before, after).filter(({ from }) => from === event.from || from === undefined);
    const moved = went.map(({ id, to }) => signOf(after, to, id));
    const from = isHand(event.from) ? "" : placeName(before, event.from);
    const to = went.find(({ to }) => to !== event.from)?.to ?? event.from;
    if (isHand(to)) {
      const mine = to === handKey(event.by), own = isHand(event.from);
      const wasUp = (copy) => isSeen(before, signOf(before, event.from, idOf(copy)) ?? topOf(before.piles[event.from]));
      const wasSeen = !own && moved.every(wasUp);
      const what = open || wasSeen ? whatOf(after, moved, { ...how, open: true }) : counted("pieces", moved.length);
      if (own || !mine) return said("log_give", { what, to: nameOfSeat(after, Number(to.slice(1))) });
      const count = open && !wasSeen ? ` (${what})` : "";
      return wasSeen ? said("log_take", { what, from }) : said("log_draw", { count: moved.length, from }) + count;
    }
    const what = whatOf(after, moved, how);
    if (isDiscard(after, to)) return said("log_discard", { what });
    const where = typeof event.to === "string" ? placeName(after, to) : whereOf(after, to);
    if (isHand(event.from)) return where ? said("log_play_to", { what, to: where }) : said("log_play", { what });
    return where ? said("log_move_to", { what, to: where }) : said("log_move", { what });
  },

  lay(event, before, after, how) {
    const keys = Object.keys(event.piles), first = keys[0];
    const was = before.piles[first], is = after.piles[first], what = wholeOf(after, keys.slice(0, 1), how);
    const others = keys.length > 1 ? ` ${counted("and_more", keys.length - 1)}` : "";
    const [x, y] = [is.x - was.x, is.y - was.y];
    if (Math.hypot(x, y) < 0.01) return said("log_turn", { what: what + others });
    const from = whereOf(before, first, keys), to = whereOf(after, first, keys);
    if (from && to && from !== to) return said("log_move_from", { what: what + others, from, to });
    return to ? said("log_move_to", { what: what + others, to }) : said("log_move", { what: what + others });
  },

  join: (event, before, after, how) => isDiscard(after, event.to)
    ? said("log_discard", { what: wholeOf(before, event.piles, how) })
    : said("log_move_to", { what: wholeOf(before, event.piles, how), to: placeName(after, event.to) }),
  flip(event, before, after, how) {
    // The front of what is flipped alone is seen before it, or after it.
    const alone = event.piles.every((key) => after.piles[key].copies.length === 1);
    const what = event.top
      ? whatOf(after, [topOf(after.piles[event.piles[0]])], { ...how, open: true })
      : wholeOf(after, event.piles, { ...how, open: how.open || alone });
    return said("log_flip", { what });
  },
  shuffle: (event, before) => said("log_shuffle", { what: placeName(before, event.pile) }),
  deal: (event, before) => said("log_deal", { count: event.each, from: placeName(before, event.from) }),
  spread: (event, before) => said("log_spread", { what: placeName(before, event.pile) }),
  fix: (event, before) =>
    said(event.fixed ? "log_fix" : "log_free", { what: placeName(before, event.pile) }),
  arrange: () => "",
  roll: (event, before, after) =>
    said("log_roll", { dice: event.dice.map((sides) => `d${sides}`).join(" "), result: after.rolled.join(", ") }),
  cast: (event, before, after, how) =>
    said("log_roll", { dice: wholeOf(after, event.piles, how), result: after.rolled.join(", ") }),
  note: (event, before) =>
    isMoved(before, event)
      ? said("log_move", { what: event.text })
      : event.kind === "note"
        ? said("log_note", { text: event.text })
        : said("log_counter", { text: event.text, value: event.value }),
  count: (event, before, after) => {
    const { text, value } = after.things[event.thing];
    return said("log_counter", { text, value });
  },
  drop: (event, before) => said("log_drop", { text: before.things[event.thing].text }),
  pass: (event, before, after) =>
    !event.round
      ? said("log_pass", { to: nameOfSeat(after, event.to) })
      : said("log_round", { to: nameOfSeat(after, event.to), round: after.round }),
  look(event, before, after, how) {
    const copies = event.items
      ? event.items.map((id) => signOf(before, event.from, id))
      : copiesIn(before, event.from);
    if (!event.items) return said("log_search", { what: placeName(before, event.from) });
    const what = whatOf(before, copies, how);
    return said("log_look", { what });
  },
};

const signOf = (state, key, id) => copiesIn(state, key).find((copy) => idOf(copy) === id);

/** Whether a note or a counter was moved, and says what it said before. */
function isMoved(before, { thing, text, value }) {
  const was = thing && before.things[thing];
  return Boolean(was) && was.text === text && was.value === value;
}

/** An event as a sentence; "" where there is nothing to tell. */
function sentence(event, before, after, how = {}) {
  const what = SENTENCES[event.do](event, before, after, how);
  if (!what || event.do === "start" || event.do === "pass") return what;
  return said("log_who", { who: nameOfSeat(before, event.by ?? before.seat), what });
}

const two = (number) => String(number).padStart(2, "0");

function clockOf(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** The whole log as text, with the names of what was hidden, too. */
function logText(log, states, open = true) {
  const lines = log.map((event, at) => {
    const told = sentence(event, states[at - 1], states[at], { open, codes: true });
    return told ? `${clockOf(event.at ?? 0)}  ${told}` : "";
  });
  return lines.filter(Boolean).join("\n");
}
