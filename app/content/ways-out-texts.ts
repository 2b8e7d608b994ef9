import { CYCLE_MONTHS } from "~/domain/cycles";
import { formatDate } from "~/domain/calendar-date";
import { OFFER_DAYS, usualHoldDays } from "~/domain/offers";
import { formatRate, formatUsd } from "~/domain/money";
import { AUDIT_PATH, EXITS_PATH, STAKES_PATH, TIMES_PATH, WAYS_OUT_PATH, WITHDRAW_PATH } from "./page-paths";
import { stakeCount } from "./bid-texts";

// How an investor gets money back out of a stake. The same four ways on their own page, and in short wherever the question comes up.

type Paid = {
  from: string;
  returns: { count: number; paidCents: number | null };
  exits: { ended: number; sales: number; lost: number };
  bids: { put: number; accepted: number; declined: number };
  resales: number;
  resale: { isOpen: boolean; feeBasisPoints: number };
};

type Way = Record<"id" | "title" | "short" | "text" | "costs" | "takes" | "restsOn", string> & {
  /** What came of it so far. Returns are counted over the days that waiting times are measured in. */
  told: (paid: Paid) => string;
  /** Where there is more of that, and where a holder does it; a sale of the cask is not theirs to do. */
  links: { href: string; label: string }[];
};

const resaleClosed: Way = {
  id: "resale",
  title: "Another investor buys your stake",
  short: "You offer it to other investors at your price, where that is open; elsewhere it is coming soon.",
  text: "Investors will be able to sell stakes to each other. There is no date yet, so do not count on it when you buy.",
  costs: "Not known yet.",
  takes: "Not known yet.",
  restsOn: "Another investor. No one will have to buy.",
  told: ({ resale, resales }) =>
    resale.isOpen || resales > 0 ? `${stakeCount(resales)} sold to other investors.` : "Coming soon.",
  links: [{ href: `${EXITS_PATH}#resales`, label: "Each with its price" }],
};

const resaleOpen = (feeBasisPoints: number): Way => ({
  ...resaleClosed,
  text: "You offer a stake at a price, from half of its last valuation to 10% above it, and another investor buys it like any other stake. Whether you can depends on the country you are in.",
  costs: `${formatRate(feeBasisPoints)} of the price. Returns already paid on the stake come off it too, as they do when the cask is sold.`,
  takes: `As long as it takes to find a buyer; an offer ends after ${OFFER_DAYS} days. The money is on hold for ${usualHoldDays.card} days if it was paid by card, ${usualHoldDays.crypto} in crypto.`,
  restsOn: "Another investor. No one has to buy, and until someone does you keep the stake.",
  links: [...resaleClosed.links, { href: STAKES_PATH, label: "Offer a stake, from its page" }],
});

/** While resale is closed. */
export const waysOut: readonly Way[] = [
  {
    id: "cycle",
    title: "The 24-month return",
    short: `After ${CYCLE_MONTHS} months we pay out any rise in its value. You keep the stake.`,
    text: `Every ${CYCLE_MONTHS} months we pay out any rise in the value of your stake. You keep the stake. If its value has not risen, there is nothing to pay.`,
    costs: "Nothing.",
    takes: `${CYCLE_MONTHS} months, then a transfer to your bank.`,
    restsOn: "Us being able to pay. It comes out of our own money, and is an advance on the sale.",
    told: ({ from, returns: { count, paidCents } }) =>
      `${count} paid since ${formatDate(from)}${paidCents === null ? ". So few say nothing about the next one." : `, ${formatUsd(paidCents)} in all.`}`,
    links: [
      { href: TIMES_PATH, label: "How long we really take" },
      { href: WITHDRAW_PATH, label: "Ask for a return, in your wallet" },
    ],
  },
  {
    id: "sale",
    title: "The cask is sold",
    short: "We sell the whole cask, or buy it back. What is left after the costs is divided among its stakes.",
    text: "Someone outside buys the whole cask, or we buy it back. What is left after the costs is divided equally among its stakes and paid into each holder’s wallet.",
    costs: "The costs of the sale. They come off the price before it is divided; we take no part of a gain.",
    takes: "No one knows in advance. A cask can take years to sell.",
    restsOn: "A buyer for the whole cask. No one has to buy it, and we do not have to buy it back.",
    told: ({ exits: { ended, sales, lost } }) =>
      `${ended === 1 ? "1 cask has" : `${ended} casks have`} ended: ${sales} sold, ${ended - sales} bought back by us. ${lost} of ${ended} lost money.`,
    links: [{ href: EXITS_PATH, label: "Sold casks" }],
  },
  {
    id: "bid",
    title: "Holders accept a bid",
    short: "Someone bids for the whole cask, and its holders decide by vote.",
    text: "Someone bids for the whole cask, and its holders decide. A bid is accepted if at least half of the stakes vote and at least two thirds of those vote for it. Silence does not count.",
    costs: "The costs of the sale, as above. They are part of the bid, so you see them before you vote.",
    takes: "7 to 30 days for the vote, then the sale.",
    restsOn: "A bid, and the other holders. No one has to bid, and no holder has to accept.",
    told: ({ bids: { put, accepted, declined } }) =>
      `${put === 1 ? "1 bid was" : `${put} bids were`} put to holders: ${accepted} accepted, ${declined} not.`,
    links: [
      { href: AUDIT_PATH, label: "Each with its votes, in the daily audit" },
      { href: "/wallet?tab=portfolio", label: "See bids that are open, in your wallet" },
    ],
  },
  resaleClosed,
];

export const waysOutPage = {
  path: WAYS_OUT_PATH,
  title: "How you get your money back",
  description:
    "The ways out of a stake in a cask, side by side: what each costs, how long it took, what it paid, and on whom it rests.",
  lead: "The ways out of a stake, side by side: what each costs, how long it took, and what it has paid so far. No one has to buy a stake or a cask from you, now or later.",
  short: "No one has to buy a stake or a cask from you. These are the ways out:",
  link: "What each costs, and what it paid so far",
  costs: "Costs you",
  takes: "Takes",
  restsOn: "Rests on",
  soFar: "So far",
} as const;

/** The ways as they are now, open in some country or not, with what came of each. */
export const waysOutNow = (paid: Paid) =>
  waysOut
    .map((way) => (way === resaleClosed && paid.resale.isOpen ? resaleOpen(paid.resale.feeBasisPoints) : way))
    .map((way) => ({ ...way, told: way.told(paid) }));
