import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { runWork, type Work } from "~/db/work";
import { support } from "~/areas/console/lists/support";
import { users } from "~/areas/console/lists/users";
import { readHoldersPage } from "~/areas/notices/write-to-holders";
import { readSupport } from "~/areas/console/read-support";
import { readClosedRound } from "~/areas/market/resale/read-round";
import { readUser } from "~/areas/console/read-user";
import { readSearchTerms, search } from "~/areas/console/search";

// The console's queries about people find their rows by an index, and sort none.

const after = { ms: 1, id: "x" };
const db = createDatabase(env.DB);

type Shown = { getQuery: () => { sql: string; params: unknown[] } };

/** A plan for each statement. */
async function plansOf(work: Work<unknown>): Promise<string[][]> {
  await runWork(db, work);
  const plans = work.statements.map(async (statement) => {
    const { sql, params } = (statement as unknown as Shown).getQuery();
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    return plan.results.map(({ detail }) => detail);
  });
  return Promise.all(plans);
}

const statesOf = <State extends string>(list: { filters: { state: { choices: Record<State, string> } } }) =>
  Object.keys(list.filters.state.choices) as State[];

const asked = readSearchTerms("asha@example.com");
const works: [string, Work<unknown>][] = [
  ...statesOf(users).flatMap((state): [string, Work<unknown>][] => [
    [`people: ${state}`, users.query(db, { filter: { state }, after: null, nowMs: 1 })],
    [`people: ${state}, further on`, users.query(db, { filter: { state }, after, nowMs: 1 })],
  ]),
  ...statesOf(support).flatMap((state): [string, Work<unknown>][] => [
    [`support: ${state}`, support.query(db, { filter: { state }, after: null, nowMs: 1 })],
    [`support: ${state}, further on`, support.query(db, { filter: { state }, after, nowMs: 1 })],
  ]),
  ["the holders of a cask", readHoldersPage(db, "csk_1")],
  ["one round", readClosedRound(db, "csk_1/2026-12", 1)],
  ["one request", readSupport(db, "sup_1")],
  ["one person", readUser(db, { userId: "usr_1", nowMs: 1, after: null })],
  ["one person, further back", readUser(db, { userId: "usr_1", nowMs: 1, after })],
  ...(asked ? [["the search", search(db, asked, 1)] as [string, Work<unknown>]] : []),
];

/** Whole tables that a statement reads: not what it has put together of a few rows itself. */
function scansIn(plan: readonly string[]): string[] {
  const own = plan.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(line)?.[1] ?? []);
  return plan.filter(
    (line) =>
      /^SCAN (?!CONSTANT|\(subquery|\d+-ROW VALUES)/.test(line) &&
      !/USING (COVERING )?INDEX/.test(line) &&
      !own.includes(line.slice("SCAN ".length)),
  );
}

describe("each query of the console about people", () => {
  it.each(works)("%s", async (name, work) => {
    const plans = await plansOf(work);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap(scansIn)).toEqual([]);
    // A person's own few rows may be sorted, and what happened in one millisecond; a list of all of them may not.
    if (/people|support|messages/.test(name))
      expect(plans.flat().filter((line) => /TEMP B-TREE FOR (?!LAST TERM)/.test(line))).toEqual([]);
  });
});
