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
