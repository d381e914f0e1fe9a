// Draws models with WebGL: nothing is drawn but when something changed, and nothing is asked of any network.

import { around } from "./model-glb.js";
import { DEPTHS, PIECES, TABLE, TO_LIGHT } from "./model-shaders.js";

const SHADOW_PX = 2048;
const SOFT_M = 0.0022; // how far the edge of a shadow fades
const SAMPLES = 4;
const AT_ONCE = 4; // pictures that are read at the same time
const DARKNESS = 0.3; // of a shadow on the table

const ATTRIBUTES = { position: ["positions", 3], normal: ["normals", 3], seen: ["seen", 2] };

function programOf(gl, { vertex, fragment }) {
  const program = gl.createProgram();
  for (const [sort, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(sort);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  Object.keys(ATTRIBUTES).forEach((name, number) => gl.bindAttribLocation(program, number, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
  const known = new Map();
  const place = (name) => {
    if (!known.has(name)) known.set(name, gl.getUniformLocation(program, name));
    return known.get(name);
  };
  return { program, place };
}

// The inverse, transposed, of what a matrix does to directions.
function turnOf(m) {
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  const size = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) || 1;
  return [e * i - f * h, f * g - d * i, d * h - e * g, c * h - b * i, a * i - c * g, b * g - a * h, b * f - c * e, c * d - a * f, a * e - b * d].map((one) => one / size);
}

// The matrix of what the light sees: a box around all that stands on the table, and around its shadows.
function lightOf({ low, high }) {
  const [x, y, z] = TO_LIGHT;
  const flat = Math.hypot(x, z);
  const axes = [[z / flat, 0, -x / flat], [(-y * x) / flat, flat, (-y * z) / flat], [x, y, z]];
  const ends = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [0, 1, 2].map((axis) => (bits & (1 << axis) ? high : low)[axis]));
  const bounds = axes.map((axis) => ends.map((end) => end[0] * axis[0] + end[1] * axis[1] + end[2] * axis[2])).map((all) => [Math.min(...all) - 0.006, Math.max(...all) + 0.006]);
  const scale = bounds.map(([from, to]) => 2 / (to - from));
  const matrix = new Float64Array(16);
  for (let row = 0; row < 3; row += 1) {
    const sign = row === 2 ? -1 : 1;
    for (let column = 0; column < 3; column += 1) matrix[4 * column + row] = sign * axes[row][column] * scale[row];
    matrix[12 + row] = -sign * (bounds[row][0] + bounds[row][1]) / 2 * scale[row];
  }
  matrix[15] = 1;
  return { matrix, wide: Math.max(...bounds.slice(0, 2).map(([from, to]) => to - from)) };
}

export class Renderer {
  // Null where the browser has no WebGL.
  static on(canvas, changed) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: true });
    return gl && new Renderer(gl, canvas, changed);
  }

  constructor(gl, canvas, changed) {
    Object.assign(this, { gl, canvas, changed, model: null, items: [], marked: null, textures: [], buffers: [], waiting: 0, turn: 0 });
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => { this.prepare(); const { model, items } = this; if (model) { this.load(model); this.show(items); } });
    this.prepare();
  }

  prepare() {
    const { gl } = this;
    [this.pieces, this.depths, this.table] = [PIECES, DEPTHS, TABLE].map((source) => programOf(gl, source));
    [this.textures, this.buffers] = [[], []];
    this.white = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.white);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([236, 234, 228, 255]));
    this.plain = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.plain);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
    this.depth = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.depth);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, SHADOW_PX, SHADOW_PX, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, null);
    for (const [name, value] of [[gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    this.shadowed = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowed);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.depth, 0);
    this.quad = this.arraysOf({ positions: new Float32Array([-1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0, 1]), indices: new Uint32Array([0, 1, 2, 2, 1, 3]) });
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  arraysOf(shape) {
    const { gl } = this;
    const own = gl.createVertexArray();
    const buffers = [];
    gl.bindVertexArray(own);
    const fill = (target, data) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(target, buffer);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      buffers.push(buffer);
    };
    Object.values(ATTRIBUTES).forEach(([name, width], number) => {
      if (!shape[name]) return;
      fill(gl.ARRAY_BUFFER, shape[name]);
      gl.enableVertexAttribArray(number);
      gl.vertexAttribPointer(number, width, gl.FLOAT, false, 0, 0);
    });
    fill(gl.ELEMENT_ARRAY_BUFFER, shape.indices);
    gl.bindVertexArray(null);
    const type = { 1: gl.UNSIGNED_BYTE, 2: gl.UNSIGNED_SHORT, 4: gl.UNSIGNED_INT }[shape.indices.BYTES_PER_ELEMENT];
    return { own, buffers, type, count: shape.indices.length };
  }

  // Takes a model that was read; its pictures follow, one after the other.
  load(model) {
    const { gl } = this;
    for (const texture of this.textures) gl.deleteTexture(texture);
    for (const { own, buffers } of this.buffers) {
      gl.deleteVertexArray(own);
      for (const buffer of buffers) gl.deleteBuffer(buffer);
    }
    this.model = model;
    this.buffers = model.shapes.map((shape) => this.arraysOf(shape));
    this.known = new Map(model.shapes.map((shape, number) => [shape, this.buffers[number]]));
    this.textures = model.pictures.map(() => null);
    const turn = (this.turn += 1);
    const numbers = model.pictures.map((_, number) => number);
    this.waiting = numbers.length;
    const next = async () => {
      while (numbers.length && turn === this.turn) {
        await this.readPicture(numbers.shift(), turn);
        if (turn === this.turn) { this.waiting -= 1; this.changed(); }
      }
    };
    this.complete = Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async readPicture(number, turn) {
    const { gl } = this;
    const how = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
    let picture;
    try {
      picture = await createImageBitmap(this.model.pictures[number].data, how);
      const most = gl.getParameter(gl.MAX_TEXTURE_SIZE) / Math.max(picture.width, picture.height);
      if (most < 1) picture = await createImageBitmap(picture, { ...how, resizeWidth: Math.floor(picture.width * most), resizeHeight: Math.floor(picture.height * most) });
    } catch {
      return; // it stays white
    }
    if (turn !== this.turn || gl.isContextLost()) return;
    const texture = (this.textures[number] = gl.createTexture());
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D);
    const { wrapS, wrapT } = this.model.pictures[number];
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, wrapS], [gl.TEXTURE_WRAP_T, wrapT]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    const fine = gl.getExtension("EXT_texture_filter_anisotropic");
    if (fine) gl.texParameterf(gl.TEXTURE_2D, fine.TEXTURE_MAX_ANISOTROPY_EXT, 8);
    picture.close();
  }

  // Shows some items of the model, and computes their shadows.
  show(items) {
    const { gl } = this;
    this.items = items.map((item) => ({ ...item, of: item, turn: turnOf(item.matrix), model: new Float32Array(item.matrix) }));
    this.box = around(items);
    const seen = { low: [this.box.low[0], Math.min(this.box.low[1], 0), this.box.low[2]], high: this.box.high };
    this.light = lightOf(seen);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowed);
    gl.viewport(0, 0, SHADOW_PX, SHADOW_PX);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.FRONT); // what is lit casts no shadow on itself
    gl.useProgram(this.depths.program);
    gl.uniformMatrix4fv(this.depths.place("light"), false, this.light.matrix);
    for (const item of this.items) {
      gl.uniformMatrix4fv(this.depths.place("model"), false, item.model);
      for (const { shape, material } of item.primitives) if (!material.clear) this.drawShape(shape);
    }
    gl.cullFace(gl.BACK);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  drawShape(shape) {
    const { gl } = this;
    const { own, type, count } = this.known.get(shape);
    gl.bindVertexArray(own);
    gl.drawElements(gl.TRIANGLES, count, type, 0);
  }

  // Draws on what is bound; `ground` is a colour, or null for none.
  draw(camera, width, height, ground = null, mark = [0.12, 0.37, 0.36]) {
    const { gl } = this;
    if (gl.isContextLost() || !this.model) return;
    gl.viewport(0, 0, width, height);
    gl.clearColor(...(ground ? [...ground, 1] : [0, 0, 0, 0]));
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const matrix = camera.matrix(width / height);
    const { program, place } = this.pieces;
    gl.useProgram(program);
    const below = camera.isBelow;
    gl.uniformMatrix4fv(place("camera"), false, matrix);
    gl.uniformMatrix4fv(place("light"), false, this.light.matrix);
    gl.uniform3fv(place("toLight"), below ? [TO_LIGHT[0], -TO_LIGHT[1], TO_LIGHT[2]] : TO_LIGHT);
    gl.uniform1f(place("shadows"), below ? 0 : 1);
    gl.uniform3fv(place("mark"), mark);
    this.bindShadow(place);
    for (const clear of [false, true]) {
      for (const item of this.items) this.drawItem(item, place, clear);
    }
    if (!below) this.drawTable(matrix);
    gl.bindVertexArray(null);
  }

  bindShadow(place) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.depth);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(place("shadow"), 1);
    gl.uniform1f(place("softness"), Math.min(SOFT_M / this.light.wide, 0.02));
  }

  drawItem(item, place, clear) {
    const { gl } = this;
    const own = item.primitives.filter(({ material }) => material.clear === clear);
    if (!own.length) return;
    gl.uniformMatrix4fv(place("model"), false, item.model);
    gl.uniformMatrix3fv(place("turn"), false, item.turn);
    gl.uniform1f(place("marked"), item.of === this.marked ? 1 : 0);
    for (const { shape, material } of own) {
      gl.uniform4fv(place("colour"), material.colour);
      gl.bindTexture(gl.TEXTURE_2D, material.picture < 0 ? this.plain : this.textures[material.picture] ?? this.white);
      if (material.doubleSided) gl.disable(gl.CULL_FACE);
      else gl.enable(gl.CULL_FACE);
      this.drawShape(shape);
    }
  }

  drawTable(matrix) {
    const { gl } = this;
    const { program, place } = this.table;
    const { low, high } = this.box;
    gl.useProgram(program);
    gl.disable(gl.CULL_FACE);
    gl.uniformMatrix4fv(place("camera"), false, matrix);
    gl.uniformMatrix4fv(place("light"), false, this.light.matrix);
    gl.uniform3f(place("middle"), (low[0] + high[0]) / 2, Math.min(low[1], 0) - 0.0001, (low[2] + high[2]) / 2);
    gl.uniform1f(place("size"), 1.5 * Math.max(high[0] - low[0], high[2] - low[2], 3 * (high[1] - low[1])));
    gl.uniform1f(place("darkness"), DARKNESS);
    this.bindShadow(place);
    gl.depthMask(false);
    gl.bindVertexArray(this.quad.own);
    gl.drawElements(gl.TRIANGLES, this.quad.count, this.quad.type, 0);
    gl.depthMask(true);
  }

  // The pixels of a picture of its own size: rows from the top, colours as they are with their opacity.
  pixels(camera, width, height, ground) {
    const { gl } = this;
    const [many, one] = [gl.createFramebuffer(), gl.createFramebuffer()];
    const [colours, depths, whole] = [gl.createRenderbuffer(), gl.createRenderbuffer(), gl.createRenderbuffer()];
    const samples = Math.min(SAMPLES, gl.getParameter(gl.MAX_SAMPLES));
    const room = (buffer, format, count) => {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, count, format, width, height);
    };
    room(colours, gl.RGBA8, samples);
    room(depths, gl.DEPTH_COMPONENT24, samples);
    room(whole, gl.RGBA8, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, many);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colours);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depths);
    const { marked } = this;
    this.marked = null;
    this.draw(camera, width, height, ground);
    this.marked = marked;
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, one);
    gl.framebufferRenderbuffer(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, whole);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, one);
    const read = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, read);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    for (const buffer of [colours, depths, whole]) gl.deleteRenderbuffer(buffer);
    for (const buffer of [many, one]) gl.deleteFramebuffer(buffer);
    const rows = new Uint8ClampedArray(4 * width * height);
    for (let row = 0; row < height; row += 1) rows.set(read.subarray(4 * width * row, 4 * width * (row + 1)), 4 * width * (height - 1 - row));
    if (!ground) for (let at = 0; at < rows.length; at += 4) for (let part = 0; part < 3; part += 1) if (rows[at + 3]) rows[at + part] = (rows[at + part] * 255) / rows[at + 3];
    return rows;
  }
}
