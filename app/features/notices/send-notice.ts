import { bankChangedNotice } from "./bank-changed";
import { contactChangedNotice } from "./contact-changed";
import type { Composer, NoticeDeps } from "./notice";
import { paymentOutcomeNotice } from "./payment-outcome";
import { paymentReversedNotice } from "./payment-reversed";
import { withdrawalPaidNotice } from "./withdrawal-paid";
import { withdrawalRejectedNotice } from "./withdrawal-rejected";
import { withdrawalRequestedNotice } from "./withdrawal-requested";

const composers = new Map<string, Composer>([
  ["withdrawal-requested", withdrawalRequestedNotice],
  ["withdrawal-paid", withdrawalPaidNotice],
  ["withdrawal-rejected", withdrawalRejectedNotice],
  ["bank-changed", bankChangedNotice],
  ["contact-changed", contactChangedNotice],
  ["payment-reversed", paymentReversedNotice],
]);

/**
 * Tells people by mail what happened to them. Who signed up by phone alone sees it in the wallet.
 * @param subjectId 'KIND:ID...'; without a kind it is about a payment: 'PAYMENT:settled' or 'PAYMENT:refunding'
 * @throws MailError
 */
export async function sendNotice(deps: NoticeDeps, subjectId: string): Promise<string> {
  const [kind = "", ...ids] = subjectId.split(":");
  const compose = composers.get(kind);
  const notice = compose ? await compose(deps, ids) : await paymentOutcomeNotice(deps, [kind, ...ids]);
  if (typeof notice === "string") return notice;
  await deps.mailer.send({ key: `notice/${subjectId}`, to: notice.to, ...notice.mail });
  return "sent";
}
