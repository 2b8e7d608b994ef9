import { sectionHref } from "~/content/console-sections";
import { requestTexts } from "~/content/console-support-texts";
import { overviewTexts as texts } from "~/content/console-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import { MOST_COUNTED, type Waiting } from "./what-waits";

/** One kind of thing that waits, as Overview and the daily mail say it. */
export type WaitingItem = {
  label: string;
  promise: string;
  href: string;
  count: number;
  /** The count in words: '9+' where counting stopped. */
  counted: string;
  sinceMs: number | null;
};

export const SECOND_PERSON_ID = "second-person";

const upTo = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count));

/** How many in the navigation of the console. */
export const countedSections = (waiting: Waiting) => ({
  overview: upTo(waiting.proposals),
  withdrawals: String(waiting.withdrawals),
  payments: upTo(waiting.payments),
  certificates: upTo(waiting.certificates),
  rewards: String(waiting.rewards),
  support: String(waiting.support),
  trouble: String(waiting.deadLetters + waiting.differences),
});

/** All that waits, what waits longest first; what is done is left out. */
export function waitingItems(waiting: Waiting): WaitingItem[] {
  const item = (label: string, promise: string, href: string, count: number, sinceMs: number | null) => ({
    ...{ label, promise, href, count, sinceMs },
    counted: String(count),
  });
  const capped = (one: WaitingItem) => ({ ...one, counted: upTo(one.count) });
  const withdrawals = sectionHref("withdrawals");
  const trouble = sectionHref("trouble");
  const { payments, certificates, proposals } = waiting;
  return [
    item(texts.withdrawals, texts.withdrawalsPromise, withdrawals, waiting.withdrawals, waiting.withdrawalsSinceMs),
    item(texts.sending, texts.sendingPromise, `${withdrawals}?state=sending`, waiting.sending, waiting.sendingSinceMs),
    capped(
      item(
        texts.payments,
        texts.paymentsPromise,
        `${sectionHref("payments")}?state=needs-a-person`,
        payments,
        waiting.paymentsSinceMs,
      ),
    ),
    capped(
      item(
        texts.certificates,
        texts.certificatesPromise,
        `${sectionHref("certificates")}?state=pending`,
        certificates,
        waiting.certificatesSinceMs,
      ),
    ),
    item(texts.rewards, texts.rewardsPromise, sectionHref("rewards"), waiting.rewards, null),
    item(texts.deadLetters, texts.deadLettersPromise, trouble, waiting.deadLetters, waiting.deadLettersSinceMs),
    item(
      texts.differences,
      texts.differencesPromise,
      `${trouble}#differences`,
      waiting.differences,
      waiting.differencesSinceMs,
    ),
    item(texts.failedAudits, texts.failedAuditsPromise, AUDIT_PATH, waiting.failedAudits, waiting.failedAuditsSinceMs),
    item(requestTexts.waiting, requestTexts.promise, sectionHref("support"), waiting.support, waiting.supportSinceMs),
    capped(
      item(
        texts.secondPerson,
        texts.secondPersonPromise,
        `${sectionHref("overview")}#${SECOND_PERSON_ID}`,
        proposals,
        waiting.proposalsSinceMs,
      ),
    ),
  ]
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity));
}

/** How much that is altogether, in words: 'N+' where counting stopped somewhere. */
export function waitingTotal(items: readonly WaitingItem[]): string {
  const sum = items.reduce((total, { count }) => total + count, 0);
  return items.some(({ count, counted }) => counted !== String(count)) ? `${sum}+` : String(sum);
}
