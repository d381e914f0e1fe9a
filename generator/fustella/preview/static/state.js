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
  against: "start",
  deck: "", // what is chosen in the view of the deck
  picked: null, // pieces that a chart of the deck led to: what was said of them, and their ids
  writing: false, // whether the preview takes changes at all
  snapshot: null, // as the server tells it, with `pieces` as a Map by id
  touched: new Set(), // pieces that changed while the page was open
};

const KEPT = ["game", "language", "theme", "view", "kind", "piece", "table", "against", "deck"];
const STANDARD = { language: "", theme: "full", view: "pieces", kind: "", piece: "", table: "", against: "start", deck: "" };
const REMEMBERED = ["vision", "sides", "zoom"];

export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of KEPT) state[name] = said.get(name) ?? STANDARD[name] ?? "";
}

// What was `opened`, a view or a piece, is a new step for the browser's way back.
export function writeAddress(opened = "") {
  const said = new URLSearchParams();
  for (const name of KEPT) if (state[name] && state[name] !== STANDARD[name]) said.set(name, state[name]);
  const hash = `#${said}`;
  if (hash === (location.hash || "#")) return;
  if (opened) history.pushState({ opened }, "", hash);
  else history.replaceState(history.state, "", hash);
}

export function remember() {
  for (const name of REMEMBERED) localStorage.setItem(`fustella-${name}`, state[name]);
}

export function recall() {
  state.vision = localStorage.getItem("fustella-vision") ?? "";
  state.sides = localStorage.getItem("fustella-sides") ?? "front";
  state.zoom = Number(localStorage.getItem("fustella-zoom")) || 1;
}

export const kindOf = (piece) => state.snapshot.kinds.find((kind) => kind.id === piece.kind);

// Problems and claims that differ, of one piece.
export function troubles(id) {
  const { faults, claims } = state.snapshot;
  return [...faults.filter((one) => one.pieces.includes(id)), ...claims.filter((one) => one.fault && one.pieces.includes(id))];
}

const SHORT = 28;
const MOST_VALUES = 14;

// Fields with a few values that several pieces share: level, land, colour …
export function facets(pieces) {
  const found = new Map();
  for (const piece of pieces) {
    if (kindOf(piece).box && !state.kind) continue;
    for (const field of piece.fields) {
      if (field.side !== "front" || field.type === "text" || /[[.]/.test(field.path) || field.text.length > SHORT) continue;
      if (/^(mdi|fa|own):|^#/.test(field.text)) continue;
      if (!found.has(field.path)) found.set(field.path, new Map());
      const values = found.get(field.path);
      values.set(field.text, (values.get(field.text) ?? 0) + 1);
    }
  }
  const useful = [...found].filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES && Math.max(...values.values()) > 1);
  const shared = ([, values]) => [...values.values()].reduce((sum, count) => sum + count, 0);
  useful.sort((a, b) => shared(b) - shared(a));
  return useful.map(([path, values]) => [path, [...values.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))]);
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matches(piece) {
  if (state.kind && piece.kind !== state.kind) return false;
  if (state.picked && !state.picked.ids.has(piece.id)) return false;
  if (state.problems && !troubles(piece.id).length) return false;
  if (state.changed && !state.touched.has(piece.id)) return false;
  for (const [path, value] of Object.entries(state.facets)) {
    if (value && !piece.fields.some((field) => field.side === "front" && field.path === path && field.text === value)) return false;
  }
  if (!state.query) return true;
  const said = plain([piece.name, piece.id, piece.code, piece.file, piece.sheet, ...piece.fields.map((field) => field.text)].join(" "));
  return plain(state.query).split(/\s+/).every((word) => said.includes(word));
}

export const shownPieces = () => [...state.snapshot.pieces.values()].filter(matches);
