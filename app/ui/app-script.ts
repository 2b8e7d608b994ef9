import { compactScript } from "./compact-script";

// Only an attribute changes, so that React can take the page over meanwhile; it ends after ten seconds without an answer.
export const busyFormsScript = compactScript(`(() => {
  const sent = new Map();
  const free = () => {
    sent.forEach((button) => button.removeAttribute("aria-busy"));
    sent.clear();
  };
  addEventListener("pageshow", free);
  addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter || form.querySelector("[data-busy]");
    if (event.defaultPrevented || !button) return;
    if (sent.has(form)) return event.preventDefault();
    sent.set(form, button);
    button.setAttribute("aria-busy", "true");
    setTimeout(free, 10000);
  });
})();`);

// The next document begins where this one stood. Another page comes without a transition, which a slow phone would draw twice as long.
const keptPlaceScript = compactScript(`(() => {
  let kept = {};
  try {
    kept = sessionStorage;
  } catch {}
  const restore = () => {
    const [href, top, keys] = JSON.parse(kept.place || "[]");
    delete kept.place;
    if (href !== location.pathname + location.search) return;
    if (keys) document.querySelector("nav a[href=" + JSON.stringify(href) + "]").focus();
    scrollTo(0, top);
  };
  document.prerendering ? addEventListener("prerenderingchange", restore) : restore();
  addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link?.closest("[data-kept-place]")) kept.place = JSON.stringify([link.getAttribute("href"), scrollY, !event.detail]);
  });
  addEventListener("pageswap", (event) => kept.place || event.viewTransition?.skipTransition());
})();`);

// A browser does so by itself only where it has kept the page in memory.
const keptLinkScript = compactScript(`(() => {
  addEventListener("click", (event) => {
    const link = !event.detail && event.target.closest("main a");
    if (link) history.replaceState({ ...history.state, left: link.getAttribute("href") }, "");
  });
  const { left } = history.state || {};
  if (left) document.querySelector("main a[href=" + JSON.stringify(left) + "]")?.focus({ preventScroll: true });
})();`);

const workerScript = `navigator.serviceWorker?.register("/sw.js").catch(()=>{});`;

export const appScript = busyFormsScript + keptLinkScript + keptPlaceScript + workerScript;
