// Holds every package in the lockfile against scripts/advisories.mjs, without a network. Ends with 1 for one that is not accepted.
import { readFileSync } from "node:fs";
import { ACCEPTED, ADVISORIES, REVIEWED_ON } from "./advisories.mjs";
import { matchAdvisories } from "./steps/match-advisories.mjs";
import { inRoot } from "./steps/project.mjs";

const lockfile = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
const today = new Date().toISOString().slice(0, 10);
const { problems, borne } = matchAdvisories(lockfile, { advisories: ADVISORIES, accepted: ACCEPTED, today });
for (const line of borne) console.log(`accepted  ${line}`);
for (const line of problems) console.error(`ADVISORY  ${line}`);
const packages = Object.keys(lockfile.packages).length - 1;
console.log(`${packages} packages, ${ADVISORIES.length} advisories of ${REVIEWED_ON}, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
