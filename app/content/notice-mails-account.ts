import { company } from "./company";
import { type MailText, mailText } from "./mail-text";
import { formatInstant } from "./wallet-notes";

// Mails that let someone notice that another person is in their account. They name no address and no account number.

const notYou = `If this was not you, write to ${company.support.email} at once.`;

type BankChange = { changedAtMs: number; accountLast4: string; waitUntilMs: number };

export function bankChangedMail({ changedAtMs, accountLast4, waitUntilMs }: BankChange): MailText {
  const account = accountLast4 ? ` The account saved now ends in ${accountLast4}.` : "";
  return mailText("Your bank details were changed", [
    `The bank details of your ${company.brand} account were changed on ${formatInstant(changedAtMs)}.${account}`,
    `For your safety, withdrawals to it that are asked for now are not paid before ${formatInstant(waitUntilMs)}.`,
    notYou,
  ]);
}

const contacts = {
  email: {
    subject: "The email address of your account was changed",
    what: "email address",
    after: "From now on we write to the new address, and this one no longer signs you in.",
  },
  sms: {
    subject: "The phone number of your account was changed",
    what: "phone number",
    after: "The old number no longer signs you in.",
  },
} as const;

export function contactChangedMail(channel: keyof typeof contacts, changedAtMs: number): MailText {
  const { subject, what, after } = contacts[channel];
  return mailText(subject, [
    `The ${what} of your ${company.brand} account was changed on ${formatInstant(changedAtMs)}. ${after}`,
    notYou,
  ]);
}

export function accountClosedMail(): MailText {
  return mailText("Your account is closed", [
    `Your ${company.brand} account is closed, and what we knew about you is erased, but for what our privacy policy names. This is our last message.`,
    notYou,
  ]);
}
