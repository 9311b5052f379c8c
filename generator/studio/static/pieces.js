// The gallery: pieces in true proportions, filtered by what the form says, and one of them large.
const dialog = document.getElementById("dialog");
const LINES = ["trim", "safe", "bleed"];
const shownLines = new Set();

// Sizes come from data, since the page allows no inline style.
export function layOut(pane) {
  for (const box of pane.querySelectorAll("[data-width]")) {
    box.parentElement.style.setProperty("--width", box.dataset.width);
    box.parentElement.style.setProperty("--height", box.dataset.height);
    for (const image of box.querySelectorAll("img")) {
      image.style.setProperty("--width", box.dataset.width);
      image.style.setProperty("aspect-ratio", `${box.dataset.width} / ${box.dataset.height}`);
    }
  }
  if (pane.querySelector("[data-filter]")) filterPieces(pane);
}

export function filterPieces(pane) {
  const form = pane.querySelector("[data-filter]");
  const text = form.elements.text.value.trim().toLowerCase();
  const part = form.elements.part.value;
  const color = form.elements.color?.value ?? "";
  let shown = 0;
  for (const item of pane.querySelectorAll("[data-piece]")) {
    const { dataset } = item;
    item.hidden =
      (part && dataset.piece !== part) ||
      (color && !dataset.color.split(" ").includes(color)) ||
      (form.elements.changed.checked && !("changed" in dataset)) ||
      !dataset.text.includes(text);
    shown += item.hidden ? 0 : 1;
  }
  for (const section of pane.querySelectorAll("section.part")) {
    section.hidden = !section.querySelector("[data-piece]:not([hidden])");
  }
  pane.classList.toggle("backs", form.elements.backs.checked);
  pane.style.setProperty("--scale", form.elements.size.value);
  form.querySelector("[data-shown]").value = `${shown} shown`;
}

export async function openPiece(key) {
  const answer = await fetch(`/piece/${encodeURIComponent(key)}`);
  if (!answer.ok) return;
  dialog.innerHTML = await answer.text();
  const piece = dialog.querySelector(".piece");
  const [width, height, safe] = ["width", "height", "safe"].map((name) => Number(piece.dataset[name]));
  const sheets = [...dialog.querySelectorAll(".sheet")];
  const widest = width + 2 * Math.max(...sheets.map((sheet) => Number(sheet.dataset.bleed)));
  for (const sheet of sheets) {
    const bleed = Number(sheet.dataset.bleed);
    const whole = [width + 2 * bleed, height + 2 * bleed];
    sheet.style.setProperty("aspect-ratio", `${whole[0]} / ${whole[1]}`);
    sheet.style.setProperty("--ratio", whole[0] / whole[1]);
    sheet.style.setProperty("--part", whole[0] / widest);
    const insets = { bleed: 0, trim: bleed, safe: bleed + safe };
    for (const name of LINES) {
      const line = sheet.querySelector(`.line.${name}`);
      line.style.inset = `${(100 * insets[name]) / whole[1]}% ${(100 * insets[name]) / whole[0]}%`;
    }
  }
  for (const box of dialog.querySelectorAll("[data-line]")) {
    box.checked = shownLines.has(box.dataset.line);
    toggleLine(box);
  }
  if (!dialog.open) dialog.showModal();
}

export function toggleLine(box) {
  if (box.checked) shownLines.add(box.dataset.line);
  else shownLines.delete(box.dataset.line);
  for (const line of dialog.querySelectorAll(`.line.${box.dataset.line}`)) line.hidden = !box.checked;
}

export function openPage(address, title) {
  const image = document.createElement("img");
  image.src = address;
  image.alt = title;
  openArticle(title, image);
}

export function openText(title, text) {
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  shown.textContent = text;
  openArticle(title, shown);
}

function openArticle(title, content) {
  const heading = document.createElement("h2");
  heading.id = "dialog-title";
  heading.textContent = title;
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.close = "";
  close.textContent = "Close";
  const header = document.createElement("header");
  header.append(heading, close);
  const page = document.createElement("article");
  page.className = "page";
  page.append(header, content);
  dialog.replaceChildren(page);
  dialog.showModal();
}
