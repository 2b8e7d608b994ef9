import { eq, sql } from "drizzle-orm";
import { auditFailedMail } from "~/content/notice-mails-operators";
import { audits } from "~/db/schema/audits";
import { users } from "~/db/schema/people";
import type { Composer } from "./notice";

/** An audit that found something wrong: [OPERATOR, DAY]. */
export const auditFailedNotice: Composer = async ({ db, origin }, [operatorId, date = ""]) => {
  const [found] = await db
    .select({ email: users.email, role: users.role, reason: audits.reason })
    .from(users)
    .innerJoin(audits, sql`${audits.date} = ${date} AND ${audits.result} = 'FAIL'`)
    .where(eq(users.id, operatorId));
  if (!found) return "superseded";
  if (!found.email || found.role !== "operator") return "no-address";
  return {
    to: found.email,
    mail: auditFailedMail({ date, reason: found.reason ?? "", url: `${origin}/audit/${date}` }),
  };
};
