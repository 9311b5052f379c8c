// The export form: it shows the options of the chosen target alone.
export function followTarget(form) {
  const target = form.querySelector("[data-target]:checked")?.value;
  for (const field of form.querySelectorAll("[data-for]")) field.hidden = !field.dataset.for.split(" ").includes(target);
}

export function readExport(form) {
  const own = [...form.querySelectorAll("[data-own]")].map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
  const boxes = [...form.querySelectorAll('[name="only"]')];
  const only = boxes.every((box) => box.checked) ? [] : boxes.filter((box) => box.checked).map((box) => box.value);
  return { ...Object.fromEntries(own), to: form.querySelector("[data-target]:checked")?.value, only };
}
