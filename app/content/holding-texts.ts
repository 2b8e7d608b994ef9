import { formatDate } from "~/domain/calendar-date";
import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { formatChange, formatUsd } from "~/domain/money";
import { ADVANCE_RULE } from "./advance-texts";
import { projectionRisk, valuedLine } from "./wallet-texts";

const months = (count: number) => (count === 1 ? "1 month" : `${count} months`);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const stakeOf = (number: number, total: number) => `Stake ${number} of ${total}`;

type GainWords = { cents: number; percent: string; months: number; since: string };

const period = ({ months: count, since }: GainWords) =>
  count > 0 ? `in ${months(count)}` : `since ${formatDate(since)}`;

export const gainWords = (gain: GainWords) =>
  `${formatChange(gain.cents)} (${gain.percent}), ${gain.cents > 0 ? "a gain" : gain.cents < 0 ? "a loss" : "no change"} ${period(gain)}`;

export const passTexts = {
  ended: "No longer yours",
  paid: (cents: number) => `${formatUsd(cents)} paid`,
  notValued: "paid, not valued yet",
  until: (on: string) => `24 months on ${formatDate(on)}`,
  sold: (on: string) => `sold ${formatDate(on)}`,
  ready: "return ready",
  progress: "return on its way",
  waits: (on: string) => `return waits until ${formatDate(on)}`,
  passed: (months: number, of: number) => `${months} of ${of} months`,
  soldFor: (cents: number) => `Sold for ${formatUsd(cents)}`,
  frozen: "On hold: its payment is disputed or was reversed",
  givenBack: "Payment refunded",
  next: {
    sold: (on: string) => `Sold ${formatDate(on)}`,
    ready: () => "Return ready to withdraw",
    "hold-ends": (on: string) => `Withdrawal waits until ${formatDate(on)}`,
    "sale-closes": (on: string) => `Sale of its cask closes ${formatDate(on)}`,
    "cycle-ends": (on: string) => `24 months on ${formatDate(on)}`,
  },
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
    basis: (on: string, tier: string) => valuedLine({ date: formatDate(on), tier }),
    risk: projectionRisk,
    realised: "Paid or credited to you",
    result: "Your gain or loss",
    unrealised: "On paper",
    next: "Next",
  },
  withdraw: {
    title: "Return",
    ready: (amount: string) => `${amount} can be withdrawn now.`,
    button: (amount: string) => `Withdraw ${amount}`,
    locked: "Returns can be withdrawn once your account is activated.",
    earliest: (on: string, left: number) =>
      `The return of this 24-month period can be withdrawn from ${formatDate(on)}, in ${days(left)}.`,
    afterThat: (on: string, left: number) =>
      `The return of the next 24-month period can be withdrawn from ${formatDate(on)}, in ${days(left)}.`,
    badges: { ready: "ready", progress: "in progress", days: (left: number) => `in ${days(left)}` },
  },
  cost: {
    title: "What it cost",
    price: "Price of the stake",
    onTop: "Fee on top",
    none: "none",
    total: "Paid for this stake",
    paidBy: { Bank: "by bank card", Crypto: "in crypto" },
    paidToInvestor: "from your wallet, to another investor",
    joiningFee: "Joining fee",
    joiningFeeOnce: (on: string) => `once for your account, ${formatDate(on)}`,
    included: `The price includes ${INCLUDED_STORAGE_YEARS} years of storage and insurance.`,
    storage: (on: string) => `Storage is paid until ${formatDate(on)}.`,
  },
  certificate: {
    title: "Certificate",
    file: "Certificate",
    download: "Download PDF",
    code: "Code",
    issued: "Issued",
    verify: "See the public check",
    times: "How long we really take",
    states: { pending: "in 48 hrs", void: "Certificate no longer valid", none: "None" },
  },
  valuations: {
    title: "Valuations",
    note: "For one stake, latest first. Entries are never edited.",
  },
  cycles: {
    title: "Returns",
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
    advance: ADVANCE_RULE,
  },
  withdrawals: { title: "Withdrawals", none: "Nothing has been withdrawn yet." },
  documents: {
    title: "Documents",
    none: "None yet.",
    kinds: {
      "delivery-order": "Delivery order",
      "warehouse-confirmation": "Warehouse confirmation",
      insurance: "Insurance",
      gauge: "Gauge",
      photo: "Photo",
      contract: "Contract",
    },
    from: (issuer: string, on: string) => `${issuer}, ${formatDate(on)}`,
    expires: (on: string) => `valid until ${formatDate(on)}`,
    expired: (on: string) => `expired ${formatDate(on)}`,
    open: "Open",
  },
  exit: {
    title: "How it ends",
    open: `The whole cask is sold, or bought back by us. What is left after fees is divided among all its stakes, and your share goes to your wallet. ${ADVANCE_RULE}`,
    advance: "Already paid out as returns",
    credited: "Credited to your wallet",
    kinds: { sale: "Sold", "buy-back": "Bought back by us" },
    buyers: { bottler: "a bottler", trade: "the trade", private: "a private buyer", provider: "us" },
    to: "To",
    on: "On",
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
  cask: {
    title: "The cask",
    page: "About this cask",
    proof: "Its documents and values",
  },
} as const;
