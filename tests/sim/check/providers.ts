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
    const payment = byId.get(charge.paymentId);
    const wrong =
      payment?.reason === "underpaid"
        ? wrongRest(shop, charge, payment)
        : wrongFate(charge, payment, isKnownToHaveFailed(charge));
    if (wrong)
      world.violate(`paid money has one right fate: ${wrong}`, { charge, payment: byId.get(charge.paymentId) });
  }
  const paid = new Set(charges.map(({ id }) => id));
  for (const payment of payments) {
    const moved = ["paid", "settled", "refunding", "refunded", "disputed"].includes(payment.state);
    const inPart = payment.reason === "underpaid";
    if (moved && !inPart && !(payment.charge && paid.has(payment.charge)))
      world.violate("nothing comes of money that did not come", payment);
  }
  checkParts(shop, payments);
  checkHouse(shop, payments);

  function isKnownToHaveFailed({ id }: Charge): boolean {
    const known = "SELECT id FROM dead_letters WHERE error = 'refund-failed' AND body LIKE '%' || ? || '%'";
    return store.rows(known, [id]).length > 0;
  }
}

/** The checkout had ended before the rest came: it waits for a person, whom only reconciliation tells. */
function wrongRest({ store, reconciles }: Shop, charge: Charge, payment: Payment): string | null {
  if (!reconciles) return null;
  const told = store.rows<{ cents: number }>(
    `SELECT json_extract(detail, '$.provider.amountCents') AS cents FROM differences
      WHERE payment_id = ? AND kind = 'paid-twice' AND state = 'open'`,
    [payment.id],
  );
  return told.length === 1 && told[0]?.cents === charge.cents ? null : "the rest of what was underpaid is not told";
}

/** Too little that arrived is owed or was sent back, all of it and once; the rest that came in time makes it a payment like any other. */
function checkParts({ store, world, providers, sentBack }: Shop, payments: readonly Payment[]): void {
  const arrived = new Map<string, number>();
  for (const { request, arrivedCents, charge } of providers.copperx.sessions.values())
    if (arrivedCents && !charge) arrived.set(request.paymentId, arrivedCents);
  for (const payment of payments) {
    const cents = arrived.get(payment.id) ?? 0;
    const isShort = payment.reason === "underpaid";
    const violate = (why: string) => world.violate(`too little that arrived has one fate: ${why}`, { payment, cents });
    const stakes = store.rows("SELECT id FROM stakes WHERE payment_id = ?", [payment.id]).length;
    if (cents > 0 && !isShort) violate("it counts as nothing, or for more than it is");
    if (!isShort) continue;
    if (payment.state !== "refunding" && payment.state !== "refunded") violate("neither owed nor sent back");
    if (payment.received === null || payment.received >= payment.amount || stakes > 0) violate("it bought something");
    if (cents > 0 && payment.received !== cents) violate("another amount is owed");
    if ((payment.state === "refunded") !== sentBack.has(payment.id)) violate("sent back by nobody, or still owed");
    if (payment.state === "refunded" && sentBack.get(payment.id) !== payment.received) violate("wrong sum sent back");
  }
  for (const [paymentId, cents] of sentBack)
    if (!payments.some(({ id, state, reason }) => id === paymentId && state === "refunded" && reason === "underpaid"))
      world.violate("too little that arrived has one fate: sent back and kept", { paymentId, cents });
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
    // Sent back from our bank: the provider still has it.
    const [byHand] = store.rows<{ cents: number }>(
      `SELECT coalesce(sum(received_cents), 0) AS cents
        FROM payments JOIN manual_refunds ON payment_id = payments.id WHERE provider = ? AND state = 'refunded'`,
      [name],
    );
    const due = kept.reduce((sum, { received }) => sum + (received ?? 0), 0) + (byHand?.cents ?? 0);
    if (account?.held !== due)
      world.violate("what a provider holds is what is kept or on its way back", { name, due, held: account?.held });
  }
}
