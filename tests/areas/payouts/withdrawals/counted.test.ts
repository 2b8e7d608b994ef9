// How many withdrawals wait, as the console says: exactly, whether the timer has counted those that came due or not.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { runWork } from "~/db/work";
import { countDue } from "~/areas/notices/waiting/count-due";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { createTestContext } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { signIn } from "../../../support/people";
import { rejectWithdrawal, requestBalance } from "../../../support/withdrawals";

it("counts what is due, what is held and what the bank has, before and after the timer came by", async () => {
  const context = createTestContext();
  const { db } = context;
  const operator = await signIn(context, { operator: true });
  const counted = async () => {
    const { withdrawals, held, sending } = await runWork(db, readWaiting(db, context.nowMs()));
    return { withdrawals, held, sending };
  };
  const ask = async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 5_000);
    return requestBalance(context, { userId: person.userId, amountCents: 5_000 });
  };
  const asked: { withdrawalId: string }[] = [];
  for (let one = 0; one < 65; one++) asked.push(await ask());
  expect(await counted()).toEqual({ withdrawals: 0, held: 65, sending: 0 });
  context.clock.advance(HOLD_MS);
  await ask();
  const due = { withdrawals: 65, held: 1, sending: 0 };
  expect(await counted()).toEqual(due);
  await countDue(context);
  await countDue(context);
  expect(await counted()).toEqual(due);
  const [first, second] = asked.map(({ withdrawalId }) => withdrawalId);
  await db.batch([
    db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES (${second}, ${operator.userId}, 'r', 1)`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = ${second}`),
  ]);
  await rejectWithdrawal(context, { withdrawalId: first ?? "", userId: "", operatorId: operator.userId });
  expect(await counted()).toEqual({ withdrawals: 64, held: 1, sending: 1 });
  await db.run(
    sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs()} WHERE payable_from_ms > ${context.nowMs()}`,
  );
  expect(await counted()).toEqual({ withdrawals: 65, held: 0, sending: 1 });
});
