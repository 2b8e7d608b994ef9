// Like `npm start`, but Vite serves the app from its sources, so that a saved change shows at once.
import { endTogether } from "./steps/end-together.mjs";
import { prepareLocally, welcome } from "./steps/prepare-locally.mjs";
import { tickEachMinute } from "./steps/ticks.mjs";
import { originsOn } from "./steps/workers.mjs";

const settings = await prepareLocally();
const { serveWithVite } = await import("./dev/serve-with-vite.mjs"); // imported only now, because it needs what was just installed
const server = await serveWithVite(settings);
const { APP_ORIGIN, SANDBOX_ORIGIN } = originsOn(settings.port);
const stopTicking = tickEachMinute(SANDBOX_ORIGIN);
endTogether(() => (stopTicking(), server.stop()));
console.log(welcome(APP_ORIGIN, settings.stateDir));
