import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { placeOrder } from "~/areas/market/resale/place-order";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import { sha256 } from "~/server/sha256";
import { createTestContext, TestClock } from "../../../support/context";
import { effort } from "../../../support/effort";
import { balanceOf, creditWallet, giveStake, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { IN_ROUND, setMarketOpen } from "../../../support/market";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(IN_ROUND) });
const { db } = context;
const MONEY = 100_000;

beforeAll(() => setMarketOpen(db, true));

type Step =
  | { does: "buy"; cask: number; quantity: number; limitCents: number }
  | { does: "sell"; cask: number; limitCents: number }
  | { does: "withdraw"; cask: number };

const cask = fc.nat({ max: 1 });
const limitCents = fc.integer({ min: 1, max: 70_000 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant("buy" as const), cask, quantity: fc.integer({ min: 1, max: 3 }), limitCents }),
  fc.record({ does: fc.constant("sell" as const), cask, limitCents }),
  fc.record({ does: fc.constant("withdraw" as const), cask }),
);

type World = { person: Person; casks: { caskId: string; stakeId: string }[] };

async function newWorld(): Promise<World> {
  const [person, other] = [await signIn(context), await signIn(context)];
  const casks = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const caskId = await putCask(context);
    const { stakeId } = await giveStake(context, person, caskId);
    for (let more = 0; more < 2; more += 1) await giveStake(context, other, caskId);
    await value(context, caskId, "2026-12-01", 60_000);
    casks.push({ caskId, stakeId });
  }
  await creditWallet(context, person, MONEY);
  return { person, casks };
}

const openOrders = ({ person }: World) =>
  db.all<{
    number: number;
    caskId: string;
    side: string;
    reserved: number;
    offered: number;
  }>(sql`SELECT number, cask_id AS caskId, side,
    reserved_cents AS reserved, (SELECT count(*) FROM resale_offered_stakes WHERE order_number = number AND released_at_ms IS NULL) AS offered
    FROM resale_orders WHERE user_id = ${person.userId} AND state = 'open'`);

async function take(world: World, step: Step): Promise<void> {
  const { caskId = "", stakeId = "" } = world.casks[step.cask] ?? {};
  const session = openSession(context, world.person.userId);
  if (step.does === "withdraw") {
    const order = (await openOrders(world)).find((one) => one.caskId === caskId);
    if (order) await withdrawOrder({ db }, session, order.number);
    return;
  }
  const terms = { limitCents: step.limitCents };
  const asked: OrderAsked =
    step.does === "buy"
      ? { side: "buy", quantity: step.quantity, ...terms }
      : { side: "sell", stakeIds: [stakeId], ...terms };
  await placeOrder({ db, sha256 }, session, { caskId, country: null, asked });
}

it("whatever one person sends, and whatever of it at once: wallet and orders are the money there was, and a cask has one order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), async (tabs) => {
      const world = await newWorld();
      const heldBefore = await balanceOf(context, "house:resale");
      for (const atOnce of tabs) {
        await Promise.all(atOnce.map((step) => take(world, step)));
        const orders = await openOrders(world);
        const wallet = await balanceOf(context, `user:${world.person.userId}:wallet`);
        const reserved = orders.reduce((sum, order) => sum + order.reserved, 0);
        expect(wallet).toBeGreaterThanOrEqual(0);
        expect(wallet + reserved).toBe(MONEY);
        expect(await balanceOf(context, "house:resale")).toBe(heldBefore + reserved);
        expect(new Set(orders.map(({ caskId }) => caskId)).size).toBe(orders.length);
        for (const order of orders) expect(order.offered).toBe(order.side === "sell" ? 1 : 0);
      }
    }),
    { numRuns: effort(15, 300) },
  );
  await expectInvariants(db);
});
