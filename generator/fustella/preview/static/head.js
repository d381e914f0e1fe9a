// Everything around the pieces: games, kinds, views, search and filters.

import { byId, coded, el, plural, refill, spotOf, visible } from "./dom.js";
import { fieldFilters, forgetFields } from "./filters.js";
import { facets, noteAddress, remember, state } from "./state.js";

export const VIEWS = [["pieces", "Pieces"], ["sheets", "Sheets"], ["compare", "Before and after"], ["problems", "Problems"], ["icons", "Icons"], ["deck", "Deck"], ["tables", "Tables"], ["rules", "Rules"], ["box", "Box"]];

const entry = (key, current, label, count, act, alarming = false) =>
  el("li", {}, el("button", { type: "button", "aria-label": count === "" ? null : `${label}, ${plural(count, alarming ? "problem" : "design")}`, "data-key": key, "aria-current": current ? "true" : null, onclick: act }, el("span", {}, label), count !== "" && el("span", { class: alarming ? "count alarming" : "count" }, String(count))));

// The title of the game, in the page and of the page.
export function drawTitle() {
  if (!state.snapshot) return;
  const title = visible(state.snapshot.title);
  document.title = `${title} · Fustella`;
  const shown = byId("head").querySelector("h1");
  if (shown) shown.textContent = title;
}

export function drawSide(act) {
  refill(byId("games"), ...state.games.map((game) => entry(game.id, game.id === state.game, game.title, game.faults || game.designs, () => act.game(game.id), game.faults > 0)));
  const { snapshot } = state;
  const wrong = snapshot ? snapshot.faults.length + snapshot.claims.filter((one) => one.fault).length : 0;
  refill(byId("views"), ...VIEWS.map(([id, name]) => entry(id, state.view === id, name, id === "problems" && wrong ? wrong : "", () => act.view(id), wrong > 0)));
  if (snapshot) drawChoices(snapshot, act);
}

function drawChoices({ kinds, languages }, act) {
  const one = (kind) => entry(kind.id, state.kind === kind.id, kind.name, kind.designs, () => act.kind(kind.id));
  const boxes = ["sheets", "deck", "box"].includes(state.view) ? [] : kinds.filter((kind) => kind.box); // they are on no sheet here
  const plain = kinds.filter((kind) => !kind.box);
  const all = plain.reduce((sum, kind) => sum + kind.designs, 0);
  byId("kinds-section").hidden = ["problems", "compare", "icons", "tables", "rules"].includes(state.view) || !kinds.length;
  byId("boxes-section").hidden = byId("kinds-section").hidden || !boxes.length;
  refill(byId("kinds"), entry("", !state.kind, "All kinds", all, () => act.kind("")), ...plain.map(one));
  refill(byId("boxes"), ...boxes.map(one));
  const box = byId("language");
  if ([...box.options].map((option) => option.value).join() !== languages.join()) box.replaceChildren(...languages.map((language) => el("option", { value: language }, nameOf(language))));
  box.parentElement.hidden = !languages.length;
  box.value = state.snapshot.language; // until another one is there
  byId("theme").value = state.theme;
  byId("vision").value = state.vision;
  document.body.dataset.vision = state.vision;
}

function nameOf(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language);
  } catch {
    return language;
  }
}

const toggle = (name, label, redraw) =>
  el("button", { type: "button", class: "toggle", "aria-pressed": String(state[name]), onclick: () => { state[name] = !state[name]; redraw(true); } }, label);

function segmented(redraw) {
  const sides = [["front", "Front"], ["back", "Back"], ["both", "Both"]];
  return el("div", { class: "segments", role: "group", "aria-label": "Side" }, sides.map(([id, name]) => el("button", { type: "button", "aria-pressed": String(state.sides === id), onclick: () => { state.sides = id; remember(); redraw(true); } }, name)));
}

// The search box keeps its text and its focus: only what is around it is drawn anew.
export function drawHead(redraw, resized) {
  const { snapshot } = state;
  const head = byId("head");
  const title = el("h1", {}, snapshot.title);
  const zoom = el("label", { class: "zoom" }, "Size ", el("input", { type: "range", min: "0.5", max: "2", step: "0.1", value: state.zoom, "aria-label": "Size of what is shown", oninput: (event) => { state.zoom = Number(event.target.value); remember(); noteAddress(); resized(); } }));
  if (state.view !== "pieces" || !snapshot.pieces.size) {
    refill(head, el("div", { class: "titled" }, title, state.view === "rules" && el("p", { id: "page-tally" }), (state.view === "rules" || (state.view === "sheets" && snapshot.pieces.size > 0)) && zoom));
    return;
  }
  const own = [...snapshot.pieces.values()].filter((piece) => !state.kind || piece.kind === state.kind);
  const fields = facets(own);
  forgetFields(fields);
  const hint = matchMedia("(hover: hover)").matches ? "Search  ( / )" : "Search";
  const search = byId("search") ?? el("input", { id: "search", type: "search", placeholder: hint, "aria-label": "Search pieces", "aria-describedby": "tally", autocomplete: "off", spellcheck: "false" });
  search.oninput = () => { state.query = search.value.trim(); redraw(false); };
  if (search.value.trim() !== state.query) search.value = state.query; // the browser went back
  const filters = el("div", { class: "filters" }, segmented(redraw), toggle("problems", "Only with problems", redraw), toggle("changed", "Only changed", redraw), state.picked && el("button", { type: "button", class: "toggle", "aria-pressed": "true", onclick: () => { state.picked = null; redraw(true); } }, state.picked.said), zoom, fieldFilters(fields, redraw));
  refill(head, el("div", { class: "titled" }, title, el("p", { id: "tally", role: "status" })), search, filters);
}

export function drawTally(shown) {
  const tally = byId("tally");
  if (!tally) return;
  const boxes = new Set(state.snapshot.kinds.filter((kind) => kind.box).map((kind) => kind.id));
  const printed = shown.filter((piece) => piece.copies && !boxes.has(piece.kind));
  const copies = printed.reduce((sum, piece) => sum + piece.copies, 0);
  const others = shown.filter((piece) => boxes.has(piece.kind)).length;
  const struck = shown.filter((piece) => piece.struck_out).length;
  tally.textContent = [plural(printed.length, "design"), plural(copies, "copy", "copies"), struck && `${struck} struck out`, others && plural(others, "box", "boxes")].filter(Boolean).join(", ");
}

let alarmed = ""; // what is said, to say it once

export function drawAlarm(open) {
  const bar = byId("alarm");
  const errors = state.snapshot?.faults.filter((one) => one.severity === "error") ?? [];
  const now = JSON.stringify(errors.map((one) => [spotOf(one), one.message]));
  if (now === alarmed) return;
  alarmed = now;
  bar.hidden = !errors.length;
  if (!errors.length) {
    bar.replaceChildren();
    return;
  }
  const [first] = errors;
  refill(bar, el("p", {}, el("b", {}, plural(errors.length, "problem")), el("span", {}, `${spotOf(first)} `, coded(first.message))), el("button", { type: "button", onclick: open }, "Show"));
}
