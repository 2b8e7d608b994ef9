import { PROCEEDS_WAIT_DAYS } from "~/domain/auction/rounds";
import { dateOf, formatDate, formatMonth } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatRate, formatUsd } from "~/domain/money";
import { VERIFY_PATH } from "./page-paths";
import { stakeCount } from "./stake-count";
import { valuedLine } from "./wallet-texts";

// The market in which investors sell stakes to each other, once a month and cask.

export const marketTexts = {
  title: "Market",
  tabTitle: "Market",
  wallet: "Wallet",
  lead: "Once a month, holders of a cask can sell stakes to other investors, all at one price. Nobody has to buy: in most rounds nothing is sold.",
  round: {
    open: (closesAtMs: number) => `A round is open. It closes on ${formatInstant(closesAtMs)}.`,
    next: (opensAtMs: number) => `No round is open. The next one opens on ${formatInstant(opensAtMs)}, for seven days.`,
    month: (month: string) => `Round of ${formatMonth(month)}`,
  },
  ownCasks: "Your casks",
  otherCasks: "Other casks",
  none: { title: "No casks yet", text: "A cask is listed here once investors hold stakes in it." },
  yours: (mine: number) => `${stakeCount(mine)} of yours`,
  lastPrice: "Last price",
  noPrice: "none yet",
  lastPriceOf: (cents: number, month: string) => `${formatUsd(cents)}, ${formatMonth(month)}`,
  lastValue: "Last valuation of a stake",
  notValued: "Not valued yet",
  sides: "Sell or buy",
  toCask: "Buy or sell stakes in",
  lastPriceShort: (cents: number, month: string) => `Last sold at ${formatUsd(cents)}, ${formatMonth(month)}.`,
  noPriceShort: "Not sold here yet.",
  highest: "Highest limit",
  fee: "Fee of buyer and seller each",
  feeOf: formatRate,
  closedMarket: "The market is closed to you for now. You can still withdraw your order.",
  youHave: "In your wallet",
  addMoney: "Add money",
  addAsMuch: (cents: number) => `Add ${formatUsd(cents)} to the wallet`,
} as const;

/** What earlier rounds of a cask brought. */
export const heldRoundTexts = {
  title: "Rounds held",
  none: "None for this cask yet.",
  price: (cents: number, sold: number) => `${formatUsd(cents)}, ${stakeCount(sold)}`,
  nothing: "nothing sold",
  stopped: "stopped: the cask was sold",
  closed: (atMs: number) => `Closed ${formatDate(dateOf(atMs))}`,
  file: "Orders and result",
  ofRound: (month: string) => ` of ${formatMonth(month)}`,
  check: { href: VERIFY_PATH, label: "Recompute a round" },
} as const;

/** What every order comes with. */
export const marketRules = {
  title: "How a round works",
  steps: [
    "You say how many stakes, and your limit: the most you will pay for one, or the least you will take.",
    "Orders are sealed. Nobody sees yours before the close, not even us.",
    "At the close, one price for everybody is computed: the one at which most stakes change hands. Nobody pays more than their limit, or gets less.",
    "If no limits meet, nothing is sold, and you get back what your order held. This is how most rounds end.",
  ],
  withdraw: "You can withdraw an order until 24 hours before the close.",
  proceeds: `Sellers get their money in their wallet ${PROCEEDS_WAIT_DAYS} days after the sale.`,
  carries: "Whatever is not filled ends with the round, or is placed again in the next one, as the order says.",
} as const;

type Amounts = { limitCents: number; feeCents: number; totalCents: number };

export const orderFormTexts = {
  sell: {
    title: "Sell",
    limit: "The least you will take for a stake, in dollars",
    button: "Place the sell order",
    table: "What you get for a stake, after the fee",
    row: ({ totalCents }: Amounts) => `you get ${formatUsd(totalCents)}`,
    advances:
      "Returns already paid on a stake come off the price. They go back to where returns are paid from, so that the buyer starts afresh.",
    stakes: "Your stakes",
    stake: (number: number) => `Stake ${number}`,
    advanced: (cents: number) => `${formatUsd(cents)} of returns comes off the price.`,
    noStakes: "You have no stakes in this cask to sell.",
    not: {
      frozen: "Frozen because its payment is disputed or was reversed.",
      "return-ready": "Its return is ready. Withdraw it first.",
      "withdrawal-open": "A withdrawal of its return is open. Wait until it is paid, or cancel it.",
    },
    toStake: "Open the stake",
    toStakeOf: (number: number) => `Open the stake ${number}`,
  },
  buy: {
    title: "Buy",
    quantity: "Number of stakes",
    limit: "The most you will pay for a stake, in dollars",
    button: "Place the buy order",
    table: "What you pay for a stake, with the fee",
    row: ({ totalCents }: Amounts) => `you pay ${formatUsd(totalCents)}`,
    holds:
      "The order sets aside your limit and the fee for every stake. Whatever it does not need comes back after the close.",
  },
  hint: (highestCents: number, value: { valueCents: number; valuedOn: string; tier: string } | null) =>
    value
      ? `At most ${formatUsd(highestCents)}: 10% above the last valuation, ${formatUsd(value.valueCents)}. ${valuedLine({ date: formatDate(value.valuedOn), tier: value.tier })}`
      : `At most ${formatUsd(highestCents)}: 10% above the price when it was issued. The cask has not been valued yet.`,
  atLimit: (limitCents: number) => `At ${formatUsd(limitCents)}`,
  carryOver: {
    label: "Place any remainder again in the next round",
    hint: "As a new order at the same limit, if that is allowed then. Nothing is held in between, and you can withdraw it.",
  },
} as const;

/** Each names its field. */
export const orderFormErrors = {
  limit: "Limit: enter an amount in dollars above zero, with at most two decimals.",
  quantity: "Number of stakes: enter a whole number, 1 or more.",
  stake: "Your stakes: choose at least one.",
} as const;

export const orderRefusals = {
  "market-off": "The market is closed to you for now. Nothing was ordered.",
  "not-activated": "Your account is not activated yet. Pay the joining fee first.",
  "account-closing": "Your account will be closed, so it cannot place orders. Nothing was ordered.",
  "cask-ending": "This cask is sold, or its sale is being checked. Its stakes no longer change hands here.",
  "round-closed": "No round is open now. Nothing was ordered.",
  "already-ordered": "You have an order for this cask in this round. Withdraw it first to place another one.",
  "limit-too-high": (cents: number) => `Limit: enter at most ${formatUsd(cents)}.`,
  "limit-too-low": (cents: number) =>
    `Limit: enter at least ${formatUsd(cents)}. Less would not cover the fee and the returns already paid on a stake.`,
  "too-many-stakes": (most: number) => `Number of stakes: enter at most ${most}. This cask has no more.`,
  "not-enough-money": (needed: number, wallet: number) =>
    `The order sets aside ${formatUsd(needed)}, fee included, but your wallet has only ${formatUsd(wallet)}.`,
  "stake-not-offered": (number: number, why: string) => `Stake ${number}: ${why}`,
  "no-such-stake": "Your stakes: one of them is no longer yours to sell. Choose again.",
  changed: "Something changed in the meantime, and nothing was ordered. Look at the figures and send it again.",
  activate: { href: "/stripe-secure?product=joining-fee", label: "Activate the account" },
  closing: { href: "/close-account", label: "See the details, or keep the account" },
} as const;

export const orderTexts = {
  yours: "Your order",
  earlier: "Your orders",
  number: "Order number",
  numbered: (number: number) => `Order ${number}.`,
  receipt: "Receipt",
  salt: "Salt",
  keep: "Keep this. After the close the whole book is published without names: the receipt proves that your order is in it, unchanged.",
  what: {
    buy: (quantity: number, limit: number) => `Buy ${stakeCount(quantity)} at ${formatUsd(limit)} or less each`,
    sell: (quantity: number, limit: number) => `Sell ${stakeCount(quantity)} at ${formatUsd(limit)} or more each`,
  },
  offered: "Stakes offered, by number",
  reserved: "Set aside from the wallet",
  least: "You get at least, before returns already paid",
  closes: "Round closes",
  notCleared: "If nothing is sold",
  notClearedText: {
    buy: "The order ends, and the money goes back to your wallet.",
    sell: "The order ends, and you keep your stakes.",
  },
  paid: "Paid into your wallet",
  paidAfter: `${PROCEEDS_WAIT_DAYS} days after the sale`,
  proceeds: (cents: number, fromMs: number) =>
    `You get ${formatUsd(cents)} in your wallet on ${formatInstant(fromMs)}.`,
  paidOut: (cents: number) => `${formatUsd(cents)} is in your wallet.`,
  withdraw: "Withdraw the order",
  withdrawUntil: (atMs: number) => `Until ${formatInstant(atMs)}.`,
  tooLate: "The last day of the round has begun. The order can no longer be withdrawn.",
  ended: "The round of this order has closed. It can no longer be withdrawn.",
  states: {
    open: "open",
    withdrawn: "withdrawn",
    ended: "ended",
    "left-out": "left out",
  },
  leftOut: "Your account was suspended at the close, so the order was left out.",
  carry: {
    label: "What is left",
    follows: (number: number) => `Placed again for order ${number}`,
    asked: (opensAtMs: number) =>
      `Placed again in the next round, which opens on ${formatInstant(opensAtMs)}, if that is allowed then. Nothing is held in between.`,
    giveUp: "Do not place it again",
    isPlaced: "It has already been placed again. Withdraw the new order instead.",
  },
  waiting: "The round has closed. Its result is being computed.",
  cleared: (filled: number, quantity: number, priceCents: number) =>
    `${filled} of ${stakeCount(quantity)} at ${formatUsd(priceCents)}.`,
  nothing: "Nothing was traded.",
} as const;

/** Why an order was not placed again, as the end of a sentence. */
export const notCarried = {
  "market-off": "the market was closed for you",
  account: "your account could not place orders",
  "cask-ending": "the cask is sold, or its sale is being checked",
  "already-ordered": "you had another order for the cask",
  "limit-too-high": "its limit was above the highest one that is allowed",
  "limit-too-low": "its limit no longer covered the fee and the returns already paid on a stake",
  "too-many-stakes": "there are no longer that many stakes in the cask",
  "not-enough-money": "your wallet held less than the order sets aside",
  "no-such-stake": "one of its stakes was no longer yours to sell",
  "stake-not-offered": "one of its stakes could not be offered: frozen, or with a return ready or requested",
} as const;

/** How the carrying over of an order ended, in a list of orders. */
export function carryEnded(end: "placed" | "filled" | "given-up" | keyof typeof notCarried): string {
  if (end === "filled") return "";
  if (end === "placed") return "What was left is placed again.";
  return end === "given-up" ? "It is not placed again." : `It was not placed again: ${notCarried[end]}.`;
}
