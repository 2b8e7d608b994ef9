import { sql } from "drizzle-orm";
import { watchedClosesMail, watchedOpensMail } from "~/content/notice-mails-watching";
import { row, runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Composer, Notice, NoticeDeps } from "./notice";
import type { MailText } from "~/content/mail-text";
import type { OpeningFacts } from "~/content/notice-mails";

type Found = {
  name: string;
  launchesOn: string;
  closesOn: string;
  endedOn: string | null;
  soldStakes: number;
  totalStakes: number;
  email: string | null;
  /** The same opening was told to whoever wants to hear of every one. */
  toldAnyway: number;
};

/** A watched cask opens: [CASK, USER]. */
export const watchedOpensNotice: Composer = (deps, [caskId, userId = ""]) =>
  aboutWatched(deps, { caskId, userId }, (facts, found) => (found.toldAnyway ? null : watchedOpensMail(facts)));

/** A watched cask closes in a few days: [CASK, USER]. */
export const watchedClosesNotice: Composer = (deps, [caskId, userId = ""]) =>
  aboutWatched(deps, { caskId, userId }, watchedClosesMail);

/** Only while it is watched and can still be bought, and only to whoever may see its dates. */
async function aboutWatched(
  { db, nowMs, origin }: NoticeDeps,
  { caskId, userId }: { caskId: string; userId: string },
  mailOf: (facts: OpeningFacts, found: Found) => MailText | null,
): Promise<Notice> {
  const query =
    db.all<Found>(sql`SELECT casks.name, casks.launches_on AS launchesOn, casks.closes_on AS closesOn, casks.ended_on AS endedOn,
      casks.sold_stakes AS soldStakes, casks.total_stakes AS totalStakes, users.email, EXISTS (SELECT 1 FROM notice_choices
        JOIN outbox ON outbox.id = 'send-notice:cask-opens:' || casks.id || ':' || users.id
        WHERE notice_choices.user_id = users.id AND notice_choices.topic = 'launches' AND notice_choices.wanted = 1) AS toldAnyway
    FROM cask_watches JOIN casks ON casks.id = cask_watches.cask_id JOIN users ON users.id = cask_watches.user_id
    WHERE cask_watches.user_id = ${userId} AND cask_watches.cask_id = ${caskId} AND casks.state = 'published'
      AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL`);
  const found = await runWork(db, row(query));
  if (!found || caskStage(found, dateOf(nowMs())) !== "open") return "superseded";
  if (!found.email) return "no-address";
  const caskUrl = `${origin}/cask-information?cask=${caskId}`;
  const mail = mailOf({ caskName: found.name, closesOn: found.closesOn, caskUrl }, found);
  return mail ? { to: found.email, userId, mail } : "superseded";
}
