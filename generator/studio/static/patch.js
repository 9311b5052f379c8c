// Change an element so that it holds the given HTML, and leave alone what is the same: images, focus, scrolling.
// Elements with a key and fields of forms are found by their names wherever they stand, all others by their places.
export function patch(element, html) {
  const made = document.createElement(element.tagName);
  made.innerHTML = html;
  patchChildren(element, made);
}

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const { key, field, part } = node.dataset;
  return key ?? field ?? part ?? node.getAttribute("name") ?? "";
}

function nameOf(node) {
  return `${node.nodeName} ${keyOf(node)}`;
}

function patchChildren(old, made) {
  const before = [...old.childNodes];
  const keyed = new Map(before.filter(keyOf).map((node) => [nameOf(node), node]));
  let at = 0;
  for (const wanted of [...made.childNodes]) {
    const name = nameOf(wanted);
    let found = keyed.get(name) ?? (before[at] && nameOf(before[at]) === name && !keyOf(before[at]) ? before[at] : null);
    if (found) {
      keyed.delete(name);
      patchNode(found, wanted);
    } else {
      found = wanted;
    }
    const here = old.childNodes[at];
    if (here !== found) old.insertBefore(found, here ?? null);
    at += 1;
  }
  while (old.childNodes.length > at) old.lastChild.remove();
}

function patchNode(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  if ("told" in old.dataset) return; // by the page itself
  const isClean = "saved" in old.dataset && old.value === old.dataset.saved; // nobody is typing in it
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && !["style", "hidden", "open"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (["INPUT", "TEXTAREA"].includes(old.tagName)) {
    if (old.type === "color" && old !== document.activeElement) old.value = wanted.getAttribute("value");
    if (isClean) old.value = wanted.dataset.saved;
    return; // what was typed stays
  }
  if (old.tagName === "SELECT") patchSelect(old, wanted, isClean);
  else patchChildren(old, wanted);
}

// The choices follow the server; the chosen one stays as long as it is there.
function patchSelect(old, wanted, isClean) {
  const value = isClean ? wanted.dataset.saved : old.value;
  if (describeOptions(old) !== describeOptions(wanted)) old.replaceChildren(...wanted.childNodes);
  if ([...old.options].some((option) => option.value === value)) old.value = value;
}

function describeOptions(select) {
  return JSON.stringify([...select.options].map(({ value, dataset, textContent }) => [value, dataset.language ?? textContent]));
}
