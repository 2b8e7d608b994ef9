import type { AuditDeps } from "~/features/audits/audit-deps";
import type { StampDeps } from "~/features/audits/stamp-day";
import { renderCertificate } from "~/features/certificates/render-certificate";
import { storedFonts } from "~/features/certificates/stored-fonts";
import type { Deps } from "~/features/deps";
import type { LiveBoard } from "~/features/live/live-figures";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { PublishDeps } from "~/features/publishing/write-evidence";
import type { ReconcileDeps } from "~/features/reconciliation/reconcile-deps";
import type { Clock } from "~/server/clock";
import { createSharedDeps, stamperOf } from "~/server/deps";
import { liveBoard } from "~/server/live-board";
import type { SharedBindings, SharedConfig } from "~/server/env";
import { sha256 } from "~/server/sha256";

export type SettlementDeps = OutboxDeps &
  ReconcileDeps &
  AuditDeps &
  StampDeps &
  PublishDeps &
  Pick<Deps, "nudge"> & { live: LiveBoard };

export function createSettlementDeps(bindings: SharedBindings, config: SharedConfig, nowMs?: Clock): SettlementDeps {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const fonts = storedFonts(bindings.CERTIFICATES);
  return {
    ...createSharedDeps(bindings, config, trips, nowMs),
    certificates: bindings.CERTIFICATES,
    renderCertificate: (facts) => renderCertificate(facts, fonts),
    live: liveBoard(bindings.SESSIONS),
    proof: bindings.PROOF,
    sha256,
    stamper: stamperOf(config),
  };
}
