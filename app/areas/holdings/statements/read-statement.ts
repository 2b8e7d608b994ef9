import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { row } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { instantsOf, type NamedPeriod, type Period, periodOf, yearsOf } from "~/domain/statement-period";
import { type Statement, statementOf } from "./statement";
import { MOST_ROWS, readStatementRows, type StatementRows } from "./statement-rows";

type Periods = Record<"calendar" | "india" | "uk", NamedPeriod[]> & {
  today: string;
  /** The last calendar year that is over; null in the first year of an account. */
  last: NamedPeriod | null;
};

/** The years since the viewer's account began, latest first. One round trip. */
export async function listPeriods({ db }: Pick<Deps, "db">, session: Session): Promise<Periods> {
  const { nowMs, result } = await session.read(({ userId }) =>
    row(
      db.all<{ firstMs: number }>(sql`SELECT min(users.created_at_ms,
        coalesce((SELECT min(created_at_ms) FROM payments WHERE payments.user_id = users.id), users.created_at_ms)) AS firstMs
        FROM users WHERE users.id = ${userId}`),
    ),
  );
  const [first, today] = [dateOf(result?.firstMs ?? nowMs), dateOf(nowMs)];
  const calendar = yearsOf("calendar", first, today);
  return {
    today,
    last: calendar.find(({ running }) => !running) ?? null,
    calendar,
    india: yearsOf("india", first, today),
    uk: yearsOf("uk", first, today),
  };
}

type StatementOutcome = { ok: true; statement: Statement } | { ok: false; code: "no-such-period" | "too-long" };

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
