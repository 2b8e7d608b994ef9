import { desc } from "drizzle-orm";
import type { Database } from "~/db/client";
import { leads } from "~/db/schema/leads";
import { rows } from "~/db/work";
import { PAGE_ROWS } from "./list-withdrawals";

/** The newest. */
export const listLeads = (db: Database) =>
  rows(db.select().from(leads).orderBy(desc(leads.createdAtMs)).limit(PAGE_ROWS));
