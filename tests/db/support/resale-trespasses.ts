import type { TestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

// A market with a round in each state, and what the database must refuse about it.

export const CLOSES = 1_000_000_000;
const WEEK = 7 * 86_400_000;

export const round = (id: string, caskId: string, state = "open") =>
  `INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points, state)
    VALUES ('${id}', '${caskId}', '1970-01', 1, ${CLOSES}, 100, '${state}')`;
export const root = (id: string, atMs = CLOSES) =>
  `UPDATE resale_rounds SET state = 'rooted', root = 'r', reference_cents = 50000, rooted_at_ms = ${atMs} WHERE id = '${id}'`;
const clear = (id: string, price: number | null = 50_000, volume = 1) =>
  `UPDATE resale_rounds SET state = 'cleared', price_cents = ${price}, volume = ${volume}, cleared_at_ms = ${CLOSES} WHERE id = '${id}'`;

export type Put = {
  id?: number;
  side?: "buy" | "sell";
  state?: string;
  limit?: number;
  quantity?: number;
  atMs?: number;
  carries?: 0 | 1;
  follows?: number;
};
export const order = (roundId: string, caskId: string, userId: string, put: Put = {}) => {
  const {
    id = "NULL",
    side = "sell",
    state = "open",
    limit = 50_000,
    quantity = 1,
    atMs = 5,
    carries = 0,
    follows = "NULL",
  } = put;
  return `INSERT INTO resale_orders (number, round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt, state, reserved_cents, created_at_ms,
      carries_over, follows)
    VALUES (${id}, '${roundId}', '${caskId}', '${userId}', '${side}', ${limit}, ${quantity}, 's', 'r', '${state}', ${side === "buy" ? 50_500 : 0}, ${atMs},
      ${carries}, ${follows})`;
};
export const offer = (number: number, stakeId: string, position = 1) =>
  `INSERT INTO resale_offered_stakes (order_number, position, stake_id) VALUES (${number}, ${position}, '${stakeId}')`;
const fill = (
  roundId: string,
  stakeId: string,
  sell: number,
  buy: number,
  more: Record<string, string | number> = {},
) => {
  const row = { price_cents: 50_000, fee_cents: 500, advanced_cents: 0, credit_cents: 49_500, ...more };
  return `INSERT INTO resale_fills (round_id, stake_id, sell_number, buy_number, ${Object.keys(row).join(", ")})
    VALUES ('${roundId}', '${stakeId}', ${sell}, ${buy}, ${Object.values(row).join(", ")})`;
};
const resell = (stakeId: string, atMs: number) =>
  `UPDATE stakes SET state = 'ended', state_at_ms = ${atMs}, resold_at_ms = ${atMs} WHERE id = '${stakeId}'`;
const follow = (id: string, stakeId: string, more: Record<string, string> = {}) => {
  const row: Record<string, string> = {
    ...{ user_id: "buying.user_id", price_cents: "resale_fills.price_cents", holder_number: "sold.holder_number + 1" },
    ...{ purchased_at_ms: "sold.resold_at_ms", ...more },
  };
  return `INSERT INTO stakes (id, cask_id, number, payment_id, ${Object.keys(row).join(", ")})
    SELECT '${id}', sold.cask_id, sold.number, sold.payment_id, ${Object.values(row).join(", ")}
    FROM stakes AS sold JOIN resale_fills ON stake_id = sold.id JOIN resale_orders AS buying ON buying.number = buy_number WHERE sold.id = '${stakeId}'`;
};
const settle = (roundId: string, stakeId: string, newStakeId: string, atMs: number, payableMs = atMs + WEEK) =>
  `UPDATE resale_fills SET state = 'settled', new_stake_id = '${newStakeId}', settled_at_ms = ${atMs}, payable_from_ms = ${payableMs}
    WHERE round_id = '${roundId}' AND stake_id = '${stakeId}'`;

export const suspend = (userId: string) => `UPDATE users SET suspended_at_ms = 1 WHERE id = '${userId}'`;

/** A cask with an open round, a seller of two stakes and a buyer. Orders are numbered from `first`. */
export async function market(context: TestContext, roundId: string, first: number) {
  const [seller, buyer] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context, { totalStakes: 10 });
  const stakes = [await giveStake(context, seller, caskId), await giveStake(context, seller, caskId)];
  await run(round(roundId, caskId));
  await creditWallet(context, buyer, 101_000);
  return { roundId, caskId, seller, buyer, stakeIds: stakes.map(({ stakeId }) => stakeId) as [string, string], first };
}
type Market = Awaited<ReturnType<typeof market>>;

/** The seller offers one stake, the buyer wants one. */
async function trade({ roundId, caskId, seller, buyer, stakeIds, first }: Market, quantity = 1): Promise<void> {
  await run(order(roundId, caskId, seller.userId, { id: first, quantity }));
  for (const [index, stakeId] of stakeIds.slice(0, quantity).entries()) await run(offer(first, stakeId, index + 1));
  await run(order(roundId, caskId, buyer.userId, { id: first + 1, side: "buy" }));
}

/** Rows in every table of resale, one of them settled. */
export async function fillResale(context: TestContext): Promise<void> {
  const one = await market(context, "rnd_settled", 900);
  await trade(one);
  await run(root(one.roundId));
  await run(clear(one.roundId));
  const [stakeId] = one.stakeIds;
  await run(fill(one.roundId, stakeId, 900, 901));
  await run(resell(stakeId, CLOSES));
  await run(follow("stk_follows", stakeId));
  await run(settle(one.roundId, stakeId, "stk_follows", CLOSES));
}

/** How to bring a row along a path of states. */
export type Graph = { key: string; into: (id: string, path: string[]) => Promise<string> };

let numbers = 10_000;
export const resaleGraphs = (context: TestContext): Record<string, Graph> => ({
  resale_rounds: {
    key: "id",
    into: async (id, path) => {
      await run(round(id, await putCask(context)));
      for (const state of path)
        await run(
          state === "rooted"
            ? root(id)
            : state === "cleared"
              ? clear(id, null, 0)
              : `UPDATE resale_rounds SET state = '${state}' WHERE id = '${id}'`,
        );
      return id;
    },
  },
  resale_orders: {
    key: "number",
    into: async (id, path) => {
      const number = numbers++;
      const caskId = await putCask(context);
      await run(round(id, caskId));
      const { userId } = await signIn(context);
      await run(order(id, caskId, userId, { id: number }));
      if (path.includes("left-out")) await run(suspend(userId));
      for (const state of path)
        await run(
          `UPDATE resale_orders SET state = '${state}', ended_at_ms = ${state === "left-out" ? CLOSES : 6} WHERE number = ${number}`,
        );
      return String(number);
    },
  },
  resale_fills: {
    key: "round_id",
    into: async (id, path) => {
      const of = await market(context, id, (numbers += 2));
      await trade(of);
      await run(root(id));
      await run(clear(id));
      const [stakeId] = of.stakeIds;
      await run(fill(id, stakeId, of.first, of.first + 1));
      for (const state of path) {
        await run(
          state === "settled" ? resell(stakeId, CLOSES) : `UPDATE stakes SET state = 'frozen' WHERE id = '${stakeId}'`,
        );
        if (state === "settled") await run(follow(`stk_${id}`, stakeId));
        await run(
          state === "settled"
            ? settle(id, stakeId, `stk_${id}`, CLOSES)
            : `UPDATE resale_fills SET state = 'failed' WHERE round_id = '${id}'`,
        );
      }
      numbers += 2;
      return id;
    },
  },
});

/** What must not happen in the market, by the rule that refuses it. */
export async function trespassesOfResale(
  context: TestContext,
  { rows: { withdrawal } }: Filled,
): Promise<Record<string, string[]>> {
  const open = await market(context, "rnd_open", 910);
  await trade(open);
  const cleared = await market(context, "rnd_cleared", 920);
  await trade(cleared, 2);
  await run(root(cleared.roundId));
  await run(clear(cleared.roundId));
  const [sold, spare] = cleared.stakeIds;
  const due = await market(context, "rnd_due", 930);
  await trade(due);
  await run(root(due.roundId));
  await run(clear(due.roundId));
  const [dueStake, other] = due.stakeIds;
  await run(fill(due.roundId, dueStake, 930, 931));
  const asked = await market(context, "rnd_asked", 940);
  await run(order(asked.roundId, asked.caskId, asked.seller.userId, { id: 940, quantity: 2 }));
  await run(withdrawal("wdr_offered", { stake: asked.stakeIds[0], user: asked.seller.userId }));
  const ended = await market(context, "rnd_ended", 950);
  await run(order(ended.roundId, ended.caskId, ended.seller.userId, { id: 950 }));
  await run(offer(950, ended.stakeIds[1]));
  await run("UPDATE resale_orders SET state = 'ended', ended_at_ms = 6 WHERE number = 950");
  const staff: Person = await signIn(context, { operator: true });
  const stranger = await signIn(context);
  const inOpen = (put: Put, userId = stranger.userId, caskId = open.caskId, roundId = open.roundId) =>
    order(roundId, caskId, userId, put);
  const ofCleared = (more: Record<string, string | number>) => fill(cleared.roundId, sold, 920, 921, more);
  return {
    resale_rounds_rooted_at_close: [
      root(open.roundId, CLOSES - 1),
      "UPDATE resale_rounds SET root = 'x' WHERE id = 'rnd_cleared'",
    ],
    resale_rounds_cleared_once: [
      "UPDATE resale_rounds SET price_cents = 1 WHERE id = 'rnd_cleared'",
      "UPDATE resale_rounds SET volume = 1, price_cents = 1 WHERE id = 'rnd_open'",
    ],
    resale_rounds_settled_whole: [
      "UPDATE resale_rounds SET state = 'settled' WHERE id = 'rnd_due'",
      "UPDATE resale_rounds SET state = 'settled' WHERE id = 'rnd_cleared'",
    ],
    resale_orders_in_open_round: [
      inOpen({ atMs: CLOSES }),
      inOpen({}, stranger.userId, cleared.caskId, cleared.roundId),
      inOpen({}, stranger.userId, cleared.caskId, open.roundId),
    ],
    resale_orders_of_investors: [
      inOpen({}, staff.userId),
      inOpen({}, (await signIn(context, { activated: false })).userId),
    ],
    resale_orders_withdrawn_in_time: [
      `UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = ${CLOSES - 86_399_999} WHERE number = 910`,
    ],
    resale_offered_stakes_stand: [
      offer(911, open.stakeIds[1]),
      offer(910, sold, 1),
      offer(910, open.stakeIds[1], 2),
      offer(950, ended.stakeIds[0]),
    ],
    resale_offered_stakes_unasked: [offer(940, asked.stakeIds[0])],
    resale_offered_stakes_fixed: [
      "UPDATE resale_offered_stakes SET position = 2 WHERE order_number = 910",
      "UPDATE resale_offered_stakes SET released_at_ms = 9 WHERE order_number = 950",
    ],
    withdrawals_not_on_offer: [withdrawal("x", { stake: open.stakeIds[0], user: open.seller.userId })],
    resale_fills_of_round: [
      ofCleared({ price_cents: 49_999, credit_cents: 49_499 }),
      ofCleared({ fee_cents: 499, credit_cents: 49_501 }),
      fill(open.roundId, open.stakeIds[0], 910, 911),
      fill(cleared.roundId, open.stakeIds[1], 920, 921),
      fill(cleared.roundId, sold, 921, 920),
    ],
    resale_fills_within_orders: [fill(due.roundId, other, 930, 931)],
    resale_fills_advances: [ofCleared({ advanced_cents: 1, credit_cents: 49_499 })],
    resale_fills_settled_once: [
      settle(due.roundId, dueStake, "stk_follows", CLOSES),
      settle("rnd_settled", "(SELECT 1)", "stk_follows", CLOSES).replace("AND stake_id = '(SELECT 1)'", ""),
    ],
    resale_fills_failed_because: ["UPDATE resale_fills SET state = 'failed' WHERE round_id = 'rnd_due'"],
    resale_fills_paid_in_time: [
      `UPDATE resale_fills SET paid_at_ms = ${CLOSES + WEEK - 1} WHERE round_id = 'rnd_settled'`,
    ],
    stakes_are_sold_on: [
      follow("x", dueStake, { purchased_at_ms: "7" }),
      follow("x", dueStake, { user_id: `'${stranger.userId}'`, purchased_at_ms: "7" }),
    ],
    stakes_sold_on_once: [resell(spare, CLOSES), resell(open.stakeIds[0], CLOSES)],
  };
}
