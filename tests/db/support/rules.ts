// Reads the database's own rules from its schema.
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
    sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(%' ORDER BY name`,
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

/** What a rule without a condition must refuse: deleting, or changing each of its columns. */
export async function trespasses(db: Database, { table, on, columns }: Rule): Promise<string[]> {
  if (on === "DELETE") return [`DELETE FROM ${table}`];
  const known = await db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`);
  const changed = columns.length > 0 ? columns : known.map((column) => column.name);
  return changed.map((column) => `UPDATE ${table} SET ${column} = ${column}`);
}
