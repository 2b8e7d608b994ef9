import { renderCertificate } from "~/features/certificates/render-certificate";
import { storedFonts } from "~/features/certificates/stored-fonts";
import type { LiveBoard } from "~/features/live/live-figures";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { PublishDeps } from "~/features/publishing/write-evidence";
import type { ReconcileDeps } from "~/features/reconciliation/reconcile-deps";
import type { Clock } from "~/server/clock";
import { createSharedDeps } from "~/server/deps";
import { liveBoard } from "~/server/live-board";
import type { SharedBindings, SharedConfig } from "~/server/env";

export type SettlementDeps = OutboxDeps & ReconcileDeps & PublishDeps & { live: LiveBoard };

export function createSettlementDeps(bindings: SharedBindings, config: SharedConfig, nowMs?: Clock): SettlementDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const fonts = storedFonts(bindings.CERTIFICATES);
  return {
    ...createSharedDeps(bindings, config, trips, nowMs),
    certificates: bindings.CERTIFICATES,
    renderCertificate: (facts) => renderCertificate(facts, fonts),
    proof: bindings.PROOF,
    live: liveBoard(bindings.SESSIONS),
  };
}
