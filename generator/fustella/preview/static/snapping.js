// Where a moved rectangle comes to rest: at the edges and middles of others, of the face and of its
// safe zone. Rectangles are {x, y, width, height} in mm; nothing here knows the page.

const AXES = { x: ["x", "width", "y", "height"], y: ["y", "height", "x", "width"] };
const SAME_MM = 0.005;

// The lines that something may come to rest at, by axis, each {at, from, to}: where it is, and what
// of it is there already. `face` has width_mm, height_mm, safe_mm and bleed_mm.
export function linesOf(face, others) {
  const { width_mm: w, height_mm: h, safe_mm: safe = 0, bleed_mm: bleed = 0 } = face;
  const lines = { x: alongFace(w, h, safe, bleed), y: alongFace(h, w, safe, bleed) };
  for (const rect of others) {
    for (const [axis, [start, length, across, high]] of Object.entries(AXES)) {
      for (const part of [0, 0.5, 1]) lines[axis].push({ at: rect[start] + part * rect[length], from: rect[across], to: rect[across] + rect[high] });
    }
  }
  return lines;
}

function alongFace(long, across, safe, bleed) {
  const places = [0, long / 2, long, ...(safe ? [safe, long - safe] : []), ...(bleed ? [-bleed, long + bleed] : [])];
  return places.map((at) => ({ at, from: 0, to: across }));
}

// Where a rectangle snaps to: {dx, dy, guides}. `parts` says what of it moves, on each axis a list of
// 0 (start), 0.5 (middle) and 1 (end). A line nearer than `reach` wins; else the grid, if there is one.
export function snapped(rect, parts, lines, reach, grid = 0) {
  const x = best(rect, "x", parts.x, lines.x, reach, grid);
  const y = best(rect, "y", parts.y, lines.y, reach, grid);
  const there = { ...rect, x: rect.x + x.by, y: rect.y + y.by };
  return { dx: x.by, dy: y.by, guides: [...guidesAt(there, "x", x.lines), ...guidesAt(there, "y", y.lines)] };
}

function best(rect, axis, parts, lines, reach, grid) {
  const [start, length] = AXES[axis];
  let by = 0;
  let least = reach;
  let found = [];
  for (const part of parts) {
    const here = rect[start] + part * rect[length];
    for (const line of lines) {
      const away = line.at - here;
      if (Math.abs(Math.abs(away) - least) < SAME_MM && Math.sign(away) === Math.sign(by || away) && found.length) found.push(line);
      else if (Math.abs(away) < least) [by, least, found] = [away, Math.abs(away), [line]];
    }
  }
  if (found.length || !grid || !parts.length) return { by, lines: found };
  const part = parts.includes(0) ? 0 : parts.at(-1);
  const here = rect[start] + part * rect[length];
  const away = Math.round(here / grid) * grid - here;
  return { by: Math.abs(away) < reach ? away : 0, lines: [] };
}

// Each line that was met, as far as what lies along it: {axis, at, from, to}.
function guidesAt(rect, axis, lines) {
  const [, , across, high] = AXES[axis];
  const guides = new Map();
  for (const line of lines) {
    const key = line.at.toFixed(2);
    const known = guides.get(key) ?? { axis, at: line.at, from: rect[across], to: rect[across] + rect[high] };
    guides.set(key, { ...known, from: Math.min(known.from, line.from), to: Math.max(known.to, line.to) });
  }
  return [...guides.values()];
}
