import { eq } from "drizzle-orm";
import { caskOpensMail } from "~/content/notice-mails";
import { caskPath } from "~/content/page-paths";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { row, runWork, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Composer } from "./notice";

/** A cask opens today: [CASK, USER]. What could not be sent before it closed is not sent any more. */
export const caskOpensNotice: Composer = async ({ db, nowMs, origin }, [caskId, userId = ""]) => {
  const caskQuery = db.select({ name: casks.name, closesOn: casks.closesOn }).from(casks).where(eq(casks.id, caskId));
  const personQuery = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const { cask, person } = await runWork(db, together({ cask: row(caskQuery), person: row(personQuery) }));
  if (!person?.email) return "no-address";
  if (!cask || cask.closesOn < dateOf(nowMs())) return "superseded";
  const caskUrl = `${origin}${caskPath(caskId)}`;
  return { to: person.email, userId, mail: caskOpensMail({ caskName: cask.name, closesOn: cask.closesOn, caskUrl }) };
};
