import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { BID_CHOICES, BID_STATES, BUYER_KINDS, EXIT_KINDS, EXIT_STATES } from "./names";
import { users } from "./people";

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

/** Proposed by one operator and confirmed by another; then every stake is credited and ends. The figures are fixed from the start. */
export const caskExits = sqliteTable(
  "cask_exits",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    kind: oneOf("kind", EXIT_KINDS).notNull(),
    buyerKind: oneOf("buyer_kind", BUYER_KINDS).notNull(),
    soldOn: text("sold_on").notNull(),
    grossCents: integer("gross_cents").notNull(),
    feesCents: integer("fees_cents").notNull(),
    stakes: integer("stakes").notNull(),
    netPerStakeCents: integer("net_per_stake_cents").notNull(),
    remainderCents: integer("remainder_cents").notNull(),
    state: oneOf("state", EXIT_STATES).notNull().default("proposed"),
    proposedBy: idOf("proposed_by", () => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    confirmedBy: text("confirmed_by").references(() => users.id),
    confirmedAtMs: integer("confirmed_at_ms"),
    withdrawnBy: text("withdrawn_by").references(() => users.id),
    endedAtMs: integer("ended_at_ms"),
    bidId: text("bid_id").references(() => bids.id),
  },
  (t) => [
    index("cask_exits_by_cask").on(t.caskId, t.proposedAtMs),
    indexWhere("cask_exits_by_time", [t.confirmedAtMs, t.caskId], sql`confirmed_at_ms IS NOT NULL`),
    indexWhere("cask_exits_proposed", [t.proposedAtMs], sql`state = 'proposed'`),
    uniqueWhere("cask_exits_one_live", [t.caskId], sql`state <> 'withdrawn'`),
    check("cask_exits_day", sql`${t.soldOn} GLOB '????-??-??'`),
    check("cask_exits_amounts", sql`${t.feesCents} BETWEEN 0 AND ${t.grossCents} AND ${t.netPerStakeCents} >= 0`),
    check("cask_exits_rounding", sql`${t.stakes} >= 1 AND ${t.remainderCents} BETWEEN 0 AND ${t.stakes} - 1`),
    check(
      "cask_exits_sum",
      sql`${t.grossCents} - ${t.feesCents} = ${t.netPerStakeCents} * ${t.stakes} + ${t.remainderCents}`,
    ),
    check("cask_exits_kind", sql`(${t.kind} = 'buy-back') = (${t.buyerKind} = 'provider')`),
  ],
);
