// The game in three dimensions: all pieces in piles as thick as they are, and whatever other scenes its model has.

import { byId, el, plural, refill } from "./dom.js";
import { get } from "./live.js";
import { Camera } from "./model-camera.js";
import { around, firstMet, readGlb } from "./model-glb.js";
import { Renderer } from "./model-gl.js";
import { stillForm } from "./model-still.js";
import { troubleList } from "./problems.js";
import { state } from "./state.js";

const SCENES = { pieces: "All pieces", box: "Open box" }; // others are called as in the file
const SIDES = [["fit", "Fit"], ["top", "From above"], ["front", "From the front"], ["below", "Backs"]];
const SOME_PX = 5; // a finger that moved no further has tapped
const TURN = Math.PI / 18; // of a press of a key
const DOTS = 2.5; // the most that are drawn for a dot of the page
const hint = () => (matchMedia("(hover: hover)").matches ? "Drag to turn it, scroll to come nearer, drag with the right button to move it. Click on a piece to open it." : "One finger turns it, two move it and come nearer. Tap on a piece to open it.");

const shown = { of: "", digest: "", model: null, scene: "", kind: null, told: null };
let stage = null; // the canvas with what draws on it
let asking = false;
let again = false;

const edition = () => [state.game, state.language, state.theme].join();
const address = (digest) => `/made/${encodeURIComponent(state.game)}/${digest}.glb`;
const sceneNow = () => shown.model?.scenes.find((one) => one.name === shown.scene) ?? shown.model?.scenes[0];
const itemsNow = () => sceneNow()?.items ?? [];
const nameOf = (scene) => SCENES[scene.name] ?? scene.name;

// The piece that an item of the model is a pile of; nothing for a wall of a box.
function pieceOf({ name, extras }) {
  const { pieces } = state.snapshot;
  return pieces.get(extras.piece) ?? pieces.get(name) ?? pieces.get(name.replace(/-\d+$/, "")); // a second look
}

const kindNamed = (id) => state.snapshot.kinds.find((kind) => kind.id === id);

function ofKind(items) {
  const own = items.filter((item) => item.groups.includes(state.kind) || pieceOf(item)?.kind === state.kind);
  return state.kind && own.length ? own : items;
}

// Drawing: once for all that changed since the screen was last painted.

function newStage() {
  const canvas = el("canvas", { id: "model", tabindex: "0", role: "application", "aria-label": "The game in three dimensions", "aria-describedby": "model-says model-keys" });
  const own = { canvas, drawing: 0, renderer: null, camera: null };
  const redraw = () => { own.drawing ||= requestAnimationFrame(() => { own.drawing = 0; paint(own); }); };
  own.renderer = Renderer.on(canvas, redraw);
  own.camera = new Camera(redraw);
  own.redraw = redraw;
  new ResizeObserver(() => resize(own)).observe(canvas);
  if (own.renderer) listen(own);
  return own;
}

function paint({ renderer, camera, canvas }) {
  renderer?.draw(camera, canvas.width, canvas.height);
  if (renderer) canvas.dataset.waiting = renderer.waiting;
}

function resize(own) {
  const { canvas, camera } = own;
  const dots = Math.min(devicePixelRatio, DOTS);
  const [wide, high] = [Math.round(canvas.clientWidth * dots), Math.round(canvas.clientHeight * dots)];
  if (!wide || !high) return;
  [canvas.width, canvas.height] = [wide, high];
  const is = wide / high;
  const first = own.fitted !== shown.of;
  camera.aspect = is;
  if (first) fit("fit", true);
  paint(own); // at once, or it would be seen empty
}

function fit(view, atOnce = false) {
  const { canvas, camera } = stage;
  if (!shown.model) return;
  if (canvas.width && canvas.clientWidth) stage.fitted = shown.of;
  const whole = around(itemsNow());
  camera.size = Math.max(...[0, 1, 2].map((axis) => whole.high[axis] - whole.low[axis]));
  camera.fit(around(ofKind(itemsNow())), view, atOnce);
}

// Hands: one finger or the left button turns, two fingers or another button move, wheel and pinch come nearer.

function listen(own) {
  const { canvas, camera } = own;
  const fingers = new Map();
  let [far, button] = [0, 0];
  const place = ({ clientX, clientY }) => {
    const box = canvas.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2];
  };
  const met = (event) => firstMet(itemsNow(), ...camera.ray(place(event)));
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (!fingers.size) [far, button] = [0, event.button];
    fingers.set(event.pointerId, event);
  });
  canvas.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return event.pointerType === "mouse" && point(met(event));
    const [dx, dy] = [event.clientX - was.clientX, event.clientY - was.clientY];
    far += Math.hypot(dx, dy);
    const high = canvas.clientHeight;
    const others = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    fingers.set(event.pointerId, event);
    if (others.length) {
      const [other] = others;
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      camera.pan(dx / high / 2, -dy / high / 2);
      camera.zoom(apart(was) / apart(event), place({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
    } else if (button || event.shiftKey) camera.pan(dx / high, -dy / high);
    else if (far > SOME_PX) camera.orbit((dx / high) * 3, (dy / high) * 3);
  });
  const lifted = (event) => {
    const is = fingers.delete(event.pointerId);
    if (!is || event.type !== "pointerup" || fingers.size || far > SOME_PX || button) return;
    const item = met(event);
    point(item);
    const piece = item && pieceOf(item);
    if (piece) own.open(piece.id);
  };
  canvas.addEventListener("pointerup", lifted);
  canvas.addEventListener("pointercancel", lifted);
  canvas.addEventListener("pointerleave", () => fingers.size || point(null));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoom(Math.exp(Math.min(Math.max(event.deltaY * (event.deltaMode ? 16 : 1), -200), 200) * 0.002), place(event));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => key(event, camera));
}

function key(event, camera) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const move = event.shiftKey ? (x, y) => camera.pan(x / 12, y / 12) : (x, y) => camera.orbit(x * TURN, -y * TURN);
  const acts = { ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1), "+": () => camera.zoom(0.8), "=": () => camera.zoom(0.8), "-": () => camera.zoom(1.25), Home: () => fit("fit") };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
}

// What an item is, beside the picture.
function point(item) {
  if (stage.renderer.marked === item) return;
  stage.renderer.marked = item;
  stage.canvas.classList.toggle("on-piece", Boolean(item && pieceOf(item)));
  stage.redraw();
  const box = byId("model-piece");
  if (box) refill(box, ...(item ? about(item) : [hint()]));
}

function about(item) {
  const piece = pieceOf(item);
  if (!piece) return [item.name || item.groups.at(-1) || "part of the box"];
  const { copies = piece.copies, thickness_mm: thick = 0 } = item.extras;
  const high = copies > 1 ? `, ${Number((copies * thick).toFixed(1))} mm thick` : "";
  return [el("b", {}, piece.name || piece.id), ` ${kindNamed(piece.kind)?.name ?? piece.kind}, ${plural(copies, "copy", "copies")}${high}`];
}

// The words

function kindsSeen() {
  const found = new Map();
  for (const item of itemsNow()) {
    const piece = pieceOf(item);
    if (!piece) continue;
    const own = found.get(piece.kind) ?? { pieces: new Map(), copies: 0 };
    own.pieces.set(piece.id, piece);
    own.copies += item.extras.copies ?? 1;
    found.set(piece.kind, own);
  }
  return found;
}

function says(kinds) {
  const all = [...kinds].filter(([id]) => !kindNamed(id)?.box).map(([, own]) => own);
  const boxes = kinds.size - all.length;
  const designs = all.reduce((sum, one) => sum + one.pieces.size, 0);
  const copies = all.reduce((sum, one) => sum + one.copies, 0);
  const lie = sceneNow()?.name === "box" ? "as they lie in the open box and beside it" : "as thick as their stock; copies of a design are a pile";
  return `${plural(copies, "piece")} of ${plural(designs, "design")} in ${plural(all.length, "kind")}${boxes ? `, and ${plural(boxes, "box", "boxes")}` : ""}, ${lie}.`;
}

function listOfKinds(kinds) {
  return [...kinds].map(([id, { pieces, copies }]) =>
    el("details", { "data-key": id }, el("summary", {}, kindNamed(id)?.name ?? id, el("small", {}, ` ${plural(pieces.size, "design")}, ${plural(copies, "piece")}`)), el("ul", {}, [...pieces.values()].map((piece) => el("li", {}, el("button", { type: "button", class: "to-piece", "data-piece": piece.id }, piece.name || piece.id))))));
}

function notes() {
  const { told } = shown;
  return [
    told.undrawn > 0 && `${plural(told.undrawn, "piece")} with problems ${told.undrawn === 1 ? "is" : "are"} not in it.`,
    told.dpi < 100 && `There are so many faces that they have ${told.dpi} pixels to the inch.`,
  ].filter(Boolean);
}

// The view

function tools() {
  const scenes = shown.model.scenes.length > 1 && el("div", { class: "segments", role: "group", "aria-label": "What is shown" }, shown.model.scenes.map((scene) => el("button", { type: "button", "aria-pressed": String(scene === sceneNow()), onclick: () => { shown.scene = scene.name; present(); fit("fit"); } }, nameOf(scene))));
  const sides = el("div", { class: "segments", role: "group", "aria-label": "Seen from" }, SIDES.map(([view, name]) => el("button", { type: "button", onclick: () => fit(view) }, name)));
  const nearer = [["−", "Farther", 1.25], ["+", "Nearer", 0.8]].map(([sign, label, by]) => el("button", { type: "button", "aria-label": label, onclick: () => stage.camera.zoom(by) }, sign));
  const file = () => `${state.game}-${sceneNow().name === "box" ? "box" : "pieces"}`;
  return el("div", { class: "tools" }, scenes, sides, nearer, stillForm(stage.renderer, stage.camera, file));
}

const NO_WEBGL = "This browser shows nothing in three dimensions: WebGL is switched off or absent. The file opens in any viewer of glTF: ";

// Puts the model into the page, with its words.
function present() {
  const kinds = kindsSeen();
  const { faults } = shown.told;
  const text = [el("p", { id: "model-says" }, says(kinds)), faults.length > 0 && troubleList(faults), ...notes().map((note) => el("p", { class: "note" }, note)), el("div", { class: "model-kinds" }, listOfKinds(kinds))];
  if (!stage.renderer) {
    refill(byId("content"), el("div", { class: "model" }, el("p", { class: "note", role: "status" }, NO_WEBGL, el("code", {}, `fustella export ${state.game} --to glb`)), text));
    return;
  }
  stage.renderer.show(itemsNow());
  stage.renderer.marked = null;
  const box = byId("content").querySelector(".model");
  const around_ = box?.contains(stage.canvas) ? box : el("div", { class: "model" }, el("div", { class: "model-tools" }), el("div", {}, el("div", { class: "model-stage" }, stage.canvas), el("p", { id: "model-piece" }, hint())), el("p", { id: "model-keys", class: "unseen" }, "Arrow keys turn it, with Shift they move it; plus and minus come nearer and go away, Home shows all. The pieces are listed below."), el("div", { class: "model-text" }));
  if (around_ !== box) refill(byId("content"), around_);
  refill(around_.querySelector(".model-tools"), tools());
  refill(around_.querySelector(".model-text"), ...text);
  stage.canvas.dataset.digest = shown.digest;
  stage.redraw();
}

async function renew() {
  const of = edition();
  const told = await get(`/api/model/${encodeURIComponent(state.game)}`);
  if (state.view !== "box" || of !== edition()) return;
  if (!told.digest) {
    shown.of = "";
    refill(byId("content"), troubleList(told.faults));
    return;
  }
  const isOther = shown.of !== of;
  if (told.digest !== shown.digest || isOther) {
    const answer = await fetch(address(told.digest));
    if (!answer.ok) throw new Error(`the model: ${answer.status}`);
    const model = readGlb(await answer.arrayBuffer());
    if (state.view !== "box" || of !== edition()) return;
    stage.renderer?.load(model);
    Object.assign(shown, { of, digest: told.digest, model });
  }
  shown.told = told;
  present();
  if (isOther || shown.kind !== state.kind) {
    shown.kind = state.kind;
    fit("fit", isOther);
  }
}

// Shows the model of the game as its files are now; it is asked for here alone.
export async function drawModel(open) {
  stage ??= newStage();
  stage.open = open;
  const there = shown.of === edition() && byId("content").querySelector(".model");
  if (!there) refill(byId("content"), el("p", { class: "waiting", role: "status" }, "Building the model …"));
  again = asking;
  if (asking) return;
  asking = true;
  try {
    do {
      again = false;
      await renew();
    } while (again && state.view === "box");
  } finally {
    asking = false;
  }
}
