import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { dropReward, payReward, releaseReward, type RewardDecision } from "~/areas/accounts/rewards/decide-reward";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { dispute } from "../../support/given-back";
import { expectInvariants } from "../../support/invariants";
import { asOperator } from "../../support/open-session";
import { type Person, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

/** Two people, one brought by the other. */
type Pair = { shop: Shop; referrer: Person; referred: Person };

async function referredPair(): Promise<Pair> {
  const shop = openShop();
  const [referrer, referred] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${referred.userId}, ${referrer.userId}, 1500, 1)`);
  return { shop, referrer, referred };
}

const run = ({ shop }: Pair, statement: string) => shop.context.db.run(sql.raw(statement));

const contact = (column: "email" | "phone", value: string, who: Person) =>
  `UPDATE users SET ${column} = '${value}' WHERE id = '${who.userId}'`;

const bank = (
  who: Person,
  ifsc: string,
  last4: string,
  mark: string | null = null,
) => `INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code,
  branch_address, account_number_sealed, account_last4, key_id, changed_at_ms, account_mark)
  VALUES ('${who.userId}', 'h', 'b', '${ifsc}', 'a', 's', '${last4}', 'k', 1, ${mark === null ? "NULL" : `'${mark}'`})`;

const buyFirstStake = async ({ shop, referred }: Pair) => (await shop.sell({}, referred)).paymentId;

/** The state of the reward, and what is pending for the referrer, in cents. */
async function rewardOf({ shop, referrer, referred }: Pair) {
  const [row] = await shop.context.db.all<{ state: string }>(sql`SELECT state FROM referrals
    WHERE referred_id = ${referred.userId}`);
  return [row?.state, await shop.balance(`user:${referrer.userId}:rewards-pending`)];
}

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
    await two.shop.context.db.all<{ action: string }>(sql`SELECT action FROM audit_log
      WHERE action LIKE 'reward-%' AND subject = ${`referral:${two.referred.userId}`} ORDER BY created_at_ms, id`)
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

afterEach(() => expectInvariants(two.shop.context.db));

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
  });

  it("is dropped by an operator, once, and no one gets it", async () => {
    for (let time = 0; time < 2; time++) expect(await decide(dropReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["dropped", 0]);
    expect(await decide(releaseReward)).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await decide(payReward)).toEqual({ ok: false, code: "not-pending" });
    await dispute(two.shop, paymentId, "open", "created");
    await dispute(two.shop, paymentId, "won", "closed");
    expect(await two.shop.payment(paymentId)).toMatchObject({ state: "settled", reversals: 1 });
    expect(await rewardOf(two)).toEqual(["dropped", 0]);
    expect(await logged()).toEqual(["reward-dropped"]);
  });

  it("is over once its payment was given back", async () => {
    const event = { eventId: "evt", providerPaymentId: `pi_${paymentId}`, refundedCents: 10 ** 9 } as const;
    await reversePayment(two.shop.context, event);
    for (const by of [releaseReward, dropReward]) expect(await decide(by)).toEqual({ ok: false, code: "not-held" });
    expect(await rewardOf(two)).toEqual(["reversed", 0]);
  });
});

it("a pending reward is paid once, though a second operator pays it a moment later", async () => {
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
  });

  it("goes back when an operator drops it", async () => {
    for (let time = 0; time < 2; time++) expect(await decide(dropReward)).toEqual({ ok: true });
    expect(await rewardOf(two)).toEqual(["dropped", 0]);
  });
});

it("no reward is earned for a person who has closed the account", async () => {
  const { userId } = two.referrer;
  const erased = `email = '${userId}@closed.invalid', referral_code = 'closed:${userId}'`;
  await run(two, `UPDATE users SET ${erased}, suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`);
  await buyFirstStake(two);
  expect([await rewardOf(two), await earned()]).toEqual([["inactive", 0], []]);
});

it("a reward that was not earned cannot be decided", async () => {
  for (const by of [releaseReward, dropReward]) expect(await decide(by)).toEqual({ ok: false, code: "not-held" });
  two.referred.userId = "usr_nobody";
  for (const by of [releaseReward, dropReward, payReward])
    expect(await decide(by)).toEqual({ ok: false, code: "no-such-reward" });
});

type As = (who: Person) => string;
const email =
  (value: string): As =>
  (who) =>
    contact("email", value, who);
const phone =
  (value: string): As =>
  (who) =>
    contact("phone", value, who);
const paidAt =
  (ifsc: string, last4: string, mark?: string): As =>
  (who) =>
    bank(who, ifsc, last4, mark);

it.each<["held" | "earned", string, ofReferrer: As[], ofReferred: As[]]>([
  [
    "held",
    "the mailbox, with dots and a plus",
    [email("asha.rao@example.com")],
    [email("ash.arao+second@example.com")],
  ],
  [
    "held",
    "the mailbox at Gmail, with dots, a plus and its other name",
    [email("r.a.v.i@gmail.com")],
    [email("ravi+casks@googlemail.com")],
  ],
  [
    "held",
    "a mailbox of before",
    [email("old-box@example.com"), email("new-box@example.com")],
    [email("old-box+2@example.com")],
  ],
  ["held", "a phone number of before", [phone("919876500001"), phone("919876500002")], [phone("919876500001")]],
  [
    "held",
    "the payout account, typed in another way",
    [paidAt("HDFC0001234", "6789", "same-mark")],
    [paidAt("HDFC-0001234", "67 9", "same-mark")],
  ],
  [
    "held",
    "the payout account, where only its ending is known",
    [paidAt("HDFC0001234", "6789")],
    [paidAt("hdfc 0001234", "6789")],
  ],
  ["earned", "the domain only", [email("asha@example.com")], [email("ravi@example.com")]],
  ["earned", "the name before the at only", [email("meera@example.com")], [email("meera@example.org")]],
  ["earned", "the name before the plus only", [email("anil+a@gmail.com")], [email("anil+a@example.com")]],
  ["earned", "what follows the plus only", [email("one+casks@gmail.com")], [email("two+casks@gmail.com")]],
  ["earned", "the bank's branch only", [paidAt("HDFC0001234", "6789")], [paidAt("HDFC0001234", "6780")]],
  ["earned", "that neither has a phone or a bank", [], []],
])("a reward is %s for a person who shares %s", async (becomes, _, ofReferrer, ofReferred) => {
  for (const change of ofReferrer) await run(two, change(two.referrer));
  for (const change of ofReferred) await run(two, change(two.referred));
  await buyFirstStake(two);
  expect(await rewardOf(two)).toEqual(becomes === "held" ? ["held", 0] : ["pending", 1500]);
  expect(await earned()).toHaveLength(becomes === "held" ? 0 : 1);
});
