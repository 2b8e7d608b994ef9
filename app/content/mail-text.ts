import { company } from "./company";

export type MailLink = { link: string; url: string; look: "primary" | "danger" | "quiet" };
export type MailFigures = { figures: readonly (readonly [label: string, value: string])[] };
export type MailCode = { code: string; says: string };
export type MailCask = { stake: number; of: number };
/** A string is a paragraph. Whatever people typed is made harmless when the HTML is made. */
export type MailPart = string | MailLink | MailFigures | MailCode | MailCask;

export type MailText = { subject: string; parts: readonly MailPart[] };

export function mailText(subject: string, parts: readonly MailPart[]): MailText {
  return { subject: subject.replace(/\s+/g, " ").slice(0, 150), parts };
}

export const mailLink = (link: string, url: string): MailLink => ({ link, url, look: "primary" });
export const mailStop = (link: string, url: string): MailLink => ({ link, url, look: "danger" });

export const mailQuiet = (link: string, url: string): MailLink => ({ link, url, look: "quiet" });

export const walletLink = (url: string, link = mailLink) =>
  link(url.includes("/stakes/") ? "Your stake" : "Your wallet", url);

export const mailFoot = {
  sender: `${company.legalName}, ${company.address}`,
  support: `Questions? Write to ${company.support.email}.`,
} as const;
