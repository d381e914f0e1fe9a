// The page: what happens when something is chosen, and when a file changes.

import { byId, el, toast } from "./dom.js";
import { bookletKey, bookletTouched, drawBooklet, resizeBooklet } from "./booklet.js";
import { acceptPictures } from "./card-picture.js";
import { drawCompare } from "./compare.js";
import { drawDeck } from "./deck.js";
import { drawDetail, openPiece, prepareDetail, updateDetail } from "./detail.js";
import { drawIcons } from "./icons.js";
import { editKey, loadSteps, prepareEditing, showSteps, takeToken } from "./edit.js";
import { drawGrid, focusFirst, gridKey, updateGrid, updateMarks } from "./grid.js";
import { VIEWS, drawAlarm, drawHead, drawSide, drawTally, drawTitle } from "./head.js";
import { EDITORS, editor, folder, keepEditor } from "./editor.js";
import { get, listen, loadSnapshot } from "./live.js";
import { drawModel } from "./model.js";
import { drawProblems } from "./problems.js";
import { drawTables } from "./tables.js";
import { drawSheets, resizeSheets, updateSheets } from "./sheets.js";
import { sawRemarks } from "./remarks.js";
import { drawStudio, heardAction, prepareStudio } from "./studio.js";
import { hasStepped, noteAddress, readAddress, recall, remember, shownPieces, state, writeAddress } from "./state.js";

const DRAW = {
  pieces: () => { drawGrid(openPiece, clearFilters); drawTally(shownPieces()); },
  sheets: drawSheets,
  compare: () => drawCompare(unanswered),
  problems: drawProblems,
  icons: drawIcons,
  deck: () => drawDeck({ kind: choose.kind, piece: openPiece, among: (said, ids) => { state.picked = { said, ids: new Set(ids) }; choose.view("pieces"); } }),
  tables: drawTables,
  rules: drawBooklet,
  box: () => drawModel(openPiece),
};

let behind = false; // something was asked for in vain
let drawnFor = ""; // the edition that is shown

// The server is gone, or something else went wrong: what is shown stays, as far as there is anything.
function unanswered(error) {
  behind = true;
  const off = byId("live").className === "off";
  if (off) byId("gone").hidden = false;
  const waiting = byId("content").querySelector(".waiting");
  if (waiting || !byId("content").children.length) byId("content").replaceChildren(el("p", { class: "empty" }, "The preview does not answer. This appears by itself once it does."));
  else if (!off) toast(`The preview does not answer: ${error.message}`);
}

async function drawView() {
  try {
    await DRAW[state.view]();
  } catch (error) {
    unanswered(error);
  }
}

// A filter changed; `whole` when the buttons around the pieces are to show it.
async function filtered(whole) {
  noteAddress();
  if (whole && state.changed) await knowChanged();
  if (whole) drawHead(filtered, resized);
  DRAW.pieces();
}

function clearFilters() {
  Object.assign(state, { query: "", facets: {}, problems: false, changed: false, picked: null });
  byId("search").value = "";
  filtered(true);
  byId("search").focus();
}

const RESIZE = { sheets: resizeSheets, rules: resizeBooklet };
const resized = () => (RESIZE[state.view] ?? DRAW.pieces)();

// What changed before this page was opened.
async function knowChanged() {
  const { changes } = await get(`/api/compare/${encodeURIComponent(state.game)}`, { against: "start" });
  for (const change of changes) state.touched.add(change.piece);
}

function draw() {
  if (!(state.view in DRAW)) state.view = "pieces";
  document.body.dataset.view = state.view;
  drawAround();
  drawHead(filtered, resized);
  drawView();
  if (state.piece || byId("detail").open) drawDetail();
  writeAddress();
}

function drawAround() {
  sawRemarks();
  drawStudio();
  drawTitle();
  drawSide(choose);
  drawAlarm(() => choose.view("problems"));
}

async function load() {
  byId("main").setAttribute("aria-busy", "true");
  try {
    behind = false;
    await loadSnapshot();
    if (state.changed) await knowChanged();
    drawnFor = edition();
    draw();
  } catch (error) {
    unanswered(error);
  }
  byId("main").removeAttribute("aria-busy");
}

const edition = () => [state.game, state.language, state.theme].join();

async function show() {
  await load();
  listen(heard);
  loadSteps();
}

const choose = {
  game: (id) => { Object.assign(state, { game: id, language: "", kind: "", piece: "", page: "", facets: {}, picked: null, against: "start", touched: new Set() }); step(); show(); scrollTo(0, 0); },
  view: (id) => { state.view = id; step(); draw(); byId("main").focus({ preventScroll: true }); scrollTo(0, 0); },
  kind: (id) => { state.kind = id; state.facets = {}; state.picked = null; step(); draw(); scrollTo(0, 0); },
};

const heard = {
  online: (yes) => {
    if (yes) {
      clearTimeout(missing);
      missing = 0;
      byId("gone").hidden = true;
    } else missing ||= setTimeout(() => { byId("gone").hidden = false; }, 1200); // a reload takes less
    if (yes && behind) load();
    const live = byId("live");
    live.textContent = yes ? "live" : "not connected";
    live.className = yes ? "on" : "off";
  },
  reload: load,
  touched: () => state.view === "rules" && bookletTouched().catch(unanswered),
  lost: () => setTimeout(recover, 2000),
  games: (games) => {
    state.games = games;
    drawAround();
    const { languages = [] } = games.find((game) => game.id === state.game) ?? {};
    if (!languages.length || languages.includes(state.language)) return;
    state.language = ""; // it is read for the first time, or has this language no more
    show();
  },
  action: heardAction,
  opened: () => location.assign("/"),
  failed: (message) => toast(message),
  steps: showSteps,
  change: async ({ ids, reordered }) => {
    if (state.piece) updateDetail(); // what is under the hands first
    if (state.view === "pieces") {
      const renewed = !reordered && updateGrid(ids, openPiece);
      if (renewed) { // what is changed meanwhile would be laid out before the pictures
        await renewed;
        updateMarks();
        drawTally(shownPieces());
      } else { drawHead(filtered, resized); DRAW.pieces(); }
    }
    if (state.view === "sheets" && reordered) drawView();
    else if (state.view === "sheets") updateSheets(ids);
    drawAround();
    if (state.view === "problems") drawProblems();
    if ((state.view === "compare" && ids.length) || ["box", "deck", "tables"].includes(state.view)) drawView();
  },
};

let missing = 0;

function step() {
  closeMenu();
  writeAddress("view");
}

// The address is another one: the browser went back, or somebody typed it.
function arrive() {
  if (hasStepped()) return writeAddress();
  takeToken();
  readAddress();
  if (!state.games.some((game) => game.id === state.game)) state.game = state.games[0].id;
  if (!state.language) state.language = state.snapshot?.game === state.game ? state.snapshot.language : "";
  closeMenu();
  if (edition() !== drawnFor) return show();
  if (state.changed) knowChanged().then(draw, unanswered);
  else draw();
}

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
  acceptPictures(byId("content"), (event) => {
    const tile = event.target.closest(".tile");
    return tile && { piece: state.snapshot.pieces.get(tile.dataset.id), side: state.sides === "back" ? "back" : "front", element: tile };
  });
  addEventListener("keydown", pressed);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address says what is shown
    (document.querySelector('.tile[tabindex="0"]') ?? byId("main")).focus();
  });
  addEventListener("hashchange", arrive);
  addEventListener("resize", () => state.snapshot && state.view === "pieces" && DRAW.pieces());
  new ResizeObserver(([bars]) => document.documentElement.style.setProperty("--bars", `${bars.contentRect.height}px`)).observe(byId("bars"));
  byId("show-keys").addEventListener("click", () => byId("keys").showModal());
  byId("keys").addEventListener("click", (event) => event.target.matches("#keys, .close") && byId("keys").close());
  prepareEditor();
  prepareDetail();
  prepareStudio();
  prepareEditing();
}

function pressed(event) {
  editKey(event);
  gridKey(event);
  bookletKey(event);
  searchKey(event);
  if (event.key === "Escape" && document.body.classList.contains("menu")) { closeMenu(); byId("menu").focus(); }
  if (!state.snapshot || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const view = VIEWS[Number(event.key) - 1];
  if (view) choose.view(view[0]);
  if (event.key === "?") byId("keys").showModal();
  if (event.key !== "/") return;
  event.preventDefault();
  if (state.view !== "pieces" && state.view !== "icons") choose.view("pieces");
  (byId("search") ?? byId("search-icons"))?.focus();
}

// From the search to the pieces that it found; Escape clears it.
function searchKey(event) {
  if (event.target.id !== "search" || event.isComposing) return;
  if (event.key === "Escape") { event.target.value = ""; state.query = ""; filtered(false); }
  if (event.key === "ArrowDown" || event.key === "Enter") { event.preventDefault(); focusFirst(); }
}

function prepareEditor() {
  const [which, where] = [byId("editor"), byId("folder")];
  which.append(...Object.entries(EDITORS).map(([value, name]) => el("option", { value }, name)));
  [which.value, where.value] = [editor(), folder()];
  const kept = () => {
    keepEditor(which.value, where.value);
    where.parentElement.hidden = !which.value;
    if (state.snapshot) draw();
  };
  which.addEventListener("change", () => { kept(); if (which.value && !where.value) where.focus(); });
  where.addEventListener("change", kept);
  where.parentElement.hidden = !which.value;
}

async function loadGames() {
  Object.assign(state, await get("/api/games"));
  if (!state.games.some((game) => game.id === state.game)) state.game = state.games[0].id;
}

async function recover() {
  try {
    await loadGames();
    await show();
  } catch {
    setTimeout(recover, 2000);
  }
}

recall();
takeToken();
readAddress();
prepare();
recover();
