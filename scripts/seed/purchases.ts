import { addDays, type CalendarDate, dateOf, daysBetween } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import type { PaymentMode } from "~/db/schema/payments";
import type { CaskPlan } from "./casks";
import { friend, holders, investor, largeHolder, lookalike } from "./people";

// Who bought which stake when. Each purchase has an id of its own, so that it is made once however often seeding runs.

export type PurchasePlan = {
  paymentId: string;
  personId: string;
  caskId: string;
  atMs: number;
  mode: PaymentMode;
};

type Named = {
  who: string;
  personId: string;
  caskKey: string;
  on: (today: CalendarDate) => CalendarDate;
  mode: PaymentMode;
};

const bought = (caskKey: string, on: Named["on"], mode: PaymentMode = "Bank"): Named => ({
  who: "investor",
  personId: investor.id,
  caskKey,
  on,
  mode,
});

/** Stakes older than 24 months first: one cycle ended long ago, one has just ended, the others are running. */
const named: readonly Named[] = [
  bought("glen_fennan", (today) => addMonths(today, -30)),
  bought("glen_orvane", (today) => addMonths(today, -26)),
  bought("mallow_hill", (today) => addMonths(today, -19), "Crypto"),
  bought("peyrolande", (today) => addMonths(today, -14)),
  bought("carsevane", (today) => addMonths(today, -10)),
  bought("loch_ardel", (today) => addDays(today, -9)),
  {
    who: "friend",
    personId: friend.id,
    caskKey: "copperfall",
    on: (today) => addDays(today, -8),
    mode: "Bank",
  },
  {
    who: "lookalike",
    personId: lookalike.id,
    caskKey: "aubrelie",
    on: (today) => addDays(today, -3),
    mode: "Bank",
  },
  {
    who: "large_holder",
    personId: largeHolder.id,
    caskKey: "torr_eilidh",
    on: (today) => addDays(today, -33),
    mode: "Bank",
  },
];

const MINUTE_MS = 60_000;
/** How many buy within half an hour; the next group comes on a later day. */
const GROUP = 5;
const BETWEEN_BUYERS_MS = 5 * MINUTE_MS;

export function planPurchases(caskPlans: readonly CaskPlan[], nowMs: number): PurchasePlan[] {
  const today = dateOf(nowMs);
  let nextHolder = 0;
  return caskPlans.flatMap((cask, caskIndex) => {
    const own = named.filter(({ caskKey }) => caskKey === cask.key).map((one) => namedPurchase(one, cask, today));
    const count = cask.soldStakes - own.length;
    const bulk = Array.from({ length: Math.max(0, count) }, (_, index): PurchasePlan => {
      const holder = holders[nextHolder++ % holders.length];
      if (!holder) throw new Error("there is nobody to hold a stake");
      const day = dayOfGroup(cask, Math.floor(index / GROUP), Math.ceil(count / GROUP), today);
      const firstMinute = 9 * 60 + ((caskIndex * 37 + Math.floor(index / GROUP) * 83) % 420);
      return {
        paymentId: `pay_demo_${cask.key}_${String(index + 1).padStart(3, "0")}`,
        personId: holder.id,
        caskId: cask.row.id,
        atMs: startOf(day) + firstMinute * MINUTE_MS + (index % GROUP) * BETWEEN_BUYERS_MS,
        mode: index % 6 === 4 ? "Crypto" : "Bank",
      };
    });
    return [...own, ...bulk];
  });
}

const startOf = (day: CalendarDate) => Date.parse(`${day}T00:00:00Z`);

function namedPurchase({ who, personId, on, mode }: Named, cask: CaskPlan, today: CalendarDate): PurchasePlan {
  // At an hour when no other group buys.
  const atMs = startOf(on(today)) + 7.5 * 60 * MINUTE_MS;
  return { paymentId: `pay_demo_${cask.key}_${who}`, personId, caskId: cask.row.id, atMs, mode };
}

/** Many buy on launch day, then fewer and fewer; none today, so that nothing lies in the future. */
function dayOfGroup({ row }: CaskPlan, group: number, groups: number, today: CalendarDate): CalendarDate {
  const yesterday = addDays(today, -1);
  const span = daysBetween(row.launchesOn, row.closesOn < yesterday ? row.closesOn : yesterday);
  return addDays(row.launchesOn, Math.floor(span * (group / groups) ** 1.5));
}

/**
 * Groups purchases that can be made at the same time although each has its own clock. Starting a purchase expires what
 * is overdue by its clock for the same person or cask, so within a wave a person buys once and a cask's buyers come
 * within half an hour; a cask's stakes are numbered in the order they were bought.
 */
export function intoWaves(purchases: readonly PurchasePlan[]): PurchasePlan[][] {
  const waves: PurchasePlan[][] = [];
  let rest = [...purchases].sort((a, b) => a.atMs - b.atMs);
  while (rest.length > 0) {
    const wave: PurchasePlan[] = [];
    const later: PurchasePlan[] = [];
    const buyers = new Set<string>();
    const firstAtMs = new Map<string, number>();
    const waiting = new Set<string>();
    for (const one of rest) {
      const startMs = firstAtMs.get(one.caskId) ?? one.atMs;
      if (buyers.has(one.personId) || waiting.has(one.caskId) || one.atMs - startMs > 30 * MINUTE_MS) {
        waiting.add(one.caskId);
        later.push(one);
        continue;
      }
      wave.push(one);
      buyers.add(one.personId);
      firstAtMs.set(one.caskId, startMs);
    }
    waves.push(wave);
    rest = later;
  }
  return waves;
}
