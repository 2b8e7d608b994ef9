import { isClosedAddress } from "~/domain/closed-account";
import { type NoticeKind, UnknownWork } from "~/features/outbox/kinds";
import { renderMail } from "~/mail/render-mail";
import { bankChangedNotice } from "./bank-changed";
import { codesAlarmNotice } from "./codes-alarm";
import { contactChangedNotice } from "./contact-changed";
import type { Composer, NoticeDeps } from "./notice";
import { paymentRefundingNotice, paymentSettledNotice } from "./payment-outcome";
import { paymentReversedNotice } from "./payment-reversed";
import { workWaitsNotice } from "./work-waits";
import { withdrawalCancelledNotice } from "./withdrawal-cancelled";
import { withdrawalPaidNotice } from "./withdrawal-paid";
import { withdrawalRejectedNotice } from "./withdrawal-rejected";
import { withdrawalRequestedNotice } from "./withdrawal-requested";
import { withdrawalWarnedNotice } from "./withdrawal-warned";

const composers: Record<NoticeKind, Composer> = {
  "payment-settled": paymentSettledNotice,
  "payment-refunding": paymentRefundingNotice,
  "payment-reversed": paymentReversedNotice,
  "withdrawal-requested": withdrawalRequestedNotice,
  "withdrawal-paid": withdrawalPaidNotice,
  "withdrawal-rejected": withdrawalRejectedNotice,
  "withdrawal-cancelled": withdrawalCancelledNotice,
  "withdrawal-warned": withdrawalWarnedNotice,
  "bank-changed": bankChangedNotice,
  "contact-changed": contactChangedNotice,
  "work-waits": workWaitsNotice,
  "codes-alarm": codesAlarmNotice,
};

const isKnown = (kind: string): kind is NoticeKind => Object.hasOwn(composers, kind);

/**
 * Sends people mail about what happened to them. Those who signed up by phone alone see it in the wallet.
 * @param subjectId 'NOTICE:ID...'
 * @throws MailError, UnknownWork
 */
export async function sendNotice(deps: NoticeDeps, subjectId: string): Promise<string> {
  const [kind = "", id, ...more] = subjectId.split(":");
  if (!isKnown(kind) || !id) throw new UnknownWork(`notice ${subjectId}`);
  const notice = await composers[kind](deps, [id, ...more]);
  if (typeof notice === "string") return notice;
  if (isClosedAddress(notice.to)) return "no-address";
  await deps.mailer.send({ key: `notice/${subjectId}`, to: notice.to, ...renderMail(notice.mail) });
  return "sent";
}
