// Mouse, pen and fingers on the canvas: choosing, moving, resizing, turning and drawing. The outline
// follows at once, in the next frame; the files are written when the hand lets go.

import { boundsOf, isInside, meet, resized, round, seenBox, turnTo } from "./arranging.js";
import { linesOf, snapped } from "./snapping.js";
import { add, choose, inTheMiddle, place, say, toggleChosen, tryOut, where } from "./zone-actions.js";
import { canvas, drawLabels, drawMarquee, endGhosts, moveGhosts, moveShapes, point, pointOf, showTried, startGhosts } from "./zone-canvas.js";
import { chosenThings, edit, isLocked, isMovable, movable, rectOf, settings } from "./zone-state.js";

const STILL_PX = 3; // a hand that moves less has pressed, not dragged
const REACH_PX = 6;
const EVERY_MM = 0.1; // dragged to whole tenths, unless something is met
const [TURNED, TURNED_SHIFT, RIGHT_ANGLE] = [1, 15, 45];
const ALL = [0, 0.5, 1];

let drag = null; // what the hand is doing
let frame = 0;

// Those that can be seen at a place, the uppermost first.
const under = (spot) => edit.things.filter((thing) => thing.show && !isLocked(thing) && isInside(spot, grown(rectOf(thing)))).reverse();

// A zone that is only a line can be met, too.
function grown(rect) {
  const least = 6 / edit.scale;
  const [more, higher] = [Math.max(least - rect.width, 0), Math.max(least - rect.height, 0)];
  return { ...rect, x: rect.x - more / 2, y: rect.y - higher / 2, width: rect.width + more, height: rect.height + higher };
}

// A small zone on a large one is what was meant.
function hitAt(spot, deeper = false) {
  const found = under(spot);
  if (!deeper) return found[0];
  const at = found.findIndex((thing) => edit.chosen.has(thing.key));
  return found[(at + 1) % found.length];
}

function down(event) {
  if (event.button !== 0 || drag || !edit.view) return;
  canvas().focus({ preventScroll: true });
  const spot = pointOf(event);
  const handle = event.target.closest?.("[data-handle]")?.dataset.handle;
  const held = chosenThings().find((thing) => isInside(spot, grown(rectOf(thing))));
  drag = { id: event.pointerId, from: spot, at: spot, event, px: [event.clientX, event.clientY], moved: false, starts: new Map() };
  if (edit.adding) drag.does = "draw";
  else if (handle) begin(handle === "turn" ? "turn" : "resize", chosenThings(), { handle });
  else press(event, spot, held);
  canvas().setPointerCapture(event.pointerId);
}

function press(event, spot, held) {
  const hit = hitAt(spot, event.altKey);
  const several = event.shiftKey || event.ctrlKey || event.metaKey;
  drag.hit = hit;
  if (event.pointerType === "touch" && !held) { // a finger that does not lie on what is chosen may scroll
    drag.does = "tap";
    drag.several = several;
    return;
  }
  if (!hit && !held) {
    if (!several) choose([]);
    drag.does = "marquee";
    return;
  }
  if (several && !held) toggleChosen(hit.key);
  else if (several) drag.afterwards = () => toggleChosen(hit?.key ?? held.key); // unless it is dragged
  else if (!held || event.altKey) choose(hit ? [hit.key] : []);
  else if (hit && (edit.chosen.size > 1 || !edit.chosen.has(hit.key))) drag.afterwards = () => choose([hit.key]);
  begin("move", movable());
}

function begin(does, things, { handle } = {}) {
  drag.does = does;
  drag.handle = handle;
  drag.starts = new Map(things.filter(isMovable).map((thing) => [thing.key, rectOf(thing)]));
  const others = edit.things.filter((thing) => thing.show && !drag.starts.has(thing.key)).map((thing) => seenBox(rectOf(thing)));
  drag.lines = linesOf(edit.view, others);
  drag.things = things.filter(isMovable);
}

function move(event) {
  if (!drag) {
    if (event.pointerType !== "touch" && edit.view) hover(event);
    return;
  }
  if (event.pointerId !== drag.id) return;
  drag.event = event;
  frame ||= requestAnimationFrame(follow);
}

function hover(event) {
  const spot = pointOf(event);
  const hit = hitAt(spot);
  point(hit?.key);
  const held = chosenThings().some((thing) => isMovable(thing) && isInside(spot, rectOf(thing)));
  canvas().style.setProperty("cursor", edit.adding ? "crosshair" : held ? "move" : hit ? "pointer" : "default");
}

const FOLLOW = { move: followMove, resize: followResize, turn: followTurn, marquee: followMarquee, draw: followDraw };

function follow() {
  frame = 0;
  if (!drag) return;
  const { event } = drag;
  if (!drag.moved && Math.hypot(event.clientX - drag.px[0], event.clientY - drag.px[1]) < STILL_PX) return;
  if (!drag.moved) start();
  drag.at = pointOf(event);
  FOLLOW[drag.does]?.(event);
  if (edit.dragging) tryOut(drag.things, showTried);
}

function start() {
  drag.moved = true;
  if (!["move", "resize", "turn"].includes(drag.does)) return;
  if (drag.things.length) edit.dragging = true;
  else {
    const [thing] = chosenThings();
    if (thing) say(thing.why || `${thing.name} is locked`);
    drag.does = "nothing";
    return;
  }
  drawLabels();
  if (drag.does === "move") startGhosts(drag.things);
}

const isFree = (event) => event.ctrlKey || event.metaKey || !settings().snap;
const gridOf = () => (settings().showGrid ? settings().grid : 0);

function snap(rect, parts, event) {
  if (isFree(event)) return { dx: 0, dy: 0, guides: [] };
  return snapped(rect, parts, drag.lines, REACH_PX / edit.scale, gridOf());
}

function followMove(event) {
  let [dx, dy] = [drag.at.x - drag.from.x, drag.at.y - drag.from.y];
  if (event.shiftKey) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
  const { things, starts } = drag;
  const can = { x: things.every((thing) => thing.can.x), y: things.every((thing) => thing.can.y) };
  const first = boundsOf([...starts.values()]);
  const lead = things.length === 1 ? starts.get(things[0].key) : first;
  dx = can.x ? round(lead.x + dx, EVERY_MM) - lead.x : 0;
  dy = can.y ? round(lead.y + dy, EVERY_MM) - lead.y : 0;
  const parts = { x: can.x && (!event.shiftKey || dx) ? ALL : [], y: can.y && (!event.shiftKey || dy) ? ALL : [] };
  const to = snap({ ...first, x: first.x + dx, y: first.y + dy }, parts, event);
  for (const [key, rect] of starts) edit.moved.set(key, { ...rect, x: round(rect.x + dx + to.dx), y: round(rect.y + dy + to.dy) });
  moveGhosts();
  moveShapes(to.guides);
}

function followResize(event) {
  const [[key, rect]] = drag.starts;
  const { handle } = drag;
  let [dx, dy] = [drag.at.x - drag.from.x, drag.at.y - drag.from.y];
  const how = { inProportion: event.shiftKey, fromMiddle: event.altKey };
  let to = resized(rect, handle, dx, dy, how);
  let guides = [];
  if (!rect.turn && !how.inProportion) {
    const parts = { x: handle.includes("e") ? [1] : handle.includes("w") ? [0] : [], y: handle.includes("s") ? [1] : handle.includes("n") ? [0] : [] };
    const tenths = [tenth(to, "x", "width", parts.x), tenth(to, "y", "height", parts.y)];
    const found = snap(to, parts, event);
    guides = found.guides;
    dx += found.dx || tenths[0];
    dy += found.dy || tenths[1];
    to = resized(rect, handle, dx, dy, how);
  }
  edit.moved.set(key, rounded(to));
  moveShapes(guides);
}

const rounded = (rect) => ({ ...rect, x: round(rect.x), y: round(rect.y), width: round(rect.width), height: round(rect.height) });

// By how much the edge that moves misses a whole tenth.
function tenth(rect, start, length, [part]) {
  if (part === undefined) return 0;
  const edge = rect[start] + part * rect[length];
  return round(edge, EVERY_MM) - edge;
}

function followTurn(event) {
  const [[key, rect]] = drag.starts;
  let turn = turnTo(rect, drag.at, event.shiftKey ? TURNED_SHIFT : TURNED);
  const right = Math.round(turn / RIGHT_ANGLE) * RIGHT_ANGLE;
  if (!isFree(event) && Math.abs(turn - right) < 4) turn = right % 360;
  edit.moved.set(key, { ...rect, turn });
  moveShapes();
}

const between = (one, other) => ({ x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) });

function followMarquee(event) {
  const box = between(drag.from, drag.at);
  drag.before ??= event.shiftKey || event.ctrlKey || event.metaKey ? [...edit.chosen] : [];
  edit.chosen = new Set([...drag.before, ...edit.things.filter((thing) => thing.show && !isLocked(thing) && meet(box, seenBox(rectOf(thing)))).map((thing) => thing.key)]);
  moveShapes();
  drawMarquee(box);
}

function followDraw(event) {
  drag.lines ??= linesOf(edit.view, edit.things.filter((thing) => thing.show).map((thing) => seenBox(rectOf(thing))));
  const spot = { ...drag.at, width: 0, height: 0 };
  const { dx, dy, guides } = snap(spot, { x: [0], y: [0] }, event);
  drag.drawn = between(drag.from, { x: drag.at.x + dx, y: drag.at.y + dy });
  moveShapes(guides);
  drawMarquee(drag.drawn);
}

function up(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (frame) {
    cancelAnimationFrame(frame);
    follow();
  }
  const done = drag;
  drag = null;
  edit.dragging = false;
  drawMarquee(null);
  if (done.does === "draw") add(done.drawn?.width > 1 && done.drawn.height > 1 ? done.drawn : { ...inTheMiddle(), x: done.from.x, y: done.from.y });
  else if (!done.moved) pressed(done);
  else if (done.does === "marquee") choose(edit.chosen);
  else if (done.starts.size && edit.moved.size) finish(done);
}

function pressed({ does, hit, several, afterwards }) {
  if (does === "tap") {
    if (several && hit) toggleChosen(hit.key);
    else choose(hit ? [hit.key] : []);
  } else afterwards?.();
}

function finish({ starts }) {
  const rects = new Map([...starts.keys()].filter((key) => edit.moved.has(key)).map((key) => [key, edit.moved.get(key)]));
  place(rects);
  const things = chosenThings();
  say(things.length === 1 ? `${things[0].name}: ${where(rectOf(things[0]))}` : `${things.length} zones moved`);
}

// The hand lets go without a change: Escape, or the browser took the finger for scrolling.
export function cancelDrag() {
  if (!drag) return false;
  for (const key of drag.starts.keys()) edit.moved.delete(key);
  cancelAnimationFrame(frame);
  frame = 0;
  drag = null;
  edit.dragging = false;
  drawMarquee(null);
  endGhosts();
  moveShapes();
  drawLabels();
  return true;
}

// `write` is called with what is to be written into: a zone whose text was pressed twice.
export function preparePointer(box, write) {
  box.addEventListener("pointerdown", down);
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerup", up);
  box.addEventListener("pointercancel", cancelDrag);
  box.addEventListener("pointerleave", () => !drag && point(null));
  box.addEventListener("dblclick", (event) => {
    const hit = hitAt(pointOf(event));
    if (hit) write(hit);
  });
}
