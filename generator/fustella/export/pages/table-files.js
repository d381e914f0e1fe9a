// Files and texts: save, open, two screens that share a game, and what the browser keeps.

const KEPT = ["fustella-table", given.game, given.version, given.language].join(":");
const MOST_LOADED = 20e6;
const PREFIX = "fustella-table:";

function download(name, type, text) {
  const link = made("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (end) => `${given.game}-${session.version}-${session.begun.slice(0, 10)}-${session.id}.${end}`;

let savedLast = null;  // the event that was the last one when a file was saved

function saveFile() {
  const name = fileName("json");
  download(name, "application/json", `${JSON.stringify(sessionValue(), null, 1)}\n`);
  savedLast = session.log.at(-1);
  tell(said("saved", { file: name }));
}

function saveText() {
  const name = fileName("txt");
  const head = `${given.title} · ${session.version} · ${session.begun.slice(0, 10)}\n\n`;
  download(name, "text/plain", `${head}${logText(session.log, session.states)}\n`);
  tell(said("saved", { file: name }));
}

function openFile() {
  const input = made("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > MOST_LOADED) tell(said("too_long"), true);
    else if (await mayLeave("menu_open")) load(await file.text());
  });
  input.click();
}

/** Whether the game that is played may go: asked where something has happened in it. */
async function mayLeave(words) {
  if (!isPlayed() || session.log.at(-1) === savedLast || !session.log.some(({ do: done }) => done !== "start" && done !== "shuffle")) return true;
  return Boolean(await answered(said(words), [made("p", {}, said("new_sure"))], () => true, said(words)));
}

/** Takes a session from the text of a file, or tells why not. */
function load(text) {
  try {
    const loaded = sessionOf(text);
    take(loaded);
    entered();
    tellVersion();
    return true;
  } catch (fault) {
    if (!(fault instanceof Unfit)) throw fault;
    tell(fault.message, true);
    return false;
  }
}

// Two screens: one copies what happened as a text, the other pastes it.

async function packedText(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return PREFIX + btoa(letters);
}

async function textOf(packed) {
  const letters = atob(packed.slice(PREFIX.length).replace(/\s+/g, ""));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > MOST_LOADED) throw new Unfit(said("too_long"));
    parts.push(value);
  }
}

async function copyState() {
  const { table, format, format_version, id, game, title, version, language, remarks, answers } = sessionValue();
  const { pieces } = session, { box, ...rest } = table;
  const shared = session.box ? { pieces, table: { ...rest, box } } : { table: rest };  // our own is known there
  const text = await packedText(JSON.stringify({ format, format_version, id, game, title, version, language, remarks, answers, ...shared }));
  const area = made("textarea", { rows: 6, readonly: true, "aria-label": said("menu_copy") });
  area.value = text;
  const copy = button(said("copy"), async () => {
    area.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy");  // from a file, browsers may have no other clipboard
    }
    tell(said("copied"));
  }, { sign: "copy", class: "main" });
  opened(said("menu_copy"), [made("p", {}, said("copy_help")), area, made("p", { class: "ends" }, copy)], { kind: "small" });
}

async function pasteState() {
  const area = made("textarea", { "rows": 6, "aria-label": said("menu_paste"), "required": true });
  const typed = await answered(said("menu_paste"), [made("p", {}, said("paste_help")), area], () => area.value.trim());
  if (!typed) return;
  try {
    await merge(sessionOf(typed.startsWith(PREFIX) ? await textOf(typed) : typed));
  } catch (fault) {
    tell(fault instanceof Unfit ? fault.message : said("not_ours"), true);
  }
}

/** Goes on with what another screen did; if both went on, a player says whose game it is. */
async function merge(theirs) {
  const same = theirs.id === session.id;
  if (same && goesOn(session.log, theirs.log)) {
    const ahead = session.log.length - theirs.log.length;
    tell(ahead ? counted("ahead", ahead) : said("same"));
    return;
  }
  if (!same || !goesOn(theirs.log, session.log)) {
    const why = said(same ? "both_went_on" : "another_session", { ours: session.log.length, theirs: theirs.log.length });
    if (!(await answered(said("menu_paste"), [made("p", {}, why)], () => true, said("take_theirs")))) return;
  }
  const told = new Set(theirs.remarks.map((remark) => JSON.stringify(remark)));
  const remarks = same ? [...theirs.remarks, ...session.remarks.filter((remark) => !told.has(JSON.stringify(remark)))] : theirs.remarks;
  take({ ...theirs, remarks, answers: same ? { ...theirs.answers, ...session.answers } : theirs.answers });
  entered();
  tellVersion();
}

// What the browser keeps, if it may: the session that was played last.

let keeping = 0;

function keep() {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 400);
}

function keepNow() {
  if (!isPlayed()) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify(sessionValue()));
  } catch {
    // no storage in a private window, or from this file: *Save* writes a file
  }
}

function keptText() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}
