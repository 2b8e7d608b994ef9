import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { cryptoRefunds } from "./crypto-refunds";
import { mailLink, type MailText, mailText, walletLink } from "./mail-text";
import { refundReasonText } from "./payments";

type Bought = {
  purpose: keyof typeof reversalEffects.settled;
  productName: string;
  amountCents: number;
  walletUrl: string;
};

export type NoticeFacts = Bought & {
  reason: string | null;
  stakeNumber: number | null;
  byCrypto: boolean;
  /** The cancellation fee; `amountCents` is what goes back. */
  keptCents: number;
};

/** Subject and text of the mail about a payment. The words are plain: what happened, whether money moved, what is next. */
export function noticeMail(outcome: "settled" | "refunding", facts: NoticeFacts): MailText {
  const lines = outcome === "settled" ? settledLines(facts) : refundingLines(facts);
  const subject =
    outcome === "settled"
      ? `${formatUsd(facts.amountCents)} received: ${facts.productName}`
      : `${formatUsd(facts.amountCents)} is on its way back to you: ${facts.productName}`;
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

function refundingLines({ purpose, amountCents, keptCents, reason, byCrypto }: NoticeFacts): string[] {
  const why = refundReasonText(reason);
  const effect = reason === "given-back" ? "." : "; nothing was bought.";
  return [
    `${why} We are returning ${formatUsd(amountCents)}${byCrypto ? "" : " to where it came from"}${effect}`,
    ...(keptCents > 0 ? [feeKept(keptCents, amountCents + keptCents)] : []),
    ...(reason === "given-back" ? [reversalEffects.refunded[purpose]] : []),
    byCrypto ? cryptoRefunds : "Card refunds usually show within 5 to 10 days.",
  ];
}

/** What was agreed when a stake was cancelled. */
const feeKept = (keptCents: number, paidCents: number) =>
  `Of the ${formatUsd(paidCents)} you paid we keep the cancellation fee of ${formatUsd(keptCents)} that we agreed on with you.`;

/** A payment that had been settled and no longer is, or is again. */
export type Reversal = "refunded" | "disputed" | "settled";

const reversals = {
  refunded: {
    subject: (amount: string) => `Your payment of ${amount} was refunded`,
    what: "was refunded by the payment provider.",
  },
  disputed: {
    subject: (amount: string) => `Your payment of ${amount} is in dispute`,
    what: "is in dispute at the payment provider.",
  },
  settled: {
    subject: (amount: string) => `The dispute over your payment of ${amount} has ended`,
    what: "is valid again: the dispute over it has ended.",
  },
} as const;

const takenBack = {
  "joining-fee": "Your account is no longer activated, and you no longer have the tokens for it.",
};

/** What a reversal means for what was bought. */
export const reversalEffects = {
  refunded: {
    ...takenBack,
    stake: "The stake is no longer yours, its certificate is void, and you no longer have the tokens for it.",
  },
  disputed: {
    ...takenBack,
    stake: "The stake is frozen, its certificate is void, and you no longer have the tokens for it.",
  },
  settled: {
    "joining-fee": "Your account is activated, and the tokens for it are yours again.",
    stake:
      "The stake and the tokens for it are yours again, and a new certificate is being made. The old one stays void.",
  },
} as const;

export function reversalMail(reversal: Reversal, { purpose, productName, amountCents, walletUrl }: Bought): MailText {
  const { subject, what } = reversals[reversal];
  const effect = reversalEffects[reversal][purpose];
  return mailText(`${subject(formatUsd(amountCents))}: ${productName}`, [
    `Your payment of ${formatUsd(amountCents)} for ${productName} ${what}`,
    effect,
    walletLink(walletUrl),
  ]);
}

type CertificateFacts = {
  caskName: string;
  stakeNumber: number;
  totalStakes: number;
  code: string;
  verifyUrl: string;
  walletUrl: string;
};

export function certificateReadyMail(facts: CertificateFacts): MailText {
  return mailText(`Your certificate is ready: ${facts.caskName}`, [
    "Your certificate is ready. Download it from your wallet.",
    {
      figures: [
        ["Cask", facts.caskName],
        ["Stake", `${facts.stakeNumber} of ${facts.totalStakes}`],
        ["Certificate code", facts.code],
      ],
    },
    walletLink(facts.walletUrl),
    `Anyone you show it to can check it at ${facts.verifyUrl}`,
  ]);
}

export function referralEarnedMail({ rewardCents, walletUrl }: { rewardCents: number; walletUrl: string }): MailText {
  return mailText(`You have earned ${formatUsd(rewardCents)}`, [
    `Someone you invited has bought their first stake, so ${formatUsd(rewardCents)} is yours. We will check it, then pay it into your wallet.`,
    mailLink("Your rewards", walletUrl),
  ]);
}

export function caskOpensMail({
  caskName,
  closesOn,
  caskUrl,
}: {
  caskName: string;
  closesOn: string;
  caskUrl: string;
}): MailText {
  return mailText(`${caskName} opens today`, [
    `You can now buy stakes in ${caskName}, until ${formatDate(closesOn)} or until they are sold out.`,
    "Your capital is at risk. Casks can lose value and can take longer than planned to sell.",
    mailLink("See the cask", caskUrl),
  ]);
}
