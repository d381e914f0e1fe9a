// The start page of a studio: begins a new game, or opens one.

import { byId, coded, el, refill, svg } from "./dom.js";
import { post, takeToken } from "./edit.js";

const NAMES = { cards: "Cards", hexes: "Hexagons", tokens: "Tokens", board: "A board", wargame: "A wargame", rails: "A railway game", rules: "Cards after rules", blank: "An empty card" };

// What each start looks like, in a box of 48 by 32.
const LOOKS = {
  cards: "M16 5h14a2 2 0 0 1 2 2v19a2 2 0 0 1-2 2H16a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM18 9h10v8H18zM18 21h10M18 24h7M34 7l5 1.5a2 2 0 0 1 1.4 2.5L36 27M12 9l-4 1.5A2 2 0 0 0 7 13l5 13",
  hexes: "M24 3l7 4v8l-7 4-7-4V7zM17 15l7 4v8l-7 4-7-4v-8zM31 15l7 4v8l-7 4-7-4v-8z",
  tokens: "M9 16a7 7 0 1 0 14 0 7 7 0 1 0-14 0M12.5 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M27 9h13v13H27zM31 13h5v5h-5z",
  board: "M5 4h38v24H5zM24 4v24M5 16h38M10 9h8M30 23c2-4 6-4 8 0M10 24l5-5 4 4",
  wargame: "M10 4l6 3.4v6.8L10 17.6 4 14.2V7.4zM22 4l6 3.4v6.8l-6 3.4-6-3.4V7.4zM16 14.4l6 3.4v6.8L16 28l-6-3.4v-6.8zM31 10h13v13H31zM33 13h9v5h-9zM33 13l9 5M42 13l-9 5M35 21h5",
  rails: "M24 3l11 6.5v13L24 29l-11-6.5v-13zM18.5 6.3c3 6 3 13 0 19.4M29.5 6.3c-3 6-3 13 0 19.4M17 12h14M17 20h14",
  rules: "M8 4h13a1 1 0 0 1 1 1v22a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM10 9h9M10 13h9M10 17h9M10 21h6M28 8h13v16H28zM31 16l2.5 2.5L38 13",
  blank: "M17 4h14a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H17a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
};

// Shows why something was not done; where it was, the page of the game comes.
async function ask(path, body) {
  const box = byId("refused");
  box.hidden = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await post(path, body);
    if (answer.ok) return location.assign("/");
    const isJson = answer.headers.get("Content-Type") === "application/json";
    const problems = isJson ? (await answer.json()).problems : [{ message: await answer.text(), hint: "" }];
    refill(box, problems.map(({ message, hint }) => el("span", {}, coded(message), hint && [": ", coded(hint)])));
  } catch {
    refill(box, el("span", {}, "The studio does not answer: start it again."));
  }
  box.hidden = false;
  document.body.removeAttribute("aria-busy");
}

const found = (one) => el("li", {}, el("button", { type: "button", title: one.folder, onclick: () => ask("/api/open", { id: one.id }) }, el("b", {}, one.name), el("small", {}, el("bdi", {}, one.folder))));

function choice({ name, about }, number) {
  return el("label", { class: "choice" }, el("input", { type: "radio", name: "start", value: name, checked: number === 0 }), LOOKS[name] && svg("svg", { viewBox: "0 0 48 32", "aria-hidden": "true" }, svg("path", { d: LOOKS[name] })), el("b", {}, NAMES[name] ?? name), el("small", {}, about));
}

async function show() {
  const told = await (await fetch("/api/studio")).json();
  byId("opened").hidden = !told.open;
  byId("back").textContent = told.open;
  byId("projects").hidden = !(told.recent.length + told.below.length);
  refill(byId("found"), [...told.recent, ...told.below].map(found));
  refill(byId("starts"), told.starts.map(choice));
  byId("where").textContent = `It gets a folder of this name in ${told.here}`;
  byId("new").addEventListener("submit", (event) => {
    event.preventDefault();
    ask("/api/new", { name: byId("name").value, start: new FormData(byId("new")).get("start") });
  });
}

takeToken();
show();
