import { eq, sql } from "drizzle-orm";
import { withdrawals } from "~/db/schema/rewards";
import { runWork } from "~/db/work";
import type { Deps } from "~/core/deps";
import { cancelWithdrawal } from "./cancel-withdrawal";

/** A request as the page behind the link in its mails shows it: no name, and of the account the last four only. */
export type StoppableWithdrawal = {
  amountCents: number;
  accountLast4: string;
  createdAtMs: number;
  state: "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned";
  sentAtMs: number | null;
  /** The link was used when the bank had it already. */
  stopAskedAtMs: number | null;
};

/** Null where no request has this token. One round trip, and nothing is changed: programs that read mail follow links. */
export async function readStoppable({ db }: Pick<Deps, "db">, stopToken: string): Promise<StoppableWithdrawal | null> {
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

/**
 * Anyone who can read a notified mailbox can stop the request; no session is needed, because an intruder may hold the account. Once the
 * bank has it, or it is decided, it stays as it is. Two round trips.
 */
export async function stopWithdrawal(
  { db, nowMs, log }: Pick<Deps, "db" | "nowMs" | "log">,
  stopToken: string,
): Promise<boolean> {
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
