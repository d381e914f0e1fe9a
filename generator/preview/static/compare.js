// Before and after, side by side: against the moment the preview began, a kit, or a revision.

import { byId, el, place, plural } from "./dom.js";
import { faceOf } from "./faces.js";
import { get } from "./live.js";
import { state, writeAddress } from "./state.js";

const WHY = { rules: "rules", wording: "wording", looks: "looks", count: "number", new: "new", gone: "gone" };
const LARGEST_PX = 250;
let asked = 0;

function picture(form, label) {
  if (!form) return el("p", { class: "undrawn" }, "no picture");
  const face = faceOf(form, form.digest, label);
  const scale = Math.min(LARGEST_PX / form.width_mm, LARGEST_PX / form.height_mm, 4);
  face.style.width = `${form.width_mm * scale}px`;
  return face;
}

function fieldsOf(change) {
  const rows = change.fields.map((field) => el("tr", {}, el("th", { scope: "row" }, field.field), el("td", {}, el("del", {}, field.before ?? "—")), el("td", {}, el("ins", {}, field.after ?? "—")), el("td", {}, place(field.file, field.line))));
  return rows.length ? el("table", { class: "fields diff" }, el("tbody", {}, rows)) : null;
}

function changeOf(change) {
  const copies = change.copies_before !== change.copies_after ? `${change.copies_before} → ${change.copies_after} copies` : plural(change.copies_after, "copy", "copies");
  const sides = change.sides.map((pair) => el("div", { class: "pair" }, el("figure", {}, picture(pair.before, `${change.name}, ${pair.side}, before`), el("figcaption", {}, `${pair.side}, before`)), el("figure", {}, picture(pair.after, `${change.name}, ${pair.side}, after`), el("figcaption", {}, `${pair.side}, now`))));
  const title = state.snapshot.pieces.has(change.piece) ? el("button", { type: "button", class: "to-piece", "data-piece": change.piece }, change.name) : change.name;
  return el("article", { class: "change" }, el("h3", {}, el("span", { class: `why ${change.why}` }, WHY[change.why] ?? change.why), title, el("small", {}, `${change.kind} · ${copies}`)), el("div", { class: "pairs" }, sides), fieldsOf(change));
}

export async function drawCompare() {
  const mine = ++asked;
  const game = encodeURIComponent(state.game);
  if (!byId("content").querySelector(".compare")) byId("content").replaceChildren(el("p", { class: "waiting" }, "Drawing what was …"));
  const { against } = await get(`/api/against/${game}`);
  if (!against.some((one) => one.id === state.against)) state.against = "start";
  const found = await get(`/api/compare/${game}`, { against: state.against });
  if (mine !== asked || state.view !== "compare") return;
  const choose = el("select", { id: "against", onchange: (event) => { state.against = event.target.value; writeAddress(); drawCompare(); } }, against.map((one) => el("option", { value: one.id, selected: one.id === state.against }, one.name)));
  const tally = found.changes.length ? `${plural(found.changes.length, "piece")} changed` : "Nothing has changed.";
  byId("content").replaceChildren(
    el("div", { class: "compare" }, el("p", { class: "chooser" }, el("label", {}, "What changed ", choose), el("span", { role: "status" }, tally)), found.notes.map((note) => el("p", { class: "note" }, note)), found.changes.map(changeOf)),
  );
}
