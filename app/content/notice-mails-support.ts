import { groupCode } from "~/domain/certificate-code";
import { company } from "./company";
import { mailLink, type MailText, mailText } from "./mail-text";

/** Nothing that was typed stands in it: the address may belong to another person, and a stranger's words must not reach them through us. */
export function supportReceivedMail({ number }: { number: string }): MailText {
  return mailText(`We have your request ${groupCode(number)}`, [
    `A person will read your message and answer ${company.support.replyTime}, ${company.support.hours}. Messages sent at the weekend are answered on Monday.`,
    { figures: [["Request number", groupCode(number)]] },
    "If you did not write to us, someone gave your address by mistake. You can ignore this.",
  ]);
}

type Answered = {
  number: string;
  /** What the operator wrote; an empty line begins a paragraph. */
  body: string;
  /** Of the whole thread, for whoever has an account to read it with. */
  url: string | null;
};

export function supportAnsweredMail({ number, body, url }: Answered): MailText {
  const paragraphs = body
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return mailText(`Our answer to your request ${groupCode(number)}`, [
    ...paragraphs,
    { figures: [["Request number", groupCode(number)]] },
    url === null
      ? `If anything is still open, write to ${company.support.email} and mention the number.`
      : mailLink("Read the whole conversation, or write again", url),
  ]);
}
