// The rule booklet as it is printed: spreads, chapters, and the blocks on each page, which are changed where they stand.

import { byId, el, plural, refill } from "./dom.js";
import { closeBlock, openBlock, placeBlock } from "./booklet-edit.js";
import { sawFiles } from "./edit.js";
import { get } from "./live.js";
import { troubleList } from "./problems.js";
import { noteAddress, state, writeAddress } from "./state.js";

const SETTLE_MS = 2000; // after so long without a change, pages are set as they are printed
const SORTS = { heading: "Heading", paragraph: "Paragraph", table: "Table", figure: "Figure", box: "Box", strip: "Box", rule: "Line" };

let told = null; // the booklet as it is shown, and of which edition
let shownOf = "";
let current = 0; // the block that the keys are at
let scrolling = false; // the page itself scrolls: what passes is not where somebody reads

const edition = () => [state.game, state.language, state.theme].join();
const address = (digest) => `/face/${encodeURIComponent(state.game)}/${digest}.svg`;
const leaf = (number) => byId("content").querySelector(`.leaf[data-page="${number}"]`);
const spotOf = (block) => [block.file, block.line, block.sort].join();
const vars = (area) => ({ x: area.x_mm / told.width_mm, y: area.y_mm / told.height_mm, w: area.width_mm / told.width_mm, h: area.height_mm / told.height_mm });

// Pages

const seen = new IntersectionObserver((entries) => {
  for (const { target, intersectionRatio } of entries) target.dataset.seen = intersectionRatio;
  if (scrolling || state.view !== "rules") return;
  const leaves = [...byId("content").querySelectorAll(".leaf")];
  const most = leaves.reduce((best, one) => (Number(one.dataset.seen) > Number(best?.dataset.seen ?? 0) ? one : best), null);
  if (most) reached(Number(most.dataset.page));
}, { threshold: [0, 0.25, 0.5, 0.75, 1] });

const numberNow = () => Math.min(Math.max(Number(state.page) || 1, 1), told.pages.length || 1);

// Notes on which page somebody is: in the address, and in the list of chapters.
function reached(number) {
  state.page = number > 1 ? String(number) : "";
  noteAddress();
  markChapter();
}

export function goToPage(number, opened = "") {
  const goal = leaf(number);
  if (!goal) return;
  state.page = number > 1 ? String(number) : "";
  if (opened) writeAddress(opened);
  scrolling = true;
  goal.scrollIntoView({ block: "start", inline: "nearest" });
  setTimeout(() => { scrolling = false; }, 150);
  reached(number);
}

const leadTo = (link) => el("button", { type: "button", class: "lead", tabindex: "-1", vars: vars(link), "aria-label": `To page ${link.to}`, title: `Page ${link.to}`, onclick: () => goToPage(link.to, "page") });

function areasOf(block, number, page) {
  const own = block.areas.filter((area) => area.page === page);
  const [first] = block.areas;
  return own.map((area) => {
    const is = area === first;
    const act = { class: "block", "data-block": number, "data-key": spotOf(block), vars: vars(area), onclick: () => chooseBlock(number, true) };
    if (!is) return el("div", { ...act, "aria-hidden": "true" });
    const said = [SORTS[block.sort] ?? "Block", block.text].filter(Boolean).join(": ");
    return el("button", { type: "button", ...act, "aria-label": said, tabindex: number === current ? "0" : "-1", onfocus: () => { current = number; } });
  });
}

function fillAreas(figure, page) {
  const blocks = told.blocks.map((block, number) => [block, number]).filter(([block]) => block.areas.some((area) => area.page === page));
  const own = [...blocks.flatMap(([block, number]) => areasOf(block, number, page)), ...told.links.filter((link) => link.page === page).map(leadTo)];
  const now = JSON.stringify([blocks, told.links.filter((link) => link.page === page)]);
  const box = figure.querySelector(".areas");
  if (box.dataset.now === now) return;
  refill(box, ...own);
  box.dataset.now = now;
}

function leafOf(page, number) {
  const picture = el("img", { src: address(page.digest), alt: `Page ${number} of ${told.pages.length}`, loading: number > 4 ? "lazy" : null, "data-digest": page.digest });
  const figure = el("figure", { class: "leaf", "data-page": number }, picture, el("div", { class: "areas" }));
  seen.observe(figure);
  return figure;
}

// Shows another picture as soon as it can be painted, so that nothing flickers.
async function renew(figure, page) {
  const picture = figure.querySelector("img");
  if (picture.dataset.digest === page.digest) return false;
  picture.dataset.digest = page.digest;
  const next = new Image();
  next.src = address(page.digest);
  try {
    await next.decode();
  } catch {
    // it is shown broken, as any picture that cannot be had
  }
  if (picture.dataset.digest === page.digest) picture.src = next.src;
  return true;
}

const spreadsOf = (pages) => [pages.slice(0, 1), ...Array.from({ length: Math.ceil((pages.length - 1) / 2) }, (_, n) => pages.slice(1 + 2 * n, 3 + 2 * n))].filter((one) => one.length);

// Chapters

const headings = () => told.blocks.filter((block) => block.sort === "heading" && block.level <= 2 && block.areas.length);

function chapterList() {
  return el("nav", { class: "chapters", "aria-label": "Chapters" }, el("ol", {}, headings().map((block) => el("li", { class: `level-${block.level}` }, el("button", { type: "button", "data-page": block.areas[0].page, onclick: () => goToPage(block.areas[0].page, "page") }, el("span", {}, block.text), el("span", { class: "count" }, String(block.areas[0].page)))))));
}

function markChapter() {
  const buttons = [...byId("content").querySelectorAll(".chapters button")];
  const upTo = buttons.filter((button) => Number(button.dataset.page) <= numberNow());
  for (const button of buttons) button.removeAttribute("aria-current");
  upTo.at(-1)?.setAttribute("aria-current", "true");
  const tally = byId("page-tally");
  if (tally && told.pages.length) tally.textContent = `Page ${numberNow()} of ${told.pages.length}`;
}

// The view

function remarks() {
  const wrong = told.faults.some((fault) => fault.severity === "error");
  const parts = [];
  if (wrong && told.pages.length) parts.push(el("p", { class: "note stale", role: "status" }, "These pages are the last good ones: mend what is told here, and they are set again."));
  if (told.faults.length) parts.push(troubleList(told.faults));
  if (told.made && !wrong) parts.push(el("p", { class: "note" }, "The game has no chapters: this booklet is made of its lists alone. Write some into the folder rules/, such as 10-rules.", state.language, ".md."));
  return parts;
}

function frame() {
  const spreads = el("div", { class: `spreads${told.right_to_left ? " right-to-left" : ""}`, vars: { ratio: told.width_mm / told.height_mm }, role: "group", "aria-label": "Pages" }, spreadsOf(told.pages.map((page, number) => leafOf(page, number + 1))).map((pages) => el("div", { class: `spread${pages[0].dataset.page === "1" ? " first" : ""}` }, pages)));
  spreads.addEventListener("keydown", pressed);
  return el("div", { class: "booklet" }, told.pages.length > 0 && chapterList(), el("div", { class: "reading" }, el("div", { class: "booklet-says" }, remarks()), spreads));
}

function show(before) {
  const box = byId("content").querySelector(".booklet");
  const same = box && before && before.pages.length === told.pages.length && before.width_mm === told.width_mm && before.right_to_left === told.right_to_left && shownOf === edition();
  const renewed = same ? told.pages.map((page, number) => renew(leaf(number + 1), page)) : []; // they are fetched meanwhile
  sawFiles(told.files);
  current = Math.min(current, Math.max(told.blocks.length - 1, 0));
  if (same) {
    refill(box.querySelector(".booklet-says"), ...remarks());
    if (JSON.stringify(before.blocks.filter((one) => one.level).map((one) => [one.text, one.areas])) !== JSON.stringify(told.blocks.filter((one) => one.level).map((one) => [one.text, one.areas]))) box.querySelector(".chapters").replaceWith(chapterList());
  } else {
    closeBlock();
    shownOf = edition();
    refill(byId("content"), frame());
    if (!told.pages.length && !told.faults.length) byId("content").replaceChildren(el("p", { class: "empty" }, "There is nothing to read yet."));
  }
  const had = document.activeElement?.dataset?.key;
  for (const [number] of told.pages.entries()) fillAreas(leaf(number + 1), number + 1);
  const again = had && document.activeElement === document.body ? told.blocks.findIndex((block) => spotOf(block) === had) : -1;
  if (again >= 0) chooseBlock(again);
  placeBlock(told.blocks);
  if (same) Promise.all(renewed).then((changed) => changed.some(Boolean) && showChange(before, changed.indexOf(true) + 1));
  else if (state.page) goToPage(numberNow());
  resizeBooklet();
  markChapter();
}

// Marks what changed, and scrolls to it if it is not seen.
function showChange(before, page) {
  const known = new Set(before.blocks.map((block) => [block.file, block.typed, block.text].join("\n")));
  const fresh = told.blocks.filter((block) => block.file && !known.has([block.file, block.typed, block.text].join("\n")));
  const marked = fresh.flatMap((block) => [...byId("content").querySelectorAll(`[data-block="${told.blocks.indexOf(block)}"]`)]);
  const goal = marked[0] ?? leaf(page);
  const { top, bottom } = goal.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) goal.scrollIntoView({ block: "center" });
  for (const one of marked.length ? marked : [leaf(page)]) {
    one.classList.remove("fresh");
    void one.offsetWidth; // begins anew
    one.classList.add("fresh");
  }
}

export function resizeBooklet() {
  byId("content").style.setProperty("--zoom", state.zoom);
}

let asking = false;
let askedAgain = false;
let settling = 0;

async function ask(settled) {
  const { game } = state;
  const of = edition();
  const now = await get(`/api/booklet/${encodeURIComponent(game)}`, settled ? {} : { settled: "0" });
  if (state.view !== "rules" || of !== edition()) return;
  const before = shownOf === of ? told : null;
  told = now;
  show(before);
  clearTimeout(settling);
  if (!now.settled) settling = setTimeout(() => state.view === "rules" && ask(true).catch(() => {}), SETTLE_MS);
}

export async function drawBooklet() {
  const there = byId("content").querySelector(".booklet") && shownOf === edition();
  if (!there) byId("content").replaceChildren(el("p", { class: "waiting", role: "status" }, "Setting the booklet …"));
  else if (state.page !== "" || told.pages.length) { goToPage(numberNow()); }
  if (!there) shownOf = "";
  await ask(true);
}

// A file of the game was saved: the pages follow, once for all that was saved meanwhile.
export async function bookletTouched() {
  if (asking) {
    askedAgain = true;
    return;
  }
  asking = true;
  try {
    do {
      askedAgain = false;
      await ask(false);
    } while (askedAgain);
  } finally {
    asking = false;
  }
}

// Keys

function chooseBlock(number, open = false) {
  const buttons = byId("content").querySelectorAll("button.block");
  for (const button of buttons) button.tabIndex = Number(button.dataset.block) === number ? 0 : -1;
  current = number;
  const button = byId("content").querySelector(`button.block[data-block="${number}"]`);
  button?.focus({ preventScroll: open });
  if (open) openBlock(told.blocks[number], told.blocks, button);
}

const spreadBefore = (number) => (number <= 3 ? 1 : number - (number % 2 ? 3 : 2));
const spreadAfter = (number) => Math.min(number === 1 ? 2 : number + (number % 2 ? 1 : 2), told.pages.length);

function turn(to) {
  goToPage(to);
  const first = told.blocks.findIndex((block) => block.areas[0]?.page >= to);
  if (first >= 0) {
    chooseBlock(first);
    goToPage(to);
  }
}

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("textarea")) return;
  const page = numberNow();
  const [left, right] = told.right_to_left ? [spreadAfter, spreadBefore] : [spreadBefore, spreadAfter];
  const act = {
    ArrowLeft: () => turn(left(page)),
    ArrowRight: () => turn(right(page)),
    PageUp: () => turn(spreadBefore(page)),
    PageDown: () => turn(spreadAfter(page)),
    Home: () => turn(1),
    End: () => turn(told.pages.length),
    ArrowUp: () => chooseBlock(Math.max(current - 1, 0)),
    ArrowDown: () => chooseBlock(Math.min(current + 1, told.blocks.length - 1)),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

// The keys go through the pages, too, while nothing else has the focus.
export function bookletKey(event) {
  if (state.view !== "rules" || !told?.pages.length || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const idle = event.target === document.body || event.target === byId("main");
  if (idle && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) pressed(event);
}

export const pageCount = () => (told ? plural(told.pages.length, "page") : "");
