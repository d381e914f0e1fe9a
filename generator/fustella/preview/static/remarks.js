// Remarks on a piece: pinned to a place of it, closed by the edit that mends it.

import { byId, el, place, plural, toast } from "./dom.js";
import { canEdit, closeWithNext, sawFiles, send } from "./edit.js";
import { state } from "./state.js";

const AUTHOR = "fustella-author";
const STEP_MM = 1;

const asked = { piece: "", side: "front", x: 0, y: 0, typing: false }; // the remark that is being made; no piece: none
let taken = ""; // the remark that the next edit closes

const all = () => state.snapshot?.remarks?.remarks ?? [];
const remarksOf = (piece) => all().filter((one) => one.piece === piece.id);
const openOf = (piece) => remarksOf(piece).filter((one) => !one.closed);

// Notes the file of the remarks as it is: the page shows what stands in it.
export function sawRemarks() {
  const { file, digest } = state.snapshot?.remarks ?? {};
  if (file) sawFiles({ [file]: digest });
}

// The button that lets one pin a remark.
export function remarkButton(piece, redraw) {
  if (!canEdit()) return null;
  const making = asked.piece === piece.id;
  const begin = () => {
    Object.assign(asked, { piece: making ? "" : piece.id, side: "", typing: false });
    redraw();
    byId("detail").querySelector(".pin.new")?.focus();
  };
  return el("button", { type: "button", "aria-pressed": String(making), onclick: begin }, "Remark");
}

// A face with the pins of its remarks, and with the pin that is being put there.
export function pinned(face, piece, kind, side, redraw) {
  const box = el("div", { class: "pinned" }, face);
  const at = (x_mm, y_mm) => ({ x: `${(100 * x_mm) / kind.width_mm}%`, y: `${(100 * y_mm) / kind.height_mm}%` });
  openOf(piece).forEach((one, number) => {
    if (one.side !== side || !one.pinned) return;
    const show = () => byId("detail").querySelector(`[data-remark="${one.id}"]`)?.focus();
    box.append(el("button", { type: "button", class: "pin", vars: at(one.x_mm, one.y_mm), title: one.text, "aria-label": `Remark ${number + 1}: ${one.text}`, onclick: show }, String(number + 1)));
  });
  if (asked.piece !== piece.id) return box;
  box.classList.add("remarking");
  if (!asked.side) Object.assign(asked, { side, x: kind.width_mm / 2, y: kind.height_mm / 2 });
  if (asked.side === side) box.append(newPin(kind, at));
  box.addEventListener("click", (event) => {
    if (event.target.closest(".pin")) return;
    const { left, top, width, height } = face.getBoundingClientRect();
    Object.assign(asked, { side, x: ((event.clientX - left) / width) * kind.width_mm, y: ((event.clientY - top) / height) * kind.height_mm, typing: true });
    redraw();
    byId("remark-text").focus();
  });
  return box;

  function newPin() {
    const pin = el("button", { type: "button", class: "pin new", vars: at(asked.x, asked.y), "aria-label": "The place of the remark: arrow keys move it, Enter takes it" }, "+");
    pin.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const within = (value, most) => Math.min(Math.max(value, 0), most);
      Object.assign(asked, { x: within(asked.x + by[0] * STEP_MM, kind.width_mm), y: within(asked.y + by[1] * STEP_MM, kind.height_mm) });
      for (const [name, value] of Object.entries(at(asked.x, asked.y))) pin.style.setProperty(`--${name}`, value);
    });
    pin.addEventListener("click", () => { asked.typing = true; redraw(); byId("remark-text").focus(); });
    return pin;
  }
}

// What there is to say of a piece: a form while one says it, the open remarks, and the closed ones.
export function remarkList(piece, redraw) {
  const making = asked.piece === piece.id;
  const own = remarksOf(piece);
  if (!making && !own.length) return null;
  const open = openOf(piece);
  const closed = own.filter((one) => one.closed);
  return el(
    "section",
    { class: "remarks" },
    el("h3", {}, "remarks"),
    making && (asked.typing ? remarkForm(piece, redraw) : el("p", { class: "hint" }, "Click on the place that you mean.")),
    open.length > 0 && el("ol", {}, open.map((one) => el("li", { "data-remark": one.id, tabindex: "-1" }, said(one), canEdit() && el("p", { class: "acts" }, el("button", { type: "button", onclick: () => send([{ do: "remark-close", id: one.id }]) }, "Done"), el("button", { type: "button", "aria-pressed": String(taken === one.id), title: "The next edit closes this remark", onclick: () => take(one, redraw) }, "Mend it"))))),
    closed.length > 0 && el("details", {}, el("summary", {}, plural(closed.length, "closed remark")), el("ul", {}, closed.map((one) => el("li", {}, said(one), el("p", { class: "hint" }, `closed: ${one.closed}`))))),
  );
}

function said(one) {
  const { file } = state.snapshot.remarks;
  const who = [one.author, one.date, one.side, one.version].filter(Boolean).join(", ");
  return [el("p", {}, one.text), el("p", { class: "hint" }, who, " ", place({ file, line: one.line, sheet: "" }))];
}

// The next edit of the page closes the remark in the same step; Undo takes back both.
function take(one, redraw) {
  taken = taken === one.id ? "" : one.id;
  closeWithNext(taken ? { do: "remark-close", id: taken } : null, () => { taken = ""; });
  if (taken) toast("The next edit closes this remark, too.");
  redraw();
}

function remarkForm(piece, redraw) {
  const text = el("textarea", { id: "remark-text", rows: "3", required: true, "aria-label": "Remark" });
  const author = el("input", { type: "text", value: localStorage.getItem(AUTHOR) ?? "", placeholder: "Your name", "aria-label": "Your name", autocomplete: "off" });
  const leave = () => { asked.piece = ""; redraw(); };
  const form = el("form", {}, text, author, el("p", { class: "acts" }, el("button", { type: "submit" }, "Pin it"), el("button", { type: "button", onclick: leave }, "Cancel")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    localStorage.setItem(AUTHOR, author.value.trim());
    const { side, x, y } = asked;
    const answer = await send([{ do: "remark", piece: piece.id, side, x_mm: x, y_mm: y, text: text.value, author: author.value.trim() }]);
    if (answer.done) leave();
  });
  form.addEventListener("keydown", (event) => {
    event.stopPropagation(); // arrows go on to no other piece
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return form;
}
