import { sql } from "drizzle-orm";
import { row, rows, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorSession } from "~/core/session/guarded";
import { hasOpenRequest } from "~/areas/accounts/users/data-requests";
import { dataOf, filesOf, type MyData, readFirst } from "./inside/read-parts";

export type CustomersData = { ok: true; data: MyData } | { ok: false; code: "no-request" };

/**
 * The same about a person who asked for it by letter, for the operator who hands it over: only while their request is open, recorded, and with
 * no more of the account number than its end. One round trip, and one more for each further page of a part that is longer than one.
 */
export async function readCustomersData(
  { db, newId }: Pick<Deps, "db" | "newId">,
  session: OperatorSession,
  userId: string,
): Promise<CustomersData> {
  const auditId = newId("aud");
  const asked = hasOpenRequest(userId, "data");
  const { nowMs, result } = await session.write(({ userId: operatorId, nowMs }) => {
    const may = sql`${asked} AND ${userId} <> ${operatorId}`;
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
  if (result.may?.may !== 1) return { ok: false, code: "no-request" };
  return { ok: true, data: dataOf(db, { userId, nowMs, ...result }) };
}
