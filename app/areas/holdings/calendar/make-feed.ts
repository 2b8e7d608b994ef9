import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { markOf, PAGE_LIFE_MS, secretOf } from "./feed-address";

type MakeFeedDeps = Pick<Deps, "db" | "signLink">;

/** Whether the viewer has an address, and the time that the page's forms carry. One round trip. */
export async function readFeedState({ db }: Pick<Deps, "db">, session: Session) {
  const { nowMs, result } = await session.read(({ userId }) => feedOf(db, userId));
  return { hasFeed: typeof result?.secretHash === "string", askedAtMs: nowMs };
}

export type FeedMade = { ok: true; secret: string } | { ok: false; code: "page-too-old" };

/**
 * Makes an address, in place of the one there was. A page that was drawn before the latest change makes none any more, so that
 * nothing brings back an address that was stopped. One round trip.
 * @param askedAtMs when the page with the form was drawn
 */
export async function makeFeed(deps: MakeFeedDeps, session: Session, askedAtMs: number): Promise<FeedMade> {
  const secret = await secretOf(deps, session.claim.userId, askedAtMs);
  const mark = await markOf(deps, secret);
  const { result } = await session.write(({ userId, nowMs, live }) => {
    const isYoung = sql`${askedAtMs} <= ${nowMs} AND ${askedAtMs} > ${nowMs - PAGE_LIFE_MS}`;
    const insert = deps.db.run(sql`INSERT INTO calendar_feeds (user_id, secret_hash, asked_at_ms)
      SELECT ${userId}, ${mark}, ${askedAtMs} WHERE ${isYoung} AND ${live}
      ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, asked_at_ms = excluded.asked_at_ms
      WHERE excluded.asked_at_ms > calendar_feeds.asked_at_ms`);
    return writeThenRead([insert], feedOf(deps.db, userId));
  });
  return result?.secretHash === mark ? { ok: true, secret } : { ok: false, code: "page-too-old" };
}

/** The address stops working at once. Stopping twice has no further effect. One round trip. */
export async function revokeFeed({ db }: Pick<Deps, "db">, session: Session): Promise<void> {
  await session.write(({ userId, nowMs, live }) =>
    writeThenRead(
      [
        db.run(sql`UPDATE calendar_feeds SET secret_hash = NULL, asked_at_ms = ${nowMs}
          WHERE user_id = ${userId} AND secret_hash IS NOT NULL AND ${live}`),
      ],
      feedOf(db, userId),
    ),
  );
}

type Feed = { secretHash: string | null; askedAtMs: number };

function feedOf(db: Database, userId: string): Work<Feed | null> {
  const query = db.all<Feed>(
    sql`SELECT secret_hash AS secretHash, asked_at_ms AS askedAtMs FROM calendar_feeds WHERE user_id = ${userId}`,
  );
  return mapWork(row(query), (found) => found ?? null);
}
