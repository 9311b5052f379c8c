// The grid: draws the rows that are in sight, and leads through them by keys and pointer (the grid pattern of ARIA).
import { openEditor } from "./table_editor.js";

const HEIGHT = 34; // px of a row; as in table.css
const SPARE = 6; // rows beyond the edge that are drawn too
const WIDEST = 34; // signs of a column
const SAMPLE = 300; // rows by which columns are measured

export class TableGrid {
  constructor(box, told) {
    Object.assign(this, { box, told, model: null, editor: null, drawn: new Map() });
    this.active = { row: 0, column: 0 };
    this.anchor = { row: 0, column: 0 };
    box.addEventListener("scroll", () => this.draw());
    box.addEventListener("keydown", (event) => this.press(event));
    box.addEventListener("pointerdown", (event) => this.point(event));
    box.addEventListener("click", (event) => this.click(event));
    box.addEventListener("dblclick", (event) => this.findCell(event) && !this.editor && this.edit());
    new ResizeObserver(() => this.model && this.draw()).observe(box);
  }

  // Places count the rows as they are shown; -1 is the header, and the last one, which is empty, adds a row.
  get last() {
    return this.model.length - (this.model.editable ? 0 : 1);
  }

  get selection() {
    const { active, anchor } = this;
    const [top, bottom] = [active.row, anchor.row].sort((one, two) => one - two);
    const [left, right] = [active.column, anchor.column].sort((one, two) => one - two);
    return { top, bottom, left, right };
  }

  // The numbers of the selected rows in the file.
  get rows() {
    const { top, bottom } = this.selection;
    const places = Array.from({ length: bottom - top + 1 }, (_, at) => top + at);
    return places.filter((place) => place >= 0 && place < this.model.length).map((place) => this.model.rowAt(place));
  }

  show(model) {
    this.model = model;
    this.box.replaceChildren();
    this.head = this.box.appendChild(make("div", { role: "rowgroup", class: "head" }));
    this.body = this.box.appendChild(make("div", { role: "rowgroup", class: "body" }));
    this.redraw();
  }

  // Draw everything anew; a cell that is being edited stays.
  redraw() {
    const { model, box } = this;
    const held = box.contains(document.activeElement) && !this.editor;
    const widths = model.columns.map((column, at) => measure(model, column, at));
    box.style.setProperty("--columns", widths.map((width) => `${width / 2}rem`).join(" "));
    box.setAttribute("aria-rowcount", this.last + 2);
    box.setAttribute("aria-colcount", model.columns.length + 1);
    box.setAttribute("aria-label", `Cells of ${model.file}`);
    box.toggleAttribute("data-fixed", !model.editable);
    this.active = this.clamp(this.active);
    this.anchor = this.clamp(this.anchor);
    this.body.style.height = `${(this.last + 1) * HEIGHT}px`;
    for (const [place, line] of this.drawn) {
      if (this.editor?.row === place) continue;
      line.remove();
      this.drawn.delete(place);
    }
    if (!(this.editor?.row === -1)) this.head.replaceChildren(this.makeRow(-1));
    this.draw();
    if (held) this.focus();
  }

  clamp({ row, column }) {
    return {
      row: Math.max(-1, Math.min(row, this.last)),
      column: Math.max(0, Math.min(column, this.model.columns.length - 1)),
    };
  }

  draw() {
    const from = Math.max(0, Math.floor(this.box.scrollTop / HEIGHT) - SPARE);
    const to = Math.min(this.last, Math.ceil((this.box.scrollTop + this.box.clientHeight) / HEIGHT) + SPARE);
    const wanted = new Set([this.active.row, this.editor?.row].filter((place) => place >= 0 && place <= this.last));
    for (let place = from; place <= to; place += 1) wanted.add(place);
    for (const [place, line] of this.drawn) {
      if (wanted.has(place)) continue;
      line.remove();
      this.drawn.delete(place);
    }
    for (const place of [...wanted].sort((one, two) => one - two)) {
      if (this.drawn.has(place)) continue;
      const line = this.makeRow(place);
      line.style.top = `${place * HEIGHT}px`;
      const next = [...this.drawn.keys()].filter((each) => each > place).sort((one, two) => one - two)[0];
      this.body.insertBefore(line, next === undefined ? null : this.drawn.get(next));
      this.drawn.set(place, line);
    }
    this.mark();
  }

  makeRow(place) {
    const { model } = this;
    const row = model.rowAt(place);
    const line = make("div", { role: "row", class: "record", "aria-rowindex": place + 2 });
    const isNew = place >= model.length;
    const title = place < 0 ? "" : isNew ? "new" : String(row + 1);
    const number = make("span", { role: place < 0 ? "columnheader" : "rowheader", class: "row-number", "aria-colindex": 1 }, title);
    const wrong = place < 0 ? [] : model.marksOf(row, "");
    if (wrong.length) tellMarks(number, wrong);
    if (place < 0) number.append(make("span", { class: "unseen" }, "Row"));
    if (model.unread.has(row)) line.dataset.unread = "";
    line.append(number, ...model.columns.map((column, at) => this.makeCell(place, row, at, column)));
    return line;
  }

  makeCell(place, row, column, { name, kind }) {
    const { model } = this;
    const text = model.read(row, column);
    const cell = make("span", {
      role: place < 0 ? "columnheader" : "gridcell",
      class: `cell kind-${kind}`,
      tabindex: -1,
      "aria-colindex": column + 2,
      "data-row": place,
      "data-column": column,
    });
    if (kind === "color" && place >= 0 && text) {
      const swatch = cell.appendChild(make("i", { class: "swatch" }));
      swatch.style.background = model.paints[text.trim()] ?? text.trim();
    }
    cell.append(make("span", { class: "text" }, text || (place < 0 ? "(no name)" : "")));
    if (text.length > 20 || text.includes("\n")) cell.title = text;
    if (kind === "copies" && model.editable && place >= 0 && place < model.length && /^\d*$/.test(text.trim())) {
      for (const [by, sign, says] of [[1, "▲", "one more"], [-1, "▼", "one fewer"]]) {
        cell.append(make("button", { type: "button", class: "by", tabindex: -1, "data-by": by, "aria-label": `${name}: ${says}` }, sign));
      }
    }
    if (place < 0 && model.sorted?.column === column) cell.setAttribute("aria-sort", model.sorted.backward ? "descending" : "ascending");
    const wrong = model.marksOf(row, column);
    if (wrong.length) tellMarks(cell, wrong);
    if (!model.editable) cell.setAttribute("aria-readonly", "true");
    return cell;
  }

  // Show what is selected, and let the Tab key lead to the active cell.
  mark() {
    const { top, bottom, left, right } = this.selection;
    const many = top !== bottom || left !== right;
    this.box.querySelector(".handle")?.remove();
    for (const cell of this.box.querySelectorAll("[data-row]")) {
      const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
      const inside = row >= top && row <= bottom && column >= left && column <= right;
      const active = row === this.active.row && column === this.active.column;
      cell.setAttribute("aria-selected", String(inside));
      cell.classList.toggle("active", active);
      cell.classList.toggle("many", inside && many);
      cell.tabIndex = active ? 0 : -1;
      const corner = row === bottom && column === right && top >= 0 && bottom < this.model.length;
      if (corner && this.model.editable && !this.editor) cell.append(make("i", { class: "handle" }));
    }
  }

  cellAt({ row, column }) {
    return this.box.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  }

  findCell(event) {
    const cell = event.target.closest?.("[data-row]");
    return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  }

  // Go to a cell; with `extend`, the selection reaches from where it began to there.
  go(to, extend = false) {
    const before = this.active.row;
    this.active = this.clamp(to);
    if (!extend) this.anchor = this.active;
    this.reveal();
    this.draw();
    this.focus();
    if (before !== this.active.row) this.told.moved();
    this.told.selected();
  }

  reveal() {
    const { row, column } = this.active;
    const room = this.box.clientHeight - HEIGHT;
    const top = row * HEIGHT;
    if (row >= 0 && top < this.box.scrollTop) this.box.scrollTop = top;
    else if (row >= 0 && top + HEIGHT > this.box.scrollTop + room) this.box.scrollTop = top + HEIGHT - room;
    const head = this.head.querySelector(`[data-column="${column}"]`);
    const number = this.head.querySelector(".row-number").offsetWidth;
    if (head.offsetLeft - number < this.box.scrollLeft) this.box.scrollLeft = head.offsetLeft - number;
    const end = head.offsetLeft + head.offsetWidth;
    if (end > this.box.scrollLeft + this.box.clientWidth) this.box.scrollLeft = Math.min(head.offsetLeft - number, end - this.box.clientWidth);
  }

  focus() {
    this.cellAt(this.active)?.focus({ preventScroll: true });
  }

  select(anchor, active) {
    this.anchor = this.clamp(anchor);
    this.active = this.clamp(active);
    this.draw();
    this.focus();
    this.told.moved();
    this.told.selected();
  }

  press(event) {
    if (this.editor || event.isComposing || !this.model) return;
    const { row, column } = this.active;
    const whole = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(this.box.clientHeight / HEIGHT) - 2);
    const [ends, wide] = [this.model.length - 1, this.model.columns.length - 1];
    const to = {
      ArrowUp: [whole ? 0 : row - 1, column],
      ArrowDown: [whole ? ends : row + 1, column],
      ArrowLeft: [row, whole ? 0 : column - 1],
      ArrowRight: [row, whole ? wide : column + 1],
      Home: [whole ? 0 : row, 0],
      End: [whole ? ends : row, wide],
      PageUp: [Math.max(0, row - page), column],
      PageDown: [row + page, column],
    }[event.key];
    if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) this.told.count(event.key === "ArrowUp" ? 1 : -1);
    else if (to && !event.altKey) this.go({ row: to[0], column: to[1] }, event.shiftKey);
    else if (event.key === " " && (event.shiftKey || whole)) this.selectLine(event.shiftKey, row, column);
    else if (whole && event.key.toLowerCase() === "a") this.select({ row: 0, column: 0 }, { row: ends, column: wide });
    else if (whole && !event.altKey && this.told.command(event.key.toLowerCase())) ;
    else if (["Delete", "Backspace"].includes(event.key)) this.told.empty();
    else if (["Enter", "F2"].includes(event.key)) this.edit();
    else if (event.key.length === 1 && !whole && !event.altKey) this.edit(event.key);
    else return;
    event.preventDefault();
  }

  selectLine(isRow, row, column) {
    if (isRow) this.select({ row, column: 0 }, { row, column: this.model.columns.length - 1 });
    else this.select({ row: 0, column }, { row: this.model.length - 1, column });
  }

  point(event) {
    if (this.editor?.holds(event.target) || event.button) return;
    if (event.target.closest("[data-by]")) return;
    const handle = event.target.closest(".handle");
    const number = event.target.closest(".row-number");
    const cell = this.findCell(event);
    if (handle) this.drag(event, (to) => this.told.stretch(to), (to) => this.told.fill(to));
    else if (number && number.parentElement.querySelector("[data-row]")) {
      const row = Number(number.parentElement.querySelector("[data-row]").dataset.row);
      if (row < 0) this.select({ row: 0, column: 0 }, { row: this.model.length - 1, column: this.model.columns.length - 1 });
      else this.select({ row: event.shiftKey ? this.anchor.row : row, column: 0 }, { row, column: this.model.columns.length - 1 });
    } else if (cell && event.pointerType === "mouse") {
      this.editor?.keep();
      this.go(cell, event.shiftKey);
      this.drag(event, (to) => this.go(to, true), () => {});
    } else return;
    event.preventDefault();
  }

  // Follow the pointer from cell to cell until it is lifted.
  drag(event, over, end) {
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    const stop = new AbortController();
    let latest = null;
    const follow = (each) => {
      const found = document.elementFromPoint(each.clientX, each.clientY)?.closest("[data-row]");
      const to = found && this.box.contains(found) && { row: Number(found.dataset.row), column: Number(found.dataset.column) };
      if (!to || (latest && latest.row === to.row && latest.column === to.column)) return;
      latest = to;
      over(to);
    };
    addEventListener("pointermove", follow, { signal: stop.signal });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => (stop.abort(), latest && name === "pointerup" && end(latest)), { signal: stop.signal });
    }
  }

  click(event) {
    const cell = this.findCell(event);
    const by = event.target.closest("[data-by]");
    if (!cell) return;
    const again = cell.row === this.active.row && cell.column === this.active.column;
    if (by) {
      this.go(cell);
      this.told.count(Number(by.dataset.by));
    } else if (event.pointerType !== "mouse" && !this.editor?.holds(event.target)) {
      this.editor?.keep();
      if (again) this.edit();
      else this.go(cell);
    }
  }

  // Edit the active cell, with what was typed in place of its text, if anything.
  edit(typed) {
    const { model, active } = this;
    if (!model.editable || this.editor) return;
    this.anchor = active;
    this.reveal();
    this.draw();
    const row = model.rowAt(active.row);
    const cell = this.cellAt(active);
    const close = (text, step) => {
      this.editor = null;
      const line = this.drawn.get(active.row);
      line?.remove();
      this.drawn.delete(active.row);
      if (active.row < 0) this.head.replaceChildren(this.makeRow(-1));
      if (text !== null && text !== model.read(row, active.column)) model.set([[row, active.column, text]]);
      this.go(step ? { row: active.row + step[0], column: active.column + step[1] } : active);
      this.told.closed();
    };
    const text = model.read(row, active.column);
    const column = active.row < 0 ? { kind: "text", choices: [], name: "name of the column" } : model.columns[active.column];
    this.editor = openEditor(cell, { text, typed, column, paints: model.paints, all: active.row < 0, close });
    this.editor.row = active.row;
  }
}

function tellMarks(cell, marks) {
  const worst = marks.some(({ level }) => level === "error") ? "error" : marks[0].level;
  cell.classList.add("marked", worst);
  if (worst === "error") cell.setAttribute("aria-invalid", "true");
  cell.title = marks.map(({ code, says }) => `${code} ${says}`).join("\n");
  cell.append(make("b", { class: "code" }, marks[0].code), make("span", { class: "unseen" }, ` ${marks[0].says}`));
}

function measure(model, { name, kind, choices }, at) {
  let widest = Math.max(name.length + 1, ...(kind === "choice" ? choices.map((each) => each.length) : [0]));
  for (const row of model.rows.slice(0, SAMPLE)) widest = Math.max(widest, row[at]?.length ?? 0);
  return Math.max(7, Math.min(WIDEST, widest)) + (["copies", "color"].includes(kind) ? 6 : 3);
}

export function make(name, attributes = {}, text = null) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  return element;
}
