import { isClosedAddress } from "~/domain/closed-account";
import { runWork } from "~/db/work";
import { type NoticeKind, UnknownWork } from "~/features/outbox/kinds";
import { noticeKinds } from "~/features/outbox/notice-kinds";
import { queuePushes } from "~/features/push/queue-pushes";
import { renderMail } from "~/mail/render-mail";
import { auditFailedNotice } from "./audit-failed";
import { auditHeadAskedNotice, auditHeadNotice } from "./audit-head";
import { bankChangedNotice } from "./bank-changed";
import { caskOpensNotice } from "./cask-opens";
import { caskSoldNotice } from "./cask-sold";
import { certificateReadyNotice } from "./certificate-ready";
import { changeConfirmedNotice, changeProposedNotice } from "./change-proposed";
import { codesAlarmNotice } from "./codes-alarm";
import { accountClosedNotice, closingAskedNotice } from "./closing-told";
import { contactAddedNotice, contactChangedNotice } from "./contact-changed";
import { dailySummaryNotice } from "./daily-summary";
import { largePayoutNotice } from "./large-payout";
import { newValuationNotice } from "./new-valuation";
import type { Composer, Notice, NoticeDeps } from "./notice";
import { paymentRefundingNotice, paymentSettledNotice } from "./payment-outcome";
import { paymentReversedNotice } from "./payment-reversed";
import { paymentUnderpaidNotice } from "./payment-underpaid";
import { referralEarnedNotice } from "./referral-earned";
import { roleChangedNotice } from "./role-changed";
import { supportAnsweredNotice } from "./support-answered";
import { supportReceivedNotice } from "./support-received";
import { timerStandsNotice } from "./timer-stands";
import { choicesWork } from "./topics";
import { unsubscribeUrl } from "./unsubscribe-link";
import { watchedClosesNotice, watchedOpensNotice } from "./watched-cask";
import { workWaitsNotice } from "./work-waits";
import { withdrawalCancelledNotice } from "./withdrawal-cancelled";
import { withdrawalPaidNotice } from "./withdrawal-paid";
import { withdrawalRejectedNotice } from "./withdrawal-rejected";
import { withdrawalRequestedNotice } from "./withdrawal-requested";
import { withdrawalWarnedNotice } from "./withdrawal-warned";

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
