import { company } from "./company";
import { type ClosingFacts, givenUpText } from "./closing-texts";
import { mailLink, mailStop, type MailText, mailText } from "./mail-text";
import { formatInstant } from "./wallet-notes";

// Mails that let someone notice that another person is in their account. They name no address and no account number.

const notYou = () => `If this was not you, write to ${company.support.email} at once.`;

type BankChange = { changedAtMs: number; accountLast4: string; waitUntilMs: number };

export function bankChangedMail({ changedAtMs, accountLast4, waitUntilMs }: BankChange): MailText {
  const account = accountLast4 ? ` The account saved now ends in ${accountLast4}.` : "";
  return mailText("Your bank details were changed", [
    `The bank details of your ${company.brand} account were changed on ${formatInstant(changedAtMs)}.${account}`,
    `For your safety, withdrawals to it that you request now will not be paid before ${formatInstant(waitUntilMs)}.`,
    notYou(),
  ]);
}

const contacts = {
  email: {
    what: "email address",
    after: "From now on we write to the new one. The old one can no longer be used to log in.",
  },
  sms: { what: "phone number", after: "The old number can no longer be used to log in." },
} as const;

type Channel = keyof typeof contacts;

/** All of them get the same mail, so it has to say why it was sent. */
const whyYou = "We send this to every email address and phone number the account has, or had in the last 30 days.";

export function contactChangedMail(channel: Channel, changedAtMs: number): MailText {
  const { what, after } = contacts[channel];
  return mailText(`The ${what} of your account was changed`, [
    `The ${what} of your ${company.brand} account was changed on ${formatInstant(changedAtMs)}. ${after}`,
    whyYou,
    notYou(),
  ]);
}

export function contactAddedMail(channel: Channel, addedAtMs: number): MailText {
  const { what } = contacts[channel];
  return mailText(`${channel === "email" ? "An" : "A"} ${what} was added to your account`, [
    `On ${formatInstant(addedAtMs)} ${channel === "email" ? "an" : "a"} ${what} was added to your ${company.brand} account. It can now be used to sign in.`,
    whyYou,
    notYou(),
  ]);
}

export const dataAccessMail = (atMs: number): MailText =>
  mailText("A copy of your data was made", [
    `On ${formatInstant(atMs)} one of our staff made a copy of all data that ${company.brand} keeps about you, because you asked for it by letter or email.`,
    whyYou,
    notYou(),
  ]);

type NameCorrected = { correctedAtMs: number; certificates: number; walletUrl: string };

export function nameCorrectedMail({ correctedAtMs, certificates, walletUrl }: NameCorrected): MailText {
  const replaced =
    certificates === 1
      ? "Your certificate is now void. A new one in the right name, with a new code,"
      : `Your ${certificates} certificates are now void. New ones in the right name, each with a new code,`;
  return mailText("We corrected your name", [
    `On ${formatInstant(correctedAtMs)} two of our staff corrected the name of your ${company.brand} account. You can see it in your settings.`,
    ...(certificates === 0
      ? []
      : [`${replaced} will be in your wallet within minutes.`, mailLink("Your wallet", walletUrl)]),
    notYou(),
  ]);
}

export function closingAskedMail(closing: ClosingFacts & { stopUrl: string }): MailText {
  return mailText("Your account will be closed", [
    `On ${formatInstant(closing.askedAtMs)} someone who was logged in asked us to close your ${company.brand} account. It will be closed for good on ${formatInstant(closing.closesFromMs)} at the earliest.`,
    givenUpText(closing),
    "If you asked for this yourself, there is nothing to do. If you change your mind, you can keep the account in your settings.",
    mailStop("If this was not you, stop it here", closing.stopUrl),
    `Then write to ${company.support.email} at once.`,
    whyYou,
  ]);
}

export function accountClosedMail(): MailText {
  return mailText("Your account is closed", [
    `Your ${company.brand} account is closed. We have erased what we knew about you, except for what our privacy policy lists. You will not hear from us again.`,
    notYou(),
  ]);
}
