import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";

// The console's pages and forms behind the guard: who is turned away has read and written nothing, whatever the page asks for.

const context = createTestContext();
const { db } = context;

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

/** D1 as a Worker sees it, with what its batches brought back. */
function watchedApp() {
  const batches: { failed: boolean; rows: number }[] = [];
  const watched = <D1 extends object>(d1: D1): D1 =>
    new Proxy(d1, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "withSession") return (from: string) => watched(value.call(target, from) as object);
        if (property !== "batch") return value.bind(target) as unknown;
        return async (statements: D1PreparedStatement[]) => {
          const seen = { failed: true, rows: 0 };
          batches.push(seen);
          const results = (await value.call(target, statements)) as D1Result[];
          seen.failed = false;
          seen.rows = results.reduce((sum, { results: found }) => sum + found.length, 0);
          return results;
        };
      },
    });
  return { app: openApp({ DB: watched(env.DB) }), batches };
}

async function staleOperator(): Promise<Person> {
  const person = await signIn(context, { operator: true });
  await db.run(sql`UPDATE sessions SET proved_at_ms = proved_at_ms - 3600000 WHERE user_id = ${person.userId}`);
  return person;
}

describe("a form of the console", () => {
  const endLetter = { path: "/operator/trouble", fields: { intent: "drop", letter: "guarded", reason: "Not wanted." } };
  const who = {
    "an investor": () => signIn(context),
    "a reader": () => signIn(context, { reader: true }),
    "an operator whose code is old": () => staleOperator(),
  };

  it.each(Object.entries(who))("changes nothing for anyone but an operator: %s", async (name, enter) => {
    await db.run(
      sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('guarded', 'queue', '{}', 1) ON CONFLICT DO NOTHING`,
    );
    const { cookie } = await enter();
    const { app, batches } = watchedApp();
    const init = { method: "POST", headers: { Cookie: cookie, Origin: ORIGIN } };
    const answer = await app.ask(endLetter.path, { ...init, body: new URLSearchParams(endLetter.fields) });
    expect(answer.status).toBe({ "an investor": 404, "a reader": 403 }[name] ?? 303);
    expect(batches).toEqual([{ failed: true, rows: 0 }]);
    const open = sql`SELECT id FROM dead_letters WHERE id = 'guarded' AND resolved_at_ms IS NULL`;
    expect(await db.all(open)).toEqual([{ id: "guarded" }]);
  });
});
