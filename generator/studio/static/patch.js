// Change an element so that it holds the given HTML, and leave alone what is the same: images, focus, scrolling.
export function patch(element, html) {
  const made = document.createElement(element.tagName);
  made.innerHTML = html;
  patchChildren(element, made);
}

function nameOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? `${node.tagName} ${node.dataset.key ?? node.dataset.part ?? ""}` : node.nodeName;
}

function patchChildren(old, made) {
  const before = [...old.childNodes];
  const keyed = new Map(before.filter((node) => node.dataset?.key).map((node) => [nameOf(node), node]));
  let at = 0;
  for (const wanted of [...made.childNodes]) {
    const name = nameOf(wanted);
    let found = keyed.get(name) ?? (before[at] && nameOf(before[at]) === name && !before[at].dataset?.key ? before[at] : null);
    if (found) {
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
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && !["style", "hidden", "open"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old === document.activeElement || ["INPUT", "SELECT", "TEXTAREA"].includes(old.tagName)) {
    if (old.type === "color" && old !== document.activeElement) old.value = wanted.getAttribute("value");
    if (old.tagName !== "BUTTON") return;
  }
  patchChildren(old, wanted);
}
