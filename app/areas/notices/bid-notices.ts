import { bidUrl, readBidOf } from "~/areas/market/read-bid";
import { mailLink, mailText, type MailText } from "~/content/mail-text";
import type { BidResult, BidView, Counts } from "~/domain/bids";
import type { Composer, NoticeTable } from "./notice";
import { formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { bidTexts, stakeCount } from "~/content/bid-texts";

type BidFacts = {
  caskName: string;
  netPerStakeCents: number;
  stakes: number;
  creditCents: number;
  closesAtMs: number;
  bidUrl: string;
};

const figuresOf = ({ netPerStakeCents, creditCents, closesAtMs }: BidFacts) => ({
  figures: [
    ["Net per stake", formatUsd(netPerStakeCents)],
    ["You would be credited", formatUsd(creditCents)],
    ["Vote before", formatInstant(closesAtMs)],
  ] as const,
});

const VOTES_WITHOUT_LOGIN =
  "The link below opens the bid without you logging in. Keep it to yourself: anyone who has it can vote for you.";

export const bidOpenedMail = (facts: BidFacts): MailText =>
  mailText(`Vote on a bid of ${formatUsd(facts.netPerStakeCents)} per stake for ${facts.caskName}`, [
    `A buyer has bid for all of ${facts.caskName}. You hold ${stakeCount(facts.stakes)} in it, so you and the other holders decide whether it is sold at this price.`,
    figuresOf(facts),
    "You can change your vote until the end. If you do not vote, your stakes count for neither side.",
    VOTES_WITHOUT_LOGIN,
    mailLink("See the bid and vote", facts.bidUrl),
  ]);

export const bidEndingMail = (facts: BidFacts): MailText =>
  mailText(`You have not voted yet on the bid for ${facts.caskName}`, [
    `The vote on the bid for ${facts.caskName} ends soon, and you have not voted.`,
    figuresOf(facts),
    VOTES_WITHOUT_LOGIN,
    mailLink("See the bid and vote", facts.bidUrl),
  ]);

const followsFrom: Record<BidResult, string> = {
  accepted:
    "The cask is now to be sold at this price. Once the sale has gone through, we will credit your wallet and write to you.",
  refused: "The cask is not sold, and you keep your stakes.",
  expired: "Too few stakes voted for the bid to count. The cask is not sold, and you keep your stakes.",
};

export const bidCountedMail = ({
  caskName,
  result,
  counts,
  bidUrl,
}: BidFacts & { result: BidResult; counts: Counts }) =>
  mailText(`${caskName}: the bid was ${bidTexts.results[result]}`, [
    `The vote on the bid for ${caskName} has ended. ${bidTexts.counted(counts)}`,
    followsFrom[result],
    "Anyone can recount the votes: they are published with the next daily audit.",
    mailLink("See the result", bidUrl),
  ]);

export const bidWithdrawnMail = ({ caskName, bidUrl }: BidFacts): MailText =>
  mailText(`${caskName}: the bidder has withdrawn`, [
    `The buyer who had bid for ${caskName} has withdrawn the bid. The cask is not sold to them, and you keep your stakes.`,
    mailLink("See the bid", bidUrl),
  ]);

type Facts = Parameters<typeof bidOpenedMail>[0];

const aboutBid =
  (mailOf: (facts: Facts, bid: BidView) => MailText | null): Composer =>
  async (deps, [bidId, userId = ""]) => {
    const found = await readBidOf(deps, { bidId, userId });
    if (!found) return "superseded";
    const { bid, email } = found;
    if (!email) return "no-address";
    const { caskName, netPerStakeCents, closesAtMs } = bid;
    const { stakes, creditCents } = bid.mine;
    const url = await bidUrl(deps, { bidId, userId, email });
    const mail = mailOf({ caskName, netPerStakeCents, closesAtMs, stakes, creditCents, bidUrl: url }, bid);
    return mail ? { to: email, mail } : "superseded";
  };

const ofStep = { subject: "BID:USER", statements: ["areas/market/count-bids"] };

export const ofBids = {
  "bid-opened": {
    ...ofStep,
    compose: aboutBid((facts, { state }) => (state === "open" ? bidOpenedMail(facts) : null)),
  },
  "bid-ending": {
    ...ofStep,
    compose: aboutBid((facts, { state, choice }) =>
      state === "open" && choice === null ? bidEndingMail(facts) : null,
    ),
  },
  "bid-counted": {
    ...ofStep,
    compose: aboutBid((facts, { state, counts }) =>
      counts && state !== "open" && state !== "closed" && state !== "withdrawn"
        ? bidCountedMail({ ...facts, result: state, counts })
        : null,
    ),
  },
  "bid-withdrawn": { ...ofStep, compose: aboutBid((facts) => bidWithdrawnMail(facts)) },
} satisfies NoticeTable;
