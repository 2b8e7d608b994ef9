import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/db/client";
import { run } from "../../../db/support/rows-in-states";
import { withoutRule } from "../../../support/settings";
import type { outboxOf } from "./caused-rows";

/** Witnesses are put into the settings, and a checkpoint is signed. */
export async function causeWitnesses(db: Database, { causedBy, workRow }: ReturnType<typeof outboxOf>) {
  const list = (text: string) =>
    withoutRule(
      db,
      "settings_text_by_two",
      sql`UPDATE settings SET text = ${text}, updated_at_ms = 2 WHERE key = 'witnesses'`,
    );
  const [first, second] = ["a.example+00000001", "b.example/w+00000002"];
  const [one, other] = [`${first}+BKEY https://a.example`, `${second}+BKEY https://b.example/c`];
  expect(await causedBy(() => list(one))).toEqual([workRow("ask-witness", `1:${first}`)]);
  expect(await causedBy(() => list(`${one}, ${other}`))).toEqual([workRow("ask-witness", `1:${second}`)]);
  await run("INSERT INTO log_entries (place, cause, body) VALUES (1, 'audit:2020-01-02', '{}')");
  const head =
    "INSERT INTO log_heads (size, date, root, checkpoint, signed_at_ms) VALUES (2, '2020-01-02', 'r', 'c', 2)";
  expect(await causedBy(() => run(head))).toEqual([
    workRow("ask-witness", `2:${first}`),
    workRow("ask-witness", `2:${second}`),
  ]);
  expect(await causedBy(() => list(""))).toEqual([]);
}
