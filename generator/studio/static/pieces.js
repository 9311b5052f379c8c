// The gallery: pieces in true proportions, filtered by what the form says.

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
  for (const line of pane.querySelectorAll("pre[data-at]")) {
    line.scrollLeft = line.dataset.at * line.scrollWidth - line.clientWidth / 2; // where the caret is
  }
  const called = new Intl.DisplayNames(["en"], { type: "language" });
  for (const option of pane.querySelectorAll("[data-language]")) option.textContent = called.of(option.dataset.language);
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
  pane.querySelector("[data-none]")?.toggleAttribute("hidden", shown > 0);
  form.querySelector("[data-shown]").value = `${shown} shown`;
}

// The address holds what the pieces are filtered by, their size and their backs, in every view.
export function keepFilter(form) {
  const kept = new URLSearchParams();
  for (const { name, type, checked, value, defaultValue } of form.elements) {
    if (type === "checkbox" ? checked : name && value && value !== (defaultValue ?? "")) kept.set(name, type === "checkbox" ? "1" : value);
  }
  const query = kept.size ? `?${kept}` : location.pathname;
  history.replaceState(null, "", `${query}${location.hash}`);
}

export function restoreFilter(pane) {
  const form = pane.querySelector("[data-filter]");
  if (!form) return;
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field && (!field.options || [...field.options].some((option) => option.value === value))) field.value = value;
  }
}
