import { expect } from "vitest";
import type { SessionRequest } from "~/integrations/payments/port";

/** 12 Dec 2026, 09:30:00.250 UTC: not on a whole second, as on a real clock. */
export const NOW_MS = Date.UTC(2026, 11, 12, 9, 30, 0, 250);

export function sessionRequest(changes: Partial<SessionRequest> = {}): SessionRequest {
  return {
    paymentId: "pay_01JD",
    attempt: 1,
    amountCents: 125_000,
    productName: "Glen Orrin 2019 & Sons",
    description: "One stake, number 17 of 240",
    customerEmail: "asha@example.com",
    successUrl: "https://app.example/payment-success?payment=pay_01JD",
    cancelUrl: "https://app.example/payment-unsuccessful?payment=pay_01JD",
    expiresAtMs: NOW_MS + 30 * 60_000,
    metadata: {
      userID: "u_1",
      isOneTimePay: "false",
      productName: "Glen Orrin 2019 & Sons",
      caskId: "c_1",
      amount: "1250.00",
      paymentMode: "Bank",
    },
    ...changes,
  };
}

export async function hmacHex(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
  return [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Recorded = { method: string; url: string; headers: Headers; body: string; init: RequestInit };
export type Reply = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | Error;

export function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}

/**
 * A fetch that records every request and answers from a list; the last answer repeats. An Error in the list is thrown.
 */
export function recordingFetch(...replies: Reply[]) {
  const requests: Recorded[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push({
      method: init.method ?? "GET",
      url: urlOf(input),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : "",
      init,
    });
    if (!reply) throw new Error("no reply was given for this request");
    if (reply instanceof Error) throw reply;
    const body = reply.text ?? JSON.stringify(reply.json ?? {});
    return new Response(body, { status: reply.status ?? 200, headers: reply.headers ?? {} });
  };
  const singleCall = (): Recorded => {
    const [first, ...more] = requests;
    if (!first || more.length > 0) throw new Error(`one request was expected, ${requests.length} were made`);
    return first;
  };
  return { fetch: send as typeof fetch, requests, singleCall };
}

/** A fetch that never answers until its signal aborts it, like a hanging provider. */
export const hangingFetch = ((_input: RequestInfo | URL, init?: RequestInit) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  })) as typeof fetch;

/** What the call fails with, which is of this kind. */
export async function failureAs<E extends Error>(
  kind: abstract new (...given: never[]) => E,
  call: Promise<unknown>,
): Promise<E> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as E;
}
