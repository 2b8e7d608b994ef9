import { formatUsd } from "~/domain/money";

export type NoticeFacts = {
  purpose: "joining-fee" | "stake";
  productName: string;
  amountCents: number;
  reason: string | null;
  stakeNumber: number | null;
  walletUrl: string;
};

const refundReasons: Record<string, string> = {
  "sold-out": "Your payment reached us after your place had ended, and no stake of this cask was left.",
  "wrong-amount": "The amount that reached us is not the price of what was bought.",
  "already-paid": "Your joining fee had been paid before.",
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
  const why = refundReasons[reason ?? ""] ?? "It could not be applied.";
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
