// Before and after, side by side: against the moment the preview began, a kit, or a revision.

import { byId, el, place, plural, refill } from "./dom.js";
import { faceOf } from "./faces.js";
import { get } from "./live.js";
import { state, writeAddress } from "./state.js";
import { wordsChanged } from "./words.js";

const WHY = { rules: "rules", wording: "wording", looks: "looks", count: "number", new: "new", gone: "gone" };
const LARGEST_PX = 250;
let asked = 0;
let kept = new Map(); // what is drawn, by what it was told: pictures that stay do not flicker

function picture(form, label) {
  if (!form) return el("p", { class: "undrawn" }, "no picture");
  const face = faceOf(form, form.digest, label);
  const scale = Math.min(LARGEST_PX / form.width_mm, LARGEST_PX / form.height_mm, 4);
  face.style.setProperty("--w", `${form.width_mm * scale}px`);
  return face;
}

function fieldsOf(change) {
  const rows = change.fields.map((field) => {
    const [before, after] = wordsChanged(field.before, field.after, state.language);
    return el("tr", {}, el("th", { scope: "row" }, field.field), el("td", {}, before), el("td", {}, after), el("td", {}, place(field)));
  });
  const head = el("thead", {}, el("tr", {}, ["field", "before", "now", "line"].map((name) => el("th", { scope: "col" }, name))));
  return rows.length ? el("table", { class: "fields diff" }, head, el("tbody", {}, rows)) : null;
}

function changeOf(change) {
  const copies = change.copies_before !== change.copies_after ? `${change.copies_before} → ${change.copies_after} copies` : plural(change.copies_after, "copy", "copies");
  const sides = change.sides.map((pair) => el("div", { class: "pair" }, el("figure", {}, picture(pair.before, `${change.name}, ${pair.side}, before`), el("figcaption", {}, `${pair.side}, before`)), el("figure", {}, picture(pair.after, `${change.name}, ${pair.side}, after`), el("figcaption", {}, `${pair.side}, now`))));
  const title = state.snapshot.pieces.has(change.piece) ? el("button", { type: "button", class: "to-piece", "data-piece": change.piece }, change.name) : change.name;
  return el("article", { class: "change" }, el("h2", {}, el("span", { class: `why ${change.why}` }, WHY[change.why] ?? change.why), title, el("small", {}, `${change.kind} · ${copies}`)), sides.length ? el("div", { class: "pairs" }, sides) : null, fieldsOf(change));
}

function articleOf(change) {
  const told = JSON.stringify(change);
  return [told, kept.get(told) ?? changeOf(change)];
}

function nothing() {
  if (!state.snapshot.pieces.size) return "Nothing could be read yet, so there is nothing to compare.";
  return "Nothing has changed. What you save is shown here, beside what it was.";
}

async function fetched(game) {
  byId("main").setAttribute("aria-busy", "true"); // what was may have to be drawn
  try {
    const { against } = await get(`/api/against/${game}`);
    if (!against.some((one) => one.id === state.against)) state.against = "start";
    return [against, await get(`/api/compare/${game}`, { against: state.against })];
  } finally {
    byId("main").removeAttribute("aria-busy");
  }
}

// `failed` is told of what went wrong after another choice.
export async function drawCompare(failed) {
  const mine = ++asked;
  if (!byId("content").querySelector(".compare")) byId("content").replaceChildren(el("p", { class: "waiting", role: "status" }, "Drawing what was …"));
  const [against, found] = await fetched(encodeURIComponent(state.game));
  if (mine !== asked || state.view !== "compare") return;
  const chosen = (event) => { state.against = event.target.value; writeAddress(); drawCompare(failed).catch(failed); };
  const choose = el("select", { id: "against", onchange: chosen }, against.map((one) => el("option", { value: one.id, selected: one.id === state.against }, one.name)));
  const tally = found.changes.length ? `${plural(found.changes.length, "piece")} changed` : "";
  kept = new Map(found.changes.map(articleOf));
  const empty = found.changes.length || found.notes.length ? null : el("p", { class: "empty" }, nothing());
  refill(byId("content"), el("div", { class: "compare" }, el("p", { class: "chooser" }, el("label", {}, "What changed ", choose), el("span", { role: "status" }, tally)), found.notes.map((note) => el("p", { class: "note" }, note)), [...kept.values()], empty));
}
