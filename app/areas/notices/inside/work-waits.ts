import { eq } from "drizzle-orm";
import { workWaitsMail } from "~/content/notice-mails-operators";
import { users } from "~/db/schema/people";
import { runWork } from "~/db/work";
import { readLateWork } from "~/core/outbox/late-work";
import type { Composer } from "./notice";

const HOUR_MS = 3_600_000;

/** What waits, as it is now: [OPERATOR, hour]. One that could not be sent in its hour is left to the next. */
export const workWaitsNotice: Composer = async ({ db, nowMs: clock }, [operatorId, hour]) => {
  const nowMs = clock();
  if (Math.floor(nowMs / HOUR_MS) > Number(hour)) return "superseded";
  const late = await runWork(db, readLateWork(db, nowMs));
  if (late.sinceMs === null) return "superseded";
  const [operator] = await db
    .select({ email: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, operatorId));
  if (!operator?.email || operator.role !== "operator") return "no-address";
  return { to: operator.email, mail: workWaitsMail({ ...late, sinceMs: late.sinceMs }) };
};
