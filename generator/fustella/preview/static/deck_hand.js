// A hand of the deck, dealt by a seed: the same seed deals the same hand as long as the deck is the same.

import { byId, el, plural, refill } from "./dom.js";
import { choose, chosen } from "./deck_data.js";
import { faceOf } from "./faces.js";
import { kindOf, state } from "./state.js";

export const MOST_DRAWN = 200; // as of the odds

// A generator of numbers from 0 to 1 by a text: FNV-1a to a seed, then mulberry32.
export function randomOf(text) {
  let seed = 0x811c9dc5;
  for (const letter of text) seed = Math.imul(seed ^ letter.codePointAt(0), 0x01000193);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const newSeed = () => [...crypto.getRandomValues(new Uint32Array(6))].map((one) => LETTERS[one % LETTERS.length]).join("");

// The copies of pieces in the order in which they lie: Fisher and Yates.
export function shuffled(pieces, random) {
  const cards = pieces.flatMap((piece) => Array.from({ length: piece.copies }, (_, copy) => ({ piece, copy })));
  for (let at = cards.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [cards[at], cards[other]] = [cards[other], cards[at]];
  }
  return cards;
}

const whole = (text, most) => Math.min(Math.max(Math.floor(Number(text)) || 0, 0), most);

function cardOf({ piece, copy }, good) {
  const kind = kindOf(piece);
  const fronts = piece.faces.filter((face) => face.side === "front");
  const face = fronts[copy % fronts.length];
  const name = `${piece.name || piece.id}${good.has(piece.id) ? ", good" : ""}`;
  const scale = innerWidth < 560 ? Math.min(90 / kind.width_mm, 140 / kind.height_mm) : Math.min(150 / kind.width_mm, 190 / kind.height_mm);
  return el("li", {}, el("button", { type: "button", class: `card${good.has(piece.id) ? " good" : ""}`, "data-piece": piece.id, "aria-label": name, vars: { w: `${kind.width_mm * scale}px`, h: `${kind.height_mm * scale}px` } }, el("span", { class: "faces" }, face ? faceOf(kind, face.digest, name) : el("span", { class: "undrawn" }, "not drawn")), el("span", { class: "caption" }, piece.name || piece.id)));
}

let dealt = { pieces: [], good: new Set() };

// Shows the hand that is in the address; `told` is what the server says of the deck.
export function drawHand(told, redraw) {
  const own = new Set(told.pieces);
  dealt = { pieces: [...state.snapshot.pieces.values()].filter((piece) => own.has(piece.id)), good: new Set(told.said ? told.good_pieces : []) };
  if (!chosen().seed) choose({ seed: newSeed() });
  const now = chosen();
  const cards = dealt.pieces.reduce((sum, piece) => sum + piece.copies, 0);
  const [fewer, more] = [whole(now.fewer, MOST_DRAWN), whole(now.more, MOST_DRAWN)];
  const first = Math.min(Math.max(whole(now.drawn || "7", MOST_DRAWN) - fewer, 0), cards);
  const size = Math.min(first + more, cards, MOST_DRAWN);
  const hand = shuffled(dealt.pieces, randomOf(`${now.seed}/${fewer}`)).slice(0, size);
  const deal = (changes) => { choose(changes); redraw(); };
  const act = (key, label, changes, off) => el("button", { type: "button", class: "toggle", "data-key": `hand/${key}`, disabled: off, onclick: () => deal(changes()) }, label);
  const good = hand.filter((card) => dealt.good.has(card.piece.id)).length;
  const about = [plural(size, "card"), fewer && plural(fewer, "mulligan"), more && `${size - first} drawn since`, dealt.good.size && `${good} good`].filter(Boolean).join(", ");
  refill(
    byId("hand"),
    el("div", { class: "controls" },
      act("again", "New hand", () => ({ seed: newSeed(), fewer: 0, more: 0 })),
      act("mulligan", "Mulligan: one fewer", () => ({ fewer: fewer + 1, more: 0 }), first < 1),
      act("more", "Draw one more", () => ({ more: more + 1 }), size >= Math.min(cards, MOST_DRAWN)),
      el("label", {}, "Seed ", el("input", { type: "text", class: "seed", "data-key": "hand/seed", value: now.seed, maxlength: 40, autocomplete: "off", spellcheck: "false", title: "The same seed deals the same hand", onchange: (event) => deal({ seed: event.target.value.trim() || newSeed(), fewer: 0, more: 0 }) }))),
    el("p", { class: "fine", role: "status" }, hand.length ? about : "There is no card to draw."),
    el("ul", { class: "hand", "aria-label": "Hand" }, hand.map((card) => cardOf(card, dealt.good))),
  );
}
