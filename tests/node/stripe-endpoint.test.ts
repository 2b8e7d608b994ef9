import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEndpoint, STRIPE_EVENTS } from "../../scripts/deploy/stripe-endpoint.mjs";
import { STRIPE_VERSION } from "../../workers/sandbox/stripe/version";
import { root } from "./project/source-files";

const SECRET = "whsec_of_the_test";
const URL_OF_OURS = "https://stakes.harbour-casks.com/webhooks/stripe";

/** As Stripe answers, about endpoints only. */
function stripeWith(endpoints: { id: string; url: string }[]) {
  const calls: { line: string; body: URLSearchParams }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const body = new URLSearchParams(await request.text());
    calls.push({ line: `${request.method} ${pathname}`, body });
    if (request.method === "GET")
      return Response.json({ object: "list", data: endpoints, has_more: false, url: pathname });
    if (request.method === "DELETE") return Response.json({ id: pathname.split("/").at(-1), deleted: true });
    return Response.json({ id: "we_new", url: body.get("url"), secret: SECRET, api_version: body.get("api_version") });
  };
  return { calls, answer };
}

function create(stripe: ReturnType<typeof stripeWith>, replace = false, fails = false) {
  const said: string[] = [];
  const kept: string[] = [];
  const keepSecret = async (secret: string) => {
    if (fails) throw new Error("could not be set");
    kept.push(secret);
  };
  const options = { secretKey: "sk_test_1", origin: "https://stakes.harbour-casks.com", fetch: stripe.answer, replace };
  return { said, kept, done: createEndpoint({ ...options, say: (line) => said.push(line), keepSecret }) };
}

describe("the endpoint at Stripe", () => {
  it("is made for our address, our version and the events we read; its secret is kept and not shown", async () => {
    const stripe = stripeWith([{ id: "we_other", url: "https://other.example/hook" }]);
    const { done, said, kept } = create(stripe);
    await done;
    expect(stripe.calls.map(({ line }) => line)).toEqual(["GET /v1/webhook_endpoints", "POST /v1/webhook_endpoints"]);
    const { body } = stripe.calls[1] ?? { body: new URLSearchParams() };
    expect([body.get("url"), body.get("api_version")]).toEqual([URL_OF_OURS, STRIPE_VERSION]);
    expect([...body].filter(([name]) => name.startsWith("enabled_events")).map(([, value]) => value)).toEqual(
      STRIPE_EVENTS,
    );
    expect(kept).toEqual([SECRET]);
    expect(said.join()).not.toContain(SECRET);
  });

  it("is not made twice; one that stands there is replaced only when asked, after the new secret is set", async () => {
    const there = [{ id: "we_old", url: URL_OF_OURS }];
    await expect(create(stripeWith(there)).done).rejects.toThrow("use --replace");
    const stripe = stripeWith(there);
    await create(stripe, true).done;
    expect(stripe.calls.at(-1)?.line).toBe("DELETE /v1/webhook_endpoints/we_old");
    const failing = stripeWith(there);
    await expect(create(failing, true, true).done).rejects.toThrow("could not be set");
    expect(failing.calls.map(({ line }) => line)).not.toContain("DELETE /v1/webhook_endpoints/we_old");
  });

  it("sends every event that the app reads, and no other", () => {
    const source = readFileSync(join(root, "app", "integrations", "payments", "stripe-answers.ts"), "utf8");
    const read = [...source.matchAll(/case "([a-z_.]+)":/g)].map(([, name]) => name);
    expect([...STRIPE_EVENTS].sort()).toEqual(read.sort());
  });
});
