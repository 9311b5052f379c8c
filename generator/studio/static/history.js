// Undo and redo what was changed in the game's files; a text that is being typed has its own undo.
import { post } from "./requests.js";

const status = document.getElementById("status");

export async function takeStep(name) {
  const answer = await post(`/${name}`, {});
  if (!answer.ok) status.textContent = answer.why;
  else if (answer.files.length) status.textContent = `${name === "undo" ? "undone" : "done again"}: ${answer.title}`;
}

export function showSteps(titles) {
  for (const name of ["undo", "redo"]) {
    const button = document.querySelector(`[data-history="${name}"]`);
    button.disabled = !titles[name];
    button.title = titles[name];
  }
}

document.addEventListener("keydown", (event) => {
  const typed = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, [contenteditable]");
  const key = event.key.toLowerCase();
  if (typed || event.altKey || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(key)) return;
  event.preventDefault();
  takeStep(key === "y" || event.shiftKey ? "redo" : "undo");
});
