// Charts of a deck: bars of numbers and words, and tables of two columns. Every bar and cell is a button
// that shows its pieces; every chart has a table beside it that says the same.

import { el, plural, refill } from "./dom.js";
import { NONE, Tally, asNumber, inOrder, tallies, valuesOf, weightOf } from "./deck_data.js";

const MOST_STEPS = 41; // of a curve: more values are joined in ranges of one width
const MOST_BARS = 14;
export const COLOURS = 8;

const shown = new Set(); // lists that were opened to their end

const rounded = (number) => Number(number.toPrecision(12));

// The width of the ranges of a curve: 1, 2 or 5 times a power of ten, or the step in which all numbers lie.
function stepOf(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const digits = Math.max(...numbers.map((one) => (String(one).split(".")[1] ?? "").length));
  const smallest = 10 ** -Math.min(digits, 6);
  if (rounded((most - least) / smallest) < MOST_STEPS) return smallest;
  for (let power = -6; power < 16; power += 1) {
    for (const times of [1, 2, 5]) {
      const step = rounded(times * 10 ** power);
      if (step > smallest && Math.floor(most / step) - Math.floor(least / step) < 16) return step;
    }
  }
  return most - least || 1;
}

// Bars over all numbers from the least to the greatest, so that gaps are seen; what is no number follows.
export function curveOf(found, count) {
  const numbers = [...found.keys()].map(asNumber).filter((one) => one !== null);
  if (!numbers.length) return [];
  const step = stepOf(numbers);
  const integers = numbers.every(Number.isInteger);
  const exact = numbers.every((one) => Number.isInteger(rounded(one / step)));
  const first = Math.floor(rounded(Math.min(...numbers) / step));
  const last = Math.floor(rounded(Math.max(...numbers) / step));
  const bars = [];
  for (let at = first; at <= last; at += 1) {
    const from = rounded(at * step);
    bars.push({ label: exact && last - first < MOST_STEPS ? String(from) : `${from}–${rounded(from + step - (integers ? 1 : 0))}`, values: new Set(), tally: new Tally(count), own: new Set() });
  }
  const others = [];
  for (const [value, tally] of found) {
    const number = asNumber(value);
    if (number === null) {
      others.push({ label: value, values: new Set([value]), tally });
      continue;
    }
    const bar = bars[Math.floor(rounded(number / step)) - first];
    bar.values.add(value);
    for (const piece of tally.pieces) {
      if (!bar.own.has(piece)) bar.tally.add(piece); // several of its values may be in one range
      bar.own.add(piece);
    }
  }
  return [...bars, ...others.sort((a, b) => inOrder(a.label, b.label))];
}

// The values of the second column, the most frequent ones with a colour of their own.
export function coloursOf(pieces, column, count) {
  if (!column) return null;
  const ranked = [...tallies(pieces, column, count)].sort(([a, one], [b, other]) => other.cards - one.cards || inOrder(a, b)).map(([value]) => value);
  const own = ranked.slice(0, ranked.length > COLOURS ? COLOURS - 1 : COLOURS).sort(inOrder);
  return { column, own, others: ranked.length > own.length };
}

function segmentsOf(tally, colours) {
  if (!colours) return [el("span", { class: "part", vars: { part: tally.cards } })];
  const parts = tallies(tally.pieces, colours.column, tally.count);
  const named = colours.own.map((value, number) => [value, number, parts.get(value)?.cards ?? 0]);
  const rest = [...parts].filter(([value]) => !colours.own.includes(value)).reduce((sum, [, one]) => sum + one.cards, 0);
  return [...named, ["others", "rest", rest]].filter(([, , cards]) => cards).map(([value, number, cards]) => el("span", { class: `part colour-${number}`, title: `${value}: ${cards}`, vars: { part: cards } }));
}

export const legendOf = (colours) => colours && el("p", { class: "legend" }, el("span", {}, `${colours.column.name}:`), [...colours.own, ...(colours.others ? ["others"] : [])].map((value, number) => el("span", {}, el("span", { class: `key colour-${number < colours.own.length ? number : "rest"}` }), ` ${value}`)));

const nounOf = (count) => (count === "designs" ? "design" : "card");

function said(label, tally, name) {
  const designs = tally.count === "designs" || tally.cards === tally.pieces.length ? "" : `, ${plural(tally.pieces.length, "design")}`;
  return `${name}${name ? " " : ""}${label}: ${plural(tally.cards, nounOf(tally.count))}${designs}`;
}

// One bar can be reached by Tab; arrows go on from there.
function roving(box) {
  const all = () => [...box.querySelectorAll("button.bar")];
  all().forEach((bar, number) => { bar.tabIndex = number ? -1 : 0; });
  box.addEventListener("keydown", (event) => {
    const bars = all();
    const at = bars.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: bars.length - 1 }[event.key];
    if (at < 0 || to === undefined || !bars[to] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    bars[at].tabIndex = -1;
    bars[to].tabIndex = 0;
    bars[to].focus();
  });
  return box;
}

const breakable = (range) => range.split(/(?<=–)/).flatMap((part, number) => (number ? [el("wbr", {}), part] : [part]));

// `pick` is called with what `tell` says of a bar, and with its pieces.
export function barChart(bars, { name, upright, colours, pick, key, unit = "", tell = said }) {
  const most = Math.max(1, ...bars.map((bar) => bar.tally.cards));
  const few = !upright && bars.length > MOST_BARS && !shown.has(key);
  const visible = few ? bars.slice(0, MOST_BARS) : bars;
  const entries = visible.map(({ label, tally }) => {
    const about = tell(label, tally, name);
    const figure = el("span", { class: "figure" }, tally.cards ? String(tally.cards) : "");
    return el("li", { vars: { share: tally.cards / most } },
      el("button", { type: "button", class: "bar", "data-key": `${key}/${label}`, "aria-label": about, "aria-disabled": tally.pieces.length ? null : "true", title: about, onclick: () => tally.pieces.length && pick(about, tally.pieces) },
        el("span", { class: "of" }, upright ? breakable(label) : label), el("span", { class: "track" }, upright && figure, el("span", { class: "fill" }, segmentsOf(tally, colours))), !upright && figure));
  });
  const crowded = upright && bars.length > 16 ? " crowded" : "";
  const chart = roving(el("ul", { class: `${upright ? "curve" : "lines"}${crowded}`, "aria-label": name || unit }, entries));
  const more = few && el("button", { type: "button", class: "toggle", "data-key": `${key}/all`, onclick: (event) => { shown.add(key); event.currentTarget.closest(".chart").replaceWith(barChart(bars, { name, upright, colours, pick, key, unit, tell })); } }, `All ${bars.length}`);
  return el("div", { class: "chart" }, legendOf(colours), el("div", { class: "scroll" }, chart), more, asTable(bars, name || unit, colours, key));
}

function asTable(bars, name, colours, key) {
  const heads = colours ? [...colours.own, ...(colours.others ? ["others"] : [])] : [];
  const row = ({ label, tally }) => {
    const parts = colours ? tallies(tally.pieces, colours.column, tally.count) : new Map();
    const rest = [...parts].filter(([value]) => !colours.own.includes(value)).reduce((sum, [, one]) => sum + one.cards, 0);
    const cells = colours ? [...colours.own.map((value) => parts.get(value)?.cards ?? 0), ...(colours.others ? [rest] : [])] : [];
    return el("tr", {}, el("th", { scope: "row" }, label), [...cells, tally.cards].map((cell) => el("td", {}, String(cell))));
  };
  const table = () => el("div", { class: "scroll", role: "group", tabindex: 0, "aria-label": `${name}, as a table` }, el("table", { class: "figures-table" }, el("thead", {}, el("tr", {}, [name, ...heads, "all"].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, bars.map(row))));
  return folded(key, "As a table", table);
}

const open = new Set(); // what was unfolded stays so when it is drawn anew

export const unfold = (key) => open.add(key);

// `make` is called when it is unfolded for the first time: most never are.
export function folded(key, title, make) {
  const fill = (box) => { if (box.children.length < 2) box.append(make()); };
  const box = el("details", { open: open.has(key), ontoggle: () => { open[box.open ? "add" : "delete"](key); if (box.open) fill(box); } }, el("summary", { "data-key": `${key}/fold` }, title));
  if (box.open) fill(box);
  return box;
}

// Values of a column with their tallies: a curve for numbers, else the most frequent first, or by name.
export function barsOf(pieces, column, count) {
  const found = tallies(pieces, column, count);
  if (column.isNumber) return curveOf(found, count);
  return [...found].map(([label, tally]) => ({ label, tally })).sort((a, b) => (a.label === NONE) - (b.label === NONE) || b.tally.cards - a.tally.cards || inOrder(a.label, b.label));
}

// Rows and columns of two columns, each with its sum; `pick` as for bars.
export function crossTable(pieces, rows, across, count, pick) {
  const heads = headsOf(pieces, across, count);
  const sides = headsOf(pieces, rows, count);
  const grid = sides.map(() => heads.map(() => []));
  const [down, along] = [sides, heads].map((all) => all.map(() => []));
  for (const piece of pieces) {
    const own = [[sides, rows], [heads, across]].map(([all, column]) => { const values = valuesOf(column, piece); return all.flatMap((one, number) => (one.has(values) ? [number] : [])); });
    for (const y of own[0]) down[y].push(piece);
    for (const x of own[1]) along[x].push(piece);
    for (const y of own[0]) for (const x of own[1]) grid[y][x].push(piece);
  }
  const sum = (own) => own.reduce((all, piece) => all + weightOf(piece, count), 0);
  const most = Math.max(1, ...grid.flat().map(sum));
  const figure = (own, about, key) => el("td", { vars: { heat: `${Math.round((sum(own) / most) * 32)}%` }, class: own.length ? "heat" : null }, own.length ? el("button", { type: "button", "data-key": `cross/${key}`, "aria-label": `${about}: ${plural(sum(own), nounOf(count))}`, onclick: () => pick(`${about}: ${plural(sum(own), nounOf(count))}`, own) }, String(sum(own))) : el("span", { class: "nothing" }, "·"));
  const total = (own, about, key) => el("td", { class: "sum" }, el("button", { type: "button", "data-key": `cross/${key}`, "aria-label": `${about}: ${plural(sum(own), nounOf(count))}`, onclick: () => pick(about, own) }, String(sum(own))));
  const body = sides.map((row, y) => el("tr", {}, el("th", { scope: "row" }, row.label), heads.map((head, x) => figure(grid[y][x], `${rows.name} ${row.label}, ${across.name} ${head.label}`, `${y}/${x}`)), total(down[y], `${rows.name} ${row.label}`, `${y}/all`)));
  const foot = el("tr", { class: "sums" }, el("th", { scope: "row" }, "all"), heads.map((head, x) => total(along[x], `${across.name} ${head.label}`, `all/${x}`)), total(pieces, "all", "all/all"));
  return el("div", { class: "scroll" }, el("table", { class: "cross" }, el("caption", {}, `${rows.name} down, ${across.name} across`), el("thead", {}, el("tr", {}, el("td", {}), heads.map((head) => el("th", { scope: "col" }, head.label)), el("th", { scope: "col" }, "all"))), el("tbody", {}, body), el("tfoot", {}, foot)));
}

const MOST_HEADS = 30;

// The rows or columns of a table: each with what it is called and which values are of it.
function headsOf(pieces, column, count) {
  if (column.isNumber) {
    const bars = barsOf(pieces, column, count).filter(({ tally }) => tally.pieces.length);
    return bars.map(({ label, values: own }) => ({ label, has: (values) => values.some((value) => own.has(value)) }));
  }
  const found = barsOf(pieces, column, count).map(({ label }) => label);
  const first = found.slice(0, found.length > MOST_HEADS ? MOST_HEADS - 1 : MOST_HEADS).sort(inOrder);
  const heads = first.map((label) => ({ label, has: (values) => values.includes(label) }));
  const rest = new Set(found.filter((label) => !first.includes(label)));
  if (rest.size) heads.push({ label: `${rest.size} others`, has: (values) => values.some((value) => rest.has(value)) });
  return heads;
}

// Fills what shows the pieces of a bar, or empties it.
export const fillPicked = (box, ...inside) => { refill(box, ...inside); box.hidden = !inside.some(Boolean); };
