// The drawing under the hand: the face with its bleed, trim and safe zone, a grid and rulers, and over
// it the outlines of zones with their names, the handles of what is chosen, and the lines that it meets.

import { boundsOf, seenBox } from "./arranging.js";
import { el, svg } from "./dom.js";
import { show } from "./faces.js";
import { where } from "./zone-actions.js";
import { chosenThings, edit, isLocked, isMovable, rectOf, settings } from "./zone-state.js";
import { figure } from "./units.js";
import { placed } from "./zone-labels.js";

export const PAD_PX = 44; // around the bleed: rulers, and handles of zones at the edge
const RULER_PX = 20;
const TURN_PX = 22; // how far the handle for turning is above the zone
const HANDLES = { nw: [0, 0], n: [0.5, 0], ne: [1, 0], e: [1, 0.5], se: [1, 1], s: [0.5, 1], sw: [0, 1], w: [0, 0.5] };
const ROOMY_PX = 34; // zones smaller than this have handles at their corners alone
const CURSORS = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"];
const HANDLE_DEGREES = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

let parts = null; // the elements of the canvas that is shown
let instances = 0;

export const canvas = () => parts?.canvas;
const px = (mm) => mm * edit.scale;

// The canvas of one side, without its zones. `form` has width_mm, height_mm, bleed_mm and outlines.
export function makeCanvas() {
  const { kind, scale } = edit;
  const { width_mm: w, height_mm: h, bleed_mm: b } = kind;
  const outline = edit.side === "back" ? kind.behind : kind.outline;
  const edge = PAD_PX + b * scale;
  const [wide, high] = [w * scale + 2 * edge, h * scale + 2 * edge];
  const art = svg("g", { class: "art" });
  const tried = svg("g", { class: "art tried" });
  const ghosts = svg("g", { class: "ghosts" });
  const guides = svg("g", { class: "guides" });
  const grid = svg("g", { class: "grid-lines" });
  const zones = svg("g", { class: "zones" });
  const frame = svg("g", { class: "frame-of-chosen" });
  const snaps = svg("g", { class: "snaps" });
  const spans = svg("g", { class: "spans" });
  const rulers = svg("g", { class: "zone-rulers" }, spans, scaleLines(w, leadOf(), false), scaleLines(h, leadOf(), true));
  const around = `M${-b} ${-b}h${w + 2 * b}v${h + 2 * b}h${-w - 2 * b}Z`;
  const sheet = svg(
    "svg",
    { class: "face drawing", viewBox: `${-b} ${-b} ${w + 2 * b} ${h + 2 * b}`, role: "img", "aria-label": `${edit.piece.name}, ${edit.side}` },
    svg("path", { class: "paper", d: outline, "fill-rule": "evenodd" }),
    art,
    tried,
    ghosts,
    svg("path", { class: "beyond", d: `${around}${outline}`, "fill-rule": "evenodd" }),
    grid,
    guides,
    svg("path", { class: "trim", d: outline }),
  );
  const overlay = svg("svg", { class: "overlay", viewBox: `${-edge} ${-edge} ${wide} ${high}`, "aria-hidden": "true" }, rulers, zones, snaps, frame);
  const labels = el("div", { class: "zone-names", "aria-hidden": "true" });
  const readout = el("div", { class: "readout", "aria-hidden": "true", hidden: true });
  const box = el("div", { id: "zones", class: "canvas", tabindex: "0", role: "application", "aria-roledescription": "drawing", "aria-label": "Zones: Page Down goes from one to the next, arrow keys move it", "aria-describedby": "zone-keys" }, sheet, overlay, labels, readout);
  for (const [name, value] of [["width", `${wide}px`], ["height", `${high}px`]]) box.style.setProperty(name, value);
  for (const [name, value] of [["left", `${PAD_PX}px`], ["top", `${PAD_PX}px`], ["width", `${wide - 2 * PAD_PX}px`], ["height", `${high - 2 * PAD_PX}px`]]) sheet.style.setProperty(name, value);
  labels.style.setProperty("transform", `translate(${edge}px, ${edge}px)`);
  readout.style.setProperty("left", `${edge}px`);
  readout.style.setProperty("top", `${edge}px`);
  parts = { canvas: box, sheet, art, tried, ghosts, guides, grid, zones, frame, snaps, spans, labels, readout, edge, wide, high, outline, shapes: new Map() };
  drawGuides();
  return box;
}

// Shows the face, and leaves out what stood in for it.
export async function drawFace(digest) {
  const own = parts;
  if (!own || own.digest === digest) return;
  own.digest = digest;
  try {
    await show(own.art, edit.kind, digest);
    if (edit.dragging) return;
    own.ghosts.replaceChildren();
    own.tried.replaceChildren();
  } catch {
    own.digest = ""; // it is asked for again with the next change
  }
}

// Point of the page in mm from the upper left corner of the trim.
export function pointOf({ clientX, clientY }) {
  const box = parts.canvas.getBoundingClientRect();
  return { x: (clientX - box.left - parts.edge) / edit.scale, y: (clientY - box.top - parts.edge) / edit.scale };
}

// The box of a rectangle in pixels of the window.
export function boxOf(rect) {
  const box = parts.canvas.getBoundingClientRect();
  return { left: box.left + parts.edge + px(rect.x), top: box.top + parts.edge + px(rect.y), width: px(rect.width), height: px(rect.height) };
}

// The line at a distance inside of the outline: one of the two edges of a broad stroke, which a mask
// leaves. So it is right for every outline, also for those with holes.
function insideLine(outline, by, name) {
  const own = `z${++instances}`;
  const { width_mm: w, height_mm: h } = edit.kind;
  const thin = 1.2 / edit.scale;
  const all = { x: -1, y: -1, width: w + 2, height: h + 2 };
  const around = `M${all.x} ${all.y}h${all.width}v${all.height}h${-all.width}Z${outline}`;
  const stroke = (colour, width) => svg("path", { d: outline, fill: "none", stroke: colour, "stroke-width": width });
  return [
    svg("mask", { id: own, maskUnits: "userSpaceOnUse", ...all }, stroke("#fff", 2 * by + thin), stroke("#000", 2 * by - thin), svg("path", { d: around, fill: "#000", "fill-rule": "evenodd" })),
    svg("rect", { class: name, mask: `url(#${own})`, ...all }),
  ];
}

function drawGuides() {
  const { outline } = parts;
  const safe = edit.view?.safe_mm ?? 0;
  const { bleed_mm: bleed, width_mm: w, height_mm: h } = edit.kind;
  const { showGrid, grid } = settings();
  parts.guides.replaceChildren(...(safe > 0 ? insideLine(outline, safe, "safe") : []), ...(bleed > 0 ? [svg("rect", { class: "bleed-edge", x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed })] : []));
  if (!showGrid) {
    parts.grid.replaceChildren();
    return;
  }
  const lines = ["", ""];
  for (let at = 0, number = 0; at <= Math.max(w, h); at += grid, number += 1) {
    const which = number % 2 === 0 && grid * 2 * edit.scale > 24 ? 1 : 0;
    if (at <= w) lines[which] += `M${at} 0V${h}`;
    if (at <= h) lines[which] += `M0 ${at}H${w}`;
  }
  parts.grid.replaceChildren(svg("path", { d: lines[0] }), svg("path", { class: "major", d: lines[1] }));
}

// Everything over the face anew.
export function drawOverlay() {
  if (!parts || !edit.view) return;
  drawGuides();
  parts.canvas.classList.toggle("adding", Boolean(edit.adding));
  const shown = edit.things.filter((thing) => thing.show || edit.chosen.has(thing.key));
  parts.shapes = new Map(shown.map((thing) => [thing.key, shapeOf(thing)]));
  parts.zones.replaceChildren(...[...parts.shapes.values()]);
  moveShapes();
  drawLabels();
}

function shapeOf(thing) {
  const how = ["zone-box", thing.call && "is-call", !thing.show && "is-hidden", isLocked(thing) && "is-locked", edit.chosen.has(thing.key) && "is-chosen"].filter(Boolean).join(" ");
  return svg("g", { class: how, "data-zone": thing.key }, svg("rect", { class: "halo" }), svg("rect", { class: "line" }));
}

// Where outlines, handles and the figures beside them are now; this is what happens while dragging.
export function moveShapes(guides = []) {
  for (const thing of edit.things) {
    const shape = parts.shapes.get(thing.key);
    if (shape) putRect(shape, rectOf(thing));
  }
  drawFrame();
  drawSnaps(guides);
  drawReadout();
  drawSpans();
}

function putRect(group, rect) {
  const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(px);
  group.setAttribute("transform", `translate(${x} ${y})${rect.turn ? ` rotate(${rect.turn} ${width / 2} ${height / 2})` : ""}`);
  for (const line of group.children) {
    line.setAttribute("width", Math.max(width, 1));
    line.setAttribute("height", Math.max(height, 1));
  }
}

function drawFrame() {
  const things = chosenThings();
  if (!things.length) {
    parts.frame.replaceChildren();
    return;
  }
  const rects = things.map(rectOf);
  const single = things.length === 1;
  const rect = single ? rects[0] : boundsOf(rects);
  const free = single && isMovable(things[0]);
  const [width, height] = [px(rect.width), px(rect.height)];
  const body = svg("rect", { class: `body${things.some(isMovable) ? " is-free" : ""}`, width: Math.max(width, 1), height: Math.max(height, 1) });
  const handles = free ? handlesOf(things[0], width, height) : [];
  parts.frame.replaceChildren(body, ...handles);
  parts.frame.setAttribute("class", `frame-of-chosen${single ? "" : " is-several"}`);
  parts.frame.setAttribute("transform", `translate(${px(rect.x)} ${px(rect.y)})${rect.turn ? ` rotate(${rect.turn} ${width / 2} ${height / 2})` : ""}`);
}

function handlesOf({ can, rect: { turn } }, width, height) {
  const handles = [];
  for (const [name, [fx, fy]] of Object.entries(HANDLES)) {
    const [across, down] = [fx !== 0.5, fy !== 0.5];
    if ((across && !can.width) || (down && !can.height)) continue;
    if ((name.includes("w") && !can.x) || (name.includes("n") && !can.y)) continue; // the other edge would move
    if (!across && width < ROOMY_PX) continue;
    if (!down && height < ROOMY_PX) continue;
    const cursor = CURSORS[Math.round((HANDLE_DEGREES[name] + (turn || 0)) / 45) % 4];
    handles.push(grip(name, fx * width, fy * height, cursor, [(fx - 0.5) * outward(width), (fy - 0.5) * outward(height)]));
  }
  if (can.turn) handles.push(svg("path", { class: "stem", d: `M${width / 2} 0v${-TURN_PX}` }), grip("turn", width / 2, -TURN_PX, "grab"));
  return handles;
}

const isCoarse = matchMedia("(pointer: coarse)");
const reachOf = () => (isCoarse.matches ? 20 : 10);

// By how much more than the zone what takes hold of its handles is large: its middle stays free, to move it.
const outward = (length) => 2 * Math.max(reachOf() - length * 0.4, 0);

function grip(name, x, y, cursor, [dx, dy] = [0, 0]) {
  const group = svg("g", { class: "grip", "data-handle": name, transform: `translate(${x} ${y})` }, svg("circle", { class: "reach", cx: dx, cy: dy, r: reachOf() }), name === "turn" ? svg("circle", { class: "knob", r: 5 }) : svg("rect", { class: "knob", x: -4.5, y: -4.5, width: 9, height: 9, rx: 1.5 }));
  group.style.setProperty("cursor", cursor);
  return group;
}

function drawSnaps(guides) {
  parts.snaps.replaceChildren(
    ...guides.map(({ axis, at, from, to }) => svg("path", { d: axis === "x" ? `M${px(at)} ${px(from) - 8}V${px(to) + 8}` : `M${px(from) - 8} ${px(at)}H${px(to) + 8}` })),
  );
}

function drawReadout() {
  const things = chosenThings();
  parts.readout.hidden = !things.length;
  if (!things.length) return;
  const rects = things.map(rectOf);
  const seen = boundsOf(rects);
  const name = things.length === 1 ? things[0].name : `${things.length} zones`;
  parts.readout.replaceChildren(el("b", {}, name), ` ${where(things.length === 1 ? rects[0] : seen)}`);
  const foot = parts.high - parts.edge - 20;
  const top = Math.min(px(seen.y + seen.height) + 9, foot);
  parts.readout.style.setProperty("transform", `translate(${px(seen.x + seen.width / 2)}px, ${top}px) translateX(-50%)`);
}

const leadOf = () => edit.kind.bleed_mm * edit.scale + PAD_PX - RULER_PX;

function drawSpans() {
  const lead = leadOf();
  const things = chosenThings();
  const seen = things.length ? boundsOf(things.map(rectOf)) : null;
  const marks = seen ? [svg("rect", { class: "span", x: px(seen.x), y: -lead - RULER_PX, width: px(seen.width), height: RULER_PX }), svg("rect", { class: "span", y: px(seen.y), x: -lead - RULER_PX, height: px(seen.height), width: RULER_PX })] : [];
  parts.spans.replaceChildren(...marks);
}

function scaleLines(length, lead, isDown) {
  const every = [1, 5, 10].find((mm) => mm * edit.scale >= 3.5) ?? 50;
  let ticks = "";
  for (let at = 0; at <= length + 0.001; at += every) {
    const long = at % 10 === 0 ? 9 : at % 5 === 0 ? 6 : 3.5;
    ticks += isDown ? `M${-lead} ${px(at)}h${-long}` : `M${px(at)} ${-lead}v${-long}`;
  }
  const step = [5, 10, 20, 50, 100].find((mm) => mm * edit.scale >= 28) ?? 100;
  const numbers = [];
  for (let at = 0; at <= length + 0.001; at += step) numbers.push(isDown ? svg("text", { transform: `translate(${-lead - 11} ${px(at)}) rotate(-90)` }, String(at)) : svg("text", { x: px(at), y: -lead - 11 }, String(at)));
  return [svg("path", { d: ticks }), ...numbers];
}

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();
function wide(text) {
  if (!widths.has(text)) {
    pen.font = '600 11px "Source Sans Pro"';
    widths.set(text, pen.measureText(text).width);
  }
  return widths.get(text);
}

const placeOf = ({ x, y }) => `${figure(Math.round(x * 10) / 10)}, ${figure(Math.round(y * 10) / 10)}`;

export function drawLabels() {
  const { names } = settings();
  parts.canvas.classList.toggle("unnamed", !names);
  const named = names && !edit.dragging ? edit.things.filter((thing) => thing.show && !edit.chosen.has(thing.key) && thing.rect.width > 0) : [];
  const zones = named.map((thing) => {
    const rect = rectOf(thing);
    const seen = seenBox(rect);
    const box = { x: px(seen.x), y: px(seen.y), width: px(seen.width), height: px(seen.height) };
    const short = wide(thing.name) + 9;
    return { thing, rect, box, isFilled: ["image", "panel"].includes(thing.draws), isRight: ["right", "end"].includes(thing.zone?.keys.align?.value), short, long: short + wide(placeOf(rect)) + 6 };
  });
  const b = edit.kind.bleed_mm * edit.scale;
  const room = { x: -b - 18, y: -b - 18, width: parts.wide - 2 * parts.edge + 2 * b + 36, height: parts.high - 2 * parts.edge + 2 * b + 36 };
  const places = placed(zones, room);
  const labels = zones.map(({ thing, rect }, number) => {
    const at = places[number];
    if (!at) return null;
    const label = el("span", { class: `zone-name${thing.call ? " is-call" : ""}${isLocked(thing) ? " is-locked" : ""}`, "data-zone": thing.key }, thing.name, at.isLong ? el("small", {}, ` ${placeOf(rect)}`) : null);
    label.style.setProperty("transform", `translate(${at.x}px, ${at.y}px)`);
    return label;
  });
  parts.labels.replaceChildren(...labels.filter(Boolean));
}

// What is under the hand: its outline stands out.
export function point(key) {
  for (const [own, shape] of parts.shapes) shape.classList.toggle("is-pointed", own === key);
  for (const label of parts.labels.children) label.classList.toggle("is-pointed", label.dataset.zone === key);
}

// While zones move, what is drawn in them moves with them, cut out of the face.
export function startGhosts(things) {
  const image = parts.art.querySelector("image");
  if (!image) return;
  const ghosts = things.map((thing) => {
    const { x, y, width, height, turn } = rectOf(thing);
    const own = `z${++instances}`;
    const turned = turn ? `rotate(${turn} ${x + width / 2} ${y + height / 2})` : null;
    return svg("g", { "data-zone": thing.key }, svg("clipPath", { id: own }, svg("rect", { x, y, width, height, transform: turned })), svg("g", { "clip-path": `url(#${own})` }, image.cloneNode()));
  });
  parts.ghosts.replaceChildren(...ghosts);
  parts.ghosts.starts = new Map(things.map((thing) => [thing.key, rectOf(thing)]));
}

export function moveGhosts() {
  for (const ghost of parts.ghosts.children) {
    const from = parts.ghosts.starts.get(ghost.dataset.zone);
    const to = edit.moved.get(ghost.dataset.zone);
    if (to) ghost.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
  }
}

export function endGhosts() {
  parts.ghosts.replaceChildren();
  parts.tried.replaceChildren();
}

// The face as it would be: in place of what was cut out of it.
export async function showTried(svgText) {
  const own = parts;
  const href = `data:image/svg+xml,${encodeURIComponent(svgText)}`;
  const picture = new Image();
  picture.src = href;
  await picture.decode();
  if (own !== parts || !edit.dragging) return;
  const { width_mm: w, height_mm: h, bleed_mm: b } = edit.kind;
  own.tried.replaceChildren(svg("image", { x: -b, y: -b, width: w + 2 * b, height: h + 2 * b, preserveAspectRatio: "none", href }));
  own.ghosts.replaceChildren();
}

export function drawMarquee(rect) {
  let box = parts.snaps.querySelector(".marquee");
  if (!rect) {
    box?.remove();
    return;
  }
  if (!box) parts.snaps.append((box = svg("rect", { class: "marquee" })));
  for (const part of ["x", "y", "width", "height"]) box.setAttribute(part, px(rect[part]));
}
