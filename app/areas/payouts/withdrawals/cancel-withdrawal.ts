import { eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { type Actor, byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { mapWork, row, runWork, type Work, writeThenRead } from "~/db/work";
import { giveBack, isNow } from "./withdrawal-entries";

// A stop link that comes too late is kept for the operators: the money may not be gone yet, and it may be a thief's.

type Cancelled = { ok: true } | { ok: false; code: "decided-otherwise" | "sent" | "no-such-withdrawal" };

type Cancelling = { withdrawalId: string; userId: string; by: "investor" | "stop-link"; nowMs: number; live: SQL };

export async function cancelOwnWithdrawal(
  { db, log }: Deps,
  session: Session,
  withdrawalId: string,
): Promise<Cancelled> {
  const { result } = await session.write(({ userId, nowMs, live }) =>
    cancelWithdrawal(db, { withdrawalId, userId, by: "investor", nowMs, live }),
  );
  log("withdrawal-cancelled", { withdrawalId, outcome: result.ok ? "cancelled" : result.code });
  return result;
}

export function cancelWithdrawal(db: Database, cancelling: Cancelling): Work<Cancelled> {
  const { withdrawalId, userId, by, nowMs, live } = cancelling;
  const subject = `withdrawal:${withdrawalId}`;
  const actor: Actor = by === "investor" ? byUser(userId) : "system";
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'cancelled', cancelled_by = ${by}, updated_at_ms = ${nowMs}
      WHERE withdrawals.id = ${withdrawalId} AND withdrawals.user_id = ${userId} AND withdrawals.state = 'progress' AND ${live}`),
    ...(by === "stop-link" ? [lateStop(db, cancelling)] : []),
    ...giveBack(db, cancelling, "cancelled"),
    recordAudit(
      db,
      { id: `${subject}:cancelled`, actor, action: "withdrawal-cancelled", subject, detail: by, nowMs },
      isNow(withdrawalId, "cancelled"),
    ),
  ];
  const decided = row(
    db
      .select({ state: withdrawals.state })
      .from(withdrawals)
      .where(sql`${eq(withdrawals.id, withdrawalId)} AND ${eq(withdrawals.userId, userId)} AND ${live}`),
  );
  return mapWork(writeThenRead(statements, decided), (found) => {
    if (!found) return { ok: false, code: "no-such-withdrawal" };
    if (found.state === "cancelled") return { ok: true };
    return { ok: false, code: found.state === "sending" ? "sent" : "decided-otherwise" };
  });
}

const lateStop = (db: Database, { withdrawalId, nowMs, live }: Cancelling) =>
  db.run(sql`UPDATE withdrawals SET stop_asked_at_ms = ${nowMs}
    WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'sending' AND withdrawals.stop_asked_at_ms IS NULL AND ${live}`);

/** No name, and only the last four digits of the account. Changes nothing: programs that read mail follow links. */
export async function readStoppable({ db }: Deps, stopToken: string) {
  const [found] = await db
    .select({
      amountCents: withdrawals.amountCents,
      accountLast4: withdrawals.accountLast4,
      createdAtMs: withdrawals.createdAtMs,
      state: withdrawals.state,
      sentAtMs: withdrawals.sentAtMs,
      stopAskedAtMs: withdrawals.stopAskedAtMs,
    })
    .from(withdrawals)
    .where(eq(withdrawals.stopToken, stopToken));
  return found ?? null;
}

export type StoppableWithdrawal = NonNullable<Awaited<ReturnType<typeof readStoppable>>>;

/** No session is needed, because an intruder may hold the account. Two round trips. */
export async function stopWithdrawal({ db, nowMs, log }: Deps, stopToken: string): Promise<boolean> {
  const [named] = await db
    .select({ withdrawalId: withdrawals.id, userId: withdrawals.userId })
    .from(withdrawals)
    .where(eq(withdrawals.stopToken, stopToken));
  if (!named) return false;
  const { withdrawalId } = named;
  const live = sql`withdrawals.stop_token = ${stopToken}`;
  const cancelled = await runWork(db, cancelWithdrawal(db, { ...named, by: "stop-link", nowMs: nowMs(), live }));
  log("withdrawal-stopped", { withdrawalId, outcome: cancelled.ok ? "cancelled" : cancelled.code });
  return true;
}
