// One piece, large: both sides at print size or zoomed, with a ruler, its fields and its problems.

import { byId, el, place, plural, svg } from "./dom.js";
import { faceOf } from "./faces.js";
import { faceAt, focusPiece } from "./grid.js";
import { kindOf, shownPieces, state, troubles, writeAddress } from "./state.js";
import { trouble } from "./problems.js";

const CSS_PX_PER_MM = 96 / 25.4;
const CARD_MM = 85.6; // a bank card, ISO/IEC 7810 ID-1
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

const view = { zoom: 0, look: 0 }; // zoom 0: as large as there is room for

const factor = () => Number(localStorage.getItem("fustella-screen")) || 1;

function fitting(kind, sides) {
  const wide = Math.min(innerWidth - 40, innerWidth > 900 ? innerWidth * 0.62 : innerWidth - 40);
  const across = innerWidth > 560 ? sides : 1;
  return Math.min((wide - 40 * across) / (kind.width_mm * across), (innerHeight * (innerWidth > 900 ? 0.7 : 0.46)) / kind.height_mm, 12);
}

function ruler(length_mm, scale) {
  const ticks = [];
  const last = Math.floor(length_mm);
  for (let mm = 0; mm <= last; mm += 1) {
    if (scale < 2.4 && mm % 5) continue;
    const high = mm % 10 === 0 ? 3.6 : mm % 5 === 0 ? 2.6 : 1.5;
    ticks.push(`M${mm} 0v${(high * 3.78) / scale}`);
  }
  const step = scale * 10 < 26 ? 50 : 10;
  const numbers = [];
  for (let mm = 0; mm <= last; mm += step) numbers.push(svg("text", { x: mm, y: 26 / scale, "font-size": 10 / scale }, mm + step > last ? `${mm} mm` : String(mm)));
  return svg("svg", { class: "ruler", viewBox: `0 0 ${length_mm} ${30 / scale}`, width: length_mm * scale, height: 30, "aria-hidden": "true" }, svg("path", { d: ticks.join(""), "stroke-width": 1 / scale }), numbers);
}

function stage(piece, kind) {
  const looks = [...new Set(piece.faces.map((face) => face.look))];
  if (!looks.includes(view.look)) view.look = 0;
  const sides = ["front", "back"].filter((side) => faceAt(piece, side, view.look));
  const scale = view.zoom ? CSS_PX_PER_MM * factor() * view.zoom : fitting(kind, sides.length || 1);
  const figures = sides.map((side) => {
    const face = faceOf(kind, faceAt(piece, side, view.look).digest, `${piece.name}, ${side}`);
    face.style.width = `${kind.width_mm * scale}px`;
    return el("figure", {}, face, ruler(kind.width_mm, scale), el("figcaption", {}, side));
  });
  if (!figures.length) figures.push(el("p", { class: "empty" }, piece.struck_out ? `Struck out: ${piece.struck_out}` : "Not drawn yet: its kind has a problem."));
  return el("div", { class: "stage", tabindex: "0", "aria-label": "Front and back" }, el("div", { class: "figures" }, figures));
}

function toolbar(piece, redraw) {
  const at = view.zoom ? `${Math.round(view.zoom * 100)} %` : "fit";
  const go = (step) => {
    const now = view.zoom || 1;
    view.zoom = step > 0 ? (ZOOMS.find((zoom) => zoom > now) ?? ZOOMS.at(-1)) : (ZOOMS.findLast((zoom) => zoom < now) ?? ZOOMS[0]);
    redraw();
  };
  const set = (zoom) => () => { view.zoom = zoom; redraw(); };
  const looks = [...new Set(piece.faces.map((face) => face.look))];
  return el(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Size" },
    el("button", { type: "button", "aria-pressed": String(view.zoom === 0), onclick: set(0) }, "Fit"),
    el("button", { type: "button", "aria-pressed": String(view.zoom === 1), onclick: set(1) }, "Print size"),
    el("button", { type: "button", "aria-label": "Smaller", onclick: () => go(-1) }, "−"),
    el("output", {}, at),
    el("button", { type: "button", "aria-label": "Larger", onclick: () => go(1) }, "+"),
    looks.length > 1 && el("label", {}, "Look ", el("select", { onchange: (event) => { view.look = Number(event.target.value); redraw(); } }, looks.map((look) => el("option", { value: look, selected: look === view.look }, `${look + 1} of ${looks.length}`)))),
    el("details", { class: "calibrate" }, el("summary", {}, "Ruler wrong?"), calibration(redraw)),
  );
}

function calibration(redraw) {
  const card = el("span", { class: "bankcard" }, "a bank card, 85.6 mm");
  const measure = () => { card.style.width = `${CARD_MM * CSS_PX_PER_MM * factor()}px`; };
  measure();
  const slide = el("input", { type: "range", min: "0.5", max: "2", step: "0.005", value: factor(), "aria-label": "Width of a bank card on this screen", oninput: (event) => { localStorage.setItem("fustella-screen", event.target.value); measure(); }, onchange: redraw });
  return el("div", {}, el("p", {}, "Hold a bank card to the screen and slide until both are equally wide: print size is then true here."), card, slide);
}

function fieldRows(piece) {
  return ["front", "back"].map((side) => {
    const own = piece.fields.filter((field) => field.side === side);
    if (!own.length) return null;
    const rows = own.map((field) => el("tr", {}, el("th", { scope: "row" }, field.path), el("td", { class: field.type }, field.text || "—"), el("td", {}, place(field.file, field.line))));
    return el("section", {}, el("h3", {}, side), el("table", { class: "fields" }, el("tbody", {}, rows)));
  });
}

function facts(piece, kind) {
  const rows = [["kind", kind.name], ["copies", String(piece.copies)], ["id", piece.id], piece.code && ["version", piece.code], piece.source && ["source", piece.source], piece.struck_out && ["struck out", piece.struck_out]].filter(Boolean);
  return el("dl", {}, rows.map(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]), el("dt", {}, "typed in"), el("dd", {}, place(piece.file, piece.line)));
}

let drawn = ""; // what of the piece is shown, to leave it alone while nothing of it changes

const told = (piece) => JSON.stringify([piece, kindOf(piece), troubles(piece.id)]);

// Something changed, perhaps not this piece.
export function updateDetail() {
  const piece = state.snapshot?.pieces.get(state.piece);
  if (!piece || told(piece) !== drawn) drawDetail();
}

export function drawDetail() {
  const box = byId("detail");
  const piece = state.snapshot?.pieces.get(state.piece);
  if (!piece) {
    if (box.open) box.close();
    return;
  }
  drawn = told(piece);
  const kind = kindOf(piece);
  const kept = box.querySelector(".facts")?.scrollTop ?? 0;
  const had = document.activeElement?.getAttribute?.("aria-label") ?? document.activeElement?.textContent;
  const found = troubles(piece.id);
  const claims = state.snapshot.claims.filter((one) => !one.fault && one.pieces.includes(piece.id));
  box.replaceChildren(
    el("header", {}, el("button", { type: "button", "aria-label": "The piece before", onclick: () => step(-1) }, "‹"), el("h2", { id: "detail-name" }, piece.name || piece.id), el("button", { type: "button", "aria-label": "The next piece", onclick: () => step(1) }, "›"), el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => box.close() }, "×")),
    el("div", { class: "body" }, el("div", { class: "left" }, toolbar(piece, drawDetail), stage(piece, kind)), el("div", { class: "facts" }, found.length ? el("ul", { class: "troubles", "aria-label": plural(found.length, "problem") }, found.map((one) => trouble(one))) : null, facts(piece, kind), fieldRows(piece), claims.length ? el("details", {}, el("summary", {}, `${plural(claims.length, "open question")} of the document`), el("ul", { class: "troubles" }, claims.map((one) => trouble(one)))) : null)),
  );
  if (!box.open) box.showModal();
  box.querySelector(".facts").scrollTop = kept;
  const again = [...box.querySelectorAll("button, select, summary")].find((one) => had && (one.getAttribute("aria-label") ?? one.textContent) === had);
  (again ?? box.querySelector(".close")).focus();
}

export function openPiece(id) {
  state.piece = id;
  view.look = 0;
  writeAddress();
  drawDetail();
}

function step(by) {
  const ids = shownPieces().map((piece) => piece.id);
  const id = ids[ids.indexOf(state.piece) + by];
  if (id) openPiece(id);
}

export function prepareDetail() {
  const box = byId("detail");
  box.addEventListener("close", () => {
    const id = state.piece;
    state.piece = "";
    writeAddress();
    if (state.view === "pieces") focusPiece(id);
  });
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, .stage")) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  addEventListener("resize", () => box.open && !view.zoom && drawDetail());
}
