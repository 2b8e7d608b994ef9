import { company } from "./company";

// What a mail says, once: app/mail makes its text part and its HTML part of the same content.

/**
 * In the text part 'label: url'. In HTML a button, or for what one rather does not need ('danger') an outlined one; 'quiet', a
 * link, beside the one button that a mail may have.
 */
export type MailLink = { link: string; url: string; look: "primary" | "danger" | "quiet" };
/** In the text part a line 'label: value' each, in HTML the rows of a table. */
export type MailFigures = { figures: readonly (readonly [label: string, value: string])[] };
/** In the text part 'code says', in HTML the code large and the rest below it. */
export type MailCode = { code: string; says: string };
/** A string is a paragraph. Whatever people typed is made harmless when the HTML is made. */
export type MailPart = string | MailLink | MailFigures | MailCode;

export type MailText = { subject: string; parts: readonly MailPart[] };

export function mailText(subject: string, parts: readonly MailPart[]): MailText {
  return { subject: subject.replace(/\s+/g, " ").slice(0, 150), parts };
}

export const paragraphsOf = (body: string): string[] =>
  body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The one thing to do next. */
export const mailLink = (link: string, url: string): MailLink => ({ link, url, look: "primary" });
/** Needed only by a recipient who did not expect the mail. */
export const mailStop = (link: string, url: string): MailLink => ({ link, url, look: "danger" });

/** Beside the button. */
export const mailQuiet = (link: string, url: string): MailLink => ({ link, url, look: "quiet" });

/** To the row that the mail is about, in the wallet or on the page of a stake. */
export const walletLink = (url: string, link = mailLink) =>
  link(url.includes("/stakes/") ? "Your stake" : "Your wallet", url);

export const mailFoot = {
  sender: `${company.legalName}, ${company.address}`,
  support: `Questions? Write to ${company.support.email}.`,
  /** Below a message that the reader may switch off. */
  why: "You get this because you asked for it in your settings.",
  unsubscribe: "Stop these emails",
} as const;
