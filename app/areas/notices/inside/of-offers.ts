import { sql } from "drizzle-orm";
import { type MailText } from "~/content/mail-text";
import { noticeText } from "~/content/notice-texts";
import { stakePath } from "~/content/page-paths";
import {
  offerEndedMail,
  type OfferFacts,
  offerMadeMail,
  offerSoldMail,
  proceedsAvailableMail,
  saleUndoneMail,
} from "~/areas/resale/mails";
import { byMailOrText, type Composer, type NoticeTable } from "./notice";

type Told = Omit<OfferFacts, "stakeUrl" | "walletUrl"> & {
  state: string;
  stakeId: string;
  email: string | null;
  phone: string | null;
};
type Kind = "offer-made" | "offer-sold" | "offer-ended" | "offer-undone" | "proceeds-available";

/** To the seller. @param counts whether it is still news */
const aboutOffer =
  (kind: Kind, mailOf: (facts: OfferFacts) => MailText, counts: (told: Told) => boolean = () => true): Composer =>
  async (deps, [offerId]) => {
    const [told] = await deps.db
      .all<Told>(sql`SELECT casks.name AS caskName, stakes.number AS stakeNumber, casks.total_stakes AS totalStakes,
        offers.price_cents AS priceCents, fee_cents AS feeCents, advanced_cents AS advancedCents, credit_cents AS creditCents,
        expires_at_ms AS expiresAtMs, payable_from_ms AS payableFromMs, end_reason AS endReason, end_note AS endNote, offers.state,
        offers.stake_id AS stakeId, users.email, users.phone
      FROM offers JOIN stakes ON stakes.id = offers.stake_id JOIN casks ON casks.id = offers.cask_id JOIN users ON users.id = offers.user_id
      WHERE offers.id = ${offerId}`);
    if (!told) return "no-address";
    if (!counts(told)) return "superseded";
    const facts = {
      ...told,
      stakeUrl: `${deps.origin}${stakePath(told.stakeId)}`,
      walletUrl: `${deps.origin}/wallet?tab=portfolio`,
    };
    const cents = kind === "offer-made" || kind === "offer-ended" ? told.priceCents : (told.creditCents ?? 0);
    return byMailOrText(
      told,
      () => mailOf(facts),
      () => noticeText(kind, cents),
    );
  };

export const ofOffers = {
  "offer-made": {
    subject: "OFFER",
    triggers: ["offers_made_are_told"],
    once: "an offer is made once",
    compose: aboutOffer("offer-made", offerMadeMail, ({ state }) => state === "open"),
  },
  "offer-sold": {
    subject: "OFFER",
    triggers: ["offers_changes_are_told"],
    once: "an offer is sold once",
    compose: aboutOffer("offer-sold", offerSoldMail, ({ state }) => state === "sold"),
  },
  "offer-ended": {
    subject: "OFFER",
    triggers: ["offers_changes_are_told"],
    once: "an offer ends once, by the graph of its states",
    compose: aboutOffer("offer-ended", offerEndedMail),
  },
  "offer-undone": {
    subject: "OFFER",
    triggers: ["offers_changes_are_told"],
    once: "a sale is undone once",
    compose: aboutOffer("offer-undone", saleUndoneMail),
  },
  "proceeds-available": {
    subject: "OFFER",
    triggers: ["offers_paid_are_told"],
    once: "a seller is paid once",
    compose: aboutOffer("proceeds-available", proceedsAvailableMail, ({ creditCents }) => creditCents !== 0),
  },
} satisfies NoticeTable;
