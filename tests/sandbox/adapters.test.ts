import { describe, expect, it } from "vitest";
import { createResendMailer } from "~/integrations/mail/resend";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { createMsg91PhoneCodes, findWidgetProblem } from "~/integrations/phone-codes/msg91";
import { handle } from "../../workers/sandbox/handle";
import { listMessages } from "../../workers/sandbox/outbox/outbox";
import { APP, CONFIG, makeWorld } from "./support/world";

/** The product's own adapters, with the sandbox where the vendors would be. */
function connected() {
  const world = makeWorld();
  const reach: typeof fetch = (input, init) => handle(new Request(input, init), world.deps);
  const common = { fetch: reach, nowMs: world.now };
  const msg91 = { authKey: CONFIG.msg91AuthKey, widgetId: CONFIG.msg91WidgetId, fetch: reach };
  return {
    ...world,
    msg91,
    card: createStripeCheckout({
      ...common,
      secretKey: CONFIG.stripeSecretKey,
      webhookSecret: CONFIG.stripeWebhookSecret,
    }),
    crypto: createCopperxCheckout({
      ...common,
      apiKey: CONFIG.copperxApiKey,
      webhookSecret: CONFIG.copperxWebhookSecret,
    }),
    codes: createMsg91PhoneCodes(msg91),
    mailer: createResendMailer({ apiKey: CONFIG.resendApiKey, from: "Dunnage <login@dunnage.test>", fetch: reach }),
  };
}

const request = (nowMs: number, attempt = 1) => ({
  paymentId: "pay_1",
  attempt,
  amountCents: 125_000,
  productName: "Glen Ord 2019",
  description: "Incl. 5 years storage & insurance",
  customerEmail: "investor@dunnage.test",
  successUrl: `${APP}/payment-success?payment=pay_1`,
  cancelUrl: `${APP}/payment-unsuccessful?payment=pay_1`,
  expiresAtMs: nowMs + 30 * 60_000,
  metadata: { purpose: "stake" },
});
const PAID = { status: "complete", paid: true, amountCents: 125_000, paymentId: "pay_1" };

describe.each(["card", "crypto"] as const)("the %s adapter against the sandbox", (name) => {
  it("opens a session, sees it paid, and understands the event about it", async () => {
    const world = connected();
    const provider = world[name];
    const opened = await provider.createSession(request(world.now()));
    await expect(provider.readSession(opened.sessionId)).resolves.toMatchObject({ status: "open", paid: false });
    expect((await world.choose(opened.url, "paid")).status).toBe(303);
    const state = await provider.readSession(opened.sessionId);
    expect(state).toMatchObject(PAID);
    expect(state.providerPaymentId).toMatch(/^(pi_|0x)/);
    await world.pass(1_000);
    const [post] = world.sent;
    const headers = new Headers(post?.headers);
    const event = await provider.verifyWebhook(headers, post?.body ?? "");
    expect(event).toMatchObject({ concerns: "session", sessionId: opened.sessionId });
    await expect(provider.verifyWebhook(headers, `${post?.body} `)).resolves.toBeNull();
  });

  it("tells a passing fault from a refusal", async () => {
    const world = connected();
    await world.post("/sandbox/faults", { api: { fail_next: true, status: 503 } });
    await expect(world[name].createSession(request(world.now()))).rejects.toMatchObject({ code: "unavailable" });
    await world.post("/sandbox/faults", {});
    await expect(world[name].readSession("none")).rejects.toMatchObject({ code: "rejected" });
  });

  it("sees an unpaid session end", async () => {
    const world = connected();
    const opened = await world[name].createSession(request(world.now()));
    await world.pass(35 * 60_000);
    await expect(world[name].readSession(opened.sessionId)).resolves.toMatchObject({ status: "expired", paid: false });
  });
});

describe("the adapters against the sandbox", () => {
  it("make one card session an attempt and one refund a payment", async () => {
    const world = connected();
    const first = await world.card.createSession(request(world.now()));
    await expect(world.card.createSession(request(world.now()))).resolves.toEqual(first);
    const second = await world.card.createSession(request(world.now(), 2));
    expect(second.sessionId).not.toBe(first.sessionId);
    await expect(world.card.expireSession(second.sessionId)).resolves.toBe("expired");
    await world.choose(first.url, "paid");
    await expect(world.card.expireSession(first.sessionId)).resolves.toBe("complete");
    const { providerPaymentId } = await world.card.readSession(first.sessionId);
    const refund = { paymentId: "pay_1", providerPaymentId: providerPaymentId ?? "", amountCents: 125_000 };
    const made = await world.card.refund(refund);
    expect(made.status).toBe("refunded");
    await expect(world.card.refund(refund)).resolves.toEqual(made);
    await world.pass(86_400_000);
    await expect(world.card.refund(refund)).resolves.toMatchObject({ status: "refunded" });
  });

  it("do not take an underpaid crypto session for paid", async () => {
    const world = connected();
    const opened = await world.crypto.createSession(request(world.now()));
    await world.choose(opened.url, "underpaid");
    await expect(world.crypto.readSession(opened.sessionId)).resolves.toMatchObject({ status: "open", paid: false });
  });

  it("send a code by text message, resend it and check it once", async () => {
    const world = connected();
    expect(await findWidgetProblem(world.msg91)).toBeNull();
    const sent = await world.codes.send("919876543210");
    const { requestId } = await world.codes.resend(sent.requestId);
    const code = listMessages(world.deps, "+91 98765 43210")[0]?.code ?? "";
    await expect(world.codes.verify(requestId, code)).resolves.toBe(true);
    await expect(world.codes.verify(requestId, code)).resolves.toBe(false);
  });

  it("send a mail once under its key, and say when it could not be sent", async () => {
    const world = connected();
    const mail = { key: "otp/1", to: "investor@dunnage.test", subject: "Code", text: "012345", html: "<p>012345</p>" };
    await world.post("/sandbox/faults", { mail: { fail_next: 1 } });
    await expect(world.mailer.send(mail)).rejects.toMatchObject({ code: "unavailable" });
    await world.mailer.send(mail);
    await world.mailer.send(mail);
    expect(listMessages(world.deps, "investor@dunnage.test").map(({ code }) => code)).toEqual(["012345"]);
  });
});
