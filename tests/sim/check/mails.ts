import type { Shop } from "../shop";

/** Everyone with an address is told the outcome of their payment. */
export function checkMails({ store, mails, world }: Shop): void {
  const told = new Set(mails.map(({ key }) => key));
  const due = store.rows<{ subject: string }>(`SELECT subject_id AS subject FROM outbox JOIN payments
      ON payments.id = substr(subject_id, instr(subject_id, ':') + 1) JOIN users ON users.id = user_id
    WHERE kind = 'send-notice' AND email IS NOT NULL AND notice IN ('payment-settled', 'payment-refunding')`);
  for (const { subject } of due)
    if (!told.has(`notice/${subject}`)) world.violate("what became of a payment is told", subject);
}
