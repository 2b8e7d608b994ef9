import { ownStake } from "./console-cask-texts";

export const bidFieldNames = {
  bidder_kind: "Bidder",
  gross: "Price of the whole cask",
  fees: "Fees",
  closes_on: "Closes on",
  note: "What holders read",
} as const;

export const bidErrors = {
  feesAboveGross: "Fees must not be above the price.",
  "closes-too-soon": "Closes on must be at least 7 days from today.",
  "closes-too-late": "Closes on must be at most 30 days from today.",
} as const;

export const bidTexts = {
  states: {
    draft: "waiting for a second operator",
    open: "being voted on",
    accepted: "accepted",
    refused: "refused",
    expired: "expired: too few voted",
    withdrawn: "withdrawn",
  },
} as const;

export const bidRefusals = {
  "no-such-cask": "There is no such cask.",
  "no-such-bid": "There is no such bid.",
  "has-ended": "This cask has been sold.",
  "own-stake": ownStake,
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
