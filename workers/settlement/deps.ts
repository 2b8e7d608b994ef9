import { renderCertificate } from "~/features/certificates/render-certificate";
import type { LiveBoard } from "~/features/live/live-figures";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { ReconcileDeps } from "~/features/reconciliation/reconcile-deps";
import { createSharedDeps } from "~/server/deps";
import { liveBoard } from "~/server/live-board";
import type { SharedBindings, SharedConfig } from "~/server/env";

export type SettlementDeps = OutboxDeps & ReconcileDeps & { live: LiveBoard };

export function createSettlementDeps(bindings: SharedBindings, config: SharedConfig): SettlementDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  return {
    ...createSharedDeps(bindings, config, trips),
    certificates: bindings.CERTIFICATES,
    renderCertificate,
    live: liveBoard(bindings.SESSIONS),
  };
}
