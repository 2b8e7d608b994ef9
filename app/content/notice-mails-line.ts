import { formatTime } from "./line-texts";
import { mailLink, type MailText, mailText } from "./mail-text";
import { riskTexts } from "./risk-texts";

type Called = { caskName: string; untilMs: number; url: string };

/** To the first of a line, when a stake is free. */
export function lineCalledMail({ caskName, untilMs, url }: Called): MailText {
  return mailText(`Your turn: ${caskName}`, [
    `A stake in ${caskName} is available, and you are first in line. It is offered to you until ${formatTime(untilMs)} UTC; then it goes to the next in line.`,
    "The stake is not held for you yet. It will be once you continue to payment.",
    riskTexts.short,
    mailLink("Buy this stake", url),
  ]);
}

const because = {
  "sold-out": "all its stakes are sold",
  closed: "its last day to buy has passed",
  withdrawn: "it is no longer on sale",
} as const;

type Over = { caskName: string; why: keyof typeof because; url: string };

/** To everybody who still stood in line. */
export function lineOverMail({ caskName, why, url }: Over): MailText {
  return mailText(`The line for ${caskName} has closed`, [
    `The line for ${caskName} has closed, because ${because[why]}. Nothing was charged, and there is nothing you need to do.`,
    mailLink("See other casks", url),
  ]);
}
