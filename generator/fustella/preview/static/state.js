// What is shown: one state, kept in the address so that it survives a reload and can be shared.

export const state = {
  games: [],
  game: "",
  language: "",
  theme: "full",
  vision: "",
  view: "pieces",
  kind: "",
  query: "",
  facets: {},
  problems: false,
  changed: false,
  sides: "front",
  zoom: 1,
  piece: "",
  table: "",
  page: "", // the page of the booklet, "" for the first
  against: "start",
  deck: "", // what is chosen in the view of the deck
  picked: null, // pieces that a chart of the deck led to: what was said of them, and their ids
  writing: false, // whether the preview takes changes at all
  snapshot: null, // as the server tells it, with `pieces` as a Map by id
  touched: new Set(), // pieces that changed while the page was open
};

const STANDARD = { game: "", language: "", theme: "full", view: "pieces", kind: "", piece: "", table: "", page: "", against: "start", deck: "", query: "", problems: false, changed: false, sides: "front", zoom: 1 };
const FIELD = "where."; // a filter by a field, in the address
const SIDES = ["front", "back", "both"];
const REMEMBERED = ["vision", "sides", "zoom"]; // in this browser, for an address that does not say them

const READ = {
  boolean: (said) => said === "1",
  number: (said) => Math.min(Math.max(Number(said) || 1, 0.5), 2),
  string: (said) => said,
};

export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  if (!history.state?.known) for (const name of ["sides", "zoom"]) if (!said.has(name)) said.set(name, kept(name) ?? STANDARD[name]);
  for (const [name, standard] of Object.entries(STANDARD)) state[name] = said.has(name) ? READ[typeof standard](said.get(name)) : standard;
  if (!SIDES.includes(state.sides)) state.sides = "front";
  state.facets = Object.fromEntries([...said].filter(([name]) => name.startsWith(FIELD)).map(([name, value]) => [name.slice(FIELD.length), value]));
}

function hashNow() {
  const said = new URLSearchParams();
  for (const [name, standard] of Object.entries(STANDARD)) if (state[name] && state[name] !== standard) said.set(name, state[name] === true ? "1" : state[name]);
  for (const [path, value] of Object.entries(state.facets)) if (value) said.set(FIELD + path, value);
  return `#${said}`;
}

// What was `opened`, a view or a piece, is a new step for the browser's way back.
export function writeAddress(opened = "") {
  writeNoted();
  const hash = hashNow();
  if (hash !== (location.hash || "#") && opened) history.pushState({ opened, known: true }, "", hash);
  else replace(hash);
}

function replace(hash) {
  const there = hash === (location.hash || "#");
  if (!there || !history.state?.known) history.replaceState({ ...history.state, known: true }, "", there ? location.href : hash);
}

let noted = "";
let waiting = 0;

// A filter or the size changed: written at once, but once for many changes that follow, for browsers
// refuse a hundred in a few seconds.
export function noteAddress() {
  noted = hashNow();
  if (!waiting) writeNoted();
}

function writeNoted() {
  clearTimeout(waiting);
  waiting = 0;
  if (!noted) return;
  replace(noted);
  noted = "";
  waiting = setTimeout(writeNoted, 250);
}

let returning = false;

// Goes back to before a piece was opened: what was chosen since then stays.
export function stepBack() {
  returning = true;
  history.back();
}

// Whether the page itself went back, once.
export function hasStepped() {
  const was = returning;
  returning = false;
  return was;
}

const kept = (name) => localStorage.getItem(`fustella-${name}`);

export function remember() {
  for (const name of REMEMBERED) localStorage.setItem(`fustella-${name}`, state[name]);
}

export function recall() {
  state.vision = kept("vision") ?? "";
}

export const kindOf = (piece) => state.snapshot.kinds.find((kind) => kind.id === piece.kind);

// Problems and claims that differ, of one piece.
export function troubles(id) {
  const { faults, claims } = state.snapshot;
  return [...faults.filter((one) => one.pieces.includes(id)), ...claims.filter((one) => one.fault && one.pieces.includes(id))];
}

const SHORT = 28;
const MOST_VALUES = 14;
const MOST_CHOICES = 8;
const MOST_SUGGESTED = 200;

// The field of a value: entries of a list are one field, and those of the back are called so.
export const fieldOf = ({ side, path }) => `${side === "back" ? "back." : ""}${path.replace(/\[\d+\]/g, "")}`;

const inOrder = (values) => [...values].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));

// Whether a field can be chosen by its values: level, land, colour …
const isShort = ({ side, type, path, text }) => side === "front" && type !== "text" && !/[[.]/.test(path) && text.length <= SHORT && !/^(mdi|fa|own):|^#/.test(text);

// The fields of pieces, each with its values: the `few` that several pieces share, and all `others`.
export function facets(pieces) {
  const found = new Map();
  for (const piece of pieces) {
    if (kindOf(piece).box && !state.kind) continue;
    for (const field of piece.fields) {
      if (!field.text) continue;
      const path = fieldOf(field);
      if (!found.has(path)) found.set(path, { values: new Map(), short: true });
      const one = found.get(path);
      one.short &&= isShort(field);
      one.values.set(field.text, (one.values.get(field.text) ?? 0) + 1);
    }
  }
  const useful = [...found].filter(([, { values }]) => values.size > 1);
  const isFew = ([, { values, short }]) => short && values.size <= MOST_VALUES && Math.max(...values.values()) > 1;
  const shared = ([, { values }]) => [...values.values()].reduce((sum, count) => sum + count, 0);
  const few = useful.filter(isFew).sort((a, b) => shared(b) - shared(a)).slice(0, MOST_CHOICES);
  const others = useful.filter((one) => !few.includes(one));
  const listed = ([path, { values }]) => [path, inOrder(values.keys())];
  const suggested = ([path, { values }]) => [path, inOrder([...values.keys()].filter((text) => text.length <= 2 * SHORT)).slice(0, MOST_SUGGESTED)];
  return { few: few.map(listed), others: others.map(suggested) };
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const hasWords = (text, words) => {
  const said = plain(text);
  return plain(words).split(/\s+/).every((word) => said.includes(word));
};

// The filters by fields: a value that a piece has means that value, anything else its words.
function filters() {
  const chosen = Object.entries(state.facets).filter(([, value]) => value.trim());
  return chosen.map(([path, value]) => {
    const own = (piece) => piece.fields.filter((field) => fieldOf(field) === path);
    const isValue = [...state.snapshot.pieces.values()].some((piece) => own(piece).some(({ text }) => text === value));
    return (piece) => own(piece).some(({ text }) => (isValue ? text === value : hasWords(text, value.trim())));
  });
}

function matches(piece) {
  if (state.kind && piece.kind !== state.kind) return false;
  if (state.picked && !state.picked.ids.has(piece.id)) return false;
  if (state.problems && !troubles(piece.id).length) return false;
  if (state.changed && !state.touched.has(piece.id)) return false;
  return !state.query || hasWords([piece.name, piece.id, piece.code, piece.file, piece.sheet, ...piece.fields.map((field) => field.text)].join(" "), state.query);
}

export function shownPieces() {
  const chosen = filters();
  return [...state.snapshot.pieces.values()].filter((piece) => matches(piece) && chosen.every((one) => one(piece)));
}
