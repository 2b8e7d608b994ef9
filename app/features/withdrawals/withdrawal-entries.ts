import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { byUser, recordAudit } from "~/features/ledger/audit";

/** What all transfers of a withdrawal have in common: each moves the whole amount. */
export const wholeOf = (withdrawalId: string) =>
  ({ refersTo: `withdrawal:${withdrawalId}`, amount: withdrawals.amountCents, currency: "USD" }) as const;

/** Records the request in the audit log, if its row was written. */
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
