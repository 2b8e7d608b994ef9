import { describe, expect, it } from "vitest";
import { requestJson } from "~/integrations/json-request";
import { type CheckoutProvider, onKnownPages } from "~/integrations/payments/port";
import { hangingFetch, sessionRequest } from "./support/calls";

describe("a JSON call", () => {
  const call = { method: "GET", url: "https://api.example/x", headers: {}, timeoutMs: 20 } as const;

  it("ends when its time is up", async () =>
    expect(await requestJson(hangingFetch, call)).toEqual({ reached: false, why: "no answer within 20 ms" }));

  it("ends too when the body never completes", async () => {
    const stuck = (async (_url: unknown, init?: RequestInit) => {
      const body = new ReadableStream({
        start(controller) {
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body);
    }) as typeof fetch;
    expect(await requestJson(stuck, call)).toMatchObject({ reached: false });
  });
});

const ORIGINS = ["https://checkout.stripe.com", "http://127.0.0.1:8787"];

const answering = (url: string) =>
  onKnownPages(
    {
      name: "stripe",
      createSession: async () => ({ sessionId: "cs_1", url, expiresAtMs: 1 }),
      expireSession: async () => "expired",
    } as unknown as CheckoutProvider,
    ORIGINS,
  );

describe("a checkout URL", () => {
  it.each(["https://checkout.stripe.com/c/pay/cs_1#x", "http://127.0.0.1:8787/sandbox/checkout/stripe/cs_1"])(
    "%s is accepted as the provider's",
    async (url) => {
      expect((await answering(url).createSession(sessionRequest())).url).toBe(url);
      expect(await answering(url).expireSession("cs_1")).toBe("expired");
    },
  );

  it.each([
    "https://checkout.stripe.com.evil.example/c/pay/cs_1",
    "https://checkout.stripe.com@evil.example/",
    "http://checkout.stripe.com/c/pay/cs_1",
    "https://evil.example/checkout.stripe.com",
    "//evil.example",
    "javascript:alert(1)",
    "",
  ])("%s is refused", async (url) =>
    expect(answering(url).createSession(sessionRequest())).rejects.toMatchObject({ code: "rejected" }),
  );
});
