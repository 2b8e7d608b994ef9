import { sql, type SQL } from "drizzle-orm";
import type { ClosingFacts } from "~/content/closing-texts";
import { accountClosings } from "~/db/schema/account-states";
import type { Database } from "~/db/client";
import { mapWork, row, runWork, type Statement, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type Actor, recordAudit } from "~/core/ledger/audit";
import { sumOnHold } from "./what-is-left";

export const stopAddress = (origin: string, stopToken: string) => `${origin}/stop/${stopToken}`;

export type StoppableClosing = ClosingFacts & { state: "waiting" | "stopped" | "closed" };

export const readStoppableClosing = ({ db }: Deps, stopToken: string): Promise<StoppableClosing | null> =>
  runWork(db, stoppableClosing(db, stopToken));

function stoppableClosing(db: Database, stopToken: string): Work<StoppableClosing | null> {
  const total = (
    currency: "USD" | "TOKEN",
  ) => sql`(SELECT coalesce(sum(accounts.credits_total - accounts.debits_total), 0)
    FROM accounts WHERE accounts.user_id = closings.user_id AND accounts.currency = ${currency})`;
  type ClosingRow = Omit<StoppableClosing, "giveUpStakes" | "giveUpBalance"> & {
    stakesToo: number;
    balanceToo: number;
  };
  const query =
    db.all<ClosingRow>(sql`SELECT closings.asked_at_ms AS askedAtMs, closings.closes_from_ms AS closesFromMs,
      closings.give_up_stakes AS stakesToo, closings.give_up_balance AS balanceToo,
      (SELECT count(*) FROM stakes WHERE stakes.user_id = closings.user_id AND stakes.state = 'active') AS stakes,
      ${total("USD")} + ${sumOnHold(sql`closings.user_id`)} AS moneyCents, ${total("TOKEN")} AS tokens,
      iif(closings.closed_at_ms IS NOT NULL, 'closed', iif(closings.cancelled_at_ms IS NOT NULL, 'stopped', 'waiting')) AS state
    FROM account_closings AS closings WHERE closings.stop_token = ${stopToken}`);
  return mapWork(row(query), (found) => {
    if (!found) return null;
    const { stakesToo, balanceToo, ...closing } = found;
    return { ...closing, giveUpStakes: stakesToo === 1, giveUpBalance: balanceToo === 1 };
  });
}

/** No session is needed, because an intruder may hold the account. */
export async function stopClosing({ db, nowMs: clock, newId, log }: Deps, stopToken: string): Promise<boolean> {
  const nowMs = clock();
  const waiting = sql`stop_token = ${stopToken}`;
  const stop = stopStatements(db, { auditId: newId("aud"), actor: "system", detail: "stop-link", nowMs, waiting });
  const known = db.all(sql`SELECT 1 FROM account_closings WHERE stop_token = ${stopToken}`);
  const { found } = await runWork(db, together({ stopped: writes(...stop), found: row(known) }));
  log("closing-stopped", { outcome: found ? "known" : "unknown" });
  return found !== undefined;
}

type Stop = { auditId: string; actor: Actor; detail?: string; nowMs: number; waiting: SQL };

export function stopStatements(db: Database, { waiting, nowMs, auditId, actor, detail }: Stop): Statement[] {
  const open = sql`${waiting} AND cancelled_at_ms IS NULL AND closed_at_ms IS NULL`;
  const entry = {
    id: auditId,
    actor,
    action: "closing-cancelled",
    subject: sql`'user:' || user_id`,
    detail: detail ?? null,
    nowMs,
  } as const;
  return [
    recordAudit(db, entry, { from: accountClosings, where: open }),
    db.run(sql`UPDATE account_closings SET cancelled_at_ms = ${nowMs} WHERE ${open}`),
  ];
}
