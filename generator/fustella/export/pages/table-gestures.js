// Mouse, pen and fingers on the table: drag the top of a pile, hold to take all of it, pinch to zoom.

const SLACK_PX = { mouse: 4, pen: 6, touch: 9 };
const HOLD_MS = 380, DOUBLE_MS = 350;
const EDGE_PX = 18, DRIFT_PX = 9, DRIFT_AFTER_MS = 600;
const SNAP_MM = 12;

const fingers = new Map();  // pointers that are down on the table, by id
let gesture = null;  // what they do: a press that is not yet decided, a pan, a pinch, a drag
let tapped = { at: 0, key: "" };

const slackOf = (event) => (event.pointerType === "touch" ? 14 / eye.scale : 0);

function pressed(event) {
  if (event.button > 0) return;
  stage.table.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) return beginPinch();
  if (fingers.size > 2) return;
  const [x, y] = toTable(event.clientX, event.clientY);
  const grip = gripUnder(event);
  const thing = grip ? null : thingAt(x, y);
  const key = grip ?? (thing ? null : pileAt(x, y, slackOf(event)));
  gesture = {
    sort: "press", id: event.pointerId, x: event.clientX, y: event.clientY, key, thing,
    whole: grip !== null || event.shiftKey, slack: SLACK_PX[event.pointerType] ?? 6,
    band: event.shiftKey || selecting(), held: 0,
  };
  if (key && !now().piles[key].fixed) gesture.held = setTimeout(hold, HOLD_MS, gesture);
}

function gripUnder(event) {
  const state = now(), key = grippable(state);
  if (!key) return null;
  const pile = state.piles[key], [x, y] = gripAt(state, pile);
  if (covers(state, pile, ...toTable(event.clientX, event.clientY))) return null;
  return Math.hypot(event.clientX - x, event.clientY - y) <= GRIP_PX + 5 ? key : null;
}

/** A long press takes the whole pile. */
function hold(held) {
  if (gesture !== held || held.sort !== "press") return;
  held.whole = true;
  choose([held.key]);
  navigator.vibrate?.(12);
  lift(held);
}

function moved(event) {
  if (!fingers.has(event.pointerId)) return;
  const [oldX, oldY] = fingers.get(event.pointerId), { clientX: x, clientY: y } = event;
  fingers.set(event.pointerId, [x, y]);
  if (gesture?.sort === "pinch") return pinch();
  if (!gesture || gesture.id !== event.pointerId) return;
  if (gesture.sort === "press" && Math.hypot(x - gesture.x, y - gesture.y) > gesture.slack) decide();
  if (gesture.sort === "pan") panBy(x - oldX, y - oldY);
  if (gesture.sort === "band") drawnTo(x, y);
  if (gesture.sort === "drag") carry(x, y);
}

/** What a press becomes once it moves. */
function decide() {
  clearTimeout(gesture.held);
  const pile = gesture.key && now().piles[gesture.key];
  if (gesture.thing) liftThing(gesture);
  else if (pile && !pile.fixed) lift(gesture);
  else if (gesture.band) Object.assign(gesture, { sort: "band" });
  else gesture.sort = "pan";
}

function released(event) {
  if (!fingers.delete(event.pointerId)) return;
  if (gesture?.sort === "pinch") {
    gesture = fingers.size ? { sort: "pan", id: [...fingers.keys()][0] } : null;
    return;
  }
  if (!gesture || gesture.id !== event.pointerId) return;
  const ended = gesture;
  gesture = null;
  clearTimeout(ended.held);
  if (ended.sort === "press") tap(ended);
  if (ended.sort === "band") chooseInBand();
  if (ended.sort === "drag") letGo(event.clientX, event.clientY);
  redraw();
}

function cancelled(event) {
  fingers.delete(event.pointerId);
  giveUp();
}

/** Ends a gesture that changes nothing: the system took it away, a finger came, or the table changed. */
function giveUp() {
  if (gesture) clearTimeout(gesture.held);
  gesture = carried = targeted = band = null;
  showHandTarget(null);
  redraw();
}

function tap({ key, thing, band: several }) {
  const time = performance.now(), again = tapped.key === (key ?? thing) && time - tapped.at < DOUBLE_MS;
  tapped = { at: time, key: key ?? thing };
  if (thing) return choose([], { thing });
  if (!key) return choose([]);
  if (several) return choose(chosen.keys.includes(key) ? chosen.keys.filter((each) => each !== key) : [...chosen.keys, key]);
  choose([key]);
  if (!again) return;
  const pile = now().piles[key];
  if (isSeen(now(), topOf(pile))) lookAtPile(key);
  else if (pile.copies.length === 1 && !pile.fixed) act({ do: "flip", piles: [key] });
}

// Carrying.

/** The piles that lie on a pile, and go where it goes: smaller ones whose middle is on it. */
function riders(state, key) {
  const pile = state.piles[key], kind = kindAt(state, pile), found = [];
  for (const [other, rider] of Object.entries(state.piles)) {
    if (other === key || rider.fixed || (rider.z < pile.z && !pile.fixed)) continue;
    const size = kindAt(state, rider);
    if (size.width * size.height < 0.8 * kind.width * kind.height && covers(state, pile, rider.x, rider.y)) {
      found.push(other);
    }
  }
  return found;
}

function lift(held) {
  const state = now(), { key } = held, pile = state.piles[key];
  const [x, y] = toTable(held.x, held.y);
  const several = chosen.keys.includes(key) && chosen.keys.length > 1;
  const whole = held.whole || several || (pile.copies.length === 1 && pile.form === "pile");
  const grab = [pile.x - x, pile.y - y];
  if (whole) {
    const main = several ? [key, ...chosen.keys.filter((each) => each !== key && !state.piles[each].fixed)] : [key];
    const keys = [...new Set([...main, ...main.flatMap((each) => riders(state, each))])];
    carried = { whole: true, keys, main, x: pile.x, y: pile.y, turn: 0, grab, kind: designAt(state, topOf(pile)).kind };
  } else {
    carried = { from: key, copies: [topOf(pile)], x: pile.x, y: pile.y, turn: pile.turn, grab };
    carried.kind = designAt(state, topOf(pile)).kind;
  }
  held.sort = "drag";
  carry(held.x, held.y);
}

function liftThing(held) {
  const { x, y } = now().things[held.thing], [atX, atY] = toTable(held.x, held.y);
  carried = { thing: held.thing, x, y, grab: [x - atX, y - atY] };
  held.sort = "drag";
}

/** Takes a copy of the hand on the pointer, which went down on the card. */
function liftFromHand(event, key, copy) {
  const [x, y] = toTable(event.clientX, event.clientY), turn = ((-eye.turn % 360) + 360) % 360;
  carried = { from: key, copies: [copy], x, y, turn, grab: [0, 0], kind: designAt(now(), copy).kind };
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  gesture = { sort: "drag", id: event.pointerId };
  stage.table.setPointerCapture(event.pointerId);
  carry(event.clientX, event.clientY);
}

function carry(x, y) {
  const [atX, atY] = toTable(x, y);
  carried.x = atX + carried.grab[0];
  carried.y = atY + carried.grab[1];
  carried.point = [x, y];
  targeted = carried.thing ? null : targetAt(x, y);
  showHandTarget(targeted?.hand ?? null);
  if (carried.lifted) look();
  else redraw();  // it leaves the table
  carried.lifted = true;
  drift();
}

let drifting = 0;

/** The table moves on while something is held at the edge of the screen for a while: who lets go there means that place. */
function drift() {
  cancelAnimationFrame(drifting);
  if (!carried?.point || targeted?.hand) return;
  const [x, y] = carried.point, { top, bottom } = freeBox();
  const along = (value, low, high) => (value < low + EDGE_PX ? DRIFT_PX : value > high - EDGE_PX ? -DRIFT_PX : 0);
  const [dx, dy] = [along(x, 0, stage.width), along(y, top, bottom)];
  const isAtEdge = (dx || dy) && y >= top && y <= bottom;
  if (!dx && !dy) carried.inside = true;
  if (!isAtEdge || !carried.inside) {
    carried.edge = null;
    return;
  }
  carried.edge ??= performance.now();
  drifting = requestAnimationFrame((time) => {
    if (!carried?.point) return;
    if (time - carried.edge > DRIFT_AFTER_MS) panBy(dx, dy);
    carry(x, y);
  });
}

/** What is carried, as it is drawn: for each pile its top, how many lie there, and its place. */
function carriedPlaces(state) {
  if (!carried.whole) {
    const { copies, x, y, turn } = carried;
    return [{ copy: copies[0], count: copies.length, x, y, turn }];
  }
  const first = state.piles[carried.main[0]];
  return orderOf(state).filter((key) => carried.keys.includes(key)).map((key) => {
    const pile = state.piles[key], [x, y, turn] = placeCarried(first, pile);
    return { copy: topOf(pile), count: pile.copies.length, x, y, turn };
  });
}

function placeCarried(first, pile) {
  const [dx, dy] = turned(pile.x - first.x, pile.y - first.y, carried.turn);
  return [carried.x + dx, carried.y + dy, pile.turn + carried.turn];
}

function turnCarried(degrees) {
  carried.turn += degrees;
  look();
}

/** Where what is carried would come to lie: a hand, a pile, a place of a board, beside a like tile. */
function targetAt(x, y) {
  const hand = handUnder(x, y);
  if (hand) return { hand };
  const state = now(), except = new Set(carried.whole ? carried.keys : []);
  const single = !carried.whole || carried.main.length === 1;
  const pile = single && pileToJoin(state, except);
  if (pile) return { pile };
  const snap = snapNear(state, except);
  return snap ? { snap } : null;
}

function pileToJoin(state, except) {
  const kind = given.kinds[carried.kind], keys = orderOf(state);
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const pile = state.piles[keys[at]], other = kindAt(state, pile);
    const alike = Math.abs(other.width - kind.width) < 1 && Math.abs(other.height - kind.height) < 1;
    if (pile.fixed || except.has(keys[at]) || !alike || keys[at] === carried.from) continue;
    const away = Math.hypot(pile.x - carried.x, pile.y - carried.y);
    if (away < 0.32 * Math.min(kind.width, kind.height)) return keys[at];
  }
  return null;
}

function snapNear(state, except) {
  const kind = given.kinds[carried.kind], { x, y } = carried;
  let best = null, least = Math.max(SNAP_MM, 0.3 * Math.min(kind.width, kind.height));
  const offer = (place) => {
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) [best, least] = [place, away];
  };
  for (const [key, pile] of Object.entries(state.piles)) {
    if (except.has(key)) continue;
    const design = designAt(state, topOf(pile)), snaps = given.snaps[given.designs.indexOf(design)];
    if (snaps && isUp(topOf(pile))) snaps.forEach((snap) => offer(onBoard(state, pile, snap)));
    else if (design.kind === carried.kind && key !== carried.from && !pile.fixed) {
      kind.beside.forEach(([dx, dy]) => {
        const [across, down] = turned(dx, dy, pile.turn);
        offer({ x: pile.x + across, y: pile.y + down });
      });
    }
  }
  return best;
}

function letGo(x, y) {
  const held = carried, target = held.thing ? null : targetAt(x, y);
  carried = targeted = null;
  showHandTarget(null);
  const place = target?.snap ?? held;
  dropped = { x: held.x, y: held.y, turn: held.turn };
  if (held.thing) act({ do: "note", thing: held.thing, ...now().things[held.thing], x: held.x, y: held.y });
  else if (held.whole) letGoPiles(held, target, place);
  else letGoCopies(held, target, place);
  dropped = null;
}

function letGoPiles(held, target, place) {
  const state = now();
  if (target?.hand) {
    for (const from of held.main) act({ do: "take", from, count: state.piles[from].copies.length, to: target.hand });
  } else if (target?.pile) {
    act({ do: "join", piles: held.main, to: target.pile, up: isUp(topOf(state.piles[target.pile])) });
  } else {
    const first = state.piles[held.main[0]], piles = {};
    for (const key of held.keys) {
      const pile = state.piles[key], [dx, dy] = turned(pile.x - first.x, pile.y - first.y, held.turn);
      piles[key] = [tidy(place.x + dx), tidy(place.y + dy), pile.turn + held.turn];
    }
    const far = Math.hypot(place.x - first.x, place.y - first.y) > 0.5 || held.turn;
    if (far && act({ do: "lay", piles })) choose(held.main);
  }
}

const tidy = (mm) => Math.round(mm * 10) / 10;

function letGoCopies(held, target, place) {
  const state = now(), { from } = held, hand = isHand(from);
  const event = { do: "take", from, ...(hand ? { items: held.copies.map(idOf) } : { count: held.copies.length }) };
  if (target?.hand) {
    if (target.hand !== from) act({ ...event, to: target.hand });
  } else if (target?.pile) {
    act({ ...event, to: target.pile, up: isUp(topOf(state.piles[target.pile])) });
  } else {
    const was = hand ? null : state.piles[from];
    if (was && Math.hypot(was.x - place.x, was.y - place.y) < 4) return;
    act({ ...event, to: [tidy(place.x), tidy(place.y), ((held.turn % 360) + 360) % 360], ...(hand ? { up: true } : {}) });
    choose(newest());
  }
}

/** The pile that was made last, as a choice. */
const newest = () => [`p${now().number - 1}`].filter((key) => own(now().piles, key));

// Two fingers, the wheel, and a band around several piles.

function beginPinch() {
  giveUp();
  const [one, other] = [...fingers.values()];
  gesture = { sort: "pinch", far: spanOf(one, other), middle: middleOf(one, other) };
}

const spanOf = ([x, y], [otherX, otherY]) => Math.max(1, Math.hypot(x - otherX, y - otherY));
const middleOf = ([x, y], [otherX, otherY]) => [(x + otherX) / 2, (y + otherY) / 2];

function pinch() {
  const [one, other] = [...fingers.values()];
  const far = spanOf(one, other), middle = middleOf(one, other);
  panBy(middle[0] - gesture.middle[0], middle[1] - gesture.middle[1]);
  zoomAt(middle[0], middle[1], far / gesture.far);
  Object.assign(gesture, { far, middle });
}

function wheeled(event) {
  event.preventDefault();
  const px = event.deltaMode === 1 ? 16 : 1;
  zoomAt(event.clientX, event.clientY, Math.exp(-event.deltaY * px * (event.ctrlKey ? 0.01 : 0.0016)));
}

function drawnTo(x, y) {
  band = [gesture.x, gesture.y, x, y];
  look();
}

function chooseInBand() {
  const [x, y, otherX, otherY] = band ?? [0, 0, 0, 0], state = now();
  const [left, right] = [Math.min(x, otherX), Math.max(x, otherX)];
  const [top, bottom] = [Math.min(y, otherY), Math.max(y, otherY)];
  band = null;
  choose(orderOf(state).filter((key) => {
    const pile = state.piles[key], [atX, atY] = toScreen(pile.x, pile.y);
    return !pile.fixed && atX > left && atX < right && atY > top && atY < bottom;
  }));
}

function listen() {
  const { table } = stage;
  table.addEventListener("pointerdown", pressed);
  table.addEventListener("pointermove", moved);
  table.addEventListener("pointerup", released);
  table.addEventListener("pointercancel", cancelled);
  table.addEventListener("wheel", wheeled, { passive: false });
  table.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("resize", resize);
  // While a finger carries something, the browser scrolls nothing.
  document.addEventListener("touchmove", (event) => {
    if (gesture && event.cancelable) event.preventDefault();
  }, { passive: false });
}
