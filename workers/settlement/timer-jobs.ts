import { sql, type SQL } from "drizzle-orm";
import { notifyCodesAlarm } from "~/areas/accounts/login/turn-ticket";
import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { endOverduePayments } from "~/areas/buying/start-payment";
import { countBids, remindVoters } from "~/areas/market/count-bids";
import { notifyDay } from "~/areas/notices/operations-notices";
import { notifyReturns } from "~/areas/notices/stake-notices";
import { startAudit } from "~/areas/proof/audit-day";
import { runOffers } from "~/areas/resale/end-offer";
import type { Deps } from "~/core/deps";
import { setOffDebts } from "~/core/ledger/debts";
import { noticeId } from "~/core/outbox/kinds";
import { notifyLateWork } from "~/core/outbox/late-work";
import type { TimerJob } from "~/core/timer/run-jobs";
import { rows, runWork, writes } from "~/db/work";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import type { SettlementDeps } from "./deps";
import { type OutboxDeps, relayOutbox, relayToMany, runOutboxRow } from "./outbox";
import { type KeptAfter, type SweptTable, sweptTables } from "./swept-tables";

/** Rows per table and run: the timer is back within a minute. */
export const SWEPT_AT_ONCE = 500;

/**
 * Deletes what has been kept long enough, the oldest first. Only housekeeping: code that uses a row checks whether it is over. An
 * index leads to the rows that go, so that those that stay are not read. One round trip.
 */
export async function sweepTables({ db, nowMs }: Deps): Promise<void> {
  const now = nowMs();
  await runWork(db, writes(...sweptTables.map((table) => db.run(deletion(table, now)))));
}

function deletion({ key, over, only }: SweptTable, nowMs: number): SQL {
  const oldest = over.map(
    (kept) => sql`SELECT * FROM (SELECT ${key} FROM ${key.table} WHERE ${kept.column} < ${keptSinceMs(kept, nowMs)}
      AND ${only ?? sql`TRUE`} ORDER BY ${kept.column} LIMIT ${SWEPT_AT_ONCE})`,
  );
  return sql`DELETE FROM ${key.table} WHERE ${key} IN (${sql.join(oldest, sql` UNION ALL `)})`;
}

function keptSinceMs(kept: KeptAfter, nowMs: number): number {
  if ("ms" in kept) return nowMs - kept.ms;
  return Date.parse(`${addMonths(dateOf(nowMs), -kept.months)}T00:00:00Z`) + (nowMs % DAY_MS);
}

/** These emails are sent here, because the outbox itself may be what stands still. */
export async function alarmOperators(deps: OutboxDeps): Promise<void> {
  const { db } = deps;
  if ((await notifyLateWork(deps)) === 0) return;
  const start = noticeId("work-waits", "");
  const written = db.all<{ id: string }>(sql`SELECT id FROM outbox
    WHERE id >= ${start} AND id < ${`${start.slice(0, -1)};`} AND done_at_ms IS NULL AND available_at_ms <= ${deps.nowMs()} LIMIT 20`);
  for (const { id } of await runWork(db, rows(written))) await runOutboxRow(deps, id);
}

type Lanes<D> = readonly (readonly TimerJob<D>[])[];

/** The work of a day, and what is due in the outbox. */
export const DAILY_LANES: Lanes<OutboxDeps> = [
  // No other job delays the alarm.
  [{ name: "tell-late-work", run: alarmOperators }],
  [
    // First: what has ended is closed at its provider by the outbox.
    { name: "end-overdue-payments", run: endOverduePayments },
    { name: "relay-outbox", run: (deps) => relayOutbox(deps, { most: 240 }) },
  ],
  [
    { name: "set-off-debts", run: setOffDebts },
    { name: "tell-codes-alarm", run: notifyCodesAlarm },
    { name: "tell-returns", run: notifyReturns },
    { name: "tell-day", run: notifyDay },
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
  [{ name: "reconcile", run: runReconciliation }],
  [{ name: "run-audit", run: startAudit }],
];
