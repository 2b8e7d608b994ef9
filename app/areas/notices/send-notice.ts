import { isClosedAddress } from "~/domain/closed-account";
import { runWork } from "~/db/work";
import { type NoticeKind, UnknownWork } from "~/core/outbox/kinds";
import { noticeKinds } from "~/core/outbox/notice-kinds";
import { queuePushes } from "~/areas/notices/push/inside/queue-pushes";
import { renderMail } from "~/mail/render-mail";
import { auditFailedNotice } from "./inside/audit-failed";
import { auditHeadAskedNotice, auditHeadNotice } from "./inside/audit-head";
import { bankChangedNotice } from "./inside/bank-changed";
import { caskOpensNotice } from "./inside/cask-opens";
import { caskSoldNotice } from "./inside/cask-sold";
import { certificateReadyNotice } from "./inside/certificate-ready";
import { changeConfirmedNotice, changeProposedNotice } from "./inside/change-proposed";
import { codesAlarmNotice } from "./inside/codes-alarm";
import { accountClosedNotice, closingAskedNotice } from "./inside/closing-told";
import { contactAddedNotice, contactChangedNotice } from "./inside/contact-changed";
import { dailySummaryNotice } from "./inside/daily-summary";
import { largePayoutNotice } from "./inside/large-payout";
import { newValuationNotice } from "./inside/new-valuation";
import type { Composer, Notice, NoticeDeps } from "./inside/notice";
import { paymentRefundingNotice, paymentSettledNotice } from "./inside/payment-outcome";
import { paymentReversedNotice } from "./inside/payment-reversed";
import { paymentUnderpaidNotice } from "./inside/payment-underpaid";
import { referralEarnedNotice } from "./inside/referral-earned";
import { roleChangedNotice } from "./inside/role-changed";
import { supportAnsweredNotice } from "./inside/support-answered";
import { supportReceivedNotice } from "./inside/support-received";
import { timerStandsNotice } from "./inside/timer-stands";
import { choicesWork } from "./inside/topics";
import { unsubscribeUrl } from "./inside/unsubscribe-link";
import { watchedClosesNotice, watchedOpensNotice } from "./inside/watched-cask";
import { workWaitsNotice } from "./inside/work-waits";
import { withdrawalCancelledNotice } from "./inside/withdrawal-cancelled";
import { withdrawalPaidNotice } from "./inside/withdrawal-paid";
import { withdrawalRejectedNotice } from "./inside/withdrawal-rejected";
import { withdrawalRequestedNotice } from "./inside/withdrawal-requested";
import { withdrawalWarnedNotice } from "./inside/withdrawal-warned";

const composers: Record<NoticeKind, Composer> = {
  "payment-settled": paymentSettledNotice,
  "payment-refunding": paymentRefundingNotice,
  "payment-underpaid": paymentUnderpaidNotice,
  "payment-reversed": paymentReversedNotice,
  "withdrawal-requested": withdrawalRequestedNotice,
  "withdrawal-paid": withdrawalPaidNotice,
  "withdrawal-rejected": withdrawalRejectedNotice,
  "withdrawal-cancelled": withdrawalCancelledNotice,
  "withdrawal-warned": withdrawalWarnedNotice,
  "bank-changed": bankChangedNotice,
  "contact-changed": contactChangedNotice,
  "contact-added": contactAddedNotice,
  "closing-asked": closingAskedNotice,
  "account-closed": accountClosedNotice,
  "new-valuation": newValuationNotice,
  "work-waits": workWaitsNotice,
  "timer-stands": timerStandsNotice,
  "codes-alarm": codesAlarmNotice,
  "audit-failed": auditFailedNotice,
  "audit-head-asked": auditHeadAskedNotice,
  "audit-head": auditHeadNotice,
  "large-payout": largePayoutNotice,
  "cask-sold": caskSoldNotice,
  "certificate-ready": certificateReadyNotice,
  "referral-earned": referralEarnedNotice,
  "cask-opens": caskOpensNotice,
  "daily-summary": dailySummaryNotice,
  "support-received": supportReceivedNotice,
  "support-answered": supportAnsweredNotice,
  "watched-opens": watchedOpensNotice,
  "watched-closes": watchedClosesNotice,
  "change-proposed": changeProposedNotice,
  "change-confirmed": changeConfirmedNotice,
  "role-changed": roleChangedNotice,
};

const isKnown = (kind: string): kind is NoticeKind => Object.hasOwn(composers, kind);

/**
 * Tells people what happened to them: by mail, or, where it is about money, by text message to those who have only a phone number. What is
 * about the safety of an account goes to each of its mailboxes and numbers.
 * @param subjectId 'NOTICE:ID...'
 * @throws MailError, TextError, UnknownWork
 */
export async function sendNotice(deps: NoticeDeps, subjectId: string): Promise<string> {
  const [kind = "", id, ...more] = subjectId.split(":");
  if (!isKnown(kind) || !id) throw new UnknownWork(`notice ${subjectId}`);
  // First, so that devices are told even if the mail cannot be sent yet.
  await queuePushes(deps, kind, occasionOf(kind, subjectId));
  const notice = await composers[kind](deps, [id, ...more]);
  if (typeof notice === "string") return notice;
  if ("phone" in notice) {
    await deps.texter.send({ phone: notice.phone, ...notice.text });
    return "sent-as-text";
  }
  return sendMail(deps, kind, subjectId, notice);
}

/** Devices are told of it once, however many recipients it has. */
const occasionOf = (kind: NoticeKind, subjectId: string) =>
  noticeKinds[kind].eachRecipient ? subjectId.slice(0, subjectId.lastIndexOf(":")) : subjectId;

type MailNotice = Extract<Notice, { to: string }>;

async function sendMail(
  deps: NoticeDeps,
  kind: NoticeKind,
  subjectId: string,
  { to, mail, userId, unsubscribeUrl: stopUrl }: MailNotice,
) {
  if (isClosedAddress(to)) return "no-address";
  const send = { key: `notice/${subjectId}`, to };
  const { topic } = noticeKinds[kind];
  if (!topic) {
    await deps.mailer.send({ ...send, ...renderMail(mail), ...(stopUrl ? { unsubscribeUrl: stopUrl } : {}) });
    return "sent";
  }
  if (userId === undefined) throw new Error(`whose choice decides about ${kind}?`);
  const choices = await runWork(deps.db, choicesWork(deps.db, userId));
  if (!choices[topic]) return "not-wanted";
  const url = await unsubscribeUrl(deps, { userId, topic });
  await deps.mailer.send({ ...send, ...renderMail(mail, url), unsubscribeUrl: url });
  return "sent";
}
