import { eq, sql } from "drizzle-orm";
import { auditHeadAskedMail, auditHeadMail } from "~/content/notice-mails-audit";
import { auditFailedMail } from "~/content/notice-mails-operators";
import { audits } from "~/db/schema/audits";
import { users } from "~/db/schema/people";
import { row, runWork } from "~/db/work";
import { headUrl } from "~/areas/proof/audit-heads";
import { type NoticeTable, toOperator } from "./notice";

export const ofAudits = {
  "audit-failed": {
    subject: "OPERATOR:DAY",
    statements: ["areas/proof/audits/inside/publish-day"],
    urgent: true,
    once: "the id contains a day that is over",
    compose: async ({ db, origin }, [operatorId, date = ""]) => {
      const [found] = await db
        .select({ email: users.email, role: users.role, reason: audits.reason })
        .from(users)
        .innerJoin(audits, sql`${audits.date} = ${date} AND ${audits.result} = 'FAIL'`)
        .where(eq(users.id, operatorId));
      if (!found) return "superseded";
      const facts = { date, reason: found.reason ?? "", url: `${origin}/audit/${date}` };
      return toOperator(found, () => auditFailedMail(facts));
    },
  },
  // Asks the person named on the form whether it was them.
  "audit-head-asked": {
    subject: "READER:TIME",
    triggers: ["audit_readers_new_are_asked", "audit_readers_again_are_asked"],
    once: "the id contains the time at which it was asked for",
    compose: async (deps, [readerId, askedAtMs = ""]) => {
      const query = deps.db.all<{ email: string }>(
        sql`SELECT email FROM audit_readers WHERE id = ${readerId} AND confirmed_at_ms IS NULL AND asked_at_ms = ${Number(askedAtMs)}`,
      );
      const reader = await runWork(deps.db, row(query));
      if (!reader) return "superseded";
      const confirmUrl = await headUrl(deps, { readerId, does: "confirm" });
      const stopUrl = await headUrl(deps, { readerId, does: "stop" });
      return { to: reader.email, mail: auditHeadAskedMail({ confirmUrl, stopUrl }), unsubscribeUrl: stopUrl };
    },
  },
  // The head of a day.
  "audit-head": {
    subject: "DATE:READER",
    triggers: ["audit_readers_are_told"],
    once: "that a reader was told of a day is noted once",
    compose: async (deps, [date, readerId = ""]) => {
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
    },
  },
} satisfies NoticeTable;
