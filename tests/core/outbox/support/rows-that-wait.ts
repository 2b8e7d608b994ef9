import { sql } from "drizzle-orm";
import { beforeEach } from "vitest";
import { summaryDay } from "~/areas/notices/operations-notices";
import { signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

const [HOUR, DAY] = [3_600_000, 86_400_000];

export type Row = {
  id: string;
  attempts: number;
  due: number;
  leased: number | null;
  failing: number | null;
  done: number | null;
  error: string | null;
};

/** A shop whose outbox has only the rows of the test at hand, and ways to put some there. */
export function openOutbox() {
  const shop = openShop();
  const { context } = shop;
  const { db, clock } = context;
  const rowsOf = () =>
    db.all<Row>(sql`SELECT id, attempts, available_at_ms AS due, leased_until_ms AS leased, failing_since_ms AS failing,
      done_at_ms AS done, last_error AS error FROM outbox ORDER BY id`);
  const rowOf = async (id: string) => (await rowsOf()).find((row) => row.id === id);

  /** An email of the normal kind, to an operator of its own. */
  async function mailRow(): Promise<string> {
    const { userId } = await signIn(context, { operator: true });
    const subject = `daily-summary:${userId}:${summaryDay(context.nowMs())}`;
    await put(`send-notice:${subject}`, "send-notice", "daily-summary", subject);
    return `send-notice:${subject}`;
  }

  const put = (id: string, kind: string, notice: string | null, subject: string, dueMs = 1) =>
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES (${id}, ${kind}, ${subject}, ${notice}, ${dueMs}, 1)`);

  /** These are never paid; their handler finds nothing to do. */
  const check = (name: string, dueMs: number) => put(`check-payment:${name}`, "check-payment", null, name, dueMs);
  const done = () => db.run(sql`UPDATE outbox SET done_at_ms = 1 WHERE done_at_ms IS NULL`);

  beforeEach(async () => {
    await done();
    context.mailer.fail = null;
    context.logged.length = 0;
    // A summary is sent on its own day only: each test has a day for itself.
    clock.nowMs = (Math.floor(context.nowMs() / DAY) + 1) * DAY + 10 * HOUR;
  });

  return { shop, rowsOf, rowOf, mailRow, put, check, done };
}
