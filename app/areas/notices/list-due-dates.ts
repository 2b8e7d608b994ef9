import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, nothing, row, rows, runWork, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { addMonths, CYCLE_MONTHS, cycleEnd, endedCycles, runningCycle } from "~/domain/cycles";
import * as z from "zod";

const DUE_KINDS = ["paper", "storage", "value", "cycle", "bid", "dispute"] as const;

const dueSchema = z.object({
  kind: z.enum(DUE_KINDS),
  id: z.string(),
  name: z.string(),
  what: z.string(),
  on: z.string(),
});

export type DueDate = z.infer<typeof dueSchema>;

const DUE_WITHIN_DAYS = 30;

export const readDueDates = (db: Database): Work<{ listedAtMs: number; dates: DueDate[] }> =>
  mapWork(row(db.all<Kept>(sql`SELECT dates AS kept, listed_at_ms AS listedAtMs FROM due_dates`)), (found) => ({
    listedAtMs: found?.listedAtMs ?? 0,
    dates: z.array(dueSchema).parse(JSON.parse(found?.kept ?? "[]")),
  }));

type Kept = { kept: string; listedAtMs: number };

const EVERY_MS = 10 * 60_000;
const MOST = 100;

/** Cycles are counted once a day, since whole casks are read for them. */
export async function listDueDates({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  const { listedAtMs, dates } = await runWork(db, readDueDates(db));
  if (listedAtMs > nowMs - EVERY_MS) return;
  const today = dateOf(nowMs);
  const until = addDays(today, DUE_WITHIN_DAYS);
  const isNewDay = dateOf(listedAtMs) !== today;
  // Cycles that ended since the last time belong to it, too: a day may have been missed.
  const since = listedAtMs === 0 ? today : latest(addDays(dateOf(listedAtMs), 1), addDays(today, -DUE_WITHIN_DAYS));
  const bought = isNewDay ? rows(boughtQuery(db, since, until)) : mapWork(nothing, (): Bought[] => []);
  const found = await runWork(
    db,
    together({
      dated: rows(datedQuery(db, until)),
      disputed: rows(disputedQuery(db, until)),
      bought,
    }),
  );
  const cycles = isNewDay ? cyclesOf(found.bought, today, until) : dates.filter(({ kind }) => kind === "cycle");
  const order = ({ on, name }: DueDate) => `${on} ${name}`;
  const listed = [...found.dated, ...found.disputed, ...cycles]
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .slice(0, MOST);
  const kept = db.run(sql`UPDATE due_dates SET dates = ${JSON.stringify(listed)}, listed_at_ms = ${nowMs}`);
  const ended = found.bought.filter(({ day }) => {
    const cycles = endedCycles(day, today);
    return cycles > 0 && cycleEnd(day, cycles) >= since;
  });
  await runWork(db, writes(kept, ...(ended.length > 0 ? [tellReturns(db, ended, today, nowMs)] : [])));
}

type EndedCycle = Pick<Bought, "id" | "day">;

const tellReturns = (db: Database, ended: readonly EndedCycle[], today: CalendarDate, nowMs: number) =>
  db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
    SELECT 'send-notice:return-ready:' || subject, 'send-notice', 'return-ready:' || subject, 'return-ready', -1, ${nowMs}, ${nowMs}
    FROM (SELECT DISTINCT stakes.cask_id || ':' || stakes.user_id || ':' || ${today} AS subject
      FROM json_each(${JSON.stringify(ended)}) AS ended CROSS JOIN stakes ON stakes.cask_id = json_extract(ended.value, '$.id')
        AND stakes.state = 'active' AND date(stakes.purchased_at_ms / 1000, 'unixepoch') = json_extract(ended.value, '$.day'))
    WHERE true ON CONFLICT (id) DO NOTHING`);

const latest = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

const datedQuery = (db: Database, until: CalendarDate) =>
  db.all<DueDate>(sql`WITH live AS (SELECT id, name, launches_on, storage_paid_until, sold_stakes FROM casks WHERE state = 'published' AND ended_on IS NULL)
    SELECT 'paper' AS kind, live.id, live.name, evidence.kind AS what, expires_on AS "on"
    FROM live JOIN evidence ON evidence.cask_id = live.id
    WHERE expires_on <= ${until} AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)
      AND NOT EXISTS (SELECT 1 FROM evidence AS longer WHERE longer.cask_id = live.id AND longer.kind = evidence.kind
        AND coalesce(longer.expires_on, '9999') > evidence.expires_on)
    UNION ALL SELECT 'storage', id, name, '', storage_paid_until FROM live WHERE storage_paid_until <= ${until}
    UNION ALL SELECT 'value', id, name, '', date(newest, '+1 year') FROM (SELECT live.id, live.name, live.sold_stakes,
        coalesce((SELECT max(valued_on) FROM valuations WHERE cask_id = live.id), launches_on) AS newest FROM live)
      WHERE sold_stakes > 0 AND date(newest, '+1 year') <= ${until}
    UNION ALL SELECT 'bid', casks.id, casks.name, '', bids.closes_on FROM bids JOIN casks ON casks.id = bids.cask_id
      WHERE bids.state = 'open' AND bids.closes_on <= ${until}`);

const disputedQuery = (db: Database, until: CalendarDate) =>
  db.all<DueDate>(sql`SELECT 'dispute' AS kind, id, product_name AS name, '' AS what, date(answer_by_ms / 1000, 'unixepoch') AS "on"
    FROM payments WHERE state = 'disputed' AND reason = 'disputed' AND date(answer_by_ms / 1000, 'unixepoch') <= ${until}
    ORDER BY disputed_since_ms LIMIT ${MOST}`);

type Bought = { id: string; name: string; day: CalendarDate; stakes: number };

function boughtQuery(db: Database, since: CalendarDate, until: CalendarDate) {
  const cycles = Array.from({ length: 10 }, (_, past) => (past + 1) * CYCLE_MONTHS);
  const days = sql.join(
    cycles.map((months) => sql`(${addMonths(since, -months)}, ${addDays(addMonths(until, -months), 3)})`),
    sql`, `,
  );
  return db.all<Bought>(sql`WITH bought (from_day, until_day) AS (VALUES ${days})
    SELECT casks.id, casks.name, date(purchased_at_ms / 1000, 'unixepoch') AS day, count(*) AS stakes
    FROM casks JOIN bought ON bought.until_day >= casks.launches_on AND bought.from_day <= casks.closes_on
      JOIN stakes ON stakes.cask_id = casks.id AND stakes.state = 'active'
        AND date(purchased_at_ms / 1000, 'unixepoch') BETWEEN bought.from_day AND bought.until_day
    WHERE casks.ended_on IS NULL AND casks.sold_stakes > 0 GROUP BY casks.id, day`);
}

function cyclesOf(bought: readonly Bought[], today: CalendarDate, until: CalendarDate): DueDate[] {
  const ending = bought
    .map((one) => ({ ...one, on: cycleEnd(one.day, runningCycle(one.day, addDays(today, -1))) }))
    .filter(({ on }) => on >= today && on <= until);
  const casks = new Map<string, DueDate>();
  for (const { id, name, on, stakes } of ending.sort((one, other) => (one.on < other.on ? -1 : 1))) {
    const earlier = casks.get(id);
    const what = String(Number(earlier?.what ?? 0) + stakes);
    casks.set(id, { kind: "cycle", id, name, what, on: earlier?.on ?? on });
  }
  return [...casks.values()];
}
