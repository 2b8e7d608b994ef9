import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { row, runWork, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";

/** Ends an unpaid payment; a trigger frees its stake. @returns the state it is in now */
export async function closePayment(
  deps: Pick<Deps, "db" | "nowMs">,
  paymentId: string,
  as: "expired" | "cancelled" | "failed",
): Promise<"open" | "expired" | "cancelled" | "failed"> {
  const close = deps.db.run(
    sql`UPDATE payments SET state = ${as}, updated_at_ms = ${deps.nowMs()} WHERE id = ${paymentId} AND state IN ('created', 'open')`,
  );
  const now = row(deps.db.select({ state: payments.state }).from(payments).where(eq(payments.id, paymentId)));
  const state = (await runWork(deps.db, writeThenRead([close], now)))?.state;
  return state === "expired" || state === "cancelled" || state === "failed" ? state : "open";
}
