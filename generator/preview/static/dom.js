// Small helpers: elements, places that can be copied, short messages.

const SVG = "http://www.w3.org/2000/svg";

function put(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, to] of Object.entries(value)) element.style.setProperty(`--${key}`, to);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

export const el = (tag, attributes, ...children) => put(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => put(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

let hiding = 0;
export function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove("shown"), 2200);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied ${text}`);
  } catch {
    toast(text); // a page that is not on this machine may not write to the clipboard
  }
}

// `content/game/list.yaml:12`, short to look at, whole to copy.
export function place(file, line) {
  if (!file) return null;
  const whole = line ? `${file}:${line}` : file;
  const short = whole.split("/").pop();
  const label = `Copy ${whole}`;
  return el("button", { type: "button", class: "place", title: label, "aria-label": label, onclick: (event) => { event.stopPropagation(); copy(whole); } }, short);
}
