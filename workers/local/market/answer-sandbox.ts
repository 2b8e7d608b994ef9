import type { MarketAsked, MarketTold } from "../../sandbox/market/market";
import { type DemoDeps, readMarketCountries, switchMarket } from "./switch-market";

/** Does what the sandbox asks for, and tells how things stand. */
export async function answerSandbox(deps: DemoDeps, { countries }: MarketAsked): Promise<MarketTold> {
  if (countries !== undefined) await switchMarket(deps, countries);
  return { countries: await readMarketCountries(deps.db) };
}
