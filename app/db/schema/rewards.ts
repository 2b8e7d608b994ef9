import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { oneOf, paymentModes, referralStates, withdrawalStates } from "./names";
import { payments } from "./payments";
import { users } from "./people";
import { stakes } from "./stakes";

/** Who referred whom. A user is referred at most once, and never by themselves. */
export const referrals = sqliteTable(
  "referrals",
  {
    /** The referred user. */
    referredId: text("referred_id")
      .primaryKey()
      .references(() => users.id),
    referrerId: text("referrer_id")
      .notNull()
      .references(() => users.id),
    state: oneOf("state", referralStates).notNull().default("inactive"),
    rewardCents: integer("reward_cents").notNull(),
    /** The first stake payment of the referred user to settle. */
    paymentId: text("payment_id").references(() => payments.id),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("referrals_by_referrer").on(t.referrerId, t.createdAtMs),
    check("referrals_not_oneself", sql`${t.referrerId} <> ${t.referredId}`),
    check("referrals_reward", sql`${t.rewardCents} > 0`),
    check("referrals_earned", sql`${t.state} = 'inactive' OR ${t.paymentId} IS NOT NULL`),
  ],
);

/**
 * A request to be paid: one cycle's return on a stake or, without a stake, the wallet's whole balance. One at a time per
 * stake and cycle, and per wallet; a rejected request makes room for a new one.
 */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** null for the wallet's balance, as are cycle and interest. */
    stakeId: text("stake_id").references(() => stakes.id),
    cycleNumber: integer("cycle_number"),
    amountCents: integer("amount_cents").notNull(),
    /** Basis points over the purchase price: 2,080 is 20.8 %. */
    interestBasisPoints: integer("interest_basis_points"),
    mode: oneOf("mode", paymentModes).notNull(),
    holderName: text("holder_name").notNull(),
    bankName: text("bank_name").notNull(),
    ifscCode: text("ifsc_code").notNull(),
    accountNumberSealed: text("account_number_sealed").notNull(),
    accountLast4: text("account_last4").notNull(),
    keyId: text("key_id").notNull(),
    state: oneOf("state", withdrawalStates).notNull().default("progress"),
    /** Not payable earlier: a change of bank details delays it by 48 hours. */
    payableFromMs: integer("payable_from_ms").notNull(),
    bankReference: text("bank_reference"),
    rejectReason: text("reject_reason"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    uniqueIndex("withdrawals_one_per_cycle")
      .on(t.stakeId, t.cycleNumber)
      .where(sql`state <> 'rejected'`),
    uniqueIndex("withdrawals_one_open_balance")
      .on(t.userId)
      .where(sql`stake_id IS NULL AND state = 'progress'`),
    index("withdrawals_by_stake").on(t.stakeId),
    index("withdrawals_by_user").on(t.userId, t.createdAtMs),
    index("withdrawals_open")
      .on(t.createdAtMs)
      .where(sql`state = 'progress'`),
    check("withdrawals_amount", sql`${t.amountCents} > 0`),
    check("withdrawals_cycle", sql`${t.cycleNumber} >= 1`),
    check(
      "withdrawals_cycle_or_balance",
      sql`(${t.stakeId} IS NULL) = (${t.cycleNumber} IS NULL) AND (${t.stakeId} IS NULL) = (${t.interestBasisPoints} IS NULL)`,
    ),
    check("withdrawals_paid", sql`${t.state} <> 'paid' OR ${t.bankReference} IS NOT NULL`),
    check("withdrawals_rejected", sql`${t.state} <> 'rejected' OR ${t.rejectReason} IS NOT NULL`),
  ],
);
