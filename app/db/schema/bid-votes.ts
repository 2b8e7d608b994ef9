import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bids } from "./bids";
import { idOf, oneOf } from "./columns";
import { BID_CHOICES } from "./names";
import { users } from "./people";
import { stakes } from "./stakes";

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
