import type { Mutant } from "./mutant";

const credit = { of: "INSERT INTO transfers", with: ["exits.kind = 'sale'"] };

export const selling: Mutant[] = [
  {
    name: "credited twice after a kill",
    breaks: "who is credited before a crash is credited again after it",
    audit: true,
    statements: [
      { ...credit, freshId: true },
      { ...credit, endsBatch: true },
    ],
  },
  {
    name: "a stake left out",
    breaks: "only the first stake of each batch is paid for, and all of them end",
    audit: true,
    statements: [{ ...credit, find: "LIMIT ?", replace: "LIMIT 1" }],
  },
  {
    name: "rounding kept by nobody",
    breaks: "the cents that rounding leaves stay with what is still to be shared out",
    audit: true,
    statements: [{ of: "INSERT INTO transfers", with: ["'exit-rounding'"], skip: true }],
  },
];
