import type { BidResult, BidRule, Counts } from "~/domain/bids";
import { dateOf, formatDate, formatDayMonth, formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { company } from "./company";

export const stakeCount = (count: number): string => (count === 1 ? "1 stake" : `${count} stakes`);

const yourStakes = (count: number) => (count === 1 ? "your stake" : `your ${stakeCount(count)}`);

const fraction = (parts: number, whole: number) => {
  const names: Record<string, string> = { "1/2": "half", "2/3": "two thirds" };
  return names[`${parts}/${whole}`] ?? `${parts} of ${whole} parts`;
};

export const bidTexts = {
  title: (caskName: string) => `A bid for ${caskName}`,
  wallet: "Wallet",
  tabTitle: "A bid for your cask",
  lead: (bidder: string) =>
    `${bidder} has bid for the whole cask. You and the other holders decide whether it is sold.`,
  bidders: {
    bottler: "A bottler",
    trade: "A trader",
    private: "A private buyer",
    provider: `${company.brand} itself, as a buy-back,`,
  },
  results: { accepted: "accepted", refused: "refused", expired: "not decided" } satisfies Record<BidResult, string>,
  open: {
    credit: (count: number) => `You would be credited for ${yourStakes(count)}`,
    rows: {
      netPerStake: "Net per stake",
      share: (count: number) => `For ${yourStakes(count)}`,
      advanced: "Less returns already paid or requested",
      paid: "What you paid",
      lastValue: "Last valued at, per stake",
      whole: "The whole cask",
      closes: "Vote before",
      difference: "More or less than you paid",
    },
    whole: (gross: number, fees: number, count: number) =>
      `${formatUsd(gross)}, less ${formatUsd(fees)} of costs, divided by ${stakeCount(count)}`,
    notValued: "Not valued yet",
    valuedAt: (tier: string, day: string) => `${tier === "issue" ? "issue price" : tier}, ${formatDate(day)}`,
    difference: "Including returns already paid to you or requested.",
    frozen: (count: number) =>
      `${count === 1 ? "1 more of your stakes is" : `${count} more of your stakes are`} on hold, because a payment is disputed or was reversed, and not counted here.`,
    noneActive:
      "Your stake is on hold because its payment is disputed or was reversed. It can vote only if that is settled before the vote ends.",
    staff: "You work for us, so your stakes have no vote.",
    accept: "Accept the bid",
    decline: "Decline the bid",
    keep: "Your vote counts for every stake you hold when the vote ends. You can change it until then.",
    voted: {
      accept: (atMs: number) => `You voted to accept the bid. Saved ${formatInstant(atMs)}.`,
      decline: (atMs: number) => `You voted to decline the bid. Saved ${formatInstant(atMs)}.`,
    },
    changeTo: { accept: "Change to accept", decline: "Change to decline" },
  },
  rule: ({ votedParts, votedWhole, acceptedParts, acceptedWhole }: BidRule) =>
    `It is accepted if holders of at least ${fraction(votedParts, votedWhole)} of the stakes vote, and at least ${fraction(acceptedParts, acceptedWhole)} of those accept. A stake whose holder does not vote counts for neither side. No one has to accept a bid, and there may never be another one.`,
  note: "What the bidder says",
  letter: "Open the bidder's letter",
  closed: {
    title: "The vote has ended",
    text: "The votes are being counted. The result will be here within minutes, and we will write to you.",
  },
  heads: {
    accepted: {
      title: "The bid was accepted",
      text: "The cask is to be sold at this price. Once the sale has gone through, your wallet will be credited.",
    },
    refused: { title: "The bid was refused", text: "The cask is not sold, and you keep your stakes." },
    expired: {
      title: "Too few holders voted",
      text: "The bid has expired. The cask is not sold, and you keep your stakes.",
    },
    withdrawn: { title: "The bidder has withdrawn", text: "The cask is not sold to them, and you keep your stakes." },
  },
  counted: ({ issued, accepted, declined }: Counts) =>
    `${accepted + declined} of ${stakeCount(issued)} voted: ${accepted} accepted and ${declined} declined.`,
  again: "You can count the votes yourself: they are in the daily audit, without names.",
  ended: "The vote ended",
  yourVote: "Your vote",
  yours: { accept: "accept", decline: "decline", none: "you did not vote" },
  refused: {
    closed: "The vote has ended. Nothing was changed.",
    "no-vote": "You hold no stake in this cask that can vote.",
    "no-choice": "Choose whether to accept or to decline.",
    "too-often":
      "You have changed your vote too often. Your last choice stands; wait an hour before you change it again.",
  },
  unknown: {
    title: "This link does not work",
    text: "It may be incomplete, or your email address has changed since we wrote to you.",
    logIn: "Log in to vote",
  },
  waiting: {
    title: (caskName: string) => `A bid for ${caskName}`,
    vote: (closesAtMs: number) => `Vote before ${formatInstant(closesAtMs)}`,
    short: (closesAtMs: number) => `Bid: vote by ${formatDayMonth(dateOf(closesAtMs))}`,
    voted: { accept: "You voted to accept", decline: "You voted to decline" },
    until: (closesAtMs: number) => `You can change your vote until ${formatInstant(closesAtMs)}`,
  },
} as const;
