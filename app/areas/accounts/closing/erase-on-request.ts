import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { askClosing } from "./close-account";
import { askedTooOften } from "./closing-wait";

type Erasing = {
  userId: string;
  closingId: string;
  stopToken: string;
  operator: OperatorAccess;
};

export type ErasureOutcome = { ok: true } | { ok: false; code: "not-allowed" };

/** For a person who asked by letter: nothing is given up, so that stakes, money and payments under way keep the account open. */
export function eraseOnRequest(db: Database, asked: Erasing): Work<ErasureOutcome> {
  const { userId, closingId, stopToken, operator } = asked;
  const { nowMs } = operator;
  const isClosing = sql`EXISTS (SELECT 1 FROM account_closings AS closing WHERE closing.user_id = ${userId} AND closing.cancelled_at_ms IS NULL)`;
  const may = sql`NOT ${isClosing} AND NOT ${askedTooOften(userId, nowMs)} AND ${userId} <> ${operator.userId}
    AND EXISTS (SELECT 1 FROM users AS closers WHERE closers.id = ${userId} AND closers.role = 'investor')`;
  const statements = askClosing(db, {
    ...{ closingId, userId, may, stopToken, nowMs },
    ...{ auditId: `closing-asked:${closingId}`, actor: byOperator(operator.userId), stakes: 0, balance: 0 },
  });
  const query = db.all<{ closing: number }>(sql`SELECT ${isClosing} AS closing`);
  return mapWork(writeThenRead(statements, row(query)), (now): ErasureOutcome =>
    now?.closing === 1 ? { ok: true } : { ok: false, code: "not-allowed" },
  );
}
