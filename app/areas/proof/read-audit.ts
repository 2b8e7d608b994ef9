import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork } from "~/db/work";
import { type AuditDay, type AuditedCask, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { isCalendarDate } from "~/domain/calendar-date";
import { drawRack, type RackCask } from "~/domain/pictures/rack";

type Bucket = { proof: R2Bucket };

const keyOf = (date: string) => (date === "latest" ? LATEST_KEY : isCalendarDate(date) ? dayKey(date) : null);

/** The file as it was written. @param date 'YYYY-MM-DD' or 'latest'. One read. */
export async function readDayFile({ proof }: Bucket, date: string): Promise<R2ObjectBody | null> {
  const key = keyOf(date);
  return key === null ? null : proof.get(key);
}

export async function readDay(bucket: Bucket, date: string): Promise<AuditDay | null> {
  const file = await readDayFile(bucket, date);
  return file && file.json<AuditDay>();
}

/** The list of a cask as it was on a day. Two reads, the second named by the first. */
export async function readListFile(bucket: Bucket, { date, caskId }: { date: string; caskId: string }) {
  const day = isCalendarDate(date) ? await readDay(bucket, date) : null;
  const cask = day?.casks.find(({ id }) => id === caskId);
  const file = cask && (await bucket.proof.get(listKey(cask.list_sha256)));
  return file ? { cask, file } : null;
}

/** The votes on a bid, by the hash that the day's file names. Lists of casks are beside them, and are public too. One read. */
export async function readVotesFile({ proof }: Bucket, hash: string): Promise<R2ObjectBody | null> {
  return /^[0-9a-f]{64}$/.test(hash) ? proof.get(listKey(hash)) : null;
}

/** A day's page: its casks, what is not right first, and their sums; the newest also has the earlier days. One read, one round trip. */
export async function readAuditPage({ proof, db }: Bucket & { db: Database }, date: string | undefined) {
  if (date !== undefined && !isCalendarDate(date)) return null;
  const dates = db.all<{ date: string }>(sql`SELECT date FROM audits WHERE date > '' ORDER BY date DESC`);
  const [file, published] = await Promise.all([
    readDay({ proof }, date ?? "latest"),
    date === undefined ? runWork(db, rows(dates)) : [],
  ]);
  if (!file) return null;
  const { casks: all, ...day } = file;
  const casks = all.toSorted((a, b) => Number(a.result === "PASS") - Number(b.result === "PASS"));
  return {
    day,
    casks,
    counts: countCasks(file),
    rack: drawRack(casks.map(rackCask)),
    earlier: published.map((one) => one.date).filter((one) => one < day.date),
  };
}

export type AuditPage = NonNullable<Awaited<ReturnType<typeof readAuditPage>>>;

/** All casks of a day together. `certificates`: valid ones. */
export function countCasks({ casks }: Pick<AuditDay, "casks">) {
  const sum = (field: "total" | "issued" | "reserved" | "free" | "void" | "certificates_valid") =>
    casks.reduce((all, cask) => all + cask[field], 0);
  return {
    casks: casks.length,
    total: sum("total"),
    issued: sum("issued"),
    certificates: sum("certificates_valid"),
    reserved: sum("reserved"),
    free: sum("free"),
    void: sum("void"),
  };
}

/** Negative counts are those of a cask that fails. */
export const rackCask = ({ total, issued, void: ended }: AuditedCask): RackCask => ({
  total,
  sold: Math.max(0, issued),
  void: Math.max(0, ended),
});

export const dayRows = (day: AuditDay) => [COLUMNS, ...day.casks.map((cask) => COLUMNS.map((column) => cask[column]))];

const COLUMNS = [
  "id",
  "name",
  "total",
  "issued",
  "reserved",
  "free",
  "void",
  "certificates_valid",
  "bought_for_cents",
  "markup_cents",
  "result",
  "reason",
  "list_sha256",
] as const;
