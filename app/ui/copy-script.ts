import { compactScript } from "./compact-script";

export const copyScript = compactScript(`(() => {
  addEventListener("focusin", ({ target }) => {
    if (target.readOnly) target.select();
  });
  addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button || button.dataset.done) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    const said = button.querySelector("[aria-live]");
    const before = said.textContent;
    button.dataset.done = 1;
    said.textContent = button.dataset.copied;
    setTimeout(() => {
      delete button.dataset.done;
      said.textContent = before;
    }, 2000);
  });
})();`);
