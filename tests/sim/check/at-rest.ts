import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import { givenBackCents } from "../../support/provider-records";
import type { Shop } from "../shop";
import { hexDigest } from "../audit-deps";
import { checkProviders } from "./providers";
import { checkAnyMoment, REST_RULES } from "./rules";

/** Everyone with an address is told the outcome of their payment. An account that closed first no longer has one: nothing is sent to it. */
function checkEmails({ store, emails, world }: Shop): void {
  const told = new Set(emails.map(({ key }) => key));
  const due = store.rows<{ subject: string }>(`SELECT subject_id AS subject FROM outbox JOIN payments
      ON payments.id = substr(subject_id, instr(subject_id, ':') + 1) JOIN users ON users.id = user_id
    WHERE kind = 'send-notice' AND email IS NOT NULL AND notice IN ('payment-settled', 'payment-refunding')
      AND (closed_at_ms IS NULL OR done_at_ms < closed_at_ms)`);
  for (const { subject } of due)
    if (!told.has(`notice/${subject}`)) world.violate("what became of a payment is told", subject);
}

/** A request is cancelled only by the investor who made it and by its own link. */
function checkTakenBack({ store, world, takenBack }: Shop): void {
  for (const { id } of store.rows<{ id: string }>("SELECT id FROM withdrawals WHERE state = 'cancelled'"))
    if (!takenBack.has(id)) world.violate("what is cancelled was cancelled by somebody", id);
}

/** What the bank paid is paid in our books, once, and nothing else has become of it. */
function checkWithBank({ store, world, bankPaid }: Shop): void {
  for (const [id, references] of bankPaid) {
    const [row] = store.rows<{ state: string; reference: string | null }>(
      "SELECT state, bank_reference AS reference FROM withdrawals WHERE id = ?",
      [id],
    );
    const isPaid = row?.state === "paid" || row?.state === "returned";
    if (!isPaid || !references.has(row.reference ?? ""))
      world.violate("what the bank paid is marked paid under its reference", { id, ...row });
  }
}

type Row = {
  id: string;
  key: string;
  sha256: string | null;
  bytes: number | null;
  number: number;
  price: number;
  code: string;
  cask: string;
};

/** Each issued certificate is exactly the file in the bucket, written once, and states what the stake is. */
function checkCertificates({ store, bucket, world }: Shop): void {
  const rows =
    store.rows<Row>(`SELECT certificates.id, r2_key AS key, sha256, size_bytes AS bytes, number, price_cents AS price, code,
      casks.name AS cask FROM certificates JOIN stakes ON stakes.id = stake_id JOIN casks ON casks.id = cask_id
    JOIN users ON users.id = stakes.user_id WHERE certificates.sha256 IS NOT NULL AND users.closed_at_ms IS NULL`);
  for (const { id, key, sha256, bytes, number, price, code, cask } of rows) {
    const file = bucket.objects.get(key);
    if (!file || hexDigest(file) !== sha256 || file.byteLength !== bytes)
      world.violate("a certificate's hash is that of its file", id);
    if (!file) continue;
    const facts = JSON.parse(new TextDecoder().decode(file)) as CertificateFacts;
    const right =
      facts.stakeNumber === number && facts.amountCents === price && facts.code === code && facts.caskName === cask;
    if (!right) world.violate("a certificate says what the stake is", id);
  }
  // The results of audit steps lie beside them: a run that died writes its step again.
  const certificates = [...bucket.writes].filter(([key]) => !key.startsWith("audit-steps/"));
  for (const [key, writes] of certificates) if (writes !== 1) world.violate("a certificate is written once", key);
}

// Work may be left to an operator only where no program could do it.

type Difference = { id: string; kind: string };
type Letter = { id: string; origin: string; body: string; error: string | null; isOpen: number };

function checkDeadLetters({ store, world, providers }: Shop): void {
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
    if (kind === "paid-twice") return world.happened.has("the rest arrived");
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
    // It was, until it was sent back.
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

/** Everything that must hold once a run has come to rest: the books, and the books against the outside world. */
export function checkAtRest(shop: Shop): void {
  checkAnyMoment(shop);
  for (const [rule, query] of Object.entries(REST_RULES)) {
    const rows = shop.store.rows(query.replaceAll("$now", String(shop.world.nowMs)));
    if (rows.length > 0) shop.world.violate(rule, rows.slice(0, 3));
  }
  checkProviders(shop);
  checkCertificates(shop);
  checkDeadLetters(shop);
  checkEmails(shop);
  shop.book.check();
  checkTakenBack(shop);
  checkWithBank(shop);
}
