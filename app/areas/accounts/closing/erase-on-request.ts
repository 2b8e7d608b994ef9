import { sql } from "drizzle-orm";
import { accountClosings } from "~/db/schema/closings";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { endOffers } from "~/core/resale/end-offers";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { askedTooOften, closesFrom, tellOfClosing } from "./closing-wait";

type Erasing = {
  userId: string;
  closingId: string;
  stopToken: string;
  operator: OperatorAccess;
};

export type ErasureOutcome = { ok: true } | { ok: false; code: "not-allowed" };

/**
 * The account of a person who asked by letter to be erased begins to close, as if they had asked for it here: they are told everywhere and
 * can stop it, it waits a week or two, and nothing is given up, so that stakes, money and payments under way keep it open until they have
 * ended. Asking again changes nothing.
 */
export function eraseOnRequest(db: Database, asked: Erasing): Work<ErasureOutcome> {
  const { userId, closingId, stopToken, operator } = asked;
  const { nowMs } = operator;
  const isClosing = sql`EXISTS (SELECT 1 FROM account_closings AS closing WHERE closing.user_id = ${userId} AND closing.cancelled_at_ms IS NULL)`;
  const may = sql`NOT ${isClosing} AND NOT ${askedTooOften(userId, nowMs)} AND ${userId} <> ${operator.userId}
    AND EXISTS (SELECT 1 FROM users AS closers WHERE closers.id = ${userId} AND closers.role = 'investor')`;
  const statements = [
    db.run(sql`INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      SELECT ${closingId}, ${userId}, 0, 0, ${nowMs}, ${closesFrom(userId, nowMs)}, ${stopToken} WHERE ${may}`),
    tellOfClosing(db, { closingId, userId, nowMs }),
    endOffers(db, {
      which: sql`offers.user_id = ${userId} AND EXISTS (SELECT 1 FROM account_closings WHERE account_closings.id = ${closingId})`,
      ...{ reason: "closing", nowMs },
    }),
    recordAudit(
      db,
      {
        id: `closing-asked:${closingId}`,
        actor: byOperator(operator.userId),
        action: "closing-asked",
        subject: byUser(userId),
        nowMs,
      },
      { from: accountClosings, where: sql`id = ${closingId}` },
    ),
  ];
  const query = db.all<{ closing: number }>(sql`SELECT ${isClosing} AS closing`);
  return mapWork(writeThenRead(statements, row(query)), (now): ErasureOutcome =>
    now?.closing === 1 ? { ok: true } : { ok: false, code: "not-allowed" },
  );
}
