import { busyFormsScript } from "~/ui/app-script";
import { compactScript } from "../compact-script";

const script = compactScript(`(() => {
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
 * The script of every page of the console. Beside each time in UTC stands the operator's own. On a phone, rows of links that scroll
 * sideways begin at the page one is on. A form on its way is not sent twice.
 */
export const consoleScript = `${busyFormsScript}${script}`;
