// How many withdrawals wait, as the console says: those that are due up to ten, and those within their hold where that is known.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { runWork } from "~/db/work";
import { MOST_COUNTED, readWaiting } from "~/areas/console/waiting";
import { HOLD_MS } from "~/areas/holdings/payout-rules/payable-from";
import { createTestContext } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { signIn } from "../../../support/people";
import { requestBalance } from "../../../support/withdrawals";

it("counts what is due and what is held, and does not mention what is held once it no longer knows", async () => {
  const context = createTestContext();
  const counted = async () => {
    const { withdrawals, held } = await runWork(context.db, readWaiting(context.db, context.nowMs()));
    return { withdrawals, held };
  };
  const ask = async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 5_000);
    await requestBalance(context, { userId: person.userId, amountCents: 5_000 });
  };
  expect(await counted()).toEqual({ withdrawals: 0, held: 0 });
  for (let asked = 0; asked < MOST_COUNTED - 1; asked++) await ask();
  expect(await counted()).toEqual({ withdrawals: 0, held: MOST_COUNTED - 1 });
  context.clock.advance(HOLD_MS);
  await ask();
  expect(await counted()).toEqual({ withdrawals: MOST_COUNTED - 1, held: 1 });
  await context.db.run(
    sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs()} WHERE payable_from_ms > ${context.nowMs()}`,
  );
  await ask();
  expect(await counted()).toEqual({ withdrawals: MOST_COUNTED, held: null });
});
