import { npmCommand } from "./install.mjs";
import { run } from "./run-command.mjs";

/** Advisories that no version closes, each with why it does no harm and the last date on which that is accepted. */
const ACCEPTED = [
  {
    id: "GHSA-rxv8-25v2-qmq8", // CVE-2026-34077
    until: "2027-06-01",
    why: "turbo-stream 2.4.1 comes with Remix 2, which reads such streams only with single fetch; that stays off.",
  },
  {
    id: "GHSA-337j-9hxr-rhxg", // CVE-2026-53666
    until: "2027-06-01",
    why: "No page hydrates the router: no page names a file of React, and tests/e2e/screens.test.ts holds that.",
  },
  {
    id: "GHSA-wrjc-x8rr-h8h6", // CVE-2026-53669
    until: "2027-06-01",
    why: "<Link> and useNavigate are not used, which the linter holds; redirects go to our own paths.",
  },
];

/** Fails on advisories about what production runs. Without an answer of the registry (a mirror, no network) it says so and passes. */
export async function auditDependencies() {
  const [command, first] = npmCommand();
  const args = [...first, "audit", "--omit=dev", "--json", "--loglevel=silent", "--fetch-retries=0"];
  const { stdout } = await run(command, args, { quiet: true, timeoutMs: 60_000 });
  const vulnerabilities = stdout.startsWith("{") ? JSON.parse(stdout).vulnerabilities : undefined;
  if (!vulnerabilities) {
    console.log("The registry does not answer npm audit: advisories were not checked.");
    return { passed: 0, failed: 0 };
  }
  const today = new Date().toISOString().slice(0, 10);
  // Packages that merely depend on a vulnerable one name it as text.
  const causes = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((cause) => typeof cause === "object"));
  const open = causes.filter(
    ({ severity, url }) => severity !== "low" && !ACCEPTED.some(({ id, until }) => url.endsWith(id) && until >= today),
  );
  for (const { name, severity, title, url } of open) console.error(`ADVISORY  ${name}: ${title} (${severity}, ${url})`);
  return { passed: open.length === 0 ? 1 : 0, failed: open.length };
}
