// The page: what happens when something is chosen, and when a file changes.

import { byId, toast } from "./dom.js";
import { drawCompare } from "./compare.js";
import { drawDetail, openPiece, prepareDetail, updateDetail } from "./detail.js";
import { drawGrid, gridKey, updateGrid, updateMarks } from "./grid.js";
import { drawAlarm, drawHead, drawSide, drawTally } from "./head.js";
import { get, listen, loadSnapshot } from "./live.js";
import { drawProblems } from "./problems.js";
import { drawSheets, updateSheets } from "./sheets.js";
import { readAddress, recall, remember, shownPieces, state, writeAddress } from "./state.js";

const DRAW = { pieces: () => { drawGrid(openPiece); drawTally(shownPieces()); }, sheets: drawSheets, compare: drawCompare, problems: drawProblems };

// A filter changed; `whole` when the buttons around the pieces are to show it.
async function filtered(whole) {
  if (whole && state.changed) await knowChanged();
  if (whole) drawHead(filtered);
  DRAW.pieces();
}

// What changed before this page was opened.
async function knowChanged() {
  const { changes } = await get(`/api/compare/${encodeURIComponent(state.game)}`, { against: "start" });
  for (const change of changes) state.touched.add(change.piece);
}

function draw() {
  if (!(state.view in DRAW)) state.view = "pieces";
  document.body.dataset.view = state.view;
  document.title = `${state.snapshot.title} · Fustella`;
  drawAround();
  drawHead(filtered);
  DRAW[state.view]();
  if (state.piece) drawDetail();
  writeAddress();
}

function drawAround() {
  drawSide(choose);
  drawAlarm(() => choose.view("problems"));
}

async function load() {
  byId("main").setAttribute("aria-busy", "true");
  try {
    await loadSnapshot();
    draw();
  } catch (error) {
    toast(`The preview does not answer: ${error.message}`);
  }
  byId("main").removeAttribute("aria-busy");
}

async function show() {
  await load();
  listen(heard);
}

const choose = {
  game: (id) => { Object.assign(state, { game: id, language: "", kind: "", piece: "", facets: {}, against: "start", touched: new Set() }); closeMenu(); show(); },
  view: (id) => { state.view = id; closeMenu(); draw(); byId("main").focus({ preventScroll: true }); scrollTo(0, 0); },
  kind: (id) => { state.kind = id; state.facets = {}; closeMenu(); draw(); scrollTo(0, 0); },
};

const heard = {
  online: (yes) => {
    const live = byId("live");
    live.textContent = yes ? "live" : "not connected";
    live.className = yes ? "on" : "off";
  },
  reload: load,
  games: (games) => { state.games = games; drawAround(); },
  failed: (message) => toast(message),
  change: ({ ids, reordered }) => {
    if (state.view === "pieces") {
      if (reordered || !updateGrid(ids, openPiece)) { drawHead(filtered); DRAW.pieces(); }
      else { updateMarks(); drawTally(shownPieces()); }
    }
    if (state.view === "sheets" && reordered) drawSheets();
    else if (state.view === "sheets") updateSheets(ids);
    drawAround();
    if (state.view === "problems") drawProblems();
    if (state.view === "compare" && ids.length) drawCompare();
    if (state.piece) updateDetail();
  },
};

function closeMenu() {
  document.body.classList.remove("menu");
  byId("menu").setAttribute("aria-expanded", "false");
}

function prepare() {
  byId("menu").addEventListener("click", () => byId("menu").setAttribute("aria-expanded", String(document.body.classList.toggle("menu"))));
  byId("language").addEventListener("change", (event) => { state.language = event.target.value; closeMenu(); show(); });
  byId("theme").addEventListener("change", (event) => { state.theme = event.target.value; closeMenu(); show(); });
  byId("vision").addEventListener("change", (event) => { state.vision = event.target.value; document.body.dataset.vision = state.vision; remember(); });
  byId("content").addEventListener("click", (event) => {
    const link = event.target.closest("[data-piece]");
    if (link) openPiece(link.dataset.piece);
  });
  addEventListener("keydown", (event) => {
    gridKey(event);
    if (event.key === "/" && !event.target.matches("input, select, textarea") && !byId("detail").open) {
      if (state.view !== "pieces") choose.view("pieces");
      event.preventDefault();
      byId("search").focus();
    }
    if (event.key === "Escape" && event.target.id === "search") { event.target.value = ""; state.query = ""; filtered(false); }
    if (event.key === "Escape") closeMenu();
  });
  addEventListener("hashchange", () => { readAddress(); state.game ||= state.games[0]?.id ?? ""; show(); });
  prepareDetail();
}

async function start() {
  recall();
  readAddress();
  prepare();
  state.games = (await get("/api/games")).games;
  if (!state.games.some((game) => game.id === state.game)) state.game = state.games[0].id;
  await show();
}

start();
