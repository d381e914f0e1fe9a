// Every key of what is chosen with its control, what it is now and who says so: the kind itself, one
// that it is `like`, or the ready face.

import { coded, el, place as placeLink, plural } from "./dom.js";
import { act, align, canOrder, distribute, order, remove, setKeys, toggleLock } from "./zone-actions.js";
import { choiceForm } from "./zone-choices.js";
import { gameColours } from "./zone-colours.js";
import { controlOf, typedControl } from "./zone-controls.js";
import { icon } from "./zone-icons.js";
import { chosenThings, edit, fieldValues, isLocked, movable } from "./zone-state.js";

const PARTS = [
  ["Place", ["x", "y", "right", "bottom", "width", "height", "turn"]],
  ["What it shows", ["show", "when", "text", "image", "icon", "list"]],
  ["Letters", ["size", "least", "font", "bold", "italic", "caps", "align", "valign", "colour", "padding", "leading", "hyphens", "equal", "keywords", "outline", "outline_width", "shadow", "shadow_offset"]],
  ["Picture", ["fit", "at", "mirror"]],
  ["Panel", ["shape", "fill", "line", "line_width", "radius", "opacity"]],
  ["Others", ["over", "under", "without"]],
];
const ALWAYS = ["over", "under", "without", "show", "when", "list"]; // the same on all pieces
const ACROSS = ["x", "right", "width", "line_width", "radius", "padding", "outline_width", "shadow_offset"];
const OPEN = "fustella-panel";

const opened = () => JSON.parse(localStorage.getItem(OPEN) ?? "{}");
const keepOpen = (title, open) => localStorage.setItem(OPEN, JSON.stringify({ ...opened(), [title]: open }));

// The one state of a key on several zones; `mixed` where they differ.
function stateOf(key, zones) {
  const [first, ...others] = zones.map((zone) => zone.keys[key]);
  const alike = others.every((other) => JSON.stringify([other.value, other.typed]) === JSON.stringify([first.value, first.typed]));
  return { ...(alike ? first : { value: null, typed: "", whose: "", of: "", mixed: true, follows: false }), isOwnSaying: first.whose !== "default" };
}

function whoseOf(key, state, things) {
  if (state.mixed) return null;
  if (state.whose === "own") return el("span", { class: "whose is-own" }, placeLink({ file: state.file, line: state.line }, { file: state.file }), el("button", { type: "button", class: "switch", title: `Back to what ${edit.view.face || "the ready face"} says`, "aria-label": `${key}: back to what the ready face says`, "data-key": `back ${key}`, onclick: () => setKeys(things, {}, [key]) }, icon("back")));
  if (state.whose === "like") return el("span", { class: "whose", title: `The kind is like ${state.of}` }, `like ${state.of}`);
  if (state.whose === "face") return el("span", { class: "whose", title: `${state.of || edit.view.face} says so` }, "face");
  return null;
}

// For which pieces a value is this one, where it is not so for all of the kind.
function caseOf({ without, branch, both }) {
  const said = [without && `without ${without}`, branch && branch !== "else" && `for ${branch}`, branch === "else" && "otherwise", both && "both sides"].filter(Boolean);
  return said.length ? el("small", { class: "case" }, said.join(", ")) : null;
}

let choosing = ""; // the key whose choice by a field is being written

function row(key, things, zones, redraw) {
  const state = stateOf(key, zones);
  const { control = "text", about = "", choices = [] } = edit.view.controls[key] ?? {};
  const set = (value, isStep) => setKeys(things, { [key]: value }, [], isStep ? `key ${key} ${[...edit.chosen].join(" ")}` : "");
  const list = control === "colour" ? "known-colours" : key === "when" ? "known-fields" : null;
  const how = { set, choices, list, colours: edit.view.colours, zones: edit.view.zones.filter((zone) => !zone.own).map((zone) => zone.name), fonts: edit.view.fonts, whole_mm: ACROSS.includes(key) ? edit.view.width_mm : edit.view.height_mm };
  const canFollow = !ALWAYS.includes(key) && !state.mixed;
  const isChoosing = choosing === key;
  const elements = isChoosing ? [typedControl(key, state, how)] : controlOf(key, control, state, how);
  const byField = canFollow && el("button", { type: "button", class: `switch${state.follows ? " is-on" : ""}`, title: "By a field of the piece", "aria-label": `${key} by a field`, "aria-expanded": String(isChoosing), "data-key": `choose ${key}`, onclick: () => { choosing = isChoosing ? "" : key; redraw(); } }, icon("follows"));
  const now = state.typed || (state.value ?? "");
  return el(
    "div",
    { class: `key-row is-${control}${state.whose === "own" ? " is-own" : ""}` },
    el("span", { class: "key", title: about }, key),
    el("span", { class: "control" }, elements),
    byField,
    whoseOf(key, state, things),
    caseOf(state),
    isChoosing ? choiceForm(key, state.typed, typeof now === "object" ? "" : now, fieldValues(), list, (value) => { choosing = ""; set(value); }) : null,
  );
}

function partsOf(things, redraw) {
  const zones = things.map((thing) => thing.zone);
  const keys = Object.keys(zones[0].keys).filter((key) => zones.every((zone) => key in zone.keys));
  const known = new Set(PARTS.flatMap(([, own]) => own));
  const rest = keys.filter((key) => !known.has(key));
  const parts = PARTS.map(([title, own]) => [title === "Letters" && !keys.includes("size") ? "Content" : title, keys.filter((key) => own.includes(key))]);
  if (rest.length) parts.push(["Further", rest]);
  const folded = opened();
  return parts.filter(([, own]) => own.length).map(([title, own]) => {
    const said = own.filter((key) => zones.some((zone) => zone.keys[key].whose === "own")).length;
    const open = folded[title] ?? ["Place", "Letters", "Content", "Picture", "Panel"].includes(title);
    return el("details", { class: "key-part", open }, el("summary", { "data-key": `part ${title}`, onclick: (event) => keepOpen(title, !event.currentTarget.parentElement.open) }, el("h4", {}, title), said ? el("small", {}, `${said} here`) : null), el("div", { class: "keys-of-zone" }, own.map((key) => row(key, things, zones, redraw))));
  });
}

const ALIGN = [["left", "align-left"], ["center", "align-center"], ["right", "align-right"], ["top", "align-top"], ["middle", "align-middle"], ["bottom", "align-bottom"]];

function arranging(things) {
  const onFace = things.length === 1;
  const some = movable().length;
  const button = (name, sign, word, act, off) => el("button", { type: "button", class: "switch", title: word, "aria-label": word, "data-key": `arrange ${name}`, disabled: off, onclick: act }, icon(sign));
  return el(
    "div",
    { class: "arranging", role: "group", "aria-label": onFace ? "Align on the face" : "Align with each other" },
    ALIGN.map(([how, sign]) => button(how, sign, `${onFace ? "Align on the face" : "Align"}: ${how}`, () => align(how), !some)),
    el("span", { class: "gap" }),
    button("across", "across", "Distribute across", () => distribute("x"), some < 3),
    button("down", "downwards", "Distribute down", () => distribute("y"), some < 3),
  );
}

function ofCall(thing) {
  const { call } = thing;
  const rows = Object.entries(call.args).map(([name, { value, unit }]) => {
    const set = (to, isStep) => act([{ do: "call", piece: edit.piece.id, kind: edit.view.kind, side: edit.side, file: call.file, line: call.line, id: call.id, set: { [name]: to } }], isStep ? `call ${name} ${thing.key}` : "");
    const state = { value, typed: "", isOwnSaying: true };
    return el("div", { class: "key-row" }, el("span", { class: "key" }, name), el("span", { class: "control" }, controlOf(name, "number", state, { set }), el("small", { class: "beside" }, unit)));
  });
  const times = edit.view.calls.filter((other) => other.file === call.file && other.id === call.id).length;
  const computed = Object.entries(call.computed).map(([name, typed]) => el("div", { class: "key-row" }, el("span", { class: "key" }, name), el("span", { class: "control" }, el("code", {}, typed))));
  return [
    el("p", { class: "fine" }, "A call of the template: ", el("code", {}, `${call.tool}(…)`), " ", placeLink(call)),
    thing.why ? el("p", { class: "note" }, coded(thing.why)) : null,
    times > 1 ? el("p", { class: "fine" }, `It draws ${times} times on this side: what you change changes all of them.`) : null,
    el("div", { class: "keys-of-zone" }, rows, computed),
  ];
}

// What is over the keys of one zone: its name, where it stands, and what can be done with it.
function headOf(thing, write) {
  const { zone } = thing;
  const whose = !zone ? null : zone.own ? "a zone of the kind" : `a zone of ${edit.view.face}`;
  const own = zone?.own && !edit.view.why;
  const button = (name, word, act, off = false) => el("button", { type: "button", class: "plain", "data-key": name, disabled: off, onclick: act }, word);
  return el(
    "header",
    { class: "panel-head" },
    el("h3", {}, thing.name),
    el("p", { class: "fine" }, [thing.draws, whose].filter(Boolean).join(", "), " ", zone?.file ? placeLink(zone) : null),
    zone ? el("p", { class: "acts" }, canWrite(thing) && button("write", "Edit the text", () => write(thing)), own && button("front", "In front", () => order(thing, 1), !canOrder(thing, 1)), own && button("behind", "Behind", () => order(thing, -1), !canOrder(thing, -1)), !edit.view.why && button("remove", own ? "Remove" : "Hide", () => remove([thing]), !thing.show && !own)) : null,
    isLocked(thing) ? el("p", { class: "fine" }, "Locked in this browser. ", el("button", { type: "button", class: "plain", onclick: () => toggleLock([thing]) }, "Unlock")) : null,
  );
}

// Whether a text of it can be written on the card: that of its field, or its own.
export function canWrite(thing) {
  const { zone } = thing;
  if (!zone || zone.draws !== "text") return false;
  return zone.field || typeof zone.keys.text?.value === "string";
}

function choicesOfFields() {
  return [
    el("datalist", { id: "known-colours" }, [...Object.keys(edit.view.colours), "none"].map((value) => el("option", { value }))),
    el("datalist", { id: "known-fields" }, [...fieldValues().keys()].map((name) => el("option", { value: `${name} is given` }))),
  ];
}

// `write` opens the text of a zone, `pictured` gives a control for the picture of one.
export function panel(write, pictured, redraw) {
  const things = chosenThings();
  const { face, calls } = edit.view;
  const why = calls.length ? "" : edit.view.why; // of zones, which it has none of
  if (!things.length) {
    const say = edit.view.zones.length ? "Choose a zone in the picture or in the list. Drag it, or move it with the arrow keys; Shift adds others." : "Choose what is to be moved in the picture or in the list.";
    return [why ? el("p", { class: "note" }, coded(why)) : el("p", { class: "fine" }, say), face ? el("p", { class: "fine" }, `This side is drawn by ${face}.`) : null, gameColours()];
  }
  const zones = things.filter((thing) => thing.zone);
  const head = things.length === 1 ? headOf(things[0], write) : el("header", { class: "panel-head" }, el("h3", {}, plural(things.length, "zone")), el("p", { class: "fine" }, things.map((thing) => thing.name).join(", ")));
  const body = zones.length === things.length && !why ? partsOf(zones, redraw) : things.length === 1 && things[0].call ? ofCall(things[0]) : [];
  return [why ? el("p", { class: "note" }, coded(why)) : things.length === 1 && things[0].zone && things[0].why ? el("p", { class: "note" }, coded(things[0].why)) : null, head, things.length === 1 ? pictured(things[0]) : null, arranging(things), ...body, ...choicesOfFields()];
}
