// The images of faces: those that look different are loaded again, and the server is told which are on screen.
import { post } from "./requests.js";

const PAUSE = 120; // ms without a change, after which there is time for the rest of the page
const PATIENCE = 1500; // ms that the rest of the page waits for images at most
const visible = new Set();
let watcher = null;
let loading = 0;
let timer = 0;
let next = null;
let latest = 0;
let reporting = 0;

// Load faces again by their addresses and stamps, in the order in which the server has drawn them.
export function loadFaces(faces) {
  if (!faces.length) return;
  const images = new Map();
  for (const image of document.querySelectorAll('img[src^="/face/"]')) {
    const path = image.getAttribute("src").split("?")[0];
    images.set(path, [...(images.get(path) ?? []), image]);
  }
  for (const [path, stamp] of faces) {
    for (const image of images.get(path) ?? []) loadImage(image, stamp);
  }
}

function loadImage(image, stamp) {
  const [path, query] = image.getAttribute("src").split("?");
  const address = `${path}?${query.replace(/(^|&)v=[^&]*/, `$1v=${stamp}`)}`;
  if (image.getAttribute("src") === address) return;
  if (visible.has(image.closest("[data-key]"))) {
    image.loading = "eager"; // a lazy image would wait for the next frame
    loading += 1;
    const ended = new AbortController();
    const done = () => {
      loading = Math.max(0, loading - 1);
      ended.abort();
    };
    image.addEventListener("load", done, { signal: ended.signal });
    image.addEventListener("error", done, { signal: ended.signal });
  }
  image.setAttribute("src", address);
}

// Call a function once nothing on screen is being loaded and there is a pause.
export function whenLoaded(work) {
  next = work;
  latest = Date.now() + PATIENCE;
  plan();
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!next) return;
    if (loading > 0 && Date.now() < latest) {
      plan();
      return;
    }
    const work = next;
    [next, loading] = [null, 0];
    work();
  }, PAUSE);
}

// Follow which pieces are on screen, and tell the server, which draws them first.
export function watchScreen(pane) {
  watcher ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
    }
    clearTimeout(reporting);
    reporting = setTimeout(report, PAUSE);
  });
  for (const item of pane.querySelectorAll("[data-key]:not([data-watched])")) {
    watcher.observe(item);
    item.dataset.watched = "";
  }
}

function report() {
  for (const item of visible) if (!item.isConnected) visible.delete(item);
  post("/visible", { keys: [...visible].map((item) => item.dataset.key) });
}
