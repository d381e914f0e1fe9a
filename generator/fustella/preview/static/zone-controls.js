// The controls of keys: each sort of value has its own. A control calls `set` with a value for the
// gesture: a number (mm or points), a word, true or false, or {typed} for characters to write as they are.

import { el } from "./dom.js";
import { figure, readLength, stepped, toMm, unitOf } from "./units.js";

const FEW = 5; // so many choices stand beside each other
const SHORT = 20; // if they have no more letters together
const PT_PER_MM = 72 / 25.4;

const isText = (value) => typeof value === "string";

// What a key has on the things that are chosen: {value, typed, follows}, or null where they differ.
const written = (state) => (state.typed || (isText(state.value) ? state.value : state.value === null || state.value === undefined ? "" : String(state.value)));

function input(attributes, state, commit) {
  const box = el("input", { type: "text", autocomplete: "off", spellcheck: "false", value: state.mixed ? "" : written(state), placeholder: state.mixed ? "differs" : attributes.otherwise, ...attributes, otherwise: null });
  box.addEventListener("change", () => {
    box.defaultValue = box.value; // it is sent, and may be shown anew
    commit(box.value);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || box.value === box.defaultValue) return;
    event.preventDefault();
    event.stopPropagation();
    box.value = box.defaultValue;
  });
  return box;
}

// Arrow keys go on by 1, with Shift by 10, with Alt by a tenth, in the unit that the value has.
function withSteps(box, state, commit) {
  box.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const by = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const next = stepped(box.value || box.placeholder, state.typed, by);
    if (next === null) return;
    box.value = box.defaultValue = next;
    commit(next, true);
  });
  return box;
}

// A length in the unit of the file. Where a key says nothing, what it comes to is shown as a hint.
function lengthControl(key, state, { set, whole_mm, isSize }) {
  const commit = (text, isStep) => {
    if (!text.trim() && !state.typed) return;
    set(isSize ? sizeOf(text, state.typed) : readLength(text, state.typed), isStep);
  };
  const otherwise = !isText(state.value) && state.value !== null && state.value !== undefined ? figure(state.value) : "";
  const shown = { ...state, typed: state.typed || (state.isOwnSaying ? otherwise : ""), value: "" };
  const box = withSteps(input({ ...named(key), inputmode: "decimal", class: "length", otherwise }, shown, commit), state, commit);
  return [box, el("small", { class: "beside" }, besideOf(state, whole_mm, isSize))];
}

function sizeOf(text, typed) {
  const read = readLength(text, typed);
  return typeof read === "number" || !/^[\d.]+$/.test(text.trim()) ? read : Number(text);
}

function besideOf({ value, typed, mixed }, whole_mm, isSize) {
  if (mixed || !typed) return "";
  if (isSize) return typeof value === "number" && unitOf(typed) !== "pt" ? `${figure(value)} pt` : "pt" === unitOf(typed) && typeof value === "number" ? `${figure(value / PT_PER_MM)} mm` : "";
  const mm = toMm(typed, whole_mm);
  if (typeof mm !== "number") return "";
  return unitOf(typed) === "mm" ? "" : `${figure(mm)} mm`;
}

function flagControl(key, { value, mixed }, { set }) {
  const box = el("input", { type: "checkbox", role: "switch", ...named(key), checked: value === true, onchange: () => set(box.checked) });
  box.indeterminate = Boolean(mixed);
  return box;
}

function choiceControl(key, { value, mixed }, { set, choices, isLong }) {
  const few = !isLong && choices.length <= FEW && choices.join("").length <= SHORT;
  if (few) return el("span", { class: "few", role: "radiogroup", "aria-label": key }, choices.map((choice) => el("label", { class: choice === value && !mixed ? "is-on" : "" }, el("input", { type: "radio", name: `few-${key}`, "data-key": `${key} ${choice}`, value: choice, checked: !mixed && choice === value, onchange: () => set(choice) }), choice)));
  const options = [...new Set([...(value && !choices.includes(value) ? [value] : []), ...choices])];
  return el("select", { ...named(key), onchange: (event) => event.target.value && set(event.target.value) }, value && !mixed ? null : el("option", { value: "" }, mixed ? "differs" : "—"), options.map((choice) => el("option", { value: choice, selected: !mixed && choice === value }, choice)));
}

// The colours of the game by their names, none, and any other.
function colourControl(key, told, { set, colours }) {
  const state = asNamed(told, [...Object.keys(colours), "none"]);
  const { value, mixed } = state;
  const shown = colours[value] ?? (isText(value) && value !== "none" ? value : "");
  const swatch = (colour) => dyed(el("span", { class: `dye${colour ? "" : " is-none"}` }), colour);
  const pick = (name) => el("button", { type: "button", class: `swatch${name === value ? " is-on" : ""}`, title: name, "aria-label": name, "aria-pressed": String(name === value), "data-key": `${key} ${name}`, onclick: () => set(name) }, swatch(name === "none" ? "" : colours[name]));
  const box = input({ ...named(key) }, { ...state, typed: "", value: isText(value) ? value : "" }, (text) => set(text.trim() || "none"));
  const other = el("input", { type: "color", "aria-label": `${key}: another colour`, title: "another colour", value: /^#[0-9a-f]{6}$/i.test(shown) ? shown : "#808080", onchange: () => set(other.value) });
  const names = [...Object.keys(colours), "none"];
  return [el("details", { class: "dyes", "data-key": `dyes ${key}` }, el("summary", { "aria-label": `${key}: colours of the game`, "data-key": `dyes of ${key}` }, swatch(mixed ? "" : shown)), el("div", { role: "group", "aria-label": "Colours of the game" }, names.map(pick), el("label", { class: "other-dye" }, other, "another"))), box];
}

function dyed(element, colour) {
  if (colour) element.style.setProperty("background", colour);
  return element;
}

// A role such as `title` is shown as such, and not as the font that it is at present.
const fontControl = (key, state, how) => choiceControl(key, asNamed(state, how.fonts), { ...how, choices: how.fonts, isLong: true });

const asNamed = (state, names) => (names.includes(state.typed) ? { ...state, value: state.typed } : state);

function numberControl(key, state, { set }) {
  const commit = (text, isStep) => {
    const number = Number(text.replace(",", "."));
    set(text.trim() && Number.isFinite(number) ? number : { typed: text.trim() }, isStep);
  };
  return withSteps(input({ ...named(key), inputmode: "decimal", class: "length" }, state, commit), state, commit);
}

// A word or a text; what a file would read otherwise is written in quotes.
const textControl = (key, state, { set, list }) => input({ ...named(key), list, class: "words" }, { ...state, typed: "" , value: isText(state.value) ? state.value : state.typed }, (text) => set(text));

// Whatever the file says, as it is typed.
export const typedControl = (key, state, { set, list }) => input({ ...named(key), list, class: "words typed" }, state, (text) => text.trim() && set({ typed: text.trim() }));

// One of the zones of the face; or none.
const zoneControl = (key, state, { set, zones }) => choiceControl(key, { ...state, value: state.value || "" }, { set, choices: zones, isLong: true });

const ANCHORS = ["0%", "50%", "100%"];

// Which part of a picture stays in view: a corner, the middle of an edge, the middle; or any other place.
function positionControl(key, state, { set }) {
  const { value } = state;
  const dot = (x, y) => el("button", { type: "button", class: `anchor${value === `${x} ${y}` ? " is-on" : ""}`, "aria-label": `${x} from the left, ${y} from the top`, "aria-pressed": String(value === `${x} ${y}`), "data-key": `${key} ${x} ${y}`, onclick: () => set(`${x} ${y}`) });
  return [el("span", { class: "anchors", role: "group", "aria-label": key }, ANCHORS.flatMap((y) => ANCHORS.map((x) => dot(x, y)))), textControl(key, state, { set })];
}

const named = (key) => ({ "aria-label": key, "data-key": `key ${key}` });

const CONTROLS = {
  length: lengthControl,
  size: (key, state, how) => lengthControl(key, state, { ...how, isSize: true }),
  flag: flagControl,
  choice: choiceControl,
  colour: colourControl,
  font: fontControl,
  number: numberControl,
  zone: zoneControl,
  position: positionControl,
  text: textControl,
  image: textControl,
  icon: textControl,
  condition: textControl,
};

// The elements for a key; what follows from the fields is shown as it is typed.
export function controlOf(key, sort, state, how) {
  if (state.follows || (state.value !== null && typeof state.value === "object")) return [typedControl(key, state, how)].flat();
  return [(CONTROLS[sort] ?? typedControl)(key, state, how)].flat();
}
