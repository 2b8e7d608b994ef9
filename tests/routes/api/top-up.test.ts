import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { type Person, signIn } from "../../support/people";
import { setMarket } from "../../support/settings";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { cryptoBody, feeBody } from "./support/samples";

// Money paid into the wallet by a client: the amount is the caller's choice, within its limits, and stored before a provider is called.

let shop: Shop;
let person: Person;
let token: string;

beforeEach(async () => {
  shop = openShop();
  await setMarket(shop.context.db, "*");
  person = await signIn(shop.context);
  token = await tokenOf(shop.context, person);
});

const post = (path: string, body: object) => call(shop.context, "POST", path, { token, body });
const byCard = (amount: unknown) =>
  post("/api/stripe/create-onetimepay", { ...feeBody(person.userId), product: "top-up", amount });
const byCrypto = (amount: string, unitAmount: string) =>
  post(
    "/api/crypto/create-checkout-session",
    cryptoBody(person.userId, "", { unitAmount, metadata: { isOneTimePay: "true", product: "top-up", amount } }),
  );
const payments = () =>
  shop.context.db.all<{ purpose: string; amount_cents: number; mode: string; state: string }>(
    sql`SELECT purpose, amount_cents, mode, state FROM payments WHERE user_id = ${person.userId} ORDER BY created_at_ms, id`,
  );

describe("a top-up by the API", () => {
  it("by card is credited to the wallet once it is paid", async () => {
    const { status, body, trips } = await byCard(1234.56);
    expect([status, trips]).toEqual([200, 2]);
    expect(body.url).toMatch(/^https:/);
    expect(await payments()).toMatchObject([{ purpose: "top-up", amount_cents: 123_456, mode: "Bank" }]);
    const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    expect(await shop.balance(`user:${person.userId}:wallet`)).toBe(123_456);
    const found = await call(shop.context, "GET", "/api/market", { token });
    expect(found.body.data.wallet).toBe(1234.56);
  });

  it("by crypto is of the amount that both its fields say, or nothing is started", async () => {
    const other = await byCrypto("75.25", "7525000001");
    expect(other).toMatchObject({ status: 409, body: { field: "amount" } });
    expect(await payments()).toEqual([]);
    expect((await byCrypto("75.25", "7525000000")).status).toBe(200);
    expect(await payments()).toMatchObject([{ purpose: "top-up", amount_cents: 7_525, mode: "Crypto" }]);
  });

  it.each([49.99, 10_000.01, 100.001, 0, -50, "100"])("of %s is refused by its field", async (amount) => {
    expect(await byCard(amount)).toMatchObject({ status: 400, body: { field: "amount" } });
    expect(await payments()).toEqual([]);
  });

  it("of too little in crypto is refused by its field", async () => {
    expect(await byCrypto("49.99", "4999000000")).toMatchObject({ status: 400, body: { field: "metadata.amount" } });
  });

  it.each([50, 10_000])("of %s is taken", async (amount) => {
    expect((await byCard(amount)).status).toBe(200);
    expect(await payments()).toMatchObject([{ amount_cents: amount * 100 }]);
  });

  it("is no product where the market is closed for the caller", async () => {
    await setMarket(shop.context.db, "DE");
    for (const [answered, field] of [
      [await byCard(100), "product"],
      [await byCrypto("100.00", "10000000000"), "metadata.product"],
    ] as const)
      expect(answered).toMatchObject({ status: 400, body: { field } });
    expect(await payments()).toEqual([]);
    const german = { ...feeBody(person.userId), product: "top-up", amount: 100 };
    const asked = { token, body: german, context: { country: "DE" } };
    expect((await call(shop.context, "POST", "/api/stripe/create-onetimepay", asked)).status).toBe(200);
  });
});
