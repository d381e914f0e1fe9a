// Where the names of zones stand, so that none lies on another one and small zones keep theirs.
// Boxes are {x, y, width, height} in pixels; nothing here knows the page.

import { meet } from "./arranging.js";

const HIGH_PX = 16;
const GAP_PX = 2;

// For each zone {box, long, short}, the widths of its name with its place and of the name alone, where
// its label stands: {x, y, width, isLong}, or null where there is no room. `room` is the whole picture.
export function placed(zones, room) {
  const taken = [];
  const places = new Map();
  const bySize = [...zones].sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
  for (const zone of bySize) {
    const found = firstFree(zone, taken, room);
    if (found) taken.push({ ...found, height: HIGH_PX });
    places.set(zone, found);
  }
  return zones.map((zone) => places.get(zone));
}

function firstFree({ box, long, short }, taken, room) {
  for (const [width, isLong] of [[long, true], [short, false]]) {
    for (const { x, y } of spots(box, width, isLong)) {
      const label = { x, y, width, height: HIGH_PX };
      const fits = x >= room.x && y >= room.y && x + width <= room.x + room.width && y + HIGH_PX <= room.y + room.height;
      if (fits && !taken.some((other) => meet(label, other))) return { x, y, width, isLong };
    }
  }
  return null;
}

// Inside of the zone where it is large enough; a name alone may stand beside it.
function spots(box, width, isLong) {
  const right = box.x + box.width - width;
  const bottom = box.y + box.height - HIGH_PX;
  const inside = box.width >= width + 4 && box.height >= HIGH_PX + 2 ? [{ x: box.x, y: box.y }, { x: right, y: box.y }, { x: box.x, y: bottom }, { x: right, y: bottom }] : [];
  if (isLong) return inside;
  const beside = [
    { x: box.x, y: box.y - HIGH_PX - GAP_PX },
    { x: box.x, y: box.y + box.height + GAP_PX },
    { x: right, y: box.y - HIGH_PX - GAP_PX },
    { x: right, y: box.y + box.height + GAP_PX },
    { x: box.x + box.width + GAP_PX, y: box.y },
    { x: box.x - width - GAP_PX, y: box.y },
  ];
  return [...inside, ...beside];
}
