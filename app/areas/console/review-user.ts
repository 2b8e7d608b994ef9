import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, together } from "~/db/work";
import { byUser } from "~/core/ledger/audit";
import { operatorsAtWork, proposalsAbout } from "~/core/proposals/list-proposals";
import type { After } from "~/core/lists/keyset-page";
import { readProposedName } from "~/areas/holdings/certificates/correct-name";
import { readUser } from "./read-user";

/** One person for an operator. */
export const reviewUser = (
  db: Database,
  { userId, nowMs, after }: { userId: string; nowMs: number; after: After | null },
) =>
  together({
    proposals: proposalsAbout(db, nowMs, byUser(userId)),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork(userId)} AS operators`)),
    name: readProposedName(db, userId, nowMs),
    review: readUser(db, { userId, nowMs, after }),
  });
