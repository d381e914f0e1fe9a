// What is seen of the table: where the eye is, what lies under a point, and how piles are drawn.

const SCALES = [0.12, 14];  // pixels of the screen to the millimetre
const ACCENT = "#f2c14e";
const LEAST_COUNT_PX = 9, LEAST_SHADOW_PX = 18, LABEL_PX = [12, 15], WIDEST_LABEL = 2;

const stage = { table: $("table"), canvas: $("ground"), lifted: $("lifted"), width: 0, height: 0, rim: 0, dpr: 1 };
const eye = { x: 0, y: 0, scale: 1, turn: 0 };
const chosen = { keys: [], items: [], hand: null };  // what is selected: piles, or copies of a hand
let carried = null;  // what a pointer holds, above the table
let targeted = null;  // where it would come to lie

const turned = (x, y, degrees) => {
  const angle = (degrees * Math.PI) / 180, cos = Math.cos(angle), sin = Math.sin(angle);
  return [x * cos - y * sin, x * sin + y * cos];
};

function toScreen(x, y) {
  const [dx, dy] = turned(x - eye.x, y - eye.y, eye.turn);
  return [stage.width / 2 + dx * eye.scale, stage.height / 2 + dy * eye.scale];
}

function toTable(x, y) {
  const dx = (x - stage.width / 2) / eye.scale, dy = (y - stage.height / 2) / eye.scale;
  const [across, down] = turned(dx, dy, -eye.turn);
  return [eye.x + across, eye.y + down];
}

const kindAt = (state, pile) => kindOf(designAt(state, topOf(pile)));

/** Whether a quarter turn has the sides of a pile exchanged, as it is seen. */
const boxOf = (state, pile) => boxOfKind(kindAt(state, pile), pile.turn);

function boxOfKind(kind, turn) {
  const angle = (turn * Math.PI) / 180;
  const cos = Math.abs(Math.cos(angle)), sin = Math.abs(Math.sin(angle));
  return { width: kind.width * cos + kind.height * sin, height: kind.width * sin + kind.height * cos };
}

/** The box around all that lies on the table, or around what the set-up does not put aside. */
function extent(state, all) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const piles = Object.values(state.piles), near = piles.filter((pile) => !pile.aside);
  for (const pile of all || !near.length ? piles : near) {
    const { width, height } = boxOf(state, pile);
    left = Math.min(left, pile.x - width / 2);
    right = Math.max(right, pile.x + width / 2);
    top = Math.min(top, pile.y - height / 2);
    bottom = Math.max(bottom, pile.y + height / 2);
  }
  for (const { x, y } of Object.values(state.things)) {
    [left, right, top, bottom] = [Math.min(left, x - 20), Math.max(right, x + 20), Math.min(top, y - 12), Math.max(bottom, y + 12)];
  }
  return left < right ? { left, top, right, bottom } : { left: -150, top: -100, right: 150, bottom: 100 };
}

/** The part of the stage that bars and the hand leave free. */
function freeBox() {
  const bar = $("bar"), isAbove = $("below").classList.contains("above");
  const top = (isAbove ? bar : $("top")).getBoundingClientRect().bottom;
  const shown = [...$("below").children].filter((each) => !each.hidden && each.id !== "told" && !(isAbove && each === bar));
  const bottom = shown.length ? shown[0].getBoundingClientRect().top : stage.height;
  return { top, bottom: Math.max(bottom, top + 80) };
}

function showAll(all = true) {
  const { left, top, right, bottom } = extent(now(), all), free = freeBox();
  const [width, height] = eye.turn % 180 ? [bottom - top, right - left] : [right - left, bottom - top];
  const room = free.bottom - free.top;
  const scale = Math.min((stage.width * 0.96) / width, (room * 0.94) / height);
  eye.scale = Math.min(Math.max(scale, SCALES[0]), 4);
  const shift = (stage.height / 2 - (free.top + free.bottom) / 2) / eye.scale;
  const [dx, dy] = turned(0, shift, -eye.turn);
  eye.x = (left + right) / 2 + dx;
  eye.y = (top + bottom) / 2 + dy;
  redraw();
}

function zoomAt(x, y, factor) {
  const [tableX, tableY] = toTable(x, y);
  eye.scale = Math.min(Math.max(eye.scale * factor, SCALES[0]), SCALES[1]);
  const [nowX, nowY] = toTable(x, y);
  eye.x += tableX - nowX;
  eye.y += tableY - nowY;
  look();
}

function panBy(x, y) {
  const [dx, dy] = turned(-x / eye.scale, -y / eye.scale, -eye.turn);
  eye.x += dx;
  eye.y += dy;
  look();
}

const orders = new WeakMap();

/** The keys of all piles from the lowest to the highest; what is fixed lies below all else. */
function orderOf(state) {
  if (!orders.has(state)) {
    const { piles } = state, keys = Object.keys(piles);
    keys.sort((one, other) => piles[other].fixed - piles[one].fixed || piles[one].z - piles[other].z);
    orders.set(state, keys);
  }
  return orders.get(state);
}

const tester = document.createElement("canvas").getContext("2d");

function covers(state, pile, x, y) {
  const design = designAt(state, topOf(pile)), kind = kindOf(design);
  const [dx, dy] = turned(x - pile.x, y - pile.y, -pile.turn);
  if (Math.abs(dx) > kind.width / 2 || Math.abs(dy) > kind.height / 2) return false;
  return tester.isPointInPath(outlines[design.kind], dx + kind.width / 2, dy + kind.height / 2);
}

/** The highest pile at a point of the table; one that is nearly there, if a finger is that wide. */
function pileAt(x, y, slack_mm = 0) {
  const state = now(), keys = orderOf(state);
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    if (covers(state, state.piles[keys[at]], x, y)) {
      const found = state.piles[keys[at]];
      if (!found.fixed || !slack_mm) return keys[at];
      return nearest(state, x, y, slack_mm) ?? keys[at];
    }
  }
  return slack_mm ? nearest(state, x, y, slack_mm) : null;
}

function nearest(state, x, y, slack_mm) {
  let best = null, least = slack_mm;
  for (const [key, pile] of Object.entries(state.piles)) {
    if (pile.fixed) continue;
    const kind = kindAt(state, pile), away = Math.hypot(pile.x - x, pile.y - y) - Math.min(kind.width, kind.height) / 2;
    if (away < least) [best, least] = [key, away];
  }
  return best;
}

const THING = { width: 36, height: 22 };

function thingAt(x, y) {
  const entries = Object.entries(now().things).reverse();
  const inside = ([, thing]) =>
    Math.abs(thing.x - x) < THING.width / 2 && Math.abs(thing.y - y) < THING.height / 2;
  return entries.find(inside)?.[0] ?? null;
}

// Drawing.

let rim = 0;  // how far the canvas that is drawn on reaches beyond the screen

/** Sets a context up for a place of the table: a millimetre is its unit, and the middle its zero. */
function aim(context, x, y, degrees, grow = 1) {
  const [left, top] = toScreen(x, y), angle = ((degrees + eye.turn) * Math.PI) / 180;
  const scale = eye.scale * stage.dpr * grow, cos = Math.cos(angle) * scale, sin = Math.sin(angle) * scale;
  context.setTransform(cos, sin, -sin, cos, (left + rim) * stage.dpr, (top + rim) * stage.dpr);
}

/** Sets a context up for a place of the screen: its pixels are the unit. */
function aimAtScreen(context, x, y) {
  const { dpr } = stage;
  context.setTransform(dpr, 0, 0, dpr, (x + rim) * dpr, (y + rim) * dpr);
}

/** The context of a canvas, with nothing on it. */
function emptied(canvas) {
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  return context;
}

function drawTable(time) {
  const state = now(), context = emptied(stage.canvas);
  rim = stage.rim;
  const hidden = new Set(carried?.whole ? carried.keys : []);
  for (const key of orderOf(state)) {
    if (!hidden.has(key)) drawPile(context, state, key, time);
  }
  for (const [key, thing] of Object.entries(state.things)) {
    const reach = Math.hypot(THING.width, THING.height) * eye.scale;
    if (carried?.thing !== key && !isOutside(...toScreen(thing.x, thing.y), reach)) drawThing(context, key, thing);
  }
  rim = 0;
}

/** Whether something at a place of the screen lies beside the canvas; what is cut off there is noted. */
function isOutside(x, y, reach) {
  const inside = Math.min(x, y, stage.width - x, stage.height - y) + rim;
  painted.partly ||= inside < reach;
  return inside < -reach;
}

function drawPile(context, state, key, time) {
  const pile = state.piles[key], top = topOf(pile), design = designAt(state, top), kind = kindOf(design);
  const place = placeNow(key, pile, time);
  const [left, above] = toScreen(place.x, place.y), reach = (Math.hypot(kind.width, kind.height) / 2 + 6) * eye.scale;
  if (isOutside(left, above, reach)) return;
  const lies = pile.copies.length - (carried?.from === key ? carried.copies.length : 0);
  if (lies < 1 && pile.form !== SUPPLY) return;
  const shown = lies > 0 ? pile.copies[lies - 1] : top;
  drawStack(context, state, shown, Math.max(lies, 1), { ...place, value: pile.value }, pile.fixed);
  if (chosen.keys.includes(key)) drawChosen(context, design.kind, place);
  if ((lies > 1 || pile.form !== "pile") && reach > LEAST_COUNT_PX) {
    drawCount(context, key, pile, lies, place, kind);
  }
  if (key === grippable(state)) drawGrip(context, state, place);
}

/** The chosen pile that has a grip, by which all of it is moved; a drag elsewhere takes its top. */
function grippable(state) {
  const [key] = chosen.keys, pile = chosen.keys.length === 1 && state.piles[key];
  return pile && pile.copies.length > 1 && !pile.fixed ? key : null;
}

const GRIP_PX = 17;
const CORNERS = [[-1, -1], [-1, 1], [1, -1]];  // the fourth has the number

/** Where the grip of a pile lies: at a corner, if there is one, where it hides no other pile. */
function gripAt(state, pile) {
  const { width, height } = seenBox(kindAt(state, pile), pile.turn);
  const [x, y] = toScreen(pile.x, pile.y);
  const places = CORNERS.map(([across, down]) => [
    x + across * ((width / 2) * eye.scale + 12), y + down * ((height / 2) * eye.scale + 12),
  ]);
  const others = Object.entries(state.piles).filter(([key, other]) => !other.fixed && key !== chosen.keys[0]);
  const isFree = (place) => {
    const [atX, atY] = toTable(...place);
    return !others.some(([, other]) => {
      const box = boxOf(state, other), reach = GRIP_PX / eye.scale;
      return Math.abs(other.x - atX) < box.width / 2 + reach && Math.abs(other.y - atY) < box.height / 2 + reach;
    });
  };
  return places.find(isFree) ?? places[0];
}

function drawGrip(context, state, place) {
  aimAtScreen(context, ...gripAt(state, { ...state.piles[chosen.keys[0]], ...place }));
  context.fillStyle = ACCENT;
  context.beginPath();
  context.arc(0, 0, GRIP_PX, 0, 7);
  context.fill();
  context.strokeStyle = "#1c2421";
  context.lineWidth = 2;
  context.lineCap = context.lineJoin = "round";
  context.stroke(GRIP);
}

const GRIP = new Path2D("M-8 0H8M0-8V8M-5-3L-8 0L-5 3M5-3L8 0L5 3M-3-5L0-8L3-5M-3 5L0 8L3 5");

/** A pile as it lies: its shadow, the edges of those below, and what is on top. */
function drawStack(context, state, top, count, place, flat, grow = 1) {
  const design = designAt(state, top), number = design.kind, kind = kindOf(design);
  const { width, height } = kind, small = Math.min(width, height) * eye.scale < LEAST_SHADOW_PX;
  const layers = small ? 0 : Math.min(5, Math.ceil(Math.log2(count)));
  const casts = !flat && !small, single = casts && !layers && grow === 1 && place.squeeze === undefined;
  if (casts && !single) {
    const more = 3 * SHADOW_MM, lift = grow > 1 ? 5 : 1;
    const [dx, dy] = turned(lift * LIGHT_MM[0], lift * LIGHT_MM[1], -eye.turn);
    aim(context, place.x + dx, place.y + dy, place.turn, grow);
    context.drawImage(shadowOf(number), -width / 2 - more, -height / 2 - more, width + 2 * more, height + 2 * more);
  }
  const step = Math.min(0.7, Math.max(0.35, kind.thick));
  for (let layer = 0; layer < layers; layer += 1) {
    const [dx, dy] = turned(0, -layer * step, -eye.turn);
    aim(context, place.x + dx, place.y + dy, place.turn, grow);
    context.drawImage(paperOf(number), -width / 2, -height / 2, width, height);
  }
  const [dx, dy] = turned(0, -layers * step, -eye.turn);
  aim(context, place.x + dx, place.y + dy, place.turn, grow);
  if (place.squeeze !== undefined && place.squeeze !== 1) context.scale(Math.abs(place.squeeze) + 0.001, 1);
  const up = place.squeeze < 0 ? !isUp(top) : isUp(top);
  const quarter = single ? Math.round((((place.turn + eye.turn) % 360) + 360) / 90) % 4 : null;
  const picture = sidePicture(number, sideOf(design, up, place.value), eye.scale * stage.dpr, quarter);
  if (picture) {
    const more = single ? SHADOW_RIM_MM : 0;
    context.drawImage(picture, -width / 2 - more, -height / 2 - more, width + 2 * more, height + 2 * more);
  } else {
    context.translate(-width / 2, -height / 2);
    context.fillStyle = kind.edge || GROUND;
    context.fill(outlines[number], "evenodd");
  }
}

function drawChosen(context, number, place) {
  const kind = given.kinds[number];
  aim(context, place.x, place.y, place.turn);
  context.translate(-kind.width / 2, -kind.height / 2);
  context.lineWidth = 3.5 / eye.scale;
  context.strokeStyle = ACCENT;
  context.stroke(outlines[number]);
}

function drawCount(context, key, pile, count, place, kind) {
  const { width, height } = seenBox(kind, place.turn);
  const [x, y] = toScreen(place.x, place.y);
  const text = pile.form === SUPPLY ? `${count}+` : String(count);
  const px = Math.min(LABEL_PX[1], Math.max(LABEL_PX[0], Math.min(width, height) * eye.scale * 0.2));
  aimAtScreen(context, 0, 0);
  context.font = `700 ${px}px system-ui, sans-serif`;
  const wide = Math.max(px * 1.5, context.measureText(text).width + px * 0.8), high = px * 1.5;
  if (wide > WIDEST_LABEL * width * eye.scale && !chosen.keys.includes(key)) return;  // it would hide what lies beside
  const left = x + (width / 2) * eye.scale - wide * 0.75, top = y + (height / 2) * eye.scale - high * 0.75;
  context.fillStyle = "rgb(20 26 24 / 88%)";
  context.beginPath();
  context.roundRect(left, top, wide, high, high / 2);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = "rgb(255 255 255 / 35%)";
  context.stroke();
  context.fillStyle = "#fff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, left + wide / 2, top + high / 2 + px * 0.06);
}

/** The box of a kind as it is seen, turned with the table. */
function seenBox(kind, turn) {
  const angle = ((turn + eye.turn) * Math.PI) / 180, cos = Math.abs(Math.cos(angle)), sin = Math.abs(Math.sin(angle));
  return { width: kind.width * cos + kind.height * sin, height: kind.width * sin + kind.height * cos };
}

function drawThing(context, key, thing) {
  aim(context, thing.x, thing.y, -eye.turn);
  const { width, height } = THING, isNote = thing.kind === "note";
  context.fillStyle = isNote ? "#f6e7a1" : "#23302c";
  context.beginPath();
  context.roundRect(-width / 2, -height / 2, width, height, isNote ? 1 : height / 2);
  context.fill();
  context.lineWidth = chosen.thing === key ? 3.5 / eye.scale : 0.3;
  context.strokeStyle = chosen.thing === key ? ACCENT : "rgb(255 255 255 / 40%)";
  context.stroke();
  context.fillStyle = isNote ? "#3a3316" : "#fff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (isNote) {
    context.font = "3.4px system-ui, sans-serif";
    wrapped(context, thing.text, width - 4).slice(0, 5).forEach((line, at, all) => {
      context.fillText(line, 0, (at - (all.length - 1) / 2) * 4);
    });
  } else {
    context.font = "700 9px system-ui, sans-serif";
    context.fillText(String(thing.value), 0, -2, width - 6);
    context.font = "3.6px system-ui, sans-serif";
    context.fillText(thing.text, 0, 6.4, width - 8);
  }
}

function wrapped(context, text, width) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawTarget(context, state) {
  const { pile, snap } = targeted;
  if (pile && state.piles[pile]) {
    const place = state.piles[pile];
    drawChosen(context, designAt(state, topOf(place)).kind, place);
  } else if (snap) {
    aim(context, snap.x, snap.y, 0);
    context.lineWidth = 3 / eye.scale;
    context.strokeStyle = ACCENT;
    context.beginPath();
    context.arc(0, 0, 9, 0, 7);
    context.stroke();
  }
}

/** Draws what a pointer holds, and where it would come to lie. */
function drawCarried() {
  const context = emptied(stage.lifted), state = now();
  if (targeted) drawTarget(context, state);
  if (band) drawBand(context);
  if (!carried) return;
  const { thing, x: atX, y: atY } = carried;
  if (thing) return drawThing(context, thing, { ...state.things[thing], x: atX, y: atY });
  for (const { copy, count, x, y, turn } of carriedPlaces(state)) {
    drawStack(context, state, copy, count, { x, y, turn }, false, 1.04);
  }
}

let band = null;  // two corners on the screen, between which things are chosen

function drawBand(context) {
  const [x, y, otherX, otherY] = band;
  aimAtScreen(context, 0, 0);
  context.fillStyle = "rgb(242 193 78 / 18%)";
  context.strokeStyle = ACCENT;
  context.lineWidth = 1.5;
  context.fillRect(x, y, otherX - x, otherY - y);
  context.strokeRect(x, y, otherX - x, otherY - y);
}
