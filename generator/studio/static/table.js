// The view of cards as a table: what its buttons do, the clipboard, find and replace, and the card of the row beside it.
import { watchScreen } from "./faces.js";
import { layOut } from "./pieces.js";
import { post } from "./requests.js";
import { make, TableGrid } from "./table_grid.js";
import { TableModel } from "./table_model.js";
import { extend, readBlock, writeTable, writeText } from "./table_text.js";

const status = document.getElementById("status");
const shared = { part: "" }; // the table that was looked at last
let box = null;
let grid = null;
let model = null;
let stretched = null;
let later = false;

const find = (selector) => box.querySelector(selector);

// Take over the view when it is shown; when it is shown again, it goes on as it was.
export function showTable(pane) {
  const found = pane.querySelector("[data-table]");
  if (!found) {
    box = grid = model = null;
    return;
  }
  const choice = pane.querySelector("[data-table-part]");
  if (found !== box) {
    box = found;
    const known = [...choice.options].some(({ value }) => value === shared.part);
    if (known) choice.value = shared.part;
    choice.addEventListener("change", () => openPart(choice.value));
    box.addEventListener("click", (event) => event.target.closest("[data-does]") && act(event.target.closest("[data-does]")));
    find("[data-table-find]").addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), seek()));
    grid = new TableGrid(find(".grid"), { moved, selected, closed, count, empty, command, fill, stretch });
    openPart(choice.value);
  } else if (choice.value !== model.part) openPart(choice.value);
}

// Ask for what is new; a cell that is being edited is not disturbed.
export function followTable() {
  if (!model) return;
  if (grid.editor) later = true;
  else model.renew();
}

function openPart(part) {
  shared.part = part;
  grid.editor?.keep();
  model = new TableModel(part, { renewed, changed, refused, noted: (says) => (status.textContent = says) });
  model.renew();
}

function changed() {
  grid.redraw();
  selected();
}

function renewed(before) {
  if (grid.editor) return;
  box.hidden = false;
  const isNew = grid.model !== model;
  if (before && !isNew) grid.active = grid.anchor = followRow(before);
  if (isNew) {
    Object.assign(grid, { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } });
    grid.drawn.clear();
    grid.show(model);
  } else grid.redraw();
  for (const button of box.querySelectorAll("[data-changes]")) button.disabled = !model.editable;
  const only = find("[data-shown-only]");
  only.hidden = model.editable;
  only.replaceChildren(
    `${model.file} is shown here as it is. To edit it, turn these rows into a CSV file, which game.yaml then names. `,
    make("button", { type: "button", "data-does": "convert" }, "Turn into CSV"),
  );
  find("[data-sorted]").hidden = !model.sorted;
  selected();
  preview();
}

// Return the active cell where its row is by now, if others were put in or taken out above it.
function followRow(before) {
  const { row, column } = grid.active;
  const same = (one, two) => one && two && one.length === two.length && one.every((cell, at) => cell === two[at]);
  if (model.order || row < 0 || same(before[row], model.rows[row])) return grid.active;
  const found = model.rows.findIndex((each) => same(each, before[row]));
  return { row: found < 0 ? row : found, column };
}

function refused({ why, conflicts = [] }) {
  const asked = find(".asked");
  asked.hidden = false;
  asked.replaceChildren(make("p", {}, why));
  for (const { row, column, ours, theirs } of conflicts) {
    const name = model.columns[column]?.name ?? "";
    const line = asked.appendChild(make("p"));
    if (row === null) line.append(`The row is gone. You typed in ${name}: “${ours}”`);
    else {
      line.append(`Row ${row + 1}, ${name}: outside “${theirs}”, yours “${ours}” `);
      const mine = line.appendChild(make("button", { type: "button" }, "Take mine"));
      mine.addEventListener("click", async () => {
        line.remove();
        await model.catchUp();
        model.set([[row, column, ours]], true);
      });
    }
  }
  asked.append(make("button", { type: "button", "data-does": "dismiss" }, conflicts.length ? "Keep the others" : "Close"));
}

function closed() {
  if (!later) return;
  later = false;
  model.renew();
}

// Say what is selected, and show its row.
function selected() {
  const { top, bottom, left, right } = grid.selection;
  const cells = (bottom - top + 1) * (right - left + 1);
  const rows = `${model.length.toLocaleString("en")} ${model.length === 1 ? "row" : "rows"}`;
  const at = model.columns.findIndex(({ kind }) => kind === "copies");
  const copies = at < 0 ? "" : `, ${model.rows.reduce((sum, row) => sum + (Number(row[at]) || 0), 0).toLocaleString("en")} copies`;
  find("[data-summary]").textContent = `${model.file}: ${rows}${copies}${cells > 1 ? ` · ${cells.toLocaleString("en")} cells selected` : ""}`;
}

function moved() {
  preview();
}

// Show the pieces of the row, and what is wrong with it.
function preview() {
  const row = model.rowAt(grid.active.row);
  const pieces = model.pieces[row] ?? [];
  const aside = find(".row-preview");
  const shown = JSON.stringify([pieces.map(({ key, size, faces }) => [key, size, faces.map(([side]) => side)])]);
  if (aside.dataset.shown !== shown || !aside.querySelector("ul")) {
    aside.dataset.shown = shown;
    const list = make("ul", { class: "gallery" });
    for (const { key, size, faces } of pieces.slice(0, 12)) {
      const item = list.appendChild(make("li", { "data-key": key }));
      const button = item.appendChild(make("button", { type: "button", "data-open": key, "data-width": size[0], "data-height": size[1] }));
      for (const [side, stamp] of faces) button.append(make("img", { src: `/face/${key}/${side}?v=${stamp}`, alt: `${key}, ${side}`, "data-side": side }));
      button.append(make("span", { class: "name" }, key));
    }
    const more = pieces.length > 12 ? [make("p", {}, `… and ${pieces.length - 12} more`)] : [];
    aside.replaceChildren(list, ...more, make("div", { class: "row-marks" }));
    layOut(aside);
    watchScreen(aside);
  }
  const told = aside.querySelector(".row-marks");
  const columns = ["", ...model.columns.keys()];
  const marks = columns.flatMap((column) => model.marksOf(row, column).map((mark) => ({ ...mark, name: model.columns[column]?.name })));
  told.replaceChildren(
    ...(pieces.length || row >= model.length ? [] : [make("p", { class: "empty" }, model.unread.has(row) ? "This row is not read: it is blank, or a note below the table." : "No card of this row is drawn yet.")]),
    ...marks.map(({ level, code, says, name }) => make("p", { class: `finding ${level}` }, `${code}${name ? ` ${name}` : ""}: ${says}`)),
  );
}

function act(button) {
  const { rows } = grid;
  const { top, left, right } = grid.selection;
  const { does } = button.dataset;
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  const first = Math.min(...rows);
  const end = rows.length ? Math.max(...rows) + 1 : grid.active.row < 0 ? 0 : model.length;
  const sorted = Boolean(model.order);
  const keep = { row: grid.active.row, column: grid.active.column };
  const actions = {
    "add-row": () => (model.change({ does: "insert-rows", at: end, rows: [[]] }), goTo(end)),
    "duplicate-rows": () => rows.length && (model.change({ does: "insert-rows", at: end, rows: rows.map((row) => [...model.rows[row]]) }), goTo(end)),
    "delete-rows": () => rows.length && model.change({ does: "delete-rows", rows }),
    "rows-up": () => rows.length && !sorted && first > 0 && moveRows(rows, first - 1, -1),
    "rows-down": () => rows.length && !sorted && end < model.length && moveRows(rows, end + 1, 1),
    "add-column": () => (model.change({ does: "insert-column", at: right + 1, name: freeName() }), rename(right + 1)),
    "rename-column": () => rename(left),
    "delete-columns": () => columns.length < model.columns.length && model.change({ does: "delete-columns", columns }),
    "column-left": () => left > 0 && moveColumn(left, left - 1, -1),
    "column-right": () => left < model.columns.length - 1 && moveColumn(left, left + 2, 1),
    sort: () => sort(left),
    unsort: () => sort(null),
    find: openFind,
    "find-next": seek,
    "replace-all": replaceAll,
    "close-find": closeFind,
    dismiss: () => (find(".asked").hidden = true),
    convert: convertTable,
  };
  actions[does]?.();
  if (["delete-rows", "delete-columns", "sort", "unsort", "duplicate-rows"].includes(does) && top >= 0) grid.go(does.startsWith("delete") ? keep : grid.active);
}

function goTo(row, column = 0) {
  grid.go({ row: model.placeOf(row), column });
}

function moveRows(rows, to, by) {
  const { active, anchor } = grid;
  model.change({ does: "move-rows", rows, to });
  grid.select({ ...anchor, row: anchor.row + by }, { ...active, row: active.row + by });
}

function moveColumn(column, to, by) {
  model.change({ does: "move-column", column, to });
  grid.go({ row: grid.active.row, column: column + by });
}

function freeName() {
  const taken = new Set(model.columns.map(({ name }) => name));
  let number = model.columns.length + 1;
  while (taken.has(`column ${number}`)) number += 1;
  return `column ${number}`;
}

function rename(column) {
  grid.go({ row: -1, column });
  grid.edit();
}

// Sort by a column: up, down, and then as the file has it.
function sort(column) {
  const before = model.sorted?.column === column ? model.sorted : null;
  const row = model.rowAt(grid.active.row);
  model.sort(column === null || before?.backward ? null : { column, backward: Boolean(before) });
  find("[data-sorted]").hidden = !model.sorted;
  grid.active = grid.anchor = { row: Math.max(0, model.placeOf(row)), column: grid.active.column };
  grid.redraw();
  grid.reveal();
}

// Add to the numbers in the selected cells.
function count(by) {
  const cells = listSelected().filter(([row, column]) => row < model.length && /^-?\d*$/.test(model.read(row, column).trim()));
  model.set(cells.map(([row, column]) => [row, column, String(Math.max(0, Number(model.read(row, column)) + by))]));
}

function empty() {
  model.set(listSelected().filter(([row]) => row < model.length).map(([row, column]) => [row, column, ""]));
}

// Return the selected cells, [row in the file, column] each.
function listSelected() {
  const { top, bottom, left, right } = grid.selection;
  const cells = [];
  for (let place = Math.max(0, top); place <= bottom; place += 1) {
    for (let column = left; column <= right; column += 1) cells.push([model.rowAt(place), column]);
  }
  return cells;
}

function readSelected() {
  const { top, bottom, left, right } = grid.selection;
  const columns = Array.from({ length: right - left + 1 }, (_, at) => left + at);
  return Array.from({ length: bottom - top + 1 }, (_, at) => columns.map((column) => model.read(model.rowAt(top + at), column)));
}

// Carry out a key that is pressed with Ctrl; return whether there is such a one.
function command(key) {
  const { top, bottom, left, right } = grid.selection;
  if (key === "f") openFind();
  else if (key === "d" && bottom > top) model.set(listSelected().map(([row, column]) => [row, column, model.read(model.rowAt(Math.max(0, top)), column)]));
  else if (key === "r" && right > left) model.set(listSelected().map(([row, column]) => [row, column, model.read(row, left)]));
  else return key === "d";
  return true;
}

// Show how far the selection would be drawn out, along the longer way.
function stretch(to) {
  const { top, bottom, left, right } = grid.selection;
  const down = Math.max(to.row - bottom, top - to.row, 0);
  const across = Math.max(to.column - right, left - to.column, 0);
  stretched = down >= across ? { top: Math.min(top, Math.max(0, to.row)), bottom: Math.max(bottom, Math.min(to.row, model.length - 1)), left, right } : { top, bottom, left: Math.min(left, to.column), right: Math.max(right, to.column) };
  for (const cell of grid.box.querySelectorAll("[data-row]")) {
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    cell.classList.toggle("filled", row >= stretched.top && row <= stretched.bottom && column >= stretched.left && column <= stretched.right);
  }
}

function fill(to) {
  stretch(to);
  const from = grid.selection;
  const { top, bottom, left, right } = stretched;
  const cells = [];
  const put = (place, column, text) => cells.push([model.rowAt(place), column, text]);
  for (let column = from.left; column <= from.right; column += 1) {
    const source = Array.from({ length: from.bottom - from.top + 1 }, (_, at) => model.read(model.rowAt(from.top + at), column));
    extend(source, bottom - from.bottom).forEach((text, at) => put(from.bottom + 1 + at, column, text));
    extend(source, from.top - top, true).forEach((text, at) => put(from.top - 1 - at, column, text));
  }
  for (let place = from.top; place <= from.bottom; place += 1) {
    const source = Array.from({ length: from.right - from.left + 1 }, (_, at) => model.read(model.rowAt(place), from.left + at));
    extend(source, right - from.right).forEach((text, at) => put(place, from.right + 1 + at, text));
    extend(source, from.left - left, true).forEach((text, at) => put(place, from.left - 1 - at, text));
  }
  model.set(cells);
  grid.select({ row: top, column: left }, { row: bottom, column: right });
}

function paste(block) {
  const { top, bottom, left, right } = grid.selection;
  const tall = bottom - top + 1;
  const wide = right - left + 1;
  const repeats = tall % block.length === 0 && wide % block[0].length === 0;
  const [height, width] = repeats ? [tall, wide] : [block.length, block[0].length];
  if (left + width > model.columns.length) {
    const room = model.columns.length - left;
    refused({ why: `What you paste has ${width} columns, and there is room for ${room} from here. Go further left, or add columns first.` });
    return;
  }
  const cells = [];
  let extra = model.length;
  for (let down = 0; down < height; down += 1) {
    const place = top + down;
    const row = place < model.length ? model.rowAt(place) : extra++;
    for (let across = 0; across < width; across += 1) {
      cells.push([row, left + across, block[down % block.length][across % block[0].length]]);
    }
  }
  model.set(cells);
  grid.select({ row: top, column: left }, { row: top + height - 1, column: left + width - 1 });
}

function copy(event) {
  const rows = readSelected();
  event.clipboardData.setData("text/plain", writeText(rows));
  event.clipboardData.setData("text/html", writeTable(rows));
  event.preventDefault();
}

const inGrid = () => grid && model && !grid.editor && grid.box.contains(document.activeElement);
document.addEventListener("copy", (event) => inGrid() && copy(event));
document.addEventListener("cut", (event) => {
  if (!inGrid()) return;
  copy(event);
  empty();
});
document.addEventListener("paste", (event) => {
  if (!inGrid()) return;
  event.preventDefault();
  const block = readBlock(event.clipboardData.getData("text/html"), event.clipboardData.getData("text/plain"));
  if (block && model.editable) paste(block);
});

function openFind() {
  const form = find("[data-table-find]");
  form.hidden = false;
  form.elements.find.focus();
  form.elements.find.select();
}

function closeFind() {
  find("[data-table-find]").hidden = true;
  grid.focus();
}

// Return the cells that hold what is sought, in the order in which they are shown, and what finds it in a text.
function listFound() {
  const { find: word, case: exact, within } = find("[data-table-find]").elements;
  if (!word.value) return { cells: [], pattern: null };
  const pattern = new RegExp(word.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), exact.checked ? "g" : "gi");
  const { top, bottom, left, right } = within.checked ? grid.selection : { top: 0, bottom: model.length - 1, left: 0, right: model.columns.length - 1 };
  const cells = [];
  for (let place = Math.max(0, top); place <= Math.min(bottom, model.length - 1); place += 1) {
    for (let column = left; column <= right; column += 1) {
      if (model.read(model.rowAt(place), column).search(pattern) >= 0) cells.push({ row: place, column });
    }
  }
  return { cells, pattern };
}

function seek() {
  const { cells } = listFound();
  const { row, column } = grid.active;
  const next = cells.find((cell) => cell.row > row || (cell.row === row && cell.column > column)) ?? cells[0];
  find("[data-found]").value = cells.length ? `${cells.indexOf(next) + 1} of ${cells.length}` : "not found";
  const within = find("[data-table-find]").elements.within.checked;
  if (!next || within) return;
  const focused = document.activeElement;
  grid.go(next);
  focused.focus();
}

function replaceAll() {
  const { cells, pattern } = listFound();
  const by = find("[data-table-find]").elements.replace.value;
  const changed = cells.map(({ row, column }) => {
    const at = model.rowAt(row);
    return [at, column, model.read(at, column).replace(pattern, () => by)];
  });
  if (changed.length) model.set(changed);
  find("[data-found]").value = changed.length ? `${changed.length} ${changed.length === 1 ? "cell" : "cells"} changed` : "not found";
}

async function convertTable() {
  const answer = await post("/edit/convert", { part: model.part });
  if (!answer.ok) refused(answer);
  else {
    status.textContent = `these rows are in ${answer.file} now`;
    openPart(model.part);
  }
}
