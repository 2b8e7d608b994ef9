import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client";

// A Work holds statements and the function that reads their results. Works are combined by name and run as one D1 batch, so
// no caller needs to know which result is at which index.

export type Statement = BatchItem<"sqlite">;

type AnswerOf<S extends Statement> = S["_"]["result"];
type Answers = readonly unknown[];

export type Work<T> = { statements: readonly Statement[]; read: (answers: Answers) => T };

export type ResultOf<W> = W extends Work<infer T> ? T : never;

export function rows<S extends Statement>(query: S): Work<AnswerOf<S>> {
  return { statements: [query], read: ([answer]) => answer as AnswerOf<S> };
}

type RowOf<S extends Statement> = AnswerOf<S> extends readonly (infer Row)[] ? Row : never;

export function row<S extends Statement>(query: S): Work<RowOf<S> | undefined> {
  return mapWork(rows(query), (all) => (all as RowOf<S>[])[0]);
}

export function writes(...statements: readonly Statement[]): Work<void> {
  return { statements, read: () => undefined };
}

export const nothing: Work<void> = writes();

type Parts = Record<string, Work<unknown>>;

/** Runs several Works in one batch, in the order given; each result is returned under its name. */
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

export function each<T>(parts: readonly Work<T>[]): Work<T[]> {
  return mapWork(together(Object.fromEntries(parts.map((part, at) => [`part ${at}`, part]))), (named) =>
    parts.map((_, at) => named[`part ${at}`] as T),
  );
}

/** No statement: only what stands around it is run, such as the check of a session. */
export const noWork = <T>(answer: T): Work<T> => mapWork(nothing, () => answer);

export function mapWork<T, U>(work: Work<T>, change: (answer: T) => U): Work<U> {
  return { statements: work.statements, read: (answers) => change(work.read(answers)) };
}

export function writeThenRead<T>(statements: readonly Statement[], reading: Work<T>): Work<T> {
  return mapWork(together({ written: writes(...statements), read: reading }), ({ read }) => read);
}

/** One round trip, all or nothing. A Work without statements takes none. */
export async function runWork<T>(db: Database, work: Work<T>): Promise<T> {
  const [first, ...rest] = work.statements;
  return work.read(first ? await db.batch([first, ...rest]) : []);
}
