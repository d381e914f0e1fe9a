// How many copies of a piece there are, with plus and minus.

import { el } from "./dom.js";
import { canEdit, sendOf } from "./edit.js";
import { icon } from "./zone-icons.js";

const wanted = new Map(); // id of a piece -> the piece with the copies that were asked for and are not yet written
let sending = false;

async function sendAll() {
  if (sending) return;
  sending = true;
  for (const [id, asked] of wanted) {
    const { done } = await sendOf(asked.piece, [{ do: "copies", piece: id, copies: asked.copies }], `copies ${id}`);
    if (wanted.get(id) === asked) wanted.delete(id);
    if (!done) asked.redraw();
  }
  sending = false;
  if (wanted.size) await sendAll();
}

// `redraw` shows the number that there is, where another one was refused.
export function copiesOf(piece, redraw) {
  if (!canEdit() || piece.struck_out) return String(piece.copies);
  const shown = el("output", {}, String(wanted.get(piece.id)?.copies ?? piece.copies));
  const less = button("minus", "One copy less", -1);
  const more = button("plus", "One copy more", 1);
  function button(name, label, by) {
    return el("button", { type: "button", class: "switch", "aria-label": label, title: label, "data-key": `copies ${name}`, onclick: () => {
      const copies = Math.max(Number(shown.textContent) + by, 1);
      shown.textContent = String(copies);
      less.disabled = copies <= 1;
      wanted.set(piece.id, { piece, copies, redraw });
      sendAll();
    } }, icon(name));
  }
  less.disabled = Number(shown.textContent) <= 1; // one that is not printed is struck out, with a reason
  return el("span", { class: "copies-of" }, less, shown, more);
}
