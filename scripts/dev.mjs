// Like `npm start`, but the app comes out of Vite, unbuilt: what is saved is on the page at once.
import { endTogether } from "./steps/end-together.mjs";
import { prepareLocally, welcome } from "./steps/prepare-locally.mjs";
import { tickEachMinute } from "./steps/ticks.mjs";
import { originsOn } from "./steps/workers.mjs";

const settings = await prepareLocally();
const { serveWithVite } = await import("./dev/serve-with-vite.mjs"); // needs what has just been installed
const server = await serveWithVite(settings);
const { APP_ORIGIN, SANDBOX_ORIGIN } = originsOn(settings.port);
const stopTicking = tickEachMinute(SANDBOX_ORIGIN);
endTogether(() => (stopTicking(), server.stop()));
console.log(welcome(APP_ORIGIN, settings.stateDir));
