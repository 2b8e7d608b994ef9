// One command from a fresh clone to a running product. Arguments go to `wrangler dev`.
import { runLocally } from "./steps/local-run.mjs";

await runLocally(process.argv.slice(2));
