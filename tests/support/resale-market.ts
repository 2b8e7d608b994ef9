import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { placeOrder } from "~/areas/market/resale/place-order";
import { runRounds } from "~/areas/market/resale/run-rounds";
import type { Database } from "~/db/client";
import { type PublishedRound, roundKey } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import { createTestContext, TestClock } from "./context";
import { creditWallet, giveStake, value } from "./holdings";
import { IN_ROUND } from "./market";
import { openSession } from "./open-session";
import { type Person, putCask, signIn } from "./people";

/** What the person has in the wallet at first, in cents. */
export const WALLET = 500_000;
/** What a stake costs at 600.00, with the fee of 1.5 %. */
export const COST = 60_900;

type NextOrder = { number: number; round_id: string; quantity: number; limit_cents: number; state: string };

/** The market of one cask by its use cases, and the timer's job. Orders carry over, at 600.00, unless said otherwise. */
export function openResaleMarket() {
  const context = createTestContext({ clock: new TestClock(IN_ROUND) });
  const { db, clock } = context;
  const deps = { ...context, proof: env.PROOF, sha256 };

  /** In the round of December 2026: two stakes and a wallet for the person, three stakes for the other; valued at 600.00. */
  async function begin() {
    vi.spyOn(console, "log").mockReturnValue(undefined);
    clock.nowMs = IN_ROUND;
    const [person, other] = [await signIn(context), await signIn(context)];
    const caskId = await putCask(context);
    const stakes = [];
    for (const owner of [person, person, other, other, other]) stakes.push(await giveStake(context, owner, caskId));
    await value(context, caskId, "2026-12-01", 60_000);
    await creditWallet(context, person, WALLET);
    const ids = stakes.map(({ stakeId }) => stakeId);
    return { person, other, caskId, stakeIds: ids.slice(0, 2), otherIds: ids.slice(2) };
  }

  async function place(caskId: string, who: Person, asked: OrderAsked, country: string | null = null): Promise<number> {
    const outcome = await placeOrder({ db, sha256 }, openSession(context, who.userId), { caskId, country, asked });
    if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`);
    return outcome.order.number;
  }

  /** @param afterRoot what happens once the root of a round is published, before its price is computed */
  const run = ({ killed = db, afterRoot }: { killed?: Database; afterRoot?: () => Promise<unknown> } = {}) => {
    const put = async (...sent: Parameters<R2Bucket["put"]>) => {
      const kept = await env.PROOF.put(...sent);
      if (sent[0].endsWith("-root.json")) await afterRoot?.();
      return kept;
    };
    return runRounds({ ...deps, db: killed, proof: { put } as never });
  };
  /** Runs the timer's job at that moment. */
  const runAt = async (nowMs: number, more: Parameters<typeof run>[0] = {}) => {
    clock.nowMs = nowMs;
    await run(more);
  };
  const published = async (caskId: string, month = "2026-12") => {
    const file = await env.PROOF.get(roundKey({ cask: caskId, round: month }));
    return (await file?.json()) as PublishedRound | undefined;
  };

  const orderOf = async (number: number) => {
    const [row] = await db.all<Record<string, unknown>>(
      sql`SELECT state, carry_end, country FROM resale_orders WHERE number = ${number}`,
    );
    return row;
  };
  /** The order that places its rest again. */
  const nextOf = async (number: number): Promise<NextOrder | null> => {
    const [row] = await db.all<NextOrder>(
      sql`SELECT number, round_id, quantity, limit_cents, state FROM resale_orders WHERE follows = ${number}`,
    );
    return row ?? null;
  };
  const stakesOf = async ({ userId }: Person) =>
    (await db.all<{ id: string }>(sql`SELECT id FROM stakes WHERE user_id = ${userId} ORDER BY number`)).map(
      ({ id }) => id,
    );
  const newBuyer = async (cents: number) => {
    const buyer = await signIn(context);
    await creditWallet(context, buyer, cents);
    return buyer;
  };
  const newSeller = async (caskId: string) => {
    const seller = await signIn(context);
    await giveStake(context, seller, caskId);
    return seller;
  };
  return {
    deps,
    newBuyer,
    newSeller,
    stakesOf,
    context,
    db,
    clock,
    begin,
    place,
    run,
    runAt,
    published,
    orderOf,
    nextOf,
  };
}

const TERMS = { limitCents: 60_000, carriesOver: true };
type More = { limitCents?: number; carriesOver?: boolean };
export const buy = (quantity: number, more: More = {}): OrderAsked => ({ side: "buy", quantity, ...TERMS, ...more });
export const sell = (stakeIds: readonly string[], more: More = {}): OrderAsked => ({
  ...{ side: "sell", stakeIds: [...stakeIds], ...TERMS, ...more },
});
