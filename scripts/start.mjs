// From a fresh clone to a running product in one command: npm start -- [--port N]. Other arguments go to `wrangler dev`.
import { runLocally } from "./steps/local-run.mjs";
import { readRunArguments } from "./steps/run-arguments.mjs";

const { port, extra } = readRunArguments(process.argv.slice(2));
if (port !== null) process.env.PORT = port;
await runLocally(extra);
