import { formatDate } from "~/domain/calendar-date";
import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { formatUsd } from "~/domain/money";
import { DOCUMENT_KINDS } from "./casks";

const months = (count: number) => (count === 1 ? "1 month" : `${count} months`);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const stakeOf = (number: number, total: number) => `Stake ${number} of ${total}`;

export const passTexts = {
  ended: "No longer yours",
  paid: (cents: number) => `${formatUsd(cents)} paid`,
  advanced: (cents: number) => `· ${formatUsd(cents)} paid ·`,
  notValued: "paid, not valued yet",
  until: (on: string) => `until ${formatDate(on)}`,
  sold: (on: string) => `sold ${formatDate(on)}`,
  ready: "return ready",
  progress: "return on its way",
  waits: (on: string) => `return waits until ${formatDate(on)}`,
  passed: (months: number, of: number) => `${months} of ${of} months`,
  soldFor: (cents: number) => `Sold for ${formatUsd(cents)}`,
  frozen: "On hold: its payment is disputed or was reversed",
  givenBack: "Payment refunded",
} as const;

export const holdingTexts = {
  wallet: "Wallet",
  allStakes: "All your stakes",
  worth: {
    title: "Worth now",
    sold: "Sold for",
    notValued: "Not valued yet",
    notValuedText: "Not valued since you bought it. The price you paid is not a valuation.",
    frozen: "On hold",
    frozenText:
      "Its payment is in dispute. Until that is settled, the stake counts as worth nothing and no return can be withdrawn.",
    givenBack: "Given back",
    givenBackText: {
      refunded: "Its payment was refunded to you.",
      refunding: "Its payment is on its way back to you.",
    },
    basis: (on: string, tier: string) => `${formatDate(on)}, ${tier}. Not a promise: it can fall.`,
    realised: "Paid or credited to you",
    result: "Your gain or loss",
    unrealised: "On paper",
  },
  until: (on: string, { months: inMonths, days: inDays }: { months: number; days: number }) =>
    `until ${formatDate(on)}, in ${inMonths > 0 ? months(inMonths) : days(inDays)}`,
  withdraw: {
    titles: { running: "Return: not ready", ready: "Return: ready", progress: "Return: in progress" },
    ready: (amount: string) => `${amount} can be withdrawn now.`,
    button: (amount: string) => `Withdraw ${amount}`,
    locked: "Returns can be withdrawn once your account is activated.",
    progress: "You asked for it. It is listed under ‘How do I get out?’ below.",
    toGo: (left: number, of: number) => `${left} of ${of} months to go.`,
    projected: (amount: string) => `If the value stays: ${amount}, an advance on the sale.`,
  },
  cost: {
    title: "What it cost",
    price: "Price of the stake",
    onTop: "Fee on top",
    none: "none",
    total: "Paid for this stake",
    paidBy: { Bank: "by bank card", Crypto: "in crypto" },
    short: (paid: string, until: string | null) =>
      until === null ? paid : `${paid}, storage included until ${formatDate(until)}`,
    included: `The price includes ${INCLUDED_STORAGE_YEARS} years of storage and insurance.`,
  },
  certificate: {
    title: "Certificate and receipt",
    download: "Download PDF",
    receipt: "Receipt",
    issued: "Issued",
    verify: "See the public check",
    times: "How long we really take",
    states: { pending: "in 48 hrs", void: "Certificate no longer valid", none: "None" },
  },
  valuations: {
    short: (from: string, to: string, how: string) => `From ${from} to ${to}. ${how}`,
    none: "Not valued since you bought it.",
    note: "For one stake, latest first. Entries are never edited.",
  },
  cycles: {
    cycle: (number: number) => `24-month period ${number}`,
    span: (from: string, to: string) => `${formatDate(from)} to ${formatDate(to)}`,
    states: {
      running: "projected",
      ready: "ready",
      later: "after the previous one",
      progress: "in progress",
      paid: "paid",
      nothing: "no gain",
      unvalued: "not valued",
    },
    percent: (percent: string) => `${percent} of the price`,
    note: "Every 24 months we compare your stake’s value with what you paid, or with the highest value you already had a return for. If it is higher, the difference is your return. If not, there is none. We pay it out of our own money: the cask is not sold for it.",
  },
  documents: {
    title: "Is it real?",
    none: "No documents yet",
    have: (count: number) => `${count} of ${DOCUMENT_KINDS} documents`,
    from: (issuer: string, on: string) => `${issuer}, ${formatDate(on)}`,
    expires: (on: string) => `valid until ${formatDate(on)}`,
    expired: (on: string) => `expired ${formatDate(on)}`,
    open: "Open",
  },
  waysOut: {
    title: "How do I get out?",
    short: "4 ways. No one has to buy.",
    bid: "4 ways. A bid that holders vote on is open.",
  },
  exit: {
    advance: "Already paid out as returns",
    credited: "Credited to your wallet",
    kinds: { sale: "Sold", "buy-back": "Bought back by us" },
    buyers: { bottler: "a bottler", trade: "the trade", private: "a private buyer", provider: "us" },
    to: "To",
    gross: "For the whole cask",
    fees: "Costs of the sale",
    perStake: "For each stake, after fees",
    stakes: (count: number) => `Divided by all ${count} stakes in the cask.`,
    source: {
      sale: "The money came from the buyer of the cask. The sale is in the list of sold casks.",
      "buy-back":
        "The money came from us: we bought the cask back, at a price that we set. It is in the list of sold casks.",
    },
    all: "Sold casks",
  },
  cask: { title: "About the cask", proof: "Its documents and values" },
} as const;
