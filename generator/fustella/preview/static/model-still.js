// A picture of the model as a file: of its own size, with or without a ground.

import { el, toast } from "./dom.js";

const SIZES = { wide: [1920, 1080, "a page’s head"], print: [3000, 2000, "print"], square: [2048, 2048, "a square"] };
const PAPER = [0xf4, 0xf1, 0xea].map((one) => one / 255);

const chosen = { size: "wide", ground: "plain" };
let isOpen = false;

const select = (name, label, offers) =>
  el("label", {}, `${label} `, el("select", { "data-key": `still/${name}`, onchange: (event) => { chosen[name] = event.target.value; } }, offers.map(([value, said]) => el("option", { value, selected: chosen[name] === value }, said))));

// The picture as PNG.
export async function stillOf(renderer, camera, size = chosen.size, ground = chosen.ground) {
  const [width, height] = SIZES[size];
  await renderer.complete;
  const pixels = renderer.pixels(camera, width, height, ground === "plain" ? PAPER : null);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

async function save(renderer, camera, name) {
  const [width, height] = SIZES[chosen.size];
  try {
    const link = el("a", { href: URL.createObjectURL(await stillOf(renderer, camera)), download: `${name}-${width}x${height}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    toast(`Saved ${link.download}`);
  } catch (error) {
    toast(`The picture could not be made: ${error.message}`);
  }
}

export function stillForm(renderer, camera, name) {
  const sizes = Object.entries(SIZES).map(([id, [width, height, use]]) => [id, `${width} × ${height}, for ${use}`]);
  return el(
    "details",
    { class: "calibrate still", open: isOpen, ontoggle: (event) => { isOpen = event.target.open; } },
    el("summary", {}, "Save picture"),
    el("div", {}, select("size", "Size", sizes), select("ground", "Ground", [["plain", "plain"], ["clear", "transparent"]]), el("button", { type: "button", class: "toggle", onclick: () => save(renderer, camera, name()) }, "Save as PNG")),
  );
}
