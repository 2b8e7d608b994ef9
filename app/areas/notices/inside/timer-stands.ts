import { eq } from "drizzle-orm";
import { timerStandsMail } from "~/content/notice-mails-operators";
import { users } from "~/db/schema/people";
import { runWork } from "~/db/work";
import { readTimer } from "~/core/timer/read-timer";
import type { Composer } from "./notice";

const HOUR_MS = 3_600_000;

/** Which jobs stand, as it is now: [OPERATOR, hour]. One that could not be sent in its hour is left to the next. */
export const timerStandsNotice: Composer = async ({ db, nowMs: clock }, [operatorId, hour]) => {
  const nowMs = clock();
  if (Math.floor(nowMs / HOUR_MS) > Number(hour)) return "superseded";
  const { late, jobs } = await runWork(db, readTimer(db, nowMs));
  if (late.length === 0) return "superseded";
  const [operator] = await db
    .select({ email: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, operatorId));
  if (!operator?.email || operator.role !== "operator") return "no-address";
  const standing = jobs.filter(({ name }) => late.includes(name));
  return {
    to: operator.email,
    mail: timerStandsMail(standing.map(({ name, lastSuccessAtMs }) => ({ name, lastSuccessAtMs }))),
  };
};
