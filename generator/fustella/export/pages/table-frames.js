// Frames. The table is painted onto a canvas that is larger than the screen. While only the eye moves, the browser
// moves and stretches that canvas, which costs next to nothing; it is painted anew where something on it would be cut
// off, and as sharp as can be once the eye rests. What is carried has a canvas of its own.

const MOST_RIM_PX = 240, RIM_SHARE = 0.3;
const MOST_STRETCH = 1.6;
const REST_MS = 140;

const painted = { x: 0, y: 0, scale: 1, turn: 0, partly: false };  // the eye for which the canvas was painted
let asked = 0, stale = true, resting = 0;

/** Asks for a frame in which the table is painted anew. */
function redraw() {
  stale = true;
  look();
}

/** Asks for a frame, in which the table is painted anew only if it has to be. */
function look() {
  if (!asked) asked = requestAnimationFrame(frame);
}

function frame(time) {
  asked = 0;
  if (!isPlayed()) return;
  const moving = motionAt(time);
  if (stale || isCut()) paintTable(time);
  stale = false;
  placeTable();
  drawCarried();
  if (pictures.wanted.size) {
    const more = paintWanted();
    if (more || pictures.wanted.size) redraw();
  }
  if (moving) redraw();
}

/** Paints the table for the eye as it is now. */
function paintTable(time) {
  Object.assign(painted, eye, { partly: false });
  drawTable(time);
}

/** Whether the canvas, as it was painted, would show less than lies there, or show it too coarsely. */
function isCut() {
  const stretch = eye.scale / painted.scale;
  if (eye.turn !== painted.turn || stretch > MOST_STRETCH || stretch < 1 / MOST_STRETCH) return true;
  if (!painted.partly) return false;
  const [x, y] = toScreen(painted.x, painted.y);
  const [across, down] = [stage.width, stage.height].map((side) => (side / 2 + stage.rim) * stretch);
  return x > across || y > down || x + across < stage.width || y + down < stage.height;
}

/** Has the browser show the canvas where the eye would see it. */
function placeTable() {
  const [x, y] = toScreen(painted.x, painted.y), stretch = eye.scale / painted.scale;
  const [left, top] = [x - stage.width / 2, y - stage.height / 2].map((px) => Math.round(px * stage.dpr) / stage.dpr);
  stage.canvas.style.transform = `translate(${left}px, ${top}px) scale(${stretch})`;
  clearTimeout(resting);
  if (stretch !== 1) resting = setTimeout(redraw, REST_MS);
}

function resize() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const rim = Math.round(Math.min(MOST_RIM_PX, RIM_SHARE * Math.min(width, height)));
  Object.assign(stage, { width, height, rim, dpr: Math.min(devicePixelRatio || 1, 3) });
  sized(stage.lifted, width, height);
  sized(stage.canvas, width + 2 * rim, height + 2 * rim);
  Object.assign(stage.canvas.style, { left: `${-rim}px`, top: `${-rim}px` });
  redraw();
}

function sized(canvas, width, height) {
  canvas.width = Math.round(width * stage.dpr);
  canvas.height = Math.round(height * stage.dpr);
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
}
