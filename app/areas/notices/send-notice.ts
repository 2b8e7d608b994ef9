import type { Deps } from "~/core/deps";
import { eq } from "drizzle-orm";
import { UnknownWork } from "~/core/outbox/kinds";
import { noticeRecipients } from "~/db/schema/support";
import { isClosedAddress } from "~/domain/closed-account";
import { renderMail } from "~/mail/render-mail";
import type { Ids, Notice, NoticeEntry, Teller } from "./notice";
import { offerNotices } from "~/areas/resale/notices";
import { ofAccounts } from "./account-notices";
import { ofBids } from "./bid-notices";
import { ofSupport } from "./message-notices";
import { ofCasks } from "./cask-notices";
import { ofStakes } from "./stake-notices";
import { ofAudits, ofDecisions } from "./decision-notices";
import { ofOperations } from "./operations-notices";
import { ofPayments } from "./payment-notices";
import { ofWithdrawals } from "./withdrawal-notices";

const tables = {
  ...ofPayments,
  ...ofWithdrawals,
  ...ofAccounts,
  ...ofCasks,
  ...ofStakes,
  ...ofBids,
  ...offerNotices,
  ...ofSupport,
  ...ofAudits,
  ...ofDecisions,
  ...ofOperations,
};

export type NoticeKind = keyof typeof tables;

export const noticeTable: Record<NoticeKind, NoticeEntry> = tables;

const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(noticeTable, name);

async function notifyRecipient(deps: Deps, subjectId: string, [id, ...more]: Ids, tell: Teller): Promise<Notice> {
  const { channel, address } = noticeRecipients;
  const [recipient] = await deps.db
    .select({ channel, address })
    .from(noticeRecipients)
    .where(eq(noticeRecipients.subjectId, subjectId));
  // Once it is sent, the address is not kept.
  if (!recipient) return "no-address";
  const told = await tell(deps, [id, ...more.slice(0, -1)]);
  if (told === "superseded") return told;
  return recipient.channel === "email"
    ? { to: recipient.address, mail: told.mail }
    : { phone: recipient.address, text: told.text };
}

/**
 * @param subjectId 'NOTICE:ID...'
 * @throws MailError, TextError, UnknownWork
 */
export async function sendNotice(deps: Deps, subjectId: string): Promise<string> {
  const [kind = "", id, ...more] = subjectId.split(":");
  if (!isNoticeKind(kind) || !id) throw new UnknownWork(`notice ${subjectId}`);
  const { tell, compose } = noticeTable[kind];
  const ids = [id, ...more] as const;
  const notice = await (tell ? notifyRecipient(deps, subjectId, ids, tell) : compose(deps, ids));
  return send(deps, subjectId, notice);
}

async function send({ mailer, texter }: Deps, subjectId: string, notice: Notice): Promise<string> {
  if (typeof notice === "string") return notice;
  if ("phone" in notice) {
    await texter.send({ phone: notice.phone, ...notice.text });
    return "sent-as-text";
  }
  const { mail, to } = notice;
  if (isClosedAddress(to)) return "no-address";
  await mailer.send({ key: `notice/${subjectId}`, to, ...renderMail(mail) });
  return "sent";
}
