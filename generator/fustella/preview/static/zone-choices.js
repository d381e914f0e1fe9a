// A value that is chosen by a field: `{by: rarity, rare: gold, else: none}`, as a form with a row for
// each value that the field has.

import { el } from "./dom.js";

const PLAIN = /^[A-Za-z_][\w .+/-]*$/;
const WORDS = new Set(["true", "false", "yes", "no", "on", "off", "null", "none", "~"]);

// A word as YAML has it between braces.
export const quoted = (text) => (PLAIN.test(text) && text === text.trim() && !WORDS.has(text.toLowerCase()) ? text : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);

// The entries of a mapping on one line, [[key, value as typed], …]; null for whatever is more than that.
export function entriesOf(typed) {
  const inner = /^\{(.*)\}$/s.exec(typed.trim())?.[1];
  if (inner === undefined) return null;
  const parts = inner.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,"'])+/gs) ?? [];
  const entries = parts.map((part) => /^\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:"']+?)\s*:\s*(.*?)\s*$/s.exec(part));
  if (entries.some((entry) => !entry)) return null;
  return entries.map(([, key, value]) => [plain(key), value]);
}

function plain(typed) {
  if (typed.startsWith('"')) return typed.slice(1, -1).replace(/\\(.)/g, "$1");
  if (typed.startsWith("'")) return typed.slice(1, -1).replaceAll("''", "'");
  return typed;
}

export const choiceOf = (field, entries) => `{by: ${field}, ${entries.filter(([, value]) => value.trim()).map(([key, value]) => `${key === "else" ? key : quoted(key)}: ${value.trim()}`).join(", ")}}`;

// `fields` are the fields with their values, a Map of Sets; `set` gets the choice as it is typed.
export function choiceForm(key, typed, now, fields, list, set) {
  const known = Object.fromEntries(entriesOf(typed ?? "") ?? []);
  const names = [...fields.keys()];
  const by = known.by ?? "";
  if (by && !names.includes(by)) names.unshift(by);
  const rows = el("div", { class: "choice-rows" });
  const choose = el("select", { "aria-label": `${key} by which field`, "data-key": `by of ${key}` }, el("option", { value: "" }, "a field …"), names.map((name) => el("option", { value: name, selected: name === by }, name)));
  const fill = () => {
    const said = Object.keys(known).filter((name) => name !== "by" && name !== "else");
    const values = [...new Set([...(choose.value === by ? said : []), ...(fields.get(choose.value) ?? [])])].filter(Boolean).slice(0, 24);
    rows.replaceChildren(...(choose.value ? [...values, "else"].map((value) => el("label", {}, el("span", {}, value === "else" ? "otherwise" : value), el("input", { type: "text", list, "data-value": value, value: known[value] ?? (value === "else" && !by ? now : ""), autocomplete: "off", spellcheck: "false" }))) : []));
  };
  choose.addEventListener("change", fill);
  fill();
  const done = () => {
    if (choose.value) set({ typed: choiceOf(choose.value, [...rows.querySelectorAll("input")].map((box) => [box.dataset.value, box.value])) });
  };
  return el("form", { class: "choice-form", onsubmit: (event) => { event.preventDefault(); done(); } }, el("p", {}, "by ", choose), rows, el("button", { type: "submit", class: "plain" }, "Choose so"));
}
