import { describe, expect, it } from "vitest";
import type { CopperxSession } from "../../workers/sandbox/copperx/session-object";
import { hmacHex } from "../../workers/sandbox/signing";
import { APP, CONFIG, makeWorld, SANDBOX, type World } from "./support/world";

const URL = "https://api.copperx.io/api/v1/checkout/sessions";
const HEADERS = { authorization: `Bearer ${CONFIG.COPPERX_API_KEY}`, "content-type": "application/json" };
const body = () => ({
  mode: "payment",
  submitType: "pay",
  clientReferenceId: "pay_1",
  successUrl: `${APP}/payment-success?payment=pay_1&cid={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${APP}/payment-unsuccessful?payment=pay_1`,
  lineItems: {
    data: [
      {
        quantity: 1,
        priceData: {
          currency: "usdt",
          type: "one_time",
          unitAmount: "50000000000",
          productData: { name: "Glen Ord 2019" },
        },
      },
    ],
  },
  paymentSetting: { allowedChains: [{ chainId: 56 }], preferredChainId: 56, allowSwap: false },
  metadata: { paymentId: "pay_1" },
});

const create = (world: World, sent: unknown, headers: Record<string, string> = HEADERS) =>
  world.call(URL, { method: "POST", body: JSON.stringify(sent), headers });
const read = async (world: World, id: string) =>
  (await world.call(`${URL}/${id}`, { headers: HEADERS })).json<CopperxSession>();
const made = async (world: World) => (await create(world, body())).json<CopperxSession>();

describe("crypto checkout sessions", () => {
  it("have the documented shape", async () => {
    const world = makeWorld();
    const answer = await create(world, body());
    expect(answer.status).toBe(201);
    const session = await answer.json<CopperxSession>();
    expect(session).toMatchObject({
      amountTotal: "50000000000",
      currency: "usdt",
      status: "open",
      paymentStatus: "unpaid",
      clientReferenceId: "pay_1",
      metadata: { paymentId: "pay_1" },
      expiresAt: new Date(world.now() + 3_600_000).toISOString(),
      url: `${SANDBOX}/sandbox/checkout/copperx/${session.id}`,
      successUrl: `${APP}/payment-success?payment=pay_1&cid=${session.id}`,
      lineItems: { object: "list", data: [{ price: { product: { name: "Glen Ord 2019" } } }] },
      paymentIntent: { amount: "50000000000", amountReceived: null, transactions: [] },
    });
    expect(session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await read(world, session.id)).toEqual(session);
    const list = await (await world.call(`${URL}?limit=1`, { headers: HEADERS })).json();
    expect(list).toMatchObject({ hasMore: false, data: [{ id: session.id }] });
  });

  it("complete with a transaction, while the event, signed in hex, still says unpaid", async () => {
    const world = makeWorld();
    const { id, url } = await made(world);
    const back = await world.choose(url, "paid");
    expect(back.headers.get("location")).toBe(`${APP}/payment-success?payment=pay_1&cid=${id}`);
    const paid = await read(world, id);
    expect(paid).toMatchObject({ status: "complete", paymentStatus: "paid", paymentIntent: { status: "succeeded" } });
    expect(paid.paymentIntent.transactions[0]?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    await world.pass(1_000);
    const [post] = world.sent;
    expect(post?.path).toBe("/webhooks/copperx");
    expect(JSON.parse(post?.body ?? "")).toMatchObject({
      type: "checkout_session.completed",
      created: world.now() - 1_000,
      data: { object: { id, status: "complete", paymentStatus: "unpaid", amountTotal: "50000000000" } },
    });
    expect(post?.headers["x-webhook-signature"]).toBe(await hmacHex(CONFIG.COPPERX_WEBHOOK_SECRET, post?.body ?? ""));
  });

  it("stay open when too little arrives, and expire unpaid", async () => {
    const world = makeWorld();
    const { id, url } = await made(world);
    const answer = await world.choose(url, "underpaid");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("250.00 USDT");
    expect(await read(world, id)).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      paymentIntent: { amountReceived: "25000000000" },
    });
    await world.pass(3_600_000);
    await world.pass(1_000);
    expect(await read(world, id)).toMatchObject({ status: "expired", paymentStatus: "unpaid" });
    expect(world.sent.map((post) => JSON.parse(post.body).type)).toEqual(["checkout_session.expired"]);
  });

  it("complete when the rest arrives", async () => {
    const world = makeWorld();
    const { id, url } = await made(world);
    await world.choose(url, "underpaid");
    await world.choose(url, "paid");
    const session = await read(world, id);
    expect(session).toMatchObject({ status: "complete", paymentIntent: { amountReceived: "50000000000" } });
    expect(session.paymentIntent.transactions).toHaveLength(2);
  });

  it.each([
    ["a number for the amount", ["lineItems", "data", 0, "priceData", "unitAmount"], 50_000, "unitAmount"],
    ["a fraction", ["lineItems", "data", 0, "priceData", "unitAmount"], "1.5", "unitAmount"],
    ["nothing to pay", ["lineItems", "data", 0, "priceData", "unitAmount"], "0", "unitAmount"],
    ["another coin", ["lineItems", "data", 0, "priceData", "currency"], "usdc", "currency"],
    ["another chain", ["paymentSetting", "allowedChains", 0, "chainId"], 1, "chainId"],
    ["a made-up parameter", ["productName"], "x", "property productName should not exist"],
    ["no web address", ["successUrl"], "javascript:alert(1)", "successUrl"],
    ["a number in the metadata", ["metadata", "paymentId"], 1, "metadata.paymentId"],
    ["an end in the past", ["expiresAt"], "2020-01-01T00:00:00.000Z", "expiresAt"],
    ["no date as the end", ["expiresAt"], "soon", "expiresAt"],
  ])("refuse %s", async (_, path, value, named) => {
    const sent = body();
    const last = path.at(-1) ?? "";
    const parent = path.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key), sent);
    Reflect.set(parent, last, value);
    const answer = await create(makeWorld(), sent);
    expect(answer.status).toBe(400);
    const refused = await answer.json<{ message: string[] }>();
    expect(refused).toMatchObject({ statusCode: 400, error: "Bad Request" });
    expect(refused.message[0]).toContain(named);
  });

  it("need the key and JSON, and are found by their own ids only", async () => {
    const world = makeWorld();
    expect((await create(world, body(), { ...HEADERS, authorization: "Bearer other" })).status).toBe(401);
    expect((await create(world, body(), { ...HEADERS, "content-type": "text/plain" })).status).toBe(400);
    expect((await create(world, "not an object")).status).toBe(400);
    expect(await read(world, "none")).toMatchObject({ statusCode: 404 });
    expect((await world.call("https://api.copperx.io/api/v1/other", { headers: HEADERS })).status).toBe(404);
  });
});
