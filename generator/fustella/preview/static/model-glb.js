// Reads GLB (glTF 2.0 in one binary file): scenes by name, with the nodes that show something, where they lie.

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const ARRAYS = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const REPEAT = 10497;
const UNIT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// The product of two matrices of four columns, as glTF and WebGL store them.
export function times(a, b) {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      for (let at = 0; at < 4; at += 1) out[4 * column + row] += a[4 * at + row] * b[4 * column + at];
    }
  }
  return out;
}

export const moved = (matrix, [x, y, z]) => [0, 1, 2].map((row) => matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row]);

function matrixOf({ matrix, translation: [x, y, z] = [0, 0, 0], rotation: [i, j, k, w] = [0, 0, 0, 1], scale: [a, b, c] = [1, 1, 1] }) {
  if (matrix) return matrix;
  return [
    a * (1 - 2 * (j * j + k * k)), a * 2 * (i * j + k * w), a * 2 * (i * k - j * w), 0,
    b * 2 * (i * j - k * w), b * (1 - 2 * (i * i + k * k)), b * 2 * (j * k + i * w), 0,
    c * 2 * (i * k + j * w), c * 2 * (j * k - i * w), c * (1 - 2 * (i * i + j * j)), 0,
    x, y, z, 1,
  ];
}

function chunksOf(buffer) {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== 0x46546c67 || view.getUint32(4, true) !== 2) throw new Error("this is no GLB");
  const chunks = new Map();
  for (let at = 12; at + 8 <= buffer.byteLength;) {
    const size = view.getUint32(at, true);
    chunks.set(view.getUint32(at + 4, true), [at + 8, size]);
    at += 8 + size;
  }
  return chunks;
}

function boundsOf(shape, matrix) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of shape) {
    for (let at = 0; at < positions.length; at += 3) {
      const place = moved(matrix, positions.subarray(at, at + 3));
      for (let axis = 0; axis < 3; axis += 1) {
        low[axis] = Math.min(low[axis], place[axis]);
        high[axis] = Math.max(high[axis], place[axis]);
      }
    }
  }
  return { low, high };
}

// `scenes` have a name and items; an item has a name, the names of the groups around it, its extras, a matrix,
// bounds, and primitives: arrays of positions, normals, places in the picture and indices, and a material.
// `pictures` are files, each with how it is repeated.
export function readGlb(buffer) {
  const chunks = chunksOf(buffer);
  const [from, length] = chunks.get(JSON_CHUNK);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, from, length)));
  const [binary] = chunks.get(BINARY_CHUNK) ?? [0];
  const bytesOf = (number) => {
    const { byteOffset = 0, byteLength } = head.bufferViews[number];
    return [binary + byteOffset, byteLength];
  };
  const arrays = new Map();
  const array = (number) => {
    if (number === undefined) return null;
    if (!arrays.has(number)) {
      const { bufferView, byteOffset = 0, componentType, count, type } = head.accessors[number];
      arrays.set(number, new ARRAYS[componentType](buffer, bytesOf(bufferView)[0] + byteOffset, count * WIDTHS[type]));
    }
    return arrays.get(number);
  };
  const pictures = (head.textures ?? []).map(({ source, sampler }) => {
    const { bufferView, mimeType } = head.images[source];
    const { wrapS = REPEAT, wrapT = REPEAT } = head.samplers?.[sampler] ?? {};
    return { data: new Blob([new Uint8Array(buffer, ...bytesOf(bufferView))], { type: mimeType }), wrapS, wrapT };
  });
  const materials = (head.materials ?? []).map(({ pbrMetallicRoughness: looks = {}, alphaMode = "OPAQUE", doubleSided = false }) => ({
    colour: looks.baseColorFactor ?? [1, 1, 1, 1],
    picture: looks.baseColorTexture ? looks.baseColorTexture.index : -1,
    clear: alphaMode === "BLEND",
    doubleSided,
  }));
  const plain = { colour: [0.8, 0.8, 0.8, 1], picture: -1, clear: false, doubleSided: false };
  const shapes = new Map(); // the arrays that primitives share, to have them once on the graphics card
  const primitive = ({ attributes, indices, material }) => {
    const key = [attributes.POSITION, attributes.NORMAL, attributes.TEXCOORD_0, indices].join();
    if (!shapes.has(key)) shapes.set(key, { positions: array(attributes.POSITION), normals: array(attributes.NORMAL), seen: array(attributes.TEXCOORD_0), indices: array(indices) });
    return { shape: shapes.get(key), material: materials[material] ?? plain };
  };
  const meshes = (head.meshes ?? []).map(({ primitives }) => primitives.map(primitive));
  const itemsOf = (number, matrix, groups) => {
    const node = head.nodes[number];
    const own = times(matrix, matrixOf(node));
    const inner = (node.children ?? []).flatMap((child) => itemsOf(child, own, [...groups, node.name ?? ""]));
    if (node.mesh === undefined) return inner;
    const primitives = meshes[node.mesh];
    return [{ name: node.name ?? "", groups, extras: node.extras ?? {}, matrix: own, bounds: boundsOf(primitives.map(({ shape }) => shape), own), primitives }, ...inner];
  };
  const scenes = (head.scenes ?? []).map(({ name = "", nodes = [] }) => ({ name, items: nodes.flatMap((number) => itemsOf(number, UNIT, [])) }));
  return { scenes, pictures, shapes: [...shapes.values()] };
}

// The box around some items.
export function around(items) {
  const edge = (side, pick) => [0, 1, 2].map((axis) => pick(...items.map(({ bounds }) => bounds[side][axis])));
  return items.length ? { low: edge("low", Math.min), high: edge("high", Math.max) } : { low: [0, 0, 0], high: [0.1, 0.1, 0.1] };
}

// How far along a ray it enters a box; Infinity where it passes by.
function intoBox({ low, high }, from, along) {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis += 1) {
    const [a, b] = [(low[axis] - from[axis]) / along[axis], (high[axis] - from[axis]) / along[axis]];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : Infinity;
}

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The same for a triangle (Möller and Trumbore, 1997).
function intoTriangle(a, b, c, from, along) {
  const [one, two] = [minus(b, a), minus(c, a)];
  const across = cross(along, two);
  const size = dot(one, across);
  if (Math.abs(size) < 1e-18) return Infinity;
  const offset = minus(from, a);
  const u = dot(offset, across) / size;
  const other = cross(offset, one);
  const v = dot(along, other) / size;
  const far = dot(two, other) / size;
  return u >= 0 && v >= 0 && u + v <= 1 && far > 0 ? far : Infinity;
}

function intoItem(item, from, along) {
  let nearest = Infinity;
  for (const { shape: { positions, indices } } of item.primitives) {
    const corner = (at) => moved(item.matrix, positions.subarray(3 * indices[at], 3 * indices[at] + 3));
    for (let at = 0; at < indices.length; at += 3) nearest = Math.min(nearest, intoTriangle(corner(at), corner(at + 1), corner(at + 2), from, along));
  }
  return nearest;
}

// The first of some items that a ray meets, or null.
export function firstMet(items, from, along) {
  const near = items.map((item) => [intoBox(item.bounds, from, along), item]).filter(([far]) => far < Infinity).sort(([a], [b]) => a - b);
  let [found, nearest] = [null, Infinity];
  for (const [box, item] of near) {
    if (box >= nearest) break;
    const far = intoItem(item, from, along);
    if (far < nearest) [found, nearest] = [item, far];
  }
  return found;
}
