import { expect } from "vitest";
import type { Filled } from "../../../db/support/every-table";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { byId, type outboxOf } from "./caused-rows";

type Outbox = Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow" | "operators">;

/** One payout above what one operator may pay alone, and one that is not. */
export async function causeLargePayout(
  context: TestContext,
  { causedBy, noticeRow, operators }: Outbox,
  { rows, person }: Filled,
) {
  await setSetting(context.db, "second_operator_above_cents", 2);
  const paid = async (id: string, cents: number) => {
    const { userId } = await signIn(context);
    await creditWallet(context, { userId }, 5);
    await run(rows.withdrawal(id, { user: userId, cents }));
    await run(`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES ('${id}', '${person.userId}', 'r', 1)`);
    return causedBy(() => run(`UPDATE withdrawals SET state = 'paid', bank_reference = 'r' WHERE id = '${id}'`));
  };
  const told = (await operators()).map(({ id }) => noticeRow("large-payout", id, "wdr_above"));
  expect(told).not.toEqual([]);
  expect(byId(await paid("wdr_above", 3))).toEqual(byId([noticeRow("withdrawal-paid", "wdr_above"), ...told]));
  expect(await paid("wdr_below", 2)).toEqual([noticeRow("withdrawal-paid", "wdr_below")]);
  await setSetting(context.db, "second_operator_above_cents", 1_000_000);
}
