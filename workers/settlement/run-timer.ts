import { runAudit } from "~/features/audits/run-audit";
import { stampDay } from "~/features/audits/stamp-day";
import { publishLiveFigures } from "~/features/live/publish-live-figures";
import { publishProof } from "~/features/publishing/publish-proof";
import { runReconciliation } from "~/features/reconciliation/run-reconciliation";
import { describeError } from "~/server/describe-error";
import type { SettlementDeps } from "./deps";
import { runScheduledWork, type ScheduledSummary } from "./scheduled-work";

/**
 * None waits for the other: an outbox full of failing work must not keep reconciliation, or the audit, from finding what was missed.
 */
export async function runTimer(deps: SettlementDeps): Promise<ScheduledSummary & { reconciled: boolean }> {
  const [summary, reconciled] = await Promise.allSettled([
    runScheduledWork(deps),
    runReconciliation(deps),
    // If these fail, public pages keep what they show until the next run.
    publishLiveFigures(deps).catch((error: unknown) => deps.log("live-figures", { error: describeError(error) })),
    // The next run goes on with it.
    runAudit(deps).catch((error: unknown) => deps.log("audit-stopped", { error: describeError(error) })),
    stampDay(deps).catch((error: unknown) => deps.log("stamp-missing", { error: describeError(error) })),
    publishProof(deps).catch((error: unknown) => deps.log("proof-files", { error: describeError(error) })),
  ]);
  if (summary.status === "rejected") throw summary.reason;
  if (reconciled.status === "rejected") throw reconciled.reason;
  return { ...summary.value, reconciled: reconciled.value };
}
