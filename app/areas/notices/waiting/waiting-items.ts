import { sectionHref } from "~/content/console-sections";
import { AUDIT_PATH } from "~/content/page-paths";
import { MOST_COUNTED, type Waiting, type WaitingKind } from "./what-waits";

export type WaitingItem = {
  label: string;
  promise: string;
  href: string;
  count: number;
  counted: string;
  sinceMs: number | null;
};

export const SECOND_PERSON_ID = "second-person";

export const countedOf = (waiting: Waiting, ...kinds: WaitingKind[]): string => {
  const counts = kinds.map((kind) => waiting[kind].count);
  return counts.some((count) => count >= MOST_COUNTED)
    ? `${MOST_COUNTED - 1}+`
    : String(counts.reduce((sum, count) => sum + count, 0));
};

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
/** A held item waits for its time, not for a person. */
const ITEMS: readonly [kind: WaitingKind, label: string, promise: string, href: string][] = [
  ["withdrawals", "Withdrawals to pay", "Paid within 24 hours of the end of their hold", withdrawals],
  [
    "sending",
    "Withdrawals with the bank",
    "Matched with what the bank has paid, or confirmed",
    `${withdrawals}?state=sending`,
  ],
  [
    "payments",
    "Payments that need a person",
    "Dealt with the same day",
    `${sectionHref("payments")}?state=needs-a-person`,
  ],
  [
    "certificates",
    "Certificates not issued in time",
    "Issued within 48 hours of the purchase",
    `${sectionHref("certificates")}?state=pending`,
  ],
  ["rewards", "Rewards to decide or pay", "No time is promised", sectionHref("rewards")],
  ["deadLetters", "Jobs given up on", "Dealt with the same day", trouble],
  ["differences", "Differences between the books and the providers", "Dealt with the same day", trouble],
  ["failedAudits", "The daily audit failed", "Public at once: what is published contradicts itself", AUDIT_PATH],
  [
    "support",
    "Support requests to answer",
    "Answered within 24 hours on working days; cancellations refunded within 14 days",
    sectionHref("support"),
  ],
  [
    "proposals",
    "Waiting for a second person",
    "Confirmed by another operator; a change lapses after 7 days",
    `${overview}#${SECOND_PERSON_ID}`,
  ],
];

export const waitingItems = (waiting: Waiting): WaitingItem[] =>
  ITEMS.map(([kind, label, promise, href]) => ({
    label,
    promise,
    href,
    ...waiting[kind],
    counted: countedOf(waiting, kind),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity));

export function waitingTotal(items: readonly WaitingItem[]): string {
  const sum = items.reduce((total, { count }) => total + count, 0);
  return items.some(({ count, counted }) => counted !== String(count)) ? `${sum}+` : String(sum);
}
