import { type Mutant, withoutStockCheck } from "./mutant";

const file = "app/features/buying/start-payment.ts";

export const buying: Mutant[] = [
  {
    name: "no stock guard",
    breaks: "more stakes are held than there are (statement and CHECK)",
    edits: [
      { file, find: "\n      AND casks.sold_stakes + casks.reserved_stakes < casks.total_stakes", replace: "" },
      withoutStockCheck,
    ],
  },
  {
    name: "no window guard",
    breaks: "stakes are sold before the launch and after the close",
    edits: [{ file, find: "\n      AND casks.launches_on <= ${today} AND casks.closes_on >= ${today}", replace: "" }],
  },
  {
    name: "no activation guard",
    breaks: "stakes are sold to accounts that have not paid the joining fee",
    edits: [
      {
        file,
        find: "casks.id = ${caskId} AND users.activated_at_ms IS NOT NULL AND",
        replace: "casks.id = ${caskId} AND",
      },
    ],
  },
  {
    name: "no limit of open checkouts",
    breaks: "one person holds more places than allowed",
    edits: [
      {
        file,
        find: "\n      AND ${fewerThanMaxOpen(userId, nowMs)} AND ${live}\n    ON CONFLICT DO NOTHING`;\n}\n\nfunction insertFee",
        replace: "\n      AND ${live}\n    ON CONFLICT DO NOTHING`;\n}\n\nfunction insertFee",
      },
    ],
  },
  {
    name: "overdue holds stay",
    breaks: "places of people who never paid are never freed",
    edits: [
      {
        file: "app/features/buying/end-overdue-payments.ts",
        find: "WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} ORDER BY",
        replace: "WHERE 0 ORDER BY",
      },
    ],
  },
  {
    name: "place not given back",
    breaks: "an ended payment keeps its reservation",
    drop: ["DROP TRIGGER payments_free_their_stake"],
  },
  {
    name: "session left open",
    breaks: "an ended payment can still be paid at the provider",
    drop: ["DROP TRIGGER payments_ended_close_session"],
  },
  {
    name: "open payments not looked at",
    breaks: "without an event nobody asks whether a payment was made",
    drop: ["DROP TRIGGER payments_open_are_checked"],
  },
];
