// Lengths as files have them, `5mm`, `40%`, `100% - 10mm`, and in millimetres.

const MM = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 };
const TERM = /^\s*([-+])?\s*(\d+(?:\.\d+)?)\s*(%|[a-z]+)/i;

// At most two decimals, and none that says nothing.
export const figure = (value) => String(Number(value.toFixed(2)) || 0);

// What a length as typed comes to where 100% is `whole_mm`; null for what is no length.
export function toMm(typed, whole_mm) {
  let rest = typed.trim();
  let mm = 0;
  for (let first = true; rest; first = false) {
    const term = TERM.exec(rest);
    if (!term || (!first && !term[1])) return null;
    const [whole, sign, number, unit] = term;
    const each = unit === "%" ? whole_mm / 100 : MM[unit.toLowerCase()];
    if (!each) return null;
    mm += (sign === "-" ? -1 : 1) * Number(number) * each;
    rest = rest.slice(whole.length).trim();
  }
  return typed.trim() ? mm : null;
}

// The unit of a length as typed: `%`, `mm` …; "" for a sum, which has several.
export function unitOf(typed) {
  const term = TERM.exec(typed ?? "");
  return term && term[0].trim().length === typed.trim().length ? term[3] : "";
}

// What somebody wrote into the control of a length: a number alone has the unit of the file, or
// millimetres. The answer is a number of millimetres, or the characters to write as they are.
export function readLength(written, typed) {
  const text = written.trim().replace(",", ".");
  if (!/^[-+]?\d*\.?\d+$/.test(text)) return { typed: written.trim() };
  const unit = unitOf(typed);
  return unit && unit !== "mm" ? { typed: `${text}${unit}` } : Number(text);
}

// A length one step on, in its own unit: `40%` and 1 is `41%`.
export function stepped(written, typed, by) {
  const number = /^\s*([-+]?\d*\.?\d+)(.*)$/.exec(written.replace(",", "."));
  if (!number || (number[2].trim() && !unitOf(written))) return null;
  return `${figure(Number(number[1]) + by)}${number[2].trim() || (unitOf(typed) === "mm" ? "" : unitOf(typed))}`;
}
