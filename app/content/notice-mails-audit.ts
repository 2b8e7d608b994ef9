import { formatDate } from "~/domain/calendar-date";
import { mailLink, mailQuiet, type MailText, mailText } from "./mail-text";

/** To the person named on the form below the audit. */
export function auditHeadAskedMail({ confirmUrl, stopUrl }: { confirmUrl: string; stopUrl: string }): MailText {
  return mailText("Do you want each day's audit by email?", [
    "Someone, hopefully you, asked us to send you the result and the hash of each daily audit. We send nothing until you confirm.",
    mailLink("Yes, send it", confirmUrl),
    "If it was not you, do nothing: the address is deleted after a week. Or we can delete it now.",
    mailQuiet("Delete this address", stopUrl),
  ]);
}

type AuditHead = {
  date: string;
  hash: string;
  result: string;
  casks: number;
  stakes: number;
  auditUrl: string;
  stopUrl: string;
};

/** The head of a day, to keep: a history that is rewritten later no longer has it. */
export function auditHeadMail({ date, hash, result, casks, stakes, auditUrl, stopUrl }: AuditHead): MailText {
  return mailText(`Audit of ${formatDate(date)}: ${result}`, [
    {
      figures: [
        ["Result", result],
        ["Casks", casks.toLocaleString("en-US")],
        ["Stakes", stakes.toLocaleString("en-US")],
      ],
    },
    "Keep this line. Run it with the program from our site to find any later change to this day or an earlier one:",
    // On a line of its own, to be pasted as it is.
    `node verify-audit.mjs ${new URL(auditUrl).origin} --head ${date}=${hash}`,
    mailLink("See the audit", auditUrl),
    "You get this because you asked for it on our audit page. One tap stops it and deletes your address.",
    mailQuiet("Stop these emails", stopUrl),
  ]);
}
