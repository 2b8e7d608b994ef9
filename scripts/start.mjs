// From a fresh clone to a running product in one command. Arguments go to `wrangler dev`.
import { runLocally } from "./steps/local-run.mjs";

await runLocally(process.argv.slice(2));
