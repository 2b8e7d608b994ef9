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

const workerScript = `navigator.serviceWorker?.register("/sw.js").catch(()=>{});`;

export const appScript = busyFormsScript + workerScript;
