// What the database must refuse, written down by hand: a test must not take it from what it tests.

export const GRAPHS = [
  "casks",
  "payments",
  "reservations",
  "stakes",
  "certificates",
  "referrals",
  "withdrawals",
  "stray_receipts",
  "cask_exits",
];
/** Tables whose rows are never deleted, besides the lists of names. */
export const KEPT = [
  ...[
    "account_closings",
    "accounts",
    "audit_log",
    "cask_exits",
    "casks",
    "certificates",
    "contact_changes",
    "dead_letters",
    "differences",
    "evidence",
    "gauges",
    "payments",
  ],
  ...[
    "provider_events",
    "identity_checks",
    "payout_proposals",
    "manual_refunds",
    "referrals",
    "reservations",
    "stakes",
    "stray_receipts",
    "transfers",
    "users",
    "valuations",
    "withdrawals",
  ],
];
/** Columns that never change, listed independently of the rules themselves; all: every column. */
export const FIXED = {
  account_closings: "id user_id asked_at_ms",
  accounts: "id user_id currency may_overdraw",
  audit_log: "all",
  cask_exits: `id cask_id kind buyer_kind sold_on gross_cents fees_cents stakes net_per_stake_cents remainder_cents
    proposed_by proposed_at_ms`,
  certificates: "id stake_id code r2_key created_at_ms",
  contact_changes: "id user_id channel changed_at_ms",
  evidence: "all",
  gauges: "all",
  identity_checks: "all",
  manual_refunds: "all",
  payments: "id user_id purpose cask_id amount_cents mode provider created_at_ms",
  provider_events: "all",
  referrals: "referred_id referrer_id reward_cents created_at_ms",
  reservations: "payment_id cask_id created_at_ms",
  stakes: "id cask_id number user_id payment_id price_cents purchased_at_ms",
  stray_receipts: "session_id provider payment_id received_cents created_at_ms",
  transfers: "all",
  valuations: "all",
  withdrawals: `id user_id stake_id cycle_number amount_cents interest_basis_points mode created_at_ms
    reckoned_to_cents stop_token holder_differs over_limit`,
};
