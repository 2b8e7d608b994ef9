import { startAudit } from "~/areas/proof/audit-day";
import { endOverduePayments } from "~/areas/buying/start-payment";
import { tellCodesAlarm } from "~/areas/accounts/login/turn-ticket";
import { countBids, remindVoters } from "~/areas/market/count-bids";
import { listDueDates } from "~/areas/notices/list-due-dates";
import { tellDay } from "~/areas/notices/operations-notices";
import { setOffDebts } from "~/core/ledger/debts";
import { tellLateWork } from "~/core/outbox/late-work";
import { type OutboxDeps, relayOutbox, relayToMany } from "./outbox";
import { runOffers } from "~/areas/resale/end-offer";
import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { sweepTables } from "./sweeping/sweep-tables";
import { sendProbe, type TimerJob } from "~/core/timer/run-jobs";
import { tellStandingJobs } from "./tell-standing-jobs";
import type { SettlementDeps } from "./deps";

type Lanes<D> = readonly (readonly TimerJob<D>[])[];

/** What belongs to a day, and what is due in the outbox. */
export const DAILY_LANES: Lanes<OutboxDeps> = [
  // The alarm waits behind nothing.
  [{ name: "tell-standing-jobs", run: tellStandingJobs }],
  [
    // First: what has ended is closed at its provider by the outbox.
    { name: "end-overdue-payments", run: endOverduePayments },
    { name: "relay-outbox", run: (deps) => relayOutbox(deps, { most: 240 }) },
  ],
  [
    { name: "set-off-debts", run: setOffDebts },
    { name: "tell-late-work", run: tellLateWork },
    { name: "tell-codes-alarm", run: tellCodesAlarm },
    // Before the email that says it.
    { name: "list-due-dates", run: listDueDates },
    { name: "tell-day", run: tellDay },
    { name: "remind-voters", run: (deps) => remindVoters(deps) },
    { name: "count-bids", run: (deps) => countBids(deps) },
    { name: "run-offers", run: runOffers },
    { name: "sweep-tables", run: sweepTables },
  ],
];

/** All that the timer does. To add a job: a name in TIMER_JOBS with its row, and a line here. */
export const TIMER_LANES: Lanes<SettlementDeps> = [
  ...DAILY_LANES,
  // For most of a minute, if there is that much.
  [{ name: "relay-to-many", run: (deps) => relayToMany(deps) }],
  [{ name: "send-nudge", run: sendProbe }],
  [{ name: "reconcile", run: runReconciliation }],
  [{ name: "run-audit", run: startAudit }],
];
