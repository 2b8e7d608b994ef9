// Stakes that investors sell to each other, over the pages: what may be offered, that one buyer gets it, and who gets the money.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork, writes } from "~/db/work";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { reversal } from "~/areas/buying/settlement/settle-reversal";
import { recordValuation } from "~/areas/casks/record-valuation";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { runOffers } from "~/areas/resale/end-offer";
import { offerRefusals } from "~/areas/resale/texts";
import { action as stakeAction, loader as stakePage } from "~/routes/stakes.$id/route";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { openOperatorSession, openSession } from "../../support/open-session";
import { openExits } from "../../support/exits";
import { openBids } from "../../support/bids";
import { balanceOf, giveRipeStake, giveStake, value } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { setMarketOpen } from "../../support/settings";
import { formPost, get, type Person, putCask, signIn } from "../../support/people";
import { buyOffer, passHold, putOffer } from "../../support/resale";
import { postStake } from "../../support/stake-page";
import { servePage, wordsIn } from "../../support/serve-page";
import { openShop, type Shop } from "../../support/shop";

const DAY_MS = 86_400_000;
const TODAY = () => new Date(shop.context.nowMs()).toISOString().slice(0, 10);

let shop: Shop;
let [seller, buyer] = [] as unknown as [Person, Person];
let caskId: string;

beforeEach(async () => {
  shop = openShop();
  await setMarketOpen(shop.context.db, true);
  [seller, buyer] = [await signIn(shop.context), await signIn(shop.context)];
  caskId = await putCask(shop.context, { totalStakes: 20 });
});

/** A stake bought 130 days ago at 500.00. */
const stakeOf = async (person: Person) =>
  (await giveStake(shop.context, person, caskId, { purchasedAtMs: shop.context.nowMs() - 130 * DAY_MS })).stakeId;

async function post(person: Person, stakeId: string, fields: Record<string, string>) {
  const request = formPost(`http://localhost:8787/stakes/${stakeId}`, person.cookie, fields);
  const answer = await stakeAction({ request, context: shop.context.next(), params: { id: stakeId } }).catch(
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    },
  );
  if (!(answer instanceof Response)) throw new Error("no response");
  return answer;
}
const offer = (person: Person, stakeId: string, price: string) => post(person, stakeId, { intent: "offer", price });
const problemOf = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { sellProblem: string }).sellProblem;

const rowsOf = (query: ReturnType<typeof sql>) => shop.context.db.all<Record<string, unknown>>(query);
const openOffers = () =>
  rowsOf(sql`SELECT id, price_cents AS cents, fee_cents FROM offers WHERE cask_id = ${caskId} AND state = 'open'`);
const stakesOf = (person: Person) =>
  rowsOf(sql`SELECT id, state, mark_cents AS mark FROM stakes WHERE user_id = ${person.userId} ORDER BY id`);
const walletOf = (person: Person) => balanceOf(shop.context, `user:${person.userId}:wallet`);

async function undo(paymentId: string, because: "disputed" | "returned" = "disputed") {
  const { db } = shop.context;
  const change = { because, nowMs: shop.context.nowMs(), ...newCertificate(shop.context) };
  await runWork(db, writes(...reversal(db, await shop.payment(paymentId), change)));
}

describe("a stake", () => {
  it("is offered once, at a price in the band for a fee in whole cents, and taken back", async () => {
    const stakeId = await stakeOf(seller);
    expect((await offer(seller, stakeId, "451")).status).toBe(303);
    expect((await offer(seller, stakeId, "451")).status).toBe(303);
    expect((await offer(seller, stakeId, "460")).status).toBe(409);
    expect(await openOffers()).toMatchObject([{ cents: 45_100, fee_cents: 676 }]);
    expect(await rowsOf(sql`SELECT notice FROM outbox WHERE notice LIKE 'offer-%'`)).toEqual([
      { notice: "offer-made" },
    ]);
    expect((await post(seller, stakeId, { intent: "end-offer" })).status).toBe(303);
    expect(await openOffers()).toEqual([]);
    expect((await offer(seller, stakeId, "460")).status).toBe(303);
  });

  it("shows on its page what a price brings, in one round trip", async () => {
    const [stakeId, context] = [await stakeOf(seller), shop.context.next()];
    const request = get(`http://localhost:8787/stakes/${stakeId}?price=451`, seller.cookie);
    const answer = await stakePage({ request, context, params: { id: stakeId } });
    const preview = { priceCents: 45_100, feeCents: 676, advancedCents: 0, creditCents: 44_424 };
    expect([await answer.json(), context.trips.count]).toMatchObject([{ selling: { refused: "", preview } }, 1]);
    const page = await servePage(request, shop.context.next());
    expect(wordsIn(await page.text())).toContain(
      "You paid $500.00 $250.00 $550.00 See what you get Your price $451.00",
    );
  });

  it("shows its seller the last value before the sale, and no way out of what is sold", async () => {
    const stakeId = await stakeOf(seller);
    await value(shop.context, caskId, TODAY(), 60_000);
    await buyOffer(shop.context, await putOffer(shop.context, stakeId, 45_000), buyer);
    const request = get(`http://localhost:8787/stakes/${stakeId}`, seller.cookie);
    const words = wordsIn(await (await servePage(request, shop.context.next())).text());
    expect(words).toContain("From $500.00 to $600.00.");
    expect(words).not.toContain("How do I get out?");
  });

  it("is not offered outside the band, whatever is posted", async () => {
    const stakeId = await stakeOf(seller);
    await value(shop.context, caskId, TODAY(), 60_000);
    for (const price of ["299", "661", "400.50", "-400", "", "1e3", "400abc"])
      expect((await offer(seller, stakeId, price)).status, price).toBe(409);
    for (const price of ["300", "660"]) {
      expect((await offer(seller, stakeId, price)).status, price).toBe(303);
      await post(seller, stakeId, { intent: "end-offer" });
    }
  });

  it("is not offered while its holders vote on a bid, which ends what is on offer", async () => {
    const stakeId = await stakeOf(seller);
    expect((await offer(seller, stakeId, "450")).status).toBe(303);
    await (await openBids(shop.context)).opened(caskId);
    expect(await rowsOf(sql`SELECT end_reason AS why FROM offers WHERE cask_id = ${caskId}`)).toEqual([{ why: "bid" }]);
    expect((await offer(seller, stakeId, "450")).status).toBe(409);
  });

  it("is not offered while its return waits, is asked for or is with the bank", async () => {
    const { stakeId } = await giveRipeStake(shop.context, seller, caskId);
    expect(await problemOf(offer(seller, stakeId, "450"))).toBe(offerRefusals["return-waiting"].text);
    await postStake(shop.context, seller, stakeId);
    expect(await problemOf(offer(seller, stakeId, "450"))).toBe(offerRefusals["return-asked"].text);
    const operator = await signIn(shop.context, { operator: true });
    await shop.context.db
      .run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      SELECT id, ${operator.userId}, 'r', 1 FROM withdrawals`);
    await shop.context.db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = 1`);
    expect(await problemOf(offer(seller, stakeId, "450"))).toBe(offerRefusals["return-asked"].text);
    expect(await openOffers()).toEqual([]);
  });
});

describe("an offer", () => {
  it("is bought by one of twenty buyers at once, and the others are told so", async () => {
    const stakeId = await stakeOf(seller);
    const offerId = await putOffer(shop.context, stakeId, 45_000);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => signIn(shop.context)));
    const answers = await Promise.all(
      buyers.map((person) => shop.buy(person, { offer: offerId, full_name: "Asha Rao" })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const others = answers.filter(({ status }) => status === 409);
    expect(others).toHaveLength(19);
    for (const answer of others) expect(await answer.json()).toEqual({ problem: "held-by-others" });
    for (const { request } of [...shop.stripe.sessions.values()]) shop.stripe.pay(request.paymentId);
    await shop.drain();
    await expectInvariants(shop.context.db);
  });

  it("is not bought by its seller or an account that looks like theirs, and not twice", async () => {
    const offerId = await putOffer(shop.context, await stakeOf(seller), 45_000);
    const [alike, third] = [await signIn(shop.context), await signIn(shop.context)];
    const { db } = shop.context;
    await db.run(sql`UPDATE users SET phone = '919812345678' WHERE id = ${seller.userId}`);
    await db.run(sql`UPDATE users SET email = replace((SELECT email FROM users WHERE id = ${seller.userId}), '@', '+1@')
      WHERE id = ${alike.userId}`);
    const refused = async (person: Person) =>
      expect(await (await shop.buy(person, { offer: offerId, full_name: "Asha Rao" })).json()).toEqual({
        problem: "not-offered",
      });
    for (const person of [seller, alike]) await refused(person);
    await buyOffer(shop.context, offerId, buyer);
    await refused(third);
    expect(await stakesOf(buyer)).toMatchObject([{ state: "active" }]);
    expect(await stakesOf(seller)).toMatchObject([{ state: "ended" }]);
    await expectInvariants(db);
  });

  it("is not bought with money that comes after another has bought it: it goes back", async () => {
    const offerId = await putOffer(shop.context, await stakeOf(seller), 45_000);
    const { buyer: late, paymentId } = await shop.order({ offer: offerId, full_name: "Asha Rao" });
    shop.context.clock.advance(36 * 60_000);
    await buyOffer(shop.context, offerId, buyer);
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect(await shop.paymentsOf(late)).toMatchObject([{ state: "refunded", reason: "no-stake-left" }]);
    expect(await stakesOf(late)).toEqual([]);
    await expectInvariants(shop.context.db);
  });

  it("stays on offer while someone is paying for it, though its seller takes it back", async () => {
    const stakeId = await stakeOf(seller);
    const offerId = await putOffer(shop.context, stakeId, 45_000);
    expect((await shop.buy(buyer, { offer: offerId, full_name: "Asha Rao" })).status).toBe(303);
    expect((await post(seller, stakeId, { intent: "end-offer" })).status).toBe(409);
    expect(await openOffers()).toMatchObject([{ id: offerId }]);
  });

  it("ends after 90 days, unless somebody is paying for it", async () => {
    const bought = await putOffer(shop.context, await stakeOf(seller), 45_000);
    const idle = await putOffer(shop.context, await stakeOf(seller), 45_000);
    shop.context.clock.advance(90 * DAY_MS - 1);
    const late = await signIn(shop.context);
    expect((await shop.buy(late, { offer: bought, full_name: "Asha Rao" })).status).toBe(303);
    shop.context.clock.advance(1);
    await runOffers(shop.context);
    expect(
      await rowsOf(sql`SELECT id, end_reason AS why FROM offers WHERE state = 'ended' AND cask_id = ${caskId}`),
    ).toEqual([{ id: idle, why: "expired" }]);
  });

  it("ends when the cask is valued again", async () => {
    await putOffer(shop.context, await stakeOf(seller), 45_000);
    const operator = await signIn(shop.context, { operator: true });
    const outcome = await recordValuation(shop.context, openOperatorSession(shop.context, operator.userId), {
      valuationId: shop.context.newId("val"),
      caskId,
      fields: { valued_on: TODAY(), value_per_stake: "520", tier: "measured", method: "Regauge", source: "Bond 3" },
    });
    expect(outcome).toEqual({ ok: true });
    expect(await rowsOf(sql`SELECT end_reason AS why FROM offers WHERE cask_id = ${caskId}`)).toEqual([
      { why: "valued" },
    ]);
  });
});

describe("a sale", () => {
  it.each(["disputed", "returned"] as const)(
    "gives the stake back, and its seller no money, if the payment is %s before the hold is over",
    async (because) => {
      const stakeId = await stakeOf(seller);
      const { payment } = await buyOffer(shop.context, await putOffer(shop.context, stakeId, 45_000), buyer);
      await undo(payment.id, because);
      expect(await stakesOf(seller)).toMatchObject([{ id: stakeId, state: "active" }]);
      expect(await stakesOf(buyer)).toMatchObject([{ state: "ended" }]);
      expect(await rowsOf(sql`SELECT sold_stakes AS sold FROM casks WHERE id = ${caskId}`)).toEqual([{ sold: 1 }]);
      await passHold(shop.context, 60);
      expect(await walletOf(seller)).toBe(0);
      const session = openSession(shop.context, seller.userId);
      const statement = await readStatement(shop.context, session, `2000-01-01--${TODAY()}`);
      expect(statement?.cash.closing.onHoldCents).toBe(0);
      await expectInvariants(shop.context.db);
    },
  );

  it("stands once the cask has ended, and its money waits for the end of a dispute", async () => {
    const stakeId = await stakeOf(seller);
    const { payment } = await buyOffer(shop.context, await putOffer(shop.context, stakeId, 45_000), buyer);
    await (await openExits(shop.context)).confirmed(caskId);
    await undo(payment.id);
    await passHold(shop.context, 60);
    expect([await stakesOf(seller), await walletOf(seller)]).toMatchObject([[{ id: stakeId, state: "ended" }], 0]);
    await shop.context.db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${payment.id}`);
    await runOffers(shop.context);
    expect(await walletOf(seller)).toBe(45_000 - 675);
    await expectInvariants(shop.context.db);
  });

  it("hands the mark of its first buyer on, over two cheap sales", async () => {
    const first = await buyOffer(shop.context, await putOffer(shop.context, await stakeOf(seller), 30_000), buyer);
    const third = await signIn(shop.context);
    await buyOffer(shop.context, await putOffer(shop.context, first.stakeId, 25_000), third);
    expect(await stakesOf(third)).toMatchObject([{ state: "active", mark: 50_000 }]);
    await expectInvariants(shop.context.db);
  });

  it("that is undone makes no certificate if an operator withheld it", async () => {
    const stakeId = await stakeOf(seller);
    await shop.context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 1, withheld = 1
      WHERE stake_id = ${stakeId}`);
    const { payment } = await buyOffer(shop.context, await putOffer(shop.context, stakeId, 45_000), buyer);
    await undo(payment.id);
    expect(await rowsOf(sql`SELECT state FROM certificates WHERE stake_id = ${stakeId}`)).toEqual([{ state: "void" }]);
    expect(await stakesOf(seller)).toMatchObject([{ id: stakeId, state: "active" }]);
    await expectInvariants(shop.context.db);
  });

  it("stands after the hold: the seller keeps the money, and the house has the stake", async () => {
    const { payment } = await buyOffer(
      shop.context,
      await putOffer(shop.context, await stakeOf(seller), 45_000),
      buyer,
    );
    await passHold(shop.context, 60);
    await undo(payment.id);
    expect(
      await rowsOf(sql`SELECT 1 FROM outbox JOIN payments ON payments.id = ${payment.id}
        WHERE subject_id = 'proceeds-available:' || offer_id`),
    ).toHaveLength(1);
    expect(await walletOf(seller)).toBe(45_000 - 675);
    expect(await stakesOf(buyer)).toMatchObject([{ state: "frozen" }]);
    await expectInvariants(shop.context.db);
  });
});
