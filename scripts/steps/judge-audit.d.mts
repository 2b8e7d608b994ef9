type Cause = string | { name: string; severity: string; title: string; url: string };
type Acceptance = { id: string; until?: string; why?: string };
type Report = { vulnerabilities: Record<string, { via: readonly Cause[] }> };

/** `affected` is a range of versions as npm writes it; with `until` and `why` it is accepted for as long. */
export type KnownAdvisory = Acceptance & { name: string; affected: string; severity: string; title: string };

export function judgeAudit(
  report: Report,
  options: { accepted: readonly Acceptance[]; today: string },
): { problems: string[]; told: string[] };

export function reportOfList(
  known: readonly KnownAdvisory[],
  lockfile: { packages: Record<string, { version?: string; dev?: boolean }> },
): Promise<Report>;
