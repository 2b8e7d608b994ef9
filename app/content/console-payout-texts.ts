export const requestCount = (rows: number) => (rows === 1 ? "1 request" : `${rows} requests`);

export const payoutTexts = {
  title: "Payout runs",
  runTitle: (number: number) => `Payout run ${number}`,
  all: "All payout runs",
  why: {
    suspended: "The person is suspended",
    disputed: "One of this person’s payments is disputed",
    owes: "The person owes us for a reversed payment",
    "stake-frozen": "Its stake is on hold",
    "stop-asked": "Its stop link was used",
    "identity-differs": "Another person uses the seller’s account",
    "identity-check-needed": "An identity check is needed first",
    "review-needed": "It is over a limit: clear it first",
  },
  made: (rows: number, total: string) => `${requestCount(rows)}, ${total} in all. Now give the file to the bank.`,
  requests: (all: number, atBank: number) => `${requestCount(all)}, ${atBank} still with the bank`,
  states: {
    released: "called back",
    progress: "called back",
    sending: "with the bank",
    paid: "paid",
    rejected: "rejected",
    cancelled: "cancelled",
    returned: "sent back",
  },
  troubleLead: (rows: number) =>
    `${requestCount(rows)} in this run ran into trouble after going to the bank. Mark what the bank has paid as paid all the same, because the money is gone. Reject what it sent back.`,
  errors: {
    form: "Nothing was changed.",
    reason: "Enter the reason, at most 200 characters.",
    repeated: "Two rows have the same reference: each transfer has its own.",
    long: "A reference has at most 60 characters.",
    decided: (rows: number) =>
      `${requestCount(rows)} could not be marked paid: already decided differently, or your own.`,
    "not-called-back": "The run was not called back: none of it is with the bank.",
  },
} as const;

export const bankAnswerTexts = {
  title: "Bank reports",
  all: "Bank reports",
  one: (number: number) => `Bank report ${number}`,
  naming: {
    none: "None",
    roles: {
      reference: "Our reference, or the narration",
      amount: "Amount",
      debit: "Debit",
      credit: "Credit",
      side: "DR or CR",
      currency: "Currency",
      status: "Status",
      bankReference: "The bank's reference (UTR)",
      bookedOn: "Date",
    },
  },
  effects: (count: string, sum: string) => [
    `marks ${count} paid, each under the bank's reference`,
    `takes ${sum} from what is held for withdrawals`,
    "tells the investors",
    "cannot be undone",
  ],
  errors: {
    empty: "The file contains no payments.",
    "not-readable": "This is not a text file.",
    "no-columns": "No line of this file names its columns.",
    "more-cells":
      "A row has more cells than the line of column names: an amount with commas needs quotation marks. Row",
    "too-long": "A file can have at most 2,000 payments. Ask the bank for a shorter period.",
    columns: "Choose the column of amounts, or one of debits and one of credits.",
    file: "Choose the file that the bank gave you.",
    form: "Nothing was changed.",
    "no-such-answer": "There is no such answer.",
    "second-operator-needed": "The sum is above what one operator may decide: another operator has to mark it.",
  },
} as const;

export const bankProblems = {
  "no-reference":
    "It has no reference of ours: none of our runs asked for this payment, or the bank changed its reference.",
  "no-such-row": "No payout run has such a row.",
  currency: "It is in another currency.",
  "amount-differs": "The amount is not what we asked the bank to pay.",
  "not-with-bank": "We called this payout back, or it was decided differently.",
  returned:
    "The bank sent it back, or did not pay it: reject the request, or record on its page that it came back, and its amount is available again.",
  twice: "It was already paid: the bank has paid it a second time.",
  "unknown-status": "It is not done yet, or we do not know this status: find out what it means at your bank.",
  "paid-already": "We had recorded it under this reference.",
} as const;
