// Three ways in which the auction could be robbed, played with offers from the first tap to the last, over the pages: none brings a cent.
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runOffers } from "~/areas/resale/end-offer";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { setOffDebts } from "~/core/ledger/debts";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { periodName } from "~/domain/statement-period";
import { action as customerAction } from "~/routes/operator.users.$id/route";
import { action as reviewAction } from "~/routes/operator.withdrawals.$id/route";
import { action as stakeAction } from "~/routes/stakes.$id/route";
import { balanceOf, creditWallet, giveRipeStake, giveStake } from "../../support/holdings";
import { dispute } from "../../support/given-back";
import { expectInvariants } from "../../support/invariants";
import { setMarketOpen } from "../../support/settings";
import { openSession } from "../../support/open-session";
import { formPost, type Person, putCask, signIn, signInAs } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { postWithdrawal, withdrawalsOf } from "../../support/wallet";

let shop: Shop;
let [thief, mate, operator, second] = [] as unknown as [Person, Person, Person, Person];
let caskId: string;

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  shop = openShop();
  await setMarketOpen(shop.context.db, true);
  [thief, mate] = [await signIn(shop.context), await signIn(shop.context)];
  [operator, second] = [await signIn(shop.context, { operator: true }), await signIn(shop.context, { operator: true })];
  caskId = await putCask(shop.context, { totalStakes: 20 });
});

afterEach(async () => {
  await expectInvariants(shop.context.db);
  vi.restoreAllMocks();
});

/** No session lasts as long as a hold: everyone logs in again. */
async function pass(days: number) {
  shop.context.clock.advance(days * DAY_MS);
  for (const person of [thief, mate, operator, second]) person.cookie = await signInAs(shop.context, person.userId);
  await runOffers(shop.context);
  await setOffDebts(shop.context);
}

type Action = (args: ActionFunctionArgs) => Promise<unknown>;

/** The answer to a form, and what it says. */
async function post(action: Action, page: string, by: Person, fields: Record<string, string>) {
  const request = formPost(`${shop.context.origin}${page}`, by.cookie, fields);
  const args = { request, context: shop.context.next(), params: { id: page.split("/").at(-1) ?? "" } };
  const answer = (await action(args).catch((thrown: unknown) => thrown)) as Response;
  return [answer.status, answer.status === 303 ? null : await answer.json()] as const;
}
const offer = (by: Person, stakeId: string, price: number) =>
  post(stakeAction, `/stakes/${stakeId}`, by, { intent: "offer", price: String(price) });
const pay = (id: string, by: Person) =>
  post(reviewAction, `/operator/withdrawals/${id}`, by, { intent: "pay", bank_reference: `UTR-${id}` });
const checkIdentity = (of: Person) =>
  post(customerAction, `/operator/users/${of.userId}`, second, { intent: "identity", outcome: "passed" });
const refused = (error: string) => [409, expect.objectContaining({ error }) as unknown];
const withdraw = async (by: Person, fields: Record<string, string>) =>
  (await postWithdrawal(shop.context, by, fields)).response.status;
const lastAsked = async (by: Person) => String((await withdrawalsOf(shop.context, by)).at(-1)?.id);

/** Chosen, paid at the provider and settled. @returns the payment */
async function buy(by: Person, fields: Record<string, string>): Promise<string> {
  const { paymentId } = await shop.sell({ full_name: "Asha Rao", ...fields }, by);
  await shop.drain();
  return paymentId;
}
const buyOffered = async (by: Person) => {
  const [open] = await shop.context.db.all<{ id: string }>(sql`SELECT id FROM offers
    WHERE cask_id = ${caskId} AND state = 'open'`);
  return buy(by, { offer: open?.id ?? "" });
};
const stakesOf = (person: Person) =>
  shop.context.db.all<{ id: string; state: string; certificate: string }>(sql`SELECT stakes.id, stakes.state,
    (SELECT group_concat(state, ' ') FROM (SELECT state FROM certificates WHERE stake_id = stakes.id ORDER BY created_at_ms)) AS certificate
    FROM stakes WHERE user_id = ${person.userId} ORDER BY id`);
const walletOf = (person: Person) => balanceOf(shop.context, `user:${person.userId}:wallet`);
const balance = { of: "balance", shown_cents: "44325" };

it("(a) money that comes in by a stolen card does not go out to a bank", async () => {
  const purchasedAtMs = shop.context.nowMs() - 130 * DAY_MS;
  const { stakeId } = await giveStake(shop.context, thief, caskId, { purchasedAtMs });
  expect((await offer(thief, stakeId, 450))[0]).toBe(303);
  const stolen = await buyOffered(mate);
  await pass(3);
  expect([await walletOf(thief), await withdraw(thief, balance)]).toEqual([0, 409]);
  // Before the hold is over the card's owner notices.
  await pass(56);
  await dispute(shop, stolen, "open");
  expect(await stakesOf(thief)).toEqual([{ id: stakeId, state: "active", certificate: "void issued" }]);
  expect(await stakesOf(mate)).toMatchObject([{ state: "ended", certificate: "void" }]);
  await pass(60);
  expect(await walletOf(thief)).toBe(0);
  // With a card that no one misses, the money waits for the seller's face, and for an account of their own.
  expect((await offer(thief, stakeId, 450))[0]).toBe(303);
  const other = await signIn(shop.context);
  await creditWallet(shop.context, other, 100);
  expect(await withdraw(other, { of: "balance", shown_cents: "100" })).toBe(303);
  await buyOffered(other);
  await pass(60);
  expect([await walletOf(thief), await withdraw(thief, balance)]).toEqual([44_325, 303]);
  await pass(3);
  const asked = await lastAsked(thief);
  expect(await pay(asked, operator)).toEqual(refused("identity-differs"));
  expect((await checkIdentity(thief))[0]).toBe(303);
  expect(await pay(asked, operator)).toEqual([303, null]);
});

it("(b) a stake bought with a stolen card and sold to a mate leaves the thief with a debt, and the mate with what was paid for", async () => {
  const stolen = await buy(thief, { cask: caskId });
  const [{ id: stakeId } = { id: "" }] = await stakesOf(thief);
  const tooNew = [409, expect.objectContaining({ sellProblem: expect.stringContaining("120 days") as unknown })];
  expect(await offer(thief, stakeId, 450)).toEqual(tooNew);
  await pass(119);
  expect(await offer(thief, stakeId, 450)).toEqual(tooNew);
  await pass(1);
  expect((await offer(thief, stakeId, 450))[0]).toBe(303);
  await buyOffered(mate);
  await pass(60);
  expect(await withdraw(thief, balance)).toBe(303);
  expect((await checkIdentity(thief))[0]).toBe(303);
  // The bank is late, but the payout waits 48 hours.
  await dispute(shop, stolen, "open");
  await pass(3);
  const asked = await lastAsked(thief);
  expect(await pay(asked, operator)).toEqual(refused("disputed"));
  await dispute(shop, stolen, "lost", "closed");
  const [status] = await post(reviewAction, `/operator/withdrawals/${asked}`, operator, {
    intent: "reject",
    reason: "The payment for the stake was lost.",
  });
  expect(status).toBe(303);
  await pass(1);
  expect([await walletOf(thief), await balanceOf(shop.context, "house:owed-by-investors")]).toEqual([0, 0]);
  const letters = await shop.context.db.all(sql`SELECT error FROM dead_letters WHERE origin = 'owed'
    AND id LIKE ${`sold-on:${stolen}:%`}`);
  expect(letters).toEqual([{ error: "sold-on" }]);
  // The reversal comes after the sale, so it changes nothing of what the thief had.
  const whole = periodName({ from: "2000-01-01", to: dateOf(shop.context.nowMs()) });
  const read = await readStatement(shop.context, openSession(shop.context, thief.userId), whole);
  expect(read).toMatchObject({ property: { closingCents: 0 } });
  const [held] = await stakesOf(mate);
  expect(held).toMatchObject({ state: "active", certificate: "issued" });
  expect(await offer(mate, held?.id ?? "", 450)).toEqual(tooNew);
});

it("(c) a cheap sale between friends makes no return out of what had been earned before", async () => {
  const { stakeId } = await giveRipeStake(shop.context, thief, caskId);
  expect(await withdraw(thief, { stake_id: stakeId, cycle_number: "1" })).toBe(303);
  await pass(3);
  expect(await pay(await lastAsked(thief), operator)).toEqual([303, null]);
  for (const price of [0, 1, 301]) expect((await offer(thief, stakeId, price))[0], `${price}`).toBe(409);
  expect((await offer(thief, stakeId, 302))[0]).toBe(303);
  await buyOffered(mate);
  // The return that was paid comes out of the price.
  await pass(60);
  expect(await walletOf(thief)).toBe(30_200 - 453 - 10_400);
  // Worth twice what the mate paid, and not a cent more than the seller was paid a return up to.
  await pass(24 * 31);
  const [held] = await stakesOf(mate);
  expect(await withdraw(mate, { stake_id: held?.id ?? "", cycle_number: "1" })).toBe(409);
  expect(await withdrawalsOf(shop.context, mate)).toEqual([]);
});
