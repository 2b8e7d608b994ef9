import { describe, expect, it } from "vitest";
import { createResendMailer } from "~/integrations/mail/resend";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import type { BookPage, BookWindow, CheckoutProvider, ProviderBooks } from "~/integrations/payments/port";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { createMsg91PhoneCodes } from "~/integrations/phone-codes/msg91";
import { APP, CONFIG, makeWorld, SANDBOX, type World } from "../support/sandbox-world";
import { sessionRequest, urlOf } from "./support/calls";

// The adapters and the sandbox were written independently from the same description: here they meet.

const fetchOf = (world: World) => ((input, init) => world.call(urlOf(input), init)) as typeof fetch;

function stripeOn(world: World): CheckoutProvider & ProviderBooks {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = CONFIG;
  return createStripeCheckout({ secretKey, webhookSecret, fetch: fetchOf(world), nowMs: world.now });
}

function copperxOn(world: World): CheckoutProvider & ProviderBooks {
  const { COPPERX_API_KEY: apiKey, COPPERX_WEBHOOK_SECRET: webhookSecret } = CONFIG;
  return createCopperxCheckout({ apiKey, webhookSecret, fetch: fetchOf(world), nowMs: world.now });
}

async function latestCode(world: World, to: string): Promise<string> {
  const headers = { accept: "application/json" };
  const outbox = await world.call(`${SANDBOX}/sandbox/outbox?to=${encodeURIComponent(to)}`, { headers });
  const { messages } = await outbox.json<{ messages: { code: string }[] }>();
  return messages[0]?.code ?? "";
}

const request = (world: World) =>
  sessionRequest({ successUrl: `${APP}/payment-success`, expiresAtMs: world.now() + 30 * 60_000 });

/** Reads all pages, as reconciliation does. */
async function readAll<T>(list: (window: BookWindow) => Promise<BookPage<T>>, fromMs: number): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const page: BookPage<T> = await list({ fromMs, cursor });
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

it("tells the second of two requests under one key that the first is still worked on", async () => {
  const world = makeWorld();
  let release = () => {};
  world.deps.wait = () => new Promise((resolve) => (release = resolve));
  await world.post("/sandbox/faults", { api: { latency_ms: 800, provider: "stripe" } });
  const first = stripeOn(world).createSession(request(world));
  await expect.poll(() => world.deps.inFlight.size).toBe(1);
  await expect(stripeOn(world).createSession(request(world))).rejects.toMatchObject({ code: "in-progress" });
  release();
  const made = await first;
  expect(await stripeOn(world).createSession(request(world))).toEqual(made);
});

describe.each([
  ["Stripe", stripeOn],
  ["Copperx", copperxOn],
])("%s checkout", (_name, on) => {
  it("goes from open to paid, and sends a webhook that we accept", async () => {
    const world = makeWorld();
    const checkout = on(world);
    const created = await checkout.createSession(request(world));
    expect(await checkout.readSession(created.sessionId)).toMatchObject({
      status: "open",
      paid: false,
      amountCents: 125_000,
      currency: "USD",
      paymentId: "pay_01JD",
      providerPaymentId: null,
      url: created.url,
    });
    expect((await world.choose(created.url, "paid")).status).toBe(303);
    const paid = await checkout.readSession(created.sessionId);
    expect(paid).toMatchObject({ status: "complete", paid: true, amountCents: 125_000, currency: "USD", url: null });
    expect(paid.providerPaymentId).toMatch(/^(pi_|0x)/);
    await world.pass(5_000);
    const [sent] = world.sent;
    const event = await checkout.verifyWebhook(new Headers(sent?.headers), sent?.body ?? "");
    expect(event).toMatchObject({ concerns: "session", sessionId: created.sessionId });
    expect(await checkout.verifyWebhook(new Headers(sent?.headers), `${sent?.body} `)).toBeNull();
  });

  it("lists sessions since a given time, over several pages, with their outcomes", async () => {
    const world = makeWorld();
    const checkout = on(world);
    await checkout.createSession({ ...request(world), paymentId: "pay_before" });
    await world.pass(2 * 86_400_000);
    const fromMs = world.now() - 1_000;
    const made = [];
    for (let i = 0; i < 130; i++) made.push(await checkout.createSession({ ...request(world), paymentId: `pay_${i}` }));
    await world.choose(made[7]?.url ?? "", "paid");

    const listed = await readAll((window) => checkout.listSessions(window), fromMs);
    expect(listed.map(({ paymentId }) => paymentId).sort()).toEqual(made.map((_, i) => `pay_${i}`).sort());
    expect(listed.filter(({ paid }) => paid)).toEqual([await checkout.readSession(made[7]?.sessionId ?? "")]);
    await world.post("/sandbox/faults", { api: { fail_next: true, status: 503 } });
    await expect(checkout.listSessions({ fromMs, cursor: null })).rejects.toMatchObject({ code: "unavailable" });
  });

  it("stays open after a declined payment, and expires by itself", async () => {
    const world = makeWorld();
    const checkout = on(world);
    const created = await checkout.createSession(request(world));
    await world.choose(created.url, "declined");
    expect((await checkout.readSession(created.sessionId)).status).toBe("open");
    await world.pass(created.expiresAtMs - world.now() + 1_000);
    expect(await checkout.readSession(created.sessionId)).toMatchObject({ status: "expired", paid: false });
  });
});

describe("Stripe", () => {
  it("returns the first session for the same payment and attempt, and a new one for the next attempt", async () => {
    const world = makeWorld();
    const checkout = stripeOn(world);
    const first = await checkout.createSession(request(world));
    expect(await checkout.createSession(request(world))).toEqual(first);
    const next = await checkout.createSession({ ...request(world), attempt: 2 });
    expect(next.sessionId).not.toBe(first.sessionId);
  });

  it("accepts a session that ends in exactly 30 minutes, though the request took a while", async () => {
    const world = makeWorld();
    const late = request(world);
    await world.pass(20_000);
    await expect(stripeOn(world).createSession(late)).resolves.toMatchObject({ url: expect.stringContaining("http") });
  });

  it("ends an open session, and says so when it was already paid", async () => {
    const world = makeWorld();
    const checkout = stripeOn(world);
    const unwanted = await checkout.createSession(request(world));
    expect(await checkout.expireSession(unwanted.sessionId)).toBe("expired");
    expect(await checkout.expireSession(unwanted.sessionId)).toBe("expired");
    const paid = await checkout.createSession({ ...request(world), attempt: 2 });
    await world.choose(paid.url, "paid");
    expect(await checkout.expireSession(paid.sessionId)).toBe("complete");
  });

  it("refunds once however often it is asked", async () => {
    const world = makeWorld();
    const checkout = stripeOn(world);
    const { sessionId, url } = await checkout.createSession(request(world));
    await world.choose(url, "paid");
    const providerPaymentId = (await checkout.readSession(sessionId)).providerPaymentId ?? "";
    const refund = { paymentId: "pay_01JD", providerPaymentId, amountCents: 125_000 };
    const first = await checkout.refund(refund);
    expect(first.status).toBe("refunded");
    expect(await checkout.refund(refund)).toEqual(first);
    expect(await checkout.refund({ ...refund, paymentId: "pay_other" })).toEqual({
      status: "refunded",
      refundId: null,
    });
    await world.pass(5_000);
    const events = await Promise.all(
      world.sent.map((sent) => checkout.verifyWebhook(new Headers(sent.headers), sent.body)),
    );
    expect(events.filter((event) => event?.concerns === "refund")).toMatchObject([
      { type: "charge.refunded", providerPaymentId },
    ]);
    expect(await checkout.readRefunds(providerPaymentId)).toMatchObject([{ amountCents: 125_000, counts: true }]);
    // By then the provider has forgotten the key.
    await world.pass(86_400_000);
    expect(await checkout.refund(refund)).toMatchObject({ status: "refunded" });
    await world.post("/sandbox/stripe/disputes", { payment_intent: providerPaymentId });
    const disputes = () => readAll((window) => checkout.listDisputes(window), 0);
    expect(await disputes()).toMatchObject([{ providerPaymentId, state: "open" }]);
    for (const [status, state] of [
      ["under_review", "open"],
      ["won", "won"],
    ]) {
      await world.post("/sandbox/stripe/disputes", { payment_intent: providerPaymentId, status });
      expect(await disputes()).toMatchObject([{ providerPaymentId, state }]);
      expect(await checkout.readDisputes(providerPaymentId)).toEqual(await disputes());
    }
    expect(await checkout.readDisputes("pi_other")).toEqual([]);
    await world.post("/sandbox/stripe/disputes", { payment_intent: providerPaymentId, status: "warning_closed" });
    expect((await checkout.readDisputes(providerPaymentId)).map(({ state }) => state).sort()).toEqual([
      "inquiry",
      "won",
    ]);
    expect(await readAll((window) => checkout.listRefunds(window), 0)).toEqual([
      { refundId: first.refundId, providerPaymentId, amountCents: 125_000, counts: true },
    ]);
  });
});

it("Copperx does not report an underpaid session as paid", async () => {
  const world = makeWorld();
  const checkout = copperxOn(world);
  const created = await checkout.createSession(request(world));
  await world.choose(created.url, "underpaid");
  expect(await checkout.readSession(created.sessionId)).toMatchObject({ status: "open", paid: false });
});

const config = (world: World) => ({
  authKey: CONFIG.MSG91_AUTH_KEY,
  widgetId: CONFIG.MSG91_WIDGET_ID,
  fetch: fetchOf(world),
});

it("MSG91 sends a code that works once", async () => {
  const world = makeWorld();
  const codes = createMsg91PhoneCodes(config(world));
  const { requestId } = await codes.send("919876543210");
  const code = await latestCode(world, "9876543210");
  const wrong = code === "000000" ? "000001" : "000000";
  expect(await codes.verify(requestId, wrong)).toBe(false);
  expect(await codes.verify(requestId, code)).toBe(true);
  expect(await codes.verify(requestId, code)).toBe(false);
});

const mail = { to: "asha@example.com", subject: "Your code", text: "123456 is your code.", html: "<p>123456</p>" };
const mailerOn = (world: World, apiKey = CONFIG.RESEND_API_KEY) =>
  createResendMailer({ apiKey, from: "Dunnage <login@dunnage.test>", fetch: fetchOf(world) });

it("Resend delivers an email once per key", async () => {
  const world = makeWorld();
  await mailerOn(world).send({ ...mail, key: "otp/1" });
  await mailerOn(world).send({ ...mail, key: "otp/1" });
  expect(await latestCode(world, mail.to)).toBe("123456");
  expect(world.deps.store.list("message", { limit: 10 })).toHaveLength(1);
  const other = mailerOn(world).send({ ...mail, text: "654321 is your code.", key: "otp/1" });
  await expect(other).rejects.toMatchObject({ code: "rejected" });
});
