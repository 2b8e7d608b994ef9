// What operators read about bids for a whole cask.

export const bidFieldNames = {
  bidder_kind: "Bidder",
  gross: "Price of the whole cask",
  fees: "Fees",
  closes_on: "Closes on",
  note: "What holders read",
  file: "The bidder's letter",
} as const;

export const bidErrors = {
  feesAboveGross: "Fees must not be above the price.",
  "closes-too-soon": "Closes on must be at least 7 days from today.",
  "closes-too-late": "Closes on must be at most 30 days from today.",
} as const;

export const bidTexts = {
  add: "Put a bid to the holders",
  lead: "One operator drafts it, another publishes it. Then the holders vote until 12:00 UTC of the day it closes. The figures and the rule are fixed: to change them, withdraw the bid and draft another.",
  hints: {
    gross: "In dollars, for all its stakes.",
    fees: "The costs of the sale, in dollars.",
    closes_on: (today: string) => `7 to 30 days from the day it is published. Today is ${today}.`,
    note: "Who bids, for what purpose, and what is special about it. Do not name private individuals.",
    file: "A PDF, JPEG or PNG of at most 10 MB. Holders can open it.",
    fileAgain: "Choose the file again.",
  },
  draft: "Save as a draft",
  none: "Nobody has bid for this cask so far.",
  states: {
    draft: "waiting for a second operator",
    open: "being voted on",
    accepted: "accepted",
    refused: "refused",
    expired: "expired: too few voted",
    withdrawn: "withdrawn",
  },
  rows: {
    state: "State",
    bidder: "Bidder",
    gross: "Price of the whole cask",
    fees: "Fees",
    netPerStake: "Net per stake",
    closes: "Closes",
    letter: "The bidder's letter",
    note: "What holders read",
    drafted: "Drafted",
    published: "Published",
    withdrawn: "Withdrawn",
    answered: "Stakes whose holders have answered",
    result: "Result",
    counts: "Stakes: accept, decline, silent",
  },
  open: "Open the letter",
  answeredOf: (answered: number, all: number) => `${answered} of ${all}`,
  counted: (accepted: number, declined: number, silent: number) => `${accepted}, ${declined}, ${silent}`,
  silent: (count: number) => (count === 1 ? "1 holder has not answered" : `${count} holders have not answered`),
  silentLead: "How the others voted is counted only after the close.",
  silentColumns: { holder: "Holder", stakes: "Stakes" },
  noName: "no name yet",
  publishTitle: "What publishing does",
  publishEffects: [
    "tells every holder by email",
    "lets them vote until the bid closes, and change their vote",
    "keeps any other sale from being proposed until then",
  ],
  publish: (amount: string) => `Publish the bid at ${amount} per stake`,
  youDrafted: "You drafted it, so another operator has to publish it.",
  isHolder: "You hold stakes in this cask: others have to decide on its sale.",
  withdraw: "The bidder withdraws",
  accepted: "Propose the sale with exactly these figures, under Sale.",
} as const;

export const bidRefusals = {
  "no-such-cask": "There is no such cask.",
  "no-such-bid": "There is no such bid.",
  "has-ended": "This cask has been sold.",
  "own-stake": "You hold stakes in this cask: others have to decide on its sale.",
  "own-bid": "You drafted it yourself: another operator has to publish it.",
  "bid-decided": "It has since been decided differently.",
  "bid-closed": "Voting has closed: the votes have to be counted first.",
  "closes-too-soon": "It would be open for less than 7 days. Withdraw it and draft another one.",
  "closes-too-late": "It would be open for more than 30 days. Publish it later, or draft another one.",
  "sale-proposed":
    "A sale of this cask was proposed. Withdraw that proposal first. Once the sale is confirmed, the bid stays.",
  "other-bid": "Another bid for this cask is open or accepted.",
  "id-taken": "This form was already sent with different values. Open it again.",
  "not-allowed": "Nothing was changed.",
} as const;
