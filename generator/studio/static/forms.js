// The form of game.yaml and the gallery of layouts: a value is written when it was typed, and refused beside its field.
import { post } from "./requests.js";

const OTHER = "…"; // the choice of something that is not listed
const SHOWN = 2000; // ms that a field says it was saved

// Write the value of a field, if it is another one than in the file.
async function saveValue(control) {
  const field = control.closest(".value");
  if (control.value === OTHER && control.tagName === "SELECT") {
    askOther(control);
    return;
  }
  const valid = control.checkValidity();
  const { path, saved } = control.dataset;
  if (valid && control.value === saved) {
    tell(field, control, "");
    return;
  }
  const value = control.value;
  const answer = valid ? await post("/form/set", { path, value, was: saved }) : { ok: false, why: control.validationMessage };
  tell(field, control, answer.ok ? "" : answer.why);
  if (!answer.ok) return;
  control.dataset.saved = value;
  field.classList.add("saved");
  setTimeout(() => field.classList.remove("saved"), SHOWN);
}

// Let something else be typed than what is listed.
function askOther(select) {
  const input = document.createElement("input");
  for (const name of ["data-path", "data-saved", "name", "data-new", "data-value", "aria-describedby"]) {
    if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
  }
  input.dataset.other = "";
  input.id = select.id;
  input.autocomplete = "off";
  input.value = select.dataset.saved;
  select.replaceWith(input);
  input.focus();
  input.select();
}

// Say why a value was refused, beside it; an empty text says that nothing is.
function tell(field, control, why) {
  const told = field.querySelector("[data-told]");
  told.hidden = !why;
  told.textContent = why;
  if (!control) return;
  if (why) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

async function change(button) {
  const { form: act, path } = button.dataset;
  const answer = await post(`/form/${act}`, { path });
  tell(button.closest("details"), null, answer.ok ? "" : answer.why);
  if (answer.ok) say(answer.title);
}

// Give a part another id, wherever that is certain; what else names it is told.
async function rename(input) {
  const { path, saved } = input.dataset;
  const value = input.value.trim();
  const answer = value && value !== saved ? await post("/form/rename", { path, value }) : { ok: true };
  tell(input.closest("details"), input, answer.ok ? "" : answer.why);
  if (!value) input.value = saved;
  if (answer.title) say(answer.title);
}

async function addEntry(form) {
  const values = {};
  for (const control of form.querySelectorAll("[data-new]")) {
    if (control.value !== OTHER && control.value !== "") values[control.name] = control.value;
  }
  const answer = await post("/form/add", { path: form.dataset.add, key: form.elements.key?.value ?? "", values });
  const told = form.querySelector(":scope > [data-told]");
  told.hidden = answer.ok;
  told.textContent = answer.ok ? "" : answer.why;
  if (!answer.ok) return;
  form.reset();
  say(answer.title);
}

// Take the layout that was clicked, for a part or for a new one.
async function takeLayout(name) {
  const form = document.querySelector("[data-gallery]");
  const { part, title, table, id, kind } = form.elements;
  const told = form.querySelector("[data-told]");
  let answer;
  if (part.value) answer = await post("/layout", { name, part: part.value });
  else if (title.value.trim()) answer = await post("/part", { name, title: title.value, table: table.value, id: id.value, kind: kind.value });
  else answer = { ok: false, why: "Type the title of the new part above, then click its layout again." };
  told.hidden = answer.ok;
  told.textContent = answer.ok ? "" : answer.why;
  if (answer.ok) {
    say(answer.title);
    if (!part.value) location.hash = "#game";
  } else {
    told.scrollIntoView({ block: "center" });
    if (!part.value && !title.value.trim()) title.focus();
  }
}

function say(words) {
  document.getElementById("status").textContent = words;
}

document.addEventListener("change", (event) => {
  const { target } = event;
  if ("value" in target.dataset) saveValue(target);
  else if ("rename" in target.dataset) rename(target);
  else if ("new" in target.dataset && target.value === OTHER && target.tagName === "SELECT") askOther(target);
  else if (target.name === "part" && target.closest("[data-gallery]")) {
    for (const name of ["title", "table", "id", "kind"]) target.form.elements[name].closest("label").hidden = Boolean(target.value);
  }
});

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (!("value" in (target.dataset ?? {})) || target.tagName === "SELECT") return;
  if (event.key === "Escape") {
    target.value = target.dataset.saved;
    tell(target.closest(".value"), target, "");
  } else if (event.key === "Enter" && target.tagName === "INPUT") {
    saveValue(target);
  }
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-add]")) addEntry(event.target);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.form) await change(button);
  else if (button.dataset.layout) await takeLayout(button.dataset.layout);
  else if ("saveColors" in button.dataset) {
    const answer = await post("/colors", {});
    say(answer.ok ? answer.title : answer.why);
  }
});
