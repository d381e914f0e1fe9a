// Editing the zones of a side in the large view: brings together the canvas, the list, the panel and
// the hands, and shows what comes back from the server.

import { isWriting, lettersOf, saveValue, valueOf, writeAt } from "./card-text.js";
import { pictureControl } from "./card-picture.js";
import { byId, el, refill, visible } from "./dom.js";
import { canEdit, stepButtons } from "./edit.js";
import { faceAt } from "./grid.js";
import { kindOf, state } from "./state.js";
import { hear, refresh, setKeys, setSetting, toggleSetting } from "./zone-actions.js";
import { PAD_PX, canvas, drawFace, drawOverlay, endGhosts, makeCanvas, moveShapes, pointOf } from "./zone-canvas.js";
import { KEYS, canvasKey, endSomething } from "./zone-keys.js";
import { icon } from "./zone-icons.js";
import { listOfZones } from "./zone-list.js";
import { canWrite, panel } from "./zone-panel.js";
import { cancelDrag, preparePointer } from "./zone-pointer.js";
import { edit, rectOf, settings } from "./zone-state.js";

const LARGEST = 40; // pixels to the millimetre, where the whole side fits
const GRIDS = [0.5, 1, 2, 2.5, 5, 10];
const says = el("p", { id: "zone-says", class: "unseen", role: "status" });
const side = el("section", { class: "workbench zone-panel", "aria-label": "What is chosen" });
const list = el("section", { class: "workbench", "aria-label": "Zones" });

let redrawAll = () => {}; // draws the large view anew
let look = 0;

export const isEditing = () => edit.on && canEdit();

export function editButton(redraw) {
  if (!canEdit()) return null;
  return el("button", { type: "button", class: "edit", "aria-pressed": String(edit.on), onclick: () => { edit.on = !edit.on; edit.adding = null; edit.chosen.clear(); redraw(); if (edit.on) canvas()?.focus({ preventScroll: true }); } }, icon("pen"), "Edit");
}

export function endEditing() {
  cancelDrag();
  Object.assign(edit, { on: false, view: null, things: [], adding: null });
  edit.chosen.clear();
  edit.moved.clear();
}

// The row of switches over the canvas.
export function editTools(piece) {
  const { grid, showGrid, snap, names } = settings();
  const sides = ["front", "back"].filter((each) => faceAt(piece, each));
  if (sides.length && !sides.includes(edit.side)) edit.side = sides[0];
  const sideButton = (each) => el("button", { type: "button", "aria-pressed": String(edit.side === each), onclick: () => { Object.assign(edit, { side: each, view: null, things: [], adding: null }); edit.chosen.clear(); redrawAll(); } }, each);
  const toggle = (name, sign, on, label) => el("button", { type: "button", class: "switch", "aria-pressed": String(on), title: label, "aria-label": label, "data-key": `setting ${name}`, onclick: () => { toggleSetting(name); redrawAll(); } }, icon(sign));
  return el(
    "div",
    { class: "tools zone-tools", role: "group", "aria-label": "Zones" },
    sides.length > 1 && el("div", { class: "segments", role: "group", "aria-label": "Side" }, sides.map(sideButton)),
    stepButtons(icon),
    el("span", { class: "gap" }),
    toggle("snap", "snap", snap, "Snap to zones, edges and middles"),
    toggle("names", "names", names, "Names of the zones"),
    toggle("showGrid", "grid", showGrid, "Grid"),
    showGrid && el("select", { "aria-label": "Distance of the grid's lines", "data-key": "grid", onchange: (event) => setSetting("grid", Number(event.target.value)) }, GRIDS.map((each) => el("option", { value: each, selected: each === grid }, `${each} mm`))),
    el("details", { class: "zone-keys" }, el("summary", {}, "Keys"), el("dl", {}, KEYS.map(([keys, what]) => [el("dt", {}, keys), el("dd", {}, what)]))),
    el("span", { id: "zone-keys", class: "unseen" }, "Shift and arrow keys: 10 mm, Alt: 0.1 mm, Control: the size. Enter writes into a text, H hides, L locks, Delete takes away."),
  );
}

// How many pixels a millimetre has where the whole side is to be seen.
export function fittingScale(kind, stage, isNarrow) {
  const { width_mm: w, height_mm: h, bleed_mm: b } = kind;
  const wide = stage.clientWidth - 2 * PAD_PX - 4;
  const high = (isNarrow ? innerHeight * 0.58 : stage.clientHeight) - 2 * PAD_PX - 4;
  return Math.max(Math.min(wide / (w + 2 * b), high / (h + 2 * b), LARGEST), 0.3);
}

// Fills the stage with the canvas, and the column beside it with list and panel.
export function fillEditing(box, piece, kind, scale, atLook, redraw) {
  redrawAll = redraw;
  look = atLook;
  const isSame = edit.piece?.id === piece.id;
  Object.assign(edit, { piece, kind, scale });
  if (!isSame) {
    Object.assign(edit, { view: null, things: [], adding: null });
    edit.moved.clear();
  }
  cancelDrag();
  const drawing = makeCanvas();
  box.querySelector(".figures").replaceChildren(drawing);
  refill(box.querySelector(".facts"), side, says);
  refill(box.querySelector(".zone-side"), list);
  preparePointer(drawing, write);
  drawing.addEventListener("keydown", (event) => canvasKey(event, write));
  showFace();
  if (edit.view) drawOverlay();
  drawSide();
  load();
}

function showFace() {
  const face = faceAt(edit.piece, edit.side, look);
  return face ? drawFace(face.digest) : null;
}

// A face that came before the rest of the news.
export function showNewFace(faces) {
  const face = faces.find((each) => each.side === edit.side);
  if (face) drawFace(face.digest);
}

async function load() {
  try {
    await refresh();
  } catch (error) {
    if (edit.view) return;
    side.replaceChildren(el("p", { class: "note" }, `The zones of this side could not be read: ${error.message}`));
  }
}

// Something changed: the face at once, then where the zones are.
export function updateEditing(piece, kind) {
  const isAnother = JSON.stringify([edit.kind.outline, edit.kind.width_mm, edit.kind.height_mm, edit.kind.bleed_mm]) !== JSON.stringify([kind.outline, kind.width_mm, kind.height_mm, kind.bleed_mm]);
  if (isAnother && !isWriting()) {
    redrawAll();
    return;
  }
  Object.assign(edit, { piece, kind });
  byId("detail-name").textContent = visible(piece.name || piece.id);
  showFace();
  load();
}

let waiting = false; // until somebody has written what is being written in the panel

// List and panel anew, but not under the hands of somebody who is typing there.
function drawSide() {
  const typing = document.activeElement;
  if (side.contains(typing) && typing.matches("input[type=text]") && typing.value !== typing.defaultValue) {
    if (!waiting) typing.addEventListener("blur", () => { waiting = false; drawSide(); }, { once: true });
    waiting = true;
    return;
  }
  if (!edit.view) {
    side.replaceChildren(el("p", { class: "fine" }, "…"));
    return;
  }
  refill(side, ...panel(write, pictured, drawSide));
  refill(list, listOfZones());
}

hear(
  (what) => {
    if (!edit.on) return;
    if (what === "refused" || (what === "view" && !edit.dragging)) endGhosts();
    if (what === "place" || what === "refused") moveShapes();
    else {
      drawOverlay();
      drawSide();
    }
  },
  (text) => { says.textContent = text; },
);

const pictured = ({ zone }) => (zone?.draws === "image" && zone.field && !edit.view.why ? pictureControl(edit.piece, edit.side, zone.name, valueOf(edit.piece, edit.side, zone.name)) : null);

// Opens the text of a zone where it stands.
function write(thing) {
  if (!canWrite(thing)) return;
  const { zone } = thing;
  const rect = rectOf(thing);
  const drawing = canvas();
  const at = (mm) => PAD_PX + (edit.kind.bleed_mm + mm) * edit.scale;
  const box = { left: at(rect.x), top: at(rect.y), width: rect.width * edit.scale, height: rect.height * edit.scale };
  const isOwn = !zone.field || (!valueOf(edit.piece, edit.side, zone.name) && typeof zone.keys.text?.value === "string");
  const text = isOwn ? zone.keys.text.value : valueOf(edit.piece, edit.side, zone.name);
  const save = isOwn ? (written) => setKeys([thing], { text: written }) : saveValue(edit.piece, edit.side, zone.name);
  writeAt(drawing, box, { text, label: `${zone.name} of ${edit.piece.name}`, ...lettersOf(zone, edit.scale), language: state.language, save, closed: () => drawing.focus({ preventScroll: true }) });
}

// Escape ends what is going on, then the editing. True where there was something.
export function escapeEditing() {
  if (!isEditing()) return false;
  if (!endSomething()) {
    endEditing();
    redrawAll();
  }
  return true;
}

// The side, and the place on it, onto which a picture is dropped in the large view.
export function pictureTarget(event, piece) {
  if (!piece) return null;
  const drawing = event.target.closest?.(".canvas");
  if (drawing) return { piece, side: edit.side, spot: pointOf(event), element: drawing };
  const card = event.target.closest?.(".card");
  if (!card) return null;
  const box = card.getBoundingClientRect();
  const scale = box.width / kindOf(piece).width_mm;
  return { piece, side: card.dataset.side, spot: { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale }, element: card };
}
