import { renderCertificate } from "~/features/certificates/render-certificate";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { ReconcileDeps } from "~/features/reconciliation/reconcile-deps";
import { createSharedDeps } from "~/server/deps";
import type { SharedBindings, SharedConfig } from "~/server/env";

export function createSettlementDeps(bindings: SharedBindings, config: SharedConfig): OutboxDeps & ReconcileDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  return { ...createSharedDeps(bindings, config, trips), certificates: bindings.CERTIFICATES, renderCertificate };
}
