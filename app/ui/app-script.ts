import { compactScript } from "./compact-script";

// A form on its way to the server is not sent a second time, and its button says so (styles.css shows its `data-busy`).
// This ends when the visitor comes back to the page, or after ten seconds without an answer. Only an attribute changes, so
// that React can take the page over meanwhile.
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

// A tap on a tab, or on a choice of a list, is a step on the same page: the next document begins where this one stood, and a keyboard's
// focus stays on the link. The storage may be switched off. Another page comes without a transition: a phone that is slow to draw would
// take twice as long to show it.
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

// After following a link by keyboard, Back returns the focus to that link. (A browser does so by itself only where it has kept the page
// in memory.)
const keptLinkScript = compactScript(`(() => {
  addEventListener("click", (event) => {
    const link = !event.detail && event.target.closest("main a");
    if (link) history.replaceState({ ...history.state, left: link.getAttribute("href") }, "");
  });
  const { left } = history.state || {};
  if (left) document.querySelector("main a[href=" + JSON.stringify(left) + "]")?.focus({ preventScroll: true });
})();`);

/** Serves the page that says "You are offline". Without service workers the browser shows its own. */
const workerScript = `navigator.serviceWorker?.register("/sw.js").catch(()=>{});`;

/** Of the pages that investors come back to. */
export const appScript = busyFormsScript + keptLinkScript + keptPlaceScript + workerScript;
