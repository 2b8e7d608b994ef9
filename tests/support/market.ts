import type { Database } from "~/db/client";
import { setMarket } from "./settings";

/** Opens resale for everybody at once, or closes it. */
export const setMarketOpen = (db: Database, isOpen: boolean) => setMarket(db, isOpen ? "*" : "");
