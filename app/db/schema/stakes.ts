import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { bids, caskExits } from "./market";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { OFFER_ENDS, OFFER_STATES } from "~/domain/offers";
import { BID_CHOICES, CERTIFICATE_STATES, RESERVATION_STATES, STAKE_STATES } from "./names";
import { payments } from "./payments";
import { users } from "./people";

/** A stake held while a checkout is open. One per stake payment, written in the same batch. */
export const reservations = sqliteTable(
  "reservations",
  {
    paymentId: idOf("payment_id", () => payments.id).primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    state: oneOf("state", RESERVATION_STATES).notNull().default("held"),
    createdAtMs: integer("created_at_ms").notNull(),
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    index("reservations_by_cask").on(t.caskId, t.state),
    indexWhere("reservations_released", [t.caskId, t.releasedAtMs], sql`released_at_ms IS NOT NULL`),
  ],
);

/**
 * One person's holding of one numbered stake, from purchase to end; rows are never deleted. We sell each number once, and again only after its
 * payment was refunded in full. If its holder sells it on, that row ends and another follows it, with a price, a day and cycles of its own:
 * no number has two rows that stand.
 */
export const stakes = sqliteTable(
  "stakes",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    number: integer("number").notNull(),
    userId: idOf("user_id", () => users.id),
    paymentId: idOf("payment_id", () => payments.id),
    priceCents: integer("price_cents").notNull(),
    /** The highest value that returns of earlier holdings of it were counted to, or that was paid for one; 0: it is the first. */
    markCents: integer("mark_cents").notNull().default(0),
    state: oneOf("state", STAKE_STATES).notNull().default("active"),
    purchasedAtMs: integer("purchased_at_ms").notNull(),
    /** The end of its cask that was credited to its holder. Null for a stake that ended in another way. */
    exitId: text("exit_id").references(() => caskExits.id),
    /** 1: bought from us; 2: bought from the one who did; and so on. */
    holderNumber: integer("holder_number").notNull().default(1),
    saleNumber: integer("sale_number").notNull().default(1),
    /** When its payment was refunded in full, which ended it and set its number free, or gave it back to its seller. */
    freedAtMs: integer("freed_at_ms"),
    soldAgainAtMs: integer("sold_again_at_ms"),
    resoldAtMs: integer("resold_at_ms"),
    /** When its state was last changed; each statement that changes it says so. Null: never. */
    stateAtMs: integer("state_at_ms"),
    /** The latest certificate: the valid one, if there is one. Kept by triggers, so that a list of stakes reads nothing else. */
    certificateId: text("certificate_id"),
    certificateCode: text("certificate_code"),
    certificateState: oneOf("certificate_state", CERTIFICATE_STATES),
    certificateAtMs: integer("certificate_at_ms"),
  },
  (t) => [
    uniqueIndex("stakes_number").on(t.caskId, t.number, t.saleNumber, t.holderNumber),
    uniqueIndex("stakes_by_payment").on(t.paymentId),
    index("stakes_by_user").on(t.userId, t.purchasedAtMs),
    index("stakes_by_user_and_cask").on(t.userId, t.caskId),
    uniqueWhere("stakes_standing", [t.caskId, t.number], sql`state <> 'ended'`),
    // Numbers that are free again come before those sold again.
    indexWhere("stakes_freed", [t.caskId, t.soldAgainAtMs, t.number], sql`freed_at_ms IS NOT NULL`),
    indexWhere("stakes_by_exit", [t.exitId], sql`exit_id IS NOT NULL`),
    check("stakes_number_positive", sql`${t.number} >= 1`),
    check(
      "stakes_freed_ended",
      sql`${t.freedAtMs} IS NULL OR (${t.state} = 'ended' AND ${t.exitId} IS NULL AND ${t.resoldAtMs} IS NULL)`,
    ),
    check("stakes_sold_again_freed", sql`${t.soldAgainAtMs} IS NULL OR ${t.freedAtMs} IS NOT NULL`),
    check("stakes_price", sql`${t.priceCents} > 0`),
  ],
);

/** Each change of a stake's state, written by a trigger. Append-only: so what was true at midnight can be told later. */
export const stakeChanges = sqliteTable(
  "stake_changes",
  {
    id: integer("id").primaryKey(),
    stakeId: idOf("stake_id", () => stakes.id),
    caskId: idOf("cask_id", () => casks.id),
    number: integer("number").notNull(),
    was: oneOf("was", STAKE_STATES).notNull(),
    becomes: oneOf("becomes", STAKE_STATES).notNull(),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [index("stake_changes_by_cask").on(t.caskId, t.changedAtMs), index("stake_changes_by_stake").on(t.stakeId)],
);

/** Proof of one stake: a PDF in R2, its hash here, and a public code. */
export const certificates = sqliteTable(
  "certificates",
  {
    id: text("id").primaryKey(),
    stakeId: idOf("stake_id", () => stakes.id),
    code: text("code").notNull().unique(),
    state: oneOf("state", CERTIFICATE_STATES).notNull().default("pending"),
    r2Key: text("r2_key").notNull().unique(),
    sha256: text("sha256"),
    sizeBytes: integer("size_bytes"),
    createdAtMs: integer("created_at_ms").notNull(),
    issuedAtMs: integer("issued_at_ms"),
    voidedAtMs: integer("voided_at_ms"),
    /** 1: an operator voided it, and its stake has none until one is reissued. */
    withheld: integer("withheld").notNull().default(0),
  },
  (t) => [
    uniqueWhere("certificates_one_valid", [t.stakeId], sql`state <> 'void'`),
    index("certificates_by_stake").on(t.stakeId),
    index("certificates_by_state").on(t.state, t.createdAtMs, t.id),
    // Of those whose PDF is there: in the order in which it was made, or became void.
    indexWhere("certificates_by_issue", [t.issuedAtMs, t.id], sql`issued_at_ms IS NOT NULL`),
    indexWhere("certificates_by_end", [t.voidedAtMs, t.id], sql`voided_at_ms IS NOT NULL`),
    check("certificates_withheld", sql`${t.withheld} IN (0, 1) AND (${t.withheld} = 0 OR ${t.state} = 'void')`),
    check(
      "certificates_issued",
      sql`${t.state} <> 'issued' OR (${t.sha256} IS NOT NULL AND ${t.issuedAtMs} IS NOT NULL)`,
    ),
  ],
);

/** An offer is never changed: its seller ends it and makes another one. */
export const offers = sqliteTable(
  "offers",
  {
    id: text("id").primaryKey(),
    stakeId: idOf("stake_id", () => stakes.id),
    caskId: idOf("cask_id", () => casks.id),
    userId: idOf("user_id", () => users.id),
    priceCents: integer("price_cents").notNull(),
    /** Fee for seller and buyer each: the buyer pays price and fee. */
    feeCents: integer("fee_cents").notNull(),
    valuedCents: integer("valued_cents"),
    state: oneOf("state", OFFER_STATES).notNull().default("open"),
    endReason: oneOf("end_reason", OFFER_ENDS),
    /** The operator's message to the seller. */
    endNote: text("end_note"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    endedAtMs: integer("ended_at_ms"),
    newStakeId: text("new_stake_id")
      .unique()
      .references(() => stakes.id),
    /** Returns advanced on the stake, paid back out of the price. */
    advancedCents: integer("advanced_cents"),
    creditCents: integer("credit_cents"),
    soldAtMs: integer("sold_at_ms"),
    payableFromMs: integer("payable_from_ms"),
    paidAtMs: integer("paid_at_ms"),
    undoneAtMs: integer("undone_at_ms"),
  },
  (t) => [
    uniqueWhere("offers_one_open", [t.stakeId], sql`state = 'open'`),
    indexWhere("offers_by_cask", [t.caskId, t.priceCents], sql`state = 'open'`),
    indexWhere("offers_by_expiry", [t.expiresAtMs], sql`state = 'open'`),
    index("offers_by_user").on(t.userId, t.createdAtMs),
    index("offers_by_stake").on(t.stakeId),
    index("offers_by_time").on(t.createdAtMs, t.id),
    indexWhere("offers_sold", [t.soldAtMs], sql`sold_at_ms IS NOT NULL`),
    indexWhere("offers_payable", [t.payableFromMs], sql`state = 'sold' AND paid_at_ms IS NULL`),
    check("offers_figures", sql`${t.priceCents} > 0 AND ${t.feeCents} >= 0 AND ${t.feeCents} < ${t.priceCents}`),
    check("offers_sum", sql`${t.priceCents} = ${t.feeCents} + ${t.advancedCents} + ${t.creditCents}`),
    check("offers_parts", sql`min(${t.advancedCents}, ${t.creditCents}) >= 0`),
    check("offers_ended", sql`(${t.state} = 'ended') = (${t.endReason} IS NOT NULL)`),
    check(
      "offers_sold_whole",
      sql`(${t.state} IN ('sold', 'undone')) = (${t.newStakeId} IS NOT NULL AND ${t.creditCents} IS NOT NULL AND ${t.soldAtMs} IS NOT NULL AND ${t.payableFromMs} IS NOT NULL)`,
    ),
    check("offers_undone", sql`(${t.state} = 'undone') = (${t.undoneAtMs} IS NOT NULL)`),
  ],
);

/** One row per stake issued at the close; null: it did not vote. */
export const bidBallots = sqliteTable(
  "bid_ballots",
  {
    bidId: idOf("bid_id", () => bids.id),
    number: integer("number").notNull(),
    stakeId: idOf("stake_id", () => stakes.id),
    /** The register mark follows from it. */
    certificateCode: text("certificate_code"),
    choice: oneOf("choice", BID_CHOICES),
  },
  (t) => [primaryKey({ columns: [t.bidId, t.number] }), index("bid_ballots_by_stake").on(t.stakeId)],
);
