import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { runWork, type Statement, together, row, rows, writes } from "~/db/work";
import type { SourceName } from "./entry-sources";

// How far the nightly work has come. Two runs at once do the same work with the same outcome: a piece counts only where the row is as
// it was when the piece began.

/** The last event of a source that is in the log. */
export type Cursor = { ms: number; id: string };
export type Cursors = Partial<Record<SourceName, Cursor>>;

export type LogProgress = {
  /** The last day whose audit is in the log, or is on its way there. */
  date: string;
  cursors: Cursors;
} & (
  | { step: "idle" }
  /** `source`: which one is being appended. */
  | { step: "entries"; source: number }
  /** `done`: how many of the new tiles of that size are written. */
  | { step: "tiles"; size: number; done: number }
  | { step: "head"; size: number }
);

/** What a piece has done, and the calls of D1 and R2 that it made. @see keepLogWork for the statements */
export type Step = { progress: LogProgress; writes: readonly Statement[]; calls: number };

const FIRST: LogProgress = { date: "", cursors: {}, step: "idle" };

export type LogHead = { size: number; date: string; root: string; checkpoint: string };
export type KeptWork = { progress: LogProgress; kept: string; head: LogHead | null };

/** One round trip. */
export async function readLogWork(db: Database): Promise<KeptWork> {
  const { work, head } = await runWork(
    db,
    together({
      work: row(db.all<{ progress: string }>(sql`SELECT progress FROM log_work WHERE id = 1`)),
      head: row(db.all<LogHead>(sql`SELECT size, date, root, checkpoint FROM log_heads ORDER BY size DESC LIMIT 1`)),
    }),
  );
  if (!work) throw new Error("the row of the work on the log is gone");
  return {
    progress: work.progress === "" ? FIRST : (JSON.parse(work.progress) as LogProgress),
    kept: work.progress,
    head: head ?? null,
  };
}

/** @param statements write nothing unless `isAsItWas` holds. @returns null if another run was first */
export async function keepLogWork(
  db: Database,
  { kept }: KeptWork,
  progress: LogProgress,
  statements: readonly Statement[] = [],
): Promise<string | null> {
  const text = JSON.stringify(progress);
  const { found } = await runWork(
    db,
    together({
      written: writes(...statements),
      moved: writes(db.run(sql`UPDATE log_work SET progress = ${text} WHERE id = 1 AND progress = ${kept}`)),
      found: rows(db.all<{ progress: string }>(sql`SELECT progress FROM log_work WHERE id = 1`)),
    }),
  );
  return found[0]?.progress === text ? text : null;
}

/** In SQL: no other run has gone on since `kept` was read. */
export const isAsItWas = ({ kept }: Pick<KeptWork, "kept">) =>
  sql`EXISTS (SELECT 1 FROM log_work WHERE id = 1 AND progress = ${kept})`;
