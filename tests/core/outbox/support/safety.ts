import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { signIn } from "../../../support/people";
import type { outboxOf } from "./caused-rows";

/** A user's mailbox and phone are changed: each contact is told by a row of its own. */
export async function causeContactChanges(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<void> {
  const { userId } = await signIn(context);
  const moved = await causedBy(() => run(`UPDATE users SET email = 'elsewhere@example.com' WHERE id = '${userId}'`));
  const [change] = await context.db.all<{ id: string }>(sql`SELECT id FROM contact_changes WHERE user_id = ${userId}`);
  expect(moved).toEqual(["1", "2"].map((one) => noticeRow("contact-changed", change?.id ?? "", one)));
  const add = `UPDATE users SET phone = '919800000077', contact_changed_at_ms = 5 WHERE id = '${userId}'`;
  const added = ["1", "2", "3"].map((one) => noticeRow("contact-added", userId, "sms", "5", one));
  expect(await causedBy(() => run(add))).toEqual(added);
}
