import { ADVANCE_RULE } from "./advance-texts";
import { kindNames } from "./casks";
import { caskTypeNames } from "./gauge-texts";
import { inLitres } from "./litres";

// What operators read on the pages of casks.

export const caskListTexts = {
  standings: { draft: "draft", published: "on offer", withdrawn: "withdrawn", sold: "sold" },
  closed: "closed",
  soldOut: "sold out",
  stakes: (sold: number, reserved: number, total: number) => `${sold} / ${reserved} / ${total}`,
  notValued: "not valued yet",
  valued: (tier: string, day: string) => `${tier === "issue" ? "issue price" : tier}, ${day}`,
  ended: (day: string) => `sold ${day}`,
  create: "New cask",
} as const;

export const caskPageTexts = {
  newTitle: "New cask",
  views: {
    cask: "Cask",
    value: "Valuations",
    gauge: "Regauges",
    evidence: "Documents",
    keeper: "Keeper",
    bid: "Bids",
    sell: "Sale",
    preview: "Preview",
  },
  parts: "Parts of this page",
  log: "History of this cask",
  writeToHolders: "Write to its holders",
  closes: "Closes",
  stock: (sold: number, reserved: number, free: number, total: number) =>
    `${sold} sold · ${reserved} reserved · ${free} free of ${total} stakes`,
  save: "Save",
  create: "Save as a draft",
  hints: {
    cost_per_stake: "In dollars. It becomes the first valuation and is fixed once the cask is published.",
    total_stakes: "Fixed while a stake is reserved, and once one has been sold.",
    loa_litres: "Litres of pure alcohol, with at most one decimal place.",
    abv: "In percent, with at most one decimal place. Optional.",
    launch_date: "From this day on it can be bought (UTC).",
    close_date: "The last day on which it can be bought (UTC).",
    distillery_information: "What the investor reads about this cask. A blank line starts a paragraph.",
    optional: "Optional in a draft. The checklist before publishing asks for it.",
  },
  groups: { what: "What it is", where: "Where it is", offer: "The offer", story: "What investors read" },
  changedMeanwhile:
    "Somebody else changed this cask since you opened the form. Nothing was saved, and what you typed is kept. Look at what differs; saving again overwrites it.",
  savedMeanwhile: (field: string, value: string) => `${field}, saved in the meantime: ${value || "nothing"}`,
  checklist: "Before it is published",
  checks: {
    closes: (day: string) => `It can still be bought: it closes ${day}`,
    abv: "ABV is stated",
    cask_number: "The cask number is stated",
    fill_date: "The fill date is stated",
    storage: "Storage is paid beyond the close date",
    ownership: "A delivery order is on file",
    warehouse: "The warehouse has confirmed it",
    insurance: "It is insured, by a document that has not expired",
    stakes: (stakes: number, price: string, sum: string) => `${stakes} stakes at ${price}: ${sum} in all`,
  },
  done: "done:",
  missing: "missing:",
  blocks: "must be changed first:",
  publish: "Publish",
  publishAgain: "Publish again",
  publishTitle: "What publishing does",
  publishEffects: (price: string) => [
    "investors see it at once",
    `fixes the price of a stake at ${price} and writes it as the first valuation`,
    "stakes can be bought from the launch date on",
  ],
  without: {
    title: "Offer it anyway",
    lead: (missing: string) =>
      `The settings require evidence before a cask is published, and this one is missing ${missing}. It can be offered anyway, with a reason that investors read on the cask's page.`,
    reason: "Why it is offered anyway",
    reasonHint: "Public, at most 300 characters. Say when the evidence is expected.",
    reasonMissing: "Enter the reason, at most 300 characters.",
    publish: "Publish without it",
  },
  "stop-sales": "Stop the sale",
  "resume-sales": "Resume the sale",
  stopped: (since: string) => `The sale has been stopped since ${since}.`,
  withdraw: "Withdraw from sale",
  takenStays: "A stake is sold or reserved, so it stays published.",
  endedStays: (day: string) => `It was sold on ${day}. Its offer and its value no longer change.`,
  previewBar: "This is how an activated investor sees it.",
  previewBack: "Back to the console",
} as const;

export const caskStateErrors = {
  "no-such-cask": "There is no such cask.",
  "changed-meanwhile": "Somebody else changed this cask since you opened the page. Look at it again.",
  "not-allowed": "Nothing was changed.",
  "closes-in-the-past": "Its close date has passed: change it first.",
  "evidence-missing":
    "Evidence that the settings require is missing. Add it, or have two operators go ahead with a reason.",
  "stakes-sold": "One of its stakes is sold, so it cannot be withdrawn.",
  "stakes-reserved": "One of its stakes is reserved, so it cannot be withdrawn now.",
  "has-ended": "This cask has been sold.",
  "not-on-offer": "Only the sale of a published cask can be stopped or resumed.",
  "id-taken": "This form was already sent with different values. Open it again.",
  "no-such-valuation": "There is no such valuation to correct, or it was corrected already.",
  "no-such-document": "There is no such document to replace, or it was replaced already.",
  unknown: "No action was chosen. Nothing was changed.",
} as const;

export const valueTexts = {
  columns: {
    day: "Date",
    value: "Value per stake",
    tier: "Tier",
    method: "Method",
    source: "Source",
    state: "Correction",
  },
  superseded: "corrected by a later entry",
  correct: "Correct it",
  add: "Add a valuation",
  correcting: (day: string, value: string) => `Correct the valuation of ${day}, ${value}`,
  hints: {
    value_per_stake: "In dollars.",
    method: "How the value was arrived at. Public.",
    source: "Who says so. Public: do not name private individuals.",
    author: "Public, with what they stand to gain from a high value.",
    reason: "For corrections only. Public.",
  },
  authors: {
    provider: "Ourselves",
    "warehouse-keeper": "The warehouse keeper",
    broker: "A broker",
    independent: "An independent valuer",
  },
  tiers: { measured: "Measured", modelled: "Modelled", opinion: "Opinion" },
  show: "Show what it changes",
  effect: (value: string, day: string) => `What ${value} per stake on ${day} changes`,
  holders: "Holders",
  stakes: "Stakes held",
  before: "Value now",
  after: "Value then",
  perHolder: "For each holder",
  holderColumns: {
    holder: "Holder",
    stakes: "Stakes",
    now: "Value now",
    then: "Value then",
    returnNow: "Return now",
    returnThen: "Return then",
  },
  noHolders: "Nobody holds a stake in it.",
  change: "Change the figures",
  save: (value: string) => `Save ${value} per stake`,
  saveEffects: (holders: number) => [
    "every page shows the new value at once",
    holders === 1 ? "tells 1 holder by email" : `tells ${holders} holders by email`,
    "stays in the history: a mistake is corrected by a later entry",
  ],
  saveTitle: "What saving does",
  propose: (value: string) => `Propose ${value} per stake`,
  sure: (value: string, factor: string) => `Yes, I mean ${value}: ${factor}.`,
  farOff: (factor: string) => `This is ${factor}. If you mean it, say so below; otherwise correct the figure.`,
  farOffValue: (factor: string) => `It is ${factor}.`,
  isHolder: "You hold a stake in this cask: another operator has to decide on its value.",
  changedMeanwhile:
    "Somebody bought a stake or valued the cask since you saw these figures. They have been updated: look again, then save.",
  notOnOffer: "Only a published cask can be valued.",
  none: "–",
} as const;

export const gaugeViewTexts = {
  columns: { day: "Date", litres: "Litres of alcohol", abv: "ABV", by: "Measured by" },
  add: "Record a regauge",
  lead: "The cask's page shows the latest by date. Correct a mistake by recording another.",
  save: "Record it",
  litres: (tenths: number) => inLitres(tenths / 10),
  percent: (tenths: number) => `${tenths / 10} %`,
} as const;

export const keeperViewTexts = {
  title: (warehouse: string) => `Who keeps ${warehouse}`,
  lead: "Shown to everybody, for every cask at this warehouse. Leave a field empty if nobody knows; it is then shown as not known.",
  hints: {
    keeper: "The company that holds the licence.",
    address: "Where the casks are.",
    licence_number: "Of the bonded warehouse, as the authorities write it.",
    contact: "An address or number of the company, not of a person.",
  },
  save: "Save the keeper",
  unknown: "not known",
  public: "As the public sees it",
} as const;

export const documentTexts = {
  columns: { kind: "Document", issuer: "Issuer", issued: "Issued", expires: "Expires", seen: "Seen by", file: "File" },
  kinds: {
    "delivery-order": "Delivery order",
    "warehouse-confirmation": "Warehouse confirmation",
    insurance: "Insurance",
    gauge: "Gauge",
    photo: "Photo",
    contract: "Contract",
  },
  visibilities: { public: "Everybody", holders: "Holders" },
  expired: "expired",
  expiresSoon: "expires soon",
  replaced: "replaced",
  never: "never",
  replace: "Replace it",
  replacing: (kind: string, issuer: string) => `Replace the document: ${kind}, ${issuer}`,
  add: "Add a document",
  file: "File",
  issuerHint: "Public: a company or an authority, not a person.",
  fileHint:
    "PDF, JPEG or PNG, at most 10 MB. The file’s name does not matter and is not kept. Black out the names of private individuals before a file goes public: once it is public, anyone can keep a copy.",
  fileAgain: "Choose the file again: browsers do not remember it.",
  expiresHint: "Leave it empty if it does not expire.",
  save: "Save this document",
  size: (bytes: number) => (bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`),
} as const;

export const exitFieldNames = {
  sold_on: "Sold on",
  buyer_kind: "Buyer",
  gross: "Price of the whole cask",
  fees: "Fees",
  net_per_stake: "Net per stake",
} as const;

export const exitErrors = {
  inFuture: "Sold on must not be in the future.",
  feesAboveGross: "Fees must not be above the price.",
} as const;

export const saleTexts = {
  add: "Sell or buy back the whole cask",
  buyers: { bottler: "A bottler", trade: "The trade", private: "A private buyer", provider: "Ourselves (buy-back)" },
  hints: { gross: "In dollars, for all its stakes.", fees: "The costs of the sale, in dollars." },
  show: "Show what each holder gets",
  titles: { sale: "Sale", "buy-back": "Buy-back" },
  rows: {
    state: "State",
    soldOn: "Sold on",
    buyer: "Buyer",
    gross: "Price of the whole cask",
    fees: "Fees",
    net: "Net",
    stakes: "Stakes in the cask",
    netPerStake: "Net per stake",
    rounding: "Left by rounding, kept by the house",
    held: "Stakes held, to be credited",
    credited: "Stakes credited to their holders",
    waiting: "Stakes waiting for a dispute to end",
    own: "Stakes nobody holds, whose share goes to the house",
    proposed: "Proposed",
    confirmed: "Confirmed",
  },
  creditedOf: (done: number, all: number) => `${done} of ${all}`,
  byViewer: (when: string) => `by you, ${when}`,
  byOther: (when: string) => `by another operator, ${when}`,
  states: {
    proposed: "waiting for a second operator",
    confirmed: "being credited",
    done: "done",
    withdrawn: "withdrawn",
  },
  holderColumns: {
    holder: "Holder",
    stakes: "Stakes",
    paid: "Paid",
    share: "Share",
    advance: "Advanced",
    gets: "Credited",
    change: "More or less",
  },
  advances: `${ADVANCE_RULE} ‘More or less’ compares all that a holder gets, returns and sale, with what they paid.`,
  noName: "no name yet",
  noHolders: "Nobody holds a stake in it: the net goes to the house.",
  perHolder: "What each holder gets",
  lookAgain: "Look again",
  running: "Holders are being credited, each exactly once. You can leave this page.",
  change: "Change the figures",
  propose: (kind: string, amount: string) => `Propose the ${kind.toLowerCase()} at ${amount} per stake`,
  confirmTitle: "What confirming does",
  confirmEffects: (holders: number, amount: string) => [
    "ends the sale of its stakes, and any open checkouts",
    `credits ${amount} for each of ${holders} stakes held, less returns paid or requested, to its holder's wallet`,
    "ends the stakes; their certificates say so",
    "cannot be undone",
  ],
  confirm: (kind: string, amount: string) => `Confirm the ${kind.toLowerCase()} at ${amount} per stake`,
  cancel: "Withdraw the proposal",
  twoPeople: "This takes two operators: one proposes it, another confirms it.",
  youProposed: "You proposed it, so another operator has to confirm it.",
  otherProposed: "Another operator proposed it. If you confirm it, these figures are final.",
  isHolder: "You hold stakes in this cask: others have to decide on its sale.",
  stillDraft: "A draft has no holders. Publish it first.",
} as const;

export const saleRefusals = {
  "no-such-cask": "There is no such cask.",
  "has-ended": "This cask has been sold already.",
  "bad-date": "Sold on must be a day that exists, not in the future.",
  "bad-amounts": "These amounts do not add up.",
  "amount-changed": "The figures have changed since you saw them. Look again.",
  "own-stake": "You hold stakes in this cask: others have to decide on its sale.",
  "own-proposal": "You proposed it yourself: another operator has to confirm it.",
  "votes-open": "Its holders are voting on a bid. No sale can be proposed until the vote has ended.",
  "not-as-accepted": "Its holders have accepted a bid: the sale must have the buyer, price and fees of that bid.",
  "already-proposed": "There is another proposal. Withdraw it first.",
  "no-such-exit": "There is no proposal to decide on.",
  "decided-otherwise": "It has since been decided differently.",
  "not-allowed": "Nothing was changed.",
} as const;

/** Of a list in a form, until something is chosen. */
export const choose = "Choose";

/** The choices of a form, by the names that it sends. */
export const caskChoices = { kind: kindNames, cask_type: caskTypeNames } as const;
