// The table of a part as the studio has it: its cells, what is known of them, and changes that are sent one by one.
import { post } from "./requests.js";

export class TableModel {
  constructor(part, told) {
    Object.assign(this, { part, told, digest: "", columns: [], rows: [], lines: [], pieces: {}, marks: new Map() });
    Object.assign(this, { editable: false, order: null, sorted: null, unread: new Set(), paints: {}, file: "" });
    this.sending = Promise.resolve();
    this.waiting = 0;
    this.stale = this.missed = false;
    this.asked = 0;
  }

  get length() {
    return this.rows.length;
  }

  // The row that is shown at a place: the file's own order, unless the table is sorted.
  rowAt(place) {
    return this.order && place >= 0 && place < this.order.length ? this.order[place] : place;
  }

  placeOf(row) {
    return this.order ? this.order.indexOf(row) : row;
  }

  read(row, column) {
    return row < 0 ? (this.columns[column]?.name ?? "") : (this.rows[row]?.[column] ?? "");
  }

  marksOf(row, column) {
    return this.marks.get(`${row},${column}`) ?? [];
  }

  // Ask for what is new, unless changes are on their way: then it is asked afterwards. Wait for what was asked last.
  renew() {
    this.renewing = this.ask();
    return this.renewing;
  }

  async ask() {
    this.missed = Boolean(this.waiting);
    if (this.missed) return;
    const number = ++this.asked;
    const answer = await fetch(`/table/${encodeURIComponent(this.part)}?known=${this.stale ? "" : this.digest}`)
      .then((found) => found.json())
      .catch(() => null);
    this.missed = Boolean(this.waiting);
    if (number !== this.asked) return this.renewing;
    if (!answer || this.missed) return;
    if (!answer.ok) {
      this.told.refused(answer);
      return;
    }
    this.pieces = answer.pieces;
    this.marks = new Map();
    for (const mark of answer.marks) {
      const key = `${mark.row},${mark.column ?? ""}`;
      this.marks.set(key, [...(this.marks.get(key) ?? []), mark]);
    }
    const before = this.rows;
    if (answer.rows) {
      this.stale = false;
      const { digest, rows, columns, lines, editable, paints, file } = answer;
      Object.assign(this, { digest, rows, columns, lines, editable, paints, file, unread: new Set(answer.unread) });
      this.sort(this.sorted);
    }
    this.told.renewed(answer.rows ? before : null);
  }

  sort(by) {
    this.sorted = by;
    this.order = null;
    if (!by) return;
    const order = this.rows.map((_, row) => row);
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    const sign = by.backward ? -1 : 1;
    this.order = order.sort((one, two) => sign * compare(this.read(one, by.column), this.read(two, by.column)) || one - two);
  }

  // Change cells, [row, column, text] each, as one step: here at once, and in the file when the studio has written it.
  set(cells, anyway = false) {
    const changed = this.fillCopies(cells.filter(([row, column, text]) => anyway || row >= this.length || this.read(row, column) !== text));
    if (!this.editable || !changed.length) return Promise.resolve(null);
    const sent = this.send({ does: "set", cells: changed }, changed.some(([row]) => row < 0));
    for (const [row, column, text] of changed) {
      if (row < 0) this.columns[column].name = text;
      while (row >= this.length) {
        this.order?.push(this.length);
        this.rows.push(this.columns.map(() => ""));
        this.lines.push(0);
      }
      if (row >= 0) {
        this.rows[row][column] = text;
        this.unread.delete(row);
      }
      this.marks.delete(`${row},${column}`);
    }
    this.told.changed();
    return sent;
  }

  // Let each row that was blank have one copy, unless it says how many: an empty cell would be a fault.
  fillCopies(cells) {
    const column = this.columns.findIndex(({ kind }) => kind === "copies");
    if (column < 0) return cells;
    const filled = new Map();
    for (const [row, at, text] of cells) {
      const isBlank = row >= this.length || (row >= 0 && this.rows[row].every((each) => !each.trim()));
      if (isBlank && (at === column || text.trim())) filled.set(row, (at === column && text.trim()) || filled.get(row) || "1");
    }
    const others = cells.filter(([row, at]) => at !== column || !filled.has(row));
    return [...others, ...[...filled].map(([row, text]) => [row, column, text])];
  }

  // Add, remove or move rows or columns as one step, here at once too.
  change(edit) {
    if (!this.editable) return Promise.resolve(null);
    const { rows, columns, at, to } = edit;
    const blank = () => this.columns.map(() => "");
    if (edit.does === "insert-rows") this.rows.splice(at, 0, ...rows.map((row) => Object.assign(blank(), row)));
    if (edit.does === "delete-rows") this.rows = this.rows.filter((_, row) => !rows.includes(row));
    if (edit.does === "move-rows") this.rows = move(this.rows, rows, to);
    const reorder = (order) => {
      for (const list of [this.rows, [this.columns]].flat()) list.splice(0, list.length, ...order(list));
    };
    if (edit.does === "insert-column") {
      this.columns.splice(at, 0, { name: edit.name, kind: "text", choices: [] });
      for (const row of this.rows) row.splice(at, 0, "");
    }
    if (edit.does === "delete-columns") reorder((list) => list.filter((_, column) => !columns.includes(column)));
    if (edit.does === "move-column") reorder((list) => move(list, [edit.column], to));
    this.unread = new Set();
    this.marks = new Map();
    this.sort(this.sorted);
    this.told.changed();
    return this.send(edit, true);
  }

  // Wait until this table is the one in the file: the rows of a question that is answered now are counted there.
  async catchUp() {
    await this.sending;
    if (this.stale) await this.renew();
  }

  // Send a change after those that are on their way; ask for the table again if it may look otherwise than here.
  send(edit, looks) {
    const work = async () => {
      const answer = await post("/edit/table", { part: this.part, digest: this.digest, edit });
      this.waiting -= 1;
      if (answer.ok) this.digest = answer.digest;
      if (answer.note) this.told.noted(answer.note);
      this.stale ||= looks || !answer.ok || answer.merged;
      if (!this.waiting && (this.stale || this.missed)) await this.renew();
      if (!answer.ok) this.told.refused(answer);
      return answer;
    };
    this.sending = this.waiting ? this.sending.then(work) : work(); // the first one at once: a card waits for it
    this.waiting += 1;
    return this.sending;
  }
}

function move(list, moved, to) {
  const taken = new Set(moved);
  const pick = (from, end) => list.slice(from, end).filter((_, at) => !taken.has(at + from));
  return [...pick(0, to), ...list.filter((_, at) => taken.has(at)), ...pick(to)];
}
