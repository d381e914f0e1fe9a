// The studio's part of the page: builds, checks, exports and prints, by the commands of the terminal.

import { openPiece } from "./detail.js";
import { byId, coded, copy, el, plural, refill, toast } from "./dom.js";
import { post } from "./edit.js";
import { get } from "./live.js";
import { troubleList } from "./problems.js";
import { state } from "./state.js";

export const isStudio = Boolean(document.querySelector('meta[name="fustella-studio"]'));

const MOST_LINKS = 40;
const DOING = { build: "Building", print: "Making the sheet", check: "Checking", export: "Exporting" };
const SHOWN = /\.(pdf|png|jpg|webp|csv|txt|md)$/i;

let known = null; // what the server says: forms, and the actions of the game
let knownFor = "";
let action = null; // the action that is shown
let asked = null; // what was asked for last on this page, with its options
let tab = null; // the window that waits for a sheet

const address = (number, file) => `/result/${action.id}/${number}/${encodeURIComponent(file.name.split("/").pop())}`;
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

async function ask(path, body) {
  try {
    const answer = await post(path, body);
    if (answer.ok) return true;
    const isJson = answer.headers.get("Content-Type") === "application/json";
    const problems = isJson ? (await answer.json()).problems : [{ message: await answer.text() }];
    for (const { message, hint } of problems) toast(hint ? `${message}: ${hint}` : message);
  } catch {
    toast("The studio does not answer: nothing was begun.");
  }
  return false;
}

async function run(what, options = {}) {
  asked = { what, options };
  if (what === "print") tab = open("", "_blank");
  const { game, language, theme } = state;
  const begun = await ask(`/api/do/${encodeURIComponent(game)}`, { what, options, language, theme });
  if (!begun) closeTab();
  return begun;
}

function closeTab() {
  tab?.close();
  tab = null;
}

// Makes a PDF of one sheet, and opens it when it is there. The cover is a file of a whole build.
export const printSheet = (number) => run("print", number ? { pages: String(number) } : {});

// Everything of the studio that is on the page.
export async function drawStudio() {
  if (!isStudio || !state.game) return;
  byId("studio").hidden = false;
  if (knownFor === state.game) return;
  const game = (knownFor = state.game);
  try {
    known = await get(`/api/studio/${encodeURIComponent(game)}`);
  } catch {
    knownFor = "";
    return;
  }
  const tasks = [
    ["Build …", () => showForm("Build", known.building, (options) => run("build", options), "Build", "Makes the PDFs of the sheets, in the language and the look that the page shows.")],
    ["Check", () => run("check")],
    ["Export …", showExports],
    ["How it is printed …", () => showForm("How it is printed", known.printing, keepPrinting, "Keep", "This holds for the sheets that the page shows, and for all that is built and printed.")],
    ["New game, or open …", () => location.assign("/start")],
  ];
  const entry = ([name, act]) => el("li", {}, el("button", { type: "button", onclick: () => { if (document.body.classList.contains("menu")) byId("menu").click(); act(); } }, name));
  refill(byId("tasks"), tasks.map(entry));
  [action = null] = known.actions;
  drawAction();
}

async function keepPrinting(options) {
  if (await ask("/api/printing", options)) knownFor = "";
  drawStudio();
}

export function heardAction(told) {
  if (told.game !== state.game) return;
  const isNew = action?.id !== told.id;
  action = told;
  drawAction();
  if (isNew) byId("action").scrollIntoView({ block: "nearest" });
  if (told.state !== "running") toast(heading()); // is read out, too
  if (told.what !== "print" || told.state === "running" || !tab) return;
  const wanted = told.files.findIndex((file) => file.name.endsWith(".pdf"));
  if (told.state === "done" && wanted >= 0) tab.location = address(wanted, told.files[wanted]);
  else closeTab();
  tab = null;
}

// What an action does, or what came of it.
function drawAction() {
  const box = byId("action");
  box.hidden = !action;
  if (!action) return;
  const close = el("button", { type: "button", class: "close", "aria-label": "Put this away", onclick: () => { action = null; drawAction(); } }, "×");
  if (action.state === "running") {
    const bar = el("progress", { "aria-label": DOING[action.what], ...(action.total ? { value: action.done, max: action.total } : {}) });
    const doing = action.doing.replace(`${action.game}: `, "");
    refill(box, el("header", {}, el("h2", {}, `${DOING[action.what]} …`), el("button", { type: "button", class: "toggle", onclick: () => ask(`/api/stop/${encodeURIComponent(action.game)}`, {}) }, "Stop")), bar, el("p", { class: "doing" }, doing, action.total > 0 && ` ${action.done} of ${action.total}`));
    return;
  }
  refill(box, el("header", {}, el("h2", {}, heading()), close), results(), wrong());
}

function heading() {
  const { what, state: came, problems } = action;
  const errors = problems.filter((one) => one.severity === "error").length;
  if (came === "stopped") return "Stopped: every file is as it was";
  if (what === "check") return errors ? `Checked: ${plural(errors, "problem")}` : came === "done" ? "Checked: nothing is wrong" : "Checked: the box differs";
  if (came === "done") return { build: action.unchanged ? "Built already: nothing has changed" : "Built", print: "The sheet is ready: print it at 100 %", export: "Exported" }[what];
  if (came === "refused") return `Nothing was made: ${plural(errors, "problem")}`;
  return "It could not be done";
}

function results() {
  const { files, more_files: more, folder, notes, tally } = action;
  const links = files.slice(0, MOST_LINKS).map((file, number) => {
    const shown = SHOWN.test(file.name);
    const where = shown ? { target: "_blank" } : { download: "" };
    return el("li", {}, el("a", { href: address(number, file), ...where }, file.name), el("small", {}, `${file.about}, ${size(file.bytes)}`));
  });
  const others = files.length - links.length + more;
  return [
    links.length > 0 && el("ul", { class: "files" }, links),
    others > 0 && el("p", { class: "about" }, `and ${plural(others, "more file")} in the folder`),
    folder && el("p", { class: "about" }, "In the project: ", el("button", { type: "button", class: "place", title: "Copy", onclick: () => copy(folder) }, folder)),
    Object.keys(tally).length > 0 && el("p", {}, Object.entries(tally).map(([verdict, count]) => `${count} ${verdict}`).join(" · ")),
    notes.length > 0 && el("ul", { class: "notes" }, notes.map((note) => el("li", {}, note))),
  ].filter(Boolean);
}

function wrong() {
  const { problems, said, forceable, what } = action;
  return [
    forceable && asked?.what === what && el("p", {}, el("button", { type: "button", class: "act", onclick: () => run(what, { ...asked.options, force: "yes" }) }, "Make it all the same"), el("small", {}, "The cover, or a note, says that the box differs.")),
    problems.length > 0 && troubleList(problems),
    said.length > 0 && el("pre", {}, said.join("\n")),
  ].filter(Boolean);
}

// Forms.

function control(field) {
  const id = `field-${field.name}`;
  if (field.flag) return [el("label", { class: "tick" }, el("input", { type: "checkbox", name: field.name, value: "yes", checked: Boolean(field.value) }), field.label), el("small", {}, coded(field.about))];
  const usual = el("option", { value: "" }, field.usual ? `${field.usual} (usual)` : "—");
  const input = field.choices.length
    ? el("select", { id, name: field.name }, usual, field.choices.filter((one) => one && one !== field.usual).map((one) => el("option", { value: one, selected: one === field.value }, one)))
    : el("input", { id, type: "text", name: field.name, value: field.value, placeholder: field.usual, autocomplete: "off", spellcheck: "false" });
  return [el("label", { for: id }, field.label), input, el("small", {}, coded(field.about))];
}

const fieldsOf = (fields) => fields.map((field) => el("div", { class: "field" }, control(field)));

// A form in a dialog; what was filled in is handed to `act`.
function openForm(name, said, body, act, verb) {
  const box = byId("form");
  const form = el(
    "form",
    { method: "dialog" },
    el("header", {}, el("h2", { id: "form-name" }, name), el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => box.close() }, "×")),
    el("div", { class: "fields" }, said && el("p", { class: "about" }, said), body),
    el("footer", {}, el("button", { type: "submit", class: "act" }, verb)),
  );
  form.addEventListener("submit", () => act(Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""))));
  box.replaceChildren(form);
  box.showModal();
}

const showForm = (name, fields, act, verb, said) => openForm(name, said, fieldsOf(fields), act, verb);

function showExports() {
  const own = el("div", {});
  const choose = (format) => own.replaceChildren(...fieldsOf(format.fields));
  const formats = known.exporting.map((format, number) => el("label", { class: "choice" }, el("input", { type: "radio", name: "format", value: format.name, checked: number === 0, onchange: () => choose(format) }), el("b", {}, format.name), el("small", {}, format.about)));
  choose(known.exporting[0]);
  openForm("Export", "", [el("fieldset", {}, el("legend", {}, "for"), el("div", { class: "choices" }, formats)), own], (options) => run("export", options), "Export");
}

export function prepareStudio() {
  const box = byId("form");
  box.addEventListener("click", (event) => event.target === box && box.close());
  byId("action").addEventListener("click", (event) => {
    const link = event.target.closest("[data-piece]");
    if (link) openPiece(link.dataset.piece);
  });
}
