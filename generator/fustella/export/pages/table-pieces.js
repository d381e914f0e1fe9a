// Pictures of pieces in a few sizes, each painted once: a table of a thousand pieces copies pixels.

const LEVELS = [0.5, 1, 2, 4, 8, 16];  // pixels to the millimetre
const MOST_AREA = 6e6;  // pixels of one picture
const KEPT_AREA = (navigator.deviceMemory ?? 8) <= 4 ? 24e6 : 64e6;
const PAINT_MS = 7;  // what may be painted for one frame: the rest waits for the next one
const SHADOW_MM = 1.4;
const LIGHT_MM = [0.4, 0.9];  // how far a shadow lies to the right of a piece, and below it, on the screen
const SHADOW_RIM_MM = 3 * SHADOW_MM + 1;
const FAR_PX = 4000;
const GROUND = "#d9d4c7";

const pictures = { kept: new Map(), area: 0, wanted: new Map() };

/** The side of a design that is seen: front or back, or the number that a die shows. */
function sideOf(design, up, value = 1) {
  if (design.sides.length === 6) return design.sides[value - 1];
  return design.sides[up ? 0 : 1] ?? null;
}

const outlines = given.kinds.map((kind) => new Path2D(kind.path));

function levelFor(kind, scale) {
  const level = LEVELS.findIndex((each) => each >= scale);
  let at = level < 0 ? LEVELS.length - 1 : level;
  while (at > 0 && kind.width * kind.height * LEVELS[at] ** 2 > MOST_AREA) at -= 1;
  return at;
}

function remembered(key) {
  const picture = pictures.kept.get(key);
  if (!picture) return null;
  pictures.kept.delete(key);
  pictures.kept.set(key, picture);  // the newest is the last
  return picture;
}

function remember(key, picture) {
  pictures.kept.set(key, picture);
  pictures.area += picture.width * picture.height;
  for (const [oldest, other] of pictures.kept) {
    if (pictures.area <= KEPT_AREA || oldest === key) break;
    pictures.kept.delete(oldest);
    pictures.area -= other.width * other.height;
  }
}

function canvasFor(kind, scale, edge_mm = 0) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil((kind.width + 2 * edge_mm) * scale));
  canvas.height = Math.max(1, Math.ceil((kind.height + 2 * edge_mm) * scale));
  const context = canvas.getContext("2d");
  context.scale(canvas.width / (kind.width + 2 * edge_mm), canvas.height / (kind.height + 2 * edge_mm));
  context.translate(edge_mm, edge_mm);
  return [canvas, context];
}

/** Paints a side of a piece; with its shadow, if the piece is turned by so many quarters on the screen. */
function paintSide(number, side, scale, quarter = null) {
  const kind = given.kinds[number], outline = outlines[number];
  const image = side && faceImage(side[0]);
  if (side && !image) return null;
  const [canvas, context] = canvasFor(kind, scale, quarter === null ? 0 : SHADOW_RIM_MM);
  if (quarter !== null) {
    const [x, y] = turned(...LIGHT_MM, -90 * quarter), more = 3 * SHADOW_MM;
    context.drawImage(shadowOf(number), x - more, y - more, kind.width + 2 * more, kind.height + 2 * more);
  }
  context.save();
  context.clip(outline, "evenodd");
  context.fillStyle = kind.edge || GROUND;
  context.fillRect(-1, -1, kind.width + 2, kind.height + 2);
  if (image) {
    const [face, x, y, turn] = side, [left, top, width, height] = faces.boxes[face];
    context.translate(kind.width / 2, kind.height / 2);
    context.rotate((turn * Math.PI) / 180);
    context.drawImage(image, left - x - kind.width / 2, top - y - kind.height / 2, width, height);
  }
  context.restore();
  context.lineWidth = 0.25;
  context.strokeStyle = "rgb(0 0 0 / 30%)";
  context.stroke(outline);
  return canvas;
}

/** The picture of a side at a scale, in pixels to the millimetre; a coarser one, or null, while it waits. */
function sidePicture(kind, side, scale, quarter) {
  const name = `${kind} ${side ? side.join(" ") : "blank"} ${quarter}`, level = levelFor(given.kinds[kind], scale);
  const key = `${name} ${level}`, exact = remembered(key);
  if (exact) return exact;
  pictures.wanted.set(key, [kind, side, LEVELS[level], quarter]);
  for (let other = LEVELS.length - 1; other >= 0; other -= 1) {
    const near = pictures.kept.get(`${name} ${other}`);
    if (near) return near;
  }
  return null;
}

/** Paints what was wanted, as much as a frame has time for; whether something new can be shown. */
function paintWanted() {
  const begun = performance.now();
  let some = false;
  for (const [key, [kind, side, scale, quarter]] of pictures.wanted) {
    const picture = paintSide(kind, side, scale, quarter);
    pictures.wanted.delete(key);  // a face that is still loading asks again when it is there
    if (picture) remember(key, picture);
    some ||= picture !== null;
    if (performance.now() - begun > PAINT_MS) break;
  }
  return some;
}

/** The shadow of a kind, soft, and the paper of its edge, seen below the top of a pile. */
const shadows = [], papers = [];

function shadowOf(number) {
  if (!shadows[number]) {
    const kind = given.kinds[number], scale = Math.min(4, Math.sqrt(2e5 / (kind.width * kind.height)));
    const [canvas, context] = canvasFor(kind, scale, 3 * SHADOW_MM);
    context.shadowColor = "rgb(0 0 0 / 55%)";
    context.shadowBlur = 2 * SHADOW_MM * scale;
    context.shadowOffsetX = FAR_PX;  // the shadow alone is seen, what casts it lies outside
    context.setTransform(context.getTransform().translateSelf(-FAR_PX / context.getTransform().a, 0));
    context.fill(outlines[number]);
    shadows[number] = canvas;
  }
  return shadows[number];
}

function paperOf(number) {
  if (!papers[number]) {
    const kind = given.kinds[number], scale = Math.min(4, Math.sqrt(2e5 / (kind.width * kind.height)));
    const [canvas, context] = canvasFor(kind, scale);
    context.fillStyle = "#efeae0";
    context.fill(outlines[number], "evenodd");
    context.lineWidth = 0.35;
    context.strokeStyle = "rgb(40 32 20 / 45%)";
    context.stroke(outlines[number]);
    papers[number] = canvas;
  }
  return papers[number];
}
