import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { certificates } from "~/db/schema/stakes";
import type { Statement } from "~/db/work";
import { type Actor, recordAudit } from "~/core/ledger/audit";
import { stakeStands } from "./inside/certificate-conditions";

/** `id` and `code` are chosen before writing. */
export type Replacement = { old: string; id: string; code: string };

type Replacing = {
  actor: Actor;
  nowMs: number;
  /** Replacements, as a table of JSON: `json_each`. */
  list: SQL;
  /** What must hold, in the same batch. */
  may: SQL;
};

/** Each certificate that stands is void, and another takes its place: as a reissue of each (reissue-certificate.ts), without a mail for each. */
export function replaceCertificates(db: Database, { actor, nowMs, list, may }: Replacing): Statement[] {
  const newId = sql`(SELECT value ->> 'id' FROM ${list} WHERE value ->> 'old' = certificates.id)`;
  const made = sql`${list} AS one JOIN certificates AS old ON old.id = one.value ->> 'old'
    JOIN audit_log ON audit_log.id = 'reissue:' || old.id AND audit_log.detail = one.value ->> 'id'`;
  return [
    recordAudit(
      db,
      {
        id: sql`'reissue:' || certificates.id`,
        actor,
        action: "certificate-reissued",
        subject: sql`'certificate:' || certificates.id`,
        detail: newId,
        nowMs,
      },
      {
        from: certificates,
        where: sql`certificates.id IN (SELECT value ->> 'old' FROM ${list}) AND certificates.state = 'issued' AND ${stakeStands} AND ${may}`,
      },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE id IN (SELECT old.id FROM ${made}) AND state = 'issued' AND ${may}`),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT one.value ->> 'id', old.stake_id, one.value ->> 'code', 'certificates/' || (one.value ->> 'id') || '.pdf', ${nowMs}
      FROM ${made} WHERE ${may} ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, done_at_ms, outcome, created_at_ms)
      SELECT 'send-notice:' || subject, 'send-notice', subject, 'certificate-ready', ${nowMs}, ${nowMs}, 'superseded', ${nowMs}
      FROM (SELECT 'certificate-ready:' || (one.value ->> 'id') AS subject FROM ${made} WHERE ${may}) WHERE true ON CONFLICT (id) DO NOTHING`),
  ];
}
