import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row } from "~/db/work";
import type { CERTIFICATE_STATES } from "~/db/schema/names";
import { isPlanned } from "~/areas/notices/waiting/what-waits";

export type ReviewedCertificate = {
  id: string;
  code: string;
  state: (typeof CERTIFICATE_STATES)[number];
  /** 1: an operator voided it, and its stake has none until one is reissued. */
  withheld: number;
  sha256: string | null;
  createdAtMs: number;
  issuedAtMs: number | null;
  planned: number;
  voidedAtMs: number | null;
  holderId: string;
  holderName: string | null;
  nameOnCertificate: string | null;
  caskId: string;
  caskName: string;
  totalStakes: number;
  stakeNumber: number;
  stakeState: "active" | "frozen" | "ended" | "freed";
  /** null: bought from another investor. */
  paymentId: string | null;
};

export const readCertificate = (db: Database, certificateId: string, nowMs: number) =>
  row(
    db.all<ReviewedCertificate>(sql`SELECT certificates.id, certificates.code, certificates.state, certificates.withheld,
        ${isPlanned(sql`certificates.id`, nowMs)} AS planned, certificates.sha256, certificates.created_at_ms AS createdAtMs,
        certificates.issued_at_ms AS issuedAtMs, certificates.voided_at_ms AS voidedAtMs, stakes.user_id AS holderId,
        users.full_name AS holderName, users.name_on_certificate AS nameOnCertificate, stakes.cask_id AS caskId,
        casks.name AS caskName, casks.total_stakes AS totalStakes, stakes.number AS stakeNumber,
        iif(stakes.freed_at_ms IS NULL, stakes.state, 'freed') AS stakeState, stakes.payment_id AS paymentId
      FROM certificates JOIN stakes ON stakes.id = certificates.stake_id JOIN casks ON casks.id = stakes.cask_id
        JOIN users ON users.id = stakes.user_id
      WHERE certificates.id = ${certificateId}`),
  );
