import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, together } from "~/db/work";
import { byUser } from "~/core/ledger/audit";
import { operatorsAtWork, proposalsAbout } from "~/core/proposals/list-proposals";
import type { StaffAccess } from "~/core/session/guarded";
import { readNamedBeneficiary } from "./read-beneficiary";
import { readUser } from "./read-user";

type LoggedView = { userId: string; auditId: string; access: StaffAccess; show: boolean };

/** One person for an operator. @param asked `show`: who the beneficiary is, too */
export const reviewUser = (db: Database, asked: LoggedView) =>
  together({
    proposals: proposalsAbout(db, asked.access.nowMs, byUser(asked.userId)),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork} AS operators`)),
    beneficiary: readNamedBeneficiary(db, asked),
    review: readUser(db, { userId: asked.userId, nowMs: asked.access.nowMs }),
  });
