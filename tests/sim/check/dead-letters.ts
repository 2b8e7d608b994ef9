import { givenBackCents } from "../../support/provider-records";
import type { Shop } from "../shop";

// Work may be left to an operator only where no program could do it.

type Difference = { id: string; kind: string };
type Letter = { id: string; origin: string; body: string; error: string | null; isOpen: number };

export function checkDeadLetters({ store, world, providers }: Shop): void {
  for (const letter of store.rows<Letter>(
    "SELECT id, origin, body, error, resolved_at_ms IS NULL AS isOpen FROM dead_letters",
  )) {
    if (!legitimate(letter)) world.violate("only what needs a person is left to one", letter);
    world.count(`left to a person: ${letter.error ?? letter.origin}`);
  }

  for (const difference of store.rows<Difference>("SELECT id, kind FROM differences WHERE state = 'open'")) {
    if (!explained(difference)) world.violate("only what a person must look at stays a difference", difference);
    world.count(`difference left: ${difference.kind}`);
  }
  for (const { kind } of store.rows<Difference>("SELECT id, kind FROM differences WHERE state = 'repaired'"))
    world.count(`difference repaired: ${kind}`);

  /** An operator has to judge failed and partial refunds. */
  function explained({ id, kind }: Difference): boolean {
    // The rest of what was sent back by hand waits for a person too.
    if (kind === "paid-twice") return world.happened.has("part sent back");
    if (kind === "refund-not-recorded") return world.happened.has("provider: part");
    return kind === "refund-amount-differs" && (world.happened.has("refund came back") || wentBackInParts(id));
  }

  /** The provider returned a part and we what was left, days later: reconciliation reads no further back than two days. */
  function wentBackInParts(id: string): boolean {
    const charge = providers.stripe.charges.find((one) => id === `refund-amount-differs:${one.id}`);
    return charge !== undefined && charge.refunds.length > 1 && givenBackCents(charge) === charge.cents;
  }

  function legitimate({ id, origin, body, isOpen }: Letter): boolean {
    // The nudge was lost; the timer ran the row.
    if (origin === "queue") return true;
    if (id.startsWith("refund:")) {
      return needsOperator(id.slice("refund:".length)) || (!isOpen && world.happened.has("refund failed"));
    }
    // The provider reported that its own refund failed, before or after it had promised it.
    if (id.startsWith("refund-failed:")) return world.happened.has("refund came back");
    // A stake was sold on, and then its seller's own payment was reversed.
    if (origin === "owed") {
      const { paymentId } = JSON.parse(body) as { paymentId: string };
      const sold = `SELECT 1 FROM offers JOIN stakes ON stakes.id = stake_id JOIN payments ON payments.id = payment_id
        WHERE payments.id = ? AND offers.state IN ('sold', 'undone') AND payments.reversals > 0`;
      return store.rows(sold, [paymentId]).length > 0;
    }
    if (origin === "reward") {
      const { referredId } = JSON.parse(body) as { referredId: string };
      const paid = "SELECT 1 FROM transfers WHERE refers_to = 'referral:' || ? AND reason = 'reward-paid'";
      return store.rows(paid, [referredId]).length > 0;
    }
    if (id.startsWith("partial:")) return world.happened.has("provider: part");
    // An unknown session is looked up until it is given up.
    if (id.startsWith("outbox:handle-event:")) return world.happened.has("webhook of a stranger");
    return false;
  }

  function needsOperator(paymentId: string): boolean {
    // It was, until it was sent back, or completed.
    const short = "SELECT id FROM audit_log WHERE id = 'settle:' || ? AND detail = 'underpaid'";
    if (store.rows(short, [paymentId]).length > 0) return true;
    const [payment] = store.rows<{ provider: string; received: number | null }>(
      "SELECT provider, received_cents AS received FROM payments WHERE id = ? AND state = 'refunding'",
      [paymentId],
    );
    return (
      payment !== undefined &&
      (payment.provider === "copperx" || payment.received === null || world.happened.has("refund failed"))
    );
  }
}
