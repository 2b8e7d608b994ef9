import { sql } from "drizzle-orm";
import { auditHeadAskedMail, auditHeadMail } from "~/content/notice-mails-audit";
import { row, runWork } from "~/db/work";
import { headUrl } from "~/areas/proof/audit-heads";
import type { Composer } from "./notice";

/** Asks the person named on the form whether it was them: [READER, TIME]. */
export const auditHeadAskedNotice: Composer = async (deps, [readerId, askedAtMs = ""]) => {
  const query = deps.db.all<{ email: string }>(
    sql`SELECT email FROM audit_readers WHERE id = ${readerId} AND confirmed_at_ms IS NULL AND asked_at_ms = ${Number(askedAtMs)}`,
  );
  const reader = await runWork(deps.db, row(query));
  if (!reader) return "superseded";
  const confirmUrl = await headUrl(deps, { readerId, does: "confirm" });
  const stopUrl = await headUrl(deps, { readerId, does: "stop" });
  return { to: reader.email, mail: auditHeadAskedMail({ confirmUrl, stopUrl }), unsubscribeUrl: stopUrl };
};

/** The head of a day: [DATE, READER]. */
export const auditHeadNotice: Composer = async (deps, [date, readerId = ""]) => {
  const query = deps.db.all<{ email: string; hash: string; result: string; casks: number; stakes: number }>(
    sql`SELECT audit_readers.email, audits.hash, audits.result, audits.casks, audits.stakes FROM audits
      JOIN audit_readers ON audit_readers.id = ${readerId} AND audit_readers.confirmed_at_ms IS NOT NULL
      WHERE audits.date = ${date} AND audits.state = 'published'`,
  );
  const found = await runWork(deps.db, row(query));
  if (!found) return "superseded";
  const { email, ...facts } = found;
  const stopUrl = await headUrl(deps, { readerId, does: "stop" });
  const mail = auditHeadMail({ ...facts, date, stopUrl, auditUrl: `${deps.origin}/audit/${date}` });
  return { to: email, mail, unsubscribeUrl: stopUrl };
};
