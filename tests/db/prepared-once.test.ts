import { env } from "cloudflare:test";
import { and, eq, gt, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { casks } from "~/db/schema/casks";
import { rows, runWork, together } from "~/db/work";
import { putCask } from "../support/people";
import { createTestContext } from "../support/context";

describe("a query prepared once", () => {
  it("is built for the first request and finds what the next one asks for", async () => {
    const context = createTestContext();
    const [one, other] = [await putCask(context, { name: "One" }), await putCask(context, { name: "Other" })];
    const make = vi.fn((db: ReturnType<typeof createDatabase>, id: string) =>
      db.select().from(casks).where(eq(casks.id, id)),
    );
    const built = vi.fn();
    const byId = preparedOnce(["id", "from"], (db, { id, from }) => {
      built();
      return db
        .select()
        .from(casks)
        .where(and(eq(casks.id, id), gt(casks.totalStakes, from)));
    });
    for (const caskId of [one, other]) {
      const db = createDatabase(env.DB);
      const found = await runWork(
        db,
        together({ prepared: rows(byId(db, { id: caskId, from: 0 })), plain: rows(make(db, caskId)) }),
      );
      expect(found.prepared).toHaveLength(1);
      expect(found.prepared).toEqual(found.plain);
      expect(await runWork(db, rows(byId(db, { id: caskId, from: 1_000_000 })))).toEqual([]);
    }
    expect(built).toHaveBeenCalledTimes(1);
  });

  it("is written as text where it must be, and takes null for a value", async () => {
    const context = createTestContext();
    const caskId = await putCask(context, { name: "Written" });
    const named = preparedOnce(["id", "name"], (db, { id, name }) =>
      db.all<{ caskName: string; given: string | null }>(
        sql`SELECT name AS caskName, ${name} AS given FROM casks WHERE id = ${id}`,
      ),
    );
    const db = createDatabase(env.DB);
    for (const name of ["a name", null])
      expect(await runWork(db, rows(named(db, { id: caskId, name })))).toEqual([{ caskName: "Written", given: name }]);
  });
});
