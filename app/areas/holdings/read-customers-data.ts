import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorSession } from "~/core/session/guarded";
import { row, rows, together, writes } from "~/db/work";
import { dataOf, filesOf, type MyData, readFirst } from "./read-my-data";

/**
 * The same about a person who asked for it by letter, for the operator who hands it over: logged, told to the person, and with no more of
 * the account number than its end. One round trip, and one more for each further page of a part that is longer than one.
 * @returns null if there is no such open account, or it is the operator's own
 */
export async function readCustomersData(
  { db, newId }: Pick<Deps, "db" | "newId">,
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
      recorded: writes(recordAudit(db, entry, { where: may })),
      may: row(db.all<{ may: number }>(sql`SELECT ${may} AS may`)),
      first: readFirst(db, userId),
      files: rows(filesOf(db, userId, 0)),
    });
  });
  return result.may?.may === 1 ? dataOf(db, { userId, nowMs, ...result }) : null;
}
