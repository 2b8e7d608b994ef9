import type { Shop } from "../shop";

/** Everyone with an address is told the outcome of their payment. An account that closed first no longer has one: nothing is sent to it. */
export function checkEmails({ store, emails, world }: Shop): void {
  const told = new Set(emails.map(({ key }) => key));
  const due = store.rows<{ subject: string }>(`SELECT subject_id AS subject FROM outbox JOIN payments
      ON payments.id = substr(subject_id, instr(subject_id, ':') + 1) JOIN users ON users.id = user_id
    WHERE kind = 'send-notice' AND email IS NOT NULL AND notice IN ('payment-settled', 'payment-refunding')
      AND (closed_at_ms IS NULL OR done_at_ms < closed_at_ms)`);
  for (const { subject } of due)
    if (!told.has(`notice/${subject}`)) world.violate("what became of a payment is told", subject);
}
