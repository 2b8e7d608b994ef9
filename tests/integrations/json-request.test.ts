import { describe, expect, it } from "vitest";
import { requestJson } from "~/integrations/json-request";
import { hangingFetch } from "./support/recording-fetch";

describe("a JSON call", () => {
  const call = { method: "GET", url: "https://api.example/x", headers: {}, timeoutMs: 20 } as const;

  it("ends when its time is up", async () => {
    expect(await requestJson(hangingFetch, call)).toEqual({ reached: false, why: "no answer within 20 ms" });
  });

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
