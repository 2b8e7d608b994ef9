import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork, together, type Work } from "~/db/work";
import { PAGE_ROWS, pageOf, PART_NAMES, type PartName } from "./data-parts";

export type DataRow = Record<string, string | number | null>;
type DataFile = { certificateId: string; key: string };

export type MyData = {
  nowMs: number;
  /** Of each part the first rows, as many as a page has. */
  first: Record<PartName, DataRow[]>;
  /** All rows of a part, page by page. Long parts are read on the way: one round trip a page. */
  pagesOf: (name: PartName) => AsyncGenerator<DataRow[]>;
  /** The files of certificates, page by page. */
  files: () => AsyncGenerator<DataFile[]>;
};

export function dataOf(
  db: Database,
  { userId, nowMs, first, files }: { userId: string; files: DataFile[] } & Pick<MyData, "nowMs" | "first">,
): MyData {
  return {
    nowMs,
    first,
    pagesOf: (name) => pages(first[name], (after) => runWork(db, rows(db.all<DataRow>(pageOf(name, userId, after))))),
    files: () => pages(files, (after) => runWork(db, rows(filesOf(db, userId, after)))),
  };
}

export function readFirst(db: Database, userId: string): Work<MyData["first"]> {
  const works = PART_NAMES.map((name) => [name, rows(db.all<DataRow>(pageOf(name, userId, 0)))] as const);
  return together(Object.fromEntries(works)) as Work<MyData["first"]>;
}

export const filesOf = (db: Database, userId: string, after: number) =>
  db.all<DataFile>(sql`SELECT certificates.id AS certificateId, certificates.r2_key AS "key" FROM stakes
    JOIN certificates ON certificates.stake_id = stakes.id AND certificates.state = 'issued'
    WHERE stakes.user_id = ${userId} ORDER BY certificates.created_at_ms, certificates.id LIMIT ${PAGE_ROWS} OFFSET ${after}`);

async function* pages<T>(first: T[], next: (after: number) => Promise<T[]>): AsyncGenerator<T[]> {
  let page = first;
  let read = 0;
  while (page.length > 0) {
    yield page;
    read += page.length;
    if (page.length < PAGE_ROWS) return;
    page = await next(read);
  }
}
