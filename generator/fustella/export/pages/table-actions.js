// What can be done with what is chosen: the same for fingers, mouse, keyboard and screen reader.

const options = { alone: false, several: false };
const selecting = () => options.several;
let isWhole = false;  // whether the bar shows all actions for what is chosen

function choose(keys, { thing = null, items = [], hand = null } = {}) {
  isWhole = false;
  Object.assign(chosen, { keys: keys.filter((key) => own(now().piles, key)), thing, items, hand });
  showBar();
  showHand();
  redraw();
}

/** What is still there of what was chosen. */
function keepChosen() {
  const state = now();
  chosen.keys = chosen.keys.filter((key) => own(state.piles, key));
  if (chosen.thing && !own(state.things, chosen.thing)) chosen.thing = null;
  const mine = new Set(chosen.hand ? state.hands[state.seat].map(idOf) : []);
  chosen.items = chosen.items.filter((id) => mine.has(id));
}

const mine = () => handKey(now().seat);
const upTurn = () => ((-eye.turn % 360) + 360) % 360;

/** The actions for piles: words, a sign, and what is done. */
function actionsOf(keys) {
  const state = now(), piles = keys.map((key) => state.piles[key]);
  if (!piles.length) return [];
  const [key] = keys, [pile] = piles, single = keys.length === 1, several = piles.some((one) => one.copies.length > 1);
  const top = topOf(pile), design = designAt(state, top);
  const actions = [];
  const add = (words, sign, run) => actions.push({ words, sign, run });
  if (single && isSeen(state, top)) add(said("do_look"), "look", () => lookAtPile(key));
  if (single && !isSeen(state, top)) add(said("do_peek"), "look", () => peek(key));
  if (single && pile.fixed) {
    add(said("do_free"), "free", () => act({ do: "fix", pile: key, fixed: false }));
    add(said("do_remark"), "remark", () => remarkOn(design));
    return actions;
  }
  if (single && (several || pile.form !== "pile")) {
    add(said("do_draw"), "hand", () => act({ do: "take", from: key, count: 1, to: mine() }));
    add(said("do_draw_some"), "hand", () => drawSome(key));
  } else if (single) {
    add(said("do_take"), "hand", () => act({ do: "take", from: key, count: 1, to: mine() }));
  }
  if (piles.some((one) => designAt(state, topOf(one)).sides.length === 6)) {
    add(said("do_roll"), "dice", () => rollPieces(keys));
  } else {
    const tops = single && several && pile.form === "pile";
    if (tops) add(said("do_flip_top"), "flip", () => act({ do: "flip", piles: [key], top: true }));
    add(said(several ? "do_flip_pile" : "do_flip"), "flip", () => act({ do: "flip", piles: keys }));
  }
  add(said("do_turn"), "turn", () => turnBy(keys, 90));
  add(said("do_turn_back"), "undo", () => turnBy(keys, -90));
  if (single && several) {
    add(said("do_shuffle"), "shuffle", () => act({ do: "shuffle", pile: key }));
    add(said("do_deal"), "deal", () => deal(key));
    add(said("do_search"), "search", () => search(key));
    add(said("do_spread"), "spread", () => spread(key));
  }
  if (single && !several && deckOf(design)) add(said("do_discard"), "gather", () => discard(key, [idOf(top)]));
  if (!single) add(said("do_gather"), "gather", () => gather(keys));
  add(said("do_move"), "move", () => movePiles(keys));
  if (single && several) add(said("do_take_off"), "split", () => takeOff(key));
  add(said("do_remark"), "remark", () => remarkOn(single && isUp(top) ? design : null));
  if (single && isBoardLike(design)) add(said("do_fix"), "fix", () => act({ do: "fix", pile: key, fixed: true }));
  return actions;
}

const isBoardLike = (design) => kindOf(design).sort === "board";

/** The actions for copies of the hand. */
function actionsOfHand(items) {
  const state = now(), from = mine();
  if (!items.length) return [];
  const design = designAt(state, items[0] + 1), single = items.length === 1;
  const play = (up) => act({ do: "take", from, items, to: freePlace(kindOf(design)), up });
  return [
    ...(single ? [{ words: said("do_look"), sign: "look", run: () => lookAt(design) }] : []),
    { words: said("do_play"), sign: "play", run: () => play(true) },
    { words: said("do_play_down"), sign: "flip", run: () => play(false) },
    ...(items.every((id) => deckOf(designAt(state, id + 1)))
      ? [{ words: said("do_discard"), sign: "gather", run: () => discard(from, items) }] : []),
    { words: said("do_move"), sign: "move", run: () => moveFromHand(items) },
    ...(single ? [{ words: said("do_remark"), sign: "remark", run: () => remarkOn(design) }] : []),
  ];
}

function actionsOfThing(key) {
  const thing = now().things[key];
  const count = (add) => ({ words: add > 0 ? `+${add}` : `−${-add}`, run: () => act({ do: "count", thing: key, add }) });
  return [
    ...(thing.kind === "counter" ? [-5, -1, 1, 5].map(count) : []),
    { words: said("do_change"), sign: "note", run: () => changeThing(thing.kind, key) },
    { words: said("do_move"), sign: "move", run: () => moveThing(key) },
    { words: said("do_remove"), sign: "close", run: () => act({ do: "drop", thing: key }) },
  ];
}

function chosenActions() {
  if (chosen.thing) return actionsOfThing(chosen.thing);
  return chosen.items.length ? actionsOfHand(chosen.items) : actionsOf(chosen.keys);
}

/** What is chosen, in words. */
function chosenName() {
  const state = now();
  if (chosen.thing) return state.things[chosen.thing].text;
  if (chosen.items.length) return whatOf(state, chosen.items.map((id) => id + 1), { open: true });
  const piles = chosen.keys.map((key) => state.piles[key]);
  if (piles.length > 1) return counted(piles.every(({ copies }) => copies.length === 1) ? "pieces" : "piles", piles.length);
  const [{ copies }] = piles, name = placeName(state, chosen.keys[0]);
  return copies.length > 1 ? `${name} (${copies.length})` : name;
}

/** The bar with all actions for what is chosen. */
function showBar() {
  const bar = $("bar"), any = chosen.thing || chosen.items.length || chosen.keys.length;
  const focused = bar.contains(document.activeElement) ? document.activeElement.textContent : "";
  bar.hidden = !any;
  $("below").classList.toggle("above", Boolean(any) && isLow());
  if (!any) return;
  $("bar-name").textContent = chosenName();
  const actions = chosenActions(), fit = isWhole || actions.length <= shownActions() ? actions.length : shownActions() - 1;
  const buttons = actions.slice(0, fit).map(({ words, sign, run }) => button(words, run, { sign }));
  if (fit < actions.length) buttons.push(button(said("more"), showWhole, { "sign": "menu", "aria-expanded": "false" }));
  $("bar-actions").replaceChildren(...buttons);
  const again = [...$("bar-actions").children].find((each) => each.textContent === focused);
  if (focused && again) again.focus();
}

const MOST_SHOWN = 8, ACTION_PX = 66;
const shownActions = () => Math.min(MOST_SHOWN, Math.floor(stage.width / ACTION_PX));

/** Shows all actions, the first of which that was not seen has the focus. */
function showWhole() {
  const seen = $("bar-actions").children.length - 1;
  isWhole = true;
  showBar();
  $("bar-actions").children[seen]?.focus();
}

/** Whether something that is chosen lies low on the screen: then the bar is above the table, and hides nothing of it. */
function isLow() {
  const state = now(), places = chosen.thing ? [state.things[chosen.thing]] : chosen.keys.map((key) => state.piles[key]);
  return places.some(({ x, y }) => toScreen(x, y)[1] > stage.height / 2);
}

/** The deck in which the set-up lays a design: its key, its name and its place; undefined for none. */
function deckOf(design) {
  const { names } = now(), number = given.designs.indexOf(design);
  const setup = given.setups[given.players.length ? names.length : 0] ?? [];
  const at = setup.findIndex(({ of, up, aside }) => !up && !aside && of.length > 1 && of.some(([one]) => one === number));
  return at < 0 ? undefined : { key: `p${at}`, ...setup[at] };
}

/** Lays copies face up on the discard pile of their deck, which lies beside it once something is on it. */
function discard(from, items) {
  for (const id of items) {
    const state = now(), design = designAt(state, id + 1), deck = deckOf(design);
    const pile = Object.keys(state.piles).find((key) => key !== from && state.piles[key].discards === deck.key);
    const place = pile ? {} : { discards: deck.key, name: said("discard_of", { name: deck.name || kindOf(design).name }) };
    act({ do: "take", from, items: [id], to: pile ?? besideDeck(deck, kindOf(design)), up: true, ...place });
  }
}

/** A place beside a deck where nothing lies, or one that is free elsewhere. */
function besideDeck({ x, y, turn }, kind) {
  const piles = Object.values(now().piles).filter(({ fixed }) => !fixed), own = boxOfKind(kind, turn);
  const apart = ([atX, atY]) => piles.every((pile) => {
    const other = boxOf(now(), pile);
    return Math.abs(pile.x - atX) >= (other.width + own.width) / 2 || Math.abs(pile.y - atY) >= (other.height + own.height) / 2;
  });
  const sides = [[kind.width + 6, 0], [-kind.width - 6, 0], [0, kind.height + 6], [0, -kind.height - 6]];
  const places = sides.map(([dx, dy]) => turned(dx, dy, turn)).map(([dx, dy]) => [tidy(x + dx), tidy(y + dy), turn]);
  return places.find(apart) ?? freePlace(kind);
}

// Deeds that ask for something first.

async function drawSome(key) {
  const count = await askNumber(said("do_draw_some"), 1, now().piles[key]?.copies.length ?? 1);
  if (count) act({ do: "take", from: key, count, to: mine() });
}

async function deal(key) {
  const pile = now().piles[key], most = Math.min(100, Math.ceil(pile.copies.length / now().names.length));
  const each = await askNumber(said("do_deal_each"), Math.min(5, most), most);
  if (each) act({ do: "deal", from: key, each });
}

async function takeOff(key) {
  const pile = now().piles[key], count = await askNumber(said("do_take_off"), 1, pile.copies.length - 1);
  if (!count) return;
  const kind = kindAt(now(), pile), place = besidePile(pile, kind);
  act({ do: "take", from: key, count, to: place });
  choose(newest());
}

/** A place to the right of a pile, as it is seen. */
function besidePile(pile, kind) {
  const { width } = seenBox(kind, pile.turn), [dx, dy] = turned(width + 6, 0, -eye.turn);
  return [tidy(pile.x + dx), tidy(pile.y + dy), pile.turn];
}

/** A place in the middle of what is seen, beside what lies there. */
function freePlace(kind) {
  const state = now(), free = freeBox(), [x, y] = toTable(stage.width / 2, (free.top + free.bottom) / 2);
  const { width, height } = seenBox(kind, upTurn());
  const isFree = (atX, atY) => !Object.values(state.piles).some((pile) => {
    const other = boxOf(state, pile);
    return !pile.fixed && Math.abs(pile.x - atX) < (other.width + width) / 2 && Math.abs(pile.y - atY) < (other.height + height) / 2;
  }) && !Object.values(state.things).some((thing) =>
    Math.abs(thing.x - atX) < (THING.width + width) / 2 && Math.abs(thing.y - atY) < (THING.height + height) / 2);
  for (let ring = 0; ring < 16; ring += 1) {
    for (let side = 0; side < Math.max(1, 8 * ring); side += 1) {
      const angle = (2 * Math.PI * side) / Math.max(1, 8 * ring);
      const atX = x + Math.cos(angle) * ring * (width / 2 + 3), atY = y + Math.sin(angle) * ring * (height / 2 + 3);
      if (isFree(atX, atY)) return [tidy(atX), tidy(atY), upTurn()];
    }
  }
  return [tidy(x), tidy(y), upTurn()];
}

function turnBy(keys, degrees) {
  const state = now(), piles = {};
  for (const key of keys) {
    const pile = state.piles[key];
    piles[key] = [pile.x, pile.y, pile.turn + degrees];
    for (const rider of keys.length === 1 ? riders(state, key) : []) {
      const other = state.piles[rider], [dx, dy] = turned(other.x - pile.x, other.y - pile.y, degrees);
      piles[rider] = [tidy(pile.x + dx), tidy(pile.y + dy), other.turn + degrees];
    }
  }
  act({ do: "lay", piles });
}

function spread(key) {
  const state = now(), pile = state.piles[key], { width } = seenBox(kindAt(state, pile), pile.turn);
  const apart = pile.copies.length > 8 ? width * 0.35 : width + 4;
  const step = turned(apart, 0, -eye.turn).map(tidy);
  act({ do: "spread", pile: key, step });
}

function gather(keys) {
  const state = now(), [to, ...piles] = keys.filter((key) => !state.piles[key].fixed);
  if (piles.length && act({ do: "join", piles, to, up: isUp(topOf(state.piles[to])) })) choose([to]);
}

function peek(key) {
  const top = topOf(now().piles[key]);
  if (act({ do: "look", from: key, items: [idOf(top)] })) lookAt(designAt(now(), top));
}

function lookAtPile(key) {
  const pile = now().piles[key];
  if (pile && isSeen(now(), topOf(pile))) lookAt(designAt(now(), topOf(pile)), isUp(topOf(pile)));
}

async function movePiles(keys) {
  const state = now(), design = designAt(state, topOf(state.piles[keys[0]]));
  const to = await askPlace(kindOf(design), keys, { from: state.piles[keys[0]] });
  if (!to) return;
  if (Array.isArray(to)) {
    const first = state.piles[keys[0]], piles = {};
    for (const key of new Set([...keys, ...keys.flatMap((each) => riders(state, each))])) {
      const pile = state.piles[key];
      piles[key] = [tidy(pile.x + to[0] - first.x), tidy(pile.y + to[1] - first.y), pile.turn];
    }
    act({ do: "lay", piles });
  } else if (isHand(to)) {
    for (const from of keys) act({ do: "take", from, count: state.piles[from].copies.length, to });
  } else {
    act({ do: "join", piles: keys, to, up: isUp(topOf(state.piles[to])) });
  }
}

async function moveFromHand(items) {
  const state = now(), from = mine(), to = await askPlace(kindOf(designAt(state, items[0] + 1)), [from]);
  if (!to) return;
  const up = Array.isArray(to) ? true : isHand(to) ? undefined : isUp(topOf(state.piles[to]));
  act({ do: "take", from, items, to, up });
}

async function moveThing(key) {
  const to = await askPlace({ width: THING.width, height: THING.height }, [], { tableOnly: true });
  if (to) act({ do: "note", thing: key, ...now().things[key], x: to[0], y: to[1] });
}

function rollPieces(keys) {
  act({ do: "cast", piles: keys.filter((key) => designAt(now(), topOf(now().piles[key])).sides.length === 6) });
}

async function rollDice() {
  const sides = await askNumber(said("dice_sides"), 6, 1000);
  const dice = sides && (await askNumber(said("dice_number"), 1, MOST_DICE));
  if (sides > 1 && dice) act({ do: "roll", dice: Array.from({ length: dice }, () => sides) });
}

async function changeThing(kind, key) {
  const thing = key && now().things[key];
  const text = await askText(said(kind === "note" ? "note_text" : "counter_name"), thing?.text ?? "");
  if (text === null) return;
  const [x, y] = thing ? [thing.x, thing.y] : freePlace(THING);
  if (!act({ do: "note", thing: key, kind, text, value: thing?.value ?? 0, x, y })) return;
  choose([], { thing: key ?? `t${now().number - 1}` });
}
