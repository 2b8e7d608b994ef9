import { beforeAll, describe, expect, it } from "vitest";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { createStripeIdentity } from "~/integrations/payments/stripe-identity";
import { decideIdentity } from "../../workers/sandbox/stripe/identity";
import { NOW_MS, sessionRequest } from "../integrations/support/payments";
import { recordingFetch, urlOf } from "../integrations/support/recording-fetch";
import { CONFIG, makeWorld, SANDBOX } from "../sandbox/support/world";
import { IN_LONG_FORM } from "../support/effort";
import { createStripeChecker, type StripeChecker } from "./support/stripe-schema";

const NOW_SECONDS = Math.ceil(NOW_MS / 1000);
let stripe: StripeChecker;
const makeChecker = () => void (stripe = createStripeChecker());

async function requestBody(changes: Parameters<typeof sessionRequest>[0] = {}): Promise<string> {
  const recorder = recordingFetch({ json: { id: "cs_1", url: "https://checkout.stripe.com/c", expires_at: 1 } });
  const config = { secretKey: "sk_test_1", webhookSecret: "whsec_1", fetch: recorder.fetch, nowMs: () => NOW_MS };
  await createStripeCheckout(config).createSession(sessionRequest(changes));
  return recorder.singleCall().body;
}

describe.runIf(IN_LONG_FORM)("a request of ours to Stripe fits the pinned package's types", () => {
  beforeAll(makeChecker);

  it.each([
    ["a stake", {}],
    ["no email", { customerEmail: null }],
    ["no description", { description: "" }],
    ["no metadata of its own", { metadata: {} }],
  ])("%s", async (_name, changes) => {
    expect(stripe.sessionRequest(await requestBody(changes), NOW_SECONDS)).toEqual([]);
  });

  const price = "line_items[0][price_data]";
  const bad: [string, string, (form: URLSearchParams) => void][] = [
    ["a parameter that is gone", "payment_method_types", (form) => form.set("payment_method_types[0]", "card")],
    ["a parameter that never was", "productName", (form) => form.set("productName", "Glen Orrin")],
    ["half a cent", "unit_amount", (form) => form.set(`${price}[unit_amount]`, "500.5")],
    ["an amount in words", "unit_amount", (form) => form.set(`${price}[unit_amount]`, "much")],
    ["a quantity in words", "quantity", (form) => form.set("line_items[0][quantity]", "two")],
    ["a mode that does not exist", "mode", (form) => form.set("mode", "pay")],
    ["the old name of a ui mode", "ui_mode", (form) => form.set("ui_mode", "hosted")],
    [
      "a means of payment that does not exist",
      "allowed",
      (form) => form.set("allowed_payment_method_types[0]", "cash"),
    ],
    ["an end in the past", "expires_at", (form) => form.set("expires_at", String(NOW_SECONDS - 1))],
    ["an end too soon", "expires_at", (form) => form.set("expires_at", String(NOW_SECONDS + 1799))],
    ["nothing to pay for", "line_items", (form) => without(form, "line_items")],
    ["no way back", "success_url", (form) => without(form, "success_url")],
    ["no price", "line_items/0", (form) => without(form, price)],
    ["an upper-case currency", "currency", (form) => form.set(`${price}[currency]`, "USD")],
    ["a switch that is neither on nor off", "enabled", (form) => form.set("adaptive_pricing[enabled]", "maybe")],
    ["metadata too long", "metadata", (form) => form.set("metadata[productName]", "x".repeat(501))],
  ];
  it.each(bad)("refuses %s", async (_name, named, spoil) => {
    const form = new URLSearchParams(await requestBody());
    spoil(form);
    const found = stripe.sessionRequest(form.toString(), NOW_SECONDS);
    expect(found.join("\n")).toContain(named);
  });
});

function without(form: URLSearchParams, start: string) {
  for (const name of [...form.keys()]) if (name.startsWith(start)) form.delete(name);
}

describe.runIf(IN_LONG_FORM)("an identity check at Stripe", () => {
  beforeAll(makeChecker);

  it("is asked for as the types say, and answered so: begun, failed and verified", async () => {
    const world = makeWorld();
    const sent: string[] = [];
    const answers: unknown[] = [];
    const recording = (async (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method === "POST") sent.push(await new Request(urlOf(input), init).text());
      const response = await world.call(urlOf(input), init);
      answers.push(await response.clone().json());
      return response;
    }) as typeof fetch;
    const identity = createStripeIdentity(
      { secretKey: CONFIG.STRIPE_SECRET_KEY, readingKey: CONFIG.STRIPE_IDENTITY_KEY, fetch: recording },
      [SANDBOX],
    );
    const asked = { sessionId: "ids_1", userId: "usr_1", returnUrl: "https://dunnage.example/identity" };
    const { providerSessionId } = await identity.start(asked);
    expect(stripe.verificationRequest(sent[0] ?? "")).toEqual([]);
    expect(stripe.verificationRequest(`${sent[0] ?? ""}&options[document][selfie]=true`)).not.toEqual([]);
    for (const [outcome, status] of [
      [null, "open"],
      ["failed", "failed"],
      ["verified", "verified"],
    ] as const) {
      if (outcome) decideIdentity(world.deps, providerSessionId, outcome);
      const document = status === "verified" ? `IN|passport|${providerSessionId}` : null;
      expect(await identity.read(providerSessionId)).toEqual({ userId: "usr_1", status, name: null, document });
      expect(stripe.answer("Verification", answers.at(-1)), status).toEqual([]);
    }
    await world.pass(5_000);
    const told = world.sent.map(({ body }) => JSON.parse(body) as { type: string; data: { object: unknown } });
    expect(told.map(({ type }) => type.split(".").at(-1))).toEqual(["requires_input", "verified"]);
    for (const { type, data } of told) expect(stripe.answer("Verification", data.object), type).toEqual([]);
    expect(stripe.answer("Verification", { ...(answers.at(-1) as object), status: "done" })).not.toEqual([]);
  });
});
