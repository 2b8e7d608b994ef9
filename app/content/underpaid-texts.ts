import { cryptoRefunds } from "./payments";
import { mailText, type MailText, walletLink } from "./mail-text";
import { formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";

const coins = (cents: number) => formatUsd(cents).replace("$", "");

export type Short = { receivedCents: number; amountCents: number };

export const receivedOf = ({ receivedCents, amountCents }: Short) =>
  `${coins(receivedCents)} of ${coins(amountCents)} USDT received`;

const received = ({ receivedCents, amountCents }: Short) =>
  `We received ${coins(receivedCents)} of ${coins(amountCents)} USDT`;

const bought = { stake: "no stake was bought", "joining-fee": "your account is not activated" } as const;

const afterAll = {
  stake: "you will still get a stake, if one is available",
  "joining-fee": "your account will still be activated",
} as const;

export type UnderpaidFacts = Short & { bought: keyof typeof bought };

export const partArrivedTexts = {
  text: (short: Short) =>
    `${received(short)}. Send the remaining ${coins(short.amountCents - short.receivedCents)} USDT to the same address, from the payment page.`,
  until: (endsAtMs: number) =>
    `If the rest has not arrived by ${formatInstant(endsAtMs)}, we send back what you have sent. A person does this by hand, and will ask for your wallet address first.`,
} as const;

export const underpaidTexts = {
  title: { inProgress: "Your payment was not complete", done: "Your money has been sent back" },
  text: (facts: UnderpaidFacts) => `${received(facts)}, so ${bought[facts.bought]}.`,
  next: (purpose: UnderpaidFacts["bought"]) =>
    `If the rest arrives before we have sent this back, ${afterAll[purpose]}; otherwise all of it goes back to you.`,
} as const;

export type UnderpaidMail = UnderpaidFacts & { productName: string; walletUrl: string; endsAtMs: number | null };

export function underpaidMail(facts: UnderpaidMail): MailText {
  const { productName, walletUrl, endsAtMs } = facts;
  const lines =
    endsAtMs === null
      ? [underpaidTexts.text(facts), underpaidTexts.next(facts.bought), cryptoRefunds]
      : [partArrivedTexts.text(facts), partArrivedTexts.until(endsAtMs)];
  return mailText(`${receivedOf(facts)}: ${productName}`, [...lines, walletLink(walletUrl)]);
}
