import { compactScript } from "../compact-script";

/** J and K move from row to row, Enter opens by itself: what has the focus is the row's link. */
export const consoleKeysScript = compactScript(`(() => {
  addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || at.matches("input,textarea,select")) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const links = [...document.querySelectorAll("[data-row]")].map((row) => row.querySelector("a"));
    const next = links[links.indexOf(at) + step] || links[0];
    if (next) next.focus();
  });
})();`);
