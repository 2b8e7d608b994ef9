import { PROVIDER_NAMES, type ProviderName } from "~/integrations/payments/providers";
import { type Charge, givenBackCents, isAway } from "../../support/provider-records";
import type { Shop } from "../shop";

// The providers' books against ours, both ways: all money that moved has exactly one fate here, and nothing here comes
// from money that did not move.

type Payment = {
  id: string;
  provider: ProviderName;
  state: string;
  reason: string | null;
  amount: number;
  received: number | null;
  charge: string | null;
};

export function checkProviders(shop: Shop): void {
  const { store, world, providers } = shop;
  const payments =
    store.rows<Payment>(`SELECT id, provider, state, reason, amount_cents AS amount, received_cents AS received,
    provider_payment_id AS charge FROM payments`);
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const charges = Object.values(providers).flatMap((provider) => provider.charges);
  for (const charge of charges) {
    const wrong = wrongFate(charge, byId.get(charge.paymentId), isKnownToHaveFailed(charge));
    if (wrong)
      world.violate(`paid money has one right fate: ${wrong}`, { charge, payment: byId.get(charge.paymentId) });
  }
  const paid = new Set(charges.map(({ id }) => id));
  for (const payment of payments) {
    const moved = ["paid", "settled", "refunding", "refunded", "disputed"].includes(payment.state);
    if (moved && !(payment.charge && paid.has(payment.charge)))
      world.violate("nothing comes of money that did not come", payment);
  }
  checkHouse(shop, payments);

  function isKnownToHaveFailed({ id }: Charge): boolean {
    const known = "SELECT id FROM dead_letters WHERE error = 'refund-failed' AND body LIKE '%' || ? || '%'";
    return store.rows(known, [id]).length > 0;
  }
}

/** Why this is the wrong fate of the money; null: it is right. */
function wrongFate(charge: Charge, payment: Payment | undefined, knownToHaveFailed: boolean): string | null {
  if (!payment) return "no payment";
  if (payment.charge !== charge.id) return "not recorded";
  if (payment.received !== charge.cents) return "recorded otherwise";
  const back = givenBackCents(charge);
  const byUs = charge.refunds.filter((one) => one.by === "us");
  // One that came to nothing may be followed by another, once its key is forgotten.
  if (byUs.filter(({ failed }) => !failed).length > 1) return "sent back more than once";
  if (back > (charge.cents ?? 0)) return "more sent back than came in";
  const right = charge.cents === payment.amount && charge.currency === "USD" && charge.claimedPaymentId === payment.id;
  const takenBack = charge.cents !== null && back === charge.cents;
  switch (payment.state) {
    case "settled":
      if (!right) return "settled for the wrong money";
      if (byUs.length > 0) return "settled and sent back";
      return takenBack || isAway(charge) ? "kept what was bought with money that went back" : null;
    case "disputed":
      return isAway(charge) && right ? null : "disputed by nobody, or decided for us";
    case "refunding":
      if (right && payment.reason === "wrong-amount") return "the right money refused";
      return payment.provider === "copperx" || charge.cents === null || byUs[0]?.failed
        ? null
        : "still on its way back";
    case "refunded":
      if (payment.reason === "returned") return takenBack ? null : "returned by nobody";
      if (right && payment.reason === "wrong-amount") return "the right money refused";
      return takenBack || charge.dispute === "lost" || (byUs[0]?.failed && knownToHaveFailed)
        ? null
        : "said to be sent back, and was not";
    default:
      return "never noticed";
  }
}

/** What the providers hold for us, according to our books. */
function checkHouse({ store, world }: Shop, payments: readonly Payment[]): void {
  for (const name of PROVIDER_NAMES) {
    const [account] = store.rows<{ held: number }>(
      "SELECT debits_total - credits_total AS held FROM accounts WHERE id = ?",
      [`house:${name}`],
    );
    const kept = payments.filter(
      ({ provider, state }) => provider === name && (state === "settled" || state === "refunding"),
    );
    const due = kept.reduce((sum, { received }) => sum + (received ?? 0), 0);
    if (account?.held !== due)
      world.violate("what a provider holds is what is kept or on its way back", { name, due, held: account?.held });
  }
}
