// One block of a chapter as it is typed, in a field over its page, to be read and changed.

import { byId, coded, el, place, toast } from "./dom.js";
import { canEdit, send } from "./edit.js";

let open = null; // the block that is open, and its elements

const alike = (one, other) => one.file === other.file && one.line === other.line && one.sort === other.sort;
const buttonOf = (number) => byId("content").querySelector(`button.block[data-block="${number}"]`);

export function closeBlock(focus = false) {
  if (!open) return;
  const { form, number } = open;
  const had = form.contains(document.activeElement);
  form.remove();
  for (const one of document.querySelectorAll(".block.open")) one.classList.remove("open");
  open = null;
  if (focus || had) buttonOf(number)?.focus({ preventScroll: true });
}

// Lays the field below its block, or above it where there is no room, within the pages.
function lay() {
  const { form, number } = open;
  const areas = [...byId("content").querySelectorAll(`[data-block="${number}"]`)];
  for (const one of document.querySelectorAll(".block.open")) if (!areas.includes(one)) one.classList.remove("open");
  for (const one of areas) one.classList.add("open");
  if (!areas.length) return;
  const around = form.parentElement.getBoundingClientRect();
  const area = areas[0].getBoundingClientRect();
  const wide = Math.min(Math.max(area.width + 24, 520), around.width);
  const left = Math.min(Math.max(area.left - around.left - 12, 0), around.width - wide);
  form.style.setProperty("width", `${wide}px`);
  form.style.setProperty("left", `${left}px`);
  const high = form.offsetHeight;
  const above = area.bottom + high + 20 > innerHeight && area.top - high - 12 > 0;
  form.style.setProperty("top", `${(above ? area.top - high - 10 : area.bottom + 10) - around.top}px`);
}

// The booklet was set again: the field stays at its block, whatever was typed.
export function placeBlock(blocks) {
  if (!open) return;
  const number = blocks.findIndex((block) => alike(block, open.block));
  const untouched = open.field.value === open.block.typed;
  if (number < 0) {
    if (untouched) closeBlock();
    return;
  }
  open.number = number;
  if (untouched) open.field.value = blocks[number].typed;
  open.block = { ...blocks[number], typed: untouched ? blocks[number].typed : open.block.typed, end: untouched ? blocks[number].end : open.block.end };
  lay();
}

async function save() {
  const { block, field, form } = open;
  const text = field.value.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  if (text === block.typed) return closeBlock(true);
  form.setAttribute("aria-busy", "true");
  const answer = await send([{ do: "block", file: block.file, line: block.line, typed: block.typed, text }]);
  form.removeAttribute("aria-busy");
  if (answer.done && open?.form === form) closeBlock(true);
}

function pressed(event) {
  event.stopPropagation();
  if (event.key === "Escape") {
    event.preventDefault();
    closeBlock(true);
    return;
  }
  const whole = event.ctrlKey || event.metaKey || (!event.shiftKey && !open.block.typed.includes("\n") && !event.target.value.includes("\n"));
  if (event.key === "Enter" && event.target.matches("textarea") && whole && !event.isComposing && canEdit()) {
    event.preventDefault();
    save();
  }
}

export function openBlock(block, blocks, button) {
  if (!block.file) {
    toast("The tool makes this of the lists and of other chapters.");
    return;
  }
  if (open && open.field.value !== open.block.typed && !alike(open.block, block)) {
    open.field.focus();
    toast("Save what you typed first, or press Escape.");
    return;
  }
  closeBlock();
  const writes = canEdit();
  const field = el("textarea", { rows: Math.min(block.typed.split("\n").length + 1, 12), "aria-label": "Text in Markdown", spellcheck: "true", readonly: !writes });
  field.value = block.typed;
  const single = !block.typed.includes("\n");
  const hint = el("span", { class: "hint" }, single ? [el("kbd", {}, "Enter"), " saves, ", el("kbd", {}, "Shift"), " ", el("kbd", {}, "Enter"), " begins a line"] : [el("kbd", {}, "Ctrl"), " ", el("kbd", {}, "Enter"), " saves"]);
  const buttons = writes ? [hint, el("button", { type: "submit", class: "main" }, "Save"), el("button", { type: "button", onclick: () => closeBlock(true) }, "Cancel")] : [el("span", { class: "hint" }, coded("Nothing is changed here: open the page by the address in the terminal.")), el("button", { type: "button", onclick: () => closeBlock(true) }, "Close")];
  const form = el("form", { class: "block-edit", "aria-label": "The text of this block", onkeydown: pressed, onsubmit: (event) => { event.preventDefault(); save(); } }, el("p", {}, place(block)), field, el("p", { class: "buttons" }, buttons));
  button.closest(".booklet").append(form);
  open = { block, form, field, number: blocks.indexOf(block) };
  lay();
  field.focus({ preventScroll: true });
  form.scrollIntoView({ block: "nearest" });
}
