import type { Mutant } from "./mutant";

const credit = { of: "INSERT INTO transfers", with: ["exits.kind = 'sale'", "AS chosen"] };
const withinNet = "DROP TRIGGER transfers_may_start";
/** A stake that was frozen when the others were credited. */
const ofFrozen = { of: "INSERT INTO transfers", find: "advances.stake_id = stakes.id", replace: "0" };

export const selling: Mutant[] = [
  {
    name: "credited twice after a kill",
    breaks: "who is credited before a crash is credited again after it",
    audit: true,
    statements: [
      { ...credit, freshId: true },
      { ...credit, endsBatch: true },
    ],
    drop: [withinNet],
  },
  {
    name: "a stake left out",
    breaks: "only the first stake of each batch is paid for, and all of them end",
    audit: true,
    statements: [{ ...credit, find: "LIMIT ?", replace: "LIMIT 1" }],
  },
  {
    name: "an advance is forgotten at the sale",
    breaks: "the same rise is paid twice: as a return, and again by the sale (statement and trigger)",
    audit: true,
    code: [{ find: "WHERE advances.stake_id = ${stakeId} AND", replace: "WHERE 0 AND" }],
    drop: [withinNet],
  },
  {
    name: "an advance counts twice",
    breaks: "a return paid before is taken off the sale twice",
    audit: true,
    code: [
      {
        find: "max(exits.net_per_stake_cents - ${advancedCents}, 0)",
        replace: "max(exits.net_per_stake_cents - 2 * ${advancedCents}, 0)",
      },
    ],
  },
  {
    name: "a frozen stake's advance is forgotten",
    breaks: "whose dispute was won after the sale is credited what was paid before (statement and trigger)",
    audit: true,
    statements: [
      { ...ofFrozen, with: ["exits.kind = 'sale'", "exits.state = 'done'"] },
      { ...ofFrozen, with: ["'exit-advance'", "exits.state = 'done'"] },
    ],
    drop: [withinNet],
  },
  {
    name: "a rejected advance stays withheld",
    breaks: "a return that comes to nothing after the sale is taken off it all the same",
    audit: true,
    statements: [{ of: "INSERT INTO transfers", with: ["exits.id = stakes.exit_id"], skip: true }],
  },
  {
    name: "what was advanced is not given back",
    breaks: "what was taken off a sale stays with what is to be shared out",
    audit: true,
    statements: [{ of: "INSERT INTO transfers", with: ["'exit-advance'"], skip: true }],
  },
  {
    name: "rounding kept by nobody",
    breaks: "the cents that rounding leaves stay with what is still to be shared out",
    audit: true,
    statements: [{ of: "INSERT INTO transfers", with: ["'exit-rounding'"], skip: true }],
  },
];
