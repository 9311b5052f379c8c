// The field in which one cell is edited, with the choices that are known for its column below it.
const MOST = 60; // choices that are shown at once
let count = 0;

// Edit a cell in its place; `close` is called with its text, or null if it stays, and the step to the next cell.
export function openEditor(cell, { text, typed, column, paints, all, close }) {
  const field = document.createElement(column.choices.length ? "input" : "textarea");
  field.value = typed ?? text;
  field.setAttribute("aria-label", column.name || "cell");
  field.className = "editing";
  field.spellcheck = true;
  field.autocomplete = "off";
  if (["copies", "number"].includes(column.kind)) field.inputMode = "numeric";
  if (field.tagName === "TEXTAREA") field.rows = 1;
  cell.replaceChildren(field);
  const grow = () => {
    if (field.tagName !== "TEXTAREA") return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  };
  const list = column.choices.length ? new ChoiceList(field, column.choices, paints) : null;
  let open = true;
  const end = (value, step) => {
    if (!open) return;
    open = false;
    list?.remove();
    close(value, step);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Enter" && event.altKey && field.tagName === "TEXTAREA") field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
    else if (list && ["ArrowDown", "ArrowUp"].includes(event.key)) list.move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter") end(list?.chosen ?? field.value, [event.shiftKey ? -1 : 1, 0]);
    else if (event.key === "Tab") end(list?.chosen ?? field.value, [0, event.shiftKey ? -1 : 1]);
    else if (event.key === "Escape") end(null, null);
    else return;
    event.preventDefault();
    grow();
  });
  field.addEventListener("input", () => (grow(), list?.filter(field.value)));
  field.addEventListener("blur", () => setTimeout(() => document.hasFocus() && document.activeElement !== field && end(field.value, null)));
  list?.onPick((value) => end(value, null));
  field.focus({ preventScroll: true });
  if (all) field.select();
  else if (typed === undefined) field.setSelectionRange(field.value.length, field.value.length);
  grow();
  if (typed !== undefined) list?.filter(field.value);
  return { row: 0, holds: (target) => cell.contains(target) || list?.holds(target), keep: () => end(field.value, null) };
}

// The choices of a column: a list box that the field controls (the combobox pattern of ARIA).
class ChoiceList {
  constructor(field, choices, paints) {
    Object.assign(this, { field, choices, paints, at: -1, shown: [] });
    this.box = document.createElement("ul");
    this.box.id = `choices-${(count += 1)}`;
    this.box.className = "choices-list";
    this.box.setAttribute("role", "listbox");
    this.box.setAttribute("aria-label", "Known values");
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "true");
    field.setAttribute("aria-controls", this.box.id);
    document.querySelector("[data-table]").append(this.box);
    this.filter("");
  }

  get chosen() {
    return this.shown[this.at];
  }

  filter(text) {
    const word = text.trim().toLowerCase();
    const starts = (choice) => choice.toLowerCase().startsWith(word);
    const found = this.choices.filter((choice) => choice.toLowerCase().includes(word));
    this.shown = [...found.filter(starts), ...found.filter((choice) => !starts(choice))].slice(0, MOST);
    this.at = -1;
    this.box.replaceChildren(...this.shown.map((choice, at) => this.makeOption(choice, at)));
    this.box.hidden = !this.shown.length;
    this.field.removeAttribute("aria-activedescendant");
    this.place();
  }

  makeOption(choice, at) {
    const option = document.createElement("li");
    option.id = `${this.box.id}-${at}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    if (this.paints[choice] || choice.startsWith("#")) {
      const swatch = option.appendChild(document.createElement("i"));
      swatch.className = "swatch";
      swatch.style.background = this.paints[choice] ?? choice;
    }
    option.append(choice);
    return option;
  }

  place() {
    const box = this.field.getBoundingClientRect();
    const below = innerHeight - box.bottom;
    const up = below < 160 && box.top > below;
    Object.assign(this.box.style, {
      left: `${Math.max(4, Math.min(box.left, innerWidth - 190))}px`,
      minWidth: `${box.width}px`,
      top: up ? "auto" : `${box.bottom}px`,
      bottom: up ? `${innerHeight - box.top}px` : "auto",
      maxHeight: `${Math.min(260, (up ? box.top : below) - 8)}px`,
    });
  }

  move(by) {
    if (!this.shown.length) return;
    this.box.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = (this.at + by + this.shown.length + (this.at < 0 && by < 0 ? 1 : 0)) % this.shown.length;
    const option = this.box.children[this.at];
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", option.id);
  }

  onPick(pick) {
    this.box.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps its focus
    this.box.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) pick(this.shown[[...this.box.children].indexOf(option)]);
    });
  }

  holds(target) {
    return this.box.contains(target);
  }

  remove() {
    this.box.remove();
  }
}
