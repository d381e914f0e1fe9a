// Sheets as they will be printed: geometry from imposition, with the faces in place.

import { byId, el, plural, refill, svg } from "./dom.js";
import { show } from "./faces.js";
import { faceAt } from "./grid.js";
import { get } from "./live.js";
import { kindOf, state } from "./state.js";
import { sheetMarks, slug } from "./marks.js";
import { troubleList } from "./problems.js";
import { isStudio, printSheet } from "./studio.js";

let pages = 0;

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    fill(target);
  }
}, { rootMargin: "600px" });

const pageData = new WeakMap();

// Turns clockwise about the box that the face takes on the page.
function transform(one, kind) {
  const [wide, high] = one.window ? [one.window[2], one.window[3]] : [kind.width_mm, kind.height_mm];
  const [w, h] = [wide * one.scale, high * one.scale];
  const [dx, dy] = { 0: [0, 0], 90: [h, 0], 180: [w, h], 270: [0, w] }[one.turn_deg];
  const inside = one.window ? ` translate(${-one.window[0]} ${-one.window[1]})` : "";
  return `translate(${one.x_mm + dx} ${one.y_mm + dy}) rotate(${one.turn_deg}) scale(${one.scale})${inside}`;
}

function clipped(one, number, defs, inner) {
  if (!one.window && !one.clip) return inner;
  const id = `p${number}-${defs.childNodes.length}`;
  const shape = one.clip ? svg("path", { d: one.clip }) : svg("rect", { x: one.x_mm, y: one.y_mm, width: one.width_mm, height: one.height_mm });
  defs.append(svg("clipPath", { id }, shape));
  return svg("g", { "clip-path": `url(#${id})` }, inner);
}

// What is shown of a piece, or of the cover: a digest, and the size of the picture.
function pictureOf(one) {
  if (one.picture) return one.picture;
  const piece = state.snapshot.pieces.get(one.piece);
  const face = piece && faceAt(piece, one.side, one.look);
  return face && { ...kindOf(piece), digest: face.digest, name: piece.name };
}

async function fill(element) {
  const { page } = pageData.get(element);
  const number = ++pages;
  const defs = svg("defs", {});
  const ids = new Map();
  for (const one of page.placed) {
    const face = pictureOf(one);
    if (!face || ids.has(face.digest)) continue;
    const id = `s${number}-${ids.size}`;
    ids.set(face.digest, id);
    const { width_mm: w, height_mm: h, bleed_mm: b } = face;
    defs.append(svg("clipPath", { id: `${id}c` }, svg("rect", { x: -b, y: -b, width: w + 2 * b, height: h + 2 * b })));
    const group = svg("g", { id, "clip-path": `url(#${id}c)` });
    defs.append(group);
    show(group, face, face.digest).catch(() => {});
  }
  const placed = page.placed.map((one) => {
    const face = pictureOf(one);
    if (!face) return null;
    const use = svg("use", { href: `#${ids.get(face.digest)}`, transform: transform(one, face), "data-piece": one.piece }, face.name && svg("title", {}, face.name));
    return clipped(one, number, defs, use);
  });
  element.replaceChildren(defs, ...placed.filter(Boolean), ...sheetMarks(page.marks), ...slug(page.slug, page.label));
}

function pageOf(sheet, page) {
  const element = svg("svg", { class: "face page", viewBox: `0 0 ${sheet.width_mm} ${sheet.height_mm}`, role: "img", "aria-label": page.label });
  pageData.set(element, { page });
  seen.observe(element);
  return el("figure", { class: "paper" }, element, el("figcaption", {}, page.side));
}

function sheetOf(sheet) {
  const pieces = sheet.pages[0].placed.length;
  const counts = isCover(sheet) ? sheet.paper : [plural(pieces, "piece"), sheet.paper, sheet.through !== sheet.number && `no. ${sheet.through}`].filter(Boolean).join(" · ");
  return el("article", { class: "sheet", "aria-label": `${sheet.name}, sheet ${sheet.number} of ${sheet.of}` }, el("h3", {}, `Sheet ${sheet.number} of ${sheet.of}`, el("small", {}, counts), isStudio && el("button", { type: "button", class: "print", "aria-label": `Print ${sheet.name}, sheet ${sheet.number}`, onclick: () => printSheet(sheet.through) }, "Print")), el("div", { class: "pages" }, sheet.pages.map((page) => pageOf(sheet, page))));
}

export async function drawSheets() {
  const { game } = state;
  if (!byId("content").querySelector(".sheets")) byId("content").replaceChildren(el("p", { class: "waiting", role: "status" }, "Laying out sheets …"));
  const told = await get(`/api/sheets/${encodeURIComponent(game)}`);
  if (state.view !== "sheets" || state.game !== game) return;
  let through = 0;
  for (const sheet of told.sheets) sheet.through = isCover(sheet) ? 0 : (through += 1);
  const wanted = state.kind && state.snapshot.kinds.find((kind) => kind.id === state.kind);
  const has = (sheet) => !wanted || !isCover(sheet) && sheet.pages.some((page) => page.placed.some((one) => state.snapshot.pieces.get(one.piece)?.kind === wanted.id));
  const groups = group(told.sheets.filter(has));
  const parts = [...groups.values()].map((sheets) => el("section", { class: "kind" }, el("h2", {}, sheets[0].name, el("small", {}, plural(sheets.length, "sheet"))), el("div", { class: "sheets" }, sheets.map(sheetOf))));
  if (told.faults.length) parts.unshift(troubleList(told.faults));
  if (!parts.length) parts.push(el("p", { class: "empty" }, wanted ? "None of this is printed on sheets." : "There is nothing to print yet."));
  refill(byId("content"), ...parts);
  resizeSheets();
}

export function resizeSheets() {
  byId("content").style.setProperty("--sheet", `${32 * state.zoom}rem`);
}

function isCover(sheet) {
  return sheet.group === "cover";
}

function group(sheets) {
  const groups = new Map();
  for (const sheet of sheets) groups.set(sheet.group, [...(groups.get(sheet.group) ?? []), sheet]);
  return groups;
}

// Faces changed: pages that show one of the pieces are filled anew, and those that say something else.
export async function updateSheets(ids) {
  const changed = new Set(ids);
  for (const element of document.querySelectorAll(".page")) {
    if (pageData.get(element)?.page.placed.some((one) => changed.has(one.piece))) fill(element);
  }
  if (state.kind) return; // the cover is not shown
  const { game } = state;
  const told = await get(`/api/sheets/${encodeURIComponent(game)}`);
  if (state.view !== "sheets" || state.game !== game) return;
  const pages = told.sheets.flatMap((sheet) => sheet.pages);
  const elements = [...document.querySelectorAll(".page")];
  if (pages.length !== elements.length || told.faults.length) drawSheets();
  else elements.forEach((element, number) => renew(element, pages[number]));
}

function renew(element, page) {
  if (JSON.stringify(pageData.get(element).page) === JSON.stringify(page)) return;
  pageData.set(element, { page });
  fill(element);
}
