// Where the names of zones stand, so that none lies on another one and small zones keep theirs.
// Boxes are {x, y, width, height} in pixels; nothing here knows the page.

import { meet } from "./arranging.js";

const HIGH_PX = 16;
const GAP_PX = 2;

// For each zone {box, long, short, isFilled, isRight}, the widths of its name with its place and of the
// name alone, where its label stands: {x, y, width, isLong}, or null where there is no room. `isFilled` is
// a zone that hides nothing of worth under its label, `isRight` one whose content stands at the right.
// `room` is the whole picture.
export function placed(zones, room) {
  const taken = [];
  const places = new Map();
  const bySize = [...zones].sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
  for (const zone of bySize) {
    const others = zones.filter((other) => other !== zone && !other.isFilled).map((other) => other.box);
    const found = firstFree(zone, taken, others, room);
    if (found) taken.push({ ...found, height: HIGH_PX });
    places.set(zone, found);
  }
  return zones.map((zone) => places.get(zone));
}

// Beside other contents, if there is such a place; else over them, but never over another label.
function firstFree(zone, taken, others, room) {
  const isFree = (label, boxes) => isIn(label, room) && !boxes.some((other) => meet(label, other));
  const labels = [[zone.long, true], [zone.short, false]].flatMap(([width, isLong]) => spots(zone, width, isLong).map(({ x, y }) => ({ x, y, width, height: HIGH_PX, isLong })));
  const found = labels.find((label) => isFree(label, [...taken, ...others])) ?? labels.find((label) => isFree(label, taken));
  return found ? { x: found.x, y: found.y, width: found.width, isLong: found.isLong } : null;
}

const isIn = (label, room) => label.x >= room.x && label.y >= room.y && label.x + label.width <= room.x + room.width && label.y + HIGH_PX <= room.y + room.height;

function spots({ box, isFilled, isRight }, width, isLong) {
  const [left, right] = [box.x, box.x + box.width - width];
  const [above, top, bottom, below] = [box.y - HIGH_PX, box.y, box.y + box.height - HIGH_PX, box.y + box.height];
  const fits = box.width >= width + 4 && box.height >= HIGH_PX + 2;
  const [near, far] = isRight ? [left, right] : [right, left]; // near: where there is likely nothing
  const inside = !fits ? [] : isFilled ? [[left, top], [right, top], [left, bottom], [right, bottom]] : [[near, bottom], [near, top], [far, bottom], [far, top]];
  const outside = isLong && box.width < width ? [] : [[left, above], [right, above], [left, below], [right, below]];
  const beside = isLong ? [] : [[box.x + box.width + GAP_PX, top], [box.x - width - GAP_PX, top]];
  const whole = isFilled ? [...inside, ...outside, ...beside] : [...outside.slice(0, 2), ...inside, ...outside.slice(2), ...beside];
  return whole.map(([x, y]) => ({ x, y }));
}
