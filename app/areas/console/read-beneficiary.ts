import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { beneficiaries } from "~/db/schema/papers";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { mayChange, type StaffAccess } from "~/core/session/guarded";

export type NamedBeneficiary = { name: string; relation: string; contact: string };
export type ReviewedBeneficiary = {
  changedAtMs: number;
  /** null: not asked for, or the viewer may not see it. */
  shown: NamedBeneficiary | null;
};

/** An operator looks at a person, which is logged. `show`: who the beneficiary is, too. */
export type ViewOfUser = { userId: string; auditId: string; access: StaffAccess; show: boolean };
type StoredBeneficiary = Partial<NamedBeneficiary> & { changedAtMs: number };

/**
 * Whether this person has named a beneficiary. Only operators who ask see who it is, and the same batch logs each look. No other statement
 * reads the name.
 */
export function readNamedBeneficiary(
  db: Database,
  { userId, auditId, access, show }: ViewOfUser,
): Work<ReviewedBeneficiary | null> {
  const since = db.all<StoredBeneficiary>(
    sql`SELECT changed_at_ms AS changedAtMs FROM beneficiaries WHERE user_id = ${userId}`,
  );
  if (!show) return mapWork(row(since), reviewed);
  const may = mayChange(access, "people");
  const viewed = recordAudit(
    db,
    {
      id: auditId,
      actor: byOperator(access.userId),
      action: "beneficiary-viewed",
      subject: `user:${userId}`,
      nowMs: access.nowMs,
    },
    { from: beneficiaries, where: sql`user_id = ${userId} AND ${may}` },
  );
  const query = db.all<StoredBeneficiary>(sql`SELECT changed_at_ms AS changedAtMs, iif(${may}, name, NULL) AS name,
      iif(${may}, relation, NULL) AS relation, iif(${may}, contact, NULL) AS contact
    FROM beneficiaries WHERE user_id = ${userId}`);
  return mapWork(writeThenRead([viewed], row(query)), reviewed);
}

function reviewed(found: StoredBeneficiary | undefined): ReviewedBeneficiary | null {
  if (!found) return null;
  const { changedAtMs, name, relation, contact } = found;
  return { changedAtMs, shown: name && relation && contact ? { name, relation, contact } : null };
}
