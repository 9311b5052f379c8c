// The crop of a card's picture: dragged or moved by keys on the card itself, shown at once, and written into its row.
import { post } from "./requests.js";
import { say } from "./say.js";

const NAMES = ["art_x", "art_y", "art_zoom"];
const USUAL = { art_x: 50, art_y: 50, art_zoom: 100 };
const PAUSE = 350; // ms after the last change, before it is written
const dialog = document.getElementById("dialog");
let waiting = 0;
let dragged = null;

const fields = () => Object.fromEntries(NAMES.map((name) => [name, dialog.querySelector(`[data-crop="${name}"]`)]));
const read = () => Object.fromEntries(Object.entries(fields()).map(([name, field]) => [name, field.value === "" ? USUAL[name] : Number(field.value)]));

// Lay the handles of pictures over them; `rim` is how much of the bleed is shown, all in mm.
export function layOutArt(sheet, rim, [width, height]) {
  for (const art of sheet.querySelectorAll("[data-art]")) {
    const [left, top, right, bottom] = art.dataset.box.split(" ").map(Number);
    const x = [Math.max(left, -rim), Math.min(right, width - rim)];
    const y = [Math.max(top, -rim), Math.min(bottom, height - rim)];
    art.style.left = `${(100 * (x[0] + rim)) / width}%`;
    art.style.top = `${(100 * (y[0] + rim)) / height}%`;
    art.style.width = `${(100 * (x[1] - x[0])) / width}%`;
    art.style.height = `${(100 * (y[1] - y[0])) / height}%`;
    art.dataset.shown = [x[0], y[0], x[1], y[1]].join(" ");
  }
}

// Take over the values of the row, unless they are being changed.
export function renewCrop() {
  if (waiting) return;
  for (const field of Object.values(fields())) if (field && field !== document.activeElement) field.value = field.getAttribute("value");
  for (const image of dialog.querySelectorAll("[data-art] img")) image.remove();
}

function frameOf(art) {
  const [left, top, right, bottom] = art.dataset.box.split(" ").map(Number);
  const whole = art.dataset.whole.split(" ").map(Number);
  return { left, top, width: right - left, height: bottom - top, size: [whole[2] - whole[0], whole[3] - whole[1]] };
}

// The size of the whole picture in mm at a zoom, by that at which the card was drawn.
function sizeAt(art, zoom) {
  const drawn = Number(art.dataset.zoom) || USUAL.art_zoom;
  return frameOf(art).size.map((side) => (side * zoom) / drawn);
}

function change(values) {
  const wanted = { ...read(), ...values };
  for (const [name, field] of Object.entries(fields())) {
    const value = Math.min(Number(field.max), Math.max(Number(field.min), wanted[name]));
    field.value = Math.round(value * 10) / 10;
  }
  preview();
  clearTimeout(waiting);
  waiting = setTimeout(write, PAUSE);
}

// Show the picture as it will be, over the card, until that is drawn again.
function preview() {
  const { art_x: x, art_y: y, art_zoom: zoom } = read();
  for (const art of dialog.querySelectorAll("[data-art]")) {
    const frame = frameOf(art);
    const [left, top, right, bottom] = art.dataset.shown.split(" ").map(Number);
    const [width, height] = sizeAt(art, zoom);
    const image = art.querySelector("img") ?? art.appendChild(Object.assign(document.createElement("img"), { alt: "" }));
    const address = `/picture/${art.dataset.art.split("/").map(encodeURIComponent).join("/")}`;
    if (image.getAttribute("src") !== address) image.src = address;
    const at = [frame.left + ((frame.width - width) * x) / 100 - left, frame.top + ((frame.height - height) * y) / 100 - top];
    image.style.left = `${(100 * at[0]) / (right - left)}%`;
    image.style.top = `${(100 * at[1]) / (bottom - top)}%`;
    image.style.width = `${(100 * width) / (right - left)}%`;
    image.style.height = `${(100 * height) / (bottom - top)}%`;
  }
}

async function write() {
  const piece = dialog.querySelector(".piece")?.dataset.piece;
  if (!piece) {
    waiting = 0;
    return;
  }
  const values = Object.fromEntries(Object.entries(read()).map(([name, value]) => [name, value === USUAL[name] ? null : value]));
  const written = waiting;
  const answer = await post("/edit/crop", { piece, ...values });
  if (waiting === written) waiting = 0; // else there was another change meanwhile, which the row must not undo
  if (!answer.ok) say(answer.why, true);
}

// Move the picture by mm; it never leaves its box.
function move(art, from, dx, dy) {
  const [width, height] = sizeAt(art, from.art_zoom);
  const frame = frameOf(art);
  const free = [width - frame.width, height - frame.height];
  change({
    art_x: free[0] > 0.01 ? from.art_x - (100 * dx) / free[0] : from.art_x,
    art_y: free[1] > 0.01 ? from.art_y - (100 * dy) / free[1] : from.art_y,
  });
}

dialog.addEventListener("pointerdown", (event) => {
  const art = event.target.closest("[data-art]");
  if (!art || event.button || dialog.querySelector("[data-measure]")?.checked) return;
  art.setPointerCapture(event.pointerId);
  const [left, , right] = art.dataset.shown.split(" ").map(Number);
  dragged = { art, x: event.clientX, y: event.clientY, from: read(), scale: (right - left) / art.getBoundingClientRect().width };
  art.focus();
  event.preventDefault();
});

dialog.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { art, x, y, from, scale } = dragged;
  move(art, from, (event.clientX - x) * scale, (event.clientY - y) * scale);
});

for (const name of ["pointerup", "pointercancel"]) dialog.addEventListener(name, () => (dragged = null));

dialog.addEventListener("wheel", (event) => {
  if (!event.target.closest("[data-art]:focus")) return;
  event.preventDefault();
  change({ art_zoom: read().art_zoom * (event.deltaY < 0 ? 1.05 : 1 / 1.05) });
}, { passive: false });

dialog.addEventListener("keydown", (event) => {
  const art = event.target.closest("[data-art]");
  if (!art || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = event.shiftKey ? 5 : 0.5; // mm
  const step = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
  if (step) move(art, read(), ...step);
  else if (event.key === "+" || event.key === "=") change({ art_zoom: read().art_zoom + 10 });
  else if (event.key === "-") change({ art_zoom: read().art_zoom - 10 });
  else return;
  event.preventDefault();
});

dialog.addEventListener("input", (event) => "crop" in event.target.dataset && event.target.checkValidity() && change({}));
dialog.addEventListener("click", (event) => event.target.closest("[data-uncrop]") && change(USUAL));
