import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { dropReward, payReward, releaseReward, type RewardDecision } from "~/areas/accounts/rewards/decide-reward";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { expectInvariants } from "../../support/invariants";
import { asOperator } from "../../support/open-session";
import { signIn } from "../../support/people";
import { bank, buyFirstStake, contact, type Pair, referredPair, rewardOf, run } from "../../support/referred-pair";

let two: Pair;
let operatorId: string;

const decide = (
  by: (db: Database, decision: RewardDecision) => Work<unknown>,
  { as = operatorId }: { as?: string } = {},
) => {
  const { context } = two.shop;
  return asOperator(context, as, (operator) => by(context.db, { referredId: two.referred.userId, operator }));
};
const logged = async () =>
  (
    await two.shop.context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE action LIKE 'reward-%' AND subject = ${`referral:${two.referred.userId}`} ORDER BY created_at_ms, id`,
    )
  ).map(({ action }) => action);
const earned = () =>
  two.shop.context.db.all(sql`SELECT 1 FROM outbox WHERE subject_id = ${`referral-earned:${two.referred.userId}`}`);
let serial = 0;
/** The referrer had the number before, the referred person has it now. */
const samePhone = async () => {
  const [shared, other] = [(serial += 1), (serial += 1)].map((n) => `9198765${10_000 + n}`) as [string, string];
  await run(two, contact("phone", shared, two.referrer));
  await run(two, contact("phone", other, two.referrer));
  await run(two, contact("phone", shared, two.referred));
};

beforeEach(async () => {
  two = await referredPair();
  operatorId = (await signIn(two.shop.context, { operator: true })).userId;
});

describe("a reward that is held", () => {
  let paymentId: string;

  beforeEach(async () => {
    await samePhone();
    paymentId = await buyFirstStake(two);
    expect(await rewardOf(two)).toEqual(["held", 0]);
    expect(await earned()).toEqual([]);
  });

  it("is released by an operator, once, and then paid", async () => {
    expect(await decide(payReward)).toEqual({ ok: false, code: "not-pending" });
    for (let time = 0; time < 2; time++) expect(await decide(releaseReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["pending", 1500]);
    expect(await earned()).toHaveLength(1);
    expect(await decide(dropReward)).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await decide(payReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["paid", 0]);
    expect(await logged()).toEqual(["reward-paid", "reward-released"]);
    await expectInvariants(two.shop.context.db);
  });

  it("is dropped by an operator, once, and no one gets it", async () => {
    for (let time = 0; time < 2; time++) expect(await decide(dropReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["dropped", 0]);
    expect(await decide(releaseReward)).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await decide(payReward)).toEqual({ ok: false, code: "not-pending" });
    expect(await logged()).toEqual(["reward-dropped"]);
    await expectInvariants(two.shop.context.db);
  });

  it("is over once its payment was given back", async () => {
    const event = { eventId: "evt", providerPaymentId: `pi_${paymentId}`, refundedCents: 10 ** 9 } as const;
    await reversePayment(two.shop.context, event);
    for (const by of [releaseReward, dropReward]) expect(await decide(by)).toEqual({ ok: false, code: "not-held" });
    expect(await rewardOf(two)).toEqual(["reversed", 0]);
  });
});

describe("an operator's own reward", () => {
  it.each(["referrer", "referred"] as const)("is neither released, dropped nor paid by the %s", async (who) => {
    const own = two[who].userId;
    await run(two, `UPDATE users SET role = 'operator' WHERE id = '${own}'`);
    await samePhone();
    await buyFirstStake(two);
    for (const by of [releaseReward, dropReward])
      expect(await decide(by, { as: own })).toEqual({ ok: false, code: "not-allowed" });
    expect(await rewardOf(two)).toEqual(["held", 0]);
    expect(await decide(releaseReward)).toEqual({ ok: true });
    expect(await decide(payReward, { as: own })).toEqual({ ok: false, code: "not-allowed" });
    expect(await rewardOf(two)).toEqual(["pending", 1500]);
    expect(await logged()).toEqual(["reward-released"]);
    expect(await decide(payReward)).toEqual({ ok: true });
  });
});

describe("a pending reward", () => {
  it("is paid once, though a second operator pays it a moment later", async () => {
    await buyFirstStake(two);
    for (let time = 0; time < 2; time++) {
      const another = await signIn(two.shop.context, { operator: true });
      two.shop.context.clock.advance(1_000);
      expect(await decide(payReward, { as: another.userId })).toEqual({ ok: true });
    }
    expect(await two.shop.balance(`user:${two.referrer.userId}:wallet`)).toBe(1_500);
    expect(await rewardOf(two)).toEqual(["paid", 0]);
    expect(await logged()).toEqual(["reward-paid"]);
  });
});

describe("a pending reward of two who look like one only later", () => {
  beforeEach(async () => {
    await buyFirstStake(two);
    for (const who of [two.referrer, two.referred]) await run(two, bank(who, "HDFC0001234", "6789", "mark"));
    expect(await rewardOf(two)).toEqual(["pending", 1500]);
    expect(await decide(payReward)).toEqual({ ok: false, code: "looks-like-one" });
  });

  it("is paid after an operator has released it", async () => {
    expect(await decide(releaseReward)).toEqual({ ok: true });
    expect(await decide(payReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["paid", 0]);
    await expectInvariants(two.shop.context.db);
  });

  it("goes back when an operator drops it", async () => {
    for (let time = 0; time < 2; time++) expect(await decide(dropReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["dropped", 0]);
    await expectInvariants(two.shop.context.db);
  });
});

it("a reward that was not earned cannot be decided", async () => {
  for (const by of [releaseReward, dropReward]) expect(await decide(by)).toEqual({ ok: false, code: "not-held" });
  two.referred.userId = "usr_nobody";
  for (const by of [releaseReward, dropReward, payReward])
    expect(await decide(by)).toEqual({ ok: false, code: "no-such-reward" });
});

describe("a reward", () => {
  const same: Record<string, (pair: Pair) => string[]> = {
    "the mailbox, with dots and a plus": ({ referrer, referred }) => [
      contact("email", "asha.rao@example.com", referrer),
      contact("email", "ash.arao+second@example.com", referred),
    ],
    "the mailbox at Gmail, with dots, a plus and its other name": ({ referrer, referred }) => [
      contact("email", "r.a.v.i@gmail.com", referrer),
      contact("email", "ravi+casks@googlemail.com", referred),
    ],
    "a mailbox of before": ({ referrer, referred }) => [
      contact("email", "old-box@example.com", referrer),
      contact("email", "new-box@example.com", referrer),
      contact("email", "old-box+2@example.com", referred),
    ],
    "a phone number of before": ({ referrer, referred }) => [
      contact("phone", "919876500001", referrer),
      contact("phone", "919876500002", referrer),
      contact("phone", "919876500001", referred),
    ],
    "the payout account, typed in another way": ({ referrer, referred }) => [
      bank(referrer, "HDFC0001234", "6789", "same-mark"),
      bank(referred, "HDFC-0001234", "67 9", "same-mark"),
    ],
    "the payout account, where only its ending is known": ({ referrer, referred }) => [
      bank(referrer, "HDFC0001234", "6789"),
      bank(referred, "hdfc 0001234", "6789"),
    ],
  };

  it.each(Object.entries(same))("for a person who shares %s is held for an operator", async (_, statements) => {
    const two = await referredPair();
    for (const statement of statements(two)) await run(two, statement);
    const paymentId = await buyFirstStake(two);
    expect(await rewardOf(two)).toEqual(["held", 0]);
    await expectInvariants(two.shop.context.db);
    // Money back ends it, and there is nothing to take back.
    await reversePayment(two.shop.context, {
      eventId: "evt",
      providerPaymentId: `pi_${paymentId}`,
      refundedCents: 10 ** 9,
    });
    await expectInvariants(two.shop.context.db);
  });

  const different: Record<string, (pair: Pair) => string[]> = {
    "the domain only": ({ referrer, referred }) => [
      contact("email", "asha@example.com", referrer),
      contact("email", "ravi@example.com", referred),
    ],
    "the name before the at only": ({ referrer, referred }) => [
      contact("email", "meera@example.com", referrer),
      contact("email", "meera@example.org", referred),
    ],
    "the name before the plus only": ({ referrer, referred }) => [
      contact("email", "anil+a@gmail.com", referrer),
      contact("email", "anil+a@example.com", referred),
    ],
    "what follows the plus only": ({ referrer, referred }) => [
      contact("email", "one+casks@gmail.com", referrer),
      contact("email", "two+casks@gmail.com", referred),
    ],
    "the bank's branch only": ({ referrer, referred }) => [
      bank(referrer, "HDFC0001234", "6789"),
      bank(referred, "HDFC0001234", "6780"),
    ],
    "that neither has a phone or a bank": () => [],
  };

  it.each(Object.entries(different))("for a person who shares %s is earned", async (_, statements) => {
    const two = await referredPair();
    for (const statement of statements(two)) await run(two, statement);
    await buyFirstStake(two);
    expect(await rewardOf(two)).toEqual(["pending", 1500]);
    expect(
      await two.shop.context.db.all(
        sql`SELECT 1 FROM outbox WHERE subject_id = ${`referral-earned:${two.referred.userId}`}`,
      ),
    ).toHaveLength(1);
    await expectInvariants(two.shop.context.db);
  });
});
