// Odds of a hand. The server counts them; here the question is asked and the answer shown.

import { byId, coded, el, refill } from "./dom.js";
import { folded, unfold } from "./deck_charts.js";
import { choose, chosen } from "./deck_data.js";
import { get } from "./live.js";
import { state } from "./state.js";

const TURNS = 10;
const NOT_TOLD = { cards: 0, pieces: [], good: 0, good_pieces: [], second: 0, both: 0, wish: "", said: "", chance: 0, expected: "", distribution: [], turns: [], notes: [], refusals: [] };

export async function askOdds(of) {
  const now = chosen();
  const figures = { drawn: now.drawn, least: now.least, most: now.most, second_least: now.secondLeast, second_most: now.secondMost, turns: TURNS };
  try {
    return await get(`/api/odds/${encodeURIComponent(state.game)}`, { kind: of.kind, deck: of.deck, among: now.among, where: now.where, second: now.second, ...figures });
  } catch (error) {
    if (/: \d+$/.test(error.message)) return { ...NOT_TOLD, refusals: [{ about: "", message: "the conditions are too long together", hint: "" }] };
    throw error;
  }
}

export const refusalsOf = (told, ...about) => told.refusals.filter((one) => about.includes(one.about)).map((one) => el("p", { class: "refusal", role: "alert" }, coded(one.message), one.hint && [": ", coded(one.hint)]));

const share = (label, one, emphasis) => el("tr", { class: emphasis ? "now" : null }, el("th", { scope: "row" }, label), el("td", {}, one.said), el("td", { class: "bar-of" }, el("span", { class: "part", vars: { width: `${one.chance * 100}%` } })));

const tableOf = (name, head, rows) => el("table", { class: "shares" }, el("caption", {}, name), el("thead", {}, el("tr", {}, el("th", { scope: "col" }, head), el("th", { scope: "col" }, "odds"), el("td", {}))), el("tbody", {}, rows));

export function drawOdds(told) {
  const { where } = chosen();
  const wrong = refusalsOf(told, "where", "second", "drawn", "least", "most", "second_least", "second_most", "wanted", "turns", "cards", "both", "");
  const notes = told.notes.map((note) => el("p", { class: "note" }, coded(note)));
  if (!told.said) {
    refill(byId("odds"), wrong, notes, !wrong.length && !where.trim() && el("p", { class: "fine" }, "Say above which cards are good: how likely a hand has them stands here."));
    return;
  }
  const now = chosen();
  const wanted = (number) => number >= Number(now.least || 1) && number <= Number(now.most || Infinity);
  refill(
    byId("odds"),
    el("p", { class: "answer", role: "status" }, el("b", {}, told.said), ` ${told.wish}`),
    el("p", { class: "fine" }, now.second.trim() ? `${told.both} of the cards are in both groups.` : `On average, a hand has ${told.expected} of them.`),
    notes,
    wrong,
    el("div", { class: "tables" },
      tableOf("By turn, each with one more card", "drawn", told.turns.map((one, turn) => share(String(one.number), one, !turn))),
      now.second.trim() ? null : tableOf("Good cards in the hand", "exactly", told.distribution.map((one) => share(String(one.number), one, wanted(one.number))))),
  );
}

// The fields in which the question is typed; `asked` is called when it has changed.
export function questionOf(columns, helper, asked) {
  const number = (name, label, key) => el("label", {}, label, el("input", { type: "number", min: 0, max: 200, inputmode: "numeric", "data-key": `odds/${key}`, value: chosen()[name], oninput: (event) => { choose({ [name]: event.target.value }); asked(); } }));
  if (chosen().second) unfold("odds/second");
  return [
    el("div", { class: "question" }, el("h3", {}, "Good cards"), helper("where", "Good are cards where", columns, asked), el("div", { class: "controls" }, number("least", "at least ", "least"), number("most", "at most ", "most"))),
    folded("odds/second", "And of a second group", () => el("div", { class: "question" }, helper("second", "And cards where", columns, asked), el("div", { class: "controls" }, number("secondLeast", "at least ", "second-least"), number("secondMost", "at most ", "second-most")))),
  ];
}
