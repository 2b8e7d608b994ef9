import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { signIn } from "../../../support/people";
import type { outboxOf } from "./caused-rows";

/** A user's bank details, mailbox and phone are changed: each contact is told by a row of its own. */
export async function causeContactChanges(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<void> {
  const { userId } = await signIn(context);
  const insert = `INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id,
    changed_at_ms) VALUES ('${userId}', 'h', 'b', 'i', 'a', 's', '4', 'k', 1)`;
  expect(await causedBy(() => run(insert))).toEqual([noticeRow("bank-changed", userId, "1", "1")]);
  const again = `UPDATE bank_details SET changed_at_ms = 2 WHERE user_id = '${userId}'`;
  expect(await causedBy(() => run(again))).toEqual([noticeRow("bank-changed", userId, "2", "1")]);
  const moved = await causedBy(() => run(`UPDATE users SET email = 'elsewhere@example.com' WHERE id = '${userId}'`));
  const [change] = await context.db.all<{ id: string }>(sql`SELECT id FROM contact_changes WHERE user_id = ${userId}`);
  expect(moved).toEqual(["1", "2"].map((one) => noticeRow("contact-changed", change?.id ?? "", one)));
  const add = `UPDATE users SET phone = '919800000077', contact_changed_at_ms = 5 WHERE id = '${userId}'`;
  const added = ["1", "2", "3"].map((one) => noticeRow("contact-added", userId, "sms", "5", one));
  expect(await causedBy(() => run(add))).toEqual(added);
  const logged = (id: string, action: string, detail: string, atMs: number) => () =>
    run(`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      VALUES ('${id}', 'operator:x', '${action}', 'user:${userId}', ${detail}, ${atMs})`);
  const told = ["1", "2", "3"].map((one) => noticeRow("data-access", userId, "8", one));
  expect(await causedBy(logged("aud_m", "data-file-made", "NULL", 8))).toEqual(told);
}

/** An account is to be closed, and is. */
export async function causeClosing(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<string> {
  const { userId } = await signIn(context);
  const ask = `INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
    VALUES ('cls_cause', '${userId}', 1, 1, 1, 700000000, 'stop-cause')`;
  expect(await causedBy(() => run(ask))).toEqual([noticeRow("closing-asked", "cls_cause", "1")]);
  return userId;
}
