import { eq } from "drizzle-orm";
import type { MailText } from "~/content/mail-text";
import type { NoticeText } from "~/content/notice-texts";
import { noticeRecipients } from "~/db/schema/notices";
import type { NoticeKind } from "~/core/outbox/kinds";
import type { Composer, Notice, NoticeDeps } from "./notice";

/** One of the mailboxes and numbers that the account had when the notice was written. */
export type Recipient = { channel: "email" | "sms"; address: string };

type Told = { mail: MailText; text: NoticeText } | "superseded";
/** What is told to every recipient alike. @param ids without the number of the recipient */
type Teller = (deps: NoticeDeps, ids: readonly [string, ...string[]]) => Promise<Told>;

/** A notice of which each recipient has a row of the outbox, the last part of its subject being the recipient's number. */
export function toEachRecipient(kind: NoticeKind, tell: Teller): Composer {
  return async (deps, ids) => {
    const recipient = await readRecipient(deps, [kind, ...ids].join(":"));
    // Told already: the address is kept no longer than that.
    if (!recipient) return "no-address";
    const [id, ...more] = ids;
    const told = await tell(deps, [id, ...more.slice(0, -1)]);
    return told === "superseded" ? told : byChannel(recipient, told);
  };
}

function byChannel({ channel, address }: Recipient, { mail, text }: Exclude<Told, string>): Notice {
  return channel === "email" ? { to: address, mail } : { phone: address, text };
}

async function readRecipient({ db }: Pick<NoticeDeps, "db">, subjectId: string): Promise<Recipient | undefined> {
  const { channel, address } = noticeRecipients;
  const found = await db
    .select({ channel, address })
    .from(noticeRecipients)
    .where(eq(noticeRecipients.subjectId, subjectId));
  return found[0];
}
