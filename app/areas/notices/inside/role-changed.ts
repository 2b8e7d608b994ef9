import { sql } from "drizzle-orm";
import { sectionHref } from "~/content/console-sections";
import { roleChangedMail } from "~/content/notice-mails-operators";
import type { Composer } from "./notice";

type Found = { email: string | null; subject: string; whom: string; change: string; atMs: number };

/** A role given or taken from the command line: [OPERATOR, CHANGE]. Also for the person who lost it. */
export const roleChangedNotice: Composer = async ({ db, origin }, [operatorId, changeId = ""]) => {
  const [found] =
    await db.all<Found>(sql`SELECT readers.email, audit_log.subject, coalesce(changed.email, audit_log.subject) AS whom,
      audit_log.detail AS change, audit_log.created_at_ms AS atMs
    FROM audit_log JOIN users AS readers ON readers.id = ${operatorId}
      LEFT JOIN users AS changed ON changed.id = substr(audit_log.subject, 6)
    WHERE audit_log.id = ${`role:${changeId}`}`);
  if (!found) return "superseded";
  if (!found.email) return "no-address";
  const url = `${origin}${sectionHref("users")}/${found.subject.slice("user:".length)}`;
  return { to: found.email, mail: roleChangedMail(found, url) };
};
