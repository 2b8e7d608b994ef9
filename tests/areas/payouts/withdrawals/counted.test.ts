import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { runWork } from "~/db/work";
import { MOST_COUNTED, readWaiting } from "~/areas/notices/waiting/what-waits";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { createTestContext } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { signIn } from "../../../support/people";
import { rejectWithdrawal, requestBalance } from "../../../support/withdrawals";

it("counts withdrawals that can be paid now, are held or are with the bank, and stops at 20", async () => {
  const context = createTestContext();
  const { db } = context;
  const operator = await signIn(context, { operator: true });
  const counted = async () => {
    const { withdrawals, held, sending } = await runWork(db, readWaiting(db, context.nowMs()));
    return { withdrawals: withdrawals.count, held: held.count, sending: sending.count };
  };
  const ask = async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 5_000);
    return { ...person, ...(await requestBalance(context, { userId: person.userId, amountCents: 5_000 })) };
  };
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (let one = 0; one < 5; one++) asked.push(await ask());
  expect(await counted()).toEqual({ withdrawals: 0, held: 5, sending: 0 });
  context.clock.advance(HOLD_MS);
  await ask();
  expect(await counted()).toEqual({ withdrawals: 5, held: 1, sending: 0 });
  const [first, second] = asked;
  if (!first || !second) throw new Error("five asked");
  await db.batch([
    db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES (${second.withdrawalId}, ${operator.userId}, 'r', 1)`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = ${second.withdrawalId}`),
  ]);
  const { userId: operatorId } = await signIn(context, { operator: true });
  expect(await rejectWithdrawal(context, { ...first, operatorId })).toMatchObject({ ok: true });
  expect(await counted()).toEqual({ withdrawals: 3, held: 1, sending: 1 });
  await db.run(
    sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs()} WHERE payable_from_ms > ${context.nowMs()}`,
  );
  expect(await counted()).toEqual({ withdrawals: 4, held: 0, sending: 1 });
  await db.run(
    sql`UPDATE users SET suspended_at_ms = 1 WHERE id = (SELECT user_id FROM withdrawals WHERE state = 'progress')`,
  );
  expect(await counted()).toEqual({ withdrawals: 3, held: 0, sending: 1 });
  for (let one = 0; one < MOST_COUNTED + 1; one++) await ask();
  expect(await counted()).toEqual({ withdrawals: 3, held: MOST_COUNTED, sending: 1 });
});
