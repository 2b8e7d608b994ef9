import { acceptedAdvisories } from "../accepted-advisories.mjs";
import { judgeAudit } from "./judge-audit.mjs";
import { npmCommand } from "./install.mjs";
import { run } from "./run-command.mjs";

/** Null when the registry does not answer: mirrors often have no audit, and there may be no network. */
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

/** Returns the registry's advisories against the packages that production runs. */
export async function auditDependencies() {
  const { report, silence } = await askRegistry();
  if (!report) {
    console.log(`Not checked: the registry does not answer npm audit (${silence}).`);
    return { passed: 0, failed: 0 };
  }
  const today = new Date().toISOString().slice(0, 10);
  const { problems, told } = judgeAudit(report, { accepted: acceptedAdvisories, today });
  for (const line of told) console.log(`known     ${line}`);
  for (const line of problems) console.error(`ADVISORY  ${line}`);
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length };
}
