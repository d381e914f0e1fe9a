// A camera that goes round a place: where it is, what it sees, and how it moves there.

import { times } from "./model-glb.js";

export const VIEWS = { fit: [0.2, 0.86], top: [0, Math.PI / 2], front: [0, 0.08], below: [0, -Math.PI / 2] }; // azimuth, elevation
const TAN = Math.tan((34 / 180) * Math.PI / 2); // half the angle of sight, upwards
const MOVE_MS = 320;
const ROOM = 1.06; // around what is fitted in

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b, by = 1) => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];

// To the right, upwards, and towards the eye.
function axesOf(azimuth, elevation) {
  const [sin, cos, up, level] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(elevation), Math.cos(elevation)];
  return [[cos, 0, -sin], [-up * sin, level, -up * cos], [level * sin, up, level * cos]];
}

export class Camera {
  constructor(changed) {
    Object.assign(this, { target: [0, 0, 0], distance: 1, azimuth: VIEWS.fit[0], elevation: VIEWS.fit[1], size: 1, aspect: 1, changed, moving: 0 });
  }

  get axes() { return axesOf(this.azimuth, this.elevation); }

  get eye() { return plus(this.target, this.axes[2], this.distance); }

  get isBelow() { return this.eye[1] < 0; }

  // Looks at a box from the side that `view` names, from where all of it is seen.
  fit(box, view, atOnce = false) {
    const [azimuth, elevation] = VIEWS[view] ?? [this.azimuth, this.elevation];
    const [right, up, back] = axesOf(azimuth, elevation);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [0, 1, 2].map((axis) => (bits & (1 << axis) ? box.high : box.low)[axis]));
    let target = [0, 1, 2].map((axis) => (box.low[axis] + box.high[axis]) / 2);
    let distance = 0;
    const [across, upwards] = [TAN * this.aspect / ROOM, TAN / ROOM];
    for (let round = 0; round < 6; round += 1) { // what is nearer takes more room, so the middle is not in the middle
      const seen = corners.map((corner) => plus(corner, target, -1)).map((one) => [dot(one, right), dot(one, up), dot(one, back)]);
      distance = Math.max(...seen.map(([x, y, z]) => z + Math.max(Math.abs(x) / across, Math.abs(y) / upwards)), 1e-3);
      const shown = seen.map(([x, y, z]) => [x / (distance - z), y / (distance - z)]);
      const off = [0, 1].map((axis) => (Math.min(...shown.map((one) => one[axis])) + Math.max(...shown.map((one) => one[axis]))) / 2);
      if (round < 5) target = plus(plus(target, right, off[0] * distance), up, off[1] * distance);
    }
    this.go({ target, distance, azimuth, elevation }, atOnce);
  }

  // Goes there, in a short while; at once for who wants no motion.
  go(to, atOnce = false) {
    cancelAnimationFrame(this.moving);
    if (atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      Object.assign(this, to);
      this.changed();
      return;
    }
    const was = { target: this.target, distance: this.distance, azimuth: this.azimuth, elevation: this.elevation };
    const turn = Math.round((was.azimuth - to.azimuth) / (2 * Math.PI)) * 2 * Math.PI; // the short way round
    const began = performance.now();
    const step = (now) => {
      const share = clamp((now - began) / MOVE_MS, 0, 1);
      const eased = 1 - (1 - share) ** 3;
      const mixed = (a, b) => a + (b - a) * eased;
      this.target = was.target.map((one, axis) => mixed(one, to.target[axis]));
      this.distance = was.distance * (to.distance / was.distance) ** eased;
      this.azimuth = mixed(was.azimuth, to.azimuth + turn);
      this.elevation = mixed(was.elevation, to.elevation);
      this.changed();
      if (share < 1) this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }

  orbit(across, up) {
    this.azimuth -= across;
    this.elevation = clamp(this.elevation + up, -Math.PI / 2, Math.PI / 2);
    this.stopped();
  }

  // By shares of what is seen from top to bottom.
  pan(across, up) {
    const [right, upwards] = this.axes;
    const whole = 2 * this.distance * TAN;
    this.target = plus(plus(this.target, right, -across * whole), upwards, -up * whole);
    this.stopped();
  }

  // What lies at a place of the picture stays there; places are shares of half its sides, from the middle.
  zoom(by, [x, y] = [0, 0]) {
    const was = this.distance;
    this.distance = clamp(was * by, this.size * 0.02, this.size * 12);
    const left = was - this.distance;
    const [right, up] = this.axes;
    this.target = plus(plus(this.target, right, x * left * TAN * this.aspect), up, y * left * TAN);
    this.stopped();
  }

  stopped() {
    cancelAnimationFrame(this.moving);
    this.changed();
  }

  // From the eye through a place of the picture.
  ray([x, y]) {
    const [right, up, back] = this.axes;
    return [this.eye, plus(plus(plus([0, 0, 0], back, -1), right, x * TAN * this.aspect), up, y * TAN)];
  }

  // The matrix of what is seen in a picture of other sides: all that is seen here is in it.
  matrix(aspect = this.aspect) {
    const upwards = TAN * Math.max(1, this.aspect / aspect);
    const [right, up, back] = this.axes;
    const { eye } = this;
    const far = this.distance + this.size * 14;
    const near = Math.max(this.distance * 0.02, this.size * 0.002);
    const look = [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, -dot(right, eye), -dot(up, eye), -dot(back, eye), 1];
    const lens = [1 / (upwards * aspect), 0, 0, 0, 0, 1 / upwards, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
    return times(lens, look);
  }
}
