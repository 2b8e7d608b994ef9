import { sql } from "drizzle-orm";
import { type Payment, type PaymentMode, payments } from "~/db/schema/payments";
import { runWork } from "~/db/work";
import { openCheckout, startPayment } from "~/areas/buying/start-payment";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { DemoPlan } from "./plan";
import { intoWaves } from "./purchases";
import { sessionIdOf } from "./till";
import { depsAt, type World } from "./world";

// Pays for fees and stakes the normal way: started, taken to the checkout, settled. Each step looks at the payment's
// own row, so that a killed run continues where it stopped.

type Purchase = { paymentId: string; userId: string; caskId: string | null; atMs: number; mode: PaymentMode };

export type PurchaseCount = { made: number; refused: number };

const FEE_AFTER_JOINING_MS = 20 * 60_000;
const OPENED_AFTER_MS = 2_000;
const PAID_AFTER_MS = 90_000;
const ALL_DEMO_PAYMENTS = "pay_demo_*";

export async function makePurchases(
  world: World,
  plan: DemoPlan,
  userIds: ReadonlyMap<string, string>,
): Promise<PurchaseCount> {
  const known = await knownPayments(world);
  const count = { made: 0, refused: 0 };
  const userOf = (personId: string) => userIds.get(personId) ?? personId;
  const fees = plan.people.filter(({ joins }) => joins);
  const waves: Purchase[][] = [
    fees.map(({ id, joinedAtMs }) => ({
      paymentId: id.replace(/^usr_demo/, "pay_demo_fee"),
      userId: userOf(id),
      caskId: null,
      atMs: joinedAtMs + FEE_AFTER_JOINING_MS,
      mode: "Bank",
    })),
    ...intoWaves(plan.purchases).map((wave) => wave.map((one) => ({ ...one, userId: userOf(one.personId) }))),
  ];
  for (const wave of waves) {
    const results = await Promise.all(wave.map((purchase) => make(world, purchase, known.get(purchase.paymentId))));
    count.made += results.filter((result) => result === "made").length;
    count.refused += results.filter((result) => result === "refused").length;
  }
  return count;
}

async function knownPayments({ db, amounts }: World): Promise<Map<string, Payment>> {
  const rows = await db
    .select()
    .from(payments)
    .where(sql`id GLOB ${ALL_DEMO_PAYMENTS}`);
  for (const { id, amountCents } of rows) amounts.set(id, amountCents);
  return new Map(rows.map((row) => [row.id, row]));
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

async function start(world: World, { atMs, ...purchase }: Purchase): Promise<Payment | null> {
  const { db, amounts } = world;
  const input = { ...purchase, nowMs: atMs, live: sql`1 = 1` };
  const result = await runWork(db, startPayment(db, input));
  if (!result.ok || result.payment.id !== purchase.paymentId) return null;
  amounts.set(result.payment.id, result.payment.amountCents);
  return result.payment;
}
