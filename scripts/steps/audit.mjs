import { readFileSync } from "node:fs";
import { knownAdvisories, LISTED_ON } from "../known-advisories.mjs";
import { judgeAudit, reportOfList } from "./judge-audit.mjs";
import { npmCommand } from "./install.mjs";
import { inRoot } from "./project.mjs";
import { run } from "./run-command.mjs";

/** No report when the registry does not answer: mirrors often have no audit, and there may be no network. */
async function askRegistry() {
  const [command, first] = npmCommand();
  const args = [...first, "audit", "--omit=dev", "--json", "--loglevel=silent", "--fetch-retries=0"];
  const { stdout } = await run(command, args, { quiet: true, timeoutMs: 60_000 });
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities ? { report } : { silence: report.message ?? report.error?.summary ?? "no report" };
  } catch {
    return { silence: "no answer" };
  }
}

/** Judges what production runs by the registry's advisories, or by our own list where the registry has no answer. */
export async function auditDependencies() {
  const { report, silence } = await askRegistry();
  if (!report) console.log(`The registry does not answer npm audit (${silence}): judged by the list of ${LISTED_ON}.`);
  const today = new Date().toISOString().slice(0, 10);
  const lockfile = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const { problems, told } = judgeAudit(report ?? (await reportOfList(knownAdvisories, lockfile)), {
    accepted: knownAdvisories.filter(({ until }) => until !== undefined),
    today,
  });
  for (const line of told) console.log(`known     ${line}`);
  for (const line of problems) console.error(`ADVISORY  ${line}`);
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length };
}
