import type { Mutant } from "./mutant";

const file = "tests/domain/bids.test.ts";
const recounted = { file, title: "the count is that of a second way to count" };

// The first are planted in the rule by which the audit counts again, the others in the SQL that counts.

export const voting: Mutant[] = [
  {
    name: "a vote counted twice",
    breaks: "each vote counts for two stakes",
    code: [
      {
        find: "choices.filter((one) => one === choice).length",
        replace: "choices.filter((one) => one === choice).length * 2",
      },
    ],
    test: recounted,
  },
  {
    name: "a late vote",
    breaks: "who votes after the close still decides",
    code: [
      {
        find: "votedAtMs >= opensAtMs && votedAtMs < closesAtMs",
        replace: "votedAtMs >= opensAtMs",
      },
    ],
    test: { file, title: "votes outside the time, and those of people without a stake, change nothing" },
  },
  {
    name: "the silent counted as yes",
    breaks: "a stake whose holder says nothing accepts the bid",
    code: [{ find: "choice: vote?.choice ?? null", replace: 'choice: vote?.choice ?? "accept"' }],
    test: { file, title: "frozen stakes, the house's own and silent ones are never among those voted" },
  },
  {
    name: "a frozen stake votes",
    breaks: "a stake in dispute is counted among those issued",
    code: [
      {
        find: '.filter(({ state }) => state === "active").map(({ number, holderId',
        replace: '.filter(({ state }) => state !== "ended").map(({ number, holderId',
      },
    ],
    test: recounted,
  },
  {
    name: "each stake that accepts counted twice",
    breaks: "a bid is accepted by half of those it needs (statement and trigger)",
    statements: [
      {
        of: "UPDATE bids SET (state, result",
        find: "AND choice = 'accept') AS accepted_stakes",
        replace: "AND choice = 'accept') * 2 AS accepted_stakes",
      },
    ],
    drop: ["DROP TRIGGER bids_may_change"],
  },
  {
    name: "a late vote is cast",
    breaks: "who sees the end coming decides after it (statement and trigger)",
    statements: [{ of: "INSERT INTO bid_votes", find: "AND bids.closes_at_ms > ?", replace: "" }],
    drop: ["DROP TRIGGER bid_votes_may_start"],
  },
  {
    name: "a sold stake that votes",
    breaks: "a stake votes as its first holder did, who has sold it",
    statements: [
      {
        of: "INSERT INTO bid_ballots",
        find: "choices.user_id = stakes.user_id",
        replace:
          "choices.user_id = (SELECT first.user_id FROM stakes AS first WHERE first.payment_id = stakes.payment_id AND first.holder_number = 1)",
      },
    ],
  },
  {
    name: "a rule changed after publication",
    breaks: "a bid that was published for two thirds is accepted by one (statement and trigger)",
    statements: [
      {
        of: "UPDATE bids SET state = 'open'",
        find: "published_at_ms = ?",
        replace: "published_at_ms = $1, accepted_parts = 1",
      },
    ],
    drop: ["DROP TRIGGER bids_changes"],
  },
  {
    name: "silence taken for consent",
    breaks: "a stake whose holder says nothing has a ballot that accepts",
    statements: [
      {
        of: "INSERT INTO bid_ballots",
        find: "stakes.certificate_code, bid_votes.choice",
        replace: "stakes.certificate_code, coalesce(bid_votes.choice, 'accept')",
      },
    ],
  },
  {
    name: "voters of another cask",
    breaks: "people vote who hold no stake of the cask (statement and trigger)",
    statements: [{ of: "INSERT INTO bid_votes", find: "stakes.cask_id = bids.cask_id AND", replace: "" }],
    drop: ["DROP TRIGGER bid_votes_may_start"],
  },
];
