import { mailLink, type MailText, mailText } from "./mail-text";

export type MessageFacts = {
  caskName: string;
  subject: string;
  /** What the operator wrote; a new line begins a paragraph. */
  body: string;
  url: string;
};

export const paragraphsOf = (body: string): string[] =>
  body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What an operator writes to all who hold a stake in a cask. Addresses in it stay text: the one link is ours. */
export function holderMessageMail({ caskName, subject, body, url }: MessageFacts): MailText {
  return mailText(subject, [
    ...paragraphsOf(body),
    mailLink("Read it in your notifications, or answer", url),
    `You get this because you hold a stake in ${caskName}.`,
  ]);
}
