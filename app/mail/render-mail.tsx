import { renderToStaticMarkup } from "react-dom/server";
import { mailFoot, type MailText } from "~/content/mail-text";
import { MailLayout } from "./mail-layout";
import { plainPart } from "./mail-plain";

export type RenderedMail = { subject: string; text: string; html: string };

// What Outlook and Gmail are known to read best. React cannot write a doctype.
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Both parts of a mail, from the same content. @param unsubscribeUrl for mails that the reader may switch off */
export function renderMail(mail: MailText, unsubscribeUrl: string | null = null): RenderedMail {
  const stop = unsubscribeUrl === null ? [] : [`${mailFoot.why} ${mailFoot.unsubscribe}: ${unsubscribeUrl}`];
  const foot = [...stop, mailFoot.support, mailFoot.sender].join("\n");
  return {
    subject: mail.subject,
    text: `${[...mail.parts.map(plainPart), `-- \n${foot}`].join("\n\n")}\n`,
    html: `${DOCTYPE}${renderToStaticMarkup(<MailLayout mail={mail} unsubscribeUrl={unsubscribeUrl} />)}`,
  };
}
