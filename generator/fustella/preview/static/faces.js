// Pictures of faces: fetched once by digest, set into the page inside their trim.

import { svg } from "./dom.js";

const texts = new Map(); // digest -> promise of the SVG as text
const parser = new DOMParser();
const MOST_TEXTS = 600;
let instances = 0;

export function fetchFace(digest) {
  if (!texts.has(digest)) {
    const asked = fetch(`/face/${digest}.svg`).then((answer) => {
      if (!answer.ok) throw new Error(`face ${digest}: ${answer.status}`);
      return answer.text();
    });
    asked.catch(() => texts.delete(digest));
    texts.set(digest, asked);
    if (texts.size > MOST_TEXTS) texts.delete(texts.keys().next().value);
  }
  return texts.get(digest);
}

// Pictures that came with the news of a change need not be asked for.
export function receive(svgs) {
  for (const [digest, text] of Object.entries(svgs ?? {})) texts.set(digest, Promise.resolve(text));
}

// Every instance gets ids of its own: what one refers to may be hidden elsewhere.
export async function content(digest) {
  const prefix = `f${digest.slice(0, 12)}-`;
  const text = (await fetchFace(digest)).replaceAll(prefix, `${prefix}${++instances}-`);
  const root = parser.parseFromString(text, "image/svg+xml").documentElement;
  const group = svg("g", {});
  group.append(...document.importNode(root, true).childNodes);
  return group;
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    load(target);
  }
}, { rootMargin: "400px" });

async function load(face) {
  const digest = face.dataset.digest;
  try {
    const drawn = await content(digest);
    if (face.dataset.digest !== digest) return; // it changed while it was fetched
    face.querySelector(".art").replaceChildren(drawn);
    face.classList.add("drawn");
    face.dataset.shown = digest;
  } catch {
    face.classList.add("missing");
  }
}

// `form` has width_mm, height_mm, bleed_mm and outline.
export function faceOf(form, digest, label) {
  const clip = `c${++instances}`;
  const face = svg(
    "svg",
    { class: "face", viewBox: `0 0 ${form.width_mm} ${form.height_mm}`, role: "img", "aria-label": label, "data-digest": digest },
    svg("clipPath", { id: clip }, svg("path", { d: form.outline })),
    svg("path", { class: "blank", d: form.outline }),
    svg("g", { class: "art", "clip-path": `url(#${clip})` }),
    svg("path", { class: "trim", d: form.outline }),
  );
  seen.observe(face);
  return face;
}

// Shows another picture in the same place; the old one stays until the new one is there.
export function change(face, digest) {
  face.dataset.digest = digest;
  seen.unobserve(face);
  return load(face);
}
