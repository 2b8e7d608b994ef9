import { eq } from "drizzle-orm";
import { noticeText } from "~/content/notice-texts";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { stakes } from "~/db/schema/stakes";
import { UnknownWork } from "~/core/outbox/kinds";
import { byMailOrText, type Composer, type NoticeTable, stakeOrWalletPath, walletRowPath } from "./notice";
import { formatUsd } from "~/domain/money";
import { cryptoRefunds, refundReasonText } from "~/content/payments";
import { type MailCask, type MailPart, mailQuiet, mailText, type MailText, walletLink } from "~/content/mail-text";
import { cancelPath } from "~/content/page-paths";
import { reversalEffects } from "~/content/payment-outcomes";
import { cancelTexts } from "~/content/support-texts";

type Bought = {
  purpose: keyof typeof reversalEffects.settled;
  productName: string;
  amountCents: number;
  walletUrl: string;
};

type NoticeFacts = Bought & { reason: string | null; stake: MailCask | null; byCrypto: boolean; cancelUrl: string };

export function noticeMail(outcome: "settled" | "refunding", facts: NoticeFacts): MailText {
  const lines = outcome === "settled" ? settledLines(facts) : refundingLines(facts);
  const subject =
    outcome === "settled"
      ? `${formatUsd(facts.amountCents)} received: ${facts.productName}`
      : `${formatUsd(facts.amountCents)} is on its way back to you: ${facts.productName}`;
  const cancel = outcome === "settled" ? [mailQuiet(cancelTexts.title, facts.cancelUrl)] : [];
  return mailText(subject, [...lines, walletLink(facts.walletUrl), ...cancel]);
}

function settledLines({ purpose, productName, amountCents, stake }: NoticeFacts): MailPart[] {
  if (purpose === "joining-fee")
    return [`We have received your joining fee of ${formatUsd(amountCents)}. Your account is active.`];
  return [
    `We have received ${formatUsd(amountCents)} for one stake in ${productName}.`,
    ...(stake ? [stake] : []),
    "Your ownership certificate is being made and will be in your wallet shortly. Cask values can go down as well as up.",
  ];
}

function refundingLines({ purpose, amountCents, reason, byCrypto }: NoticeFacts): string[] {
  const why = refundReasonText(reason);
  const effect = reason === "given-back" ? "." : "; nothing was bought.";
  return [
    `${why} We are returning ${formatUsd(amountCents)}${byCrypto ? "" : " to where it came from"}${effect}`,
    ...(reason === "given-back" ? [reversalEffects.refunded[purpose]] : []),
    byCrypto ? cryptoRefunds : "Card refunds usually show within 5 to 10 days.",
  ];
}

type Reversal = "refunded" | "disputed" | "settled";

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

export function reversalMail(reversal: Reversal, { purpose, productName, amountCents, walletUrl }: Bought): MailText {
  const { subject, what } = reversals[reversal];
  const effect = reversalEffects[reversal][purpose];
  return mailText(`${subject(formatUsd(amountCents))}: ${productName}`, [
    `Your payment of ${formatUsd(amountCents)} for ${productName} ${what}`,
    effect,
    walletLink(walletUrl),
  ]);
}

const outcomeNotice =
  (outcome: "settled" | "refunding"): Composer =>
  async (deps, [paymentId]) => {
    const [row] = await deps.db
      .select({
        payment: payments,
        email: users.email,
        phone: users.phone,
        stakeId: stakes.id,
        stake: { stake: stakes.number, of: casks.totalStakes },
      })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .leftJoin(stakes, eq(stakes.paymentId, payments.id))
      .leftJoin(casks, eq(casks.id, stakes.caskId))
      .where(eq(payments.id, paymentId));
    if (!row) return "no-address";
    const { purpose, productName, reason, mode, ...paid } = row.payment;
    const amountCents = outcome === "refunding" ? (paid.receivedCents ?? paid.amountCents) : paid.amountCents;
    const path = stakeOrWalletPath(outcome === "settled" ? row.stakeId : null, paymentId);
    const byCrypto = mode === "Crypto";
    const facts = {
      purpose,
      productName,
      amountCents,
      reason,
      stake: row.stake?.of ? { stake: row.stake.stake ?? 0, of: row.stake.of } : null,
      walletUrl: deps.origin + path,
      byCrypto,
      cancelUrl: `${deps.origin}${cancelPath(paymentId)}`,
    };
    const mail = () => noticeMail(outcome, facts);
    // A purchase is seen in the wallet; that money comes back might be missed.
    if (outcome === "settled") return row.email ? { to: row.email, mail: mail() } : "no-address";
    return byMailOrText(row, mail, () => noticeText("payment-returning", amountCents));
  };

const isReversal = (state: string | undefined): state is Reversal =>
  state === "refunded" || state === "disputed" || state === "settled";

const reversedNotice: Composer = async ({ db, origin }, [paymentId, state]) => {
  if (!isReversal(state)) throw new UnknownWork(`the reversal ${state ?? "without a state"}`);
  const { purpose, productName, amountCents } = payments;
  const [row] = await db
    .select({ purpose, productName, amountCents, email: users.email, phone: users.phone })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, paymentId));
  if (!row) return "no-address";
  const { email, phone, ...bought } = row;
  const mail = () => reversalMail(state, { ...bought, walletUrl: `${origin}${walletRowPath(paymentId)}` });
  if (state !== "refunded") return email ? { to: email, mail: mail() } : "no-address";
  return byMailOrText({ email, phone }, mail, () => noticeText("payment-refunded", bought.amountCents));
};

export const ofPayments = {
  "payment-settled": { subject: "PAYMENT", triggers: ["payments_outcome_is_told"], compose: outcomeNotice("settled") },
  "payment-refunding": {
    subject: "PAYMENT",
    triggers: ["payments_outcome_is_told"],
    compose: outcomeNotice("refunding"),
  },
  "payment-reversed": {
    subject: "PAYMENT:STATE:TIME",
    triggers: ["payments_changes_are_told"],
    compose: reversedNotice,
  },
} satisfies NoticeTable;
