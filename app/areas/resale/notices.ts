import { sql } from "drizzle-orm";
import { mailText, type MailText, walletLink } from "~/content/mail-text";
import type { NoticeText } from "~/content/notice-texts";
import { stakePath } from "~/content/page-paths";
import type { Deps } from "~/core/deps";
import { row, runWork } from "~/db/work";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { OfferEnd, OfferState } from "~/domain/offers";

// Messages to the seller of a stake, by email, or by text message (30 characters at most) if there is only a phone
// number.

export type OfferFacts = {
  caskName: string;
  stakeNumber: number;
  totalStakes: number;
  priceCents: number;
  feeCents: number;
  advancedCents: number | null;
  creditCents: number | null;
  expiresAtMs: number;
  payableFromMs: number | null;
  endReason: OfferEnd | null;
  endNote: string | null;
  stakeUrl: string;
  walletUrl: string;
};

const stakeOf = ({ caskName, stakeNumber, totalStakes }: OfferFacts) =>
  `stake ${stakeNumber} of ${totalStakes} in ${caskName}`;
const day = (atMs: number | null) => formatDate(dateOf(atMs ?? 0));

const because: Record<OfferEnd, string> = {
  seller: "You ended it.",
  expired: "No one took it in time.",
  valued: "The cask has been valued again. You can offer the stake again.",
  bid: "Someone bids for the whole cask, and its holders vote on it.",
  "cask-sold": "The whole cask was sold or bought back.",
  frozen: "The payment with which you bought the stake was reversed or is in dispute.",
  operator: "We ended it.",
};

export const offerMails = {
  "offer-made": (facts: OfferFacts): MailText =>
    mailText(`On offer for ${formatUsd(facts.priceCents)}: ${facts.caskName}`, [
      `Your ${stakeOf(facts)} is on offer to other investors for ${formatUsd(facts.priceCents)}, until ${day(facts.expiresAtMs)}. No one has to buy it.`,
      "If you did not do this, end the offer on the page of the stake and write to us.",
      walletLink(facts.stakeUrl),
    ]),
  "offer-sold": (facts: OfferFacts): MailText =>
    mailText(`Sold for ${formatUsd(facts.priceCents)}: ${facts.caskName}`, [
      `Another investor has bought your ${stakeOf(facts)}. Your certificate for it is no longer valid.`,
      {
        figures: [
          ["Price", formatUsd(facts.priceCents)],
          ["Fee", `-${formatUsd(facts.feeCents)}`],
          ...(facts.advancedCents ? ([["Returns already paid", `-${formatUsd(facts.advancedCents)}`]] as const) : []),
          ["You get", formatUsd(facts.creditCents ?? 0)],
          ["Available on", day(facts.payableFromMs)],
        ],
      },
      "Until then the money is on hold. If the buyer's payment is reversed before that day, you get the stake back instead.",
      walletLink(facts.walletUrl),
    ]),
  "offer-ended": (facts: OfferFacts): MailText =>
    mailText(`Your offer has ended: ${facts.caskName}`, [
      `Your offer of ${stakeOf(facts)} for ${formatUsd(facts.priceCents)} has ended. ${because[facts.endReason ?? "seller"]}`,
      ...(facts.endNote ? [facts.endNote] : []),
      "You still hold the stake unless we have told you otherwise.",
      walletLink(facts.stakeUrl),
    ]),
  "offer-undone": (facts: OfferFacts): MailText =>
    mailText(`The stake is yours again: ${facts.caskName}`, [
      `The buyer's payment for your ${stakeOf(facts)} was reversed while the money was on hold. The stake is yours again, and a new certificate is being made.`,
      `The ${formatUsd(facts.creditCents ?? 0)} that was on hold is no longer due to you. You can offer the stake again.`,
      walletLink(facts.stakeUrl),
    ]),
  "proceeds-available": (facts: OfferFacts): MailText =>
    mailText(`${formatUsd(facts.creditCents ?? 0)} is available in your wallet`, [
      `${formatUsd(facts.creditCents ?? 0)} for your ${stakeOf(facts)} is in your wallet. You can withdraw it.`,
      walletLink(facts.walletUrl),
    ]),
};

type Kind = keyof typeof offerMails;
type Found = Omit<OfferFacts, "stakeUrl" | "walletUrl"> & {
  state: OfferState;
  stakeId: string;
  email: string | null;
  phone: string | null;
};

/** @param isNews false: what happened since says more */
const notice = (kind: Kind, what: string, isNews: (found: Found) => boolean = () => true) => ({
  subject: "OFFER",
  compose: async ({ db, origin }: Deps, [offerId]: readonly [string, ...string[]]) => {
    const query =
      db.all<Found>(sql`SELECT casks.name AS caskName, stakes.number AS stakeNumber, casks.total_stakes AS totalStakes,
        offers.price_cents AS priceCents, fee_cents AS feeCents, advanced_cents AS advancedCents, credit_cents AS creditCents,
        expires_at_ms AS expiresAtMs, payable_from_ms AS payableFromMs, end_reason AS endReason, end_note AS endNote, offers.state,
        offers.stake_id AS stakeId, users.email, users.phone
      FROM offers JOIN stakes ON stakes.id = offers.stake_id JOIN casks ON casks.id = offers.cask_id JOIN users ON users.id = offers.user_id
      WHERE offers.id = ${offerId}`);
    const found = await runWork(db, row(query));
    if (!found) return "no-address";
    if (!isNews(found)) return "superseded";
    const { email, phone, priceCents, creditCents } = found;
    const urls = { stakeUrl: origin + stakePath(found.stakeId), walletUrl: `${origin}/wallet?tab=portfolio` };
    if (email) return { to: email, mail: offerMails[kind]({ ...found, ...urls }) };
    const cents = kind === "offer-made" || kind === "offer-ended" ? priceCents : (creditCents ?? 0);
    const text: NoticeText = { what, amount: formatUsd(cents) };
    return phone ? { phone, text } : "no-address";
  },
});

export const offerNotices = {
  "offer-made": {
    ...notice("offer-made", "your stake is on offer", ({ state }) => state === "open"),
    statements: ["areas/resale/offer-stake"],
  },
  "offer-sold": {
    ...notice("offer-sold", "your stake is sold", ({ state }) => state === "sold"),
    triggers: ["offers_changes_are_told"],
  },
  "offer-ended": { ...notice("offer-ended", "your offer has ended"), triggers: ["offers_changes_are_told"] },
  "offer-undone": { ...notice("offer-undone", "a sale of yours was undone"), triggers: ["offers_changes_are_told"] },
  "proceeds-available": {
    ...notice("proceeds-available", "money of a sale is available", ({ creditCents }) => creditCents !== 0),
    statements: ["areas/resale/end-offer"],
  },
} as const;
