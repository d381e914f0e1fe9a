// The deck, known: counts by any column, two columns against each other, lengths of texts, copies, a hand, odds.

import { byId, el, plural, refill } from "./dom.js";
import { barChart, barsOf, coloursOf, crossTable, curveOf, fillPicked } from "./deck_charts.js";
import { NONE, canAsk, choose, chosen, columnsOf, conditionOf, decks, inOrder, ofSubject, plainKinds, subject, tallies, valuesOf, weightOf } from "./deck_data.js";
import { drawHand } from "./deck_hand.js";
import { askOdds, drawOdds, questionOf, refusalsOf } from "./deck_odds.js";
import { faceAt } from "./grid.js";
import { faceOf } from "./faces.js";
import { kindOf, state } from "./state.js";

const WAIT_MS = 200; // until somebody has typed
let asking = 0;
let waiting = 0;
let act = null; // what leads from here to other views
let deck = null; // what is shown: subject, pieces, columns
let picked = {}; // by section: what was chosen in its chart, and its pieces

// `ways` has kind, to choose one, and among, to see some pieces in the grid.
export async function drawDeck(ways) {
  act = ways;
  const of = subject();
  if (!of) {
    refill(byId("content"), el("p", { class: "empty" }, "There are no pieces yet. What you write appears here at once."));
    return;
  }
  if (deck?.key !== keyOf(of)) picked = {};
  if (deck && deck.key !== keyOf(of) && deck.typed === state.deck) choose(ANOTHER); // what was asked of the other one
  const told = await asked(of);
  if (!told) return;
  deck = { ...partOf(of, told), told, typed: state.deck };
  refill(byId("content"), el("div", { class: "deck" }, about(), sections()));
  drawSections();
}

const ANOTHER = { among: "", column: "", by: "", rows: "", across: "", text: "", where: "", second: "", fewer: 0, more: 0 };

const keyOf = (of) => [state.game, of.kind, of.deck].join();

async function asked(of) {
  const mine = ++asking;
  const told = await askOdds(of);
  return mine === asking && state.view === "deck" ? told : null;
}

function partOf(of, told) {
  const all = ofSubject(of);
  const own = new Set(told.pieces);
  return { of, key: keyOf(of), all, columns: columnsOf(all), pieces: chosen().among.trim() ? all.filter((piece) => own.has(piece.id)) : all };
}

// A condition was typed: the server says which pieces are meant, and what else follows.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const told = await asked(deck.of).catch(() => null);
    if (!told) return;
    deck = { ...partOf(deck.of, told), told, typed: state.deck };
    drawSections();
  }, WAIT_MS);
}

const columnsFor = (usable) => [...deck.columns.values()].filter(usable).sort((a, b) => rank(a) - rank(b));

// What is worth a chart comes first: numbers and words that cards share, then all that is different on each.
function rank(column) {
  if (column.name === "copies" || column.name === "kind") return 2;
  if (column.distinct < 2) return 4;
  const alone = column.distinct > 8 && column.distinct > deck.all.length * 0.6; // such as a number for each design
  if (column.sort === "text" || alone) return 3;
  return (column.isNumber ? 0 : 1) + (/[.[]/.test(column.name) ? 0.5 : 0);
}

const columnNamed = (name, usual) => deck.columns.get(name) ?? usual;
const shared = () => columnsFor((column) => rank(column) < 3);
const firstColumn = () => shared()[0] ?? columnsFor(() => true)[0];

function select(name, label, columns, none, redraw) {
  const now = chosen()[name];
  return el("label", {}, `${label} `, el("select", { "data-key": `deck/${name}`, onchange: (event) => { choose({ [name]: event.target.value }); redraw(); } }, none !== null && el("option", { value: "" }, none), columns.map((column) => el("option", { value: column.name, selected: column.name === now }, column.name))));
}

const fieldsAsked = new Map(); // the field that somebody has chosen for a condition: it stays when the view is drawn anew

// A condition, typed or put together from a field and a value.
function helper(name, label, columns, changed) {
  const input = el("input", { type: "text", class: "condition", "data-key": `deck/${name}`, value: chosen()[name], maxlength: 150, autocomplete: "off", spellcheck: "false", autocapitalize: "off", placeholder: 'cost <= 2 and rarity = "rare"', "aria-label": label, oninput: () => { choose({ [name]: input.value }); changed(); } });
  const usable = columns.filter(canAsk);
  const field = el("select", { "aria-label": `${label}: field`, "data-key": `deck/${name}-field` }, el("option", { value: "" }, "field"), usable.map((column) => el("option", { value: column.name }, column.name)));
  const sign = el("select", { "aria-label": `${label}: sign`, "data-key": `deck/${name}-sign` }, ["=", "<=", ">=", "!="].map((one) => el("option", { value: one }, { "=": "=", "<=": "≤", ">=": "≥", "!=": "≠" }[one])));
  const value = el("select", { "aria-label": `${label}: value`, "data-key": `deck/${name}-value`, class: "value" }, el("option", { value: "" }, "value"));
  const put = () => {
    const column = deck.columns.get(field.value);
    if (!column || !value.value) return;
    input.value = conditionOf(column, sign.value, value.value);
    choose({ [name]: input.value });
    changed();
  };
  const offer = () => {
    const column = deck.columns.get(field.value);
    const values = column ? [...tallies(deck.all, column, "cards").keys()].sort(inOrder).filter((one) => conditionOf(column, "=", one)) : [];
    sign.hidden = !column?.isNumber;
    value.replaceChildren(el("option", { value: "" }, "value"), ...values.slice(0, 300).map((one) => el("option", { value: one }, one.length > 40 ? `${one.slice(0, 39)}…` : one)));
  };
  field.onchange = () => { fieldsAsked.set(name, field.value); offer(); };
  field.value = usable.some((column) => column.name === fieldsAsked.get(name)) ? fieldsAsked.get(name) : "";
  offer();
  sign.onchange = value.onchange = put;
  return el("div", { class: "asking" }, el("label", {}, `${label} `, input), el("span", { class: "helper" }, field, sign, value));
}

function about() {
  const { of } = deck;
  const kinds = plainKinds();
  const piles = decks();
  const chosenValue = of.deck ? `deck:${of.deck}` : `kind:${of.kind}`;
  const option = (value, name) => el("option", { value, selected: value === chosenValue }, name);
  const changed = (event) => {
    const [sort, id] = [event.target.value.slice(0, 4), event.target.value.slice(5)];
    choose({ ...ANOTHER, of: sort === "deck" ? id : "" });
    act.kind(sort === "kind" ? id : "");
  };
  return el("section", { class: "about", "aria-label": "The deck" },
    el("label", {}, "Deck ", el("select", { id: "deck-of", onchange: changed }, kinds.map((kind) => option(`kind:${kind.id}`, kind.name)), piles.map(([name, own]) => option(`deck:${name}`, `${name}: ${own.map((kind) => kind.name).join(", ")}`)))),
    helper("among", "Only cards where", columnsFor(() => true), soon),
    el("div", { id: "deck-about" }));
}

const card = (id, title, ...inside) => el("section", { class: `panel ${id}`, "aria-labelledby": `${id}-name` }, el("h2", { id: `${id}-name` }, title), inside);

function sections() {
  const columns = columnsFor(() => true);
  const drawn = (where) => el("label", {}, "Cards drawn ", el("input", { type: "number", class: "drawn", min: 0, max: 200, inputmode: "numeric", "data-key": `deck/drawn-${where}`, value: chosen().drawn, oninput: draw }));
  const counted = el("label", {}, "Count ", el("select", { "data-key": "deck/count", onchange: (event) => { choose({ count: event.target.value }); drawSections(); } }, [["cards", "cards"], ["designs", "designs"]].map(([value, name]) => el("option", { value, selected: chosen().count === value }, name))));
  return [
    card("counts", "Counts", el("div", { class: "controls" }, select("column", "By", columns, null, drawCounts), select("by", "coloured by", columns, "nothing", drawCounts), counted), el("div", { id: "counts" }), el("div", { id: "counts-picked", class: "picked", hidden: true })),
    card("cross", "Two columns", el("div", { class: "controls" }, select("rows", "Down", columns, null, drawCross), select("across", "across", columns, null, drawCross)), el("div", { id: "cross" }), el("div", { id: "cross-picked", class: "picked", hidden: true })),
    card("lengths", "Lengths of texts", el("div", { id: "lengths" }), el("div", { id: "lengths-picked", class: "picked", hidden: true })),
    card("copies", "Copies", el("div", { id: "copies" }), el("div", { id: "copies-picked", class: "picked", hidden: true })),
    card("hands", "A hand", el("div", { class: "controls" }, drawn("hand")), el("div", { id: "hand" })),
    card("chances", "Odds", el("div", { class: "controls" }, drawn("odds")), questionOf(columns, helper, soon), el("div", { id: "odds" })),
  ];
}

const again = () => drawHand(deck.told, again);

// Another number of cards: for the hand and for the odds.
function draw(event) {
  choose({ drawn: event.target.value, fewer: 0, more: 0 });
  for (const other of byId("content").querySelectorAll(".drawn")) if (other !== event.target) other.value = event.target.value;
  again();
  soon();
}

function drawSections() {
  const { pieces, told } = deck;
  const cards = pieces.reduce((sum, piece) => sum + piece.copies, 0);
  refill(byId("deck-about"), refusalsOf(told, "among"), el("p", { class: "fine", role: "status" }, `${plural(pieces.length, "design")}, ${plural(cards, "card")}`));
  drawCounts();
  drawCross();
  drawLengths();
  drawCopies();
  drawHand(told, again);
  drawOdds(told);
}

// The pieces of a bar or a cell, with their pictures, below it.
function pick(section) {
  return (about, pieces) => {
    const same = picked[section]?.about === about;
    picked[section] = same ? null : { about, ids: pieces.map((piece) => piece.id) };
    drawPicked(section);
    if (!same) byId(`${section}-picked`).scrollIntoView({ block: "nearest" });
  };
}

const MOST_PICTURES = 60;

function drawPicked(section) {
  const now = picked[section];
  const own = now ? deck.pieces.filter((piece) => now.ids.includes(piece.id)) : [];
  if (!own.length) {
    fillPicked(byId(`${section}-picked`));
    return;
  }
  const show = el("button", { type: "button", class: "toggle", "data-key": `${section}/show`, onclick: () => act.among(now.about, now.ids) }, "Show among the pieces");
  const close = el("button", { type: "button", class: "toggle", "data-key": `${section}/close`, "aria-label": `Close: ${now.about}`, onclick: () => { picked[section] = null; drawPicked(section); } }, "×");
  const rest = own.length > MOST_PICTURES && el("p", { class: "fine" }, `and ${own.length - MOST_PICTURES} more`);
  fillPicked(byId(`${section}-picked`), el("p", { class: "picked-head" }, el("b", { role: "status" }, now.about), show, close), el("ul", { class: "thumbs" }, own.slice(0, MOST_PICTURES).map(thumb)), rest);
}

function thumb(piece) {
  const kind = kindOf(piece);
  const face = faceAt(piece, "front");
  const scale = Math.min(84 / kind.width_mm, 96 / kind.height_mm);
  return el("li", {}, el("button", { type: "button", class: "thumb", "data-piece": piece.id, "aria-label": `${piece.name || piece.id}, ${plural(piece.copies, "copy", "copies")}`, vars: { w: `${kind.width_mm * scale}px`, h: `${kind.height_mm * scale}px` } }, el("span", { class: "faces" }, face ? faceOf(kind, face.digest, piece.name) : el("span", { class: "undrawn" }, "not drawn")), el("span", { class: "caption" }, piece.name || piece.id, el("span", { class: "copies" }, ` ×${piece.copies}`))));
}

const nothing = (what) => el("p", { class: "fine" }, what);

function drawCounts() {
  const { column: name, by, count } = chosen();
  const column = columnNamed(name, firstColumn());
  const box = byId("counts");
  setSelect("deck/column", column?.name);
  if (!column || !deck.pieces.length) refill(box, nothing("There is nothing to count."));
  else refill(box, barChart(barsOf(deck.pieces, column, count), { name: column.name, upright: column.isNumber, colours: coloursOf(deck.pieces, deck.columns.get(by), count), pick: pick("counts"), key: `counts/${column.name}` }), middleOf(column));
  drawPicked("counts");
}

// The mean and the median of a column of numbers.
function middleOf(column) {
  if (!column.isNumber) return null;
  const { count } = chosen();
  const all = deck.pieces.flatMap((piece) => valuesOf(column, piece).map(Number).filter((one) => !Number.isNaN(one)).flatMap((one) => Array(weightOf(piece, count)).fill(one))).sort((a, b) => a - b);
  if (!all.length) return null;
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return nothing(`On average ${Number(mean.toFixed(2))}, median ${median(all)}.`);
}

const median = (sorted) => (sorted.length % 2 ? sorted[(sorted.length - 1) / 2] : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2);

function setSelect(key, value) {
  const box = document.querySelector(`select[data-key="${key}"]`);
  if (box && value !== undefined) box.value = value;
}

function drawCross() {
  const now = chosen();
  const words = shared().filter((column) => !column.isNumber);
  const across = columnNamed(now.across, firstColumn());
  const rows = columnNamed(now.rows, words.find((column) => column !== across) ?? shared().find((column) => column !== across) ?? across);
  setSelect("deck/rows", rows?.name);
  setSelect("deck/across", across?.name);
  refill(byId("cross"), !rows || !across || !deck.pieces.length ? nothing("There is nothing to compare.") : crossTable(deck.pieces, rows, across, now.count, pick("cross")), (rows?.several || across?.several) && nothing("A card with several values counts for each of them, and once in the sums."));
  drawPicked("cross");
}

const lengthOf = (text) => [...text].length;

function drawLengths() {
  const texts = columnsFor((column) => column.sort === "text");
  const measured = texts.map((column) => ({ column, own: deck.pieces.flatMap((piece) => valuesOf(column, piece).filter((text) => text !== NONE).map((text) => ({ piece, length: lengthOf(text) }))).sort((a, b) => a.length - b.length) })).filter(({ own }) => own.length);
  if (!measured.length) {
    refill(byId("lengths"), nothing("These cards have no field for a text."));
    fillPicked(byId("lengths-picked"));
    return;
  }
  const longest = measured.reduce((most, one) => (one.own.at(-1).length > most.own.at(-1).length ? one : most));
  const now = measured.find(({ column }) => column.name === chosen().text) ?? longest;
  const link = ({ piece, length }) => el("td", {}, el("span", { class: "number" }, String(length)), " ", el("button", { type: "button", class: "to-piece", "data-piece": piece.id }, piece.name || piece.id));
  const rows = measured.map(({ column, own }) => el("tr", { class: column === now.column ? "now" : null }, el("th", { scope: "row" }, el("button", { type: "button", class: "to-piece", "data-key": `lengths/${column.name}`, "aria-pressed": String(column === now.column), onclick: () => { choose({ text: column.name }); drawLengths(); } }, column.name)), [own[0], own[Math.floor((own.length - 1) / 2)], own.at(-1)].map(link)));
  const table = el("div", { class: "scroll" }, el("table", { class: "figures-table lengths-table" }, el("thead", {}, el("tr", {}, ["text", "shortest", "median", "longest"].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows)));
  const found = new Map();
  for (const { piece, length } of now.own) found.set(String(length), [...(found.get(String(length)) ?? []), piece]);
  const bars = curveOf(new Map([...found].map(([length, pieces]) => [length, { pieces }])), "designs");
  refill(byId("lengths"), table, barChart(bars, { name: `${now.column.name}, letters`, upright: true, pick: pick("lengths"), key: "lengths" }));
  drawPicked("lengths");
}

function drawCopies() {
  const bars = [...deck.pieces].sort((a, b) => b.copies - a.copies).map((piece) => ({ label: piece.name || piece.id, piece }));
  const all = new Set(deck.pieces.map((piece) => piece.copies));
  if (all.size < 2) {
    refill(byId("copies"), nothing(deck.pieces.length ? `Each design has ${plural([...all][0], "copy", "copies")}.` : "There is nothing to count."));
    fillPicked(byId("copies-picked"));
    return;
  }
  const tally = ({ label, piece }) => ({ label, tally: { count: "cards", cards: piece.copies, pieces: [piece] } });
  refill(byId("copies"), barChart(bars.map(tally), { name: "", upright: false, pick: (_, [piece]) => act.piece(piece.id), key: "copies", unit: "Copies by design", tell: (label, tally) => `${label}: ${plural(tally.cards, "copy", "copies")}` }));
}
