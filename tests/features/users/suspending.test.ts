import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { rejectWithdrawal } from "~/features/withdrawals/decide-withdrawal";
import { settlePayment } from "~/features/settlement/settle-payment";
import { endUserSessions } from "~/features/users/end-user-sessions";
import { liftPayoutBlock } from "~/features/users/lift-payout-block";
import { restoreUser, suspendUser } from "~/features/users/suspend-user";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";

// Shutting somebody out, and letting them in again.

const shop = openShop();
const { context } = shop;
const { db } = context;
let [operator, second]: Person[] = [];
beforeAll(async () => {
  [operator, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
});
const DAY_MS = 86_400_000;

const by = (more: object = {}) => ({
  operatorId: operator?.userId ?? "",
  nowMs: context.nowMs(),
  live: sql`1 = 1`,
  auditId: context.newId("aud"),
  ...more,
});
const suspend = (userId: string, more: object = {}) =>
  runWork(
    db,
    suspendUser(db, { ...by(), userId, suspensionId: context.newId("sus"), reason: "A stolen card.", ...more }),
  );
const restore = (userId: string, more: object = {}) => runWork(db, restoreUser(db, { ...by(), userId, ...more }));
const endSessions = (userId: string, more: object = {}) =>
  runWork(db, endUserSessions(db, { ...by(), userId, ...more }));
const lift = (userId: string, more: object = {}) => runWork(db, liftPayoutBlock(db, { ...by(), userId, ...more }));

async function standing(userId: string) {
  const [row] = await db.all<{ suspended: number; epoch: number }>(
    sql`SELECT suspended_at_ms IS NOT NULL AS suspended, session_epoch AS epoch FROM users WHERE id = ${userId}`,
  );
  return row;
}
const logOf = async (userId: string) =>
  (
    await db.all<{ action: string; actor: string }>(
      sql`SELECT action, actor FROM audit_log WHERE subject = ${`user:${userId}`} ORDER BY rowid`,
    )
  ).map(({ action }) => action);
const suspensionsOf = (userId: string) =>
  db.all(sql`SELECT reason, operator_id AS by, restored_by AS restoredBy FROM suspensions WHERE user_id = ${userId}`);

describe("suspending somebody", () => {
  it("ends their sessions and says why, once, however often it is asked for", async () => {
    const { userId } = await signIn(context);
    expect(await Promise.all([suspend(userId), suspend(userId, { reason: "Again." })])).toEqual(
      Array(2).fill({ ok: true }),
    );
    expect(await standing(userId)).toEqual({ suspended: 1, epoch: 1 });
    expect(await logOf(userId)).toEqual(["user-suspended"]);
    expect(await suspensionsOf(userId)).toEqual([{ reason: "A stolen card.", by: operator?.userId, restoredBy: null }]);
  });

  it("is undone by an operator; the sessions of before stay over, and the next time has its own reason", async () => {
    const { userId } = await signIn(context);
    await suspend(userId);
    expect(await restore(userId, { operatorId: second?.userId })).toEqual({ ok: true });
    expect(await restore(userId)).toEqual({ ok: true });
    expect(await standing(userId)).toEqual({ suspended: 0, epoch: 1 });
    await suspend(userId, { reason: "Once more." });
    expect(await suspensionsOf(userId)).toEqual([
      { reason: "A stolen card.", by: operator?.userId, restoredBy: second?.userId },
      { reason: "Once more.", by: operator?.userId, restoredBy: null },
    ]);
    expect(await logOf(userId)).toEqual(["user-suspended", "user-restored", "user-suspended"]);
  });

  it("is for operators with a live session, never about oneself, and a closed account is left as it is", async () => {
    const [investor, reader, closed] = [
      await signIn(context),
      await signIn(context, { reader: true }),
      await signIn(context),
    ];
    await run(`UPDATE users SET email = '${closed.userId}@closed.invalid', referral_code = 'closed:${closed.userId}',
      suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${closed.userId}'`);
    const others = { operatorId: investor.userId };
    for (const act of [suspend, endSessions]) {
      expect(await act(reader.userId, others)).toMatchObject({ ok: false });
      expect(await act(investor.userId, { operatorId: reader.userId })).toMatchObject({ ok: false });
      expect(await act(investor.userId, { live: sql`0` })).toMatchObject({ ok: false });
      expect(await act(operator?.userId ?? "")).toMatchObject({ ok: false, code: "not-allowed" });
      expect(await act("usr_none")).toEqual({ ok: false, code: "no-such-user" });
    }
    for (const act of [suspend, restore, endSessions])
      expect(await act(closed.userId)).toEqual({ ok: false, code: "closed" });
    expect([await logOf(investor.userId), await logOf(reader.userId), await logOf(closed.userId)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await standing(operator?.userId ?? "")).toEqual({ suspended: 0, epoch: 0 });
  });

  it("lets them neither buy nor ask for money nor be paid, by the database's own rules", async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 900);
    const earlier = { ...context, nowMs: () => context.nowMs() - 3 * DAY_MS };
    const { withdrawalId } = await requestBalance(earlier, { userId: person.userId, amountCents: 900 });
    await suspend(person.userId);
    const decision = { withdrawalId, userId: person.userId, operatorId: second?.userId ?? "" };
    expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "suspended" });
    await expect(
      run(`UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = '${withdrawalId}'`),
    ).rejects.toThrow("a suspended person is paid nothing");
    await expect(
      run(`INSERT INTO withdrawals SELECT 'wdr_x', user_id, stake_id, cycle_number, 400, interest_basis_points, reckoned_to_cents, mode,
        holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, 'progress', account_mark, holder_differs,
        over_limit, cleared_at_ms, 'stop-x', payable_from_ms, NULL, NULL, NULL, created_at_ms, updated_at_ms
        FROM withdrawals WHERE id = '${withdrawalId}'`),
    ).rejects.toThrow("a suspended person withdraws nothing");
    await expect(
      run(`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('pay_x', '${person.userId}', 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`),
    ).rejects.toThrow("a suspended person buys nothing");
    const rejected = await runWork(db, rejectWithdrawal(db, { ...by(), withdrawalId, reason: "Look at it again." }));
    expect(rejected).toEqual({ ok: true });
  });

  it("does not keep what they have paid for from being settled", async () => {
    const buyer = await signIn(context);
    await shop.buy(buyer, { cask: await putCask(context) });
    const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
    await suspend(buyer.userId);
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "settled" });
  });
});

describe("ending somebody's sessions", () => {
  it("is recorded once, and not at all where none is left", async () => {
    const { userId } = await signIn(context);
    expect(await Promise.all([endSessions(userId), endSessions(userId)])).toEqual(Array(2).fill({ ok: true }));
    expect([await standing(userId), await logOf(userId)]).toEqual([{ suspended: 0, epoch: 1 }, ["all-sessions-ended"]]);
  });
});

describe("the payout block after a lost dispute", () => {
  it("is lifted by an operator, and by nobody for a dispute that is open or for themselves", async () => {
    const person = await signIn(context);
    const { paymentId } = await giveStake(context, person, await putCask(context));
    await creditWallet(context, person, 700);
    const earlier = { ...context, nowMs: () => context.nowMs() - 3 * DAY_MS };
    const { withdrawalId } = await requestBalance(earlier, { userId: person.userId, amountCents: 700 });
    const decision = { withdrawalId, userId: person.userId, operatorId: second?.userId ?? "" };
    await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = '${paymentId}'`);
    expect(await lift(person.userId)).toEqual({ ok: true });
    expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "disputed" });
    await run(`UPDATE payments SET reason = 'dispute-lost' WHERE id = '${paymentId}'`);
    expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "disputed" });
    expect(await lift(person.userId, { operatorId: person.userId })).toMatchObject({ ok: false });
    expect(await lift(person.userId, { live: sql`0` })).toMatchObject({ ok: false });
    expect(await logOf(person.userId)).toEqual([]);
    expect(await Promise.all([lift(person.userId), lift(person.userId)])).toEqual(Array(2).fill({ ok: true }));
    expect(await logOf(person.userId)).toEqual(["payout-block-lifted"]);
    expect(await payWithdrawal(context, decision)).toEqual({ ok: true });
  });
});
