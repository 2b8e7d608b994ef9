import { formatUsd } from "~/domain/money";
import { cryptoRefunds } from "./crypto-refunds";
import { type MailText, mailText, walletLink } from "./mail-text";
import { refundReasonText } from "./payments";

type Bought = { purpose: "joining-fee" | "stake"; productName: string; amountCents: number; walletUrl: string };

export type NoticeFacts = Bought & { reason: string | null; stakeNumber: number | null; byCrypto: boolean };

/** Subject and text of the mail about a payment. The words are plain: what happened, whether money moved, what is next. */
export function noticeMail(outcome: "settled" | "refunding", facts: NoticeFacts): MailText {
  const lines = outcome === "settled" ? settledLines(facts) : refundingLines(facts);
  const subject =
    outcome === "settled"
      ? `Payment received: ${facts.productName}`
      : `Your payment is being returned: ${facts.productName}`;
  return mailText(subject, [...lines, walletLink(facts.walletUrl)]);
}

function settledLines({ purpose, productName, amountCents, stakeNumber }: NoticeFacts): string[] {
  if (purpose === "joining-fee")
    return [`We have received your joining fee of ${formatUsd(amountCents)}. Your account is active.`];
  return [
    `We have received ${formatUsd(amountCents)} for one stake in ${productName}. You own stake number ${stakeNumber ?? ""}.`,
    "Your ownership certificate is being made and will be in your wallet shortly. Cask values can go down as well as up.",
  ];
}

function refundingLines({ amountCents, reason, byCrypto }: NoticeFacts): string[] {
  const why = refundReasonText(reason);
  return [
    `${why} We are returning ${formatUsd(amountCents)}${byCrypto ? "" : " to where it came from"}; nothing was bought.`,
    byCrypto ? cryptoRefunds : "Card refunds take 5 to 10 days to show.",
  ];
}

/** What had been settled and is so no more, or again. */
export type Reversal = "refunded" | "disputed" | "settled";

const reversals = {
  refunded: { subject: "Your payment was given back", what: "was given back by the payment provider." },
  disputed: { subject: "Your payment is in dispute", what: "is in dispute at the payment provider." },
  settled: {
    subject: "The dispute about your payment has ended",
    what: "counts again: the dispute about it has ended.",
  },
} as const;

const effects = {
  takenBack: {
    "joining-fee": "Your account is not activated any more, and the tokens for it were taken back.",
    stake: "The stake is frozen, its certificate is void, and the tokens for it were taken back.",
  },
  again: {
    "joining-fee": "Your account is activated, and the tokens for it are yours again.",
    stake:
      "The stake and the tokens for it are yours again, and a new certificate is being made. The old one stays void.",
  },
} as const;

export function reversalMail(reversal: Reversal, { purpose, productName, amountCents, walletUrl }: Bought): MailText {
  const { subject, what } = reversals[reversal];
  const effect = effects[reversal === "settled" ? "again" : "takenBack"][purpose];
  return mailText(`${subject}: ${productName}`, [
    `Your payment of ${formatUsd(amountCents)} for ${productName} ${what}`,
    effect,
    walletLink(walletUrl),
  ]);
}
