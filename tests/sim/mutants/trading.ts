import type { Mutant } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const placed = { of: "INSERT INTO resale_orders" };

export const trading: Mutant[] = [
  {
    name: "the fee taken twice",
    breaks: "buyer and seller pay the fee of a resale twice",
    audit: true,
    code: [{ find: "sql<number>`(2 * resale_fills.fee_cents)`", replace: "sql<number>`(4 * resale_fills.fee_cents)`" }],
  },
  {
    name: "a reservation kept after the end",
    breaks: "what a buyer's order set aside and did not spend stays with the market",
    audit: true,
    statements: [{ ...transfer, with: ["'resale-freed'", "round_id = "], skip: true }],
  },
  {
    name: "a reservation kept after a withdrawal",
    breaks: "who withdraws an order does not get the money back",
    audit: true,
    statements: [{ ...transfer, with: ["'resale-freed'", "resale_orders.state = 'withdrawn'"], skip: true }],
  },
  {
    name: "nothing set aside",
    breaks: "a buy order leaves its money in the wallet, to be spent once more",
    audit: true,
    statements: [{ ...transfer, with: ["'resale-reserved'"], skip: true }],
  },
  {
    name: "the root published after computing",
    breaks: "whoever runs the market could choose the orders that suit them",
    code: [
      {
        find: 'await putJson(deps, rootKey(name), { ...name, closed_at: utcTime(round.closesAtMs), root: round.root ?? "", version: 1 });',
        replace: "",
      },
      {
        find: 'return found[0]?.state === "cleared" ? "cleared" : null;',
        replace:
          'await putJson(deps, rootKey(name), { ...name, closed_at: utcTime(round.closesAtMs), root: round.root ?? "", version: 1 }); return found[0]?.state === "cleared" ? "cleared" : null;',
      },
    ],
  },
  {
    name: "a result never published",
    breaks: "a run that dies after the price leaves a settled round that nobody can compute",
    code: [{ find: "await publishResult(deps, roundId);", replace: "" }],
  },
  {
    name: "old certificate still valid",
    breaks: "who sold a stake can still prove to hold it",
    statements: [{ of: "UPDATE certificates SET state = 'void'", with: ["WHERE stake_id = ? AND"], skip: true }],
  },
  {
    name: "cycle not reset",
    breaks: "a buyer's cycle began when the first holder bought (statement and trigger)",
    statements: [
      {
        of: "INSERT INTO stakes",
        find: "resale_fills.price_cents, ?, sold.holder_number + 1",
        replace: "resale_fills.price_cents, sold.purchased_at_ms, sold.holder_number + 1",
      },
    ],
    drop: ["DROP TRIGGER stakes_are_sold_on"],
  },
  {
    name: "a stake in a bid's sale and in a round",
    breaks: "the sale of a cask pays who has sold a stake in a round as well as who bought it",
    code: [
      {
        find: "AND stakes.state = ${state} AND stakes.state <> 'ended' ${which}`",
        replace:
          "AND (stakes.state = ${state} OR stakes.resold_at_ms IS NOT NULL AND stakes.exit_id IS NULL) ${which}`",
      },
    ],
  },
  {
    name: "an advance forgotten by a resale",
    breaks: "what was paid of a stake's return is not given back out of its price",
    audit: true,
    statements: [{ ...transfer, with: ["'resale-advance'"], skip: true }],
  },
  {
    name: "a seller paid twice",
    breaks: "a run that dies after paying a seller leaves the payment to be made again",
    audit: true,
    statements: [
      { ...transfer, with: ["'resale-proceeds'"], freshId: true },
      { ...transfer, with: ["'resale-proceeds'"], endsBatch: true },
    ],
  },
  {
    name: "a seller paid at once",
    breaks: "the money is gone before a disputed payment comes to light (statements and trigger)",
    code: [{ find: "AND paid_at_ms IS NULL AND payable_from_ms <= ${nowMs}", replace: "AND paid_at_ms IS NULL" }],
    drop: ["DROP TRIGGER resale_fills_paid_in_time"],
  },
  {
    name: "both sides of a cask",
    breaks: "one person offers and bids for stakes of the same cask (plan, statement and unique index)",
    code: [
      {
        find: 'if (market.orders.some(({ state }) => state === "open")) return refused({ code: "already-ordered" });',
        replace: "",
      },
    ],
    statements: [
      {
        ...placed,
        find: "NOT EXISTS (SELECT 1 FROM resale_orders WHERE resale_orders.user_id = ? AND resale_orders.cask_id = ? AND resale_orders.state = 'open')",
        replace: "1",
      },
    ],
    drop: ["DROP INDEX resale_orders_one_open"],
  },
  {
    name: "withdrawn on the last day",
    breaks: "an order is taken back when the others can no longer react (statement and trigger)",
    statements: [
      {
        of: "UPDATE resale_orders SET state = 'withdrawn'",
        find: "resale_rounds.closes_at_ms - ? >= ?",
        replace: "1",
      },
    ],
    drop: ["DROP TRIGGER resale_orders_withdrawn_in_time"],
  },
  {
    name: "a top-up that was spent is forgotten",
    breaks: "nobody owes what was spent of a top-up that went back",
    audit: true,
    statements: [{ ...transfer, with: ["'house:owed-by-investors'", "'reversal'"], skip: true }],
  },
  {
    name: "what a spent top-up bought is left alone",
    breaks: "stakes bought with money that went back can be sold on",
    code: [{ find: "WHERE newer_cents < ${debtCents}", replace: "WHERE false" }],
    test: {
      file: "tests/areas/buying/settlement/freezing-for-debt.test.ts",
      title: "freezes what was bought since, the newest first, until the prices cover what is owed, and no more",
    },
  },
  {
    name: "the oldest frozen first",
    breaks: "of what was bought with a top-up that went back, the oldest is frozen",
    code: [
      {
        find: "ORDER BY stakes.purchased_at_ms DESC, stakes.rowid DESC ROWS",
        replace: "ORDER BY stakes.purchased_at_ms, stakes.rowid ROWS",
      },
    ],
    test: {
      file: "tests/areas/buying/settlement/freezing-for-debt.test.ts",
      title: "freezes whole stakes: with 515 dollars in the wallet when 1,015 that were spent go back",
    },
  },
  {
    name: "a debt forgotten by the sale",
    breaks: "the sale of a cask pays its holder in full who bought the stake with money that went back",
    code: [
      { find: "return [credit, advance, setOff, paidOff, end];", replace: "return [credit, advance, paidOff, end];" },
    ],
    test: {
      file: "tests/areas/casks/exits/frozen-for-debt.test.ts",
      title: "leave the rest of the debt standing where the sale brings less",
    },
  },
  {
    name: "an open order buys free of the debt",
    breaks: "what an order buys after its top-up went back is not frozen",
    code: [{ find: "...freezeIfOwed(db, newStakeId, nowMs),", replace: "" }],
    test: {
      file: "tests/areas/buying/settlement/freezing-for-debt.test.ts",
      title: "is filled, its seller keeps the money, and what it buys is frozen and named to operators",
    },
  },
  {
    name: "a top-up credited to somebody else",
    breaks: "money that one person paid in is in another's wallet",
    audit: true,
    code: [
      {
        find: 'return { account: walletOf(userId), reason: "top-up" } as const;',
        replace: 'return { account: walletOf(userId === "usr_cat" ? "usr_bob" : userId), reason: "top-up" } as const;',
      },
    ],
  },
];
