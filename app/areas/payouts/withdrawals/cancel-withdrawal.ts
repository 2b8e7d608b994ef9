import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { type Actor, byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import type { Deps } from "~/core/deps";
import { giveBack, isNow } from "./inside/withdrawal-entries";

// Until the bank is sent a request it can be taken back: by the investor, and by the link in the mails about it. Taking it back twice has
// no further effect and gets the same answer. A link that comes too late is kept for the operators: the money may not be gone yet, and it
// may be a thief's.

type Cancelled = { ok: true } | { ok: false; code: "decided-otherwise" | "sent" | "no-such-withdrawal" };

type Cancelling = {
  withdrawalId: string;
  userId: string;
  by: "investor" | "stop-link";
  nowMs: number;
  /** True while the session is alive, or the link still names the request. */
  live: SQL;
};

/** By its own investor. One round trip. */
export async function cancelOwnWithdrawal(
  { db, log }: Pick<Deps, "db" | "log">,
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
