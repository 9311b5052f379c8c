// What is shown large, in the dialog: a piece, a page or a text. Arrow keys and buttons lead to the one before and after.
import { patch } from "./patch.js";
import { layOutArt, renewCrop } from "./crop.js";
import { layOutMeasure, tellMeasure } from "./measure.js";

const dialog = document.getElementById("dialog");
const LINES = ["trim", "safe", "bleed"];
const shownLines = new Set();
let zoom = "";
let measures = false;
let shown = null; // the data of the button that opened it

dialog.addEventListener("close", () => (shown = null));

// Show what a button of the page stands for.
export async function openLarge(data) {
  shown = { ...data }; // at once, so that a second key steps on from here while the piece is fetched
  if (data.open) await openPiece(data.open);
  else openPage(data.page, data.title);
  const row = listRow();
  for (const button of dialog.querySelectorAll("[data-step]")) button.hidden = row.length < 2;
}

// Show the one before or after; beyond the last one comes the first.
export function step(by) {
  const row = listRow();
  if (row.length < 2) return;
  openLarge(row[(findShown(row) + by + row.length) % row.length].dataset);
}

// Return the buttons beside the one that opened the dialog which are not filtered out.
function listRow() {
  if (!shown || !dialog.open) return [];
  const row = shown.open ? "#pane [data-key]:not([hidden]) [data-open]" : "#pane [data-page]";
  const buttons = [...document.querySelectorAll(row)];
  const opener = buttons[findShown(buttons)];
  return opener && !shown.open ? [...opener.closest("ul")?.querySelectorAll("[data-page]") ?? []] : opener ? buttons : [];
}

function findShown(buttons) {
  return buttons.findIndex(({ dataset }) => (shown.open ? dataset.open === shown.open : dataset.page === shown.page));
}

// Show the values and findings of an open piece as they are now.
export async function renewPiece() {
  if (dialog.open && shown?.open && dialog.querySelector(".piece")) await openLarge(shown);
}

async function openPiece(key) {
  const answer = await fetch(`/piece/${encodeURIComponent(key)}`);
  if (!answer.ok) return;
  const html = await answer.text();
  if (shown?.open !== key) return; // another one was asked for meanwhile, or none
  if (dialog.open) patch(dialog, html);
  else dialog.innerHTML = html;
  for (const box of dialog.querySelectorAll("[data-line]")) {
    box.checked = shownLines.has(box.dataset.line);
    toggleLine(box);
  }
  dialog.querySelector("[data-magnify]").value = zoom;
  dialog.querySelector("[data-measure]").checked = measures;
  layOutSheets();
  renewCrop();
  if (!dialog.open) dialog.showModal();
}

export function setZoom(choice) {
  zoom = choice.value;
  layOutSheets();
}

export function setMeasure(box) {
  measures = box.checked;
  layOutSheets();
  tellMeasure();
}

// Show each side up to its trim, or with its bleed if that is asked for, and all sides at one scale.
function layOutSheets() {
  const piece = dialog.querySelector(".piece");
  const [width, height, safe] = ["width", "height", "safe"].map((name) => Number(piece.dataset[name]));
  const isCropped = Boolean(piece.querySelector('[data-line="bleed"]')) && !shownLines.has("bleed");
  const sheets = [...dialog.querySelectorAll(".sheet")];
  const rims = sheets.map((sheet) => (isCropped ? 0 : Number(sheet.dataset.bleed)));
  const widest = width + 2 * Math.max(...rims);
  piece.classList.toggle("zoomed", Boolean(zoom));
  const sides = piece.querySelector(".sides");
  if (zoom) sides.tabIndex = 0; // it scrolls
  else sides.removeAttribute("tabindex");
  sheets.forEach((sheet, index) => {
    const [bleed, rim] = [Number(sheet.dataset.bleed), rims[index]];
    const shown = [width + 2 * rim, height + 2 * rim];
    sheet.style.setProperty("aspect-ratio", `${shown[0]} / ${shown[1]}`);
    sheet.style.setProperty("--ratio", shown[0] / shown[1]);
    sheet.style.setProperty("--part", shown[0] / widest);
    sheet.style.width = zoom ? `${shown[0] * zoom}mm` : "";
    layOutArt(sheet, rim, shown);
    layOutMeasure(sheet, shown);
    const hidden = bleed - rim;
    const image = sheet.querySelector("img");
    image.style.width = `${(100 * (width + 2 * bleed)) / shown[0]}%`;
    image.style.margin = `${(-100 * hidden) / shown[0]}%`;
    image.style.clipPath = `inset(${(100 * hidden) / (height + 2 * bleed)}% ${(100 * hidden) / (width + 2 * bleed)}%)`;
    const insets = { bleed: 0, trim: rim, safe: rim + safe };
    for (const name of LINES) {
      const line = sheet.querySelector(`.line.${name}`);
      if (line) line.style.inset = `${(100 * insets[name]) / shown[1]}% ${(100 * insets[name]) / shown[0]}%`;
    }
  });
}

export function toggleLine(box) {
  if (box.checked) shownLines.add(box.dataset.line);
  else shownLines.delete(box.dataset.line);
  for (const line of dialog.querySelectorAll(`.line.${box.dataset.line}`)) line.hidden = !box.checked;
  if (box.dataset.line === "bleed") layOutSheets();
}

function openPage(address, title) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = title;
  const small = document.querySelector(`#pane [data-page="${CSS.escape(address)}"] img`);
  if (small) {
    [image.width, image.height] = ["width", "height"].map((name) => Number(small.getAttribute(name)));
    image.style.background = `#fff url("${small.src}") 0 0 / 100% 100%`; // until the large one is there
  }
  openArticle(title, image, [makeStep("‹", "Previous", -1), makeStep("›", "Next", 1)]);
}

export function openText(title, text) {
  const content = document.createElement("pre");
  content.tabIndex = 0;
  content.textContent = text;
  shown = null;
  openArticle(title, content, []);
}

function makeStep(sign, words, by) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.step = by;
  button.textContent = sign;
  button.setAttribute("aria-label", words);
  return button;
}

function openArticle(title, content, steps) {
  const heading = document.createElement("h2");
  heading.id = "dialog-title";
  heading.textContent = title;
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.close = "";
  close.autofocus = true;
  close.textContent = "Close";
  const header = document.createElement("header");
  header.append(heading, ...steps, close);
  const page = document.createElement("article");
  page.className = "page";
  page.append(header, content);
  const focused = dialog.contains(document.activeElement) ? document.activeElement.dataset.step : undefined;
  dialog.replaceChildren(page);
  if (!dialog.open) dialog.showModal();
  if (focused) dialog.querySelector(`[data-step="${focused}"]`)?.focus();
}
