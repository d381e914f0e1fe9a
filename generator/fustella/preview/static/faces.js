// Pictures of faces: loaded once by digest, set into the page inside their trim. Templates draw
// them, so they are images, never elements of the page: an image runs nothing and loads nothing.

import { svg } from "./dom.js";
import { state } from "./state.js";

const addresses = new Map(); // digest -> the address of a picture that came with a message
const MOST_ADDRESSES = 600;
let instances = 0;

// Browsers keep a face for ever, and another version of the tool may prepare its pictures otherwise: the
// address has the version that stands in that of this script, /static/VERSION/faces.js.
const version = new URL(import.meta.url).pathname.split("/")[2];
const addressOf = (digest) => addresses.get(digest) ?? `/face/${encodeURIComponent(state.game)}/${digest}.svg?${version}`;

// A picture that lies elsewhere on the server, such as that of a plate.
export function madeAt(digest, ending) {
  addresses.set(digest, `/made/${encodeURIComponent(state.game)}/${digest}.${ending}`);
  return digest;
}

// Pictures that came with the news of a change need not be asked for.
export function receive(svgs) {
  for (const [digest, text] of Object.entries(svgs ?? {})) addresses.set(digest, `data:image/svg+xml,${encodeURIComponent(text)}`);
  while (addresses.size > MOST_ADDRESSES) addresses.delete(addresses.keys().next().value);
}

// Loads a picture that will be shown soon.
export function preload(digest) {
  const picture = new Image();
  picture.src = addressOf(digest);
  return picture.decode();
}

const wanted = new WeakMap(); // a group -> the picture that it is to show

// Puts a picture into a group; what was there stays until it is loaded, or is there again if it cannot be.
// It is loaded first: an empty place would have the page laid out and painted once more, before the picture.
// `form` has width_mm, height_mm and bleed_mm: the picture is larger than the trim by the bleed.
export async function show(group, form, digest) {
  wanted.set(group, digest);
  await preload(digest);
  if (wanted.get(group) !== digest) return;
  const { width_mm: w, height_mm: h, bleed_mm: b } = form;
  const image = svg("image", { x: -b, y: -b, width: w + 2 * b, height: h + 2 * b, preserveAspectRatio: "none" });
  await new Promise((resolve, reject) => {
    image.addEventListener("load", () => { while (group.firstChild && group.firstChild !== image) group.firstChild.remove(); resolve(); });
    image.addEventListener("error", () => { image.remove(); reject(new Error(`face ${digest}`)); });
    group.append(image);
    image.setAttribute("href", addressOf(digest));
  });
}

const forms = new WeakMap(); // a face's element -> its form

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    load(target);
  }
}, { rootMargin: "400px" });

async function load(face) {
  const digest = face.dataset.digest;
  if (!digest) return face.classList.add("drawn"); // nothing is printed here
  try {
    await show(face.querySelector(".art"), forms.get(face), digest);
    if (face.dataset.digest !== digest) return; // it changed while it was loaded
    face.classList.add("drawn");
    face.dataset.shown = digest;
  } catch {
    face.classList.add("missing");
  }
}

// `form` has width_mm, height_mm, bleed_mm and outline; that of a back is seen from behind.
export function faceOf(form, digest, label, side = "front") {
  const outline = side === "back" ? form.behind : form.outline;
  const clip = `c${++instances}`;
  const face = svg(
    "svg",
    { class: "face", viewBox: `0 0 ${form.width_mm} ${form.height_mm}`, role: "img", "aria-label": label, "data-digest": digest },
    svg("clipPath", { id: clip }, svg("path", { d: outline, "clip-rule": "evenodd" })),
    svg("path", { class: "blank", d: outline, "fill-rule": "evenodd" }),
    svg("g", { class: "art", "clip-path": `url(#${clip})` }),
    svg("path", { class: "trim", d: outline }),
  );
  forms.set(face, form);
  seen.observe(face);
  return face;
}

// Shows another picture in the same place; the old one stays until the new one is there.
export function change(face, digest) {
  face.dataset.digest = digest;
  seen.unobserve(face);
  return load(face);
}
