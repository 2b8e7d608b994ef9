import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { PAYMENT_MODES, REFERRAL_STATES, WITHDRAWAL_CANCELLERS, WITHDRAWAL_STATES } from "./names";
import { SETTING_KEYS } from "./names-of-settings";
import { valuations } from "./casks";
import { payments } from "./payments";
import { users } from "./people";
import { stakes } from "./stakes";

/** A user is referred at most once, and never by themselves. */
export const referrals = sqliteTable(
  "referrals",
  {
    referredId: idOf("referred_id", () => users.id).primaryKey(),
    referrerId: idOf("referrer_id", () => users.id),
    state: oneOf("state", REFERRAL_STATES).notNull().default("inactive"),
    rewardCents: integer("reward_cents").notNull(),
    paymentId: text("payment_id").references(() => payments.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When an operator decided that the two are two people. */
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    index("referrals_by_referrer").on(t.referrerId, t.createdAtMs),
    indexWhere("referrals_waiting", [t.createdAtMs], sql`state IN ('held', 'pending')`),
    // Asked by the foreign key.
    index("referrals_by_payment").on(t.paymentId),
    check("referrals_not_oneself", sql`${t.referrerId} <> ${t.referredId}`),
    check("referrals_reward", sql`${t.rewardCents} > 0`),
    check("referrals_earned", sql`${t.state} = 'inactive' OR ${t.paymentId} IS NOT NULL`),
  ],
);

/**
 * A request to be paid: one cycle's return of a stake, or, without a stake, the whole balance of the wallet. One at a time for
 * each stake and cycle, and for each wallet; one that was rejected or cancelled frees the place.
 */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    /** null for the wallet's balance, as are cycle and interest. */
    stakeId: text("stake_id").references(() => stakes.id),
    cycleNumber: integer("cycle_number"),
    amountCents: integer("amount_cents").notNull(),
    /** Basis points over the purchase price: 2,080 is 20.8 %. */
    interestBasisPoints: integer("interest_basis_points"),
    /** The value per stake up to which a cycle's return was calculated: later returns count from the highest one. */
    reckonedToCents: integer("reckoned_to_cents"),
    mode: oneOf("mode", PAYMENT_MODES).notNull(),
    holderName: text("holder_name").notNull(),
    bankName: text("bank_name").notNull(),
    ifscCode: text("ifsc_code").notNull(),
    accountNumberSealed: text("account_number_sealed").notNull(),
    accountLast4: text("account_last4").notNull(),
    keyId: text("key_id").notNull(),
    state: oneOf("state", WITHDRAWAL_STATES).notNull().default("progress"),
    /** Keyed hash of IFSC code and account number: tells an account that was paid to before without opening it. */
    accountMark: text("account_mark"),
    /** 1: the holder's name is another one than the profile's, 0: it is the same; null: the profile has none. */
    holderDiffers: integer("holder_differs"),
    /** The limit it was over when it was asked for: it is paid once an operator has cleared it. */
    overLimit: oneOf("over_limit", SETTING_KEYS),
    clearedAtMs: integer("cleared_at_ms"),
    stopToken: text("stop_token"),
    payableFromMs: integer("payable_from_ms").notNull(),
    /** The entry up to which a cycle's return was calculated. */
    valuationId: text("valuation_id").references(() => valuations.id),
    sentAtMs: integer("sent_at_ms"),
    stopAskedAtMs: integer("stop_asked_at_ms"),
    bankReference: text("bank_reference"),
    /** Who paid it alone or confirmed it; null: it was in a payout run, which says who made that. */
    paidBy: text("paid_by").references(() => users.id),
    rejectReason: text("reject_reason"),
    cancelledBy: oneOf("cancelled_by", WITHDRAWAL_CANCELLERS),
    /** Set when the bank sent it back after it was paid; `updatedAtMs` stays the time it was paid. */
    returnReference: text("return_reference"),
    returnReason: text("return_reason"),
    returnedAtMs: integer("returned_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    uniqueWhere("withdrawals_one_per_cycle", [t.stakeId, t.cycleNumber], sql`state IN ('progress', 'sending', 'paid')`),
    uniqueWhere("withdrawals_one_open_balance", [t.userId], sql`stake_id IS NULL AND state IN ('progress', 'sending')`),
    uniqueIndex("withdrawals_by_stop_token").on(t.stopToken),
    index("withdrawals_by_stake").on(t.stakeId),
    indexWhere("withdrawals_paid_by_user", [t.userId, t.updatedAtMs, t.amountCents], sql`state = 'paid'`),
    index("withdrawals_by_user").on(t.userId, t.createdAtMs),
    indexWhere("withdrawals_by_reference", [sql`"bank_reference" COLLATE NOCASE`], sql`bank_reference IS NOT NULL`),
    indexWhere("withdrawals_by_due", [t.payableFromMs, t.id], sql`state = 'progress'`),
    indexWhere("withdrawals_decided", [t.state, t.updatedAtMs], sql`state <> 'progress'`),
    indexWhere("withdrawals_open", [t.createdAtMs], sql`state IN ('progress', 'sending')`),
    index("withdrawals_by_account").on(t.accountMark, t.userId),
    index("withdrawals_by_valuation").on(t.valuationId),
    indexWhere("withdrawals_sending_by_user", [t.userId, t.id, t.amountCents], sql`state = 'sending'`),
    indexWhere("withdrawals_sending", [t.sentAtMs, t.id], sql`state = 'sending'`),
    indexWhere("withdrawals_paid_by", [t.paidBy, t.updatedAtMs], sql`paid_by IS NOT NULL`),
    check("withdrawals_holder_differs", sql`${t.holderDiffers} IN (0, 1)`),
    check("withdrawals_cleared", sql`${t.clearedAtMs} IS NULL OR ${t.overLimit} IS NOT NULL`),
    check("withdrawals_amount", sql`${t.amountCents} > 0`),
    check("withdrawals_cycle", sql`${t.cycleNumber} >= 1`),
    check(
      "withdrawals_cycle_or_balance",
      sql`(${t.stakeId} IS NULL) = (${t.cycleNumber} IS NULL) AND (${t.stakeId} IS NULL) = (${t.interestBasisPoints} IS NULL)`,
    ),
    check("withdrawals_paid", sql`${t.state} <> 'paid' OR ${t.bankReference} IS NOT NULL`),
    check(
      "withdrawals_returned",
      sql`(${t.state} = 'returned') = (${t.returnReference} IS NOT NULL) AND (${t.state} = 'returned') = (${t.returnReason} IS NOT NULL) AND (${t.state} = 'returned') = (${t.returnedAtMs} IS NOT NULL)`,
    ),
    check("withdrawals_rejected", sql`${t.state} <> 'rejected' OR ${t.rejectReason} IS NOT NULL`),
  ],
);

/** A payout above the limit of the settings, proposed by one operator; another confirms it. A later proposal replaces it. */
export const payoutProposals = sqliteTable(
  "payout_proposals",
  {
    withdrawalId: idOf("withdrawal_id", () => withdrawals.id).primaryKey(),
    operatorId: idOf("operator_id", () => users.id),
    bankReference: text("bank_reference").notNull(),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    calledBackAtMs: integer("called_back_at_ms"),
    decidedAtMs: integer("decided_at_ms"),
  },
  (t) => [
    indexWhere("payout_proposals_waiting", [t.proposedAtMs], sql`called_back_at_ms IS NULL AND decided_at_ms IS NULL`),
  ],
);
