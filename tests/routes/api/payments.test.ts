import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { nameTexts } from "~/content/profile-texts";
import { putCask, signIn, type Person } from "../../support/people";
import { setSetting } from "../../support/settings";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { cardBody, cryptoBody, feeBody } from "./support/samples";

const CARD = "/api/stripe/create-checkout-session";
const FEE = "/api/stripe/create-onetimepay";
const CRYPTO = "/api/crypto/create-checkout-session";

let shop: Shop;
let person: Person;
let newcomer: Person;
let caskId = "";
let tokens: { person: string; newcomer: string };

beforeEach(async () => {
  shop = openShop();
  const { context } = shop;
  [person, newcomer] = [await signIn(context), await signIn(context, { activated: false })];
  tokens = { person: await tokenOf(context, person), newcomer: await tokenOf(context, newcomer) };
  caskId = await putCask(context);
});

const post = (path: string, body: object, token = tokens.person) => call(shop.context, "POST", path, { token, body });
const untouched = async () => {
  expect(await shop.paymentsOf(person)).toEqual([]);
  expect(await shop.paymentsOf(newcomer)).toEqual([]);
  expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 0, held: 0 });
  expect([shop.stripe.createdCalls, shop.copperx.createdCalls]).toEqual([0, 0]);
};

describe("the name on the certificate", () => {
  const nameOf = async () =>
    (
      await shop.context.db.all<{ printed: string | null }>(sql`SELECT name_on_certificate AS printed FROM users
        WHERE id = ${person.userId}`)
    )[0]?.printed;
  const card = (names: object) => ({ ...cardBody(person.userId, caskId), full_name: undefined, ...names });
  const crypto = (names: object) => cryptoBody(person.userId, caskId, { metadata: { full_name: undefined, ...names } });

  it("may be sent with the first stake, and nothing is started with one that cannot be printed", async () => {
    expect(await post(CRYPTO, crypto({ full_name: "12 34" }))).toMatchObject({
      status: 400,
      body: { field: "metadata.full_name", message: nameTexts.noLetter },
    });
    expect(await post(CARD, card({ full_name: "รวี" }))).toMatchObject({
      status: 400,
      body: { field: "name_on_certificate", message: nameTexts.needed },
    });
    expect(await nameOf()).toBeNull();
    await untouched();
  });

  it("is saved with the purchase in the same two round trips, and asked for only once", async () => {
    const first = await post(CARD, card({ full_name: "รวี วงศ์", name_on_certificate: "Rawee Wong" }));
    expect(first).toMatchObject({ status: 200, trips: 2 });
    expect(await post(CARD, card({ full_name: "Somebody Else" }))).toMatchObject({ status: 200, body: first.body });
    expect(await nameOf()).toBe("Rawee Wong");
    expect((await post(CRYPTO, crypto({}))).status).toBe(200);
  });
});

it("checkouts that begin too often are refused for a while, whatever is bought and however it is paid", async () => {
  const busy = { takeStart: () => Promise.resolve(false) };
  for (const [path, body, token] of [
    [CARD, cardBody(person.userId, caskId), tokens.person],
    [CRYPTO, cryptoBody(person.userId, caskId), tokens.person],
    [FEE, feeBody(newcomer.userId), tokens.newcomer],
  ] as const) {
    const refused = await call(shop.context, "POST", path, { token, body, context: busy });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  }
  await untouched();
});

describe("a payment by card", () => {
  it("is started once even if clicked twice, in two round trips", async () => {
    const first = await post(CARD, cardBody(person.userId, caskId));
    const again = await post(CARD, cardBody(person.userId, caskId));
    const [payment] = await shop.paymentsOf(person);
    const expected = { id: `session_${payment?.id}`, url: `https://checkout.example/session_${payment?.id}` };
    expect(first).toMatchObject({ status: 200, body: expected, trips: 2 });
    expect(again).toMatchObject({ status: 200, body: expected });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1 });
    expect(shop.stripe.sessions.get(expected.id)?.request).toMatchObject({ amountCents: 50_000 });
  });

  it("of another amount than the price is refused, and nothing is reserved, charged or requested", async () => {
    for (const amount of [499.99, 500.01, 50_000])
      expect(await post(CARD, cardBody(person.userId, caskId, amount)), `${amount}`).toMatchObject({
        status: 409,
        body: { field: "amount" },
      });
    const bent = { ...cardBody(person.userId, caskId), platformFee: 1 };
    expect(await post(CARD, bent)).toMatchObject({ status: 409 });
    for (const [field, value] of [
      ["amount", -500],
      ["currency", "EUR"],
      ["paymentMode", "Crypto"],
      ["isOneTimePay", true],
    ] as const)
      expect(await post(CARD, { ...cardBody(person.userId, caskId), [field]: value })).toMatchObject({
        status: 400,
        body: { field },
      });
    await untouched();
  });

  it("leaves an open payment alone when its amount is wrong", async () => {
    const { id } = (await post(CARD, cardBody(person.userId, caskId))).body;
    expect((await post(CARD, cardBody(person.userId, caskId, 1))).status).toBe(409);
    const cheap = cryptoBody(person.userId, caskId, { unitAmount: "100000000", metadata: { amount: "1.00" } });
    expect((await post(CRYPTO, cheap)).status).toBe(409);
    expect(await shop.paymentsOf(person)).toMatchObject([{ state: "open", mode: "Bank" }]);
    expect((await post(CARD, cardBody(person.userId, caskId))).body.id).toBe(id);
  });

  it("is refused before activation, without revealing the price to guesses", async () => {
    const [right, wrong] = [
      await post(CARD, cardBody(newcomer.userId, caskId), tokens.newcomer),
      await post(CARD, cardBody(newcomer.userId, caskId, 7), tokens.newcomer),
    ];
    expect(right).toMatchObject({ status: 403 });
    expect(wrong.body).toEqual(right.body);
    await untouched();
  });

  it("says that the provider is down, without quoting it, and can be requested again", async () => {
    shop.stripe.failures = ["unavailable", "rejected"];
    for (let i = 0; i < 2; i++) {
      const answered = await post(CARD, cardBody(person.userId, caskId));
      expect(answered).toMatchObject({ status: 503 });
      expect(answered.headers.get("Retry-After")).toBe("30");
      expect(answered.body.message).toContain("Nothing was charged.");
      expect(JSON.stringify(answered.body)).not.toContain("told to fail");
    }
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
    expect((await post(CARD, cardBody(person.userId, caskId))).status).toBe(200);
  });
});

it("the joining fee is set by the server and paid once", async () => {
  expect(await post(FEE, feeBody(newcomer.userId, 9.99), tokens.newcomer)).toMatchObject({ status: 409 });
  await untouched();
  expect((await post(FEE, feeBody(newcomer.userId), tokens.newcomer)).status).toBe(200);
  expect(await post(FEE, feeBody(person.userId))).toMatchObject({ status: 409 });
  expect(await post(FEE, feeBody(person.userId, 1))).toMatchObject({ status: 409 });
  await setSetting(shop.context.db, "joining_fee_cents", 1250);
  expect((await call(shop.context, "GET", "/api/onetimepay/get_joiningfee", { token: tokens.person })).body).toEqual({
    status: true,
    amount: 12.5,
  });
  await setSetting(shop.context.db, "joining_fee_cents", 1000);
});

describe("a payment in crypto", () => {
  it("is accepted only if both of its amounts match the price", async () => {
    for (const changes of [
      { unitAmount: "50000000001" },
      { unitAmount: "49999999999" },
      { metadata: { amount: "499.99" } },
      { metadata: { amount: "1" }, unitAmount: "100000000" },
    ])
      expect(await post(CRYPTO, cryptoBody(person.userId, caskId, changes))).toMatchObject({ status: 409 });
    for (const changes of [{ unitAmount: "500.00" }, { metadata: { amount: "500.001" } }])
      expect((await post(CRYPTO, cryptoBody(person.userId, caskId, changes))).status).toBe(400);
    await untouched();
    const started = await post(CRYPTO, cryptoBody(person.userId, caskId));
    expect(started).toMatchObject({ status: 200, trips: 2 });
    expect(started.body.url).toBe(`https://checkout.example/${started.body.id}`);
    expect(shop.copperx.sessions.size).toBe(1);
  });

  it("also pays the joining fee, and is refused for the same reasons", async () => {
    const metadata = { isOneTimePay: "true", amount: "10", productName: "Joining fee", caskId: undefined };
    const body = cryptoBody(newcomer.userId, "", { unitAmount: "1000000000", metadata });
    expect((await post(CRYPTO, body, tokens.newcomer)).status).toBe(200);
    expect((await post(CRYPTO, cryptoBody(newcomer.userId, caskId), tokens.newcomer)).status).toBe(403);
    expect((await post(CRYPTO, cryptoBody(person.userId, "csk_none"))).status).toBe(404);
    expect((await post(FEE, feeBody(newcomer.userId), tokens.person)).status).toBe(403);
  });
});
