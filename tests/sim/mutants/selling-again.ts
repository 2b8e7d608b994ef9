import type { Mutant } from "./mutant";

// Numbers that a refund sets free.
export const sellingAgain: Mutant[] = [
  {
    name: "a number that stays taken",
    breaks: "the number of a refunded stake is never sold again",
    drop: ["DROP TRIGGER payments_refunded_free_their_number"],
  },
  {
    name: "a free number counted as sold",
    breaks: "a cask sells one stake less for each that was refunded",
    audit: true,
    drop: ["DROP TRIGGER stakes_freed_are_counted"],
  },
  {
    name: "a free number passed over",
    breaks: "the next buyer gets a new number, which another one holds already",
    statements: [
      {
        of: "INSERT INTO stakes",
        find: "coalesce(freed.number, casks.sold_stakes + 1), coalesce(freed.sale_number, 0) + 1",
        replace: "casks.sold_stakes + 1, 1",
      },
    ],
  },
];
