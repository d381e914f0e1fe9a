"use strict";

const given = JSON.parse(document.getElementById("given").textContent);
const words = given.words;
const DRAFT = [given.mark, given.game, given.version, given.language].join(":");
const LISTS = ["players", "times", "rulings"];
const NAMES = { players: "player", times: "time", rulings: "ruling" };
const MOST_ROWS = 500;
const ID = /^[a-z0-9-]{8,40}$/;
const CODE = /^[A-Z]{2}-[A-Z0-9]{4}$/;

const $ = (id) => document.getElementById(id);
const said = (name, filling = {}) =>
  words[name].replace(/\{(\w+)\}/g, (whole, key) => (key in filling ? filling[key] : whole));
const two = (number) => String(number).padStart(2, "0");

// What this sheet is about: a file that was opened may be about an earlier version.
let version = given.version;
let unsaved = false;
let id = newId();
let state = ["state_new", {}];
let watch = { since: 0, before: 0 };  // milliseconds: when it was started, what ran before that

// Values of the form.

const inputs = (inside) => inside.querySelectorAll("input, select, textarea");

function read(element) {
  if (element.type === "checkbox") return element.checked;
  return element.value;
}

function fill(element, value) {
  if (element.type === "checkbox") element.checked = value === true;
  else element.value = typeof value === "string" || typeof value === "number" ? value : "";
  if (element.localName === "textarea") grow(element);
}

function grow(element) {
  element.style.height = "auto";
  element.style.height = `${element.scrollHeight + 2}px`;
}

const valuesIn = (inside) =>
  Object.fromEntries([...inputs(inside)].map((element) => [element.name, read(element)]));

// The name of a session, so that it counts once however often it is saved.
function newId() {
  const parts = crypto.getRandomValues(new Uint8Array(8));
  return [...parts].map((part) => part.toString(16).padStart(2, "0")).join("");
}

function chosen(inside, name) {
  const checked = $(inside).querySelector(`input[type=radio][name="${name}"]:checked`);
  return checked ? Number(checked.value) : null;
}

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,6})?$/;

function ownAnswer({ name, number }) {
  const element = $("own").querySelector(`[name="${name}"]`);
  if (element.type === "radio") return chosen("own", name);
  const typed = element.value.trim();
  return number && NUMBER.test(typed) ? Number(typed.replace(",", ".")) : element.value;
}

function answers() {
  const scales = {};
  for (const scale of given.scales) scales[scale.name] = chosen("scales", scale.name);
  const own = Object.fromEntries(given.own.map((asked) => [asked.name, ownAnswer(asked)]));
  const lists = LISTS.map((list) => [list, [...$(list).children].map(valuesIn)]);
  return {
    session: valuesIn($("session")),
    ...Object.fromEntries(lists),
    scales,
    questions: valuesIn($("questions")),
    observer: document.querySelector("[name=observer]").value,
    own,
  };
}

const isRecord = (value) => value && typeof value === "object" && !Array.isArray(value);
const record = (value) => (isRecord(value) ? value : {});

function show(typed) {
  for (const part of ["session", "questions"]) {
    for (const element of inputs($(part))) fill(element, record(typed[part])[element.name]);
  }
  for (const list of LISTS) {
    $(list).replaceChildren();
    const rows = Array.isArray(typed[list]) ? typed[list].slice(0, MOST_ROWS) : [];
    for (const row of rows) addRow(list, record(row));
  }
  for (const [part, values] of [["scales", typed.scales], ["own", typed.own]]) {
    for (const element of inputs($(part))) {
      const value = record(values)[element.name];
      if (element.type === "radio") element.checked = value === Number(element.value);
      else fill(element, value);
    }
  }
  fill(document.querySelector("[name=observer]"), typed.observer);
}

function blank() {
  const moments = ["moment_setup", "moment_first", "moment_end"];
  return {
    session: { date: today() },
    players: Array.from({ length: given.players }, () => ({})),
    times: moments.map((moment) => ({ moment: words[moment] })),
    rulings: [{}],
  };
}

function today() {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

// Rows of the tables.

function addRow(list, values = {}, before = null) {
  const row = $(`row-${list}`).content.firstElementChild.cloneNode(true);
  $(list).insertBefore(row, before);
  for (const element of inputs(row)) fill(element, values[element.name]);
  number(list);
  return row;
}

function number(list) {
  [...$(list).children].forEach((row, index) => {
    const name = said(NAMES[list], { number: index + 1 });
    row.setAttribute("aria-label", name);
    const label = said("remove", { name });
    row.querySelector(".remove").setAttribute("aria-label", label);
    row.querySelector(".remove").title = label;
  });
}

function removeRow(row) {
  const list = row.parentElement;
  const filled = Object.values(valuesIn(row)).some((value) => value !== "" && value !== false);
  if (filled && !confirm(words.remove_sure)) return;
  const next = row.nextElementSibling || row.previousElementSibling;
  row.remove();
  number(list.id);
  const focus = next || list.parentElement;
  focus.querySelector(next ? "input, select" : ".add").focus();
  changed();
}

// The stopwatch: it counts on while the page is closed.

const elapsedMs = () => watch.before + (watch.since ? Date.now() - watch.since : 0);

function clockOf(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function nowClock() {
  const now = new Date();
  return `${two(now.getHours())}:${two(now.getMinutes())}`;
}

function showWatch() {
  const running = watch.since > 0, begun = running || watch.before > 0;
  $("elapsed").textContent = clockOf(elapsedMs());
  const stopped = begun ? "watch_resume" : "watch_start";
  $("watch-go").textContent = words[running ? "watch_pause" : stopped];
  $("watch-lap").disabled = $("watch-end").disabled = !running;
  $("watch-reset").disabled = !begun;
}

const valueIn = (row, name) => row.querySelector(`[name=${name}]`).value;

function stamp(row) {
  fill(row.querySelector("[name=clock]"), nowClock());
  fill(row.querySelector("[name=elapsed]"), clockOf(elapsedMs()));
}

const isFree = (row) => !valueIn(row, "clock") && !valueIn(row, "elapsed");
const isEnd = (row) => valueIn(row, "moment") === words.moment_end;

function lap() {
  const rows = [...$("times").children];
  const free = rows.find((row) => isFree(row) && !isEnd(row));
  const end = rows.find((row) => isFree(row) && isEnd(row));
  const rounds = rows.map((row) => valueIn(row, "moment"));
  let count = 1;
  while (rounds.includes(said("round", { number: count }))) count += 1;
  const row = free || addRow("times", { moment: said("round", { number: count }) }, end || null);
  stamp(row);
}

function start() {
  const first = elapsedMs() === 0;
  watch.since = Date.now();
  if (!first) return;
  const begin = document.querySelector("[name=begin]");
  if (!begin.value) begin.value = nowClock();
  lap();
}

function pause() {
  watch = { since: 0, before: Math.max(1, elapsedMs()) };
}

function finish() {
  const free = [...$("times").children].find((row) => isFree(row) && isEnd(row));
  stamp(free || addRow("times", { moment: words.moment_end }));
  const end = document.querySelector("[name=end]");
  if (!end.value) end.value = nowClock();
  pause();
}

// The draft in the browser, and files.

function keepDraft() {
  try {
    const draft = { id, version, unsaved, watch, state, answers: answers() };
    localStorage.setItem(DRAFT, JSON.stringify(draft));
    return true;
  } catch {
    return false;  // no storage in a private window, or from this file
  }
}

function draft() {
  try {
    return record(JSON.parse(localStorage.getItem(DRAFT)));
  } catch {
    return {};
  }
}

function changed() {
  unsaved = true;
  tell("state_draft");
  if (!keepDraft()) tell("state_undrafted");
}

function tell(name, filling = {}) {
  state = [name, filling];
  $("state").textContent = said(...state);
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

function showVersion() {
  $("version").textContent = version;
  notice(version === given.version ? "" : said("other_version", { version }));
}

function download(text, kind, type) {
  const day = document.querySelector("[name=date]").value || today();
  const link = document.createElement("a");
  link.download = `${given.game}-${version}-${day}.${kind}`;
  link.href = URL.createObjectURL(new Blob([text], { type }));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return link.download;
}

function save() {
  const { mark, format_version, game, title, code } = given;
  const head = { format: mark, format_version, id, game, title, version, language: code };
  const whole = { ...head, answers: answers() };
  const file = download(`${JSON.stringify(whole, null, 1)}\n`, "json", "application/json");
  unsaved = false;
  tell("state_saved", { file });
  keepDraft();
}

function asText() {
  const typed = answers();
  const lines = [given.title, `${words.form} · ${words.version} ${version}`, ""];
  const heading = (name) => lines.push("", words[name].toUpperCase());
  const pair = (label, value) => value !== "" && lines.push(`${label}: ${value}`);
  const indented = (text) => text.split("\n").map((line) => `  ${line}`);
  for (const [name, value] of Object.entries(typed.session)) pair(words[name], value);
  pair(words.language, given.language);
  const table = (name, columns, shown) => {
    const rows = typed[name].filter((row) => columns.some((key) => row[key] && key !== "moment"));
    if (!rows.length) return;
    heading(name);
    const filled = rows.map((row) => shown(row).filter(Boolean).join(" · "));
    filled.forEach((row, index) => lines.push(`${index + 1}. ${row}`));
  };
  const labelled = (label, value) => value && `${label}: ${value}`;
  table("players", ["seat", "before", "score", "won"], (row) => [
    row.seat,
    row.before && `${words.before} ${words[row.before]}`,
    labelled(words.score, row.score),
    row.won && `${words.won} ${words.yes}`,
  ]);
  table("times", ["moment", "clock", "elapsed"], (row) => [row.moment, row.clock, row.elapsed]);
  heading("scales");
  for (const { name, asked, low, high } of given.scales) {
    lines.push(`${asked} ${typed.scales[name] ?? "–"}  (1 ${low}, 5 ${high})`);
  }
  heading("questions");
  for (const { name, asked } of given.questions) {
    lines.push(asked, ...indented(typed.questions[name] || "–"));
  }
  for (const asked of given.own) {
    const answer = typed.own[asked.name];
    lines.push(asked.asked, ...indented(String(asked.choices[answer] ?? (answer || "–"))));
  }
  table("rulings", ["code", "question", "answer"], (row) => [
    row.code,
    row.question,
    labelled(words.answer, row.answer),
  ]);
  if (typed.observer) {
    heading("observer");
    lines.push(...indented(typed.observer));
  }
  return `${lines.join("\n")}\n`;
}

async function load(file) {
  let found = {};
  try {
    found = record(JSON.parse(await file.text()));
  } catch {
    found = {};
  }
  if (found.format !== given.mark || !CODE.test(found.version) || !found.answers) {
    notice(said("not_ours", { file: file.name }));
  } else if (found.game !== given.game) {
    notice(said("other_game", { file: file.name, title: String(found.title) }));
  } else if (!unsaved || confirm(words.sure)) {
    version = found.version;
    id = ID.test(found.id) ? found.id : newId();
    watch = { since: 0, before: 0 };
    show(record(found.answers));
    unsaved = false;
    showVersion();
    showWatch();
    tell("state_opened", { file: file.name });
    keepDraft();
  }
  window.scrollTo(0, 0);
}

function begin(kept) {
  version = CODE.test(kept.version) ? kept.version : given.version;
  id = ID.test(kept.id) ? kept.id : newId();
  unsaved = kept.unsaved === true;
  const { since, before } = record(kept.watch);
  watch = { since: Number(since) || 0, before: Number(before) || 0 };
  show(kept.answers ? record(kept.answers) : blank());
  showVersion();
  showWatch();
  const [name, filling] = Array.isArray(kept.state) ? kept.state : [];
  if (typeof words[name] === "string") tell(name, record(filling));
  else tell("state_new");
}

// What is pressed and typed.

const press = (id, act) => $(id).addEventListener("click", act);
const timed = (id, act) => press(id, () => {
  act();
  changed();
  showWatch();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "file") return;
  if (event.target.localName === "textarea") grow(event.target);
  changed();
});
document.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest(".remove")) removeRow(target.closest(".row"));
  const list = target.closest(".add")?.dataset.adds;
  if (list) {
    addRow(list).querySelector("input, select").focus();
    changed();
  }
});
// A number that is pressed again is taken back.
let checkedBefore = null;
for (const part of ["scales", "own"]) {
  $(part).addEventListener("pointerdown", (event) => {
    const input = event.target.closest("label")?.querySelector("input[type=radio]");
    checkedBefore = input && input.checked ? input : null;
  });
  $(part).addEventListener("click", (event) => {
    if (event.target !== checkedBefore) return;
    checkedBefore = null;
    event.target.checked = false;
    changed();
  });
}
$("form").addEventListener("submit", (event) => event.preventDefault());
$("form").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.localName === "input") event.preventDefault();
});
timed("watch-go", () => (watch.since ? pause() : start()));
timed("watch-lap", lap);
timed("watch-end", finish);
press("watch-reset", () => {
  if (!confirm(words.watch_sure)) return;
  watch = { since: 0, before: 0 };
  changed();
  showWatch();
});
press("save", save);
press("save-text", () => {
  download(asText(), "txt", "text/plain;charset=utf-8");
});
press("print", () => window.print());
press("open", () => $("file").click());
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (file) await load(file);
  $("file").value = "";
});
press("new", () => {
  if (unsaved && !confirm(words.sure)) return;
  begin({});
  keepDraft();
  window.scrollTo(0, 0);
});
window.addEventListener("beforeprint", () => document.querySelectorAll("textarea").forEach(grow));
window.addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});
setInterval(() => {
  if (watch.since) $("elapsed").textContent = clockOf(elapsedMs());
}, 250);

begin(draft());
