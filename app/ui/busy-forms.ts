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
