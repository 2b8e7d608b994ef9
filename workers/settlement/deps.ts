import type { AuditDeps } from "~/areas/proof/audit-steps";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import type { OutboxDeps } from "./outbox";
import type { ReconcileDeps } from "~/areas/buying/reconciliation/record-difference";
import type { StartAudit } from "~/areas/proof/audit-day";
import type { Clock, ReadClock } from "~/server/clock";
import { createSharedDeps } from "~/server/deps";
import { checkSettlementEnv, type SettlementBindings, type SettlementConfig } from "~/server/env";
import { readSigningKeys } from "~/server/signing-keys";

export type SettlementDeps = OutboxDeps & ReconcileDeps & AuditDeps & { startAudit: StartAudit };

export function createSettlementDeps(
  bindings: SettlementBindings,
  config: SettlementConfig,
  nowMs?: Clock,
): SettlementDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  return {
    ...createSharedDeps(bindings, config, trips, nowMs),
    certificates: bindings.CERTIFICATES,
    renderCertificate,
    proof: bindings.PROOF,
    startAudit: startWith(bindings.AUDIT),
    signingKeys: () => readSigningKeys(config.SIGNING_KEY),
  };
}

/** The date is the instance's id, so that twice is once. One that has ended without publishing, or has failed, begins again. */
function startWith(workflow: SettlementBindings["AUDIT"]): StartAudit {
  return async (date) => {
    const audit = await workflow.create({ id: date, params: { date } }).catch(() => workflow.get(date));
    const { status } = await audit.status();
    if (status !== "errored" && status !== "terminated" && status !== "complete") return "running";
    await audit.restart();
    return "stopped";
  };
}

/** @throws if a setting is missing */
export async function settlementDeps(bindings: SettlementBindings, readClock: ReadClock): Promise<SettlementDeps> {
  const checked = checkSettlementEnv(bindings);
  if (!checked.ok) throw new Error(`settlement is not set up: ${checked.problems.join("; ")}`);
  const nowMs = await readClock(bindings);
  return createSettlementDeps(bindings, checked.config, nowMs);
}
