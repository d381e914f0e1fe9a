// The lists of a game as tables: cells are changed where they are, as in a spreadsheet. Only the rows
// that are seen are elements of the page, so that a list of ten thousand pieces scrolls like a short one.

import { byId, coded, el, plural, refill, toast } from "./dom.js";
import { canEdit, sawFiles, send } from "./edit.js";
import { get } from "./live.js";
import { state, writeAddress } from "./state.js";
import { fromTabs, TableModel } from "./table-model.js";

const ROW_PX = 34;
const AROUND = 8; // rows beyond the window that are there already
const [NARROW_PX, WIDE_PX, NUMBER_PX] = [72, 320, 56];
const PX_PER_LETTER = 7.4;
const SAMPLE = 200; // rows by which widths of columns are chosen

let asked = 0;
let tables = []; // what the server says of each list, without rows
let model = null; // the list that is shown
let editing = null; // the input over a cell

export async function drawTables() {
  const mine = ++asked;
  const { game } = state;
  const path = `/api/tables/${encodeURIComponent(game)}`;
  if (!byId("table-grid")) byId("content").replaceChildren(el("p", { class: "waiting", role: "status" }, "Reading the lists …"));
  const said = await get(path);
  const chosen = said.tables.find((one) => one.id === state.table) ?? said.tables.find((one) => one.kind === state.kind) ?? said.tables[0];
  const whole = chosen && (await get(path, { table: chosen.id }));
  if (mine !== asked || state.view !== "tables" || state.game !== game) return;
  tables = said.tables;
  if (!chosen) {
    refill(byId("content"), el("p", { class: "empty" }, "This game has no lists yet."));
    return;
  }
  sawFiles(whole.files);
  state.table = chosen.id;
  writeAddress();
  const [table] = whole.tables;
  const same = model?.table.id === table.id && model.game === game && byId("table-grid");
  if (same) {
    model.renew(table);
    drawBar();
    drawRows();
    return;
  }
  model = new TableModel(table);
  model.game = game;
  build();
}

function build() {
  closeEditor(false);
  const grid = el(
    "div",
    { id: "table-grid", class: "table-grid", role: "grid", tabindex: "0", "aria-label": `${model.table.id}: arrows move, Enter changes a cell`, "aria-multiselectable": "true", "aria-readonly": String(Boolean(model.table.why) || !canEdit()) },
    el("div", { class: "table-head", role: "rowgroup" }),
    el("div", { class: "table-body" }, el("div", { class: "table-rows", role: "rowgroup" })),
  );
  refill(byId("content"), el("div", { class: "tables" }, el("div", { class: "table-bar" }), el("p", { id: "table-why", class: "note" }), grid));
  grid.addEventListener("scroll", () => requestAnimationFrame(drawRows));
  grid.addEventListener("keydown", pressed);
  grid.addEventListener("copy", copied);
  grid.addEventListener("cut", (event) => { copied(event); change(model.emptied()); });
  grid.addEventListener("paste", pasted);
  grid.addEventListener("pointerdown", pointed);
  grid.addEventListener("dblclick", (event) => cellAt(event) && edit());
  const widths = [NUMBER_PX, ...model.columns.map(widthOf)].map((px) => `${px}px`);
  grid.style.setProperty("--columns", widths.join(" "));
  drawBar();
  drawHead();
  drawRows();
}

function widthOf(column, number) {
  const longest = Math.max(column.name.length + 3, ...model.table.rows.slice(0, SAMPLE).map((row) => (row.cells[number] ?? "").length));
  return Math.round(Math.max(NARROW_PX, Math.min(WIDE_PX, longest * PX_PER_LETTER + 22)));
}

function drawBar() {
  const { table } = model;
  const choose = el("select", { id: "table-choose", onchange: (event) => { state.table = event.target.value; writeAddress("table"); drawTables(); } }, tables.map((one) => el("option", { value: one.id, selected: one.id === table.id }, one.id.split("/").pop())));
  const act = (label, what, keys) => el("button", { type: "button", class: "toggle", onclick: what, title: keys }, label);
  const acts = canEdit() && !table.why ? [act("Add a row", () => addRow(), "Ctrl+Enter"), act("Copy the row", copyRows, ""), act("Remove the row", removeRows, "Ctrl+Delete"), act("Fill down", () => change(model.filled()), "Ctrl+D")] : [];
  const tally = model.height === table.rows.length ? plural(model.height, "row") : `${model.height} of ${plural(table.rows.length, "row")}`;
  refill(byId("content").querySelector(".table-bar"), el("label", {}, "List ", choose), ...acts, model.filters.size > 0 && act("Show all rows", () => { model.filters.clear(); model.arrange(); drawHead(); drawBar(); drawRows(); }, ""), el("span", { role: "status" }, tally));
  const why = table.why || (canEdit() ? "" : "This page may look and not write: open it by the address that the terminal shows.");
  byId("table-why").hidden = !why;
  byId("table-why").replaceChildren(...coded(why).map((part) => (part instanceof Node ? part : document.createTextNode(part))));
}

function drawHead() {
  const sort = (number) => { model.sortBy(number); drawHead(); drawRows(); };
  const heads = model.columns.map((column, number) => {
    const { down } = model.sorted?.column === number ? model.sorted : {};
    const way = down === undefined ? "none" : down ? "descending" : "ascending";
    const mark = { none: "", ascending: " ▲", descending: " ▼" }[way];
    return el(
      "div",
      { role: "columnheader", "aria-sort": way, "aria-colindex": String(number + 2) },
      el("button", { type: "button", title: [column.name, column.about, column.why].filter(Boolean).join("\n"), onclick: () => sort(number) }, column.name + mark),
      el("input", { type: "search", placeholder: "filter", "aria-label": `Only rows whose ${column.name} has`, value: model.filters.get(number) ?? "", oninput: (event) => { model.filter(number, event.target.value.trim()); drawBar(); drawRows(); } }),
    );
  });
  refill(byId("table-grid").querySelector(".table-head"), el("div", { class: "table-row", role: "row", "aria-rowindex": "1" }, el("div", { role: "columnheader", "aria-colindex": "1" }, "row"), heads));
}

// The problems of the list, by row and column.
function troublesHere() {
  const { file, sheet } = model.table;
  const found = new Map();
  for (const fault of state.snapshot?.faults ?? []) {
    if (fault.file !== file || (sheet && fault.sheet !== sheet)) continue;
    const key = `${fault.line}`;
    found.set(key, [...(found.get(key) ?? []), fault]);
  }
  return found;
}

function drawRows() {
  const grid = byId("table-grid");
  if (!grid || !model) return;
  const body = grid.querySelector(".table-body");
  body.style.setProperty("height", `${Math.max(1, model.height) * ROW_PX}px`);
  const headPx = grid.querySelector(".table-head").offsetHeight;
  const first = Math.max(0, Math.floor((grid.scrollTop - headPx) / ROW_PX) - AROUND);
  const last = Math.min(model.height, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW_PX) + AROUND);
  const troubles = troublesHere();
  const rows = [];
  for (let row = first; row < last; row += 1) rows.push(rowOf(row, troubles));
  if (!model.height) rows.push(el("p", { class: "empty" }, "No row is like that."));
  body.querySelector(".table-rows").replaceChildren(...rows);
  grid.setAttribute("aria-rowcount", String(model.height + 1));
  grid.setAttribute("aria-colcount", String(model.columns.length + 1));
  markChosen();
}

// Shows which cells are chosen. The cells stay the same elements: a press on one is a click on it, too.
function markChosen() {
  const grid = byId("table-grid");
  grid.setAttribute("aria-activedescendant", cellId(model.at.row, model.at.column));
  for (const cell of grid.querySelectorAll('[role="gridcell"]')) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    const active = row === model.at.row && column === model.at.column;
    const chosen = model.isChosen(row, column);
    cell.classList.toggle("active", active);
    cell.classList.toggle("chosen", chosen);
    cell.setAttribute("aria-selected", String(chosen));
    cell.querySelectorAll(".step").forEach((step) => step.remove());
    if (active && stepped(row, column)) cell.append(stepButton(-1, "−", "One less"), stepButton(1, "+", "One more"));
  }
}

const stepped = (row, column) => canEdit() && !model.why(row, column) && isNumber(model.columns[column]) && /^\d*$/.test(model.text(row, column));

const isNumber = (column) => column.type.startsWith("number") || column.name === "copies"; // the type in words

const cellId = (row, column) => `cell-${row}-${column}`;

function rowOf(row, troubles) {
  const entry = model.shown[row];
  const wrong = troubles.get(String(entry.line ?? entry.row)) ?? [];
  const number = entry.piece && state.snapshot?.pieces.has(entry.piece) ? el("button", { type: "button", "data-piece": entry.piece, tabindex: "-1", title: "Show the piece", "aria-label": `Show the piece of row ${entry.row}` }, String(entry.row)) : String(entry.row);
  const cells = model.columns.map((column, place) => {
    const text = model.text(row, place);
    const why = model.why(row, place);
    const fault = wrong.find((one) => one.key === column.name || one.key.endsWith(`.${column.name}`));
    return el(
      "div",
      {
        role: "gridcell",
        id: cellId(row, place),
        "data-row": String(row),
        "data-column": String(place),
        class: [isNumber(column) && "is-number", why && "fixed", fault && "wrong"].filter(Boolean).join(" "),
        "aria-colindex": String(place + 2),
        "aria-readonly": why ? "true" : null,
        "aria-invalid": fault ? "true" : null,
        title: [fault && `${fault.message}\n${fault.hint}`, why, text.length > 30 && text].filter(Boolean).join("\n") || null,
      },
      el("span", {}, text),
    );
  });
  const line = el("div", { class: wrong.length ? "table-row troubled" : "table-row", role: "row", "aria-rowindex": String(row + 2) }, el("div", { role: "rowheader", "aria-colindex": "1", title: wrong.map((one) => one.message).join("\n") || null }, number), cells);
  line.style.setProperty("top", `${row * ROW_PX}px`);
  return line;
}

const stepButton = (by, sign, label) => el("button", { type: "button", class: "step", tabindex: "-1", "aria-label": label, onclick: (event) => { event.stopPropagation(); stepBy(by); } }, sign);

function stepBy(by) {
  const { row, column } = model.at;
  const now = Number(model.text(row, column) || 0) + by;
  if (now >= 0) change(model.changes([[row, column, String(now)]]), `step ${row} ${column}`);
}

function show() {
  const grid = byId("table-grid");
  const headPx = grid.querySelector(".table-head").offsetHeight;
  const top = model.at.row * ROW_PX;
  const before = grid.scrollTop;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + ROW_PX + headPx > grid.scrollTop + grid.clientHeight) grid.scrollTop = top + ROW_PX + headPx - grid.clientHeight + 16;
  if (grid.scrollTop === before) markChosen();
  else drawRows();
  const cell = byId(cellId(model.at.row, model.at.column));
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function cellAt(event) {
  const cell = event.target.closest?.('[role="gridcell"]');
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : null;
}

function pointed(event) {
  const cell = cellAt(event);
  if (!cell || event.button || event.target.closest("button") || event.target.closest(".table-edit")) return;
  closeEditor(true);
  filling = false;
  const again = event.pointerType === "touch" && cell.row === model.at.row && cell.column === model.at.column;
  model.choose(cell, event.shiftKey);
  markChosen();
  byId("table-grid").focus({ preventScroll: true });
  if (again) {
    event.preventDefault();
    edit();
    return;
  }
  if (event.pointerType === "touch") return;
  const move = (next) => { const over = cellAt({ target: document.elementFromPoint(next.clientX, next.clientY) ?? document.body }); if (over && (over.row !== model.at.row || over.column !== model.at.column)) { model.choose(over, true); show(); } };
  addEventListener("pointermove", move);
  addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
}

const PAGE = 12;

let filling = false; // somebody writes or empties one cell after the other: Tab goes on to the next

function pressed(event) {
  if (event.target.closest(".table-edit, .table-head") || event.key === "Shift") return;
  const { row, column } = model.at;
  const far = event.ctrlKey || event.metaKey;
  const next = column + (event.shiftKey ? -1 : 1);
  if (event.key === "Tab" && filling && next >= 0 && next < model.columns.length) {
    model.choose({ row, column: next });
    show();
    event.preventDefault();
    return;
  }
  filling = ["Delete", "Backspace"].includes(event.key) && !far;
  const to = {
    ArrowUp: () => [far ? 0 : row - 1, column],
    ArrowDown: () => [far ? model.height - 1 : row + 1, column],
    ArrowLeft: () => [row, far ? 0 : column - 1],
    ArrowRight: () => [row, far ? model.columns.length - 1 : column + 1],
    Home: () => [far ? 0 : row, 0],
    End: () => [far ? model.height - 1 : row, model.columns.length - 1],
    PageUp: () => [row - PAGE, column],
    PageDown: () => [row + PAGE, column],
  }[event.key];
  if (to && !event.altKey) {
    const [nextRow, nextColumn] = to();
    model.choose({ row: nextRow, column: nextColumn }, event.shiftKey);
    show();
  } else if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) stepBy(event.key === "ArrowUp" ? 1 : -1);
  else if (far && event.key === "Enter") addRow();
  else if (event.key === "Enter" || event.key === "F2") edit();
  else if (far && ["Delete", "Backspace"].includes(event.key)) removeRows();
  else if (event.key === "Delete" || event.key === "Backspace") change(model.emptied());
  else if (far && event.key.toLowerCase() === "d") change(model.filled());
  else if (far && event.key.toLowerCase() === "r" && event.shiftKey) change(model.filled(true));
  else if (far && event.key.toLowerCase() === "a") { model.choose({ row: 0, column: 0 }); model.choose({ row: model.height, column: model.columns.length }, true); markChosen(); }
  else if (event.key.length === 1 && !far && !event.altKey && event.key !== "/" && event.key !== "?") edit(event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function copied(event) {
  if (editing || event.target.closest?.(".table-head")) return;
  event.clipboardData.setData("text/plain", model.copied());
  event.preventDefault();
}

function pasted(event) {
  if (editing || event.target.closest?.(".table-head")) return;
  event.preventDefault();
  const { more, ...changes } = model.pasted(fromTabs(event.clipboardData.getData("text/plain")));
  const rows = more.filter((cells) => cells.some(Boolean));
  change(changes, "", rows.length ? [{ do: "rows-add", table: model.table.id, before: 0, rows }] : []);
}

// Opens an input over the cell that has the keyboard, with its text, or with what was just typed.
function edit(typed = null) {
  const { row, column } = model.at;
  if (!canEdit()) return;
  const why = model.why(row, column);
  if (why || !model.shown[row]) {
    if (why) toast(why);
    return;
  }
  const text = model.text(row, column);
  const box = el("textarea", { class: "table-edit", rows: String(Math.min(6, text.split("\n").length)), spellcheck: "true", "aria-label": `${model.columns[column].name} of row ${model.shown[row].row}` });
  box.value = typed ?? text;
  const cell = byId(cellId(row, column));
  box.style.setProperty("left", `${cell.offsetLeft}px`);
  box.style.setProperty("top", `${row * ROW_PX}px`);
  box.style.setProperty("width", `${Math.max(cell.offsetWidth, text.length > 30 ? 360 : 0)}px`);
  editing = { box, row: model.shown[row].row, at: row, column, text };
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") closeEditor(false);
    else if (event.key === "Enter" && !event.altKey && !event.shiftKey) closeEditor(true, [1, 0]);
    else if (event.key === "Tab") closeEditor(true, [0, event.shiftKey ? -1 : 1]);
    else return;
    event.preventDefault();
  });
  box.addEventListener("input", () => { box.rows = Math.min(8, Math.max(1, Math.ceil(box.scrollHeight / 22))); });
  box.addEventListener("blur", () => editing?.box === box && closeEditor(true, null));
  byId("table-grid").querySelector(".table-body").append(box);
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// Closes the input; `moved` says where the keyboard goes on. The list may have been read anew meanwhile.
function closeEditor(kept, moved = null) {
  if (!editing) return;
  const { box, row, at, column, text } = editing;
  editing = null;
  const { value } = box;
  box.remove();
  const now = model.shown.findIndex((one) => one.row === row);
  if (kept && value !== text) {
    if (now >= 0 && model.text(now, column) === text) change(model.changes([[now, column, value]]));
    else toast(`Not changed: this cell has another text by now. You had typed: ${value}`);
  }
  if (moved) model.choose({ row: (now < 0 ? at : now) + moved[0], column: column + moved[1] });
  filling = Boolean(moved?.[1]);
  if (byId("table-grid")) {
    byId("table-grid").focus({ preventScroll: true });
    show();
  }
}

// Shows changes at once, and sends them; if they are refused, the list is read again.
async function change({ cells, refused }, merge = "", further = []) {
  if (refused.length) toast(refused[0]);
  if (!canEdit() || (!cells.length && !further.length)) return;
  const { id } = model.table;
  model.apply(cells);
  drawRows();
  const gestures = cells.length ? [{ do: "cells", table: id, cells }, ...further] : further;
  await send(gestures, merge && `${id} ${merge}`);
  await drawTables();
}

async function addRow() {
  const { table } = model;
  const after = model.shown[model.chosen.bottom];
  const next = after && table.rows[table.rows.indexOf(after) + 1];
  const { done } = await send([{ do: "rows-add", table: table.id, before: next?.row ?? 0, rows: [table.columns.map(() => "")] }]);
  await drawTables();
  if (done && after) {
    const at = model.shown.findIndex((row) => row.row === after.row) + 1;
    model.choose({ row: at, column: 0 });
    show();
  }
}

async function copyRows() {
  await send(model.chosenRows().toReversed().map((row) => ({ do: "rows-copy", table: model.table.id, row })));
  await drawTables();
}

async function removeRows() {
  const rows = model.chosenRows();
  if (!rows.length) return;
  const { done } = await send([{ do: "rows-remove", table: model.table.id, rows }]);
  await drawTables();
  if (done) toast(`${plural(rows.length, "row")} removed: Undo brings ${rows.length > 1 ? "them" : "it"} back`);
}
