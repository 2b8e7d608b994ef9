import { sql } from "drizzle-orm";
import { watchedClosesMail, watchedOpensMail } from "~/content/notice-mails-watching";
import { caskPath } from "~/content/page-paths";
import { row, runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { isToldAnyway, whoWatches } from "~/areas/casks/watching/who-watches";
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
  /** Already told of this opening by the notice for those who want to hear of every one. */
  toldAnyway: number;
};

/** A watched cask opens: [CASK, USER]. */
export const watchedOpensNotice: Composer = (deps, [caskId, userId = ""]) =>
  aboutWatched(deps, { caskId, userId }, (facts, found) => (found.toldAnyway ? null : watchedOpensMail(facts)));

/** A watched cask closes in a few days: [CASK, USER]. */
export const watchedClosesNotice: Composer = (deps, [caskId, userId = ""]) =>
  aboutWatched(deps, { caskId, userId }, watchedClosesMail);

/** Only while it is watched and can still be bought, and only to people who may see its dates. */
async function aboutWatched(
  { db, nowMs, origin }: NoticeDeps,
  { caskId, userId }: { caskId: string; userId: string },
  mailOf: (facts: OpeningFacts, found: Found) => MailText | null,
): Promise<Notice> {
  const query =
    db.all<Found>(sql`SELECT casks.name, casks.launches_on AS launchesOn, casks.closes_on AS closesOn, casks.ended_on AS endedOn,
      casks.sold_stakes AS soldStakes, casks.total_stakes AS totalStakes, users.email, ${isToldAnyway} AS toldAnyway
    FROM ${whoWatches(caskId, userId)}`);
  const found = await runWork(db, row(query));
  if (!found || caskStage(found, dateOf(nowMs())) !== "open") return "superseded";
  if (!found.email) return "no-address";
  const caskUrl = `${origin}${caskPath(caskId)}`;
  const mail = mailOf({ caskName: found.name, closesOn: found.closesOn, caskUrl }, found);
  return mail ? { to: found.email, userId, mail } : "superseded";
}
