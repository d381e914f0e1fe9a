// Changes of files: gestures are sent as steps, one request after the other, and undone. What a
// page may change is said by the token of this start, which stands in the address in the terminal.

import { byId, coded, el, refill, toast } from "./dom.js";
import { receive } from "./faces.js";
import { get } from "./live.js";
import { state } from "./state.js";

const KEPT = "fustella-token";
const MIME = "application/json";

let token = "";
const seen = new Map(); // the digests of files, as the page has seen them

// Takes the token out of the address, in which it would be seen and shared.
export function takeToken() {
  const said = new URLSearchParams(location.hash.slice(1));
  if (said.get("token")) {
    localStorage.setItem(KEPT, said.get("token"));
    said.delete("token");
    history.replaceState(history.state, "", `#${said}`);
  }
  token = localStorage.getItem(KEPT) ?? "";
}

// Faces of the piece that is shown large come with the answer to a change, before all others.
let drawn = () => {};
export function onFirstFaces(show) {
  drawn = show;
}

export const canEdit = () => state.writing && token !== "";

// Notes the digests of files that came with a view, `{name: digest}`.
export function sawFiles(files) {
  for (const [name, digest] of Object.entries(files ?? {})) seen.set(name, digest);
}

const views = new Map(); // the zones of sides, as they are in the snapshot that is shown
let viewed = null;

// Notes the digests of the files that say something of a piece, as they are in what the page shows now.
// Answers with the view of the zones of one of its sides.
export function seeFilesOf(piece, side = "front") {
  if (viewed !== state.snapshot) views.clear();
  viewed = state.snapshot;
  const of = [piece.id, side].join("\n");
  if (!views.has(of)) {
    const view = get(`/api/zones/${encodeURIComponent(state.game)}`, { kind: piece.kind, side, piece: piece.id });
    views.set(of, view);
    view.then(({ files }) => sawFiles(files), () => views.delete(of));
  }
  return views.get(of);
}

// Sends gestures on a piece, which the page has seen as it is now.
export async function sendOf(piece, gestures, merge = "") {
  try {
    await seeFilesOf(piece);
  } catch {
    // the answer to the gestures says what is the matter
  }
  return send(gestures, merge);
}

// Sends a request that changes something.
export const post = (path, body) => fetch(path, { method: "POST", headers: { "Content-Type": MIME, "X-Fustella-Token": token }, body: JSON.stringify(body) });

let before = Promise.resolve();
let along = {}; // what is made with the next step

// Has a gesture made with the next step, in one with it, and then calls `made`.
export function closeWithNext(gesture, made) {
  along = gesture ? { gesture, made: () => { along = {}; made(); } } : {};
}

// Sends gestures as one step. The answer has `done`, and otherwise a reason has been shown. Steps with
// the same `merge`, directly after each other, are undone together.
export function send(gestures, merge = "") {
  const make = async () => {
    const { gesture, made } = along;
    const answer = await attempt("edit", { language: state.language, files: Object.fromEntries(seen), gestures: [...gestures, ...(gesture ? [gesture] : [])], merge });
    if (answer.done && gesture) made();
    return answer;
  };
  return (before = before.then(make, make));
}

const again = (name) => (before = before.then(() => attempt(name, {}), () => attempt(name, {})));

export const undo = () => again("undo");
export const redo = () => again("redo");

async function attempt(name, body) {
  const game = state.game;
  let answer;
  try {
    answer = await post(`/api/${name}/${encodeURIComponent(game)}`, { language: state.language, theme: state.theme, piece: state.piece, ...body });
  } catch {
    toast("The preview does not answer: nothing was changed.");
    return { done: false };
  }
  const isJson = answer.headers.get("Content-Type") === MIME;
  if (!isJson) {
    toast(`Nothing was changed: ${await answer.text()}.`);
    return { done: false };
  }
  const said = await answer.json();
  if (said.steps) showSteps({ game, ...said.steps });
  if (answer.status === 200) {
    sawFiles(said.files);
    if (said.faces?.length) {
      receive(Object.fromEntries(said.faces.map(({ digest, svg }) => [digest, svg])));
      drawn(said.faces);
    }
    return { done: true, ...said };
  }
  if (answer.status === 409) return (await offered(name, said)) ? attempt(name, { ...body, files: { ...body.files, ...said.files } }) : { done: false, ...said };
  for (const { message, hint } of said.problems) toast(hint ? `${message}: ${hint}` : message);
  return { done: false, ...said };
}

// Asks whether a change is to be made to files that were changed elsewhere meanwhile; they are never overwritten.
function offered(name, { changed, what }) {
  const box = byId("conflict");
  const files = changed.map((file) => `\`${file}\``).join(" and ");
  const isEdit = name === "edit";
  const says = isEdit ? `${files} was changed elsewhere since this page read it. Nothing is lost: your change (${what || "this one"}) has not been made yet.` : `${files} was changed elsewhere since this step (${what}). To take the step back would lose that: change the file by hand.`;
  refill(byId("conflict-says"), coded(says));
  byId("conflict-again").hidden = !isEdit;
  box.showModal();
  return new Promise((resolve) => {
    box.onclose = () => resolve(box.returnValue === "again");
  });
}

const last = { undo: "", redo: "" }; // what each of them would do

const WORDS = { undo: "Undo", redo: "Redo" };

function tell(button) {
  const { step } = button.dataset;
  const what = last[step];
  button.disabled = !what;
  button.title = what ? `${WORDS[step]}: ${what}` : `There is nothing to ${step}`;
  button.setAttribute("aria-label", what ? `${WORDS[step]}: ${what}` : WORDS[step]);
}

export function showSteps({ game, undo: back, redo: on }) {
  if (game !== state.game) return;
  Object.assign(last, { undo: back, redo: on });
  byId("steps").hidden = !canEdit();
  for (const button of document.querySelectorAll("[data-step]")) tell(button);
}

// The buttons of Undo and Redo for another place of the page, each with what `sign` makes of its name.
export function stepButtons(sign) {
  const buttons = [["undo", undo], ["redo", redo]].map(([step, act]) => el("button", { type: "button", class: "switch", "data-step": step, onclick: act }, sign(step)));
  buttons.forEach(tell);
  return buttons;
}

export async function loadSteps() {
  if (!canEdit()) return;
  try {
    showSteps({ game: state.game, ...(await get(`/api/steps/${encodeURIComponent(state.game)}`)) });
  } catch {
    // the page says already that the preview does not answer
  }
}

const TYPED = "input:not([type=checkbox], [type=radio], [type=range], [type=color]), textarea, [contenteditable]";

// Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, but for a text that is being typed, which has its own.
export function editKey(event) {
  if (!canEdit() || !(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches(TYPED)) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") {
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  }
}

export function prepareEditing() {
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("conflict-again").addEventListener("click", () => byId("conflict").close("again"));
  byId("conflict-leave").addEventListener("click", () => byId("conflict").close("leave"));
}
