import type { AuditDeps } from "~/areas/proof/audits/audit-deps";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import type { Deps } from "~/core/deps";
import type { OutboxDeps } from "./outbox";
import type { ChangesDeps } from "~/areas/proof/publishing/publish-changes";
import type { ReconcileDeps } from "~/areas/buying/reconciliation/reconcile-deps";
import type { Clock, ReadClock } from "~/server/clock";
import { createSharedDeps } from "~/server/deps";
import { checkSettlementEnv, type SettlementConfig, type SharedBindings } from "~/server/env";
import { readSigningKeys, type SigningKey } from "~/server/signing-keys";
import { hashBytes, sha256 } from "~/server/sha256";

export type SettlementDeps = OutboxDeps &
  ReconcileDeps &
  AuditDeps &
  ChangesDeps &
  Pick<Deps, "nudge"> & { signingKeys: () => Promise<readonly [SigningKey, ...SigningKey[]]> };

export function createSettlementDeps(
  bindings: SharedBindings,
  config: SettlementConfig,
  nowMs?: Clock,
): SettlementDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  return {
    ...createSharedDeps(bindings, config, trips, nowMs),
    certificates: bindings.CERTIFICATES,
    renderCertificate,
    proof: bindings.PROOF,
    sha256,
    hashBytes,
    signingKeys: () => readSigningKeys(config.SIGNING_KEY),
  };
}

/** @throws if a setting is missing */
export async function settlementDeps(bindings: SharedBindings, readClock: ReadClock): Promise<SettlementDeps> {
  const checked = checkSettlementEnv(bindings);
  if (!checked.ok) throw new Error(`settlement is not set up: ${checked.problems.join("; ")}`);
  const nowMs = await readClock(bindings);
  return createSettlementDeps(bindings, checked.config, nowMs);
}
