import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext } from "../../support/context";
import { balanceOf, creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal } from "../../support/withdrawals";

const context = createTestContext();
const PORTFOLIO = "/wallet?tab=portfolio";

let person: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" }));
});

const cancel = (withdrawal: unknown, who = person) =>
  postWithdrawal(context, who, { intent: "cancel-withdrawal", withdrawal: String(withdrawal) }, PORTFOLIO);
const balances = async () => [
  await balanceOf(context, `user:${person.userId}:wallet`),
  await balanceOf(context, "house:withdrawals"),
  await balanceOf(context, "house:returns"),
];
const latest = async () => (await withdrawalsOf(context, person)).at(-1);

describe("a request that is not decided yet", () => {
  it("is shown with its bank and last four, and can be cancelled: everything is as before, in one round trip", async () => {
    const before = await balances();
    await postWithdrawal(context, person);
    const { data } = await openWallet(context, person, PORTFOLIO);
    const account = { bankName: "State Bank of India", masked: "•••• 6789" };
    expect(data).toMatchObject({ panel: { withdrawals: [{ state: "progress", account }] } });
    const cancelled = await cancel((await latest())?.id);
    expect([toastOf(cancelled.response), cancelled.trips.count]).toEqual(["withdrawal-cancelled", 1]);
    expect(await balances()).toEqual(before);
    expect((await openWallet(context, person, PORTFOLIO)).data).toMatchObject({
      panel: {
        withdraw: { state: "withdrawable", amountCents: 10_400 },
        withdrawals: [{ state: "cancelled", note: "Cancelled by you" }],
      },
    });
    await expectInvariants(context.db);
  });

  it("of the balance goes back to the wallet", async () => {
    await creditWallet(context, person, 1_500);
    const before = await balances();
    await postWithdrawal(context, person, { of: "balance", shown_cents: "1500" });
    await cancel((await latest())?.id);
    expect(await balances()).toEqual(before);
    await expectInvariants(context.db);
  });

  it("is not cancelled by anyone else, by an ended session, or once it is decided", async () => {
    await postWithdrawal(context, person);
    const id = String((await latest())?.id);
    const [other, operator] = [await signIn(context), await signIn(context, { operator: true })];
    const before = await moneyRows(context);
    expect((await cancel(id, other)).response.status).toBe(404);
    expect((await cancel("wdr_none")).response.status).toBe(404);
    expect((await cancel(id, operator)).response.status).toBe(404);
    expect(await moneyRows(context)).toEqual(before);
    await payWithdrawal(context, { withdrawalId: id, userId: person.userId, operatorId: operator.userId });
    const paid = await moneyRows(context);
    expect(toastOf((await cancel(id)).response)).toBe("withdrawal-decided");
    expect(await moneyRows(context)).toEqual(paid);
    await context.db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ${person.userId}`);
    expect((await cancel(id)).response.headers.get("Location")).toBe("/#session-expired");
    expect(await moneyRows(context)).toEqual(paid);
  });
});
