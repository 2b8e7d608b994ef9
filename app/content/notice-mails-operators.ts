import { company } from "./company";
import { type MailText, mailText } from "./mail-text";
import { formatInstant } from "./wallet-notes";

// Mails to the operators: figures only.

export function workWaitsMail({
  count,
  urgent,
  sinceMs,
}: {
  count: number;
  urgent: number;
  sinceMs: number;
}): MailText {
  const what = count === 1 ? "One piece of work waits" : `${count} pieces of work wait`;
  return mailText(`${company.brand}: ${count} waiting for more than an hour`, [
    `${what} for more than an hour, the oldest since ${formatInstant(sinceMs)}. ${urgent} of them: refunds, certificates or security mails.`,
    "It is tried again at least once an hour. Look at the payment providers and the mail service first: this is what an outage looks like.",
  ]);
}
