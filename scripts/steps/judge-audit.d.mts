type Cause = string | { name: string; severity: string; title: string; url: string };
type Acceptance = { id: string; until: string; why: string };

export function judgeAudit(
  report: { vulnerabilities: Record<string, { via: readonly Cause[] }> },
  options: { accepted: readonly Acceptance[]; today: string },
): { problems: string[]; told: string[] };
