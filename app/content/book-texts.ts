// What operators and the accountant read about the books.

import { formatDate, formatMonth } from "~/domain/calendar-date";

export const bookTexts = {
  lead: "The ledger by calendar month, in UTC and in dollars. Credits are positive.",
  monthTitle: (month: string) => `Books of ${formatMonth(month)}`,
  columns: {
    month: "Month",
    account: "Account",
    number: "No.",
    opening: "Opening",
    debits: "Debits",
    credits: "Credits",
    closing: "Closing",
  },
  trial: "Trial balance",
  trialLead: "By number. Accounts with no balance and no movement are only in the file.",
  right: "The trial balance adds up to zero, as it must.",
  wrong:
    "The trial balance does not add up, or an account differs from its rows: a row of the ledger is missing, doubled or altered. See operations, 'The audit says FAIL'.",
  differs: "differs from its rows",
  audit: "Public audit",
  auditResult: (date: string, result: string) => `${formatDate(date)}: ${result}`,
  noAudit: "none for its last day yet",
  held: "Held",
  owed: "Owed to investors and on its way to them",
  heldLead: "The same figures as in the public audit of the month's last day.",
  journal: "Journal as CSV",
  trialFile: "Trial balance as CSV",
  all: "All months",
} as const;
