// Texts written on the spot: on the card, where they are printed, or among the values beside it; with
// their marks as they are typed.

import { el } from "./dom.js";
import { canEdit, seeFilesOf, sendOf } from "./edit.js";
import { state } from "./state.js";

const MM_PER_PT = 25.4 / 72;
const LEAST_PX = 13;
const LEAST_COARSE_PX = 16; // phones enlarge the page for smaller letters
const [LEAST_WIDE_PX, LEAST_HIGH_PX] = [150, 34];

let writing = null; // the box that is open

export const isWriting = () => writing !== null;

// Opens a text in a box that lies at {left, top, width, height} of `host`. `save` is called with what was
// written and answers {done}; while that is not so, the box stays with what is in it.
export function writeAt(host, box, { text, label, size = 0, align = "", family = "", bold = false, language = "", save, closed = () => {} }) {
  writing?.leave();
  const area = el("textarea", { class: "writer", "aria-label": label, lang: language || null, dir: "auto", spellcheck: "true", rows: 1 });
  area.value = text;
  const hint = el("p", { class: "writer-hint" }, el("kbd", {}, "Enter"), " saves, ", el("kbd", {}, "Shift Enter"), " begins a line, ", el("kbd", {}, "Esc"), " leaves it");
  const whole = el("div", { class: "writer-box" }, area, hint);
  const least = matchMedia("(pointer: coarse)").matches ? LEAST_COARSE_PX : LEAST_PX;
  const style = { left: `${box.left}px`, top: `${box.top}px`, width: `${Math.max(box.width, LEAST_WIDE_PX)}px` };
  for (const [name, value] of Object.entries(style)) whole.style.setProperty(name, value);
  area.style.setProperty("min-height", `${Math.max(box.height, LEAST_HIGH_PX)}px`);
  if (size) area.style.setProperty("font-size", `${Math.max(size, least)}px`);
  if (align) area.style.setProperty("text-align", align);
  if (family) area.style.setProperty("font-family", family);
  if (bold) area.style.setProperty("font-weight", "700");
  host.append(whole);
  const grow = () => {
    area.style.setProperty("height", "auto");
    area.style.setProperty("height", `${area.scrollHeight + 2}px`);
  };
  const leave = () => {
    if (writing?.area !== area) return;
    writing = null;
    whole.remove();
    closed();
  };
  const finish = async () => {
    if (writing?.area !== area || area.readOnly) return;
    if (area.value === text) {
      leave();
      return;
    }
    area.readOnly = true;
    const { done } = await save(area.value);
    area.readOnly = false;
    if (done) leave();
    else area.focus();
  };
  area.addEventListener("input", grow);
  area.addEventListener("blur", finish);
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey || event.isComposing)) return;
    event.preventDefault();
    if (event.key === "Escape") leave();
    else finish();
  });
  writing = { area, leave };
  grow();
  area.focus({ preventScroll: true });
  area.setSelectionRange(text.length, text.length);
}

export const saveValue = (piece, side, field) => (text) => sendOf(piece, [{ do: "value", piece: piece.id, side, field, text }]);

export const valueOf = (piece, side, path) => piece.fields.find((field) => field.side === side && field.path === path)?.text ?? "";

// How the letters of a zone look, for a box in which they are written.
export function lettersOf(zone, scale) {
  const { size, align, font, bold } = Object.fromEntries(Object.entries(zone.keys).map(([key, { value }]) => [key, value]));
  const isLeft = !["center", "right", "end"].includes(align);
  return { size: typeof size === "number" ? size * MM_PER_PT * scale : 0, align: isLeft ? "start" : align === "right" ? "right" : align, family: font === "serif" || font === "title" ? '"Source Serif Pro", serif' : "", bold: bold === true };
}

const REACH_PX = 18; // a finger that comes so near to a text means it

// Over the texts of a face in the large view: a press opens them. Keyboards and screen readers have the
// same texts in the table beside the card.
export async function offerTexts(card, piece, side, scale, closed) {
  if (!canEdit()) return;
  let view;
  try {
    view = await seeFilesOf(piece, side);
  } catch {
    return; // the texts can be written in the table beside the card
  }
  if (!card.isConnected) return;
  const texts = view.zones.filter((zone) => zone.draws === "text" && zone.show && zone.field && valueOf(piece, side, zone.name));
  const spots = texts.map((zone) => {
    const box = { left: zone.x_mm * scale, top: zone.y_mm * scale, width: zone.width_mm * scale, height: zone.height_mm * scale };
    const spot = el("div", { class: "text-spot", "aria-hidden": "true" });
    for (const [name, value] of Object.entries(box)) spot.style.setProperty(name, `${value}px`);
    if (zone.turn_deg) spot.style.setProperty("rotate", `${zone.turn_deg}deg`);
    return { zone, box, spot };
  });
  card.append(...spots.map(({ spot }) => spot));
  card.addEventListener("click", (event) => {
    if (event.target.closest(".writer-box, .pin") || card.classList.contains("remarking")) return;
    const found = nearest(spots, event);
    if (found) writeAt(card, found.box, { text: valueOf(piece, side, found.zone.name), label: `${found.zone.name} of ${piece.name}`, ...lettersOf(found.zone, scale), language: state.language, save: saveValue(piece, side, found.zone.name), closed });
  });
}

// The text under the hand, the smallest of several; for a finger also one beside it.
function nearest(spots, event) {
  const reach = event.pointerType === "touch" ? REACH_PX : 0;
  const away = ({ spot }) => {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    return Math.hypot(Math.max(left - event.clientX, 0, event.clientX - right), Math.max(top - event.clientY, 0, event.clientY - bottom));
  };
  const near = spots.map((each) => ({ ...each, away: away(each) })).filter((each) => each.away <= reach);
  return near.sort((one, other) => one.away - other.away || one.box.width * one.box.height - other.box.width * other.box.height)[0];
}

// A value in the table beside the card, which a press opens.
export function valueCell(piece, field, closed) {
  if (!canEdit() || !["text", "word", "number"].includes(field.type)) return field.text || "—";
  const open = (event) => {
    const button = event.currentTarget;
    const cell = button.parentElement;
    writeAt(cell, { left: 0, top: 0, width: cell.clientWidth, height: cell.clientHeight }, { text: field.text, label: `${field.path} of ${piece.name}`, language: state.language, save: saveValue(piece, field.side, field.path), closed });
  };
  return el("button", { type: "button", class: "value", "aria-label": `Write ${field.path}: ${field.text || "empty"}`, "data-key": `value ${field.side} ${field.path}`, onclick: open }, field.text || "—");
}
