// Say in the bar what became of something that the user did; why it was refused stays there until the next word.
const TIME = 8000; // ms for what needs no answer
const told = document.getElementById("told");
let timer = 0;

export function say(text, isRefused = false) {
  clearTimeout(timer);
  told.textContent = text;
  told.hidden = !text;
  told.classList.toggle("refused", isRefused);
  if (!isRefused) timer = setTimeout(() => say(""), TIME);
}
