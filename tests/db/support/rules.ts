// Reads the rules that are written by hand from the database's schema. Those of db/rules.ts begin with the name of their table.
import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { run } from "./rows-in-states";

export type Rule = {
  name: string;
  table: string;
  on: "INSERT" | "UPDATE" | "DELETE";
  columns: string[];
  when: boolean;
  message: string;
};

/** 'allowed', or the database's error. */
export const answer = (statement: string) =>
  run(statement).then(
    () => "allowed",
    (thrown: unknown) => String(thrown),
  );

export async function readRules(db: Database): Promise<Rule[]> {
  const triggers = await db.all<{ name: string; text: string }>(
    sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(%'
      AND sql NOT LIKE '%RAISE(ABORT, ''' || tbl_name || ': %' ORDER BY name`,
  );
  return triggers.map(({ name, text }) => {
    const head = /(?:BEFORE|AFTER) (INSERT|UPDATE|DELETE)(?: OF ([\w, ]+?))? ON (\w+)(\s+WHEN)?/.exec(text);
    const message = /RAISE\(ABORT, '([^']+)'\)/.exec(text)?.[1];
    if (!head || !message) throw new Error(`${name} is written in another way`);
    const [, on, columns, table = "", when] = head;
    return {
      name,
      table,
      on: on as Rule["on"],
      columns: columns?.split(", ") ?? [],
      when: when !== undefined,
      message,
    };
  });
}
