import { busyFormsScript } from "../busy-forms";
import { compactScript } from "../compact-script";

const keysScript = compactScript(`(() => {
  addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || at.matches("input,textarea,select")) return;
    const find = event.key === "/" && document.getElementById("find");
    if (find) {
      event.preventDefault();
      return find.select();
    }
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const links = [...document.querySelectorAll("[data-row]")].map((row) => row.querySelector("a"));
    const next = links[links.indexOf(at) + step] || links[0];
    if (next) next.focus();
  });
  if (new Date().getTimezoneOffset())
    for (const one of document.querySelectorAll("time")) {
      const own = document.createElement("span");
      own.className = "block text-xs text-peat-60";
      const as = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
      own.textContent = new Date(one.dateTime).toLocaleString("en-GB", as);
      one.append(own);
    }
  for (const one of document.querySelectorAll("[aria-current=page]"))
    one.scrollIntoView({ block: "nearest", inline: "center" });
})();`);

/**
 * The script of every page of the console. J and K move from row to row, Enter opens by itself: what has the focus is the row's
 * link. '/' leads to the search. Beside each time in UTC stands the operator's own. On a phone, rows of links that scroll sideways begin at the page one is on. A form on its way is
 * not sent twice.
 */
export const consoleKeysScript = `${busyFormsScript}${keysScript}`;
