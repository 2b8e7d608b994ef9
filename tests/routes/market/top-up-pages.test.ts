import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import "~/areas/holdings/papers/render-paper";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { dateOf } from "~/domain/calendar-date";
import { setMarketOpen } from "../../support/market";
import { get, type Person, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { readPdfRows } from "../../support/read-pdf-rows";
import { servePage, wordsIn } from "../../support/serve-page";
import { openShop } from "../../support/shop";

// 'Add money', page by page: from the wallet to the amount, the payment, its result, and the papers about it.

const shop = openShop();
const { context } = shop;
keepLogQuiet();

let person: Person;
beforeEach(async () => {
  await setMarketOpen(context.db, true);
  person = await signIn(context);
});

const FORM = "/stripe-secure?product=top-up";

async function open(path: string, who = person) {
  const next = context.next();
  const answer = await servePage(get(`http://localhost:8787${path}`, who.cookie), next);
  const { status } = answer;
  if (answer.headers.get("Content-Type") === "application/pdf")
    return { status, words: (await readPdfRows(new Uint8Array(await answer.arrayBuffer()))).join("\n"), text: "" };
  const text = await answer.text();
  return { status, text, words: wordsIn(text), trips: next.trips.count };
}

async function start(fields: Record<string, string> = {}) {
  const { status } = await shop.buy(person, { product: "top-up", amount: "250", ...fields });
  expect(status).toBe(303);
  return (await shop.paymentsOf(person)).at(-1)?.id ?? "";
}

async function paidIn(fields: Record<string, string> = {}) {
  const paymentId = await start(fields);
  shop[fields.paymentMode === "Crypto" ? "copperx" : "stripe"].pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return paymentId;
}

describe("where money can be added", () => {
  it("the wallet and the market lead to it while the market is open for an activated account", async () => {
    for (const path of ["/wallet?tab=portfolio", "/market"]) expect((await open(path)).text, path).toContain(FORM);
    const newcomer = await signIn(context, { activated: false });
    for (const path of ["/wallet?tab=portfolio", "/market"])
      expect((await open(path, newcomer)).text, path).not.toContain(FORM);
    await setMarketOpen(context.db, false);
    expect((await open("/wallet?tab=portfolio")).text).not.toMatch(/top-up|\/market/);
    expect((await open(FORM)).status).toBe(404);
  });
});

describe("the form for the amount", () => {
  it("is sent by GET, so that nothing is started before the payment page", async () => {
    const { status, text, words, trips } = await open(FORM);
    expect([status, trips]).toEqual([200, 1]);
    expect(text).toMatch(/<form method="get" action="\/stripe-secure"/);
    expect(text).toContain("<title>Add money");
    expect(words).toContain("Whole dollars, from $50 to $10,000.");
    expect(text).not.toContain('role="alert"');
  });

  it.each(["49", "10001", "75.50", "-60", "sixty", "1e3"])(
    "refuses %j, names the field and keeps it",
    async (typed) => {
      const { status, text, words } = await open(`${FORM}&amount=${encodeURIComponent(typed)}`);
      expect(status).toBe(400);
      expect(words).toContain("Amount: enter whole dollars, from $50 to $10,000.");
      expect(text).toMatch(new RegExp(`name="amount"[^>]*value="${typed}"|value="${typed}"[^>]*name="amount"`));
      expect(text).not.toContain('name="paymentMode"');
    },
  );

  it("asks again with what was typed when a post has another amount", async () => {
    const body = new URLSearchParams({ product: "top-up", paymentMode: "Bank", amount: "7" });
    const request = new Request(`http://localhost:8787${FORM}`, {
      ...{ method: "POST", headers: { Cookie: person.cookie }, body },
    });
    const answer = await servePage(request, context.next());
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('value="7"')]);
    expect(await shop.paymentsOf(person)).toEqual([]);
  });
});

describe("the payment page", () => {
  it.each([
    ["card", "Stripe"],
    ["crypto", "Copperx"],
  ])("by %s says what is bought, who processes it, what for, and when it can be withdrawn", async (tab, processor) => {
    const { status, text, words, trips } = await open(`${FORM}&amount=%241%2C250&tab=${tab}`);
    expect([status, trips]).toEqual([200, 1]);
    expect(words).toContain("Money for your wallet");
    expect(words).toContain("$1,250.00");
    expect(words).toContain(`${processor} processes the payment on its own page`);
    expect(words).toContain("on the market");
    expect(words).toContain("You can withdraw it to your bank account whenever you like.");
    expect(words).toContain("48 hours");
    expect(text).toMatch(/name="amount" value="\$1,250"/);
    expect(text).toContain(`href="${FORM}"`);
  });

  it("says what stands in the way instead of asking for an amount", async () => {
    const newcomer = await signIn(context, { activated: false });
    const { text, words } = await open(FORM, newcomer);
    expect(words).toContain("Activate your account first");
    expect(text).not.toContain('name="amount"');
  });
});

describe("afterwards", () => {
  it("the page of success leads to the wallet and, while it is open, the market", async () => {
    const paymentId = await paidIn();
    const { words, text } = await open(`/payment-success?payment=${paymentId}`);
    expect(words).toContain("The money is in your wallet");
    expect(words).toContain("$250.00");
    expect(words).not.toContain("Tokens earned");
    expect(text).toContain('href="/market"');
    await setMarketOpen(context.db, false);
    expect((await open(`/payment-success?payment=${paymentId}`)).text).not.toContain('href="/market"');
  });

  it("the page that waits speaks of the money, not of something bought", async () => {
    const { words } = await open(`/payment-success?payment=${await start()}`);
    expect(words).toContain("the money appears in your wallet");
  });

  it.each([
    ["Bank", "we will confirm it or return it"],
    ["Crypto", "it is added to your wallet once all of it has arrived"],
  ])("an unsuccessful one by %s says what becomes of it, and leads back to the wallet", async (paymentMode, said) => {
    const paymentId = await start({ paymentMode });
    const { words, text } = await open(`/payment-unsuccessful?payment=${paymentId}`);
    expect(words).toContain(said);
    expect(text).toContain('href="/wallet?tab=portfolio"');
    expect(text).not.toMatch(/<a[^>]*href="\/invest"[^>]*>Back</);
    const again = await open(`/stripe-secure?payment=${paymentId}`);
    expect([again.status, again.words.includes("$250.00")]).toEqual([200, true]);
  });

  it("it is in the wallet's history with its receipt, and in the statement, which adds up", async () => {
    const paymentId = await paidIn();
    const wallet = await open("/wallet?tab=portfolio");
    expect(wallet.words).toMatch(/Available in wallet \$250\.00/);
    expect(wallet.words).toContain("Money for your wallet");
    expect(wallet.text).toContain(`href="/receipts/${paymentId}.pdf"`);
    const receipt = (await open(`/receipts/${paymentId}.pdf`)).words;
    expect(receipt).toContain("Money for your wallet | $250.00");
    expect(receipt).toContain("Nothing was bought with it: no fee, duty or VAT is part of this amount.");
    expect(receipt).not.toContain("in bond");
    const today = dateOf(context.nowMs());
    const statement = (await open(`/statements/2020-01-01--${today}.pdf`)).words;
    expect(statement).toContain("Paid in by you");
    const [{ cents } = { cents: 0 }] = await context.db.all<{ cents: number }>(
      sql`SELECT credits_total - debits_total AS cents FROM accounts WHERE id = ${`user:${person.userId}:wallet`}`,
    );
    expect(cents).toBe(25_000);
  });
});
