import { formatMonth } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import { type MailFigures, mailLink, type MailText, mailText, walletLink } from "./mail-text";
import { notCarried, orderTexts } from "./market-texts";
import { stakeCount } from "./stake-count";

// The mails about an order in the market: its result, its being placed again, and the money it brought.

export type OrderFacts = {
  number: number;
  caskName: string;
  /** 'YYYY-MM' */
  month: string;
  side: "buy" | "sell";
  quantity: number;
  limitCents: number;
  url: string;
};

export type OrderEnd = OrderFacts & {
  /** 'left-out': the account was suspended at the close. */
  because: "result" | "cask-ended" | "left-out";
  /** Of the round; null: nothing was traded. */
  priceCents: number | null;
  /** Stakes that changed hands, and those that were to and no longer stood. */
  filled: number;
  failed: number;
  feeCents: number;
  advancedCents: number;
  /** Of what was filled: what the buyer paid with the fee, or what the seller gets. */
  totalCents: number;
  /** When the seller gets it. */
  payableFromMs: number | null;
  /** What of the buyer's money came back. */
  freedCents: number;
  /** When the rest is placed again; null: it has ended. */
  placedAgainMs: number | null;
};

const doneWith = { buy: "bought", sell: "sold" } as const;
const toOrder = ({ url }: OrderFacts) => mailLink("See your order", url);
const back = (cents: number) => `${formatUsd(cents)} is back in your wallet.`;
const whatOf = ({ side, quantity, limitCents }: OrderFacts) => orderTexts.what[side](quantity, limitCents);

export function orderEndedMail(facts: OrderEnd): MailText {
  if (facts.because === "cask-ended") return caskEndedMail(facts);
  if (facts.because === "left-out") return leftOutMail(facts);
  return facts.filled > 0 ? filledMail(facts) : unfilledMail(facts);
}

function filledMail(facts: OrderEnd): MailText {
  const { side, caskName, filled, quantity, failed, totalCents, payableFromMs } = facts;
  const what = `${stakeCount(filled)} of ${caskName}`;
  const subject = `${formatUsd(totalCents)}: ${what} ${doneWith[side]}`;
  const first =
    side === "buy"
      ? `${formatUsd(totalCents)} was paid for ${what}. Certificates in your name follow.`
      : `${formatUsd(totalCents)} is yours for ${what}. It will be in your wallet on ${formatInstant(payableFromMs ?? 0)}.`;
  return mailText(subject, [
    first,
    figuresOf(facts),
    ...(failed > 0 ? [notHanded(failed)] : []),
    ...(filled < quantity ? [restOf(facts)] : []),
    toOrder(facts),
  ]);
}

const notHanded = (failed: number) =>
  `${stakeCount(failed)} could not change hands, having been frozen or ended after the close. Nobody paid for that.`;

function figuresOf(facts: OrderEnd): MailFigures {
  const { side, number, filled, quantity, priceCents, feeCents, advancedCents, freedCents } = facts;
  return {
    figures: [
      ["Order", String(number)],
      ["Stakes", `${filled} of ${quantity}`],
      ["Price of a stake", formatUsd(priceCents ?? 0)],
      ["Fee", formatUsd(feeCents)],
      ...(advancedCents > 0 ? [["Returns already paid, deducted", formatUsd(advancedCents)] as const] : []),
      ...(side === "buy" ? [["Back in your wallet", formatUsd(freedCents)] as const] : []),
    ],
  };
}

function unfilledMail(facts: OrderEnd): MailText {
  const { side, caskName, month, priceCents, failed, freedCents } = facts;
  const why =
    failed > 0
      ? notHanded(failed)
      : priceCents === null
        ? "No buyer’s limit reached a seller’s in this round, so no stake changed hands. Most rounds end like that."
        : `The price of the round was ${formatUsd(priceCents)}, and nothing was left for your order at its limit.`;
  return mailText(`${caskName}: nothing was ${doneWith[side]} in the round of ${formatMonth(month)}`, [
    ...(side === "buy" ? [back(freedCents)] : ["You keep your stakes."]),
    `Your order ${facts.number}: ${whatOf(facts)}. ${why}`,
    restOf(facts),
    toOrder(facts),
  ]);
}

const restOf = ({ placedAgainMs }: OrderEnd) =>
  placedAgainMs === null
    ? "What was left of the order has ended."
    : `What is left will be placed again in the next round, which opens on ${formatInstant(placedAgainMs)}. If you do not want that, say so on the order’s page.`;

const freedOf = ({ side, freedCents }: OrderEnd) => (side === "buy" ? [back(freedCents)] : []);

const caskEndedMail = (facts: OrderEnd) =>
  mailText(`${facts.caskName}: your order has ended with the cask`, [
    ...freedOf(facts),
    `The cask was sold or bought back before your order ${facts.number} was filled, so its stakes no longer change hands.`,
    toOrder(facts),
  ]);

const leftOutMail = (facts: OrderEnd) =>
  mailText(`${facts.caskName}: your order was left out`, [
    ...freedOf(facts),
    `Your account was suspended when the round closed, so your order ${facts.number} was left out and has ended.`,
    toOrder(facts),
  ]);

type OrderCarried = OrderFacts & { reservedCents: number; closesAtMs: number; withdrawUntilMs: number };

export const orderCarriedMail = (facts: OrderCarried): MailText =>
  mailText(`${facts.caskName}: your order has been placed again`, [
    `${whatOf(facts)}: what was left of your order after the last round has been placed again, as you asked.`,
    {
      figures: [
        ["Order", String(facts.number)],
        ...(facts.side === "buy" ? [["Set aside from the wallet", formatUsd(facts.reservedCents)] as const] : []),
        ["Round closes", formatInstant(facts.closesAtMs)],
        ["Can be withdrawn until", formatInstant(facts.withdrawUntilMs)],
      ],
    },
    toOrder(facts),
  ]);

export const orderNotCarriedMail = (facts: OrderFacts & { reason: keyof typeof notCarried }): MailText =>
  mailText(`${facts.caskName}: your order was not placed again`, [
    `What was left of your order ${facts.number} was not placed again: ${notCarried[facts.reason]}.`,
    "The order has ended and holds nothing. While a round is open you can place another one.",
    toOrder(facts),
  ]);

type Proceeds = { caskName: string; month: string; stakes: number; creditCents: number; walletUrl: string };

export const proceedsCreditedMail = ({ caskName, month, stakes, creditCents, walletUrl }: Proceeds): MailText =>
  mailText(`${formatUsd(creditCents)} is in your wallet: ${caskName}`, [
    `${formatUsd(creditCents)} for ${stakeCount(stakes)} of ${caskName}, sold in the round of ${formatMonth(month)}, is in your wallet. You can withdraw it there.`,
    walletLink(walletUrl),
  ]);
