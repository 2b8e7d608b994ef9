import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import { notifyContacts } from "~/core/outbox/enqueue";
import { DAY_MS } from "~/domain/calendar-date";
import type { OperatorSession } from "~/core/session/guarded";
import { row, together, writes } from "~/db/work";
import { type MyData, readParts } from "./read-my-data";

/** For a person who asked by letter: logged, told to the person, and with no more of the account number than its end. */
export async function readCustomersData(
  { db, newId }: Deps,
  session: OperatorSession,
  userId: string,
): Promise<MyData | null> {
  const auditId = newId("aud");
  const { nowMs, result } = await session.write(({ userId: operatorId, nowMs }) => {
    const may = sql`EXISTS (SELECT 1 FROM users AS theirs WHERE theirs.id = ${userId} AND theirs.closed_at_ms IS NULL AND theirs.id <> ${operatorId})`;
    const entry = {
      id: auditId,
      actor: byOperator(operatorId),
      action: "data-file-made",
      subject: byUser(userId),
      nowMs,
    } as const;
    return together({
      recorded: writes(
        recordAudit(db, entry, { where: may }),
        // The person may not have written the letter.
        notifyContacts(db, {
          notice: "data-access",
          about: `${userId}:${nowMs}`,
          userId,
          nowMs,
          given: may,
          withFormerMs: 30 * DAY_MS,
        }),
      ),
      may: row(db.all<{ may: number }>(sql`SELECT ${may} AS may`)),
      parts: readParts(db, userId),
    });
  });
  return result.may?.may === 1 ? { nowMs, parts: result.parts } : null;
}
