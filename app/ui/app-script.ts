import { busyFormsScript } from "./busy-forms";
import { keptLinkScript } from "./kept-link";
import { keptPlaceScript } from "./kept-place";

/** Serves the page that says "You are offline". Without service workers the browser shows its own. */
const workerScript = `navigator.serviceWorker?.register("/sw.js").catch(()=>{});`;

/** Of the pages that investors come back to. */
export const appScript = busyFormsScript + keptLinkScript + keptPlaceScript + workerScript;
