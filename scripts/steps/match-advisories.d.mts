type Advisory = { id: string; name: string; affected: readonly { from?: string; below: string }[]; what: string };
type Acceptance = { id: string; name: string; until: string; why: string };

export function matchAdvisories(
  lockfile: { packages: Record<string, { name?: string; version?: string }> },
  known: { advisories: readonly Advisory[]; accepted: readonly Acceptance[]; today: string },
): { problems: string[]; borne: string[] };
