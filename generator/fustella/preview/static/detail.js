// One piece, large: both sides at print size or zoomed, with a ruler, its fields and its problems.

import { acceptPictures } from "./card-picture.js";
import { isWriting, offerTexts, valueCell } from "./card-text.js";
import { copiesOf } from "./copies.js";
import { byId, el, place, plural, refill, svg } from "./dom.js";
import { onFirstFaces } from "./edit.js";
import { change, faceOf } from "./faces.js";
import { faceAt, focusPiece } from "./grid.js";
import { pinned, remarkButton, remarkList } from "./remarks.js";
import { kindOf, shownPieces, state, stepBack, troubles, writeAddress } from "./state.js";
import { isRemark, trouble } from "./problems.js";
import { inkFacts, isSeparated, markFace, plateChoice, platesOf, separationsButton, shownDigest } from "./separations.js";
import { editButton, editTools, endEditing, escapeEditing, fillEditing, fittingScale, isEditing, pictureTarget, showNewFace, updateEditing } from "./zones.js";

const CSS_PX_PER_MM = 96 / 25.4;
const CARD_MM = { long: 85.6, short: 53.98 }; // a bank card, ISO/IEC 7810 ID-1
const GAP_PX = 26;
const UNDER_PX = 66; // a ruler and a caption
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

const view = { zoom: 0, look: 0 }; // zoom 0: as large as there is room for

// Kept in dots of the screen, so that it stays true when the browser enlarges the page.
const pxPerMm = () => (Number(localStorage.getItem("fustella-dots")) || CSS_PX_PER_MM * devicePixelRatio) / devicePixelRatio;
const isMeasured = () => Boolean(localStorage.getItem("fustella-dots"));
const keepPxPerMm = (px) => localStorage.setItem("fustella-dots", px * devicePixelRatio);
const isNarrow = () => innerWidth <= 900;

// Sides beside each other or one above the other, whichever is larger; where there is little room, one after the other.
function fitting(kind, sides, box) {
  const { width_mm: w, height_mm: h } = kind;
  const wide = box.clientWidth - 34;
  if (isNarrow()) return { scale: Math.min(wide / w, (innerHeight * 0.52) / h, 12), stacked: true };
  const high = box.clientHeight - 34;
  const gaps = GAP_PX * (sides - 1);
  const beside = Math.min((wide - gaps) / (sides * w), (high - UNDER_PX) / h, 12);
  const stacked = Math.min(wide / w, (high - sides * UNDER_PX - gaps) / (sides * h), 12);
  return { scale: Math.max(beside, stacked, 0.3), stacked: stacked > beside };
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

// The sides, once it is known how much room there is for them.
function fill(box, piece, kind) {
  const sides = ["front", "back"].filter((side) => faceAt(piece, side, view.look));
  const { scale, stacked } = view.zoom ? { scale: pxPerMm() * view.zoom } : fitting(kind, sides.length || 1, box.querySelector(".stage"));
  const figures = sides.map((side) => {
    const own = faceAt(piece, side, view.look);
    const face = faceOf(kind, isSeparated() ? shownDigest(own) : own.digest, `${piece.name}, ${side}`, side);
    if (isSeparated()) markFace(face, own);
    face.style.width = `${kind.width_mm * scale}px`;
    const card = pinned(face, piece, kind, side, drawDetail);
    card.classList.add("card");
    card.dataset.side = side;
    offerTexts(card, piece, side, scale, updateDetail);
    return el("figure", {}, card, ruler(kind.width_mm, scale), el("figcaption", {}, side));
  });
  if (!figures.length) figures.push(el("p", { class: "empty" }, piece.struck_out ? `Struck out: ${piece.struck_out}` : "Not drawn yet: its kind has a problem."));
  box.querySelector(".figures").replaceChildren(...figures);
  box.querySelector(".figures").classList.toggle("stacked", Boolean(stacked));
  return scale;
}

function sayScale(box, scale) {
  box.querySelector(".tools output").textContent = `${Math.round((scale / pxPerMm()) * 100)} %`;
  return scale / pxPerMm();
}

function fillEdited(box, piece, kind) {
  const scale = view.zoom ? pxPerMm() * view.zoom : fittingScale(kind, box.querySelector(".stage"), isNarrow());
  fillEditing(box, piece, kind, scale, view.look, drawDetail);
  return scale;
}

let shown = 1; // the zoom that is seen, for the buttons that go on from it

function zoomBy(step) {
  view.zoom = step > 0 ? (ZOOMS.find((zoom) => zoom > shown + 0.01) ?? ZOOMS.at(-1)) : (ZOOMS.findLast((zoom) => zoom < shown - 0.01) ?? ZOOMS[0]);
  drawDetail();
}

let turned = 0; // of the wheel, since the last step
const STEP_OF_WHEEL = 60;

// Ctrl and the wheel enlarge what is under the hand, which stays there.
function wheeled(event) {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  turned += event.deltaY;
  if (Math.abs(turned) < STEP_OF_WHEEL) return;
  const figures = () => byId("detail").querySelector(".figures").getBoundingClientRect();
  const was = figures();
  zoomBy(-turned);
  turned = 0;
  const now = figures();
  const [across, down] = [(event.clientX - was.left) / was.width, (event.clientY - was.top) / was.height];
  byId("detail").querySelector(".stage").scrollBy(now.left + across * now.width - event.clientX, now.top + down * now.height - event.clientY);
}

function toolbar(piece, redraw) {
  const set = (zoom) => () => { view.zoom = zoom; redraw(); };
  const looks = [...new Set(piece.faces.map((face) => face.look))];
  return el(
    "div",
    { class: "tools", role: "group", "aria-label": "Size" },
    editButton(redraw),
    el("button", { type: "button", "aria-pressed": String(view.zoom === 0), onclick: set(0) }, "Fit"),
    el("button", { type: "button", "aria-pressed": String(view.zoom === 1), onclick: set(1) }, "Print size"),
    el("button", { type: "button", "aria-label": "Smaller", onclick: () => zoomBy(-1) }, "−"),
    el("output", {}),
    el("button", { type: "button", "aria-label": "Larger", onclick: () => zoomBy(1) }, "+"),
    looks.length > 1 && el("label", {}, "Look ", el("select", { onchange: (event) => { view.look = Number(event.target.value); redraw(); } }, looks.map((look) => el("option", { value: look, selected: look === view.look }, `${look + 1} of ${looks.length}`)))),
    !isEditing() && remarkButton(piece, redraw),
    !isEditing() && separationsButton(redraw),
    el("details", { class: "calibrate", open: measuring }, el("summary", { onclick: (event) => { measuring = !event.currentTarget.parentElement.open; } }, isMeasured() ? "Ruler measured" : "Check the ruler"), calibration(redraw)),
  );
}

let measuring = false;

// A phone is narrower than a bank card is long.
function calibration(redraw) {
  const mm = innerWidth < 560 ? CARD_MM.short : CARD_MM.long;
  const which = innerWidth < 560 ? "the short side of a bank card" : "a bank card";
  const card = el("span", { class: "bankcard" }, `${mm} mm`);
  const measure = (px) => { card.style.width = `${mm * px}px`; };
  measure(pxPerMm());
  const turned = (event) => { keepPxPerMm(event.target.value * CSS_PX_PER_MM); measure(pxPerMm()); };
  const slide = el("input", { type: "range", min: "0.5", max: "2", step: "0.005", value: pxPerMm() / CSS_PX_PER_MM, "aria-label": `Width of ${which} on this screen`, oninput: turned, onchange: redraw });
  return el("div", {}, el("p", {}, `Hold ${which} to the screen and slide until both are equally wide: print size is then true here.`), card, slide);
}

function fieldRows(piece) {
  return ["front", "back"].map((side) => {
    const own = piece.fields.filter((field) => field.side === side);
    if (!own.length) return null;
    const rows = own.map((field) => el("tr", {}, el("th", { scope: "row" }, field.path), el("td", { class: `is-${field.type}` }, valueCell(piece, field, updateDetail)), el("td", {}, place(field, piece))));
    return el("section", {}, el("h3", {}, side), el("table", { class: "fields" }, el("tbody", {}, rows)));
  });
}

function facts(piece, kind) {
  const rows = [["kind", kind.name], ["copies", copiesOf(piece, drawDetail)], ["id", piece.id], piece.code && ["version", piece.code], piece.source && [state.snapshot.original ? "note" : "source", piece.source], piece.struck_out && ["struck out", piece.struck_out]].filter(Boolean);
  return el("dl", {}, rows.map(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]), el("dt", {}, "typed in"), el("dd", {}, place(piece)));
}

// What became of its versions in played sessions: the one of now first.
function played(piece) {
  const rows = state.snapshot.played.filter((row) => row.piece === piece.id).reverse();
  if (!rows.length) return null;
  const lines = (row) => [el("dt", {}, row.current ? row.code : `${row.code} (before)`), el("dd", {}, [...row.said, ...row.remarks].map((said) => el("div", {}, said)))];
  return el("section", { class: "played" }, el("h3", {}, "played"), el("dl", {}, rows.map(lines)));
}

let drawn = ""; // what of the piece is shown, to leave it alone while nothing of it changes

const told = (piece) => JSON.stringify([piece, kindOf(piece), troubles(piece.id), state.snapshot.remarks, state.snapshot.played]);

// Something changed, perhaps not this piece.
export function updateDetail() {
  const piece = state.snapshot?.pieces.get(state.piece);
  if (piece && isEditing()) updateEditing(piece, kindOf(piece));
  else if (!isWriting() && (!piece || told(piece) !== drawn)) drawDetail();
}

export function drawDetail() {
  const box = byId("detail");
  const piece = state.snapshot?.pieces.get(state.piece);
  if (!piece) {
    state.piece = "";
    writeAddress();
    if (box.open) box.close();
    return;
  }
  drawn = told(piece);
  const kind = kindOf(piece);
  const kept = box.querySelector(".facts")?.scrollTop ?? 0;
  const looks = piece.faces.map((face) => face.look);
  if (!looks.includes(view.look)) view.look = 0;
  const editing = isEditing();
  const faces = piece.faces.filter((face) => face.look === view.look);
  const plates = isSeparated() && !editing ? platesOf(piece, faces, drawDetail) : [];
  const onCanvas = document.activeElement?.id === "zones";
  const found = troubles(piece.id).filter((one) => !isRemark(one));
  const claims = state.snapshot.claims.filter((one) => !one.fault && one.pieces.includes(piece.id));
  refill(
    box,
    el("header", {}, el("button", { type: "button", "aria-label": "The piece before", disabled: !beside(-1), onclick: () => step(-1) }, "‹"), el("h2", { id: "detail-name" }, piece.name || piece.id), el("button", { type: "button", "aria-label": "The next piece", disabled: !beside(1), onclick: () => step(1) }, "›"), el("button", { type: "button", class: "close", "aria-label": "Close", onclick: shut }, "×")),
    el("div", { class: editing ? "body is-editing" : "body" }, el("div", { class: "left" }, toolbar(piece, drawDetail), editing && editTools(piece), plates.length > 0 && plateChoice(plates, drawDetail), el("div", { class: "stage", tabindex: editing ? null : "0", role: "group", "aria-label": "Front and back", onwheel: wheeled }, el("div", { class: "figures" }))), editing && el("div", { class: "zone-side" }), el("div", { class: "facts" }, found.length ? el("ul", { class: "troubles", "aria-label": plural(found.length, "problem") }, found.map((one) => trouble(one))) : null, isSeparated() && !editing && inkFacts(faces), remarkList(piece, drawDetail), facts(piece, kind), played(piece), fieldRows(piece), claims.length ? el("details", {}, el("summary", {}, `${plural(claims.length, "open question")} of the document`), el("ul", { class: "troubles" }, claims.map((one) => trouble(one)))) : null)),
  );
  const opening = !box.open;
  if (opening) box.showModal();
  shown = sayScale(box, editing ? fillEdited(box, piece, kind) : fill(box, piece, kind));
  box.querySelector(".facts").scrollTop = kept;
  if (onCanvas) byId("zones")?.focus({ preventScroll: true });
  if (opening || !box.contains(document.activeElement)) box.querySelector(".close").focus();
}

export function openPiece(id) {
  const stepped = Boolean(state.piece);
  state.piece = id;
  view.look = 0;
  writeAddress(stepped ? "" : "piece");
  drawDetail();
}

function beside(by) {
  const ids = shownPieces().map((piece) => piece.id);
  const at = ids.indexOf(state.piece);
  return at < 0 ? undefined : ids[at + by];
}

function step(by) {
  const id = beside(by);
  if (id) openPiece(id);
}

// The way back of the browser leads to where the piece was opened, too. It is done at once: the event
// `close` comes later, when somebody may have gone on.
function shut() {
  const id = state.piece;
  if (!id) return;
  state.piece = "";
  endEditing();
  byId("detail").close();
  if (history.state?.opened === "piece") stepBack();
  else writeAddress();
  if (state.view === "pieces") focusPiece(id);
}

// New faces of the piece that is shown, in their places.
function showFaces(faces) {
  if (isEditing()) {
    showNewFace(faces.filter((face) => face.look === view.look));
    return;
  }
  for (const { side, look, digest } of faces) {
    const face = byId("detail").querySelector(`.card[data-side="${side}"] .face`);
    if (face && look === view.look) change(face, digest);
  }
}

export function prepareDetail() {
  const box = byId("detail");
  onFirstFaces(showFaces);
  box.addEventListener("cancel", (event) => { event.preventDefault(); shut(); });
  box.addEventListener("close", () => box.open || shut()); // browsers close it in other ways, too
  box.addEventListener("click", (event) => event.target === box && shut());
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && escapeEditing()) event.preventDefault(); // else it would close the piece
    if (isEditing() || event.target.matches("input, select, .stage")) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  acceptPictures(box, (event) => pictureTarget(event, state.snapshot?.pieces.get(state.piece)));
  addEventListener("resize", () => box.open && !view.zoom && !isWriting() && drawDetail());
}
