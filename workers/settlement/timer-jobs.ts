import { tellHeads } from "~/features/audit-heads/tell-heads";
import { runAudit } from "~/features/audits/run-audit";
import { stampDay } from "~/features/audits/stamp-day";
import { endOverduePayments } from "~/features/buying/end-overdue-payments";
import { closeWaitingAccounts } from "~/features/closing/close-waiting-accounts";
import { publishLiveFigures } from "~/features/live/publish-live-figures";
import { tellCodesAlarm } from "~/features/login/tell-codes-alarm";
import { tellDay } from "~/features/notices/tell-day";
import { tellOpenings } from "~/features/notices/tell-openings";
import { tellLateWork } from "~/features/outbox/late-work";
import { type OutboxDeps, relayOutbox } from "~/features/outbox/run-outbox";
import { publishProof } from "~/features/publishing/publish-proof";
import { runReconciliation } from "~/features/reconciliation/run-reconciliation";
import { sweepTables } from "~/features/sweeping/sweep-tables";
import { sendProbe } from "~/features/timer/nudge-probe";
import type { TimerJob } from "~/features/timer/run-jobs";
import { tellStandingJobs } from "~/features/timer/tell-standing-jobs";
import { tellWatchers } from "~/features/watching/tell-watchers";
import type { SettlementDeps } from "./deps";

type Lanes<D> = readonly (readonly TimerJob<D>[])[];

/** What belongs to a day, and what is due in the outbox. */
export const DAILY_LANES: Lanes<OutboxDeps> = [
  // The alarm stands behind nothing.
  [{ name: "tell-standing-jobs", run: tellStandingJobs }],
  [
    // First: what has ended is closed at its provider by the outbox.
    { name: "end-overdue-payments", run: endOverduePayments },
    { name: "relay-outbox", run: (deps) => relayOutbox(deps, { most: 240 }) },
  ],
  [
    { name: "tell-late-work", run: tellLateWork },
    { name: "tell-codes-alarm", run: tellCodesAlarm },
    { name: "tell-day", run: tellDay },
    { name: "tell-openings", run: tellOpenings },
    { name: "tell-watchers", run: tellWatchers },
    { name: "tell-heads", run: tellHeads },
    { name: "close-waiting-accounts", run: closeWaitingAccounts },
    { name: "sweep-tables", run: sweepTables },
  ],
];

/** All that the timer does. To add a job: a name in TIMER_JOBS with its row, and a line here. */
export const TIMER_LANES: Lanes<SettlementDeps> = [
  ...DAILY_LANES,
  [{ name: "send-nudge", run: sendProbe }],
  [{ name: "reconcile", run: runReconciliation }],
  [{ name: "publish-live-figures", run: publishLiveFigures }],
  [{ name: "run-audit", run: (deps) => runAudit(deps) }],
  [{ name: "stamp-day", run: stampDay }],
  [{ name: "publish-proof", run: publishProof }],
];
