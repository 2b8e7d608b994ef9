import type { Database } from "~/db/client";
import { setMarket } from "./settings";

/** Opens the market for everybody at once, or closes it. */
export const setMarketOpen = (db: Database, isOpen: boolean) => setMarket(db, isOpen ? "*" : "");

/** A moment in the round of December 2026, which is open from the 7th to the 14th, 12:00 UTC. */
export const IN_ROUND = Date.parse("2026-12-09T09:00:00Z");
export const ROUND_CLOSES = Date.parse("2026-12-14T12:00:00Z");
export const NEXT_OPENS = Date.parse("2027-01-04T12:00:00Z");
