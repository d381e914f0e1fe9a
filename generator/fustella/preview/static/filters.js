// Filters by the fields of the pieces: a choice where there are few values, a box to type in for any other field.

import { byId, el } from "./dom.js";
import { state } from "./state.js";

const boxes = new Map(); // field -> the box that is typed into: it keeps its text and its focus

// `redraw` is told whether the filters themselves are to be drawn anew.
export function fieldFilters({ few, others }, redraw) {
  if (!few.length && !others.length) return null;
  const chosen = Object.values(state.facets).some(Boolean);
  const typed = others.filter(([path]) => boxes.has(path) || state.facets[path]);
  const left = others.filter((one) => !typed.includes(one));
  const open = byId("head").querySelector(".more")?.open ?? (innerWidth > 820 || chosen); // folded away where there is little room
  return el("details", { class: "more", open }, el("summary", {}, "By field"), el("div", {}, few.map((one) => chooser(one, redraw)), typed.map((one, number) => typing(one, number, redraw)), left.length ? another(left, redraw) : null));
}

function chooser([path, values], redraw) {
  const options = values.map((value) => el("option", { value, selected: state.facets[path] === value }, value));
  return el("label", { class: "facet" }, `${path} `, el("select", { "data-facet": path, "data-key": path, onchange: (event) => { state.facets[path] = event.target.value; redraw(false); } }, el("option", { value: "" }, "any"), options));
}

function boxOf(path) {
  if (!boxes.has(path)) boxes.set(path, el("input", { type: "search", "data-facet": path, "data-key": path, placeholder: "any", autocomplete: "off", spellcheck: "false" }));
  return boxes.get(path);
}

function typing([path, values], number, redraw) {
  const box = boxOf(path);
  const list = `values-${number}`;
  box.setAttribute("list", list);
  box.oninput = () => { state.facets[path] = box.value; redraw(false); };
  if (box.value !== (state.facets[path] ?? "")) box.value = state.facets[path] ?? "";
  return el("span", { class: "facet" }, el("label", {}, `${path} `, box), el("datalist", { id: list }, values.map((value) => el("option", { value }))));
}

function another(left, redraw) {
  const add = (event) => {
    const box = boxOf(event.target.value);
    redraw(true);
    box.focus();
  };
  return el("label", { class: "facet" }, "Other field ", el("select", { id: "other-field", onchange: add }, el("option", { value: "" }, "choose …"), left.map(([path]) => el("option", { value: path }, path))));
}

// Fields that the pieces have no more, as in another kind, filter nothing.
export function forgetFields({ few, others }) {
  const there = new Set([...few, ...others].map(([path]) => path));
  for (const path of Object.keys(state.facets)) if (!there.has(path)) delete state.facets[path];
  for (const path of boxes.keys()) if (!there.has(path)) boxes.delete(path);
}
