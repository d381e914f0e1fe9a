// A piece as a press prints it: each plate alone, all together, the lines of tools, and where how much ink lies.

import { el, plural, svg } from "./dom.js";
import { madeAt } from "./faces.js";
import { get } from "./live.js";
import { state } from "./state.js";
import { troubleList } from "./problems.js";

const TOGETHER = "together";
const INK = "ink";
const NAMES = { cyan: "Cyan", magenta: "Magenta", yellow: "Yellow", black: "Black", cut: "Cut", crease: "Creases", perforation: "Perforations", hole: "Holes", glue: "Glue" };
const ofInk = (name) => `of ink/${name}`; // a game may call its plate as it likes: Cut, or Together
const ofTool = (name) => `of tool/${name}`;
const MOST = 200; // views that are remembered

let isOn = false;
let plate = TOGETHER;
const known = new Map(); // the face -> its plates, or null while they are drawn; asked for anew when the view is switched on

export const isSeparated = () => isOn;
const nameOf = (name) => NAMES[name] ?? name;

async function ask(piece, face, redraw) {
  known.set(face.digest, null);
  try {
    known.set(face.digest, await get(`/api/plates/${encodeURIComponent(state.game)}`, { piece: piece.id, side: face.side, look: face.look }));
  } catch {
    known.delete(face.digest); // it is asked for again when it is drawn again
    return;
  }
  while (known.size > MOST) known.delete(known.keys().next().value);
  redraw();
}

// The plates of some faces as far as they are known; those that are not are asked for.
export function platesOf(piece, faces, redraw) {
  for (const face of faces) if (!known.has(face.digest)) ask(piece, face, redraw);
  return faces.map((face) => known.get(face.digest)).filter((one) => one?.together);
}

export function separationsButton(redraw) {
  return el("button", { type: "button", "aria-pressed": String(isOn), "data-key": "separations", onclick: () => { isOn = !isOn; known.clear(); redraw(); } }, "Separations");
}

// The plates to choose from: those of all sides that are shown.
export function plateChoice(views, redraw) {
  const inks = [...new Set(views.flatMap((view) => view.plates.map(({ name }) => name)))];
  const dies = [...new Set(views.flatMap((view) => view.dies.map(({ name }) => name)))];
  if (![TOGETHER, INK, ...inks.map(ofInk), ...dies.map(ofTool)].includes(plate)) plate = TOGETHER;
  const button = (name, label) => el("button", { type: "button", "aria-pressed": String(plate === name), "data-key": `plate/${name}`, onclick: () => { plate = name; redraw(); } }, label);
  const segments = (label, names) => names.length > 0 && el("div", { class: "segments", role: "group", "aria-label": label }, names);
  return el("div", { class: "tools plates" }, segments("What is shown", [button(TOGETHER, "Together"), button(INK, "Ink")]), segments("Plates of inks", inks.map((name) => button(ofInk(name), nameOf(name)))), segments("Lines of tools", dies.map((name) => button(ofTool(name), nameOf(name)))));
}

// The digest of the picture that is shown of a face; the face itself until its plates are drawn.
export function shownDigest(face) {
  const view = known.get(face.digest);
  if (!view?.together) return face.digest;
  if (plate === TOGETHER || plate === INK) return madeAt(plate === INK ? view.heat : view.together, "png");
  const own = view.plates.find(({ name }) => ofInk(name) === plate);
  return own ? madeAt(own.digest, "png") : "";
}

// What lies over the picture: lines of tools, or a mark where most ink lies.
export function markFace(element, face) {
  const view = known.get(face.digest);
  if (!view?.together) return;
  const line = view.dies.find(({ name }) => ofTool(name) === plate);
  if (line) element.append(svg("path", { class: "die", d: line.path }));
  if (plate !== INK) return;
  const { x_mm: x, y_mm: y } = view;
  element.append(svg("g", { class: "most" }, svg("circle", { cx: x, cy: y, r: 1.6 }), svg("path", { d: `M${x - 3} ${y}h2.2M${x + 0.8} ${y}h2.2M${x} ${y - 3}v2.2M${x} ${y + 0.8}v2.2` })));
}

const percent = (value) => `${Number(value.toFixed(1))}\u00a0%`;

function said(view) {
  const where = `at ${view.x_mm}\u00a0mm from the left and ${view.y_mm}\u00a0mm from the top of the trim`;
  const limit = view.beyond ? `beyond the limit of ${percent(view.most_percent)}` : `within the limit of ${percent(view.most_percent)}`;
  return `At most ${percent(view.highest_percent)} of ink, ${where}: ${limit}. On average ${percent(view.mean_percent)}.`;
}

function scale(view) {
  const stops = view.scale.map(([share, colour]) => svg("stop", { offset: share, "stop-color": colour }));
  const bar = svg("svg", { class: "heat-scale", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("defs", {}, svg("linearGradient", { id: "heat-stops" }, stops)), svg("rect", { width: 92, height: 6, fill: "url(#heat-stops)" }), svg("rect", { x: 93, width: 7, height: 6, fill: view.beyond_colour }));
  return el("div", { class: "heat" }, bar, el("p", {}, el("span", {}, "no ink"), el("span", {}, percent(view.most_percent)), el("span", {}, "beyond")));
}

function side({ face, view }) {
  if (!view) return [el("h4", {}, face.side), el("p", { class: "fine", role: "status" }, "Drawing the plates …")];
  if (view.faults.length) return [el("h4", {}, face.side), troubleList(view.faults)];
  const rows = view.plates.map(({ name, highest_percent: most }) => el("tr", {}, el("th", { scope: "row" }, nameOf(name)), el("td", {}, percent(most))));
  return [
    el("h4", {}, face.side),
    el("p", { class: view.beyond ? "beyond" : null }, said(view)),
    view.pictured && el("p", { class: "note" }, `In a file for a press this side becomes a picture of 300 dpi: ${view.pictured}.`),
    el("table", { class: "fields" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "plate"), el("th", { scope: "col" }, "most"))), el("tbody", {}, rows)),
  ];
}

// The figures in words.
export function inkFacts(faces) {
  const sides = faces.map((face) => ({ face, view: known.get(face.digest) }));
  const first = sides.find(({ view }) => view?.together)?.view;
  const profile = first && el("p", { class: "hint" }, `The inks are those of “${first.profile}”`, first.computed ? [", computed for coated paper: name the profile of your press with ", el("code", {}, "‑‑profile"), "."] : ".");
  return el("section", { class: "ink", "aria-label": `Ink of ${plural(sides.length, "side")}` }, el("h3", {}, "Ink"), first && scale(first), sides.map(side), profile);
}
