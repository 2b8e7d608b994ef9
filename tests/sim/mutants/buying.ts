import { type Mutant, withoutStockCheck } from "./mutant";

const stakePayment = { of: "INSERT INTO payments", with: ["'stake'"] };

export const buying: Mutant[] = [
  {
    name: "no stock guard",
    breaks: "more stakes are held than there are (statement and CHECK)",
    audit: true,
    statements: [
      { ...stakePayment, find: ">= casks.total_stakes THEN 'held-by-others'", replace: "< 0 THEN ''" },
      withoutStockCheck,
    ],
  },
  {
    name: "no window guard",
    breaks: "stakes are sold before the launch and after the close",
    statements: [
      { ...stakePayment, find: "casks.launches_on > ?", replace: "0" },
      { ...stakePayment, find: "casks.closes_on < ?", replace: "0" },
    ],
  },
  {
    name: "no activation guard",
    breaks: "stakes are sold to accounts that have not paid the joining fee",
    statements: [{ ...stakePayment, find: "buyer.activated_at_ms IS NOT NULL", replace: "1" }],
  },
  {
    name: "no limit of open checkouts",
    breaks: "one person holds more places than allowed",
    statements: [
      {
        ...stakePayment,
        find: "NOT (purpose = 'stake' AND offer_id IS NULL AND cask_id = ?)) >= ?",
        replace: "1) >= 1000",
      },
    ],
  },
  {
    name: "overdue holds stay",
    breaks: "places of people who never paid are never freed",
    statements: [
      { of: "UPDATE payments SET state = 'expired'", find: "expires_at_ms <= ? ORDER BY", replace: "0 ORDER BY" },
    ],
  },
  {
    name: "place not given back",
    breaks: "an ended payment keeps its reservation",
    audit: true,
    drop: ["DROP TRIGGER payments_free_their_stake"],
  },
  {
    name: "session left open",
    breaks: "an ended payment can still be paid at the provider",
    drop: ["DROP TRIGGER payments_changes_cause_work"],
  },
  {
    name: "open payments not looked at",
    breaks: "without an event nobody asks whether a payment was made",
    code: [
      {
        find: 'const { state } = await settlePayment(deps, { paymentId }); if (state !== "open") return state;',
        replace: "",
      },
    ],
    test: {
      file: "tests/areas/buying/settlement/settling.test.ts",
      title: "happens within minutes though no event ever comes: the provider is asked again",
    },
  },
  {
    name: "a key in use is a failure",
    breaks: "the second of two clicks gives up the payment of the first",
    code: [{ find: 'if (error.code === "in-progress") return { ok: false, code: "still-starting" };', replace: "" }],
    test: {
      file: "tests/areas/buying/double-click.test.ts",
      title: "never gives up the payment of the first: still under way, the second says so and holds the stake",
    },
  },
];
