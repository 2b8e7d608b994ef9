import { manyPeopleMail, type MessageFacts } from "~/content/notice-mails-messages";
import { messagePath } from "~/content/page-paths";
import { renderMail } from "~/mail/render-mail";

type Previewed = Omit<MessageFacts, "url"> & { id: string };

/** The HTML of the mail as it is sent. Each reader has a link of their own that stops such mails; here it leads to what can be chosen. */
export function previewMail(origin: string, { id, ...facts }: Previewed): string {
  const mail = manyPeopleMail({ ...facts, url: `${origin}${messagePath(id)}` });
  return renderMail(mail, facts.audience === "watchers" ? `${origin}/notices` : null).html;
}
