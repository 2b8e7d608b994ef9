import { formatUsd } from "~/domain/money";
import { refundReasonText } from "./payments";

export type NoticeFacts = {
  purpose: "joining-fee" | "stake";
  productName: string;
  amountCents: number;
  reason: string | null;
  stakeNumber: number | null;
  walletUrl: string;
};

/** Subject and text of the mail about a payment. The words are plain: what happened, whether money moved, what is next. */
export function noticeMail(
  outcome: "settled" | "refunding",
  facts: NoticeFacts,
): { subject: string; text: string; html: string } {
  const lines = outcome === "settled" ? settledLines(facts) : refundingLines(facts);
  const subject =
    outcome === "settled"
      ? `Payment received: ${facts.productName}`
      : `Your payment is being returned: ${facts.productName}`;
  const all = [...lines, `Your wallet: ${facts.walletUrl}`];
  return {
    subject: oneLine(subject),
    text: all.join("\n\n"),
    html: all.map((line) => `<p>${escapeHtml(line)}</p>`).join(""),
  };
}

function settledLines({ purpose, productName, amountCents, stakeNumber }: NoticeFacts): string[] {
  if (purpose === "joining-fee")
    return [`We have received your joining fee of ${formatUsd(amountCents)}. Your account is active.`];
  return [
    `We have received ${formatUsd(amountCents)} for one stake in ${productName}. You own stake number ${stakeNumber ?? ""}.`,
    "Your ownership certificate is being made and will be in your wallet shortly. Cask values can go down as well as up.",
  ];
}

function refundingLines({ amountCents, reason }: NoticeFacts): string[] {
  const why = refundReasonText(reason);
  return [
    `${why} We are returning ${formatUsd(amountCents)} to where it came from; nothing was bought.`,
    "Card refunds take 5 to 10 days to show.",
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 150);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
