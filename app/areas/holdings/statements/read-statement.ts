import { dateOf } from "~/domain/calendar-date";
import { instantsOf, type Period, periodOf } from "~/domain/statement-period";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { type Statement, statementOf } from "./inside/statement";
import { MOST_ROWS, readStatementRows, type StatementRows } from "./inside/statement-rows";

export type StatementOutcome = { ok: true; statement: Statement } | { ok: false; code: "no-such-period" | "too-long" };

/** The viewer's own statement for the period of this name. One round trip. */
export async function readStatement(
  { db, nowMs: clock, log }: Pick<Deps, "db" | "nowMs" | "log">,
  session: Session,
  name: string,
): Promise<StatementOutcome> {
  const period = periodOf(name, dateOf(clock()));
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    readStatementRows(db, { userId, nowMs, ...instantsOf(period ?? NONE) }),
  );
  if (!period) return { ok: false, code: "no-such-period" };
  if (isTooLong(result)) {
    log("statement-too-long", { userId: viewer.id });
    return { ok: false, code: "too-long" };
  }
  return { ok: true, statement: statementOf(result, period, nowMs) };
}

/** Of length zero: the session is checked all the same, and nothing is found. */
const NONE: Period = { from: "2000-01-01", to: "1999-12-31" };

const isTooLong = ({ cash, payments, holdings }: StatementRows) =>
  cash.length > MOST_ROWS || payments.length > MOST_ROWS || holdings.isCut;
