// The words that changed from one text to another: what was taken out, and what was put in.

import { el } from "./dom.js";

const MOST_PAIRS = 2_000_000; // pairs of words that are compared: texts of 1,400 words each
const LONG = 40; // so many words that stay are folded away,
const AROUND = 8; // but for these at both ends

// Words, signs and spaces, each by itself; scripts without spaces are parted as browsers know how.
function parted(text, language) {
  if (!Intl.Segmenter) return text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
  return [...new Intl.Segmenter(language || undefined, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
}

// Which of the words of each text stay: their longest common sequence.
function staying(before, after) {
  let [start, endBefore, endAfter] = [0, before.length, after.length];
  while (start < Math.min(endBefore, endAfter) && before[start] === after[start]) start += 1;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) [endBefore, endAfter] = [endBefore - 1, endAfter - 1];
  const outside = (start_, end) => (_, at) => at < start_ || at >= end;
  const stays = [before.map(outside(start, endBefore)), after.map(outside(start, endAfter))];
  const [rows, columns] = [endBefore - start, endAfter - start];
  if (rows * columns > MOST_PAIRS) return stays;
  const wide = columns + 1;
  const lengths = new Uint16Array((rows + 1) * wide);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * wide + column;
      lengths[at] = before[start + row] === after[start + column] ? lengths[at + wide + 1] + 1 : Math.max(lengths[at + wide], lengths[at + 1]);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * wide + column;
    if (before[start + row] === after[start + column]) {
      stays[0][start + row] = stays[1][start + column] = true;
      [row, column] = [row + 1, column + 1];
    } else if (lengths[at + wide] >= lengths[at + 1]) row += 1;
    else column += 1;
  }
  return stays;
}

// Stretches of words that stay or do not, in turn; a space between two words that do not is one of them.
function stretches(words, stays) {
  const found = [];
  words.forEach((word, at) => {
    const stay = stays[at] && !(/^\s+$/.test(word) && at > 0 && at + 1 < words.length && !stays[at - 1] && !stays[at + 1]);
    if (found.at(-1)?.stay === stay) found.at(-1).words.push(word);
    else found.push({ stay, words: [word] });
  });
  return found;
}

function folded(words, isFirst, isLast) {
  if (words.length <= LONG) return words.join("");
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const inner = words.slice(head, words.length - tail);
  const count = inner.filter((word) => /\S/.test(word)).length;
  const more = el("button", { type: "button", class: "folded", "aria-label": `Show ${count} words that stay`, onclick: () => more.replaceWith(inner.join("")) }, "…");
  return [words.slice(0, head).join(""), " ", more, " ", words.slice(words.length - tail).join("")];
}

// Spaces at the ends of what changed are not marked.
function changed(tag, words) {
  const [, before, inner, after] = /^(\s*)(.*?)(\s*)$/s.exec(words.join(""));
  return [before, inner && el(tag, {}, inner), after];
}

function marked(tag, words, stays) {
  const parts = stretches(words, stays);
  return parts.map(({ stay, words: own }, at) => (stay ? folded(own, at === 0, at === parts.length - 1) : changed(tag, own)));
}

// Two texts, the words that differ marked in each; null for a text that was not, or is no more.
export function wordsChanged(before, after, language) {
  if (before === null || after === null) return [before === null ? "—" : el("del", {}, before || "—"), after === null ? "—" : el("ins", {}, after || "—")];
  const words = [parted(before, language), parted(after, language)];
  const stays = staying(...words);
  return [marked("del", words[0], stays[0]), marked("ins", words[1], stays[1])].map((parts) => (parts.length ? parts : "—"));
}
