// Two accounts of one person: proposed by one operator, confirmed by another, stopped by whoever is told, and carried out by the timer.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { mergeAccounts } from "~/areas/holdings/merging/merge-accounts";
import { reversePayment } from "~/areas/buying/settlement/reverse-payment";
import { run } from "../../db/support/rows-in-states";
import { balanceOf, creditWallet, giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { ORIGIN } from "../../support/serve-app";
import { setMarket } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";
import { openCustomerPages } from "./support/customer-pages";
import { hiddenIn } from "./support/visit-console";

const { app, context, people, get, post, trips, pageOf } = openCustomerPages();
const DAY_MS = 86_400_000;
let caskId: string;

beforeAll(async () => void (caskId = await putCask(context, { name: "Carsevane 2014", totalStakes: 100 })));

const all = <T>(query: ReturnType<typeof sql>) => context.db.all<T>(query);
const rename = ({ userId }: Person, name: string) =>
  run(`UPDATE users SET full_name = '${name}', name_on_certificate = '${name}' WHERE id = '${userId}'`);
const later = (days: number) => mergeAccounts({ ...context, nowMs: () => context.nowMs() + days * DAY_MS });
const heldBy = async ({ userId }: Person) => [
  (await all(sql`SELECT 1 FROM stakes WHERE user_id = ${userId} AND state = 'active'`)).length,
  await balanceOf(context, `user:${userId}:wallet`),
  await balanceOf(context, `user:${userId}:rewards-pending`),
  await balanceOf(context, `user:${userId}:tokens`),
];
const mergerOf = async ({ userId }: Person) =>
  (
    await all<{ id: string; stopToken: string; waitMs: number; merged: number }>(sql`SELECT id, stop_token AS stopToken,
      merges_from_ms - proposed_at_ms AS waitMs, merged_at_ms IS NOT NULL AS merged FROM account_mergers WHERE from_user_id = ${userId} ORDER BY rowid DESC`)
  )[0];

const REASON = { intent: "merge", merge_reason: "Both write from one phone." };
const propose = (into: Person, from: Person, fields: Record<string, string> = {}) =>
  post(`${pageOf(into)}?other=${from.userId}`, people.operator, { ...REASON, other: from.userId, ...fields });
const confirm = async (into: Person) => {
  const { text } = await get(pageOf(into), people.second);
  return post(pageOf(into), people.second, hiddenIn(text, "Confirm: one account"));
};

/** Two accounts with a stake each, the first with money, a pending reward, a watch and a question. */
async function twoAccounts() {
  const [from, into, friend] = [await signIn(context), await signIn(context), await signIn(context)];
  const moved = await giveStake(context, from, caskId);
  await giveStake(context, into, caskId);
  await creditWallet(context, from, 12_345);
  await creditWallet(context, into, 700);
  const { paymentId } = await giveStake(context, friend, caskId);
  await run(
    `INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES ('${friend.userId}', '${from.userId}', 1500, 1)`,
  );
  await run(
    `UPDATE referrals SET state = 'pending', payment_id = '${paymentId}' WHERE referred_id = '${friend.userId}'`,
  );
  await run(`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES ('referral:${friend.userId}:reward', 'house:promotions', 'user:${from.userId}:rewards-pending', 1500, 'USD', 'referral-reward', 'referral:${friend.userId}', 1)`);
  await run(`INSERT INTO cask_watches (user_id, cask_id, created_at_ms) VALUES ('${from.userId}', '${caskId}', 1)`);
  await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    VALUES ('sup_${from.userId}', '${from.userId.slice(-8)}', '${from.userId}', 'n', '${from.email}', 'other', 'm', 'c', 1)`);
  return { from, into, friend, moved };
}

describe("two accounts of one person", () => {
  it("become one to the cent: proposed and confirmed by two, told to all, after a week, in one batch and once", async () => {
    const { from, into, friend, moved } = await twoAccounts();
    await rename(from, "Asha R.");
    await rename(into, "Asha Rao");
    const found = await post(pageOf(into), people.operator, {
      intent: "find-account",
      other_account: from.email.toUpperCase(),
    });
    expect([found.status, found.location]).toEqual([303, `${pageOf(into)}?other=${from.userId}#merging`]);
    const preview = await get(`${pageOf(into)}?other=${from.userId}`, people.operator);
    for (const said of [
      "What would move from Asha R.",
      "$123.45",
      "$15.00",
      "2,000",
      "1 watched cask, 1 open support request",
      "I have seen documents",
    ])
      expect(preview.text, said).toContain(said);
    expect((await get(`${pageOf(into)}?other=${from.userId}`, people.reader)).text).not.toContain("Asha R.");
    const unseen = await propose(into, from);
    expect([unseen.status, unseen.text.includes("Both write from one phone.")]).toEqual([409, true]);
    const seen = { documents_seen: "yes" };
    expect(await trips(propose(into, from, { ...seen, merge_reason: " " }))).toBeLessThanOrEqual(2);
    const twice = await Promise.all([1, 2].map(() => propose(into, from, seen)));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    expect(await all(sql`SELECT 1 FROM account_mergers WHERE from_user_id = ${from.userId}`)).toHaveLength(1);
    const merger = await mergerOf(from);
    const told = await all<{ address: string }>(
      sql`SELECT address FROM notice_recipients WHERE notice = 'merger-proposed' AND subject_id LIKE ${`merger-proposed:${merger?.id}:%`} ORDER BY address`,
    );
    expect(told.map(({ address }) => address)).toEqual([from.email, into.email].sort());
    expect(
      (await post(pageOf(into), people.operator, { intent: "confirm", change: "merger", merger: merger?.id ?? "" }))
        .status,
    ).toBe(409);
    expect((await Promise.all([1, 2].map(() => confirm(into)))).some(({ status }) => status === 303)).toBe(true);
    expect((await get(pageOf(from), people.operator)).text).toContain("Merger confirmed");
    expect((await get(pageOf(into), people.operator)).text).not.toContain("What would move");

    const before = [await heldBy(from), await heldBy(into)];
    const total = await all(
      sql`SELECT sum(credits_total - debits_total) AS cents FROM accounts WHERE user_id IS NOT NULL AND currency = 'USD'`,
    );
    expect([await later(6.99), await heldBy(from)]).toEqual([0, before[0]]);
    expect([await later(7.01), await later(7.02)]).toEqual([1, 0]);
    expect(await heldBy(from)).toEqual([0, 0, 0, 0]);
    expect(await heldBy(into)).toEqual([2, 13_045, 1_500, 4_000]);
    expect(
      await all(
        sql`SELECT sum(credits_total - debits_total) AS cents FROM accounts WHERE user_id IS NOT NULL AND currency = 'USD'`,
      ),
    ).toEqual(total);
    await expectInvariants(context.db);
    expect(await all(sql`SELECT user_id AS now, bought_by AS first FROM stakes WHERE id = ${moved.stakeId}`)).toEqual([
      { now: into.userId, first: from.userId },
    ]);
    expect(await all(sql`SELECT state FROM certificates WHERE stake_id = ${moved.stakeId} ORDER BY rowid`)).toEqual([
      { state: "void" },
      { state: "pending" },
    ]);
    expect(await all(sql`SELECT referrer_id AS by FROM referrals WHERE referred_id = ${friend.userId}`)).toEqual([
      { by: into.userId },
    ]);
    expect(await all(sql`SELECT 1 FROM cask_watches WHERE user_id = ${into.userId}`)).toHaveLength(1);
    expect(
      await all(sql`SELECT user_id AS of, email FROM support_requests WHERE id = ${`sup_${from.userId}`}`),
    ).toEqual([{ of: into.userId, email: into.email }]);
    const [closed] = await all<{ email: string; at: number | null }>(
      sql`SELECT email, closed_at_ms AS at FROM users WHERE id = ${from.userId}`,
    );
    expect([closed?.email, closed?.at === null]).toEqual([`${from.userId}@closed.invalid`, false]);
    for (const [one, other] of [
      [from, into],
      [into, from],
    ] as const) {
      const { text } = await get(pageOf(one), people.operator);
      expect(text).toContain(`href="${pageOf(other)}"`);
      expect(text).toContain("$123.45 in the wallet");
      expect(text).toContain("Merged with another account");
    }
    expect((await app.ask(`/stop/${merger?.stopToken}`)).text).toContain("The accounts are already one");
    const wallet = (await get("/wallet?tab=portfolio", into)).text.replaceAll("<!-- -->", "");
    expect(wallet).toContain("$130.45");

    // What the first account paid can still go back: its tokens are taken from where they are.
    const providerPaymentId = `pi_${moved.paymentId}`;
    await run(`UPDATE payments SET provider_payment_id = '${providerPaymentId}' WHERE id = '${moved.paymentId}'`);
    const event = { eventId: "evt_1", providerPaymentId, refundedCents: null } as const;
    expect(await reversePayment(context, event)).toBe("reversed");
    expect(await heldBy(into)).toEqual([1, 13_045, 1_500, 2_000]);
    await expectInvariants(context.db);
  });

  it("stay two if one statement of the batch fails, and become one the next time", async () => {
    const { from, into } = await twoAccounts();
    await propose(into, from);
    await confirm(into);
    const before = [await heldBy(from), await heldBy(into)];
    await run(
      `CREATE TRIGGER fault BEFORE UPDATE OF closed_at_ms ON users WHEN NEW.id = '${from.userId}' BEGIN SELECT RAISE(ABORT, 'fault'); END`,
    );
    await expect(later(8)).rejects.toThrow();
    await run("DROP TRIGGER fault");
    expect([await heldBy(from), await heldBy(into)]).toEqual(before);
    expect(await later(8)).toBe(1);
    expect(await heldBy(into)).toEqual([2, 13_045, 1_500, 4_000]);
  });

  it("keep a certificate that has the right name, and wait while something is under way", async () => {
    const { from, into, moved } = await twoAccounts();
    await rename(from, "Omar Rao");
    await rename(into, "Omar Rao");
    await propose(into, from);
    await confirm(into);
    const { withdrawalId } = await requestBalance(context, { userId: from.userId, amountCents: 12_345 });
    expect(await later(8)).toBe(0);
    await run(`UPDATE withdrawals SET state = 'cancelled', cancelled_by = 'investor' WHERE id = '${withdrawalId}'`);
    await run(`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('withdrawal:${withdrawalId}:released', 'house:withdrawals', 'user:${from.userId}:wallet', 12345, 'USD', 'withdrawal-released', 'withdrawal:${withdrawalId}', 1)`);
    expect(await later(8)).toBe(1);
    expect(await all(sql`SELECT state FROM certificates WHERE stake_id = ${moved.stakeId}`)).toEqual([
      { state: "issued" },
    ]);
  });

  it("stay two for good once the link is used, without a login, and once an operator stops it", async () => {
    const { from, into } = await twoAccounts();
    await run(`UPDATE users SET contact_changed_at_ms = ${context.nowMs() - DAY_MS} WHERE id = '${into.userId}'`);
    await propose(into, from);
    const merger = await mergerOf(from);
    expect(merger?.waitMs).toBe(14 * DAY_MS);
    expect(await trips(app.ask(`/stop/${merger?.stopToken}`))).toBe(1);
    expect((await app.ask(`/stop/${merger?.stopToken}`)).text).toContain("Keep the two accounts apart?");
    const stopped = await app.ask(`/stop/${merger?.stopToken}`, { method: "POST", headers: { Origin: ORIGIN } });
    expect(stopped.status).toBe(303);
    expect((await app.ask(`/stop/${merger?.stopToken}`)).text).toContain("The accounts stay apart");
    expect((await confirm(into)).status).toBe(409);
    await post(pageOf(into), people.second, { intent: "withdraw", change: "merger" });
    await propose(into, from);
    expect((await confirm(into)).status).toBe(303);
    const again = { intent: "stop-merger", merger: (await mergerOf(from))?.id ?? "" };
    expect((await post(pageOf(from), people.operator, again)).status).toBe(303);
    expect(await later(30)).toBe(0);
    expect(await heldBy(from)).toEqual([1, 12_345, 1_500, 2_000]);
  });

  it("are not merged where it could harm somebody, each time with a sentence that says why", async () => {
    const { from, into } = await twoAccounts();
    const idle = await signIn(context, { activated: false });
    const refused = async (said: string, other = from, page = into) => {
      const answer = await propose(page, other);
      expect([answer.status, answer.text.includes(said)], said).toEqual([409, true]);
    };
    const during = async (statement: string, after: string, said: string) => {
      await run(statement);
      await refused(said);
      await run(after);
    };
    const of = (one: Person) => `'${one.userId}'`;
    await refused("That is this same account.", into);
    await refused("There is no open account", { ...from, userId: "usr_nobody" });
    await refused("somebody who works here", people.reader);
    await refused("has paid its joining fee and this one has not", from, idle);
    await during(
      `UPDATE users SET suspended_at_ms = 1 WHERE id = ${of(into)}`,
      `UPDATE users SET suspended_at_ms = NULL WHERE id = ${of(into)}`,
      "is suspended",
    );
    await during(
      `INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
        VALUES ('cls_${from.userId}', ${of(from)}, 0, 0, 1, 1300000000, 's${from.userId}')`,
      `UPDATE account_closings SET cancelled_at_ms = 2 WHERE user_id = ${of(from)}`,
      "is being closed",
    );
    await during(
      `UPDATE stakes SET state = 'frozen' WHERE user_id = ${of(from)}`,
      `UPDATE stakes SET state = 'active' WHERE user_id = ${of(from)}`,
      "a frozen stake or a debt",
    );
    await during(
      `UPDATE certificates SET state = 'void', voided_at_ms = 1 WHERE stake_id IN (SELECT id FROM stakes WHERE user_id = ${of(into)});
        INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms) SELECT 'crt_x', id, 'x', 'x', 1 FROM stakes WHERE user_id = ${of(into)}`,
      "UPDATE certificates SET state = 'void', voided_at_ms = 1 WHERE id = 'crt_x'",
      "Something is under way",
    );
    await setMarket(context.db, "*");
    const topUp = (
      state: string,
    ) => `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, state, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_${state}', ${of(from)}, 'top-up', 'p', 5000, 'Bank', 'stripe', 'created', 1, ${context.nowMs() - 2 * DAY_MS}, 1)`;
    await during(
      topUp("open"),
      "UPDATE payments SET state = 'open', provider_session_id = 'cs_open', checkout_url = 'u' WHERE id = 'pay_open'",
      "Something is under way",
    );
    await run("UPDATE payments SET state = 'paid', received_cents = 5000 WHERE id = 'pay_open'");
    await run("UPDATE payments SET state = 'settled' WHERE id = 'pay_open'");
    await refused("within the last 120 days");
    const { from: guest, into: host } = await twoAccounts();
    const [bought] = await all<{ id: string }>(
      sql`SELECT payment_id AS id FROM stakes WHERE user_id = ${guest.userId}`,
    );
    await run(
      `INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES (${of(guest)}, ${of(host)}, 1500, 1)`,
    );
    await run(`UPDATE referrals SET state = 'held', payment_id = '${bought?.id}' WHERE referred_id = ${of(guest)}`);
    await refused("One of the two accounts invited the other", guest, host);
    const { from: one, into: other } = await twoAccounts();
    await propose(other, one);
    await refused("already waits", other, one);
    await confirm(other);
    await refused("already waits", await signIn(context), other);
    await later(8);
    await refused("so it stays", other, await signIn(context));
    for (const forbidden of [
      `UPDATE stakes SET user_id = ${of(into)}, bought_by = user_id WHERE user_id = ${of(from)}`,
      `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES ('x', 'user:${from.userId}:wallet', 'user:${into.userId}:wallet', 1, 'USD', 'account-merged', 'merger:x', 1)`,
    ])
      await expect(run(forbidden)).rejects.toThrow("as two accounts become one");
  });
});
