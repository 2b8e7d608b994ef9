import { markTexts as texts } from "~/content/audit-texts";
import type { Sha256 } from "~/domain/audit/audit-files";
import { type MarkedCertificate, stakeInAudit } from "~/domain/audit/stake-in-audit";

/** In words, so that the browser prints them only. `href`: the line of the stake in the list; null: it is in none yet. */
export type MarkLine = {
  mark: string;
  text: string;
  href: string | null;
};

export function markLine(
  certificate: MarkedCertificate | null,
  { nowMs, sha256 }: { nowMs: number; sha256: Sha256 },
): MarkLine | null {
  if (!certificate) return null;
  const stake = stakeInAudit(certificate, nowMs, sha256);
  const { mark, on } = stake;
  if (stake.state === "coming") return { mark, text: texts.coming(on), href: null };
  const listed = stake.isYesterday ? texts.yesterday : texts.on(on);
  return { mark, text: listed, href: stake.href };
}
