// What is wrong, each with the piece that it is about and the line where it can be mended.

import { byId, el, place, plural } from "./dom.js";
import { state } from "./state.js";

const goTo = (id) => {
  const name = state.snapshot.pieces.get(id)?.name ?? id;
  return el("button", { type: "button", class: "to-piece", "data-piece": id }, name);
};

// A problem or a claim as an entry of a list; `linked` adds the way to its pieces.
export function trouble(one, linked = false) {
  const isClaim = "verdict" in one;
  const links = linked && one.pieces.length ? el("p", { class: "links" }, one.pieces.slice(0, 6).map(goTo), one.pieces.length > 6 ? ` and ${one.pieces.length - 6} more` : null) : null;
  const spots = isClaim ? one.where.slice(0, 4).map((spot) => place(spot.file, spot.line)) : [];
  return el(
    "li",
    { class: isClaim ? `claim ${one.fault ? "fault" : "open"}` : `problem ${one.severity}` },
    el("p", { class: "what" }, el("b", {}, isClaim ? `${one.verdict}: ${one.claim}` : one.code), " ", isClaim ? null : [one.key && el("code", {}, one.key), one.key && " ", one.message]),
    isClaim && el("dl", {}, el("dt", {}, `document${one.lines ? `, line ${one.lines}` : ""}`), el("dd", {}, one.says || "—"), el("dt", {}, "box"), el("dd", {}, one.has || "—"), one.decision && [el("dt", {}, "decided"), el("dd", {}, one.decision)]),
    one.hint && el("p", { class: "hint" }, one.hint),
    el("p", { class: "places" }, place(one.file, one.line), spots),
    links,
  );
}

export function drawProblems() {
  const { faults, claims } = state.snapshot;
  const differing = claims.filter((one) => one.fault);
  const open = claims.filter((one) => !one.fault);
  const list = (items) => el("ul", { class: "troubles" }, items.map((one) => trouble(one, true)));
  const parts = [
    el("section", {}, el("h2", {}, "Problems", el("small", {}, plural(faults.length, "problem"))), faults.length ? list(faults) : el("p", { class: "fine" }, "Nothing is wrong in content and templates.")),
    el("section", {}, el("h2", {}, "The document says otherwise", el("small", {}, plural(differing.length, "claim"))), differing.length ? list(differing) : el("p", { class: "fine" }, "The box agrees with its rule document.")),
  ];
  if (open.length) parts.push(el("section", {}, el("h2", {}, "Contradictory or open in the document", el("small", {}, plural(open.length, "question"))), list(open)));
  byId("content").replaceChildren(el("div", { class: "problems" }, parts));
}
