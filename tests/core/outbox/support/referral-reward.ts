import { expect } from "vitest";
import type { Filled } from "../../../db/support/every-table";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { signIn } from "../../../support/people";
import type { outboxOf } from "./caused-rows";

type Outbox = Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">;

/** Earned at once, taken back and earned again; held, and released by an operator. */
export async function causeReferralReward(context: TestContext, { causedBy, noticeRow }: Outbox, filled: Filled) {
  const referred = async () => {
    const { userId } = await signIn(context);
    await run(filled.rows.referral(userId));
    return userId;
  };
  const turn =
    (id: string, state: string, more = "") =>
    () =>
      run(`UPDATE referrals SET state = '${state}', payment_id = 'pay_a'${more} WHERE referred_id = '${id}'`);
  const [one, other] = [await referred(), await referred()];
  expect(await causedBy(turn(one, "pending"))).toEqual([noticeRow("referral-earned", one)]);
  await run(`DELETE FROM outbox WHERE notice = 'referral-earned'`);
  expect(await causedBy(turn(one, "reversed"))).toEqual([]);
  expect(await causedBy(turn(one, "pending"))).toEqual([]);
  expect(await causedBy(turn(other, "held"))).toEqual([]);
  expect(await causedBy(turn(other, "pending", ", released_at_ms = 5"))).toEqual([noticeRow("referral-earned", other)]);
}
