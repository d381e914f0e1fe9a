// The zones of the side as a list, the uppermost first, each with what hides and locks it; and what
// can be added to them.

import { el } from "./dom.js";
import { canOrder, choose, freeName, order, startAdding, stopAdding, toggleChosen, toggleLock, toggleShown } from "./zone-actions.js";
import { icon } from "./zone-icons.js";
import { canvas, point } from "./zone-canvas.js";
import { edit, isLocked, rectOf } from "./zone-state.js";
import { figure } from "./units.js";

const SORTS = { text: "text", icon: "icon", symbol: "icon", image: "picture", table: "table", panel: "panel" };
const NEW = { text: { text: "Text" }, icon: { icon: "mdi:star" }, panel: { fill: "accent" } };
const LARGE_LIST = 14; // it is folded away where it would push the panel off the window

const placeOf = ({ x, y }) => `${figure(Math.round(x * 10) / 10)}, ${figure(Math.round(y * 10) / 10)}`;

function entry(thing) {
  const chosen = edit.chosen.has(thing.key);
  const locked = isLocked(thing);
  const rect = rectOf(thing);
  const pick = (event) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) toggleChosen(thing.key);
    else choose([thing.key]);
    canvas()?.focus({ preventScroll: true });
  };
  const said = `${thing.name}, ${thing.draws}${thing.show ? "" : ", hidden"}${locked ? ", locked" : ""}, x ${figure(rect.x)}, y ${figure(rect.y)} mm`;
  const drop = { ondragover: (event) => dragging && event.preventDefault(), ondrop: (event) => { event.preventDefault(); dropped(thing); } };
  return el(
    "li",
    { class: `zone-entry${chosen ? " is-chosen" : ""}${thing.show ? "" : " is-hidden"}`, onpointerenter: () => point(thing.key), onpointerleave: () => point(null), draggable: thing.zone?.own ? "true" : null, ondragstart: (event) => { dragging = thing; event.dataTransfer.setData("text/plain", thing.name); }, ...drop },
    el("button", { type: "button", class: "pick", "aria-pressed": String(chosen), "aria-label": said, "data-key": `pick ${thing.key}`, onclick: pick }, icon(SORTS[thing.draws] ?? "panel"), el("span", { class: "name" }, thing.name), el("small", {}, placeOf(rect))),
    el("span", { class: "switches-of-zone" }, orderButtons(thing), switchOf(thing, "lock", locked, locked ? "Unlock" : "Lock", () => toggleLock([thing])), thing.zone && !edit.view.why && switchOf(thing, "eye", !thing.show, thing.show ? "Hide" : "Show", () => toggleShown([thing]))),
  );
}

let dragging = null;

// Drops an own zone at the place of another one of the list.
function dropped(onto) {
  const zones = edit.things.filter((thing) => thing.zone);
  const [from, to] = [zones.indexOf(dragging), zones.indexOf(onto)];
  const moved = dragging;
  dragging = null;
  if (from < 0 || to < 0 || from === to) return;
  order(moved, to - from);
}

const switchOf = (thing, name, on, word, act) => el("button", { type: "button", class: `switch${on ? " is-on" : ""}`, title: `${word} ${thing.name}`, "aria-label": `${word} ${thing.name}`, "data-key": `${name} ${thing.key}`, onclick: act }, icon(on ? `${name}-on` : name));

function orderButtons(thing) {
  if (!thing.zone?.own || !edit.chosen.has(thing.key)) return null;
  return [[1, "up", "In front"], [-1, "down", "Behind"]].map(([by, name, word]) => el("button", { type: "button", class: "switch", disabled: !canOrder(thing, by), title: `${word}: ${thing.name}`, "aria-label": `${word}: ${thing.name}`, "data-key": `${name} ${thing.key}`, onclick: () => order(thing, by) }, icon(name)));
}

function adder() {
  if (edit.view.why) return null;
  if (edit.adding) return el("p", { class: "adding-now" }, el("span", {}, el("b", {}, edit.adding.name), ": drag where it is to be, or press Enter."), el("button", { type: "button", class: "plain", onclick: stopAdding }, "Cancel"));
  const fields = Object.entries(edit.view.fields ?? {});
  const option = (value, name) => el("option", { value }, name);
  const chosen = (event) => {
    const [sort, name] = event.target.value.split(" ");
    startAdding(sort === "field" ? { name, set: {} } : { name: freeName(sort), set: NEW[sort] });
    canvas().focus({ preventScroll: true });
  };
  return el(
    "label",
    { class: "add-zone" },
    el("span", { class: "unseen" }, "Add a zone"),
    el("select", { "data-key": "add a zone", onchange: chosen }, option("", "+ Add a zone …"), fields.length ? el("optgroup", { label: "For a field" }, fields.map(([name, type]) => option(`field ${name}`, `${name} (${type})`))) : null, el("optgroup", { label: "Of its own" }, option("text", "A text"), option("icon", "An icon"), option("panel", "A panel"))),
  );
}

let folded = null; // until somebody folds it or unfolds it

export function listOfZones() {
  const { things } = edit;
  const isOpen = folded === null ? things.length <= LARGE_LIST || !edit.chosen.size : !folded;
  const fold = (event) => { folded = event.currentTarget.parentElement.open; };
  return el(
    "details",
    { class: "zone-list", open: isOpen },
    el("summary", { onclick: fold }, el("h3", {}, edit.view.zones.length ? "Zones" : "Calls"), el("small", {}, String(things.length))),
    things.length ? el("ul", { "aria-label": "Zones, the uppermost first" }, [...things].reverse().map(entry)) : el("p", { class: "fine" }, "Nothing here has a place that can be changed."),
    adder(),
  );
}
