import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { BID_CHOICES, BID_STATES, BUYER_KINDS, OFFER_ENDS, OFFER_STATES } from "./names";
import { users } from "./people";
import { stakes } from "./stakes";

/**
 * Drafted by one operator and published by another; then the holders vote until it closes. Figures and rule are fixed from the draft on.
 */
export const bids = sqliteTable(
  "bids",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    bidderKind: oneOf("bidder_kind", BUYER_KINDS).notNull(),
    grossCents: integer("gross_cents").notNull(),
    feesCents: integer("fees_cents").notNull(),
    /** All stakes of the cask: the net is divided by them. */
    stakes: integer("stakes").notNull(),
    netPerStakeCents: integer("net_per_stake_cents").notNull(),
    remainderCents: integer("remainder_cents").notNull(),
    closesOn: text("closes_on").notNull(),
    closesAtMs: integer("closes_at_ms").notNull(),
    note: text("note").notNull(),
    letterKey: text("letter_key").notNull().unique(),
    letterMediaType: text("letter_media_type").notNull(),
    letterSha256: text("letter_sha256").notNull(),
    votedParts: integer("voted_parts").notNull(),
    votedWhole: integer("voted_whole").notNull(),
    acceptedParts: integer("accepted_parts").notNull(),
    acceptedWhole: integer("accepted_whole").notNull(),
    state: oneOf("state", BID_STATES).notNull().default("draft"),
    draftedBy: idOf("drafted_by", () => users.id),
    draftedAtMs: integer("drafted_at_ms").notNull(),
    publishedBy: text("published_by").references(() => users.id),
    publishedAtMs: integer("published_at_ms"),
    remindedAtMs: integer("reminded_at_ms"),
    /** In stakes. An accepted bid keeps it when its bidder steps back. */
    result: oneOf("result", BID_STATES),
    countedAtMs: integer("counted_at_ms"),
    issuedStakes: integer("issued_stakes"),
    acceptedStakes: integer("accepted_stakes"),
    declinedStakes: integer("declined_stakes"),
    withdrawnBy: text("withdrawn_by").references(() => users.id),
    withdrawnAtMs: integer("withdrawn_at_ms"),
  },
  (t) => [
    index("bids_by_cask").on(t.caskId, t.draftedAtMs),
    indexWhere("bids_drafts", [t.draftedAtMs], sql`state = 'draft'`),
    indexWhere("bids_published", [t.publishedAtMs, t.id], sql`published_at_ms IS NOT NULL`),
    indexWhere("bids_open", [t.closesAtMs], sql`state = 'open'`),
    uniqueWhere("bids_one_standing", [t.caskId], sql`state IN ('open', 'accepted')`),
    check("bids_amounts", sql`${t.feesCents} BETWEEN 0 AND ${t.grossCents} AND ${t.netPerStakeCents} >= 0`),
    check("bids_rounding", sql`${t.stakes} >= 1 AND ${t.remainderCents} BETWEEN 0 AND ${t.stakes} - 1`),
    check(
      "bids_sum",
      sql`${t.grossCents} - ${t.feesCents} = ${t.netPerStakeCents} * ${t.stakes} + ${t.remainderCents}`,
    ),
    check("bids_close", sql`${t.closesAtMs} = unixepoch(${t.closesOn}, '+12 hours') * 1000`),
    check(
      "bids_rule",
      sql`${t.votedParts} BETWEEN 1 AND ${t.votedWhole} AND ${t.acceptedParts} BETWEEN 1 AND ${t.acceptedWhole}`,
    ),
    check("bids_published_by", sql`(${t.publishedBy} IS NULL) = (${t.publishedAtMs} IS NULL)`),
    check(
      "bids_counted",
      sql`(${t.countedAtMs} IS NULL) = (${t.result} IS NULL) AND (${t.result} IS NULL OR ${t.result} IN ('accepted', 'refused', 'expired'))
        AND (${t.countedAtMs} IS NULL) = (${t.issuedStakes} IS NULL OR ${t.acceptedStakes} IS NULL OR ${t.declinedStakes} IS NULL)`,
    ),
    check(
      "bids_withdrawn",
      sql`(${t.state} = 'withdrawn') = (${t.withdrawnBy} IS NOT NULL) AND (${t.withdrawnBy} IS NULL) = (${t.withdrawnAtMs} IS NULL)`,
    ),
  ],
);

/** Append-only: the last choice of a person counts, for all stakes they hold at the close. */
export const bidVotes = sqliteTable(
  "bid_votes",
  {
    id: integer("id").primaryKey(),
    bidId: idOf("bid_id", () => bids.id),
    userId: idOf("user_id", () => users.id),
    choice: oneOf("choice", BID_CHOICES).notNull(),
    votedAtMs: integer("voted_at_ms").notNull(),
  },
  (t) => [index("bid_votes_by_person").on(t.bidId, t.userId, t.id), index("bid_votes_by_user").on(t.userId)],
);

/** One row per stake issued at the close; null: it did not vote. */
export const bidBallots = sqliteTable(
  "bid_ballots",
  {
    bidId: idOf("bid_id", () => bids.id),
    number: integer("number").notNull(),
    stakeId: idOf("stake_id", () => stakes.id),
    /** Its register mark follows from it. */
    certificateCode: text("certificate_code"),
    choice: oneOf("choice", BID_CHOICES),
  },
  (t) => [primaryKey({ columns: [t.bidId, t.number] }), index("bid_ballots_by_stake").on(t.stakeId)],
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
    /** What an operator wrote to the seller. */
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
