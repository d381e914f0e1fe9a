// What is counted of a deck: its pieces, their columns, and what the view remembers of it in the address.

import { state, writeAddress } from "./state.js";

const STANDARD = { of: "", among: "", column: "", by: "", count: "cards", rows: "", across: "", text: "", seed: "", drawn: "7", fewer: "0", more: "0", where: "", least: "1", most: "", second: "", secondLeast: "1", secondMost: "" };

// The choices of the view, as the address has them: `deck=column%3Dcost%26…`.
export function chosen() {
  return { ...STANDARD, ...Object.fromEntries([...new URLSearchParams(state.deck)].filter(([name]) => name in STANDARD)) };
}

export function choose(changes) {
  const now = { ...chosen(), ...changes };
  state.deck = new URLSearchParams(Object.entries(now).filter(([name, value]) => String(value) !== STANDARD[name])).toString();
  writeAddress();
}

// Kinds whose pieces go into one pile, by the name of the pile.
export function decks() {
  const found = new Map();
  for (const kind of plainKinds()) found.set(kind.deck, [...(found.get(kind.deck) ?? []), kind]);
  return [...found].filter(([, kinds]) => kinds.length > 1);
}

export const plainKinds = () => state.snapshot.kinds.filter((kind) => !kind.box && kind.copies);

// The kind or the deck that is shown: what was chosen, else the kind with the most designs.
export function subject() {
  const wanted = chosen().of;
  const deck = !state.kind && decks().find(([name]) => name === wanted);
  if (deck) return { kind: "", deck: wanted, name: `${wanted}: ${deck[1].map((kind) => kind.name).join(", ")}`, ids: new Set(deck[1].map((kind) => kind.id)) };
  const kinds = plainKinds();
  const kind = kinds.find((one) => one.id === state.kind) ?? kinds.reduce((most, one) => (one.designs > (most?.designs ?? 0) ? one : most), null);
  return kind && { kind: kind.id, deck: "", name: kind.name, ids: new Set([kind.id]) };
}

export const ofSubject = (of) => [...state.snapshot.pieces.values()].filter((piece) => of.ids.has(piece.kind) && piece.copies);

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
export const asNumber = (text) => (NUMBER.test(text) ? Number(text) : null);
export const NONE = "—"; // of pieces that have nothing there

// A column: its name as conditions have it, its sort (number, word, flag, text), and its values by piece.
// A list, and each field of records in a list, is a column of several values for each piece.
export function columnsOf(pieces) {
  const found = new Map();
  for (const piece of pieces) {
    for (const field of piece.fields) {
      const path = field.path.replace(/\[\d+\]/g, "[]");
      const name = field.side === "back" ? `back.${path}` : path;
      const column = found.get(name) ?? { name, sort: field.type, several: false, values: new Map() };
      found.set(name, column);
      if (field.type === "text") column.sort = "text";
      column.several ||= path !== field.path;
      const own = column.values.get(piece.id) ?? [];
      if (!own.includes(field.text)) own.push(field.text);
      column.values.set(piece.id, own);
    }
  }
  const copies = { name: "copies", sort: "number", several: false, values: new Map(pieces.map((piece) => [piece.id, [String(piece.copies)]])) };
  if (!found.has("copies")) found.set("copies", copies);
  if (new Set(pieces.map((piece) => piece.kind)).size > 1 && !found.has("kind")) found.set("kind", { name: "kind", sort: "word", several: false, values: new Map(pieces.map((piece) => [piece.id, [piece.kind]])) });
  for (const column of found.values()) describe(column);
  return found;
}

// A column of words that are nearly all numbers is one of numbers: costs such as 3 and X.
function describe(column) {
  const all = [...column.values.values()].flat().filter(Boolean);
  const numbers = all.filter((text) => asNumber(text) !== null);
  column.distinct = new Set(all).size;
  column.isNumber = column.sort !== "flag" && numbers.length > 0 && numbers.length * 2 >= all.length;
}

export const valuesOf = (column, piece) => {
  const own = column.values.get(piece.id)?.filter(Boolean) ?? [];
  return own.length ? own : [NONE];
};

export const weightOf = (piece, count) => (count === "designs" ? 1 : piece.copies);

// How many a value has of it, and of which pieces: what every chart and table is made of.
export class Tally {
  constructor(count) { this.count = count; this.cards = 0; this.pieces = []; }
  add(piece) { this.cards += weightOf(piece, this.count); this.pieces.push(piece); }
}

export function tallies(pieces, column, count) {
  const found = new Map();
  for (const piece of pieces) {
    for (const value of valuesOf(column, piece)) {
      if (!found.has(value)) found.set(value, new Tally(count));
      found.get(value).add(piece);
    }
  }
  return found;
}

// Numbers in their order, then words by theirs, what is not there last.
export function inOrder(one, other) {
  if (one === NONE || other === NONE) return (one === NONE) - (other === NONE);
  const [a, b] = [asNumber(one), asNumber(other)];
  if (a !== null && b !== null) return a - b;
  if (a !== null || b !== null) return (a === null) - (b === null);
  return one.localeCompare(other, undefined, { numeric: true });
}

const NAME = /^[a-zA-Z_]\w*(-\w+)*(\.\w+(-\w+)*)*$/;

// Conditions compare words of the first language of the game.
export const canAsk = (column) => NAME.test(column.name) && !column.several && (column.sort !== "text" || state.language === state.snapshot.languages[0]);

// A condition as somebody would type it, "" where it cannot be said.
export function conditionOf(column, sign, value) {
  if (column.sort === "flag") return value === "yes" ? column.name : `not ${column.name}`;
  if (value === NONE) return `${column.name} is not given`;
  if (asNumber(value) !== null) return `${column.name} ${sign} ${value}`;
  const quote = value.includes('"') ? "'" : '"';
  if (/\n/.test(value) || value.includes(quote)) return "";
  return `${column.name} = ${quote}${value}${quote}`;
}
