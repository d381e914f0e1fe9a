// A list as a table: which rows are shown in which order, which cells are chosen, and what they become.
// Nothing here knows the page. Rows and columns count from 0, in the order in which they are shown.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const inOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

export class TableModel {
  // `table` is what the server says of a list, with its rows.
  constructor(table) {
    this.table = table;
    this.sorted = null; // {column, down}
    this.filters = new Map(); // column -> the words that are looked for
    this.at = { row: 0, column: 0 }; // the cell that has the keyboard
    this.from = { row: 0, column: 0 }; // the other corner of what is chosen
    this.arrange();
  }

  // The same list as it is now; what is shown and chosen stays as far as it is still there.
  renew(table) {
    this.table = table;
    this.arrange();
    this.at = this.inside(this.at);
    this.from = this.inside(this.from);
  }

  get columns() { return this.table.columns; }
  get height() { return this.shown.length; }

  arrange() {
    const wanted = [...this.filters].map(([column, words]) => [column, plain(words).split(/\s+/).filter(Boolean)]).filter(([, words]) => words.length);
    const has = (row) => wanted.every(([column, words]) => { const said = plain(row.cells[column] ?? ""); return words.every((word) => said.includes(word)); });
    this.shown = this.table.rows.filter(has);
    if (!this.sorted) return;
    const { column, down } = this.sorted;
    const last = (row) => ((row.cells[column] ?? "") === "" ? 1 : 0); // empty cells come last, whichever way
    this.shown = this.shown.toSorted((one, other) => last(one) - last(other) || inOrder(one.cells[column] ?? "", other.cells[column] ?? "") * (down ? -1 : 1));
  }

  sortBy(column) {
    const same = this.sorted?.column === column;
    this.sorted = same && this.sorted.down ? null : { column, down: same };
    this.arrange();
  }

  filter(column, words) {
    if (words) this.filters.set(column, words);
    else this.filters.delete(column);
    this.arrange();
    this.choose({ row: 0, column: this.at.column });
  }

  inside({ row, column }) {
    return { row: Math.max(0, Math.min(row, this.height - 1)), column: Math.max(0, Math.min(column, this.columns.length - 1)) };
  }

  // Moves the keyboard to a cell; with `extend` the other corner of what is chosen stays.
  choose(cell, extend = false) {
    this.at = this.inside(cell);
    if (!extend) this.from = this.at;
  }

  get chosen() {
    const [rows, columns] = [[this.at.row, this.from.row], [this.at.column, this.from.column]];
    return { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...columns), right: Math.max(...columns) };
  }

  isChosen(row, column) {
    const { top, bottom, left, right } = this.chosen;
    return row >= top && row <= bottom && column >= left && column <= right;
  }

  text(row, column) { return this.shown[row]?.cells[column] ?? ""; }

  // Why a cell cannot be changed; "" if it can.
  why(row, column) { return this.table.why || this.columns[column]?.why || this.shown[row]?.locked?.[column] || ""; }

  // The chosen cells as a spreadsheet takes them from the clipboard.
  copied() {
    const { top, bottom, left, right } = this.chosen;
    const lines = [];
    for (let row = top; row <= bottom; row += 1) {
      const cells = [];
      for (let column = left; column <= right; column += 1) cells.push(this.text(row, column));
      lines.push(cells);
    }
    return toTabs(lines);
  }

  // The changes of cells that put a block of texts at the chosen corner; a single text fills all that is chosen.
  // What lies beyond the last row comes back as `more`, whole rows to be added.
  pasted(block) {
    const { top, bottom, left, right } = this.chosen;
    const one = block.length === 1 && block[0].length === 1;
    const lines = one ? Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(block[0][0])) : block;
    const [cells, more] = [[], []];
    lines.forEach((line, down) => {
      const row = top + down;
      if (row >= this.height) {
        more.push(this.columns.map((_, column) => line[column - left] ?? ""));
        return;
      }
      line.slice(0, this.columns.length - left).forEach((text, across) => cells.push([row, left + across, text]));
    });
    return { ...this.changes(cells), more };
  }

  // The changes that fill the first chosen row, or column, into the others.
  filled(across = false) {
    const { top, bottom, left, right } = this.chosen;
    const cells = [];
    for (let row = top + (across ? 0 : 1); row <= bottom; row += 1) {
      for (let column = left + (across ? 1 : 0); column <= right; column += 1) cells.push([row, column, across ? this.text(row, left) : this.text(top, column)]);
    }
    return this.changes(cells);
  }

  emptied() {
    const { top, bottom, left, right } = this.chosen;
    const cells = [];
    for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) cells.push([row, column, ""]);
    return this.changes(cells);
  }

  // Cells of the list to be changed, by the list's own rows, and the reasons for those that stay.
  changes(cells) {
    const refused = new Set();
    const changed = [];
    for (const [row, column, text] of cells) {
      if (text === this.text(row, column)) continue;
      const why = this.why(row, column);
      if (why) refused.add(why);
      else changed.push({ row: this.shown[row].row, column, text });
    }
    return { cells: changed, refused: [...refused] };
  }

  chosenRows() {
    const { top, bottom } = this.chosen;
    return this.shown.slice(top, bottom + 1).map((row) => row.row);
  }

  // Shows changes before the server has made them.
  apply(cells) {
    const rows = new Map(this.table.rows.map((row) => [row.row, row]));
    for (const { row, column, text } of cells) rows.get(row).cells[column] = text;
  }
}

const QUOTED = /["\t\r\n]/;

// Rows of cells as text with tabs, quoted as spreadsheet programs do.
export const toTabs = (lines) => lines.map((cells) => cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");

// The rows of cells in a text from a spreadsheet program.
export function fromTabs(text) {
  const lines = [[]];
  let at = 0;
  const end = text.endsWith("\n") ? text.length - (text.endsWith("\r\n") ? 2 : 1) : text.length;
  while (at <= end) {
    let cell = "";
    if (text[at] === '"') {
      let close = at + 1;
      while (close < end && !(text[close] === '"' && text[close + 1] !== '"')) close += text[close] === '"' ? 2 : 1;
      const after = text[close + 1];
      if (close < end && (after === undefined || close + 1 >= end || "\t\r\n".includes(after))) {
        cell = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      }
    }
    const rest = at + text.slice(at, end).search(/[\t\r\n]|$/);
    cell += text.slice(at, rest);
    lines.at(-1).push(cell.replaceAll("\r\n", "\n"));
    if (rest >= end) return lines;
    at = rest + 1;
    if (text[rest] === "\r" && text[rest + 1] === "\n") at += 1;
    if (text[rest] !== "\t") lines.push([]);
  }
  return lines;
}
