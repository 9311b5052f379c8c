// The editor of the rules and of game.yaml: line numbers, what was found at its line, and claims to insert.
import { post } from "./requests.js";

const pane = document.getElementById("pane");
let shown = null; // the name of the file, the text and the digest that the server knows
let wanted = null; // the file and the line to go to next
let lines = []; // what the mirror shows
let asked = 0; // of answers that overtake one another, the last one counts

const find = (name) => pane.querySelector(`[${name}]`);
const area = () => find("data-text");
const isDirty = () => Boolean(shown) && area().dataset.name === shown.path && area().value !== shown.text;

// Show a text, and go to one of its lines.
export function showText(name, line) {
  wanted = { name, line };
  if (location.hash === "#text") openText();
  else location.hash = "#text";
}

// Bring the pane up to date: what is typed and not saved stays.
export async function openText() {
  const picker = find("data-text-name");
  if (!picker) return;
  const names = [...picker.options].map((option) => option.value);
  if (wanted && names.includes(wanted.name) && !isDirty()) picker.value = wanted.name;
  else if (shown && names.includes(shown.path) && !area().dataset.name) picker.value = shown.path;
  const number = ++asked;
  const answer = await fetch(`/text?name=${encodeURIComponent(picker.value)}`).then((found) => found.json(), () => null);
  if (!answer || !area() || number !== asked) return;
  if (!answer.ok) {
    refuse(answer.why);
    return;
  }
  if (isDirty() && area().dataset.name === answer.path) {
    if (answer.known !== shown.known) tellConflict(answer);
  } else if (area().dataset.name !== answer.path || answer.known !== shown?.known) {
    take(answer);
  }
  showLines(answer.lines);
  showClaims(answer.claims);
  if (wanted?.name === answer.path) {
    goTo(wanted.line);
    wanted = null;
  }
}

function take(answer) {
  shown = answer;
  const place = area().dataset.name === answer.path ? area().selectionStart : 0;
  area().value = answer.text;
  area().dataset.name = answer.path;
  area().setSelectionRange(place, place);
  lines = [];
  refuse("");
  follow();
}

// Keep the lines below the text as they are typed, with their numbers.
function follow() {
  const mirror = pane.querySelector(".mirror");
  const now = area().value.split("\n");
  if (!mirror.childElementCount) lines = [];
  while (mirror.childElementCount > now.length) mirror.lastChild.remove();
  now.forEach((text, index) => {
    if (lines[index] === text && mirror.children[index]) return;
    const line = mirror.children[index] ?? mirror.appendChild(document.createElement("div"));
    line.textContent = text;
  });
  lines = now;
  find("data-text-save").disabled = !isDirty();
  find("data-text-state").textContent = isDirty() ? "not saved" : "";
}

function showLines(found) {
  const list = find("data-text-findings");
  for (const line of pane.querySelectorAll(".mirror [data-level]")) delete line.dataset.level;
  list.replaceChildren(
    ...found.map(([line, level, code, message]) => {
      const mark = pane.querySelector(".mirror").children[line - 1];
      if (mark) mark.dataset.level = level;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `line ${line}`;
      button.addEventListener("click", () => goTo(line));
      const item = document.createElement("li");
      const bold = document.createElement("b");
      bold.textContent = ` ${code} `;
      item.append(button, bold, message);
      return item;
    }),
  );
  if (!found.length) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing, as far as a program can see." }));
}

function showClaims(claims) {
  const list = find("data-claims");
  list.replaceChildren(
    ...claims.map(({ says, value, writes }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.writes = writes;
      const [what, now] = [document.createElement("span"), document.createElement("b")];
      what.textContent = says;
      now.textContent = value;
      button.append(what, now);
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  search();
}

function search() {
  const text = find("data-claims-search").value.trim().toLowerCase();
  for (const item of find("data-claims").children) item.hidden = !item.textContent.toLowerCase().includes(text);
}

function goTo(line) {
  const before = area().value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0);
  area().focus();
  area().setSelectionRange(at, at);
  pane.querySelector(".mirror").children[line - 1]?.scrollIntoView({ block: "center" });
}

// Put words where the cursor is, so that the browser can take them back.
function insert(words) {
  area().focus();
  if (!document.execCommand("insertText", false, words)) area().setRangeText(words, area().selectionStart, area().selectionEnd, "end");
  follow();
}

async function save() {
  const text = area().value;
  const answer = await post("/text", { name: shown.path, text, known: shown.known });
  if (!answer.ok) {
    refuse(answer.why);
    openText();
    return;
  }
  asked += 1; // an answer that is on its way shows the file as it was
  shown = { ...shown, text, known: answer.known };
  refuse("");
  follow();
  if (!isDirty()) find("data-text-state").textContent = "saved";
}

function refuse(why, ...acts) {
  const told = find("data-text-refused");
  told.hidden = !why;
  told.replaceChildren(why, ...acts);
}

// The file changed outside, and so did what is typed here: ask which one stays.
function tellConflict(answer) {
  const makeButton = (words, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", act);
    return button;
  };
  refuse(
    `${answer.path} was changed outside while you typed. `,
    makeButton("Show that one, and drop mine", () => take(answer)),
    makeButton("Keep mine, and write over it", () => {
      shown = { ...shown, known: answer.known };
      save();
    }),
  );
}

document.addEventListener("input", (event) => {
  if (event.target === area()) follow();
  else if (event.target === find("data-claims-search")) search();
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-text-name]")) return;
  if (isDirty()) {
    event.target.value = shown.path;
    refuse("Save this text first, or undo what you typed.");
  } else {
    openText();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target !== area() || event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  save();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button, a");
  if (!button) return;
  const { dataset } = button;
  if ("textSave" in dataset) save();
  else if (dataset.writes) insert(dataset.writes);
  else if (dataset.showText) showText(dataset.showText, Number(dataset.line) || 1);
  else if ("beginRules" in dataset) {
    const answer = await post("/rules/begin", {});
    if (!answer.ok) refuse(answer.why);
    else wanted = { name: "rules.md", line: 3 };
  }
});

window.addEventListener("beforeunload", (event) => {
  if (area() && isDirty()) event.preventDefault();
});
