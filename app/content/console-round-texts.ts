import { formatMonth } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatRate, formatUsd } from "~/domain/money";
import { stakeCount } from "./stake-count";

// What operators read about rounds of the market.

export const roundTexts = {
  title: (cask: string, month: string) => `Round of ${formatMonth(month)}, ${cask}`,
  lead: "Rounds that have closed. Orders are sealed: before the close nobody sees which casks have any, operators included.",
  open: (closesAtMs: number) => `A round is open for orders until ${formatInstant(closesAtMs)}.`,
  next: (opensAtMs: number) => `The next round opens on ${formatInstant(opensAtMs)}.`,
  settings: "Where the market is open, and its fee (two operators)",
  states: {
    open: "closing",
    rooted: "price being computed",
    cleared: "stakes changing hands",
    settled: "settled",
    stopped: "stopped: the cask was sold",
  },
  late: (hours: number) => (hours === 0 ? "late" : `late ${hours} h`),
  failed: (count: number) => `${count} failed`,
  nothing: "nothing sold",
  none: "–",
  lateLead:
    "This round should have been settled within minutes of its close. The timer’s run-rounds retries it every minute.",
  failedLead: (count: number) =>
    `${stakeCount(count)} did not change hands after the price was known. The buyer paid nothing for ${count === 1 ? "it" : "them"}, and the seller kept ${count === 1 ? "it" : "them"}.`,
  rows: {
    cask: "Cask",
    state: "State",
    opened: "Opened",
    closed: "Closed",
    rooted: "Root published",
    cleared: "Price known",
    ended: "Ended",
    reference: "Last valuation at the close",
    price: "Price",
    buys: "Buy orders",
    sells: "Sell orders",
    sold: "Changed hands",
    rate: "Fee of buyer and seller each",
    fee: "Fees taken",
    held: "Still set aside",
    root: "Root of all orders",
    files: "Published",
  },
  rate: formatRate,
  orders: ({ orders, quantity, withdrawn }: { orders: number; quantity: number; withdrawn: number }) =>
    `${orders}, for ${stakeCount(quantity)}${withdrawn === 0 ? "" : `; ${withdrawn} withdrawn`}`,
  sold: (settled: number, volume: number) => `${settled} of ${stakeCount(volume)}`,
  held: ({ reservedCents, waitingCents }: { reservedCents: number; waitingCents: number }) =>
    `${formatUsd(reservedCents + waitingCents)}: ${formatUsd(reservedCents)} of buy orders, ${formatUsd(waitingCents)} that sellers are waiting for`,
  file: "Orders and result",
  rootFile: "Root",
  fills: "Stakes at the price",
  columns: {
    stake: "Stake",
    seller: "Seller",
    buyer: "Buyer",
    fee: "Fee each",
    advanced: "Returns paid back",
    credit: "Seller gets",
    state: "State",
    paid: "Seller's money",
  },
  order: (number: number) => `order ${number}`,
  fillStates: { due: "due", settled: "sold", failed: "failed" },
  because: {
    frozen: "its payment is disputed or was reversed",
    ended: "it had ended",
    active: "it was not active then",
  },
  paidFrom: (when: string) => `from ${when}`,
  more: (shown: number) => `Only the first ${shown} are shown, those that failed or are waiting before the others.`,
  all: "All rounds",
} as const;
