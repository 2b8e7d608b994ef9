import { expect } from "vitest";
import { tellHeads } from "~/areas/proof/audit-heads";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import type { outboxOf } from "./caused-rows";

/** A reader asks for the heads, asks again, confirms, and a day is published. */
export async function causeAuditHeads(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<void> {
  const ask = `INSERT INTO audit_readers (id, email, asked_at_ms) VALUES ('rdr_a', 'a@example.com', 5)`;
  expect(await causedBy(() => run(ask))).toEqual([noticeRow("audit-head-asked", "rdr_a", "5")]);
  expect(await causedBy(() => run("UPDATE audit_readers SET asked_at_ms = 6 WHERE id = 'rdr_a'"))).toEqual([
    noticeRow("audit-head-asked", "rdr_a", "6"),
  ]);
  await run("UPDATE audit_readers SET confirmed_at_ms = 7 WHERE id = 'rdr_a'");
  await run(`INSERT INTO audits (date, state, result, hash, progress, started_at_ms, finished_at_ms)
    VALUES ('2999-01-01', 'published', 'PASS', 'h', '', 1, 2)`);
  expect(await causedBy(() => tellHeads(context))).toEqual([noticeRow("audit-head", "2999-01-01", "rdr_a")]);
  expect(await causedBy(() => tellHeads(context))).toEqual([]);
}
