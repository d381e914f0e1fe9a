// What is printed on a sheet besides faces: cuts with their numbers, folds, glue, ruler and label.

import { svg } from "./dom.js";

const MM_PER_PT = 25.4 / 72;
const DIGIT_EM = 0.65; // how high figures of Source Sans Pro are
const X_EM = 0.243; // half of what small letters are high
const [PAD_MM, GAP_MM, FOOT_MM] = [0.5, 3, 0.5];
const [LABEL_MM, NUMBER_MM] = [10, 8.1]; // room for a label, and for what the ruler's length is written in
const TICKS = [[10, 2.6], [5, 1.9], [1, 1.2]];

const LAYERS = ["halos", "lines", "seams", "folds", "glue", "full"];

export function sheetMarks(marks) {
  const paths = LAYERS.filter((name) => marks[name]).flatMap((name) => {
    const ground = ["seams", "folds"].includes(name) ? [svg("path", { class: "marks ground", d: marks[name] })] : [];
    return [...ground, svg("path", { class: `marks ${name}`, d: marks[name] })];
  });
  return [...paths, ...marks.figures.map(figure)];
}

function figure({ x_mm, y_mm, text, height_mm, turn_deg }) {
  const size = height_mm / DIGIT_EM;
  return svg("text", { class: "figure", x: 0, y: height_mm / 2, "font-size": size, transform: `translate(${x_mm} ${y_mm}) rotate(${turn_deg})` }, text);
}

function ticks(length_mm) {
  const path = [`M0 0h${length_mm}`];
  for (let at = 0; at <= length_mm; at += 1) path.push(`M${at} 0v-${TICKS.find(([every]) => at % every === 0)[1]}`);
  return path.join("");
}

// A slug along a side of the page is read from the right.
export function slug(box, label) {
  const [long, thick] = box.upright ? [box.height_mm, box.width_mm] : [box.width_mm, box.height_mm];
  if (!long || !thick) return [];
  const turn = box.upright ? `translate(${box.x_mm + box.width_mm} ${box.y_mm + box.height_mm}) rotate(-90)` : `translate(${box.x_mm} ${box.y_mm + box.height_mm})`;
  const ruler = Math.max(0, Math.min(100, Math.floor((long - 2 * PAD_MM - NUMBER_MM - GAP_MM - LABEL_MM) / 10) * 10));
  const start = PAD_MM + (ruler ? ruler + NUMBER_MM + GAP_MM : 0);
  const scale = ruler ? [svg("path", { class: "marks ruled", d: ticks(ruler), transform: `translate(${PAD_MM} ${-FOOT_MM})` }), svg("text", { x: PAD_MM + ruler + 1, y: -FOOT_MM, "font-size": 6 * MM_PER_PT }, `${ruler} mm`)] : [];
  return [svg("g", { class: "slug", transform: turn }, scale, labelled(label, start, thick, long - PAD_MM - start))];
}

const pen = document.createElement("canvas").getContext("2d");

function wide_mm(text, size_pt) {
  pen.font = '100px "Source Sans Pro"';
  return (pen.measureText(text).width / 100) * size_pt * MM_PER_PT;
}

// On one line or on two, as large as there is room, and never cut short.
function labelled(label, x, thick, room) {
  for (let size = 6.5; size >= 4.5; size -= 0.25) if (wide_mm(label, size) <= room) return set([label], size, x, thick);
  for (let size = 6.5; size > 1; size -= 0.25) {
    const lines = wrapped(label, size, room);
    if (lines.length <= 2 && lines.every((line) => wide_mm(line, size) <= room)) return set(lines, size, x, thick);
  }
  return set([label], 1, x, thick);
}

function wrapped(label, size, room) {
  const lines = [];
  for (const word of label.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && wide_mm(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function set(lines, size_pt, x, thick) {
  const [size, step] = [size_pt * MM_PER_PT, size_pt * 1.15 * MM_PER_PT];
  const first = -thick / 2 - ((lines.length - 1) * step) / 2 + size * X_EM;
  return lines.map((line, number) => svg("text", { x, y: first + number * step, "font-size": size }, line));
}
