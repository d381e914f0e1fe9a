// What is edited in the large view: the zones of one side as the server tells them, which of them are
// chosen, where they are while they are moved, and what this browser remembers of locks and the grid.

import { boundsOf, round } from "./arranging.js";
import { state } from "./state.js";

export const edit = {
  on: false,
  side: "front",
  piece: null,
  kind: null,
  view: null, // as told by /api/zones
  things: [], // its zones and calls, in the order they are drawn in
  chosen: new Set(), // their keys
  moved: new Map(), // key -> where it is on the page before the file says so
  adding: null, // what is drawn next: {name, set, about}
  scale: 1, // pixels to the millimetre
};

const KEPT = "fustella-zones";
const STANDARD = { grid: 5, showGrid: false, snap: true, names: true };

const read = (name, otherwise) => {
  try {
    return { ...otherwise, ...JSON.parse(localStorage.getItem(name)) };
  } catch {
    return otherwise;
  }
};

export const settings = () => read(KEPT, STANDARD);
export const keepSetting = (name, value) => localStorage.setItem(KEPT, JSON.stringify({ ...settings(), [name]: value }));

const lockName = () => `fustella-locked-${state.game}-${edit.kind.id}-${edit.side}`;
export const isLocked = (thing) => Boolean(read(lockName(), {})[thing.key]);
export function lock(things, locked) {
  const all = { ...read(lockName(), {}), ...Object.fromEntries(things.map((thing) => [thing.key, locked])) };
  const left = Object.fromEntries(Object.entries(all).filter(([, is]) => is));
  if (Object.keys(left).length) localStorage.setItem(lockName(), JSON.stringify(left));
  else localStorage.removeItem(lockName());
}

const PLACES = ["x", "y", "right", "bottom", "width", "height", "turn"];

// Why the place of a zone on this piece is nothing to drag: another part of it follows from the fields.
function whyNot(zone) {
  const follows = PLACES.find((key) => zone.keys[key]?.follows && !zone.keys[key].branch);
  return follows ? `\`${follows}\` follows from the fields of the piece: change it in the panel.` : "";
}

const thingOfZone = (zone) => ({
  key: `zone:${zone.name}`,
  name: zone.name,
  zone,
  draws: zone.draws,
  show: zone.show,
  rect: { x: zone.x_mm, y: zone.y_mm, width: zone.width_mm, height: zone.height_mm, turn: zone.turn_deg || 0 },
  can: { x: true, y: true, width: true, height: true, turn: true },
  why: edit.view.why || whyNot(zone),
});

const LONG = 26;
const shortened = (text) => (text.length > LONG ? `${text.slice(0, LONG - 1).trimEnd()}…` : text);

// Where a call in a loop draws several times, `nth` is the number of the drawing.
const thingOfCall = (call, nth) => {
  const has = (name) => name in call.args;
  const isSquare = call.tool === "icon" && has("size");
  return {
    key: `call:${call.file}:${call.id}:${nth}`,
    name: shortened(call.what || call.tool),
    call,
    draws: call.tool,
    show: true,
    rect: { x: call.x_mm, y: call.y_mm, width: call.width_mm, height: call.height_mm, turn: call.turn_deg || 0 },
    can: { x: has("x"), y: has("y"), width: has("width") || isSquare, height: has("height") || isSquare, turn: has("turn") },
    why: call.why,
  };
};

// As they are drawn: those of the face, each over own ones that lie `under` it, then the other own ones.
function drawOrder(zones) {
  const ofFace = zones.filter((zone) => !zone.own);
  const beneath = (name) => zones.filter((zone) => zone.own && zone.keys.under?.value === name);
  const lower = ofFace.flatMap((zone) => [...beneath(zone.name), zone]);
  return [...lower, ...zones.filter((zone) => !lower.includes(zone))];
}

// Takes over what the server told; what is chosen and no longer there is not chosen.
export function take(view) {
  edit.view = view;
  edit.things = [...drawOrder(view.zones).map(thingOfZone), ...view.calls.map(thingOfCall)];
  for (const thing of edit.things) thing.told = thing.rect; // as the numbers of the view belong to it
  const keys = new Set(edit.things.map((thing) => thing.key));
  for (const key of edit.chosen) if (!keys.has(key)) edit.chosen.delete(key);
}

export const thingOf = (key) => edit.things.find((thing) => thing.key === key);
export const chosenThings = () => edit.things.filter((thing) => edit.chosen.has(thing.key));
export const rectOf = (thing) => ({ ...thing.rect, ...edit.moved.get(thing.key) });
export const isMovable = (thing) => !thing.why && !isLocked(thing);
export const movable = () => chosenThings().filter(isMovable);
export const chosenBounds = () => boundsOf(chosenThings().map(rectOf));

const ROUNDED_MM = 0.0051; // so far rounding alone moves something

// What of a rectangle is another one now, rounded as a person would type it.
export function changesOf(thing, rect) {
  const changes = {};
  for (const part of ["x", "y", "width", "height", "turn"]) {
    if (thing.can[part] && Math.abs(rect[part] - thing.rect[part]) > ROUNDED_MM) changes[part] = round(rect[part]);
  }
  return changes;
}

// The side's own fields with their values on the pieces of the kind, for choices by a field.
export function fieldValues() {
  const fields = new Map();
  for (const piece of state.snapshot.pieces.values()) {
    if (piece.kind !== edit.kind.id) continue;
    for (const { side, path, text } of piece.fields) {
      if (side !== edit.side || /[[.]/.test(path)) continue;
      if (!fields.has(path)) fields.set(path, new Set());
      fields.get(path).add(text);
    }
  }
  return fields;
}
