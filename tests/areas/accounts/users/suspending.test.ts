import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { endUserSessions, liftPayoutBlock, restoreUser, suspendUser } from "~/areas/accounts/users/act-on-user";
import { correctName } from "~/areas/holdings/certificates/reissue-certificate";
import { run } from "../../../db/support/rows-in-states";
import { asOperator, TURNED_AWAY } from "../../../support/open-session";
import { creditWallet, giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";
import { payWithdrawal, rejectWithdrawal, requestBalance } from "../../../support/withdrawals";

const shop = openShop();
const { context } = shop;
const { db } = context;
let [operator, second]: Person[] = [];
beforeAll(async () => {
  [operator, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
});
const DAY_MS = 86_400_000;

type By = { operatorId?: string | undefined; alive?: boolean };
const acting =
  <T>(make: (by: { operator: OperatorAccess; auditId: string; userId: string }) => Work<T>) =>
  (userId: string, { operatorId = operator?.userId ?? "", alive = true }: By = {}) =>
    asOperator(context, operatorId, (by) => make({ operator: by, auditId: context.newId("aud"), userId }), { alive });
const suspend = (userId: string, { reason = "A stolen card.", ...by }: By & { reason?: string } = {}) =>
  acting((asked) => suspendUser(db, { ...asked, suspensionId: context.newId("sus"), reason }))(userId, by);
const restore = acting((asked) => restoreUser(db, asked));
const endSessions = acting((asked) => endUserSessions(db, asked));
const lift = acting((asked) => liftPayoutBlock(db, asked));

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

describe("suspending a user", () => {
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
      await expect(act(reader.userId, others)).rejects.toThrow(TURNED_AWAY);
      await expect(act(investor.userId, { operatorId: reader.userId })).rejects.toThrow(TURNED_AWAY);
      await expect(act(investor.userId, { alive: false })).rejects.toThrow(TURNED_AWAY);
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

  it("and a right name comes too late once the account is closed", async () => {
    const { userId } = await signIn(context);
    await run(`UPDATE users SET email = '${userId}@closed.invalid', referral_code = 'closed:${userId}',
      suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`);
    const holder = { fullName: "Asha Rao", onCertificate: "Asha Rao" };
    const id = context.newId("x");
    const correct = acting((by) =>
      correctName(db, { ...by, holder, reason: "A paper.", correctionId: id, replacements: [] }),
    );
    expect(await correct(userId)).toMatchObject({ ok: false });
    expect(await db.all(sql`SELECT id FROM name_corrections WHERE user_id = ${userId}`)).toEqual([]);
    expect(await logOf(userId)).toEqual([]);
  });

  it("stops them from buying, withdrawing and being paid, by the database's own rules", async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 900);
    const earlier = { ...context, nowMs: () => context.nowMs() - 3 * DAY_MS };
    const { withdrawalId } = await requestBalance(earlier, { userId: person.userId, amountCents: 900 });
    await suspend(person.userId);
    const decision = { withdrawalId, userId: person.userId, operatorId: second?.userId ?? "" };
    expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "suspended" });
    await expect(
      run(`UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = '${withdrawalId}'`),
    ).rejects.toThrow("a suspended person cannot be paid");
    await expect(
      run(`INSERT INTO withdrawals (id, user_id, amount_cents, mode, holder_name, bank_name, ifsc_code, account_number_sealed,
          account_last4, key_id, stop_token, payable_from_ms, created_at_ms, updated_at_ms)
        SELECT 'wdr_x', user_id, 400, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, 'stop-x',
          payable_from_ms, created_at_ms, updated_at_ms
        FROM withdrawals WHERE id = '${withdrawalId}'`),
    ).rejects.toThrow("a suspended person cannot withdraw");
    await expect(
      run(`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('pay_x', '${person.userId}', 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`),
    ).rejects.toThrow("a suspended person cannot buy");
    const rejected = await rejectWithdrawal(context, { ...decision, reason: "Look at it again." });
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

describe("ending a user's sessions", () => {
  it("is recorded once, and not at all where none is left", async () => {
    const { userId } = await signIn(context);
    expect(await Promise.all([endSessions(userId), endSessions(userId)])).toEqual(Array(2).fill({ ok: true }));
    expect([await standing(userId), await logOf(userId)]).toEqual([{ suspended: 0, epoch: 1 }, ["all-sessions-ended"]]);
  });
});

describe("the payout block after a lost dispute", () => {
  it("is lifted by an operator, but not while a dispute is open, and not by operators for themselves", async () => {
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
    await expect(lift(person.userId, { operatorId: person.userId })).rejects.toThrow(TURNED_AWAY);
    await expect(lift(person.userId, { alive: false })).rejects.toThrow(TURNED_AWAY);
    expect(await logOf(person.userId)).toEqual([]);
    expect(await Promise.all([lift(person.userId), lift(person.userId)])).toEqual(Array(2).fill({ ok: true }));
    expect(await logOf(person.userId)).toEqual(["payout-block-lifted"]);
    expect(await payWithdrawal(context, decision)).toEqual({ ok: true });
  });
});
