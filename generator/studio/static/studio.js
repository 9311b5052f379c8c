// The page of the studio: shows one view at a time, and follows the events that the server sends.
import { patch } from "./patch.js";
import { connect } from "./events.js";
import { post } from "./requests.js";
import { filterPieces, keepFilter, layOut, restoreFilter } from "./pieces.js";
import { openLarge, openText, renewPiece, setMeasure, setZoom, step, toggleLine } from "./large.js";
import { followTarget, readExport } from "./export.js";
import "./pictures.js";
import { loadFaces, watchScreen, whenLoaded } from "./faces.js";
import { showSteps, takeStep } from "./history.js";
import "./forms.js";
import { openText as openTextPane, showText } from "./text.js";
import { followTable, showTable } from "./table.js";
import { followColors, resetColors, savePalette, showSight } from "./colors.js";

const pane = document.getElementById("pane");
const faults = document.getElementById("faults");
const status = document.getElementById("status");
const names = [...document.querySelectorAll("nav [data-pane]")].map((link) => link.dataset.pane);
let asked = 0;
let shownDigest = "";
let state = ""; // of the game, as the bar says it
let marked = new Set(); // pieces that look different, as the server told last

function currentPane() {
  const name = location.hash.slice(1);
  return names.includes(name) ? name : names[0];
}

async function fetchText(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// Show the current view as it is now; what did not change stays, with its focus and its place.
async function refresh() {
  const name = currentPane();
  const number = ++asked;
  try {
    const same = pane.dataset.shown === name;
    const [answer, wrong] = await Promise.all([fetch(`/pane/${name}?known=${same ? shownDigest : ""}`), fetchText("/faults")]);
    const html = await answer.text();
    if (number !== asked || !answer.ok) return;
    pane.dataset.shown = name;
    if (answer.status !== 204) {
      if (same) patch(pane, html);
      else {
        pane.innerHTML = html;
        restoreFilter(pane);
      }
      shownDigest = answer.headers.get("x-gutterfold-digest");
    }
    patch(faults, wrong);
    faults.hidden = !wrong.trim();
  } catch {
    return;
  }
  for (const link of document.querySelectorAll("nav [data-pane]")) {
    if (link.dataset.pane === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  markChanged(); // what was told while this was fetched is newer
  layOut(pane);
  const exported = pane.querySelector("[data-export]");
  if (exported) followTarget(exported);
  watchScreen(pane);
  renewPiece();
  if (name === "text") openTextPane();
  showTable(pane);
}

function setBadge(name, number) {
  const badge = document.querySelector(`[data-badge="${name}"]`);
  badge.hidden = !number;
  badge.textContent = number ? ` ${number}` : "";
}

async function showFaults() {
  const wrong = await fetchText("/faults").catch(() => null);
  if (wrong === null) return;
  patch(faults, wrong);
  faults.hidden = !wrong.trim();
}

function showState({ title, faults: wrong, failing }, isFinding = false) {
  document.getElementById("title").textContent = title;
  document.title = `${title} · gutterfold studio`;
  const told = [
    wrong ? `${wrong} ${wrong === 1 ? "fault" : "faults"}` : "",
    failing ? `${failing} ${failing === 1 ? "claim fails" : "claims fail"}` : "",
  ].filter(Boolean);
  const text = told.length ? `✗ ${told.join(", ")}` : "live";
  if (text !== state || !isFinding) status.textContent = text; // what was found leaves another word there, if it is not news
  state = text;
  status.dataset.state = told.length ? "faulty" : "live";
  setBadge("rules", failing);
}

function showChanges({ changed, drawn }) {
  setBadge("pieces", changed.length);
  pane.dataset.drawn = drawn;
  marked = new Set(changed);
  markChanged();
}

function markChanged() {
  for (const item of pane.querySelectorAll("[data-key]")) item.toggleAttribute("data-changed", marked.has(item.dataset.key));
}

const told = {
  hello(details) {
    showState(details);
    showChanges(details);
    setBadge("findings", details.findings);
    refresh();
  },
  lost() {
    status.textContent = "the studio is not running; waiting for it …";
    status.dataset.state = "lost";
  },
  game(details) {
    loadFaces(details.faces);
    showState(details);
    showFaults();
    followTable();
    whenLoaded(refresh);
  },
  changed(details) {
    loadFaces(details.faces);
  },
  faces(details) {
    showChanges(details);
    if (currentPane() === "pieces") filterPieces(pane);
    if (currentPane() === "pictures") refresh();
  },
  checking() {
    if (["findings", "rules"].includes(currentPane())) refresh();
  },
  findings(details) {
    setBadge("findings", details.count);
    showState(details, true);
    followTable();
    if (["findings", "pieces", "rules", "text"].includes(currentPane())) refresh();
  },
  kit: () => ["sheets", "rules", "print", "game", "text"].includes(currentPane()) && refresh(),
  layouts: () => currentPane() === "layouts" && refresh(),
  steps: showSteps,
  building: refresh,
  built: refresh,
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const data = button.dataset;
  if (data.open || data.page) await openLarge(data);
  else if (data.step) step(Number(data.step));
  else if (data.explain) openText(data.explain, await fetchText(`/explain/${data.explain}`).catch(() => "the studio does not answer"));
  else if ("close" in data) document.getElementById("dialog").close();
  else if (data.post) await post(data.post, {});
  else if (data.copy) await navigator.clipboard.writeText(data.copy).then(() => (button.textContent = "Copied"));
  else if (data.history) await takeStep(data.history);
  else if (data.edit) await edit(data.edit, data.which);
  else if ("reset" in data) await resetColors(data.reset === "game" ? "" : undefined);
  else if ("savePalette" in data) await savePalette(button.form);
});

async function edit(kind, which) {
  const answer = await post("/open", { kind, which: ["finding", "fault"].includes(kind) ? Number(which) : which });
  if (answer.text) showText(answer.text, answer.line);
  else status.textContent = answer.ok ? `opened in ${answer.by}` : answer.why;
}

document.addEventListener("input", (event) => {
  const { target } = event;
  if (target.closest("[data-filter]")) {
    filterPieces(pane);
    keepFilter(target.form);
  }
  else if ("role" in target.dataset) followColors(target);
  else if ("line" in target.dataset) toggleLine(target);
  else if ("target" in target.dataset) followTarget(target.form);
  else if ("measure" in target.dataset) setMeasure(target);
  else if ("magnify" in target.dataset) setZoom(target);
});

document.addEventListener("pictures", () => currentPane() === "pictures" && refresh());

document.addEventListener("change", async (event) => {
  const { target } = event;
  if ("sight" in target.dataset) showSight(pane, target.value);
  else if (target.name === "palette") await resetColors(target.value);
  else if ("choice" in target.dataset || "setting" in target.dataset) await choose(target);
});

async function choose(field) {
  const chosen = field.name === "settings" || "setting" in field.dataset ? { settings: listSettings(field.form) } : { [field.name]: field.value };
  tellRefusal(field.form, field.checkValidity() ? await post("/choose", chosen) : { ok: false, why: field.validationMessage });
}

// Values of parts as `--set` takes them, a line for each: those of the fields, and others. A line for which there is a
// field goes into that.
function listSettings(form) {
  const fields = [...form.querySelectorAll("[data-setting]")];
  const others = form.elements.settings;
  const left = others.value.split("\n").filter((line) => {
    const [name, ...value] = line.split("=");
    const field = value.length ? fields.find(({ dataset }) => dataset.setting === name.trim()) : null;
    if (field) field.value = value.join("=").trim();
    return !field;
  });
  if (left.join("\n") !== others.value) others.value = left.join("\n");
  const set = fields.filter(({ value }) => value.trim());
  return [...set.map(({ dataset, value }) => `${dataset.setting}=${value.trim()}`), ...left].join("\n");
}

// Say in the form why the studio refused what was chosen in it, or that nothing is refused anymore.
function tellRefusal(form, { ok, why }) {
  const told = form.querySelector("[data-told]");
  told.hidden = ok;
  told.textContent = ok ? "" : why;
}

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && document.getElementById("dialog").open && !event.target.closest("input, select, pre, [data-art], .measured, .sides[tabindex]")) step(by);
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target.closest("[data-print], [data-export]");
  if (!form) return;
  if ("export" in form.dataset) {
    tellRefusal(form, await post("/export", readExport(form)));
    return;
  }
  const boxes = [...form.querySelectorAll('[name="only"]')];
  const only = boxes.every((box) => box.checked) ? [] : boxes.filter((box) => box.checked).map((box) => box.value);
  const fields = [...form.querySelectorAll("[data-choice]")].map((field) => [field.name, field.value]);
  const chosen = { ...Object.fromEntries(fields), settings: listSettings(form) };
  const own = [...form.querySelectorAll("[data-build]")].map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
  tellRefusal(form, await post("/build", { ...chosen, ...Object.fromEntries(own), only }));
});

window.addEventListener("hashchange", refresh);
refresh();
connect(told);
