// What the triggers write to the outbox that no test of an area looks for, and whether they are those of the list. What a use case
// writes is looked for in its own tests.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { outboxKinds } from "../../support/outbox-kinds";
import { noticeTable } from "~/areas/notices/send-notice";
import { noticeId, outboxId } from "~/core/outbox/kinds";
import { type Filled, fillEveryTable } from "../../db/support/every-table";
import { openOffer, sell } from "../../db/support/offer-trespasses";
import { run } from "../../db/support/rows-in-states";
import { createTestContext } from "../../support/context";
import { creditWallet } from "../../support/holdings";
import { signIn } from "../../support/people";

const context = createTestContext();
const { db } = context;
let filled: Filled;
beforeAll(async () => void (filled = await fillEveryTable(context)));

const idsNow = async () => (await db.all<{ id: string }>(sql`SELECT id FROM outbox ORDER BY id`)).map(({ id }) => id);

/** The ids of the outbox rows that this writes. */
async function causedBy(statement: string): Promise<string[]> {
  const before = new Set(await idsNow());
  await run(statement);
  return (await idsNow()).filter((id) => !before.has(id));
}
const become = (state: string, atMs = 1) =>
  causedBy(`UPDATE payments SET state = '${state}', updated_at_ms = ${atMs} WHERE id = 'pay_a'`);

describe("work in the outbox", () => {
  it("is written for a payment: to check it, to report its settlement, and to report its reversal", async () => {
    await filled.rows.payment("pay_a", { fee: true });
    const opened = `UPDATE payments SET state = 'open', provider_session_id = 'cs_a', checkout_url = 'u' WHERE id = 'pay_a'`;
    expect(await causedBy(opened)).toEqual([outboxId("check-payment", "pay_a")]);
    expect(await become("paid")).toEqual([]);
    expect(await become("settled")).toEqual([noticeId("payment-settled", "pay_a")]);
    for (const [n, state] of ["disputed", "settled", "refunded"].entries())
      expect(await become(state, n + 2)).toEqual([noticeId("payment-reversed", "pay_a", state, String(n + 2))]);
  });

  it("is written for a withdrawal that is decided: to report it", async () => {
    const decided = (state: string) =>
      `UPDATE withdrawals SET state = '${state}', bank_reference = 'r', reject_reason = 'r', cancelled_by = 'investor' WHERE id = 'wdr_${state}'`;
    const other = await signIn(context);
    await creditWallet(context, other, 5);
    for (const state of ["paid", "rejected", "cancelled"] as const) {
      await run(filled.rows.withdrawal(`wdr_${state}`, { user: other.userId }));
      expect(await causedBy(decided(state))).toEqual([noticeId(`withdrawal-${state}`, `wdr_${state}`)]);
    }
    const back = `UPDATE withdrawals SET state = 'returned', return_reference = 'b', return_reason = 'r', returned_at_ms = 1 WHERE id = 'wdr_paid'`;
    expect(await causedBy(back)).toEqual([noticeId("withdrawal-returned", "wdr_paid")]);
  });

  it("is written for an offer that is ended, sold or undone", async () => {
    await openOffer(context, "off_told");
    const end = "UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 7 WHERE id = 'off_told'";
    expect(await causedBy(end)).toEqual([noticeId("offer-ended", "off_told")]);
    const { last } = await sell(await openOffer(context, "off_paid"));
    expect(await causedBy(last)).toEqual([noticeId("offer-sold", "off_paid")]);
    await run((await sell(await openOffer(context, "off_undone"))).last);
    await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE offer_id = 'off_undone'`);
    const undo = "UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = 'off_undone'";
    expect(await causedBy(undo)).toEqual([noticeId("offer-undone", "off_undone")]);
  });

  it("is written by the triggers that the list names", async () => {
    const triggers = await db.all<{ name: string }>(sql`SELECT name FROM sqlite_master
      WHERE type = 'trigger' AND sql LIKE '%INSERT INTO outbox%'`);
    const listed = [...Object.values(outboxKinds), ...Object.values(noticeTable)].flatMap(
      ({ triggers: by = [] }) => by,
    );
    expect(triggers.map(({ name }) => name).sort()).toEqual([...new Set(listed)].sort());
  });
});
