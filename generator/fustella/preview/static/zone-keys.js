// Keys on the canvas: everything that a hand can do there, without a hand.

import { add, beside, choose, inTheMiddle, nudge, order, remove, stopAdding, toggleLock, toggleSetting, toggleShown } from "./zone-actions.js";
import { cancelDrag } from "./zone-pointer.js";
import { chosenThings, edit } from "./zone-state.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const stepOf = (event) => (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);

export const KEYS = [
  ["← ↑ ↓ →", "1 mm; with Shift 10 mm, with Alt 0.1 mm"],
  ["Ctrl ← → ↑ ↓", "changes width and height"],
  ["Page ↑ ↓", "the zone before, the next one"],
  ["Enter", "writes into its text"],
  ["Shift, Ctrl, Alt", "while dragging: straight or in proportion, without snapping, from the middle"],
  ["Alt click", "the zone beneath"],
  ["[ ]", "behind, in front"],
  ["H", "hides, shows"],
  ["L", "locks"],
  ["G", "grid"],
  ["N", "names"],
  ["Delete", "takes a zone away"],
  ["Ctrl A", "all zones"],
];

function single(event, write) {
  const things = chosenThings();
  const one = things.length === 1 ? things[0] : null;
  const acts = {
    Enter: () => one && write(one),
    F2: () => one && write(one),
    Delete: () => remove(),
    Backspace: () => remove(),
    "[": () => one && order(one, -1),
    "]": () => one && order(one, 1),
    h: () => toggleShown(),
    l: () => things.length && toggleLock(),
    g: () => toggleSetting("showGrid"),
    n: () => toggleSetting("names"),
  };
  return acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

// True where something was there to be ended.
export function endSomething() {
  if (cancelDrag()) return true;
  if (edit.adding) {
    stopAdding();
    return true;
  }
  if (!edit.chosen.size) return false;
  choose([]);
  return true;
}

export function canvasKey(event, write) {
  const arrow = ARROWS[event.key];
  const control = event.ctrlKey || event.metaKey;
  let act = null;
  if (arrow) act = () => nudge(arrow[0] * stepOf(event), arrow[1] * stepOf(event), control);
  else if (event.key === "PageDown" || event.key === "PageUp") act = () => choose([beside(event.key === "PageUp" ? -1 : 1)].filter(Boolean));
  else if (control && event.key.toLowerCase() === "a") act = () => choose(edit.things.filter((thing) => thing.show).map((thing) => thing.key));
  else if (edit.adding && event.key === "Enter") act = () => add(inTheMiddle());
  else if (!control && !event.altKey) act = single(event, write);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
