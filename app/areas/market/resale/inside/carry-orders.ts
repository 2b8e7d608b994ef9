import { sql } from "drizzle-orm";
import type { RESALE_CARRY_ENDS } from "~/db/schema/names-of-resale";
import { runWork, together, writes } from "~/db/work";
import { roundAt } from "~/domain/auction/rounds";
import type { Viewer } from "~/core/session/viewer";
import type { OrderAsked } from "../order-form";
import { type MarketCask, readCaskMarketOf } from "../read-market";
import type { ResaleDeps } from "../resale-deps";
import { type OrderPlan, type OrderRefusal, planOrder } from "./plan-order";
import { placing, sealed } from "./placing";

/** Of one run: the next run goes on. */
const MOST = 20;

type Waiting = {
  number: number;
  userId: string;
  caskId: string;
  side: "buy" | "sell";
  limitCents: number;
  country: string | null;
  quantity: number;
  /** Of a sell order: those that were not sold, as a JSON array of ids. */
  stakes: string;
  role: Viewer["role"];
  /** Activated, not suspended and not closed. */
  inGoodStanding: 0 | 1;
};
type Refused = Exclude<(typeof RESALE_CARRY_ENDS)[number], "placed" | "filled" | "given-up">;

/**
 * Once a round is open, places again what earlier orders did not fill and were to carry over, in the order of their numbers. The same rules
 * hold as for any order; one that they refuse ends, and why is kept for its owner. Nothing was held in between.
 */
export async function carryOrders(deps: ResaleDeps, tryEach: (carry: () => Promise<unknown>) => Promise<void>) {
  const round = roundAt(deps.nowMs());
  if (!round) return;
  const waiting = await deps.db
    .all<Waiting>(sql`SELECT number, user_id AS userId, resale_orders.cask_id AS caskId, side,
      limit_cents AS limitCents, country, role,
      activated_at_ms IS NOT NULL AND suspended_at_ms IS NULL AND closed_at_ms IS NULL AS inGoodStanding,
      quantity - (SELECT count(*) FROM resale_fills WHERE resale_fills.state = 'settled' AND number IN (sell_number, buy_number)) AS quantity,
      (SELECT json_group_array(stake_id ORDER BY position) FROM resale_offered_stakes AS offered WHERE order_number = number
        AND NOT EXISTS (SELECT 1 FROM resale_fills WHERE resale_fills.stake_id = offered.stake_id AND sell_number = number
          AND resale_fills.state = 'settled')) AS stakes
    FROM resale_orders JOIN resale_rounds ON resale_rounds.id = round_id JOIN users ON users.id = user_id
    WHERE carries_over = 1 AND resale_orders.state = 'ended' AND carry_end IS NULL AND closes_at_ms <= ${round.opensAtMs}
    ORDER BY number LIMIT ${MOST}`);
  for (const order of waiting) await tryEach(() => carry(deps, order));
}

/** Two round trips an order. What changed between them is left to the next run. */
async function carry(deps: ResaleDeps, order: Waiting): Promise<void> {
  const planned = await planAgain(deps, order);
  const outcome = "plan" in planned ? await placeAgain(deps, order, planned) : planned.refused;
  if (!("plan" in planned) && planned.refused !== "again")
    await runWork(deps.db, writes(carryEnds(deps, order.number, planned.refused)));
  deps.log("resale-order-carried", { outcome });
}

type Planned = { plan: OrderPlan; cask: MarketCask };

async function planAgain(
  { db, nowMs: clock }: ResaleDeps,
  { role, inGoodStanding, userId, country, caskId, side, limitCents, quantity, stakes }: Waiting,
): Promise<Planned | { refused: Refused | "again" }> {
  if (role !== "investor" || inGoodStanding === 0) return { refused: "account" };
  const read = await runWork(db, readCaskMarketOf(db, { userId, country, caskId, nowMs: clock() }));
  const market = read({ role, activated: true });
  if (!market) return { refused: "market-off" };
  const terms = { limitCents, carriesOver: true };
  const asked: OrderAsked =
    side === "buy" ? { side, quantity, ...terms } : { side, stakeIds: JSON.parse(stakes) as string[], ...terms };
  const planned = planOrder(market, asked);
  return planned.ok ? { plan: planned.plan, cask: market.cask } : { refused: reasonOf(planned.refusal) };
}

function reasonOf({ code }: OrderRefusal): Refused | "again" {
  if (code === "not-activated" || code === "account-closing") return "account";
  return code === "round-closed" || code === "changed" ? "again" : code;
}

async function placeAgain(
  deps: ResaleDeps,
  { number, userId, country }: Waiting,
  { plan, cask }: Planned,
): Promise<"placed" | "again"> {
  const { db, nowMs, sha256 } = deps;
  const provided = sql`EXISTS (SELECT 1 FROM resale_orders AS before WHERE before.number = ${number}
    AND before.state = 'ended' AND before.carry_end IS NULL)`;
  const seal = sealed(cask.caskId, plan, sha256);
  const { placed } = await runWork(
    db,
    together({
      placed: placing(db, { cask, country, plan, userId, nowMs: nowMs(), provided, follows: number, ...seal }),
      carried: writes(carryEnds(deps, number, "placed")),
    }),
  );
  return placed.some(({ salt }) => salt === seal.salt) ? "placed" : "again";
}

/** 'placed' only if it is. */
const carryEnds = ({ db, nowMs }: ResaleDeps, number: number, end: Refused | "placed") =>
  db.run(sql`UPDATE resale_orders SET carry_end = ${end}, carry_ended_at_ms = ${nowMs()}
    WHERE number = ${number} AND state = 'ended' AND carry_end IS NULL
      AND (${end} <> 'placed' OR EXISTS (SELECT 1 FROM resale_orders AS next WHERE next.follows = ${number}))`);
