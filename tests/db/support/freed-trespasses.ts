/** What must not become of a stake's number, or of a fee, before its payment is refunded, by rule. @param stakeId of one whose payment counts */
export const freedTrespasses = (stakeId: string): Record<string, string> => ({
  "a number cannot be sold again before it is freed": `INSERT INTO stakes (id, cask_id, number, sale_number, user_id, payment_id, price_cents, purchased_at_ms)
    SELECT 'x', cask_id, 1, 2, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_paid'`,
  "a fee must be kept from a refunded payment, after 14 days, and be at most half of it":
    "UPDATE payments SET kept_cents = 1 WHERE id = 'pay_paid'",
  "a number must be freed once, after the refund of its payment": `UPDATE stakes SET state = 'ended', freed_at_ms = 1 WHERE id = '${stakeId}'`,
  "a freed number cannot be sold again twice": `UPDATE stakes SET sold_again_at_ms = 1 WHERE id = '${stakeId}'`,
});
