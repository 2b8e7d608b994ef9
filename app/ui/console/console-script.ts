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

/** Adds the operator's own time to each time in UTC, scrolls to the current link, and keeps a form from being sent twice. */
export const consoleScript = `${busyFormsScript}${script}`;
