import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/change-proposals";
import { mapWork, row, rows, together, type Work, writeThenRead } from "~/db/work";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { Change } from "~/core/proposals/change";
import { type Confirmed, confirmChange } from "~/core/proposals/confirm-change";
import { type Proposed, proposeChange } from "~/core/proposals/propose-change";
import type { OperatorAccess } from "~/core/session/guarded";
import type { HolderName } from "~/areas/accounts/profile/name-holder";
import { type Replacement, replaceCertificates } from "./replace-certificates";

// The right name of a person: one operator proposes it, another confirms it, and in the same batch each certificate in the old name is void
// and another takes its place. The proposal names a row of `name_corrections` and no person, because proposals are kept for ever.

type Correction = { userId: string; operator: OperatorAccess };

/** As long as the person's name is the one that it was when the right one was proposed. */
const changeOf = (userId: string, correctionId: string): Omit<Change, "note"> => ({
  kind: "name",
  subject: byUser(userId),
  was: sql`(SELECT 'as proposed' FROM name_corrections AS right JOIN users ON users.id = right.user_id
    WHERE right.id = ${correctionId} AND users.id = ${userId} AND users.closed_at_ms IS NULL
      AND users.full_name IS right.full_name_was AND users.name_on_certificate IS right.on_certificate_was)`,
  becomes: correctionId,
});

type NameProposal = Correction & {
  holder: HolderName;
  /** For operators only; it goes when the account is closed. */
  reason: string;
  /** Both chosen before writing. */
  correctionId: string;
  proposalId: string;
};

/** The same name proposed again by the same operator, for the same reason, changes nothing. */
export function proposeName(db: Database, proposal: NameProposal): Work<Proposed> {
  const { userId, operator, holder, reason, correctionId } = proposal;
  const { userId: operatorId, nowMs } = operator;
  const waits = sql`EXISTS (SELECT 1 FROM change_proposals JOIN name_corrections ON name_corrections.id = change_proposals.becomes
    WHERE change_proposals.subject = ${byUser(userId)} AND change_proposals.state = 'open' AND kind = 'name' AND expires_at_ms > ${nowMs}
      AND proposed_by = ${operatorId} AND note = ${reason} AND full_name = ${holder.fullName} AND on_certificate = ${holder.onCertificate})`;
  const isSame = sql`users.full_name IS ${holder.fullName} AND users.name_on_certificate IS ${holder.onCertificate}`;
  const kept =
    db.run(sql`INSERT INTO name_corrections (id, user_id, full_name_was, on_certificate_was, full_name, on_certificate, created_at_ms)
      SELECT ${correctionId}, users.id, users.full_name, users.name_on_certificate, ${holder.fullName}, ${holder.onCertificate}, ${nowMs}
      FROM users WHERE users.id = ${userId} AND users.closed_at_ms IS NULL AND users.id <> ${operatorId} AND NOT (${isSame}) AND NOT ${waits}`);
  const made = together({
    proposed: proposeChange(db, { ...proposal, ...changeOf(userId, correctionId), note: reason }),
    now: row(
      db.all<{ waits: number; same: number }>(
        sql`SELECT ${waits} AS waits, ${isSame} AS same FROM users WHERE users.id = ${userId}`,
      ),
    ),
  });
  return mapWork(writeThenRead([kept], made), ({ proposed, now }): Proposed => {
    if (now?.waits === 1) return { ok: true, waits: true };
    return now?.same === 1 ? { ok: false, code: "no-change" } : proposed;
  });
}

export type ProposedName = {
  fullNameWas: string | null;
  fullName: string;
  onCertificate: string;
  certificates: number;
};

const standing = (
  userId: string,
) => sql`SELECT certificates.id FROM stakes JOIN certificates ON certificates.stake_id = stakes.id
  WHERE stakes.user_id = ${userId} AND stakes.state = 'active' AND certificates.state = 'issued'`;

/** The name that waits for a second operator, and how many certificates would be replaced; null: none waits. */
export function readProposedName(db: Database, userId: string, nowMs: number): Work<ProposedName | null> {
  const query =
    db.all<ProposedName>(sql`SELECT right.full_name_was AS fullNameWas, right.full_name AS fullName, right.on_certificate AS onCertificate,
      (SELECT count(*) FROM (${standing(userId)})) AS certificates
    FROM change_proposals JOIN name_corrections AS right ON right.id = change_proposals.becomes
    WHERE change_proposals.subject = ${byUser(userId)} AND change_proposals.state = 'open' AND expires_at_ms > ${nowMs} AND kind = 'name'`);
  return mapWork(row(query), (found) => found ?? null);
}

/** The certificates that a corrected name makes void. */
export const readStandingCertificates = (db: Database, userId: string): Work<string[]> =>
  mapWork(rows(db.all<{ id: string }>(standing(userId))), (found) => found.map(({ id }) => id));

type Confirmation = Correction & {
  correctionId: string;
  /** null: the one that waits, or was decided last. */
  proposalId: string | null;
  /** One for each certificate that stands: if another was issued since they were read, nothing is confirmed. */
  replacements: readonly Replacement[];
};

export function confirmName(db: Database, confirmation: Confirmation): Work<Confirmed> {
  const { userId, operator, correctionId, replacements } = confirmation;
  const list = sql`json_each(${JSON.stringify(replacements)})`;
  const given = sql`NOT EXISTS (SELECT 1 FROM (${standing(userId)}) AS stands WHERE stands.id NOT IN (SELECT value ->> 'old' FROM ${list}))`;
  const work = confirmChange(db, {
    ...confirmation,
    ...changeOf(userId, correctionId),
    given,
    effects: (isConfirmed) => [
      db.run(sql`UPDATE users SET full_name = right.full_name, name_on_certificate = right.on_certificate FROM name_corrections AS right
        WHERE users.id = ${userId} AND right.id = ${correctionId} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
      ...replaceCertificates(db, {
        actor: byOperator(operator.userId),
        nowMs: operator.nowMs,
        list,
        may: sql`EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`,
      }),
      recordAudit(
        db,
        {
          id: sql`'name-corrected:' || change_proposals.id`,
          actor: byOperator(operator.userId),
          action: "name-corrected",
          subject: byUser(userId),
          detail: correctionId,
          nowMs: operator.nowMs,
        },
        { from: changeProposals, where: isConfirmed },
      ),
      db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
        SELECT 'send-notice:' || subject, 'send-notice', subject, 'name-corrected', ${operator.nowMs}, ${operator.nowMs}
        FROM (SELECT 'name-corrected:' || ${correctionId} || ':' || (SELECT count(*) FROM ${list}) AS subject FROM change_proposals WHERE ${isConfirmed})
        WHERE true ON CONFLICT (id) DO NOTHING`),
    ],
  });
  return mapWork(work, (outcome) =>
    !outcome.ok && outcome.code === "not-allowed" ? { ok: false, code: "changed-meanwhile" } : outcome,
  );
}
