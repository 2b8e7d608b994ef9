// What operators read about payout runs.

const count = (rows: number) => (rows === 1 ? "1 request" : `${rows} requests`);

export const payoutTexts = {
  title: "Payout runs",
  runTitle: (number: number) => `Payout run ${number}`,
  all: "All payout runs",
  lead: "A payout run is a file for the bank with all that you may pay now by yourself. What is in it is with the bank from then on: nobody can cancel it, and no other run holds it.",
  make: "Make a payout run",
  none: "There is nothing to pay now that you may pay by yourself, or you have reached what one operator may pay in a day. No run was made.",
  columns: {
    state: "State",
    place: "No.",
    person: "Person",
    amount: "Amount",
    bank: "Bank",
    reference: "Bank reference",
  },
  atBank: (rows: number) => `${rows} with the bank`,
  done: "done",
  calledBack: "called back",
  facts: { made: "Made", by: "By", requests: "Requests", total: "Total", calledBack: "Called back", reason: "Reason" },
  requests: (all: number, atBank: number) => `${count(all)}, ${atBank} still with the bank`,
  file: (number: number) => `Download the file of run ${number}`,
  fileLead: "What the bank has still to pay of this run. The log keeps who took it. Give it to the bank once.",
  states: {
    released: "called back",
    progress: "called back",
    sending: "with the bank",
    paid: "paid",
    rejected: "rejected",
    cancelled: "cancelled",
  },
  trouble: {
    suspended: "Suspended since: ask the bank to hold it back",
    disputed: "Disputed since: ask the bank to hold it back",
    "stake-frozen": "The stake is frozen: ask the bank to hold it back",
    "stop-asked": "Its stop link was used: ask the bank to hold it back",
    "identity-check-needed": "An identity check is missing now",
    "review-needed": "It is over a limit now",
  },
  troubleLead: (rows: number) =>
    `${count(rows)} of this run met trouble after the bank had it. What the bank has paid is marked paid all the same, because the money is gone. What it sent back is rejected.`,
  referenceOf: (person: string) => `Bank reference of ${person}`,
  mark: "Mark these as paid",
  markLead:
    "Enter the bank's reference of each transfer. Rows without one stay with the bank. What is marked paid cannot be undone, and the investors are told.",
  callBackTitle: "Call this run back",
  callBackEffects: [
    "every request that is still with the bank waits again",
    "investors can cancel theirs, and another run can pay them",
    "what is paid or rejected stays so",
  ],
  callBackLead: "Only if the bank does not pay this file: otherwise people are paid twice.",
  reason: "Why it is called back",
  reasonHint: "For the log and this page. No personal data.",
  callBack: "Call back the whole run",
  log: "What was done to this run",
  errors: {
    form: "Nothing was changed.",
    reason: "Enter the reason, at most 200 characters.",
    repeated: "Two rows have the same reference: each transfer has its own.",
    long: "A reference has at most 60 characters.",
    decided: (rows: number) => `${count(rows)} could not be marked paid: decided otherwise meanwhile, or your own.`,
    "not-called-back": "The run was not called back: nothing of it is with the bank.",
  },
} as const;
