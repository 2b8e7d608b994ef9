import { mailLink, type MailText, mailText } from "./mail-text";

export type MessageFacts = {
  audience: "holders" | "watchers";
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

/** What an operator writes to all who hold or watch a cask. Addresses in it stay text: the one link is ours. */
export function manyPeopleMail({ audience, caskName, subject, body, url }: MessageFacts): MailText {
  const why = audience === "holders" ? `you hold a stake in ${caskName}` : `you watch ${caskName}`;
  return mailText(subject, [
    ...paragraphsOf(body),
    mailLink("Read it in your notices, or answer", url),
    `You get this because ${why}.`,
  ]);
}
