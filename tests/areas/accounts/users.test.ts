import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi, beforeAll } from "vitest";
import { signIn as enter, type SignInInput } from "~/areas/accounts/login/sign-in";
import { createTestContext } from "../../support/context";
import { giveStake, creditWallet } from "../../support/holdings";
import { putCask, type Person, signIn } from "../../support/people";
import { freshBindings } from "../../support/fresh-bindings";
import { sql } from "drizzle-orm";
import type { Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { endUserSessions, liftPayoutBlock, restoreUser, suspendUser } from "~/areas/accounts/users/act-on-user";
import { run } from "../../db/support/rows-in-states";
import { asOperator } from "../../support/open-session";
import { openShop } from "../../support/shop";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";

const shop = openShop();
const { context } = shop;
const { db } = context;
let [operator, second] = [] as unknown as [Person, Person];
beforeAll(async () => {
  [operator, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
});
const DAY_MS = 86_400_000;

type By = { operatorId?: string };
const acting =
  <T>(make: (by: { operator: OperatorAccess; auditId: string; userId: string }) => Work<T>) =>
  (userId: string, { operatorId = operator.userId }: By = {}) =>
    asOperator(context, operatorId, (by) => make({ operator: by, auditId: context.newId("aud"), userId }));
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
    await db.all<{ action: string; actor: string }>(sql`SELECT action, actor FROM audit_log
      WHERE subject = ${`user:${userId}`} ORDER BY rowid`)
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
    expect(await suspensionsOf(userId)).toEqual([{ reason: "A stolen card.", by: operator.userId, restoredBy: null }]);
  });

  it("is undone by an operator; earlier sessions stay ended, and a second suspension has a reason of its own", async () => {
    const { userId } = await signIn(context);
    await suspend(userId);
    expect(await restore(userId, { operatorId: second.userId })).toEqual({ ok: true });
    expect(await restore(userId)).toEqual({ ok: true });
    expect(await standing(userId)).toEqual({ suspended: 0, epoch: 1 });
    await suspend(userId, { reason: "Once more." });
    expect(await suspensionsOf(userId)).toEqual([
      { reason: "A stolen card.", by: operator.userId, restoredBy: second.userId },
      { reason: "Once more.", by: operator.userId, restoredBy: null },
    ]);
    expect(await logOf(userId)).toEqual(["user-suspended", "user-restored", "user-suspended"]);
  });

  it("is refused to the operators themselves, and leaves a closed account as it is", async () => {
    const closed = await signIn(context);
    await run(`UPDATE users SET email = '${closed.userId}@closed.invalid', referral_code = 'closed:${closed.userId}',
      suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${closed.userId}'`);
    for (const act of [suspend, endSessions]) {
      expect(await act(operator.userId)).toMatchObject({ ok: false, code: "not-allowed" });
      expect(await act("usr_none")).toEqual({ ok: false, code: "no-such-user" });
    }
    for (const act of [suspend, restore, endSessions])
      expect(await act(closed.userId)).toEqual({ ok: false, code: "closed" });
    expect(await logOf(closed.userId)).toEqual([]);
    expect(await standing(operator.userId)).toEqual({ suspended: 0, epoch: 0 });
  });

  it("does not keep what they have paid for from being settled", async () => {
    const { buyer, paymentId } = await shop.order();
    await suspend(buyer.userId);
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "settled" });
  });
});

it("ending a user's sessions is recorded once, and not at all where none is left", async () => {
  const { userId } = await signIn(context);
  expect(await Promise.all([endSessions(userId), endSessions(userId)])).toEqual(Array(2).fill({ ok: true }));
  expect([await standing(userId), await logOf(userId)]).toEqual([{ suspended: 0, epoch: 1 }, ["all-sessions-ended"]]);
});

it("the payout block after a lost dispute is lifted by an operator, once, but not while a dispute is open", async () => {
  const person = await signIn(context);
  const { paymentId } = await giveStake(context, person, await putCask(context));
  await creditWallet(context, person, 700);
  const earlier = { ...context, nowMs: () => context.nowMs() - 3 * DAY_MS };
  const { withdrawalId } = await requestBalance(earlier, { userId: person.userId, amountCents: 700 });
  const decision = { withdrawalId, userId: person.userId, operatorId: second.userId };
  await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = '${paymentId}'`);
  expect(await lift(person.userId)).toEqual({ ok: true });
  expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "disputed" });
  await run(`UPDATE payments SET reason = 'dispute-lost' WHERE id = '${paymentId}'`);
  expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "disputed" });
  expect(await logOf(person.userId)).toEqual([]);
  expect(await Promise.all([lift(person.userId), lift(person.userId)])).toEqual(Array(2).fill({ ok: true }));
  expect(await logOf(person.userId)).toEqual(["payout-block-lifted"]);
  expect(await payWithdrawal(context, decision)).toEqual({ ok: true });
});

const input = (email: string, idHash: string): SignInInput => ({
  address: { channel: "email", value: email },
  ref: null,
  flowIdHash: null,
  askKey: null,
  session: { idHash, expiresAtMs: Date.now() + 86_400_000 },
  previousIdHash: null,
  freedLimits: [],
  proven: [],
});

async function everything() {
  const tables = ["users", "accounts WHERE user_id IS NOT NULL", "sessions", "referrals", "audit_log"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1`)));
  return results.map((result) => result.results);
}

describe("a login", () => {
  beforeEach(freshBindings);

  it("changes nothing when the same batch runs again, as after a lost answer", async () => {
    const context = createTestContext({ newId: (prefix) => `${prefix}_fixed` });
    const friend = await enter(createTestContext(), input("friend@example.com", "a".repeat(64)));
    if (!friend.ok) throw new Error("the friend has no session");
    await env.DB.prepare("UPDATE users SET activated_at_ms = 1").run();
    await giveStake(
      createTestContext(),
      { userId: friend.userId, cookie: "", email: "" },
      await putCask(createTestContext()),
    );
    const row = await env.DB.prepare("SELECT referral_code AS ref FROM users").first<{ ref: string }>();
    const asked = { ...input("asha@example.com", "b".repeat(64)), ref: row?.ref ?? null };
    const first = await enter(context, asked);
    const before = await everything();
    expect(before.map((rows) => rows.length)).toEqual([2, 6, 2, 1, 2]);
    expect(await enter(context, asked)).toEqual(first);
    expect(await everything()).toEqual(before);
  });

  it("uses another referral code when the first one is taken", async () => {
    let serial = 0;
    const context = createTestContext({ newId: (prefix) => `${prefix}_${(serial += 1)}` });
    const same = (bytes: unknown) => (bytes as Uint8Array).fill(8) as never;
    const chance = vi.spyOn(crypto, "getRandomValues").mockImplementationOnce(same).mockImplementationOnce(same);
    await enter(context, input("one@example.com", "c".repeat(64)));
    expect(await enter(context, input("two@example.com", "d".repeat(64)))).toMatchObject({ ok: true, isNew: true });
    chance.mockRestore();
    const rows = await env.DB.prepare(
      "SELECT referral_code AS code FROM users WHERE email IN ('one@example.com', 'two@example.com') ORDER BY email",
    ).all<{ code: string }>();
    expect(rows.results.map((row) => row.code)).toEqual(["AAAAAAAA", expect.not.stringMatching("AAAAAAAA")]);
  });
});
