import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client";

// A piece of work is its statements together with how their answers are read. Pieces are put together by name and go out
// as one D1 batch, so nobody else has to know which answer stands where.

export type Statement = BatchItem<"sqlite">;

type AnswerOf<S extends Statement> = S["_"]["result"];
type Answers = readonly unknown[];

/** What one D1 batch does, and how its answers are read. */
export type Work<T> = { statements: readonly Statement[]; read: (answers: Answers) => T };

export type ResultOf<W> = W extends Work<infer T> ? T : never;

/** One query, all its rows. */
export function rows<S extends Statement>(query: S): Work<AnswerOf<S>> {
  return { statements: [query], read: ([answer]) => answer as AnswerOf<S> };
}

type RowOf<S extends Statement> = AnswerOf<S> extends readonly (infer Row)[] ? Row : never;

/** One query that answers at most one row. */
export function row<S extends Statement>(query: S): Work<RowOf<S> | undefined> {
  return mapWork(rows(query), (all) => (all as RowOf<S>[])[0]);
}

/** Statements whose answers nobody needs. */
export function writes(...statements: readonly Statement[]): Work<void> {
  return { statements, read: () => undefined };
}

/** Nothing to do: for a page that only needs to know who asks. */
export const nothing: Work<void> = writes();

type Parts = Record<string, Work<unknown>>;

/** Several pieces in one batch, in the order they are named; each answer goes by its name. */
export function together<P extends Parts>(parts: P): Work<{ [Name in keyof P]: ResultOf<P[Name]> }> {
  const named = Object.entries(parts);
  return {
    statements: named.flatMap(([, part]) => part.statements),
    read: (answers) => {
      let start = 0;
      const result = named.map(([name, part]) => {
        const end = start + part.statements.length;
        const own = part.read(answers.slice(start, end));
        start = end;
        return [name, own] as const;
      });
      return Object.fromEntries(result) as { [Name in keyof P]: ResultOf<P[Name]> };
    },
  };
}

/** The same statements, their answers made into something else. */
export function mapWork<T, U>(work: Work<T>, change: (answer: T) => U): Work<U> {
  return { statements: work.statements, read: (answers) => change(work.read(answers)) };
}

/** First the writes, then what is read after them. */
export function writeThenRead<T>(statements: readonly Statement[], reading: Work<T>): Work<T> {
  return mapWork(together({ written: writes(...statements), read: reading }), ({ read }) => read);
}

/** One round trip, all or nothing. Work without statements takes none. */
export async function runWork<T>(db: Database, work: Work<T>): Promise<T> {
  const [first, ...rest] = work.statements;
  return work.read(first ? await db.batch([first, ...rest]) : []);
}
