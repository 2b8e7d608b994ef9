import { ADVANCE_RULE } from "./advance-texts";
import { formatDate } from "~/domain/calendar-date";
import type { NamedPeriod, Period } from "~/domain/statement-period";
import { company } from "./company";

// Figures and dates only: what they mean for a tax is not ours to say.

const shortNext = (year: number) => String((year + 1) % 100).padStart(2, "0");

export const periodText = ({ from, to }: Period) => `${formatDate(from)} to ${formatDate(to)}`;

export const statementTexts = {
  title: "Statements",
  lead: "What you held, what it was worth and what moved, for any period.",
  others: "Other years and calendars",
  years: {
    calendar: { title: "Calendar years", hint: "1 January to 31 December." },
    india: { title: "Indian tax years", hint: "1 April to 31 March." },
    uk: { title: "UK tax years", hint: "6 April to 5 April." },
  },
  yearName: ({ kind, year }: Pick<NamedPeriod, "kind" | "year">) =>
    kind === "calendar" ? String(year) : `${year}\u2013${shortNext(year)}`,
  soFar: "so far",
  pdf: "PDF",
  csv: "CSV",
  of: (name: string) => ` statement, ${name}`,
  any: {
    title: "Any period",
    from: "First day",
    to: "Last day",
    hint: "Up to today. Days are counted in UTC.",
    pdf: "Get it as PDF",
    csv: "Get it as CSV",
    wrong: "Choose a first day, and a last day after it. Neither can be before 2000 or in the future.",
  },
  noAdvice:
    "Statements give figures and dates, not tax advice. Ask a tax adviser where you live what you have to declare.",
  trackers: {
    title: "Other formats",
    text: "For portfolio trackers: everything from your first day to today. A cask is a security, and each stake is one share of it.",
    ghostfolio: "Ghostfolio: activities and prices",
    performance: "Portfolio Performance: account transactions",
    prices: (cask: string) => `Portfolio Performance: historical quotes of ${cask}`,
    style: "Figures in CSV files:",
    styles: { point: "1250.50, with commas between cells", comma: "1250,50, with semicolons between cells" },
  },
} as const;

export const statementWords = {
  brand: company.brand,
  title: "Statement",
  about: { holder: "Held by", period: "Period", made: "Made on", currency: "Currency" },
  transliterated: "In Latin letters, as the holder writes the name.",
  currency: "US dollars. Days are counted in UTC.",
  stakeOf: ({ number, totalStakes }: { number: number; totalStakes: number }) => `Stake ${number} of ${totalStakes}`,
  notValued: "Not valued yet",
  total: "Total",
  opening: (day: string) => `Before ${day}`,
  closing: (day: string) => `At the end of ${day}`,
  summary: {
    title: "In short",
    property: "Property: stakes, at what they cost",
    value: "Property: stakes, at what they are worth",
    valueNote: "Stakes that are not valued yet count at what they cost.",
    worthNote: "A stake’s worth is its latest value less the returns paid or requested.",
    cash: "Cash at risk: what we owe you",
  },
  property: {
    title: (day: string) => `Property on ${day}`,
    text: "Stakes are numbered shares of named casks in bond, entered in our register for you. They are yours: not a deposit, and not a loan to us. Their value can fall.",
    columns: ["Stake", "Bought on", "Cost", "Value", "Valued", "Unrealised"],
    note: "Valued: the day and the kind of the valuation. Measured means based on a measurement of the cask, modelled on a calculation, and opinion on a person’s judgement. Unrealised: what the stake was worth (its value less the returns paid or requested by then) less its cost. It is an estimate until the stake is sold.",
    advanced: (amount: string) =>
      `On the stakes held, ${amount} was paid out or requested as returns. ${ADVANCE_RULE} So a stake’s worth is its value less its returns.`,
    frozen: (stakes: string) =>
      `On hold because their payment is disputed or was reversed, and not counted: ${stakes}.`,
  },
  moves: {
    title: "Property: what changed, at cost",
    columns: ["Date", "What", "Stake", "Cost"],
    what: {
      bought: "Bought",
      "taken-back": "Payment reversed",
      "given-again": "Payment restored",
      sold: "Cask sold",
      "bought-back": "Cask bought back",
      resold: "Sold to another investor",
    },
  },
  standing: {
    title: "Cash at risk",
    text: `Money that we owe you. It is a claim on ${company.legalName} and not your property: no deposit guarantee covers it, and if we could not pay, you could lose it. It is no longer at risk once it has reached your bank.`,
    wallet: "In your wallet",
    setAside: "Set aside for withdrawals not yet decided",
    pending: "Pending referral rewards",
    onHold: (before: string, after: string) =>
      `In addition, ${after} from stakes you sold to other investors was on hold at the end, and ${before} before.`,
  },
  cash: {
    title: "Cash: what changed",
    columns: ["Date", "What", "From", "Amount"],
    reasons: {
      "cycle-return": "24-month return, from our own money",
      reversal: "Reversed",
      restored: "Restored",
      "cask-sale": "Cask sold to a buyer",
      "provider-buy-back": "Cask bought back by us",
      promotion: "Promotion, a gift from us",
      "referral-reward": "Referral reward from us",
      "withdrawal-paid": "Paid to your bank",
      "withdrawal-returned": "Sent back by your bank",
      "resale-available": "Stake sold to another investor, less the fee and returns already paid on it",
      "debt-set-off": "Paid what you owed for a payment that was reversed",
    },
    other: "Other",
  },
  paid: {
    title: "Paid by card or crypto",
    columns: ["Date", "For", "By", "Amount"],
    modes: { Bank: "Card", Crypto: "Crypto" },
    note: "Negative amounts went back to you.",
  },
  fees: {
    title: "Fees",
    columns: ["Date", "Fee", "Of", "Amount"],
    joining: "Joining fee",
    sale: "Cost of selling the whole cask",
    bought: "Fee for a stake bought from another investor",
    seller: "Fee for a stake sold to another investor",
    sharedBy: (stakes: number) => `shared by its ${stakes} stakes`,
    note: "The costs of selling a cask were deducted before the rest was shared out. They are the costs for the whole cask, not for one stake.",
  },
  returns: {
    title: "Returns by source",
    columns: ["Source", "Amount"],
    cycles: "24-month returns credited, less any reversed",
    sales: "Casks and stakes sold or bought back: above or below what the stakes cost",
    takenOff: "Deducted from casks sold: already paid as 24-month returns",
    proceeds: (amount: string) => `These stakes brought in ${amount}.`,
    advanced: (amount: string) =>
      `${amount} of what the stakes brought had already been paid out or requested: ${ADVANCE_RULE}`,
    promotions: "Promotions",
    rewards: "Referral rewards",
    tillDate: (day: string) => `Since your first purchase, up to ${day}`,
    realised: "Realised: paid or credited",
    unrealised: "Unrealised: by the latest values",
  },
  says: {
    title: "What this statement says",
    texts: [
      "It is drawn from our ledger and our register. What you had before plus what changed is what you have after; a statement that does not add up is never issued.",
      "Valuations are as known when it was made, including later corrections. It gives figures and dates. It is not tax advice, a valuation or a promise of a return.",
    ],
  },
} as const;

export const statementCsv = {
  columns: ["section", "date", "what", "cask", "stake", "amount_usd", "value_usd", "valued_on", "tier", "advanced_usd"],
  sections: {
    period: "period",
    holdings: "holdings",
    property: "property",
    cash: "cash",
    paid: "paid",
    fees: "fees",
    returns: "returns",
  },
} as const;
