// The start page of a studio: begins a new game, or opens one.

import { byId, coded, el, refill } from "./dom.js";
import { post, takeToken } from "./edit.js";

const NAMES = { cards: "Cards", hexes: "Hexagons", tokens: "Counters and coins", board: "A board", wargame: "A wargame", rails: "A railway game", rules: "Cards after rules", blank: "An empty card" };

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

const found = (one) => el("li", {}, el("button", { type: "button", title: one.folder, onclick: () => ask("/api/open", { id: one.id }) }, el("b", {}, one.name), el("small", {}, one.folder)));

function choice({ name, about }, number) {
  return el("label", { class: "choice" }, el("input", { type: "radio", name: "start", value: name, checked: number === 0 }), el("b", {}, NAMES[name] ?? name), el("small", {}, about));
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
