// Rectangles, {x, y, width, height, turn} in mm and degrees: their bounds, resized, turned, aligned and
// distributed. Nothing here knows the page.

const LEAST_MM = 0.5;
const LENGTH = { x: "width", y: "height" };

export const round = (mm, to = 0.01) => Number((Math.round(mm / to) * to).toFixed(4));
const radians = (degrees) => (degrees * Math.PI) / 180;

export const middleOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

// A point turned about another one, clockwise as on a page.
export function turnedPoint(point, about, degrees) {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  const [dx, dy] = [point.x - about.x, point.y - about.y];
  return { x: about.x + dx * cos - dy * sin, y: about.y + dx * sin + dy * cos };
}

// The box around a rectangle as it is seen, turned about its middle.
export function seenBox(rect) {
  if (!rect.turn) return rect;
  const { x, y } = middleOf(rect);
  const [cos, sin] = [Math.abs(Math.cos(radians(rect.turn))), Math.abs(Math.sin(radians(rect.turn)))];
  const [width, height] = [rect.width * cos + rect.height * sin, rect.width * sin + rect.height * cos];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function boundsOf(rects) {
  const boxes = rects.map(seenBox);
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

export function isInside(point, rect) {
  const { x, y } = rect.turn ? turnedPoint(point, middleOf(rect), -rect.turn) : point;
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
}

export const meet = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

// A rectangle whose `handle` (n, ne, e …) was moved by (dx, dy) of the page. `inProportion` keeps its
// proportions, `fromMiddle` moves both sides; what lies opposite stays where it is seen.
export function resized(rect, handle, dx, dy, { inProportion = false, fromMiddle = false } = {}) {
  const turn = rect.turn || 0;
  const own = turn ? turnedPoint({ x: dx, y: dy }, { x: 0, y: 0 }, -turn) : { x: dx, y: dy };
  const [across, down] = [(handle.includes("e") ? 1 : 0) - (handle.includes("w") ? 1 : 0), (handle.includes("s") ? 1 : 0) - (handle.includes("n") ? 1 : 0)];
  const times = fromMiddle ? 2 : 1;
  let width = across ? Math.max(rect.width + across * own.x * times, LEAST_MM) : rect.width;
  let height = down ? Math.max(rect.height + down * own.y * times, LEAST_MM) : rect.height;
  if (inProportion) {
    const by = Math.max(across ? width / rect.width : 0, down ? height / rect.height : 0);
    [width, height] = [rect.width * by, rect.height * by];
  }
  const [fixedX, fixedY] = fromMiddle ? [0, 0] : [-across, -down];
  const was = middleOf(rect);
  const fixed = turnedPoint({ x: was.x + (fixedX * rect.width) / 2, y: was.y + (fixedY * rect.height) / 2 }, was, turn);
  const arm = turnedPoint({ x: (-fixedX * width) / 2, y: (-fixedY * height) / 2 }, { x: 0, y: 0 }, turn);
  return { ...rect, x: fixed.x + arm.x - width / 2, y: fixed.y + arm.y - height / 2, width, height };
}

// The degrees, 0 to 359, by which a rectangle is turned whose upper handle is at a point.
export function turnTo(rect, point, every = 1) {
  const { x, y } = middleOf(rect);
  const degrees = (Math.atan2(point.y - y, point.x - x) * 180) / Math.PI + 90;
  return ((Math.round(degrees / every) * every) % 360 + 360) % 360;
}

const PARTS = { left: ["x", 0], center: ["x", 0.5], right: ["x", 1], top: ["y", 0], middle: ["y", 0.5], bottom: ["y", 1] };

// Rectangles with an edge or the middle, `left` to `bottom`, where that of a box is.
export function aligned(rects, how, within) {
  const [axis, part] = PARTS[how];
  const to = within[axis] + part * within[LENGTH[axis]];
  return rects.map((rect) => {
    const box = seenBox(rect);
    return { ...rect, [axis]: rect[axis] + to - (box[axis] + part * box[LENGTH[axis]]) };
  });
}

// Rectangles with equal gaps along an axis; the first and the last stay.
export function distributed(rects, axis) {
  const boxes = rects.map((rect, number) => ({ number, box: seenBox(rect) })).sort((a, b) => a.box[axis] - b.box[axis]);
  const length = LENGTH[axis];
  const [first, last] = [boxes[0].box, boxes.at(-1).box];
  const filled = boxes.reduce((sum, { box }) => sum + box[length], 0);
  const gap = (last[axis] + last[length] - first[axis] - filled) / (boxes.length - 1);
  const moved = [...rects];
  let at = first[axis];
  for (const { number, box } of boxes) {
    moved[number] = { ...rects[number], [axis]: rects[number][axis] + at - box[axis] };
    at += box[length] + gap;
  }
  return moved;
}
