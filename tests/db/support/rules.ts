// Reads the rules that are written by hand from the database's schema. Those of db/rules.ts begin with the name of their table.
import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { run } from "./rows-in-states";

/** 'allowed', or the database's error. */
export const answer = (statement: string) =>
  run(statement).then(
    () => "allowed",
    (thrown: unknown) => String(thrown),
  );

/** Why each of them refuses. */
export async function readRefusals(db: Database): Promise<string[]> {
  const triggers = await db.all<{ text: string }>(
    sql`SELECT sql AS text FROM sqlite_master WHERE type = 'trigger'
      AND sql LIKE '%RAISE(%' AND sql NOT LIKE '%RAISE(ABORT, ''' || tbl_name || ': %'`,
  );
  return triggers.flatMap(({ text }) => [...text.matchAll(/RAISE\(ABORT, '([^']+)'\)/g)].map(([, why = ""]) => why));
}
