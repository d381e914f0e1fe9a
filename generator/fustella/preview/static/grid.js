// The pieces, kind by kind; faces are replaced in place when they change.

import { byId, el, plural, visible } from "./dom.js";
import { change, faceOf, preload } from "./faces.js";
import { troubleList } from "./problems.js";
import { kindOf, shownPieces, state, troubles } from "./state.js";

const PX_PER_MM = 2.9;
const LARGEST = { width: 330, height: 330 };
const SMALLEST = 74;
const [PHONE, EDGE, WIDE_MM] = [560, 10, 130]; // EDGE: around a face in its tile (0.6rem)

const tiles = new Map(); // id -> the piece's tile
const made = new WeakMap(); // piece -> its tile and how that was made: filtering draws nothing anew

let wide = 0; // the room for pieces, measured once for all of them

// On a phone two cards stand beside each other; what is wider than two of them, such as a board, stands alone.
function scaleOf(kind) {
  const whole = wide - 2 * EDGE;
  const half = kind.width_mm > WIDE_MM ? whole : Math.floor(wide / 2 - EDGE);
  const room = innerWidth < PHONE ? half : LARGEST.width;
  const largest = Math.min(room * state.zoom, whole);
  const wanted = Math.max(PX_PER_MM * state.zoom, (SMALLEST * state.zoom) / kind.width_mm);
  return Math.min(wanted, largest / kind.width_mm, (LARGEST.height * state.zoom) / kind.height_mm);
}

export const faceAt = (piece, side, look = 0) => piece.faces.find((face) => face.side === side && face.look === look);

function sidesOf(piece, kind) {
  const wanted = state.sides === "both" ? ["front", "back"] : [state.sides];
  const there = wanted.filter((side) => faceAt(piece, side));
  return there.length ? there : kind.two_sided ? wanted : ["front"];
}

function describe(piece) {
  const count = troubles(piece.id).length;
  const copies = piece.struck_out ? "struck out" : plural(piece.copies, "copy", "copies");
  return [piece.name || piece.id, copies, count && plural(count, "problem")].filter(Boolean).join(", ");
}

function tileOf(piece, kind, open) {
  const count = troubles(piece.id).length;
  const faces = sidesOf(piece, kind)
    .map((side) => [side, faceAt(piece, side)])
    .map(([side, face]) => (face ? faceOf(kind, face.digest, `${piece.name}, ${side}`, side) : el("span", { class: "undrawn" }, piece.struck_out ? "struck out" : "not drawn")));
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: `tile${count ? " troubled" : ""}${piece.struck_out ? " struck" : ""}`, "data-id": piece.id, "aria-label": describe(piece), tabindex: "-1", onclick: () => open(piece.id) },
      el("span", { class: "faces" }, faces),
      el("span", { class: "caption" }, el("span", { class: "name" }, piece.name || piece.id), el("span", { class: "copies" }, piece.copies ? `×${piece.copies}` : "—")),
      count ? el("span", { class: "flag" }, String(count)) : null,
    ),
  );
}

const manner = (kind) => [state.sides, kind.outline, kind.bleed_mm].join();

// The tile that there is already, or a new one.
function entryOf(piece, kind, open) {
  const known = made.get(piece);
  if (known?.manner === manner(kind)) refreshLabels(piece, known.entry);
  else keep(piece, kind, tileOf(piece, kind, open));
  const { entry } = made.get(piece);
  const scale = scaleOf(kind);
  entry.style.setProperty("--w", `${kind.width_mm * scale}px`);
  entry.style.setProperty("--h", `${kind.height_mm * scale}px`);
  return entry;
}

function keep(piece, kind, entry) {
  made.set(piece, { entry, manner: manner(kind) });
  tiles.set(piece.id, entry);
}

// `clear` empties search and filters.
export function drawGrid(open, clear) {
  const had = document.activeElement?.dataset?.id;
  tiles.clear();
  wide = byId("content").clientWidth;
  const shown = shownPieces();
  const sections = state.snapshot.kinds.map((kind) => {
    const own = shown.filter((piece) => piece.kind === kind.id);
    if (!own.length) return null;
    const entries = own.map((piece) => {
      const entry = entryOf(piece, kind, open);
      tiles.set(piece.id, entry);
      return entry;
    });
    const copies = own.reduce((sum, piece) => sum + piece.copies, 0);
    const size = `${Math.round(kind.width_mm * 10) / 10} × ${Math.round(kind.height_mm * 10) / 10} mm`;
    return el(
      "section",
      { class: "kind", "aria-label": kind.name },
      el("h2", {}, kind.name, el("small", {}, `${plural(own.length, "design")} · ${plural(copies, "copy", "copies")} · ${size}`)),
      el("ul", { class: "grid" }, entries),
    );
  });
  byId("content").replaceChildren(...sections.filter(Boolean));
  if (!shown.length) byId("content").append(empty(clear));
  rove(had && tiles.has(had) ? had : tiles.keys().next().value, Boolean(had), { preventScroll: true });
}

function empty(clear) {
  const { faults, pieces } = state.snapshot;
  if (!pieces.size && faults.length) return el("div", { class: "problems" }, el("p", { class: "empty" }, "Nothing could be read yet. What you mend appears here at once."), troubleList(faults));
  if (!pieces.size) return el("p", { class: "empty" }, "There are no pieces yet. What you write appears here at once.");
  const only = state.changed ? "Nothing like that has changed since the preview was opened." : state.problems ? "No such piece has a problem." : "No piece is like that.";
  return el("div", { class: "empty" }, el("p", { role: "status" }, only), el("button", { type: "button", class: "toggle", onclick: clear }, "Show all pieces"));
}

// Replaces what changed without touching anything else: a promise of that, or null where it is not possible.
export function updateGrid(ids, open) {
  const shown = new Set(shownPieces().map((piece) => piece.id));
  if (shown.size !== tiles.size || [...shown].some((id) => !tiles.has(id))) return null;
  return Promise.all(ids.map((id) => {
    const piece = state.snapshot.pieces.get(id);
    const old = tiles.get(id);
    return piece && old && renew(piece, old, open);
  }));
}

async function renew(piece, old, open) {
  const kind = kindOf(piece);
  const before = [...old.querySelectorAll(".face")];
  const after = sidesOf(piece, kind).map((side) => faceAt(piece, side)?.digest);
  const same = before.length === after.length && after.every(Boolean);
  const changed = before.filter((face, number) => face.dataset.digest !== after[number]);
  if (same) {
    await Promise.all(before.map((face, number) => face.dataset.digest !== after[number] && change(face, after[number])));
    refreshLabels(piece, old);
    keep(piece, kind, old);
  } else {
    await Promise.all(after.filter(Boolean).map(preload));
    const had = old.contains(document.activeElement);
    const entry = entryOf(piece, kind, open);
    old.replaceWith(entry);
    tiles.set(piece.id, entry);
    if (had) focusPiece(piece.id, { preventScroll: true });
    else entry.querySelector(".tile").tabIndex = old.querySelector(".tile").tabIndex;
  }
  if (changed.length || !same) flash(tiles.get(piece.id).querySelector(".tile"));
}

// Writing the same text again would have the browser lay everything out again.
function write(element, typed) {
  const text = visible(typed);
  if (element.textContent !== text) element.textContent = text;
}

function refreshLabels(piece, entry) {
  const tile = entry.querySelector(".tile");
  const count = troubles(piece.id).length;
  const said = visible(describe(piece));
  if (tile.getAttribute("aria-label") !== said) tile.setAttribute("aria-label", said);
  write(tile.querySelector(".name"), piece.name || piece.id);
  write(tile.querySelector(".copies"), piece.copies ? `×${piece.copies}` : "—");
  tile.classList.toggle("troubled", count > 0);
  const flag = tile.querySelector(".flag");
  if (count && flag) write(flag, String(count));
  else if (count) tile.append(el("span", { class: "flag" }, String(count)));
  else flag?.remove();
}

// Problems came or went: only their marks change.
export function updateMarks() {
  for (const [id, tile] of tiles) {
    const piece = state.snapshot.pieces.get(id);
    if (piece) refreshLabels(piece, tile);
  }
}

export function flash(element) {
  if (document.querySelector("dialog[open]")) return; // behind it nobody sees that, and it costs frames
  element.classList.remove("fresh");
  requestAnimationFrame(() => element.classList.add("fresh")); // the animation begins anew
  element.addEventListener("animationend", () => element.classList.remove("fresh"), { once: true });
}

// One tile can be reached by Tab; arrows go on from there.
function rove(id, focus, how) {
  for (const [other, entry] of tiles) entry.querySelector(".tile").tabIndex = other === id ? 0 : -1;
  if (focus && id) tiles.get(id)?.querySelector(".tile").focus(how);
}

export function focusPiece(id, how) {
  if (tiles.has(id)) rove(id, true, how);
}

// The first of the pieces that are shown, for whoever searched for it.
export function focusFirst() {
  const [id] = tiles.keys();
  if (id) rove(id, true);
}

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

function below(from, down) {
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null;
  let least = Infinity;
  for (const entry of tiles.values()) {
    const box = entry.querySelector(".tile").getBoundingClientRect();
    const [otherX, otherY] = middle(box);
    const away = down ? otherY - y : y - otherY;
    if (away < 20) continue;
    const far = away * 4 + Math.abs(otherX - x);
    if (far < least) [best, least] = [entry, far];
  }
  return best?.querySelector(".tile");
}

// Back to the search box, with what is searched for selected.
function toSearch() {
  byId("search")?.focus();
  byId("search")?.select();
}

export function gridKey(event) {
  const tile = event.target.closest?.(".tile");
  if (!tile || event.altKey || event.ctrlKey || event.metaKey) return;
  const ids = [...tiles.keys()];
  const at = ids.indexOf(tile.dataset.id);
  const to = {
    ArrowLeft: () => ids[at - 1],
    ArrowRight: () => ids[at + 1],
    ArrowUp: () => below(tile, false)?.dataset.id,
    ArrowDown: () => below(tile, true)?.dataset.id,
    Home: () => ids[0],
    End: () => ids.at(-1),
    Escape: () => undefined,
  }[event.key];
  if (!to) return;
  event.preventDefault();
  const id = to();
  if (id) rove(id, true);
  else if (event.key === "Escape" || event.key === "ArrowUp") toSearch(); // from the first row
}
