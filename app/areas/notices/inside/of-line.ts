import { sql } from "drizzle-orm";
import { lineCalledMail, lineOverMail } from "~/content/notice-mails-line";
import { offerPath } from "~/content/page-paths";
import { row, runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Composer, NoticeTable } from "./notice";
import type { Ids } from "./place";

type InLine = {
  caskName: string;
  isPublished: number;
  launchesOn: string;
  closesOn: string;
  endedOn: string | null;
  soldStakes: number;
  totalStakes: number;
  email: string | null;
};

/** Also of a cask that is no longer on sale: who stood in line for it knows it. */
const inLineQuery = ([caskId, userId = ""]: Ids) =>
  sql`SELECT casks.name AS caskName, casks.state = 'published' AS isPublished, casks.launches_on AS launchesOn, casks.closes_on AS closesOn,
      casks.ended_on AS endedOn, casks.sold_stakes AS soldStakes, casks.total_stakes AS totalStakes, users.email
    FROM casks JOIN users ON users.id = ${userId} AND users.suspended_at_ms IS NULL WHERE casks.id = ${caskId}`;

/** An offer that has ended is not told of any more. */
const lineCalled: Composer = async ({ db, nowMs, origin }, ids) => {
  const [caskId, userId = "", until] = ids;
  const untilMs = Number(until);
  const found = await runWork(db, row(db.all<InLine>(inLineQuery(ids))));
  if (!found || nowMs() >= untilMs) return "superseded";
  if (!found.email) return "no-address";
  const facts = { caskName: found.caskName, untilMs, url: `${origin}${offerPath(caskId)}` };
  return { to: found.email, userId, mail: lineCalledMail(facts) };
};

const lineOver: Composer = async ({ db, nowMs, origin }, ids) => {
  const [, userId = ""] = ids;
  const found = await runWork(db, row(db.all<InLine>(inLineQuery(ids))));
  if (!found) return "superseded";
  if (!found.email) return "no-address";
  const stage = found.isPublished === 1 ? caskStage(found, dateOf(nowMs())) : "withdrawn";
  const why = stage === "sold-out" || stage === "closed" ? stage : "withdrawn";
  return { to: found.email, userId, mail: lineOverMail({ caskName: found.caskName, why, url: `${origin}/invest` }) };
};

export const ofLine = {
  // UNTIL: when the offer ends, in milliseconds.
  "line-called": {
    subject: "CASK:USER:UNTIL",
    statements: ["areas/buying/desk/tell-places"],
    // Minutes count, so it goes before the rest.
    urgent: true,
    once: "an offer ends at one time, three minutes after it was made",
    compose: lineCalled,
  },
  "line-over": {
    subject: "CASK:USER:NUMBER",
    statements: ["areas/buying/desk/tell-places"],
    once: "a place has one number, and its line is over once",
    compose: lineOver,
  },
} satisfies NoticeTable;
