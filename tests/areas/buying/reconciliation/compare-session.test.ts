import { describe, expect, it } from "vitest";
import type { Payment } from "~/db/schema/payments";
import { compareSession } from "~/areas/buying/reconciliation/check-sessions";
import type { SessionState } from "~/integrations/payments/port";

const SESSION: SessionState = {
  sessionId: "cs_1",
  status: "complete",
  paid: true,
  amountCents: 50_000,
  currency: "USD",
  paymentId: "pay_1",
  providerPaymentId: "pi_1",
  url: null,
};
const PAYMENT = {
  id: "pay_1",
  state: "settled",
  amountCents: 50_000,
  receivedCents: 50_000,
  providerSessionId: "cs_1",
  providerPaymentId: "pi_1",
} as Payment;
const unpaid = (status: SessionState["status"]): SessionState => ({
  ...SESSION,
  status,
  paid: false,
  providerPaymentId: null,
});
const fresh = (state: Payment["state"]): Payment => ({
  ...PAYMENT,
  state,
  receivedCents: null,
  providerPaymentId: null,
});

describe("a provider's session compared with our payment", () => {
  it.each([
    ["the same on both sides", SESSION, PAYMENT, null],
    ["paid, and refunded by us", SESSION, { ...PAYMENT, state: "refunded" }, null],
    ["paid there, open here", SESSION, fresh("open"), "paid-not-settled"],
    ["paid there, expired here", SESSION, fresh("expired"), "paid-not-settled"],
    [
      "paid there, never written down here",
      SESSION,
      { ...fresh("failed"), providerSessionId: null },
      "paid-not-settled",
    ],
    ["another amount", { ...SESSION, amountCents: 49_999 }, PAYMENT, "amount-differs"],
    ["a second session, paid too", { ...SESSION, sessionId: "cs_2", providerPaymentId: "pi_2" }, PAYMENT, "paid-twice"],
    ["settled through another session than the one written down", { ...SESSION, sessionId: "cs_2" }, PAYMENT, null],
    ["a second session, still payable", { ...unpaid("open"), sessionId: "cs_2" }, PAYMENT, "ended-but-payable"],
    ["a second session, over", { ...unpaid("expired"), sessionId: "cs_2" }, PAYMENT, null],
    ["settled here, unpaid there", unpaid("expired"), PAYMENT, "settled-not-paid"],
    ["over there, open here", unpaid("expired"), fresh("open"), "over-but-open"],
    ["open on both sides", unpaid("open"), fresh("open"), null],
    ["over here, payable there", unpaid("open"), fresh("cancelled"), "ended-but-payable"],
    ["over on both sides", unpaid("expired"), fresh("expired"), null],
    ["paid for a payment we never made", SESSION, null, "paid-for-unknown-payment"],
    ["paid for another product on the same account", { ...SESSION, paymentId: "order-7" }, null, null],
    ["unpaid, for a payment we never made", unpaid("open"), null, null],
  ] as const)("%s", (_what, session, payment, difference) => {
    expect(compareSession(session, payment as Payment | null)).toBe(difference);
  });
});
