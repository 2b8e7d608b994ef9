// What happens to the stakes of one investor: sold to another, bought from one, disputed; and a friend is referred.
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { payReward } from "~/areas/accounts/rewards/decide-reward";
import { restorePayment } from "~/areas/buying/settlement/restore-payment";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import type { CaskOffer } from "~/areas/resale/read-offers";
import type { Selling } from "~/areas/resale/offer-stake";
import { payments } from "~/db/schema/payments";
import { loader as openCask } from "~/routes/cask-information/route";
import { loader as openCheckout } from "~/routes/stripe-secure/route";
import { asOperator } from "../support/open-session";
import { giveStake } from "../support/holdings";
import { get, type Person, signIn } from "../support/people";
import { buyOffer, passHold, putOffer } from "../support/resale";
import { setMarketOpen } from "../support/settings";
import { openStake } from "../support/stake-page";
import { refresh, seen, type World } from "./compare-figures";

type Trade = { caskId: string; stakeId: string; seller: Person; buyer: Person; cents: number };

/** One stake at that price; its seller is not paid yet. */
async function trade(world: World, asked: Trade): Promise<boolean> {
  const { context, sold } = world;
  const { caskId, stakeId, buyer, cents } = asked;
  const [stake] = await context.db.all<{ advanced: number; asked: number }>(sql`SELECT
      (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending', 'paid')) AS advanced,
      (SELECT count(*) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending')) AS asked
    FROM stakes WHERE id = ${stakeId} AND state = 'active'`);
  if (!stake || stake.asked > 0 || sold.has(caskId)) return false;
  const offerId = await putOffer(context, stakeId, cents);
  await compareOffer(world, asked, offerId);
  await buyOffer(context, offerId, buyer);
  if (stake.advanced > 0) seen.add("advanced and resold");
  return true;
}

/** The price on the cask's page, on the seller's, and where it is paid with the buyer's fee. */
async function compareOffer(world: World, { caskId, stakeId, seller, buyer, cents }: Trade, offerId: string) {
  const { context } = world;
  await setMarketOpen(context.db, true);
  await refresh(world);
  const ask = (path: string) => ({
    request: get(`http://localhost:8787${path}`, buyer.cookie),
    context: context.next(),
    params: {},
  });
  const cask = (await (await openCask(ask(`/cask-information?cask=${caskId}`))).json()) as { offers: CaskOffer[] };
  const listed = cask.offers.find(({ id }) => id === offerId);
  const { data } = await openStake(context, seller, stakeId);
  const { selling } = data as typeof data & { selling: Selling | null };
  const checkout = await openCheckout(ask(`/stripe-secure?offer=${offerId}`));
  const { amountCents } = (await checkout.json()) as { amountCents: number };
  expect([listed?.priceCents, selling?.offer && selling.offer.priceCents]).toEqual([cents, cents]);
  expect(amountCents).toBe(cents + (listed?.feeCents ?? 0));
}

/** @param which of the active stakes; those of which most returns were paid come first */
export async function sellOn(world: World, which: number, cents: number): Promise<void> {
  const { context, person, trader } = world;
  const stakes = await context.db.all<{
    id: string;
    caskId: string;
  }>(sql`SELECT stakes.id, cask_id AS caskId FROM stakes
    WHERE user_id = ${person.userId} AND state = 'active'
    ORDER BY (SELECT count(*) FROM withdrawals WHERE stake_id = stakes.id AND withdrawals.state = 'paid') DESC, id`);
  const one = stakes[which % (stakes.length || 1)];
  if (one && (await trade(world, { caskId: one.caskId, stakeId: one.id, seller: person, buyer: trader, cents })))
    seen.add("resold");
}

/** The seller is someone who has just bought it. */
export async function buyOn(world: World, caskId: string, cents: number): Promise<void> {
  const { context, person, trader, sold } = world;
  if (sold.has(caskId)) return;
  const { stakeId } = await giveStake(context, trader, caskId, { purchasedAtMs: context.nowMs() });
  if (await trade(world, { caskId, stakeId, seller: trader, buyer: person, cents })) seen.add("bought from another");
}

/** The days for which their money is on hold are over. */
export const paySellers = ({ context }: World): Promise<void> => passHold(context);

/** As the provider's events do it: by rows of the ledger. */
export async function takeBack({ context }: World, paymentId: string, because: "disputed" | "returned") {
  const event = {
    eventId: context.newId("evt"),
    providerPaymentId: `pi_${paymentId}`,
    refundedCents: because === "disputed" ? null : 10 ** 9,
  } as const;
  seen.add(`${because}: ${await reversePayment(context, event)}`);
}

export async function giveAgain({ context }: World, paymentId: string) {
  const [payment] = await context.db.select().from(payments).where(eq(payments.id, paymentId));
  if (payment?.state === "disputed") seen.add(`won: ${await restorePayment(context, payment)}`);
}

/** A person whom the investor referred has bought; the reward waits, or is paid. */
export async function refer({ context, person, operator }: World, paid: boolean): Promise<void> {
  const referred = await signIn(context);
  const paymentId = `pay_${referred.userId}`;
  const { db, nowMs } = context;
  await db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES (${paymentId}, ${referred.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
  await db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${referred.userId}, ${person.userId}, 1500, 1)`);
  await db.run(sql`UPDATE referrals SET state = 'pending', payment_id = ${paymentId}
    WHERE referred_id = ${referred.userId}`);
  await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES (${`referral:${referred.userId}:reward`}, 'house:promotions', ${`user:${person.userId}:rewards-pending`}, 1500, 'USD', 'referral-reward',
      ${`referral:${referred.userId}`}, ${nowMs()})`);
  if (paid)
    await asOperator(context, operator.userId, (by) => payReward(db, { referredId: referred.userId, operator: by }));
}
