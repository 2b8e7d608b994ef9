// What operators and the accountant read about the books.

import { formatDate, formatMonth } from "~/domain/calendar-date";

export const bookTexts = {
  lead: "The ledger by calendar month, in UTC and in dollars. Credits are positive. A closed month takes no more rows: later corrections go into a later month.",
  monthTitle: (month: string) => `Books of ${formatMonth(month)}`,
  columns: {
    month: "Month",
    state: "State",
    rows: "Rows",
    account: "Account",
    number: "No.",
    opening: "Opening",
    debits: "Debits",
    credits: "Credits",
    closing: "Closing",
    cause: "Cause",
    sum: "Sum",
  },
  open: "open",
  closed: (when: string) => `closed on ${when}`,
  trial: "Trial balance",
  trialLead: "By number. Accounts with no balance and no movement are only in the file.",
  total: "Sum",
  right: "The trial balance adds up to zero, as it must.",
  wrong: (cents: string) =>
    `The trial balance is off by ${cents}: a row of the ledger is missing, doubled or altered. Do not close the month; see operations, 'The audit says FAIL'.`,
  differs: "differs from what was kept, or from its rows",
  anyDiffers:
    "An account differs from what was kept when a month was closed, or from its own rows: a row was altered, left out or added.",
  audit: "Public audit",
  auditResult: (date: string, result: string) => `${formatDate(date)}: ${result}`,
  noAudit: "none for its last day yet",
  causes: "By cause",
  held: "Held",
  owed: "Owed to investors and on its way to them",
  heldLead: "The same figures as in the public audit of the month's last day.",
  journal: "Journal as CSV",
  trialFile: "Trial balance as CSV",
  all: "All months",
  ready: {
    off: "It cannot be closed while it does not add up.",
    "not-over": "It can be closed from the second day of the next month.",
    "earlier-open": "Close the previous month first.",
    "open-run": "A payout run from this month is still with the bank: upload the bank's report first.",
  },
  propose: "Propose closing this month",
  proposeLead: (figures: string) => `It has ${figures}. Another operator has to confirm exactly these figures.`,
} as const;
