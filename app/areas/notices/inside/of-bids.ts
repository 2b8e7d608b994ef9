import type { MailText } from "~/content/mail-text";
import { bidCountedMail, bidEndingMail, bidOpenedMail, bidWithdrawnMail } from "~/content/notice-mails-bids";
import type { BidView } from "~/domain/bids/bid-view";
import { bidUrl } from "~/areas/market/bids/bid-link";
import { readBidOf } from "~/areas/market/bids/read-bid";
import type { Composer, NoticeTable } from "./notice";

type Facts = Parameters<typeof bidOpenedMail>[0];

/** By mail only: the vote is cast on its page, which the mail opens without a login. @param mailOf null: the bid is past that step */
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

const ofStep = { subject: "BID:USER", statements: ["areas/market/bids/tell-bid"] };

export const ofBids = {
  "bid-opened": {
    ...ofStep,
    once: "a bid is published once",
    compose: aboutBid((facts, { state }) => (state === "open" ? bidOpenedMail(facts) : null)),
  },
  // Three days before its end, to those who have not voted.
  "bid-ending": {
    ...ofStep,
    once: "that its holders were reminded is noted once",
    compose: aboutBid((facts, { state, choice }) =>
      state === "open" && choice === null ? bidEndingMail(facts) : null,
    ),
  },
  "bid-counted": {
    ...ofStep,
    once: "a bid is counted once",
    compose: aboutBid((facts, { state, counts }) =>
      counts && state !== "open" && state !== "closed" && state !== "withdrawn"
        ? bidCountedMail({ ...facts, result: state, counts })
        : null,
    ),
  },
  "bid-withdrawn": {
    ...ofStep,
    once: "a bid is withdrawn once",
    compose: aboutBid((facts) => bidWithdrawnMail(facts)),
  },
} satisfies NoticeTable;
