import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork } from "~/db/work";
import { type AuditDay, type CaskList, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { isCalendarDate } from "~/domain/calendar-date";

// What the public pages read: published files, and nothing else.

type Bucket = { proof: R2Bucket };

const DAYS = dayKey("").replace(/\.json$/, "");

const keyOf = (date: string) => (date === "latest" ? LATEST_KEY : isCalendarDate(date) ? dayKey(date) : null);

/** The file as it was written. @param date 'YYYY-MM-DD' or 'latest'. One read. */
export async function readDayFile({ proof }: Bucket, date: string): Promise<R2ObjectBody | null> {
  const key = keyOf(date);
  return key === null ? null : proof.get(key);
}

/** One read. */
export async function readDay(bucket: Bucket, date: string): Promise<AuditDay | null> {
  const file = await readDayFile(bucket, date);
  return file && file.json<AuditDay>();
}

/** The files of all days, oldest first. One read for a thousand of them. */
async function listDays({ proof }: Bucket): Promise<R2Object[]> {
  const days: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const listed = await proof.list({ prefix: DAYS, ...(cursor !== undefined && { cursor }) });
    days.push(...listed.objects);
    cursor = listed.truncated ? listed.cursor : undefined;
  } while (cursor !== undefined);
  return days;
}

/** The newest day and the dates of all before it, newest first. One read and one round trip. */
export async function readLatest({
  proof,
  db,
}: Bucket & { db: Database }): Promise<{ day: AuditDay | null; earlier: string[] }> {
  const dates = db.all<{ date: string }>(sql`SELECT date FROM audits WHERE date > '' ORDER BY date DESC`);
  const [day, published] = await Promise.all([readDay({ proof }, "latest"), runWork(db, rows(dates))]);
  return { day, earlier: published.map(({ date }) => date).filter((date) => day !== null && date < day.date) };
}

/** The most bytes that a line of a cask's list takes. */
const BYTES_A_STAKE = 60;

/** How much there is to check: of the newest day with its lists, and of every day with the newest lists. */
export async function sizeOfAudits(bucket: Bucket) {
  const [day, listed] = await Promise.all([readDay(bucket, "latest"), listDays(bucket)]);
  if (!day) return null;
  const lists = day.casks.reduce((bytes, { total }) => bytes + total * BYTES_A_STAKE, 0);
  const bytesOf = (files: readonly R2Object[]) => files.reduce((bytes, { size }) => bytes + size, 0);
  const newest = listed.filter(({ key }) => key === dayKey(day.date));
  // The newest day is read twice: once to learn which it is.
  return {
    days: listed.length,
    newestBytes: 2 * bytesOf(newest) + lists,
    allBytes: bytesOf(listed) + bytesOf(newest) + lists,
  };
}

/** The list of a cask as it was on a day. Two reads, the second named by the first. */
export async function readListFile(bucket: Bucket, { date, caskId }: { date: string; caskId: string }) {
  const day = isCalendarDate(date) ? await readDay(bucket, date) : null;
  const cask = day?.casks.find(({ id }) => id === caskId);
  const file = cask && (await bucket.proof.get(listKey(cask.list_sha256)));
  return day && cask && file ? { day, cask, file } : null;
}

export async function readList(bucket: Bucket, which: { date: string; caskId: string }) {
  const found = await readListFile(bucket, which);
  return found && { ...found, list: await found.file.json<CaskList>() };
}

/** The votes on a bid, by the hash that the day's file names; lists of casks lie beside them and are no secret. One read. */
export async function readVotesFile({ proof }: Bucket, hash: string): Promise<R2ObjectBody | null> {
  return /^[0-9a-f]{64}$/.test(hash) ? proof.get(listKey(hash)) : null;
}
