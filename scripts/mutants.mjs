// Changes the product in small ways, one at a time, and says which changes no test notices: npm run mutants -- [--area NAME]
// [--file TEXT] [--list]. Exits with 1 where fewer than 90 of 100 are noticed, or one that is not is missing in unchanging.json.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { NODE_AREAS, GENERATED_AREAS } from "./mutants/areas.mjs";
import { judge } from "./mutants/survivors.mjs";
import { SINCE, STUCK, tryMutants } from "./mutants/try-mutants.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { endingWithParent } from "./steps/run-command.mjs";

const areas = { ...NODE_AREAS, ...GENERATED_AREAS };
const { values } = parseArgs({
  options: {
    area: { type: "string" },
    file: { type: "string", default: "" },
    list: { type: "boolean", default: false },
  },
});
const chosen = Object.keys(areas).filter((name) => values.area === undefined || values.area === name);
if (chosen.length === 0) {
  console.error(`--area takes one of: ${Object.keys(areas).join(", ")}.`);
  process.exit(1);
}
if (!process.env[SINCE]) {
  await ensureInstalled();
  const env = endingWithParent({ ...process.env, [SINCE]: String(Date.now()) });
  let status = STUCK;
  while (status === STUCK)
    ({ status } = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: ["pipe", "inherit", "inherit"] }));
  process.exit(status ?? 1);
}
let isRight = true;
for (const name of chosen) {
  const startedMs = Date.now();
  const mutants = await tryMutants(name, values);
  const { lines, isEnough } = judge(name, mutants, { isWhole: values.file === "" });
  console.log([...lines, `${name}: ${((Date.now() - startedMs) / 1000).toFixed(0)} s`].join("\n"));
  isRight &&= isEnough;
}
process.exit(isRight ? 0 : 1);
