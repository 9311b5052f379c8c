// The colors: each pick repaints all pieces, and a palette is written only after its text was shown.
import { post } from "./requests.js";

let picked = {}; // what the server may not know of yet
let waiting = null;
let busy = false;

export function followColors(input) {
  picked[input.name] = input.value;
  const tried = [...document.querySelectorAll("[data-tried]")].map(({ name, value }) => [name, value]);
  waiting = { ...Object.fromEntries(tried), ...picked };
  send();
}

// One request at a time; of the colors that a picker passes over, the last one counts.
async function send() {
  if (busy || !waiting) return;
  busy = true;
  const colors = waiting;
  waiting = null;
  await post("/choose", { colors });
  busy = false;
  send();
}

// Go back to the colors of a palette, of the chosen one if none is named; "" is the game itself.
export async function resetColors(palette) {
  [picked, waiting] = [{}, null];
  for (const input of document.querySelectorAll("[data-tried]")) delete input.dataset.tried;
  await post("/choose", palette === undefined ? { colors: {} } : { palette, colors: {} });
}

export function showSight(pane, sight) {
  for (const image of pane.querySelectorAll("[data-sample] img")) {
    const address = new URL(image.src);
    address.searchParams.set("sight", sight);
    image.src = address.href;
  }
}

export async function savePalette(form) {
  const dialog = document.getElementById("dialog");
  const name = form.elements.name.value.trim();
  const answer = await post("/palette", { name });
  const heading = document.createElement("h2");
  heading.id = "dialog-title";
  const text = document.createElement("pre");
  text.tabIndex = 0;
  const close = makeButton(answer.ok ? "Cancel" : "Close", () => dialog.close());
  heading.textContent = answer.ok ? `palettes/${name}.yaml` : "This palette cannot be written";
  text.textContent = answer.ok ? answer.text : answer.why;
  const header = document.createElement("header");
  header.append(heading, close);
  const article = document.createElement("article");
  article.append(header, text);
  if (answer.ok) {
    const write = makeButton("Write the file", async () => {
      const written = await post("/palette", { name, write: true });
      text.textContent = written.ok ? `written: ${written.written}` : written.why;
      close.textContent = "Close";
      write.remove();
    });
    article.append(write);
  }
  dialog.replaceChildren(article);
  dialog.showModal();
}

function makeButton(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}
