import { and, eq } from "drizzle-orm";
import { codesAlarmMail } from "~/content/notice-mails-operators";
import { counters, users } from "~/db/schema/people";
import { everyoneKey } from "~/areas/accounts/login/login-limits";
import type { Composer } from "./notice";

/** How many codes were sent, as it is now: [OPERATOR, CHANNEL, END]. One that could not be sent in its day is left to the next. */
export const codesAlarmNotice: Composer = async ({ db, nowMs }, [operatorId, channel, windowEndsAtMs]) => {
  if (nowMs() >= Number(windowEndsAtMs) || (channel !== "email" && channel !== "sms")) return "superseded";
  const [found] = await db
    .select({ email: users.email, role: users.role, count: counters.count })
    .from(users)
    .innerJoin(counters, and(eq(counters.key, everyoneKey(channel)), eq(users.id, operatorId)));
  if (!found) return "superseded";
  if (!found.email || found.role !== "operator") return "no-address";
  return { to: found.email, mail: codesAlarmMail({ channel, count: found.count }) };
};
