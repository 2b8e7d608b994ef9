import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { valuations } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { PAYMENT_MODES, SETTING_KEYS, WITHDRAWAL_CANCELLERS, WITHDRAWAL_STATES } from "./names";
import { users } from "./people";
import { stakes } from "./stakes";

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
    /** The operator who paid it alone or confirmed it; null: it was in a payout run, which says who made that. */
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

/** One file for the bank, recalled as a whole or not at all. */
export const payoutRuns = sqliteTable(
  "payout_runs",
  {
    id: text("id").primaryKey(),
    number: integer("number").notNull(),
    operatorId: idOf("operator_id", () => users.id),
    rowCount: integer("row_count").notNull(),
    totalCents: integer("total_cents").notNull(),
    madeAtMs: integer("made_at_ms").notNull(),
    calledBackAtMs: integer("called_back_at_ms"),
    calledBackBy: text("called_back_by").references(() => users.id),
    callBackReason: text("call_back_reason"),
  },
  (t) => [
    uniqueIndex("payout_runs_by_number").on(t.number),
    index("payout_runs_by_operator").on(t.operatorId, t.madeAtMs),
    check("payout_runs_hold_something", sql`${t.rowCount} > 0 AND ${t.totalCents} > 0`),
    check(
      "payout_runs_called_back",
      sql`(${t.calledBackAtMs} IS NULL) = (${t.calledBackBy} IS NULL) AND (${t.calledBackAtMs} IS NULL) = (${t.callBackReason} IS NULL)`,
    ),
  ],
);

export const payoutRunRows = sqliteTable(
  "payout_run_rows",
  {
    runId: idOf("run_id", () => payoutRuns.id),
    place: integer("place").notNull(),
    withdrawalId: idOf("withdrawal_id", () => withdrawals.id),
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.place] }),
    uniqueWhere("payout_run_rows_one_open", [t.withdrawalId], sql`released_at_ms IS NULL`),
    index("payout_run_rows_by_withdrawal").on(t.withdrawalId),
    check("payout_run_rows_place", sql`${t.place} >= 1`),
  ],
);

/** Which column of a bank's file has what, as an operator named them: once for each set of column names. */
export const bankLayouts = sqliteTable("bank_layouts", {
  headers: text("headers").primaryKey(),
  columns: text("columns").notNull(),
  namedBy: idOf("named_by", () => users.id),
  namedAtMs: integer("named_at_ms").notNull(),
});

/** A file in which the bank says what it paid. The same file is taken once. */
export const bankAnswers = sqliteTable(
  "bank_answers",
  {
    /** Derived from the file's content and the columns it was read by. */
    id: text("id").primaryKey(),
    number: integer("number").notNull().unique(),
    sha256: text("sha256").notNull().unique(),
    handedInBy: idOf("handed_in_by", () => users.id),
    handedInAtMs: integer("handed_in_at_ms").notNull(),
    /** Entries of the file that say nothing about payouts: money that came in, and what is not booked yet. */
    otherLines: integer("other_lines").notNull(),
    markedBy: text("marked_by").references(() => users.id),
    markedAtMs: integer("marked_at_ms"),
  },
  (t) => [check("bank_answers_marked", sql`(${t.markedBy} IS NULL) = (${t.markedAtMs} IS NULL)`)],
);

/** One payment or return of a bank's answer, and the request that it is about. Without a problem that request is paid with the file. */
export const bankAnswerLines = sqliteTable(
  "bank_answer_lines",
  {
    answerId: idOf("answer_id", () => bankAnswers.id),
    line: integer("line").notNull(),
    /** As the bank wrote it, cut. */
    reference: text("reference").notNull(),
    bankReference: text("bank_reference").notNull(),
    amountCents: integer("amount_cents"),
    bookedOn: text("booked_on"),
    withdrawalId: text("withdrawal_id").references(() => withdrawals.id),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.answerId, t.line] }),
    uniqueWhere("bank_answer_lines_match_once", [t.withdrawalId], sql`problem IS NULL`),
    index("bank_answer_lines_by_withdrawal").on(t.withdrawalId),
    check("bank_answer_lines_match", sql`${t.problem} IS NOT NULL OR ${t.withdrawalId} IS NOT NULL`),
    check(
      "bank_answer_lines_problem",
      sql`${t.problem} IN ('no-reference', 'no-such-row', 'currency', 'amount-differs', 'not-with-bank', 'returned', 'twice', 'paid-already', 'unknown-status')`,
    ),
  ],
);
