import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, together } from "~/db/work";
import { byUser } from "~/core/ledger/audit";
import { operatorsAtWork, proposalsAbout } from "~/core/proposals/list-proposals";
import type { After } from "~/core/lists/keyset-page";
import { readProposedName } from "~/areas/holdings/certificates/correct-name";
import { readNamedBeneficiary, type ViewOfUser } from "./read-beneficiary";
import { readUser } from "./read-user";

/** One person for an operator. */
export const reviewUser = (db: Database, asked: ViewOfUser & { after: After | null }) =>
  together({
    proposals: proposalsAbout(db, asked.access.nowMs, byUser(asked.userId)),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork("settings", asked.userId)} AS operators`)),
    beneficiary: readNamedBeneficiary(db, asked),
    name: readProposedName(db, asked.userId, asked.access.nowMs),
    review: readUser(db, { userId: asked.userId, nowMs: asked.access.nowMs, after: asked.after }),
  });
