import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { cardSession, CONFIG, makeWorld, stripeClient, stripeForm } from "./support/world";

const ITEM =
  "line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=Cask";
const GOOD = `mode=payment&success_url=http%3A%2F%2Flocalhost%2Fok&${ITEM}`;

describe("the card provider", () => {
  it("accepts the valid form these cases start from, also with encoded brackets and []", async () => {
    const world = makeWorld();
    expect((await stripeForm(world, GOOD)).status).toBe(200);
    const encoded = GOOD.replaceAll("[", "%5B").replaceAll("]", "%5D");
    expect((await stripeForm(world, encoded)).status).toBe(200);
    expect((await stripeForm(world, `${GOOD}&allowed_payment_method_types[]=card`)).status).toBe(200);
  });

  it.each([
    ["payment_method_types", `${GOOD}&payment_method_types[0]=card`, "payment_method_types_no_longer_supported"],
    ["a made-up parameter", `${GOOD}&productName=x`, "parameter_unknown"],
    ["a made-up nested parameter", `${GOOD}&line_items[0][price_data][amount]=5`, "parameter_unknown"],
    ["__proto__", `${GOOD}&__proto__[x]=1`, "parameter_unknown"],
    ["a fraction of a cent", GOOD.replace("=500&", "=500.5&"), "parameter_invalid_integer"],
    ["a quantity in words", GOOD.replace("[quantity]=1", "[quantity]=two"), "parameter_invalid_integer"],
    ["no quantity", GOOD.replace("line_items[0][quantity]=1&", ""), "parameter_missing"],
    ["no line items", "mode=payment&success_url=http%3A%2F%2Flocalhost%2Fok", "parameter_missing"],
    ["no success_url", `mode=payment&${ITEM}`, "parameter_missing"],
    ["no address as success_url", GOOD.replace("http%3A%2F%2Flocalhost%2Fok", "javascript%3Aalert(1)"), "url_invalid"],
    ["an empty value", `${GOOD}&cancel_url=`, "parameter_invalid_empty"],
    ["a bad customer_email", `${GOOD}&customer_email=nobody`, "email_invalid"],
    ["too small an amount", GOOD.replace("=500&", "=49&"), "amount_too_small"],
    ["an unknown mode", GOOD.replace("mode=payment", "mode=pay"), undefined],
    ["the old ui_mode", `${GOOD}&ui_mode=hosted`, undefined],
    ["upper-case currency", GOOD.replace("=usd", "=USD"), undefined],
    ["a boolean in words", `${GOOD}&adaptive_pricing[enabled]=no`, undefined],
    ["text for an object", `${GOOD}&adaptive_pricing=true`, undefined],
    ["51 metadata keys", GOOD + Array.from({ length: 51 }, (_, i) => `&metadata[k${i}]=v`).join(""), undefined],
    ["a metadata key of 41 letters", `${GOOD}&metadata[${"k".repeat(41)}]=v`, undefined],
    ["a metadata value of 501 letters", `${GOOD}&metadata[k]=${"v".repeat(501)}`, undefined],
    ["a known parameter that is not simulated", `${GOOD}&customer=cus_1`, undefined],
  ])("refuses %s", async (_, form, code) => {
    const answer = await stripeForm(makeWorld(), form);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("request-id")).toMatch(/^req_/);
    const { error } = await answer.json<{ error: Record<string, string> }>();
    expect(error.type).toBe("invalid_request_error");
    expect(error.code).toBe(code);
  });

  it.each([
    ["less than 30 minutes", 1799, false],
    ["30 minutes", 1800, true],
    ["24 hours", 86_400, true],
    ["more than 24 hours", 86_401, false],
  ])("limits a session's life: %s", async (_, seconds, taken) => {
    const { stripe, now } = makeWorld();
    const made = stripe.checkout.sessions.create(cardSession(now(), { expires_at: now() / 1000 + seconds }));
    await (taken
      ? expect(made).resolves.toHaveProperty("id")
      : expect(made).rejects.toMatchObject({ param: "expires_at" }));
  });

  it("names the parameter as Stripe's package reports it", async () => {
    const { stripe, now } = makeWorld();
    const params = cardSession(now());
    Object.assign(params.line_items[0]?.price_data ?? {}, { unit_amount: 1.5 });
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "parameter_invalid_integer",
      param: "line_items[0][price_data][unit_amount]",
    });
  });

  it("requires the key, the pinned version and the form encoding", async () => {
    const world = makeWorld();
    expect((await stripeForm(world, GOOD, { authorization: "Bearer sk_test_other" })).status).toBe(401);
    expect((await stripeForm(world, GOOD, { authorization: "" })).status).toBe(401);
    expect((await stripeForm(world, GOOD, { "stripe-version": "2024-06-20" })).status).toBe(400);
    expect((await stripeForm(world, GOOD, { "content-type": "application/json" })).status).toBe(400);
    const stranger = stripeClient((request) => world.call(request.url, request), "sk_test_other");
    await expect(stranger.checkout.sessions.retrieve("cs_1")).rejects.toMatchObject({
      type: "StripeAuthenticationError",
    });
  });

  it("does not know sessions that were never created, nor unknown paths", async () => {
    const world = makeWorld();
    await expect(world.stripe.checkout.sessions.retrieve("cs_1")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    await expect(world.stripe.customers.create({})).rejects.toMatchObject({ statusCode: 404 });
    await expect(world.stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
    await expect(world.stripe.checkout.sessions.list({ starting_after: "cs_1" })).rejects.toMatchObject({
      param: "starting_after",
    });
    await expect(world.stripe.checkout.sessions.list({ expand: ["data.customer"] })).rejects.toMatchObject({
      param: "expand",
    });
  });

  it("uses the version of the pinned package", async () => {
    const answer = await stripeForm(makeWorld(), GOOD);
    expect(answer.headers.get("stripe-version")).toBe(Stripe.API_VERSION);
    expect(CONFIG.STRIPE_SECRET_KEY).toMatch(/^sk_test_/);
  });
});
