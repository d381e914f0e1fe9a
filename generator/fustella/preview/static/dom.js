// Small helpers: elements, places that can be copied, short messages.

import { editorLink } from "./editor.js";

const SVG = "http://www.w3.org/2000/svg";

// A text in which what is not seen, or turns a line round, stands as `[U+202E]`: as in the terminal (core.patterns).
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;
export const visible = (text) => text.replace(UNSEEN, (letter) => `[U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
const SAID = ["title", "aria-label", "placeholder"];

function put(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, to] of Object.entries(value)) element.style.setProperty(`--${key}`, to);
    else element.setAttribute(name, value === true ? "" : SAID.includes(name) ? visible(String(value)) : value);
  }
  const there = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
  element.append(...there.map((child) => (child instanceof Node ? child : visible(String(child)))));
  return element;
}

export const el = (tag, attributes, ...children) => put(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => put(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// `words` in backticks are set as code.
export const coded = (text) => text.split("`").map((part, number) => (number % 2 ? el("code", {}, part) : part));

const called = (element) => element.dataset.key ?? (element.id || element.getAttribute("aria-label") || element.textContent);

// Fills a box anew; what had the focus in it gets it again, with what was selected, as far as it is still there.
export function refill(box, ...children) {
  const had = box.contains(document.activeElement) && document.activeElement !== box ? document.activeElement : null;
  const alike = (one) => called(one) === called(had);
  const at = had && [...box.querySelectorAll(had.localName)].filter(alike).indexOf(had);
  const selected = had?.matches("input[type=text], input[type=search], textarea") && [had.selectionStart, had.selectionEnd];
  box.replaceChildren(...children.flat().filter(Boolean));
  if (!had || box.contains(document.activeElement)) return;
  const found = [...box.querySelectorAll(had.localName)].filter(alike);
  const again = found[at] ?? found[0];
  again?.focus({ preventScroll: true });
  if (selected && again?.value === had.value) again.setSelectionRange(...selected);
}

let hiding = 0;
export function toast(text) {
  const box = byId("toast");
  box.textContent = visible(text);
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover(); // over a dialog that is open, too
  box.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove("shown"), Math.max(2200, text.length * 60));
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(visible(text));
    toast(`Copied ${text}`);
  } catch {
    toast(text); // a page that is not on this machine may not write to the clipboard
  }
}

// `content/game/list.yaml:12`, short to look at: opens it in the editor that was chosen, or copies it.
// The file, the sheet of a workbook, and the line.
export const spotOf = ({ file, sheet, line }) => `${file}${sheet ? `#${sheet}` : ""}${line ? `:${line}` : ""}`;

export function place(spot, near = {}) {
  const { file, sheet, line } = spot;
  if (!file) return null;
  const whole = spotOf(spot);
  const beside = file === near.file && sheet === near.sheet && line;
  const short = beside ? `line ${line}` : spotOf({ ...spot, file: file.split("/").pop() });
  const link = editorLink(file, line);
  const label = `${link ? "Open" : "Copy"} ${whole}`;
  if (link) return el("a", { class: "place", href: link, title: label, "aria-label": label }, short);
  return el("button", { type: "button", class: "place", title: label, "aria-label": label, onclick: (event) => { event.stopPropagation(); copy(whole); } }, short);
}
