// How many copies of a piece there are, with plus and minus.

import { el } from "./dom.js";
import { canEdit, send } from "./edit.js";
import { icon } from "./zone-icons.js";

const wanted = new Map(); // piece -> copies that were asked for and are not yet written
let sending = false;

async function sendAll() {
  if (sending) return;
  sending = true;
  for (const [piece, copies] of wanted) {
    await send([{ do: "copies", piece, copies }], `copies ${piece}`);
    if (wanted.get(piece) === copies) wanted.delete(piece);
  }
  sending = false;
  if (wanted.size) await sendAll();
}

export function copiesOf(piece) {
  if (!canEdit() || piece.struck_out) return String(piece.copies);
  const shown = el("output", {}, String(wanted.get(piece.id) ?? piece.copies));
  const less = button("minus", "One copy less", -1);
  const more = button("plus", "One copy more", 1);
  function button(name, label, by) {
    return el("button", { type: "button", class: "switch", "aria-label": label, title: label, "data-key": `copies ${name}`, onclick: () => {
      const copies = Math.max(Number(shown.textContent) + by, 0);
      shown.textContent = String(copies);
      less.disabled = copies === 0;
      wanted.set(piece.id, copies);
      sendAll();
    } }, icon(name));
  }
  less.disabled = Number(shown.textContent) === 0;
  return el("span", { class: "copies-of" }, less, shown, more);
}
