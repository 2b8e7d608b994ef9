import type { CheckoutProvider, CreatedSession, ProviderName, SessionState } from "~/integrations/payments/port";

// Plays the checkout provider for payments in the past: everything asked for was paid in full.

const PREFIX = "cs_demo_";

export const sessionIdOf = (paymentId: string) => `${PREFIX}${paymentId}`;

/** @param amountOf what a payment costs by its row, for sessions of an earlier run */
export function createTill(name: ProviderName, amountOf: (paymentId: string) => number | null): CheckoutProvider {
  const refuse = (): never => {
    throw new Error("the demo data gives nothing back and gets no events");
  };
  const sessionOf = (paymentId: string): SessionState => ({
    sessionId: sessionIdOf(paymentId),
    status: "complete",
    paid: true,
    amountCents: amountOf(paymentId),
    currency: "USD",
    paymentId,
    providerPaymentId: `pi_demo_${paymentId}`,
    url: null,
  });
  return {
    name,
    createSession: async ({ paymentId, successUrl, expiresAtMs }): Promise<CreatedSession> => ({
      sessionId: sessionIdOf(paymentId),
      url: successUrl,
      expiresAtMs,
    }),
    readSession: async (sessionId) => sessionOf(sessionId.slice(PREFIX.length)),
    expireSession: async () => "complete",
    refund: refuse,
    readRefunds: async () => [],
    readDisputes: async () => [],
    verifyWebhook: async () => null,
  };
}
