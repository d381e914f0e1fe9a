// What is wrong, each with the piece that it is about and the line where it can be mended.

import { byId, coded, el, place, plural, refill, spotOf } from "./dom.js";
import { state } from "./state.js";

const goTo = (id) => {
  const name = state.snapshot.pieces.get(id)?.name ?? id;
  return el("button", { type: "button", class: "to-piece", "data-piece": id }, name);
};

// Two places in one line of a file are one place for whoever looks there.
const spotsOf = (claim) => [...new Map([claim, ...claim.where].map((spot) => [spotOf(spot), spot])).values()].slice(0, 5);

function heading(one) {
  if ("verdict" in one) return [el("b", {}, `${one.verdict}: ${one.claim}`)];
  return [el("b", {}, one.code), " ", one.key && [el("code", {}, one.key), " "], coded(one.message)];
}

// A problem or a claim as an entry of a list; `linked` adds the way to its pieces.
export function trouble(one, linked = false) {
  const isClaim = "verdict" in one;
  const links = linked && one.pieces.length ? el("p", { class: "links" }, one.pieces.slice(0, 6).map(goTo), one.pieces.length > 6 ? ` and ${one.pieces.length - 6} more` : null) : null;
  const spots = isClaim ? spotsOf(one) : [one];
  return el(
    "li",
    { class: isClaim ? `claim ${one.fault ? "fault" : "open"}` : `problem ${one.severity}` },
    el("p", { class: "what" }, heading(one)),
    isClaim && el("dl", {}, el("dt", {}, one.said_by), el("dd", {}, one.says || "—"), el("dt", {}, "box"), el("dd", {}, one.has || "—"), one.decision && [el("dt", {}, "decided"), el("dd", {}, one.decision)]),
    one.hint && el("p", { class: "hint" }, coded(one.hint)),
    el("p", { class: "places" }, spots.map((spot) => place(spot))),
    links,
  );
}

export const troubleList = (items) => el("ul", { class: "troubles" }, items.map((one) => trouble(one, true)));

function part(title, items, noun, fine) {
  const count = items.length ? el("small", {}, plural(items.length, noun)) : null;
  return el("section", {}, el("h2", {}, title, count), items.length ? troubleList(items) : el("p", { class: "fine" }, fine));
}

const OF_DOCUMENT = { differs: "The document says otherwise", agrees: "The box agrees with its rule document.", open: "Contradictory or open in the document" };
const OF_ORIGINAL = { differs: "Claims that differ", agrees: "No claim differs.", open: "To be decided" };

// Remarks are problems of a kind of their own.
export const isRemark = ({ code }) => code === "E191" || code === "E192";

export function drawProblems() {
  const { faults, claims, pieces, original } = state.snapshot;
  const open = claims.filter((one) => !one.fault);
  const words = original ? OF_ORIGINAL : OF_DOCUMENT;
  const [remarks, others] = [faults.filter(isRemark), faults.filter((one) => !isRemark(one))];
  const parts = [part("Content and templates", others, "problem", "Nothing is wrong in content and templates.")];
  if (remarks.length) parts.push(part("Remarks of those who looked", remarks, "remark", ""));
  if (pieces.size) parts.push(part(words.differs, claims.filter((one) => one.fault), "claim", words.agrees));
  if (open.length) parts.push(part(words.open, open, "question", ""));
  refill(byId("content"), el("div", { class: "problems" }, parts));
}
