import { sql } from "drizzle-orm";
import { row } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { type NamedPeriod, yearsOf } from "~/domain/statement-period";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";

export type Periods = Record<"calendar" | "india" | "uk", NamedPeriod[]> & {
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
