// Pictures: files that are dropped on the shelf, on a card or on a cell of the table land in images/, and the cell says so.
import { say } from "./say.js";

const key = document.querySelector('meta[name="gutterfold-key"]').content;
const MOST_TOLD = 3; // pictures that are told one by one
let target = null;

// Send one file as it is; return what the studio answers.
async function send(file, place) {
  const query = new URLSearchParams({ name: file.name, ...place });
  try {
    const headers = { "content-type": "application/octet-stream", "x-gutterfold-key": key };
    const answer = await fetch(`/edit/picture?${query}`, { method: "POST", headers, body: file });
    return await answer.json();
  } catch {
    return { ok: false, why: "the studio does not answer, or the picture is too large" };
  }
}

// Add files one after the other, as one step of undo; beyond the first, each goes into the next row.
export async function addPictures(files, place) {
  const told = [];
  const drop = `${Date.now()}-${Math.random()}`;
  let [next, isRefused] = [place, false];
  for (const file of files) {
    const answer = await send(file, { ...next, drop });
    isRefused = !answer.ok;
    told.push(answer.ok ? describe(answer) : `${file.name}: ${answer.why}`);
    if (!answer.ok) break;
    if ("row" in answer) next = { part: answer.part, row: answer.row + 1, column: place.column ?? "" };
  }
  const done = told.length - isRefused;
  const first = done > MOST_TOLD ? [`${done} pictures: from “${told[0]}” to “${told[done - 1]}”`] : told.slice(0, done);
  say([...first, ...told.slice(done)].join("; "), isRefused);
  document.dispatchEvent(new CustomEvent("pictures"));
}

function describe({ name, is_new: isNew, row, column }) {
  const where = row === undefined ? "is on the shelf" : `is in ${column} of row ${row + 1}`;
  return `${name} ${where}${isNew ? "" : "; it was there already"}`;
}

// Return the element that files are dropped on, and what it stands for; null where they do not go.
function findPlace(node) {
  const cell = node.closest?.(".grid [data-row]");
  if (cell) {
    const [part, sorted] = ["[data-table-part]", "[data-sorted]"].map((each) => document.querySelector(each));
    return sorted?.hidden ? { box: cell, place: { part: part.value, row: Math.max(0, cell.dataset.row), column: cell.dataset.column } } : null;
  }
  const piece = node.closest?.("[data-key]");
  if (piece) return { box: piece, place: { piece: piece.dataset.key } };
  const side = node.closest?.("dialog .piece");
  if (side) return { box: side, place: { piece: side.dataset.piece } };
  const shelf = node.closest?.("[data-shelf]");
  return shelf ? { box: shelf, place: {} } : null;
}

function mark(box) {
  if (target === box) return;
  target?.classList.remove("dropping");
  target = box;
  target?.classList.add("dropping");
}

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault(); // or the browser would leave the page for the picture
  const found = findPlace(event.target);
  event.dataTransfer.dropEffect = found ? "copy" : "none";
  mark(found?.box ?? null);
});

document.addEventListener("dragleave", (event) => event.relatedTarget || mark(null));

document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  const found = findPlace(event.target);
  mark(null);
  if (found) addPictures([...event.dataTransfer.files], found.place);
  else say("drop pictures on a card, on a cell of the table, or on the shelf under Pictures", true);
});

document.addEventListener("change", async ({ target: field }) => {
  if (!("pictures" in field.dataset)) return;
  const place = field.dataset.pictures ? { piece: field.dataset.pictures } : {};
  const files = [...field.files];
  field.value = "";
  await addPictures(files, place);
});
