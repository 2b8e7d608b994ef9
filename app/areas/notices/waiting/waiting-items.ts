import { sectionHref } from "~/content/console-sections";
import { requestTexts } from "~/content/console-support-texts";
import { overviewTexts as texts } from "~/content/console-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import { MOST_COUNTED, type Waiting, type WaitingKind } from "./what-waits";

/** One kind of thing that waits, as Overview and the daily mail say it. */
export type WaitingItem = {
  label: string;
  promise: string;
  href: string;
  count: number;
  /** The count in words: '19+' where counting stopped. */
  counted: string;
  sinceMs: number | null;
};

export const SECOND_PERSON_ID = "second-person";

/** In words, of several kinds together. */
export const countedOf = (waiting: Waiting, ...kinds: WaitingKind[]): string => {
  const counts = kinds.map((kind) => waiting[kind].count);
  return counts.some((count) => count >= MOST_COUNTED)
    ? `${MOST_COUNTED - 1}+`
    : String(counts.reduce((sum, count) => sum + count, 0));
};

/** How many in the navigation of the console. */
export const countedSections = (waiting: Waiting) => ({
  overview: countedOf(waiting, "proposals"),
  withdrawals: countedOf(waiting, "withdrawals"),
  payments: countedOf(waiting, "payments"),
  certificates: countedOf(waiting, "certificates"),
  rewards: countedOf(waiting, "rewards"),
  support: countedOf(waiting, "support"),
  trouble: countedOf(waiting, "deadLetters", "differences"),
});

const withdrawals = sectionHref("withdrawals");
const trouble = sectionHref("trouble");
const overview = sectionHref("overview");
/** What is held waits for its time, and not for a person. */
const ITEMS: readonly [kind: WaitingKind, label: string, promise: string, href: string][] = [
  ["withdrawals", texts.withdrawals, texts.withdrawalsPromise, withdrawals],
  ["sending", texts.sending, texts.sendingPromise, `${withdrawals}?state=sending`],
  ["payments", texts.payments, texts.paymentsPromise, `${sectionHref("payments")}?state=needs-a-person`],
  ["certificates", texts.certificates, texts.certificatesPromise, `${sectionHref("certificates")}?state=pending`],
  ["rewards", texts.rewards, texts.rewardsPromise, sectionHref("rewards")],
  ["deadLetters", texts.deadLetters, texts.deadLettersPromise, trouble],
  ["differences", texts.differences, texts.differencesPromise, `${trouble}#differences`],
  ["failedAudits", texts.failedAudits, texts.failedAuditsPromise, AUDIT_PATH],
  ["support", requestTexts.waiting, requestTexts.promise, sectionHref("support")],
  ["proposals", texts.secondPerson, texts.secondPersonPromise, `${overview}#${SECOND_PERSON_ID}`],
];

/** All that waits, what waits longest first; what is done is left out. */
export const waitingItems = (waiting: Waiting): WaitingItem[] =>
  ITEMS.map(([kind, label, promise, href]) => ({
    ...{ label, promise, href, ...waiting[kind] },
    counted: countedOf(waiting, kind),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity));

/** How much that is altogether, in words: 'N+' where counting stopped somewhere. */
export function waitingTotal(items: readonly WaitingItem[]): string {
  const sum = items.reduce((total, { count }) => total + count, 0);
  return items.some(({ count, counted }) => counted !== String(count)) ? `${sum}+` : String(sum);
}
