// Undo and redo what was changed in the game's files; a text that is being typed has its own undo.
import { post } from "./requests.js";
import { say } from "./say.js";

export async function takeStep(name) {
  const answer = await post(`/${name}`, {});
  if (!answer.ok) say(answer.why, true);
  else if (answer.files.length) {
    const done = `${name === "undo" ? "undone" : "done again"}: ${answer.title}`;
    say(answer.note ? `${done}; ${answer.note}` : done, Boolean(answer.note));
  }
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
