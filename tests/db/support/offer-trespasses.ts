import type { TestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

// Offers in each state, and what the database must refuse about them.

/** How to bring a row along a path of them. */
export type Graph = { key: string; into: (id: string, path: string[]) => Promise<string> };

const SOLD_AT = 5_000;

/** An open offer of a stake at 500.00, with a buyer and the statements that a purchase of it is made of. */
export async function openOffer(context: TestContext, id: string) {
  const [seller, buyer] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context, { totalStakes: 10 });
  const { stakeId } = await giveStake(context, seller, caskId);
  const offer = (offerId: string, more: Record<string, string> = {}) => {
    const row: Record<string, string> = {
      stake_id: `'${stakeId}'`,
      cask_id: `'${caskId}'`,
      user_id: `'${seller.userId}'`,
      price_cents: "50000",
      fee_cents: "750",
      created_at_ms: "1",
      expires_at_ms: "9000000000000",
      ...more,
    };
    return `INSERT INTO offers (id, ${Object.keys(row).join(", ")}) VALUES ('${offerId}', ${Object.values(row).join(", ")})`;
  };
  const payment = (paymentId: string, { by = buyer.userId, cents = 50_750 } = {}) =>
    `INSERT INTO payments (id, user_id, purpose, cask_id, offer_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('${paymentId}', '${by}', 'stake', '${caskId}', '${id}', 'p', ${cents}, 'Bank', 'stripe', 1, 1, 1)`;
  await run(offer(id));
  return { id, caskId, stakeId, seller, buyer, offer, payment };
}
type Opened = Awaited<ReturnType<typeof openOffer>>;

const resell = (stakeId: string) =>
  `UPDATE stakes SET state = 'ended', state_at_ms = ${SOLD_AT}, resold_at_ms = ${SOLD_AT} WHERE id = '${stakeId}'`;

/** Paid, and the seller's holding has ended. `follow`: what the buyer gets. */
async function paid({ id, stakeId, payment }: Opened) {
  await run(payment(`pay_${id}`));
  await run(`UPDATE payments SET state = 'paid', received_cents = 50750 WHERE id = 'pay_${id}'`);
  await run(resell(stakeId));
  return (newId: string, more: Record<string, string> = {}) => {
    const row: Record<string, string> = {
      user_id: "payments.user_id",
      price_cents: "50000",
      mark_cents: "sold.price_cents",
      holder_number: "2",
      purchased_at_ms: "sold.resold_at_ms",
      ...more,
    };
    return `INSERT INTO stakes (id, cask_id, number, payment_id, ${Object.keys(row).join(", ")})
      SELECT '${newId}', sold.cask_id, sold.number, payments.id, ${Object.values(row).join(", ")}
      FROM stakes AS sold JOIN payments ON payments.id = 'pay_${id}' WHERE sold.id = '${stakeId}'`;
  };
}

const settle = (id: string, newId: string, more: Record<string, number> = {}) => {
  const row = { sold_at_ms: SOLD_AT, payable_from_ms: SOLD_AT + 1, advanced_cents: 0, credit_cents: 49_250, ...more };
  const set = Object.entries(row).map(([column, value]) => `${column} = ${value}`);
  return `UPDATE offers SET state = 'sold', new_stake_id = '${newId}', ${set.join(", ")} WHERE id = '${id}'`;
};

/** All of a sale but its last statement. */
export async function sell(one: Opened): Promise<{ last: string }> {
  const follow = await paid(one);
  await run(follow(`stk_${one.id}`));
  await run(`UPDATE payments SET state = 'settled' WHERE id = 'pay_${one.id}'`);
  return { last: settle(one.id, `stk_${one.id}`) };
}

/** One of each: open, ended and sold. */
export async function fillOffers(context: TestContext): Promise<void> {
  await openOffer(context, "off_open");
  await openOffer(context, "off_ended");
  await run("UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 9 WHERE id = 'off_ended'");
  await run((await sell(await openOffer(context, "off_sold"))).last);
}

export const offerGraph = (context: TestContext): Graph => ({
  key: "id",
  into: async (id, path) => {
    const one = await openOffer(context, id);
    for (const state of path) {
      if (state === "sold") await run((await sell(one)).last);
      if (state === "undone") await run(`UPDATE payments SET state = 'disputed' WHERE offer_id = '${id}'`);
      if (state === "undone") await run(`UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = '${id}'`);
      if (state === "ended")
        await run(`UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 9 WHERE id = '${id}'`);
    }
    return id;
  },
});

/** What must not happen to a stake on offer, by the rule that refuses it. */
export async function trespassesOfOffers(
  context: TestContext,
  { rows: { withdrawal } }: Filled,
): Promise<Record<string, string[]>> {
  const open = await openOffer(context, "off_refused");
  const asked = await openOffer(context, "off_asked");
  await run("UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 9 WHERE id = 'off_asked'");
  await run(withdrawal("wdr_asked", { stake: asked.stakeId, user: asked.seller.userId }));
  const due = await openOffer(context, "off_due");
  const follow = await paid(due);
  const stranger = await signIn(context);
  const staff = await signIn(context, { operator: true });
  const close = (userId: string) =>
    `UPDATE users SET closed_at_ms = 2000000000, email = id || '@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL,
      address = NULL, referral_code = 'closed:' || id, suspended_at_ms = 2000000000 WHERE id = '${userId}'`;
  return {
    "an offer must be for an active stake of an investor in good standing": [
      open.offer("x", { user_id: `'${stranger.userId}'` }),
      due.offer("x"),
    ],
    "a stake cannot be offered while its return is requested": [asked.offer("x")],
    "an offer must be sold once, to its own payment": [
      settle(open.id, "stk_off_sold"),
      settle("off_sold", "stk_off_sold", { credit_cents: 49_251 }),
    ],
    "a seller must be paid once, after the hold, and not during a dispute": [
      `UPDATE offers SET paid_at_ms = ${SOLD_AT} WHERE id = 'off_sold'`,
      "UPDATE offers SET paid_at_ms = 9 WHERE id = 'off_refused'",
    ],
    "a resale cannot be undone after the seller was paid, or while its payment stands": [
      "UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = 'off_sold'",
    ],
    "another investor must pay the price of an open offer, and the fee": [
      open.payment("x", { by: open.seller.userId }),
      open.payment("x", { by: staff.userId }),
      open.payment("x", { cents: 50_000 }),
      asked.payment("x"),
    ],
    "a reservation must belong to a new payment for the same cask": [
      "INSERT INTO reservations (payment_id, cask_id, created_at_ms) SELECT id, cask_id, 1 FROM payments WHERE id = 'pay_off_due'",
    ],
    "the return of a stake on offer cannot be requested": [
      withdrawal("x", { stake: open.stakeId, user: open.seller.userId }),
    ],
    "a stake must be resold to the person who paid for its offer": [
      follow("x", { user_id: `'${stranger.userId}'` }),
      follow("x", { purchased_at_ms: "7" }),
      follow("x", { price_cents: "49999" }),
    ],
    "a resold stake must keep its mark": [follow("x", { mark_cents: "0" })],
    "a stake must come back when its sale is undone": [
      "UPDATE stakes SET state = 'active' WHERE id = (SELECT stake_id FROM offers WHERE id = 'off_sold')",
    ],
    "a stake must be resold once, by an offer that was paid for": [resell(open.stakeId)],
    "an account cannot be closed before its offers have ended and are paid": [close(open.seller.userId)],
  };
}
