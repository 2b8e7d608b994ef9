const FAILING = new Set(["moderate", "high", "critical"]);

/**
 * An advisory is listed under each package it is about; packages that merely depend on those refer to them by name, as
 * text.
 */
function advisoriesOf(report) {
  const causes = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === "object"),
  );
  return new Map(causes.map((cause) => [`${cause.name} ${cause.url}`, { ...cause, id: cause.url.split("/").at(-1) }]));
}

/**
 * Low advisories are reported and do not fail.
 * @param report what `npm audit --json` printed
 * @param today as 2026-11-21: an acceptance counts up to and including its last day
 * @returns what fails the check and what is only reported, one line each
 */
export function judgeAudit(report, { accepted, today }) {
  const [problems, told, used] = [[], [], new Set()];
  for (const { id, name, severity, title, url } of advisoriesOf(report).values()) {
    const line = `${name}: ${title} (${severity}, ${url})`;
    const acceptance = accepted.find((one) => one.id === id);
    if (acceptance) used.add(acceptance);
    if (acceptance && acceptance.until >= today)
      told.push(`${line}; accepted until ${acceptance.until}: ${acceptance.why}`);
    else if (acceptance) problems.push(`${line}; accepted only until ${acceptance.until}`);
    else (FAILING.has(severity) ? problems : told).push(line);
  }
  const idle = accepted.filter((one) => !used.has(one));
  return {
    problems,
    told: [...told, ...idle.map(({ id }) => `${id} is accepted, but the registry does not report it`)],
  };
}

/**
 * What `npm audit` would report if it knew these advisories and no others.
 * @param lockfile package-lock.json, parsed; what only development needs is left out
 */
export async function reportOfList(known, lockfile) {
  // Not at the top: this file is read before anything is installed.
  const { satisfies } = await import("semver");
  const installed = Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { version }]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + 13), version }));
  const causes = known
    .filter((one) => installed.some(({ name, version }) => name === one.name && satisfies(version, one.affected)))
    .map(({ id, name, title, severity }) => ({ name, title, severity, url: `https://github.com/advisories/${id}` }));
  return { vulnerabilities: Object.fromEntries(causes.map((cause) => [cause.url, { via: [cause] }])) };
}
