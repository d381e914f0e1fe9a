// What is done to zones: chosen, moved, aligned, hidden, added. Each ends in gestures that are sent as
// one step; what was moved stays where it was put until the server tells where it is.

import { aligned, boundsOf, distributed, round } from "./arranging.js";
import { plural, visible } from "./dom.js";
import { sawFiles, send } from "./edit.js";
import { get } from "./live.js";
import { state } from "./state.js";
import { figure } from "./units.js";
import { changesOf, chosenThings, edit, isLocked, keepSetting, lock, movable, rectOf, settings, take, thingOf } from "./zone-state.js";

let heard = () => {}; // has the page drawn again: told what changed: view, chosen, place, or refused
let speak = () => {};
export function hear(changed, say) {
  heard = changed;
  speak = say;
}

const mm = (value) => figure(round(value, 0.1));
export const where = ({ x, y, width, height, turn }) => `${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm${turn ? ` · ${figure(turn)}°` : ""}`;
const spoken = ({ x, y, width, height, turn }) => `x ${mm(x)}, y ${mm(y)}, ${mm(width)} by ${mm(height)} mm${turn ? `, turned ${figure(turn)} degrees` : ""}`;

export const say = (text) => speak(visible(text));

// Loads the zones again, unless something is on its way that would change them.
let asked = 0;
export async function refresh() {
  const mine = ++asked;
  const { piece, side } = edit;
  const view = await get(`/api/zones/${encodeURIComponent(state.game)}`, { kind: piece.kind, side, piece: piece.id });
  if (mine !== asked || queue.length || sending || edit.dragging || !edit.on) return;
  sawFiles(view.files);
  take(view);
  edit.moved.clear();
  heard("view");
}

export function choose(keys) {
  edit.chosen = new Set(keys);
  heard("chosen");
  const things = chosenThings();
  if (things.length === 1) say(`${things[0].name}${things[0].show ? "" : ", hidden"}${isLocked(things[0]) ? ", locked" : ""}: ${spoken(rectOf(things[0]))}`);
  else say(things.length ? `${plural(things.length, "zone")} chosen` : "Nothing chosen");
}

export const toggleChosen = (key) => choose(edit.chosen.has(key) ? [...edit.chosen].filter((other) => other !== key) : [...edit.chosen, key]);

// The next thing in the order of the list; after the last one the first.
export function beside(by) {
  const keys = edit.things.filter((thing) => thing.show && !isLocked(thing)).map((thing) => thing.key).reverse();
  const at = keys.findIndex((key) => edit.chosen.has(key));
  return at < 0 ? keys.at(by > 0 ? 0 : -1) : keys[(at + by + keys.length) % keys.length];
}

let trying = false;

// Asks how the face would look with zones where they are now on the page, one question at a time:
// `show` gets the picture, and while that was drawn the hand may have gone on. Nothing is written.
export async function tryOut(things, show) {
  const zones = Object.fromEntries(things.filter((thing) => thing.zone).map((thing) => [thing.name, changesOf(thing, edit.moved.get(thing.key) ?? thing.rect)]));
  if (trying || !Object.keys(zones).length) return;
  trying = true;
  try {
    const { piece, side } = edit;
    const { svg } = await get(`/api/tried/${encodeURIComponent(state.game)}`, { kind: edit.view.kind, side, piece: piece.id, zones: JSON.stringify(zones) });
    if (svg && piece === edit.piece && side === edit.side) await show(svg);
  } catch {
    // what is dragged is seen without, and the release says what is the matter
  }
  trying = false;
}

const queue = []; // steps that are still to be sent: {keys, merge}
let sending = null;

// Puts things where they belong, {key: rectangle}, at once on the page and then in the files. Steps with
// the same `merge` that wait are sent as one.
export function place(rects, merge = "") {
  for (const [key, rect] of rects) edit.moved.set(key, rect);
  heard("place");
  const last = queue.at(-1);
  const keys = [...rects.keys()];
  if (last && merge && last.merge === merge) last.keys = [...new Set([...last.keys, ...keys])];
  else queue.push({ keys, merge });
  sending ??= sendAll();
  return sending;
}

async function sendAll() {
  while (queue.length) {
    const { keys, merge } = queue.shift();
    const changes = keys.map((key) => [thingOf(key), edit.moved.get(key)]).filter(([thing, rect]) => thing && rect).map(([thing, rect]) => [thing, changesOf(thing, rect)]).filter(([, change]) => Object.keys(change).length);
    if (!changes.length) continue;
    const { done } = await send(changes.map(([thing, change]) => gestureOf(thing, change)), merge);
    for (const [thing, change] of changes) {
      if (done) thing.rect = { ...thing.rect, ...change };
      else edit.moved.delete(thing.key);
    }
    if (!done) heard("refused");
  }
  sending = null;
  await refresh();
}

const ofSide = () => ({ kind: edit.view.kind, side: edit.side });

function gestureOf(thing, change) {
  if (thing.zone) return { do: "zone", ...ofSide(), zone: thing.name, piece: edit.piece.id, set: change };
  const { file, line, id, args, scale } = thing.call;
  const set = {};
  for (const [part, to] of Object.entries(change)) {
    if (part in args) set[part] = round(args[part].value + (to - thing.told[part]) / (part === "turn" ? 1 : scale));
    else if ("size" in args) set.size = Math.min(round(to / scale), set.size ?? Infinity);
  }
  return { do: "call", ...ofSide(), piece: edit.piece.id, file, line, id, set };
}

// Sends gestures and shows what came of them.
export async function act(gestures, merge = "") {
  const answer = await send(gestures, merge);
  if (edit.on) await refresh();
  return answer;
}

let burst = 0; // presses of keys after each other are one step of Undo
let pause = 0;
const BURST_MS = 1500;

function inBurst(name) {
  clearTimeout(pause);
  pause = setTimeout(() => { burst += 1; }, BURST_MS);
  return `${name} ${burst} ${[...edit.chosen].join(" ")}`;
}

// Moves what is chosen, or with `sizes` changes how large it is.
export function nudge(dx, dy, sizes = false) {
  const things = movable();
  if (!things.length) {
    const [thing] = chosenThings();
    if (thing) say(thing.why || `${thing.name} is locked`);
    return;
  }
  const rects = things.map((thing) => {
    const rect = rectOf(thing);
    const { can } = thing;
    if (sizes) return [thing.key, { ...rect, width: Math.max(round(rect.width + (can.width ? dx : 0)), 0.1), height: Math.max(round(rect.height + (can.height ? dy : 0)), 0.1) }];
    return [thing.key, { ...rect, x: round(rect.x + (can.x ? dx : 0)), y: round(rect.y + (can.y ? dy : 0)) }];
  });
  place(new Map(rects), inBurst(sizes ? "size" : "nudge"));
  say(spoken(boundsOf(rects.map(([, rect]) => rect))));
}

// With one zone it is aligned on the face, with several on what they take up together.
export function align(how) {
  const things = movable();
  const { width_mm: width, height_mm: height } = edit.view;
  if (!things.length) return;
  const rects = things.map(rectOf);
  const within = things.length > 1 ? boundsOf(rects) : { x: 0, y: 0, width, height };
  arrange(things, aligned(rects, how, within));
  say(`Aligned: ${how}`);
}

export function distribute(axis) {
  const things = movable();
  if (things.length < 3) return;
  arrange(things, distributed(things.map(rectOf), axis));
  say(axis === "x" ? "Distributed across" : "Distributed down");
}

const arrange = (things, rects) => place(new Map(things.map((thing, number) => [thing.key, { ...rects[number], x: round(rects[number].x), y: round(rects[number].y) }])));

export function toggleLock(things = chosenThings()) {
  const locked = !things.every(isLocked);
  lock(things, locked);
  heard("chosen");
  say(`${things.map((thing) => thing.name).join(", ")}: ${locked ? "locked" : "unlocked"}`);
}

const zonesAmong = (things) => things.filter((thing) => thing.zone && !edit.view.why);

export function toggleShown(things = chosenThings()) {
  const zones = zonesAmong(things);
  if (!zones.length) return undefined;
  const show = !zones.every((thing) => thing.show);
  say(`${zones.map((thing) => thing.name).join(", ")}: ${show ? "shown" : "hidden"}`);
  return act(zones.map((thing) => setting(thing, { show })));
}

const setting = (thing, set, unset = []) => ({ do: "zone", ...ofSide(), zone: thing.name, piece: edit.piece.id, set, ...(unset.length ? { unset } : {}) });

// Gives keys of zones other values; keys in `unset` are as they were before the file said something.
export const setKeys = (things, set, unset = [], merge = "") => act(zonesAmong(things).map((thing) => setting(thing, set, unset)), merge);

// Takes away the zones that are the kind's own; those of the ready face are hidden, for others may need them.
export function remove(things = chosenThings()) {
  const zones = zonesAmong(things);
  if (!zones.length) return undefined;
  say(`${zones.map((thing) => thing.name).join(", ")}: removed`);
  return act(zones.map((thing) => (thing.zone.own ? { do: "remove-zone", ...ofSide(), zone: thing.name } : setting(thing, { show: false }))));
}

// Where an own zone comes in the order of drawing, `by` places on; -1 where that is no place.
function orderOf(thing, by) {
  if (!thing.zone?.own || edit.view.why) return [[], -1];
  const zones = edit.things.filter((other) => other.zone);
  const to = zones.indexOf(thing) + by;
  return [zones.filter((other) => other !== thing), to >= 0 && to < zones.length ? to : -1];
}

export const canOrder = (thing, by) => orderOf(thing, by)[1] >= 0;

// Draws a zone of the kind later, in front of the next `by` ones, or behind them if `by` is negative.
export function order(thing, by) {
  const [others, to] = orderOf(thing, by);
  if (to < 0) return undefined;
  say(`${thing.name}: ${by > 0 ? "in front" : "behind"}`);
  return act([{ do: "order-zone", ...ofSide(), zone: thing.name, before: others[to]?.name ?? "" }]);
}

export function freeName(wanted) {
  const names = new Set(edit.things.map((thing) => thing.name));
  let number = 1;
  while (names.has(number === 1 ? wanted : `${wanted}_${number}`)) number += 1;
  return number === 1 ? wanted : `${wanted}_${number}`;
}

export async function add(rect) {
  const { name, set } = edit.adding;
  edit.adding = null;
  const placed = Object.fromEntries(["x", "y", "width", "height"].map((part) => [part, round(rect[part], 0.1)]));
  const { done } = await act([{ do: "add-zone", ...ofSide(), zone: name, set: { ...placed, ...set } }]);
  if (done) choose([`zone:${name}`]);
  else heard("chosen");
}

// Where a new zone lies that nobody drew: in the middle.
export function inTheMiddle() {
  const { width_mm: w, height_mm: h } = edit.view;
  const [width, height] = [w * 0.5, Math.min(h * 0.12, 12)];
  return { x: (w - width) / 2, y: (h - height) / 2, width, height };
}

export function startAdding(what) {
  edit.adding = what;
  edit.chosen.clear();
  heard("chosen");
  say(`${what.name}: drag where it is to be, or press Enter to put it in the middle`);
}

export function stopAdding() {
  edit.adding = null;
  heard("chosen");
}

export function setSetting(name, value) {
  keepSetting(name, value);
  heard("view");
}

export const toggleSetting = (name) => setSetting(name, !settings()[name]);
