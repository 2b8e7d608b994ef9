import { sql } from "drizzle-orm";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { openCheckout, startPayment } from "~/areas/buying/start-payment";
import { type Payment, type PaymentMode, payments } from "~/db/schema/payments";
import { runWork } from "~/db/work";
import { type CalendarDate, addDays, dateOf, daysBetween } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { type CaskPlan, planCasks, planDrafts } from "./casks";
import { type PersonPlan, friend, holders, investor, largeHolder, lookalike, newcomer, people, staff } from "./people";
import { depsAt, live, sessionIdOf, type World } from "./world";

type DemoPlan = {
  nowMs: number;
  casks: CaskPlan[];
  /** Only operators see these yet. */
  drafts: CaskPlan[];
  people: (PersonPlan & { joinedAtMs: number })[];
  purchases: PurchasePlan[];
};

const DAY_MS = 86_400_000;

/** All demo data, as a pure function of the current moment. */
export function planDemo(nowMs: number): DemoPlan {
  const casks = planCasks(nowMs);
  const purchases = planPurchases(casks, nowMs);
  const firstPurchaseMs = new Map<string, number>();
  for (const { personId, atMs } of purchases) {
    firstPurchaseMs.set(personId, Math.min(atMs, firstPurchaseMs.get(personId) ?? atMs));
  }
  const joinedAtMs = (id: string) => {
    if (staff.some((one) => one.id === id)) return nowMs - 1_000 * DAY_MS;
    return (firstPurchaseMs.get(id) ?? nowMs) - (id === newcomer.id ? 2 : 3) * DAY_MS;
  };
  return {
    nowMs,
    casks,
    drafts: planDrafts(nowMs),
    purchases,
    people: people.map((one) => ({ ...one, joinedAtMs: joinedAtMs(one.id) })),
  };
}

// Who bought which stake when. Each purchase has an id of its own, so that it is made once however often seeding runs.

type PurchasePlan = { paymentId: string; personId: string; caskId: string; atMs: number; mode: PaymentMode };

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
  { who: "friend", personId: friend.id, caskKey: "copperfall", on: (today) => addDays(today, -8), mode: "Bank" },
  { who: "lookalike", personId: lookalike.id, caskKey: "aubrelie", on: (today) => addDays(today, -3), mode: "Bank" },
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

function planPurchases(caskPlans: readonly CaskPlan[], nowMs: number): PurchasePlan[] {
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

// Pays for fees and stakes the normal way: started, taken to the checkout, settled. Each step looks at the payment's
// own row, so that a killed run continues where it stopped.

type Purchase = { paymentId: string; userId: string; caskId: string | null; atMs: number; mode: PaymentMode };

type PurchaseCount = { made: number; kept: number; refused: number };

const FEE_AFTER_JOINING_MS = 20 * 60_000;
const OPENED_AFTER_MS = 2_000;
const PAID_AFTER_MS = 90_000;
const ALL_DEMO_PAYMENTS = "pay_demo_*";

/** One after the other in the order of their times, as they would have come. */
export async function makePurchases(
  world: World,
  plan: DemoPlan,
  userIds: ReadonlyMap<string, string>,
): Promise<PurchaseCount> {
  const rows = await world.db
    .select()
    .from(payments)
    .where(sql`id GLOB ${ALL_DEMO_PAYMENTS}`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const fees = plan.people
    .filter(({ joins }) => joins)
    .map(({ id, joinedAtMs }) => ({
      paymentId: id.replace(/^usr_demo/, "pay_demo_fee"),
      personId: id,
      caskId: null,
      atMs: joinedAtMs + FEE_AFTER_JOINING_MS,
      mode: "Bank" as const,
    }));
  const count = { made: 0, kept: 0, refused: 0 };
  for (const { personId, ...one } of [...fees, ...plan.purchases].sort((a, b) => a.atMs - b.atMs))
    count[await make(world, { ...one, userId: userIds.get(personId) ?? personId }, known.get(one.paymentId))] += 1;
  return count;
}

async function make(
  world: World,
  purchase: Purchase,
  known: Payment | undefined,
): Promise<"made" | "kept" | "refused"> {
  const payment = known ?? (await start(world, purchase));
  // What people have done since takes precedence over the plan: a cask they bought up, an account they activated.
  if (!payment) return "refused";
  if (payment.state === "created") await openCheckout(depsAt(world, purchase.atMs + OPENED_AFTER_MS), payment, null);
  // Identified by its session, a payment is found even if it ended before the session was saved.
  const session = { sessionId: sessionIdOf(payment.id), provider: payment.provider };
  const { state } = await settlePayment(depsAt(world, purchase.atMs + PAID_AFTER_MS), session);
  if (state === "settled") return "made";
  if (state === "done") return "kept";
  throw new Error(`${payment.id} is ${state} instead of settled`);
}

async function start({ db }: World, { atMs, ...purchase }: Purchase): Promise<Payment | null> {
  const result = await runWork(db, startPayment(db, { ...purchase, nowMs: atMs, live }));
  return result.ok && result.payment.id === purchase.paymentId ? result.payment : null;
}
