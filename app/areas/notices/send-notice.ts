import { isClosedAddress } from "~/domain/closed-account";
import { runWork } from "~/db/work";
import { UnknownWork } from "~/core/outbox/kinds";
import { renderMail } from "~/mail/render-mail";
import type { Notice, NoticeDeps } from "./inside/notice";
import { isNoticeKind, type NoticeKind, noticeTable } from "./inside/notice-table";
import { tellRecipient } from "./inside/recipient";
import { choicesWork } from "./inside/topics";
import { unsubscribeUrl } from "./inside/unsubscribe-link";

/**
 * Tells people what happened to them: by mail, or, where it is about money, by text message to those who have only a phone number. What is
 * about the safety of an account goes to each of its mailboxes and numbers.
 * @param subjectId 'NOTICE:ID...'
 * @throws MailError, TextError, UnknownWork
 */
export async function sendNotice(deps: NoticeDeps, subjectId: string): Promise<string> {
  const [kind = "", id, ...more] = subjectId.split(":");
  if (!isNoticeKind(kind) || !id) throw new UnknownWork(`notice ${subjectId}`);
  const { tell, compose, keepOutcome } = noticeTable[kind];
  const ids = [id, ...more] as const;
  const notice = await (tell ? tellRecipient(deps, subjectId, ids, tell) : compose(deps, ids));
  const outcome = await send(deps, kind, subjectId, notice);
  await keepOutcome?.(deps, ids, outcome);
  return outcome;
}

async function send(deps: NoticeDeps, kind: NoticeKind, subjectId: string, notice: Notice): Promise<string> {
  if (typeof notice === "string") return notice;
  if ("phone" in notice) {
    await deps.texter.send({ phone: notice.phone, ...notice.text });
    return "sent-as-text";
  }
  return sendMail(deps, kind, subjectId, notice);
}

type MailNotice = Extract<Notice, { to: string }>;

async function sendMail(
  deps: NoticeDeps,
  kind: NoticeKind,
  subjectId: string,
  { to, mail, userId, replyTo }: MailNotice,
) {
  if (isClosedAddress(to)) return "no-address";
  const send = { key: `notice/${subjectId}`, to, ...(replyTo === undefined ? {} : { replyTo }) };
  const { topic } = noticeTable[kind];
  if (!topic) {
    await deps.mailer.send({ ...send, ...renderMail(mail) });
    return "sent";
  }
  if (userId === undefined) throw new Error(`whose choice decides about ${kind}?`);
  const choices = await runWork(deps.db, choicesWork(deps.db, userId));
  if (!choices[topic]) return "not-wanted";
  const url = await unsubscribeUrl(deps, { userId, topic });
  await deps.mailer.send({ ...send, ...renderMail(mail, url), unsubscribeUrl: url });
  return "sent";
}
