import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { byUser, recordAudit } from "~/features/ledger/audit";

/** What every movement of a withdrawal has in common: it moves all of it. */
export const wholeOf = (withdrawalId: string) =>
  ({ refersTo: `withdrawal:${withdrawalId}`, amount: withdrawals.amountCents, currency: "USD" }) as const;

/** Says that the withdrawal was asked for, if its row came to be. */
export function recordRequest(
  db: Database,
  { withdrawalId, userId, nowMs }: { withdrawalId: string; userId: string; nowMs: number },
) {
  const subject = `withdrawal:${withdrawalId}`;
  return recordAudit(
    db,
    {
      id: `${subject}:requested`,
      actor: byUser(userId),
      action: "withdrawal-requested",
      subject,
      detail: withdrawals.amountCents,
      nowMs,
    },
    { from: withdrawals, where: sql`id = ${withdrawalId}` },
  );
}
