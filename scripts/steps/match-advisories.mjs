// Holds a lockfile against a list of advisories.

/** Releases compare by their numbers; a pre-release counts as the version before it. */
function numbers(version) {
  const [, core, pre] = /^(\d+\.\d+\.\d+)(-.*)?/.exec(version) ?? [];
  if (core === undefined) throw new Error(`${version} is no version`);
  return [...core.split(".").map(Number), pre ? 0 : 1];
}

function isBelow(left, right) {
  const [a, b] = [numbers(left), numbers(right)];
  const place = a.findIndex((number, i) => number !== b[i]);
  return place !== -1 && a[place] < b[place];
}

const isAffected = (version, { from = "0.0.0", below }) => !isBelow(version, from) && isBelow(version, below);

/** Every package of the tree, also those that others bring along. An alias is known by its real name. */
function packagesOf(lockfile) {
  return Object.entries(lockfile.packages).flatMap(([path, { name, version }]) =>
    path === "" || version === undefined ? [] : [{ path, version, name: name ?? path.split("node_modules/").at(-1) }],
  );
}

/**
 * @param today as 2026-11-20: an acceptance counts up to and including its last day
 * @returns what speaks against the lockfile, and what is accepted, a line each
 */
export function matchAdvisories(lockfile, { advisories, accepted, today }) {
  const [problems, borne, used] = [[], [], new Set()];
  for (const { path, name, version } of packagesOf(lockfile)) {
    for (const advisory of advisories) {
      if (advisory.name !== name || !advisory.affected.some((range) => isAffected(version, range))) continue;
      const line = `${name} ${version} (${path}): ${advisory.id}, ${advisory.what}`;
      const acceptance = accepted.find((one) => one.id === advisory.id && one.name === name);
      if (acceptance) used.add(acceptance);
      if (!acceptance) problems.push(line);
      else if (acceptance.until < today) problems.push(`${line}; accepted only until ${acceptance.until}`);
      else borne.push(`${line}; accepted until ${acceptance.until}: ${acceptance.why}`);
    }
  }
  const idle = accepted.filter((one) => !used.has(one));
  return {
    problems: [...problems, ...idle.map(({ id, name }) => `${name}: ${id} is accepted, but nothing has it any more`)],
    borne,
  };
}
