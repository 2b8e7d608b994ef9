import { eq, sql } from "drizzle-orm";
import type { MailText } from "~/content/mail-text";
import { caskOpensMail, type OpeningFacts } from "~/content/notice-mails";
import { watchedClosesMail, watchedOpensMail } from "~/content/notice-mails-watching";
import { caskPath } from "~/content/page-paths";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { row, runWork, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { isToldAnyway, whoWatches } from "~/areas/casks/watching/who-watches";
import type { Composer, NoticeTable } from "./notice";

/** A cask opens today. What could not be sent before it closed is not sent any more. */
const caskOpens: Composer = async ({ db, nowMs, origin }, [caskId, userId = ""]) => {
  const caskQuery = db.select({ name: casks.name, closesOn: casks.closesOn }).from(casks).where(eq(casks.id, caskId));
  const personQuery = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const { cask, person } = await runWork(db, together({ cask: row(caskQuery), person: row(personQuery) }));
  if (!person?.email) return "no-address";
  if (!cask || cask.closesOn < dateOf(nowMs())) return "superseded";
  const caskUrl = `${origin}${caskPath(caskId)}`;
  return { to: person.email, userId, mail: caskOpensMail({ caskName: cask.name, closesOn: cask.closesOn, caskUrl }) };
};

type Watched = {
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

/** Only while it is watched and can still be bought, and only to people who may see its dates. */
const aboutWatched =
  (mailOf: (facts: OpeningFacts, found: Watched) => MailText | null): Composer =>
  async ({ db, nowMs, origin }, [caskId, userId = ""]) => {
    const query =
      db.all<Watched>(sql`SELECT casks.name, casks.launches_on AS launchesOn, casks.closes_on AS closesOn, casks.ended_on AS endedOn,
      casks.sold_stakes AS soldStakes, casks.total_stakes AS totalStakes, users.email, ${isToldAnyway} AS toldAnyway
    FROM ${whoWatches(caskId, userId)}`);
    const found = await runWork(db, row(query));
    if (!found || caskStage(found, dateOf(nowMs())) !== "open") return "superseded";
    if (!found.email) return "no-address";
    const caskUrl = `${origin}${caskPath(caskId)}`;
    const mail = mailOf({ caskName: found.name, closesOn: found.closesOn, caskUrl }, found);
    return mail ? { to: found.email, userId, mail } : "superseded";
  };

export const ofOpenings = {
  "cask-opens": {
    subject: "CASK:USER",
    statements: ["areas/notices/tell-openings"],
    once: "a cask opens on one day, and its row is never deleted",
    topic: "launches",
    compose: caskOpens,
  },
  "watched-opens": {
    subject: "CASK:USER",
    triggers: ["cask_watches_openings_are_told"],
    once: "that a watcher was told is noted once; one who watches the cask again after that has nothing to be told",
    topic: "watching",
    compose: aboutWatched((facts, { toldAnyway }) => (toldAnyway ? null : watchedOpensMail(facts))),
  },
  // A few days before it closes.
  "watched-closes": {
    subject: "CASK:USER",
    triggers: ["cask_watches_closings_are_told"],
    once: "that a watcher was told is noted once, as with watched-opens",
    topic: "watching",
    compose: aboutWatched(watchedClosesMail),
  },
} satisfies NoticeTable;
