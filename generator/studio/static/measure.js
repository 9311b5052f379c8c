// The measure of the piece dialog: a line from point to point, by pointer or by keys, and its length in mm.
const SVG = "http://www.w3.org/2000/svg";
const dialog = document.getElementById("dialog");
let from = null;

const isOn = () => Boolean(dialog.querySelector("[data-measure]")?.checked);

// Let each side be measured, or not; `size` is what it shows, in mm.
export function layOutMeasure(sheet, size) {
  sheet.dataset.size = size.join(" ");
  sheet.classList.toggle("measured", isOn());
  if (isOn()) {
    Object.assign(sheet, { tabIndex: 0, role: "group" });
    sheet.setAttribute("aria-roledescription", "measure");
    sheet.setAttribute("aria-label", `${sheet.dataset.side}: arrow keys move the end of the line, Enter begins it anew`);
  } else {
    for (const name of ["tabindex", "role", "aria-label", "aria-roledescription"]) sheet.removeAttribute(name);
    sheet.querySelector("svg.measure")?.remove();
  }
}

export function tellMeasure() {
  const told = dialog.querySelector("[data-measured]");
  if (told && !isOn()) told.value = "";
}

const sizeOf = (sheet) => sheet.dataset.size.split(" ").map(Number);

function pointOf(sheet, event) {
  const box = sheet.getBoundingClientRect();
  const [width, height] = sizeOf(sheet);
  return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
}

function draw(sheet, one, two) {
  for (const other of dialog.querySelectorAll("svg.measure")) if (other.parentElement !== sheet) other.remove();
  const found = sheet.querySelector("svg.measure") ?? sheet.appendChild(document.createElementNS(SVG, "svg"));
  found.setAttribute("class", "measure");
  found.setAttribute("aria-hidden", "true");
  found.setAttribute("viewBox", `0 0 ${sizeOf(sheet).join(" ")}`);
  const line = found.querySelector("line") ?? found.appendChild(document.createElementNS(SVG, "line"));
  for (const [name, value] of Object.entries({ x1: one[0], y1: one[1], x2: two[0], y2: two[1] })) line.setAttribute(name, value.toFixed(2));
  const [dx, dy] = [two[0] - one[0], two[1] - one[1]];
  dialog.querySelector("[data-measured]").value =
    `${Math.hypot(dx, dy).toFixed(1)} mm (${Math.abs(dx).toFixed(1)} across, ${Math.abs(dy).toFixed(1)} down)`;
}

dialog.addEventListener("pointerdown", (event) => {
  const sheet = isOn() && event.target.closest(".sheet");
  if (!sheet || event.button) return;
  event.preventDefault();
  sheet.setPointerCapture(event.pointerId);
  sheet.focus();
  from = { sheet, at: pointOf(sheet, event) };
  draw(sheet, from.at, from.at);
});

dialog.addEventListener("pointermove", (event) => from && event.buttons && draw(from.sheet, from.at, pointOf(from.sheet, event)));

dialog.addEventListener("keydown", (event) => {
  const sheet = isOn() && event.target.closest(".sheet");
  if (!sheet) return;
  const by = event.shiftKey ? 5 : 0.5;
  const step = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
  if (!step && event.key !== "Enter") return;
  event.preventDefault();
  const [width, height] = sizeOf(sheet);
  const line = sheet.querySelector("svg.measure line");
  const end = line ? [Number(line.getAttribute("x2")), Number(line.getAttribute("y2"))] : [width / 2, height / 2];
  if (!line || event.key === "Enter") from = { sheet, at: end };
  const next = step ?? [0, 0];
  draw(sheet, from.at, [Math.min(width, Math.max(0, end[0] + next[0])), Math.min(height, Math.max(0, end[1] + next[1]))]);
});
