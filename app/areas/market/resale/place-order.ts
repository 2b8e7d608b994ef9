import type { Sha256 } from "~/domain/audit/audit-files";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { type OrderPlan, type OrderRefusal, planOrder } from "./inside/plan-order";
import { placing, sealed } from "./inside/placing";
import type { MarketOrder } from "./market-orders";
import type { OrderAsked } from "./order-form";
import { type CaskMarket, readCaskMarket } from "./read-market";

export type PlaceOutcome =
  | { ok: true; order: MarketOrder }
  /** `market`: what the refusal is based on. null: the market is closed for the viewer, or there is no such cask. */
  | { ok: false; refusal: OrderRefusal; market: CaskMarket | null };

type Input = { caskId: string; country: string | null; asked: OrderAsked };

/**
 * Places a sealed order, with what it holds of the wallet or which stakes. The same order again while the first is open is the first one.
 * Two round trips.
 */
export async function placeOrder(
  deps: Pick<Deps, "db"> & { sha256: Sha256 },
  session: Session,
  { caskId, country, asked }: Input,
): Promise<PlaceOutcome> {
  const market = await readCaskMarket(deps, session, { country, caskId });
  if (!market) return { ok: false, refusal: { code: "market-off" }, market };
  const first = sameOrder(market.orders, asked);
  if (first) return { ok: true, order: first };
  const planned = planOrder(market, asked);
  if (!planned.ok) return { ok: false, refusal: planned.refusal, market };
  return write(deps, session, { market, country, plan: planned.plan });
}

/** The one batch. */
async function write(
  { db, sha256 }: Pick<Deps, "db"> & { sha256: Sha256 },
  session: Session,
  { market, country, plan }: { market: CaskMarket; country: string | null; plan: OrderPlan },
): Promise<PlaceOutcome> {
  const seal = sealed(market.cask.caskId, plan, sha256);
  const { result } = await session.write(({ userId, nowMs, live }) =>
    placing(db, { cask: market.cask, country, plan, userId, nowMs, provided: live, ...seal }),
  );
  const placed = result.find((order) => order.salt === seal.salt) ?? sameOrder(result, plan.asked);
  if (placed) return { ok: true, order: placed };
  const code = result.some(({ state }) => state === "open") ? "already-ordered" : "changed";
  return { ok: false, refusal: { code }, market };
}

/** The viewer's open order, if it is the one that is asked for. */
function sameOrder(orders: readonly MarketOrder[], asked: OrderAsked): MarketOrder | null {
  const open = orders.find(({ state }) => state === "open");
  if (open?.side !== asked.side || open.limitCents !== asked.limitCents) return null;
  if ((open.carry === "asked") !== (asked.carriesOver ?? false)) return null;
  if (asked.side === "buy") return open.quantity === asked.quantity ? open : null;
  const offered = new Set(open.stakes.map(({ stakeId }) => stakeId));
  return offered.size === asked.stakeIds.length && asked.stakeIds.every((stakeId) => offered.has(stakeId))
    ? open
    : null;
}
