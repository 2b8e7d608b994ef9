import { sql } from "drizzle-orm";
import { row, runWork } from "~/db/work";
import { nextRound, roundAt } from "~/domain/auction/rounds";
import type { MarketAsked, MarketTold } from "../../sandbox/market/market";
import type { DemoDeps } from "./demo-session";
import { placeDemoOrders } from "./place-demo-orders";
import { readMarketCountries, switchMarket } from "./switch-market";

/** Does what the sandbox asks for, and tells how things stand. */
export async function answerSandbox(deps: DemoDeps, { countries, orders }: MarketAsked): Promise<MarketTold> {
  if (countries !== undefined) await switchMarket(deps, countries);
  const placed = orders ? await placeDemoOrders(deps) : null;
  const nowMs = deps.nowMs();
  const open = await runWork(
    deps.db,
    row(deps.db.all<{ orders: number }>(sql`SELECT count(*) AS orders FROM resale_orders WHERE state = 'open'`)),
  );
  const round = roundAt(nowMs);
  return {
    countries: await readMarketCountries(deps.db),
    round: round && { month: round.month, closesAtMs: round.closesAtMs },
    opensAtMs: nextRound(nowMs).opensAtMs,
    orders: open?.orders ?? 0,
    placed,
  };
}
