// The colours of the game, which all its faces use by their names.

import { el } from "./dom.js";
import { act } from "./zone-actions.js";
import { edit } from "./zone-state.js";

const DIGITS = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const inFull = (colour) => (colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour);

function row(name, colour) {
  const write = (value) => value !== colour && act([{ do: "colour", name, value }], `colour ${name}`);
  const dye = el("input", { type: "color", "aria-label": `The colour ${name}`, "data-key": `dye of the game ${name}`, value: DIGITS.test(colour) ? inFull(colour) : "#808080", onchange: () => write(dye.value) });
  const digits = el("input", { type: "text", "aria-label": `The colour ${name}, in digits or by its name`, "data-key": `colour of the game ${name}`, value: colour, autocomplete: "off", spellcheck: "false" });
  digits.addEventListener("change", () => {
    digits.defaultValue = digits.value; // it is sent, and may be shown anew
    write(digits.value.trim());
  });
  return el("div", { class: "key-row" }, el("span", { class: "key" }, name), el("span", { class: "control game-dye" }, dye, digits));
}

export function gameColours() {
  const names = Object.entries(edit.view.colours ?? {});
  if (!names.length) return null;
  return el("section", { class: "game-colours" }, el("h4", {}, "Colours of the game"), el("div", { class: "keys-of-zone" }, names.map(([name, colour]) => row(name, colour))));
}
