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
    const way = document.querySelector('[aria-keyshortcuts="' + event.key + '"]');
    if (way) return way.click();
    const field = document.getElementsByName({ p: "bank_reference", r: "reason", a: "body" }[event.key])[0];
    if (field) {
      event.preventDefault();
      return field.focus();
    }
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const all = [...document.querySelectorAll("[data-row]")];
    const links = all.map((row) => row.querySelector("a"));
    const from = links.includes(at) ? links.indexOf(at) : all.findIndex((row) => row.matches("[aria-current]"));
    const next = links[from + step] || links[0];
    if (next) next.focus();
  });
  document.querySelector("[data-keys]").hidden = false;
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
 * link. N and B follow the links to the rows after and before, P, R and A lead to the fields that pay, reject and answer, '/' to the search. Beside each time in UTC stands the operator's own. On a phone, rows of links that scroll sideways begin at the page one is on. A form on its way is
 * not sent twice.
 */
export const consoleKeysScript = `${busyFormsScript}${keysScript}`;
