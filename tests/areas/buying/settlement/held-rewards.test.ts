import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { expectInvariants } from "../../../support/invariants";
import { bank, buyFirstStake, contact, type Pair, referredPair, rewardOf, run } from "../../../support/referred-pair";

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
