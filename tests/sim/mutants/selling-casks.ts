import type { Bugs } from "./mutant";

const credit = { of: "INSERT INTO transfers", with: ["exits.kind = 'sale'", "AS chosen"] };
const withinNet = "DROP TRIGGER transfers_may_start";
const ofFrozen = { of: "INSERT INTO transfers", find: "advances.stake_id = stakes.id", replace: "0" };

/** Who a thief must not keep in the dark, and what he must not destroy. */
// The first are planted in the rule by which the audit counts again, the others in the SQL that counts.
export const sellingCasks: Bugs = {
  "credited twice after a kill: who is credited before a crash is credited again after it": {
    audit: true,
    statements: [
      { ...credit, freshId: true },
      { ...credit, endsBatch: true },
    ],
    drop: withinNet,
  },
  "a stake left out: only the first stake of each batch is paid for, and all of them end": {
    audit: true,
    ...credit,
    find: "LIMIT ?",
    replace: "LIMIT 1",
  },
  "an advance is forgotten at the sale: the same rise is paid twice: as a return, and again by the sale (statement and trigger)":
    { audit: true, find: "WHERE advances.stake_id = ${stakeId} AND", replace: "WHERE 0 AND", drop: withinNet },
  "an advance counts twice: a return paid before is taken off the sale twice": {
    audit: true,
    find: "max(exits.net_per_stake_cents - ${advancedCents}, 0)",
    replace: "max(exits.net_per_stake_cents - 2 * ${advancedCents}, 0)",
  },
  "a frozen stake's advance is forgotten: whose dispute was won after the sale is credited what was paid before (statement and trigger)":
    {
      audit: true,
      statements: [
        { ...ofFrozen, with: ["exits.kind = 'sale'", "exits.state = 'done'"] },
        { ...ofFrozen, with: ["'exit-advance'", "exits.state = 'done'"] },
      ],
      drop: withinNet,
    },
  "a rejected advance stays withheld: a return that comes to nothing after the sale is taken off it all the same": {
    audit: true,
    of: "INSERT INTO transfers",
    with: ["exits.id = stakes.exit_id"],
    skip: true,
  },
  "what was advanced is not given back: what was taken off a sale stays with what is to be shared out": {
    audit: true,
    of: "INSERT INTO transfers",
    with: ["'exit-advance'"],
    skip: true,
  },
  "rounding kept by nobody: the cents that rounding leaves stay with what is still to be shared out": {
    audit: true,
    of: "INSERT INTO transfers",
    with: ["'exit-rounding'"],
    skip: true,
  },
  "an added contact is told to nobody: a phone-only owner does not hear that somebody gave the account a mailbox": {
    drop: "DROP TRIGGER users_added_contact_is_told",
  },
  "the warning goes to the new contact only: who had the account until yesterday does not hear of a withdrawal": {
    find: "withFormerMs: 7 * DAY_MS",
    replace: "withFormerMs: 0",
  },
  "an account with stakes is closed: one post burns everything at once (statements and trigger)": {
    find: "stakes.state = 'active'`),",
    replace: "stakes.state = 'none'`),",
    drop: "DROP TRIGGER users_may_change",
  },
  "an account with money is closed: what is in the wallet can never be paid out (statements and trigger)": {
    find: "max(${balance(walletOf(userId))}, 0) + max(${balance(rewardsPendingOf(userId))}, 0)",
    replace: "min(${balance(walletOf(userId))}, ${balance(rewardsPendingOf(userId))}, 0)",
    drop: "DROP TRIGGER users_may_change",
  },
  "erasing blanks an unsent notice: the mailbox before a change hears nothing about the closing, because the mailer was down":
    {
      find: "UPDATE suspensions SET reason = '' WHERE user_id = ${userId} AND ${isClosed}",
      replace: "DELETE FROM notice_recipients WHERE user_id = ${userId} AND ${isClosed}",
      test: "tests/areas/accounts/closing.test.ts > is told when the mailer is back after a day, to the mailbox before a change too, and then forgotten",
    },
  "a vote counted twice: each vote counts for two stakes": {
    find: "choices.filter((one) => one === choice).length",
    replace: "choices.filter((one) => one === choice).length * 2",
    test: "tests/areas/proof/audits/bids-piece.test.ts > a bid is listed in the audit from the day it opens, with its votes once they are counted",
  },
  "the silent counted as yes: a stake whose holder says nothing accepts the bid": {
    find: "stakes.certificate_code, bid_votes.choice\n",
    replace: "stakes.certificate_code, coalesce(bid_votes.choice, 'accept')\n",
    test: "tests/areas/market/bids.test.ts > counts for all stakes of its holder, changed freely until the end, and not again when sent twice",
  },
  "a frozen stake votes: a stake in dispute is counted among those issued": {
    find: "AND ${stateAtClose} = 'active'",
    replace: "AND ${stateAtClose} <> 'ended'",
    test: "tests/areas/market/bids.test.ts > takes each stake as it stood at the close, though the timer comes hours later",
  },
  "each stake that accepts counted twice: a bid is accepted by half of those it needs (statement and trigger)": {
    of: "UPDATE bids SET (state, result",
    find: "AND choice = 'accept') AS accepted_stakes",
    replace: "AND choice = 'accept') * 2 AS accepted_stakes",
    drop: "DROP TRIGGER bids_may_change",
  },
  "a late vote is cast: who sees the end coming decides after it (statement and trigger)": {
    of: "INSERT INTO bid_votes",
    find: "AND bids.closes_at_ms > ?",
    replace: "",
    drop: "DROP TRIGGER bid_votes_may_start",
  },
  "a sold stake that votes: a stake votes as its first holder did, who has sold it": {
    of: "INSERT INTO bid_ballots",
    find: "choices.user_id = stakes.user_id",
    replace:
      "choices.user_id = (SELECT first.user_id FROM stakes AS first WHERE first.payment_id = stakes.payment_id AND first.holder_number = 1)",
    flow: "count the vote of a resold stake",
  },
  "a rule changed after publication: a bid that was published for two thirds is accepted by one (statement and trigger)":
    {
      of: "UPDATE bids SET state = 'open'",
      find: "published_at_ms = ?",
      replace: "published_at_ms = $1, accepted_parts = 1",
      drop: "DROP TRIGGER bids_changes",
    },
  "silence taken for consent: a stake whose holder says nothing has a ballot that accepts": {
    of: "INSERT INTO bid_ballots",
    find: "stakes.certificate_code, bid_votes.choice",
    replace: "stakes.certificate_code, coalesce(bid_votes.choice, 'accept')",
  },
  "voters of another cask: people vote who hold no stake of the cask (statement and trigger)": {
    of: "INSERT INTO bid_votes",
    find: "stakes.cask_id = bids.cask_id AND",
    replace: "",
    drop: "DROP TRIGGER bid_votes_may_start",
  },
};
