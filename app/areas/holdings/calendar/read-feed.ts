import { sql } from "drizzle-orm";
import ical from "ical-generator";
import { calendarTexts } from "~/content/calendar-texts";
import { row, rows, runWork, together } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { isPublished } from "~/areas/casks/is-published";
import type { Deps } from "~/core/deps";
import { MOST_WATCHED } from "~/areas/casks/watching/watches";
import { markOf } from "./feed-address";
import { type FeedDate, feedDates, type FeedHoldRow, type FeedStakeRow, type FeedWatchRow } from "./inside/feed-dates";

const HOLD_SHOWN_MS = 15 * 60_000;
const A_DAY_S = 86_400;

/** The calendar behind a secret; null if the secret is unknown or revoked. One round trip. */
export async function readFeed(
  deps: Pick<Deps, "db" | "nowMs" | "signLink" | "origin">,
  secret: string,
): Promise<string | null> {
  const { db } = deps;
  const mark = await markOf(deps, secret);
  const theirs = sql`calendar_feeds JOIN users ON users.id = calendar_feeds.user_id AND users.suspended_at_ms IS NULL AND users.closed_at_ms IS NULL`;
  const { feed, ...found } = await runWork(
    db,
    together({
      feed: row(db.all<{ found: 1 }>(sql`SELECT 1 AS found FROM ${theirs} WHERE calendar_feeds.secret_hash = ${mark}`)),
      stakes: rows(
        db.all<FeedStakeRow>(sql`SELECT stakes.id AS stakeId, stakes.number, casks.total_stakes AS totalStakes, stakes.purchased_at_ms AS purchasedAtMs,
          casks.id AS caskId, casks.name AS caskName, casks.closes_on AS closesOn
        FROM ${theirs} JOIN stakes ON stakes.user_id = users.id AND stakes.state = 'active' JOIN casks ON casks.id = stakes.cask_id AND casks.ended_on IS NULL
        WHERE calendar_feeds.secret_hash = ${mark} ORDER BY stakes.purchased_at_ms LIMIT 500`),
      ),
      watched: rows(
        db.all<FeedWatchRow>(sql`SELECT casks.id AS caskId, casks.name AS caskName, casks.closes_on AS closesOn
        FROM ${theirs} JOIN cask_watches ON cask_watches.user_id = users.id
        JOIN casks ON casks.id = cask_watches.cask_id AND ${isPublished} AND casks.ended_on IS NULL
        WHERE calendar_feeds.secret_hash = ${mark} ORDER BY casks.id LIMIT ${MOST_WATCHED}`),
      ),
      holds: rows(
        db.all<FeedHoldRow>(sql`SELECT withdrawals.id AS withdrawalId, casks.name AS caskName, withdrawals.payable_from_ms AS payableFromMs
        FROM ${theirs} JOIN withdrawals ON withdrawals.user_id = users.id AND withdrawals.state IN ('progress', 'sending')
        LEFT JOIN stakes ON stakes.id = withdrawals.stake_id LEFT JOIN casks ON casks.id = stakes.cask_id
        WHERE calendar_feeds.secret_hash = ${mark} ORDER BY withdrawals.created_at_ms LIMIT 500`),
      ),
    }),
  );
  if (!feed) return null;
  return toIcs(feedDates(found, dateOf(deps.nowMs())), deps.origin);
}

/** The same dates give the same text, so a calendar that already has it gets a 304. */
function toIcs(dates: readonly FeedDate[], origin: string): string {
  const { name, description } = calendarTexts.feed;
  const calendar = ical({ name, description, prodId: { company: name, product: name, language: "EN" }, ttl: A_DAY_S });
  for (const date of dates) {
    const at = "on" in date ? Date.parse(`${date.on}T00:00:00Z`) : date.atMs;
    calendar.createEvent({
      id: `${date.id}@${new URL(origin).hostname}`,
      summary: date.title,
      ...(date.text ? { description: date.text } : {}),
      start: new Date(at),
      end: "on" in date ? new Date(Date.parse(`${addDays(date.on, 1)}T00:00:00Z`)) : new Date(at + HOLD_SHOWN_MS),
      allDay: "on" in date,
      stamp: new Date(at),
    });
  }
  return calendar.toString();
}
