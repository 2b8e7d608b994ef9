import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { NoticeKind } from "~/areas/notices/send-notice";
import { noticeId, outboxId, type OutboxKind } from "~/core/outbox/kinds";
import type { Database } from "~/db/client";
import type { Filled } from "../../../db/support/every-table";
import { openOffer, sell } from "../../../db/support/offer-trespasses";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { signIn } from "../../../support/people";

/** An offer that is ended, sold or undone: each is told once. */
export async function causeOffers(context: TestContext, { causedBy, noticeRow }: Outbox): Promise<void> {
  await openOffer(context, "off_told");
  const end = "UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 7 WHERE id = 'off_told'";
  expect(await causedBy(() => run(end))).toEqual([noticeRow("offer-ended", "off_told")]);
  const sold = await openOffer(context, "off_paid");
  const steps = await sell(sold);
  expect(await causedBy(() => run(steps.last))).toEqual([noticeRow("offer-sold", "off_paid")]);
  const other = await openOffer(context, "off_undone");
  await run((await sell(other)).last);
  await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE offer_id = 'off_undone'`);
  const undo = "UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = 'off_undone'";
  expect(await causedBy(() => run(undo))).toEqual([noticeRow("offer-undone", "off_undone")]);
}

/** A user's mailbox and phone are changed: each contact is told by a row of its own. */
export async function causeContactChanges(context: TestContext, { causedBy, noticeRow }: Outbox): Promise<void> {
  const { userId } = await signIn(context);
  const moved = await causedBy(() => run(`UPDATE users SET email = 'elsewhere@example.com' WHERE id = '${userId}'`));
  const [change] = await context.db.all<{ id: string }>(sql`SELECT id FROM contact_changes WHERE user_id = ${userId}`);
  expect(moved).toEqual(["1", "2"].map((one) => noticeRow("contact-changed", change?.id ?? "", one)));
  const add = `UPDATE users SET phone = '919800000077', contact_changed_at_ms = 5 WHERE id = '${userId}'`;
  const added = ["1", "2", "3"].map((one) => noticeRow("contact-added", userId, "sms", "5", one));
  expect(await causedBy(() => run(add))).toEqual(added);
}

/** Part of the price comes; then it is owed. */
export async function causeUnderpaid({ rows }: Filled, { causedBy, noticeRow, workRow }: Outbox): Promise<void> {
  const paymentId = await rows.payment("pay_part", { states: ["open"], fee: true });
  const change = (what: string) => () => run(`UPDATE payments SET ${what} WHERE id = '${paymentId}'`);
  const told = (state: string) => noticeRow("payment-underpaid", paymentId, state);
  expect(await causedBy(change("received_cents = 5"))).toEqual([told("open")]);
  expect(await causedBy(change("state = 'paid'"))).toEqual([]);
  expect(await causedBy(change("state = 'refunding', reason = 'underpaid'"))).toEqual(
    byId([workRow("refund-payment", paymentId), told("refunding")]),
  );
}

/** An event that came before the settlement is read again. */
export async function causeLateSettlement({ rows }: Filled, { causedBy, noticeRow, workRow }: Outbox): Promise<void> {
  const paymentId = await rows.payment("pay_late", { states: ["open", "paid"], fee: true });
  await run(`UPDATE payments SET provider_payment_id = 'pi_late' WHERE id = '${paymentId}'`);
  for (const concerns of ["refund", "dispute", "session"])
    await run(`INSERT INTO provider_events (id, provider, type, concerns, provider_payment_id, received_at_ms)
      VALUES ('early-${concerns}', 'stripe', '-', '${concerns}', 'pi_late', 1)`);
  const again = ["refund", "dispute"].map((concerns) => workRow("handle-event", `early-${concerns}:settled`));
  expect(
    await causedBy(() =>
      run(`UPDATE payments SET state = 'settled', updated_at_ms = created_at_ms + 172800000 WHERE id = '${paymentId}'`),
    ),
  ).toEqual(byId([...again, noticeRow("payment-settled", paymentId)]));
}

type CausedRow = { id: string; kind: string; subject: string; notice: string | null };

export const byId = (rows: CausedRow[]) => rows.sort((one, other) => (one.id < other.id ? -1 : 1));

type Outbox = ReturnType<typeof outboxOf>;

/** What a database's outbox holds, and which kinds of rows have been expected of it so far. */
export function outboxOf(db: Database) {
  const rowsNow = () => db.all<CausedRow>(sql`SELECT id, kind, subject_id AS subject, notice FROM outbox ORDER BY id`);
  const caused = new Set<string>();

  /** The outbox rows that this writes. */
  async function causedBy(cause: () => Promise<unknown>): Promise<CausedRow[]> {
    const before = new Set((await rowsNow()).map(({ id }) => id));
    await cause();
    return (await rowsNow()).filter(({ id }) => !before.has(id));
  }

  const workRow = (kind: Exclude<OutboxKind, "send-notice">, subject: string): CausedRow => {
    caused.add(kind);
    return { id: outboxId(kind, subject), kind, subject, notice: null };
  };
  const noticeRow = (notice: NoticeKind, ...ids: [string, ...string[]]): CausedRow => {
    caused.add(notice);
    const id = noticeId(notice, ...ids);
    return { id, kind: "send-notice", subject: id.slice("send-notice:".length), notice };
  };
  /** Those who are told by email. */
  const operators = () =>
    db.all<{ id: string }>(
      sql`SELECT id FROM users WHERE role = 'operator' AND email IS NOT NULL AND suspended_at_ms IS NULL`,
    );
  return { caused, causedBy, workRow, noticeRow, operators };
}
