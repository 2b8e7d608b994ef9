import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import { giveStake } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { settleDispute } from "~/areas/buying/settlement/settle-reversal";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { type Person, putCask, signIn } from "../../support/people";
import { readPage, wordsIn } from "../../support/serve-page";
import { openShop, type Shop } from "../../support/shop";

// What the pages of the main journey say in each state, read off the rendered pages.

let shop: Shop;
beforeEach(() => void (shop = openShop()));

describe("a cask's card", () => {
  it("says 'Launches' and when, 'Closes' and when, then 'Closed' in the accent colour; only an open cask can be bought", async () => {
    const context = createTestContext();
    const day = (days: number) => formatDate(addDays(dateOf(context.nowMs()), days));
    await putCask(context, { name: "Early Cask", launchesInDays: 5, closesInDays: 30 });
    await putCask(context, { name: "Open Cask", launchesInDays: -5, closesInDays: 10 });
    await putCask(context, { name: "Late Cask", launchesInDays: -40, closesInDays: -2 });
    const full = await putCask(context, { name: "Full Cask", totalStakes: 1 });
    const person = await signIn(context);
    await giveStake(context, person, full);
    const { html } = await readPage(context, person, "/invest");
    const card = (name: string) => {
      const found = html.match(/<article.*?<\/article>/gs)?.find((article) => article.includes(name));
      if (!found) throw new Error(`no card of ${name}`);
      return { html: found, words: wordsIn(found) };
    };
    expect(card("Early Cask").words).toContain(`Launches ${day(5)}`);
    expect(card("Open Cask").words).toContain(`Closes ${day(10)}`);
    expect(card("Late Cask").words).toContain(`Closed ${day(-2)}`);
    expect(card("Late Cask").html).toMatch(/<dt class="[^"]*text-copper[^"]*">Closed<\/dt>/);
    expect(card("Full Cask").words).toMatch(/Stakes Sold out/);
    const bought = ["Early", "Open", "Late", "Full"].map((name) => card(`${name} Cask`).words.includes("Buy stake"));
    expect(bought).toEqual([false, true, false, false]);
    for (const name of ["Early", "Open", "Late", "Full"]) expect(card(`${name} Cask`).words).toContain("Cask details");
  });

  it("shows name, cost per stake and stakes left: total minus sold", async () => {
    const context = createTestContext();
    const caskId = await putCask(context, { name: "Counted Cask", costCents: 62_550, totalStakes: 9 });
    const person = await signIn(context);
    for (let bought = 0; bought < 2; bought++) await giveStake(context, person, caskId);
    const { html } = await readPage(context, person, "/invest");
    const card = html.match(/<article.*?<\/article>/gs)?.find((article) => article.includes("Counted Cask")) ?? "";
    expect(wordsIn(card)).toMatch(/ Counted Cask .* Cost per stake \$625\.50 Stakes available 7 of 9 Closes /);
    for (const page of ["cask-information", "stripe-secure"]) expect(card).toContain(`href="/${page}?cask=${caskId}"`);
  });
});

it("a cask that cannot be bought any more is called available nowhere: a closed one says how many were sold, a full one 'Sold out'", async () => {
  const context = createTestContext();
  const closed = await putCask(context, { name: "Late Cask", launchesInDays: -40, closesInDays: -2, totalStakes: 9 });
  const full = await putCask(context, { name: "Full Cask", totalStakes: 1 });
  const [person, newcomer] = [await signIn(context), await signIn(context, { activated: false })];
  for (const caskId of [closed, full]) await giveStake(context, person, caskId);
  const page = async (viewer: Person, caskId: string) => {
    const { words } = await readPage(context, viewer, `/cask-information?cask=${caskId}`);
    expect(words).not.toMatch(/available/i);
    return words;
  };
  expect(await page(person, closed)).toContain("Stakes sold 1 of 9 Closed");
  expect(await page(newcomer, closed)).toContain("Stakes sold Locked");
  expect(await page(person, full)).toContain("Stakes Sold out");
  expect(await page(newcomer, full)).toContain("Stakes Locked");
});

const UNREGULATED = "Cask investment is not regulated by the UK FCA, and no compensation scheme covers it.";

describe("the words of the pages on which one buys", () => {
  const context = createTestContext();

  it("invest before activation: the bar with the fee, and nothing to buy", async () => {
    await putCask(context);
    const { words } = await readPage(context, await signIn(context, { activated: false }), "/invest");
    // Blurred zeros stand in for the values.
    const card = "Cost per stake Locked $000.00 Stakes available Locked 000 Closes Locked 00 Xxx 0000 Cask details";
    for (const text of ["Welcome", "Activate Account - $10.00", card]) expect(words).toContain(text);
    expect(words).not.toContain("Buy stake");
    expect((await readPage(context, await signIn(context), "/invest")).words).not.toContain("Activate Account");
  });

  it("cask information: cost, stakes to buy, buying and earning steps; 'Locked' before activation", async () => {
    const path = `/cask-information?cask=${await putCask(context)}`;
    const open = (await readPage(context, await signIn(context), path)).words;
    for (const text of [
      "Cost of ONE stake $500.00",
      "Stakes available to buy 10 of 10 ",
      "Buy your stake on the launch date, or on any day until the close date.",
      "Stake ownership is added to your portfolio",
      "No stakes can be bought after the close date.",
      "Profit, if there is any, is added to your wallet when the cask is sold in 24 months.",
      "Hold your stake for 24 months or more.",
      "After that the stake can be sold back.",
      "Profit goes to your wallet, or you withdraw it to your bank.",
      UNREGULATED,
    ])
      expect(open).toContain(text);
    expect(open).not.toContain("Locked");
    const locked = (await readPage(context, await signIn(context, { activated: false }), path)).words;
    for (const text of ["Cost of ONE stake Locked", "Stakes available to buy Locked"]) expect(locked).toContain(text);
  });

  it("payment: tabs, summary of a stake, summary of the joining fee", async () => {
    const stake = (await readPage(context, await signIn(context), `/stripe-secure?cask=${await putCask(context)}`))
      .words;
    const included = "Incl. 5 years storage & insurance";
    for (const text of [
      "Bank card",
      "Crypto",
      "$500.00",
      "USD",
      included,
      "Proceed to payment",
      "Cask stake added to wallet",
      "Ownership certificate added to wallet",
      "Reward tokens added to wallet",
      UNREGULATED,
    ])
      expect(stake).toContain(text);
    const newcomer = await signIn(context, { activated: false });
    const fee = (await readPage(context, newcomer, "/stripe-secure?product=joining-fee")).words;
    for (const text of ["Joining fee", "$10.00", "Proceed to payment", UNREGULATED]) expect(fee).toContain(text);
    expect(fee).not.toContain(included);
    const crypto = (await readPage(context, newcomer, "/stripe-secure?product=joining-fee&tab=crypto")).words;
    expect(crypto).toContain("Pay with crypto");
  });
});

describe("the result of a payment", () => {
  it("is 'Payment success' with what was bought, the tokens and 'Continue' to the casks", async () => {
    const person = await signIn(shop.context);
    await shop.buy(person, { cask: await putCask(shop.context, { name: "Bought Barrel" }) });
    const [payment] = await shop.paymentsOf(person);
    shop.stripe.pay(payment?.id ?? "");
    // The first check with the provider is due some minutes after the start.
    shop.context.clock.advance(10 * 60_000);
    await shop.drain();
    const { words, html } = await readPage(shop.context, person, `/payment-success?payment=${payment?.id}`);
    expect(words).toContain("Payment success");
    expect(words).toContain("Stake added to your account");
    expect(words).toMatch(/Tokens earned 2,000/);
    expect(html).toMatch(/<a[^>]+href="\/invest"[^>]*>Continue<\/a>/);
  });

  it("says of a dispute what stands: not decided yet, or decided for the card's owner, and never that we refunded it", async () => {
    const buyer = await signIn(shop.context);
    const fee = await signIn(shop.context, { activated: false });
    await shop.buy(buyer, { cask: await putCask(shop.context, { name: "Doubted Barrel" }) });
    await shop.buy(fee, { product: "joining-fee" });
    for (const [person, bought] of [
      [buyer, "The stake is on hold, its certificate is no longer valid, and you no longer have the tokens for it."],
      [fee, "Your account is no longer activated, and you no longer have the tokens for it."],
    ] as const) {
      const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
      shop.stripe.pay(paymentId);
      await settlePayment(shop.settlement, { paymentId });
      const wordsWhen = async (state: "open" | "lost" | "won") => {
        shop.stripe.chargeFor(paymentId).dispute = state;
        await settleDispute(shop.settlement, { providerPaymentId: `pi_${paymentId}`, eventId: `evt_${state}` });
        return (await readPage(shop.context, person, `/payment-success?payment=${paymentId}`)).words;
      };
      const open = await wordsWhen("open");
      expect(open).toContain("Your payment is in dispute");
      expect(open).toContain("has not decided yet");
      expect(open).toContain(bought);
      expect(await wordsWhen("won")).toContain("Payment success");
      const lost = await wordsWhen("lost");
      expect(lost).toContain("Your payment was reversed in a dispute");
      expect(lost).toContain(bought);
      expect(`${open} ${lost}`).not.toMatch(/your money is|refunded|Payment success/i);
    }
  });

  it("is 'Payment unsuccessful' with 'Try again' to the saved payment and 'Back' to the casks", async () => {
    const person = await signIn(shop.context);
    await shop.buy(person, { cask: await putCask(shop.context, { name: "Left Barrel" }) });
    const [payment] = await shop.paymentsOf(person);
    const { words, html } = await readPage(shop.context, person, `/payment-unsuccessful?payment=${payment?.id}`);
    expect(words).toContain("Payment unsuccessful");
    expect(words).toContain("Left Barrel");
    expect(html).toMatch(/<a[^>]+href="\/invest"[^>]*>Back<\/a>/);
    expect(html).toMatch(new RegExp(`<a[^>]+href="/stripe-secure\\?payment=${payment?.id}"[^>]*>Try again</a>`));
  });
});
