import { eq, sql } from "drizzle-orm";
import { auditFailedMail } from "~/content/notice-mails-operators";
import { audits } from "~/db/schema/audits";
import { users } from "~/db/schema/people";
import { type NoticeTable, toOperator } from "./notice";

export const ofAudits = {
  "audit-failed": {
    subject: "OPERATOR:DAY",
    statements: ["areas/proof/publish-day"],
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
} satisfies NoticeTable;
