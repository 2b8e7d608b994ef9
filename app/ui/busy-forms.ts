import { compactScript } from "./compact-script";

// A form that was sent is not sent again, and its button says that something is under way. Coming back to the page ends
// that, and so do ten seconds without an answer.
export const busyFormsScript = compactScript(`(() => {
  const sent = new Map();
  const free = () => {
    sent.forEach((text, button) => {
      button.removeAttribute("aria-busy");
      button.textContent = text;
    });
    sent.clear();
  };
  addEventListener("pageshow", free);
  addEventListener("submit", (event) => {
    const button = event.target.querySelector("[data-busy]");
    if (!button) return;
    if (sent.has(button)) return event.preventDefault();
    sent.set(button, button.textContent);
    button.setAttribute("aria-busy", "true");
    button.textContent = button.dataset.busy;
    setTimeout(free, 10000);
  });
})();`);
