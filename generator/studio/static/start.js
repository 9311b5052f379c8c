// The page of a folder without a game: send files, make a game, and go on with it.
import { post } from "./requests.js";

const form = document.querySelector("[data-start]");
const key = document.querySelector('meta[name="gutterfold-key"]').content;
const progress = document.querySelector("[data-progress]");
const SAYS = {
  table: "One table (CSV, XLSX, ODS) and the pictures that it names",
  pictures: "Pictures or PDFs; fox-back.png goes behind fox.png, and back.png behind all others",
};

function refuse(why) {
  const told = form.querySelector(".refused");
  told.hidden = !why;
  told.textContent = why;
}

async function sendFiles(files) {
  await post("/start/forget", {});
  for (const [index, file] of files.entries()) {
    progress.textContent = `sending ${index + 1} of ${files.length} …`;
    const answer = await fetch(`/start/file?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "x-gutterfold-key": key, "content-type": "application/octet-stream" },
      body: file,
    }).then((found) => found.json(), () => ({ ok: false, why: "the studio does not answer" }));
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

async function make() {
  const { title, kind, size, files } = form.elements;
  const [name, starter = ""] = kind.value.split(" ");
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  refuse("");
  let answer = !SAYS[name] ? { ok: true } : await sendFiles([...files.files]);
  progress.textContent = "making the game …";
  if (answer.ok) answer = await post("/start/make", { title: title.value.trim(), kind: name, starter, size: size.value.trim() });
  progress.textContent = "";
  button.disabled = false;
  if (answer.ok) location.href = "/";
  else refuse(answer.why);
}

form.addEventListener("change", () => {
  const says = SAYS[form.elements.kind.value];
  form.querySelector("[data-files]").hidden = !says;
  if (says) form.querySelector("[data-says]").firstChild.nodeValue = says;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  make();
});

document.addEventListener("click", async (event) => {
  const name = event.target.closest("[data-open-game]")?.dataset.openGame;
  if (!name) return;
  const answer = await post("/start/open", { name });
  if (answer.ok) location.href = "/";
  else refuse(answer.why);
});
