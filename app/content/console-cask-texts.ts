import { ADVANCE_RULE } from "./advance-texts";

export const caskPageTexts = {
  newTitle: "New cask",
  views: {
    cask: "Cask",
    value: "Valuations",
    gauge: "Regauges",
    evidence: "Documents",
    bid: "Bids",
    sell: "Sale",
    preview: "Preview",
  },
  stock: (sold: number, reserved: number, free: number, total: number) =>
    `${sold} sold · ${reserved} reserved · ${free} free of ${total} stakes`,
  hints: {
    cost_per_stake: "In dollars. It becomes the first valuation and is fixed once the cask is published.",
    total_stakes: "Fixed while a stake is reserved, and once one has been sold.",
    bought_for:
      "In dollars, for the whole cask, as in the contract. Optional, public, and fixed once the cask is published.",
    loa_litres: "Litres of pure alcohol, with at most one decimal place.",
    abv: "In percent, with at most one decimal place. Optional.",
    launch_date: "From this day on it can be bought (UTC).",
    close_date: "The last day on which it can be bought (UTC).",
    distillery_information: "What the investor reads about this cask. A blank line starts a paragraph.",
    optional: "Optional in a draft. The checklist before publishing asks for it.",
  },
  changedMeanwhile:
    "Someone else changed this cask since you opened the form. Nothing was saved, and what you typed is kept. Look at what differs; saving again overwrites it.",
  savedMeanwhile: (field: string, value: string) => `${field}, saved in the meantime: ${value || "nothing"}`,
  publishEffects: (price: string) => [
    "investors see it at once",
    `fixes the price of a stake at ${price} and writes it as the first valuation`,
    "stakes can be bought from the launch date on",
  ],
} as const;

export const caskStateErrors = {
  "no-such-cask": "There is no such cask.",
  "changed-meanwhile": "Someone else changed this cask since you opened the page. Look at it again.",
  "not-allowed": "Nothing was changed.",
  "closes-in-the-past": "Its close date has passed: change it first.",
  "stakes-sold": "One of its stakes is sold, so it cannot be withdrawn.",
  "stakes-reserved": "One of its stakes is reserved, so it cannot be withdrawn now.",
  "has-ended": "This cask has been sold.",
  "id-taken": "This form was already sent with different values. Open it again.",
  "no-such-valuation": "There is no such valuation to correct, or it was corrected already.",
  "no-such-document": "There is no such document to replace, or it was replaced already.",
  unknown: "No action was chosen. Nothing was changed.",
} as const;

export const valueTexts = {
  add: "Add a valuation",
  authors: {
    provider: "Ourselves",
    "warehouse-keeper": "The warehouse keeper",
    broker: "A broker",
    independent: "An independent valuer",
  },
  tiers: { measured: "Measured", modelled: "Modelled", opinion: "Opinion" },
  show: "Show what it changes",
  saveEffects: (holders: number) => [
    "every page shows the new value at once",
    holders === 1 ? "tells 1 holder by email" : `tells ${holders} holders by email`,
    "stays in the history: a mistake is corrected by a later entry",
  ],
  isHolder: "You hold a stake in this cask: another operator has to decide on its value.",
  notOnOffer: "Only a published cask can be valued.",
} as const;

export const documentTexts = {
  visibilities: { public: "Everybody", holders: "Holders" },
  size: (bytes: number) => (bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`),
} as const;

export const ownStake = "You hold stakes in this cask: others have to decide on its sale.";

export const exitFieldNames = {
  sold_on: "Sold on",
  buyer_kind: "Buyer",
  gross: "Price of the whole cask",
  fees: "Fees",
} as const;

export const saleTexts = {
  buyers: { bottler: "A bottler", trade: "The trade", private: "A private buyer", provider: "Ourselves (buy-back)" },
  titles: { sale: "Sale", "buy-back": "Buy-back" },
  byViewer: (when: string) => `by you, ${when}`,
  byOther: (when: string) => `by another operator, ${when}`,
  states: {
    proposed: "waiting for a second operator",
    confirmed: "being credited",
    done: "done",
    withdrawn: "withdrawn",
  },
  advances: `${ADVANCE_RULE} ‘More or less’ compares all that a holder gets, returns and sale, with what they paid.`,
  perHolder: "What each holder gets",
  confirmEffects: (holders: number, amount: string) => [
    "ends the sale of its stakes, and any open checkouts",
    `credits ${amount} for each of ${holders} stakes held, less returns paid or requested, to its holder's wallet`,
    "ends the stakes; their certificates say so",
    "cannot be undone",
  ],
  confirm: (kind: string, amount: string) => `Confirm the ${kind.toLowerCase()} at ${amount} per stake`,
  isHolder: ownStake,
} as const;

export const saleRefusals = {
  "no-such-cask": "There is no such cask.",
  "has-ended": "This cask has been sold already.",
  "bad-date": "Sold on must be a day that exists, not in the future.",
  "bad-amounts": "These amounts do not add up.",
  "amount-changed": "The figures have changed since you saw them. Look again.",
  "own-stake": ownStake,
  "own-proposal": "You proposed it yourself: another operator has to confirm it.",
  "votes-open": "Its holders are voting on a bid. No sale can be proposed until the vote has ended.",
  "not-as-accepted": "Its holders have accepted a bid: the sale must have the buyer, price and fees of that bid.",
  "already-proposed": "There is another proposal. Withdraw it first.",
  "no-such-exit": "There is no proposal to decide on.",
  "decided-otherwise": "It has since been decided differently.",
  "not-allowed": "Nothing was changed.",
} as const;
