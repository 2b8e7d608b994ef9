export const SETTING_KEYS = [
  "joining_fee_cents",
  // Of one person, within 24 hours or 30 days. More requests than this are refused, whatever became of the earlier ones.
  "withdrawal_requests_per_day",
  // What is over one of these waits for an operator.
  "payouts_per_day",
  "payouts_per_month",
  "payout_cents_per_day",
  "payout_cents_per_month",
  "payout_accounts_per_month",
  // Paid out within 30 days: more needs an identity check that was passed.
  "identity_check_above_cents",
  // The same, while nothing was paid out yet, and of all that ever was.
  "identity_first_payout_above_cents",
  "identity_total_above_cents",
  "second_operator_above_cents",
  // What one operator may pay alone or confirm within 24 hours, payout runs included.
  "operator_cents_per_day",
  // Of buyer and seller each, in hundredths of a percent; an offer keeps the one it began with.
  "resale_fee_basis_points",
  // How long the proceeds of a stake are on hold after it was paid for by card, and in crypto.
  "proceeds_hold_days_card",
  "proceeds_hold_days_crypto",
  "market_countries",
  "publishing_asks",
] as const;
