import { formatDate } from "~/domain/calendar-date";
import { mailLink, type MailText, mailText } from "./mail-text";
import type { OpeningFacts } from "./notice-mails";
import { riskTexts } from "./risk-texts";

const watched = "You get this because you watch this cask. You can stop watching it on its page.";

/** To people who watch a cask, once it can be bought. */
export function watchedOpensMail({ caskName, closesOn, caskUrl }: OpeningFacts): MailText {
  return mailText(`${caskName} is open`, [
    `Stakes in ${caskName} can be bought now, until ${formatDate(closesOn)} or until all are sold.`,
    riskTexts.short,
    mailLink("See the cask", caskUrl),
    watched,
  ]);
}

/** To people who watch a cask, a few days before the last day to buy. */
export function watchedClosesMail({ caskName, closesOn, caskUrl }: OpeningFacts): MailText {
  return mailText(`${caskName} closes on ${formatDate(closesOn)}`, [
    `${formatDate(closesOn)} is the last day on which stakes in ${caskName} can be bought. There is no rush: there will be other casks.`,
    riskTexts.short,
    mailLink("See the cask", caskUrl),
    watched,
  ]);
}
