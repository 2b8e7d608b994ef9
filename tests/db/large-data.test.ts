// The large books of `npm run bench -- --stakes N` are books that satisfy every rule of their own.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { fillData, VIEWER } from "../../scripts/data/fill.mjs";
import { createTestContext } from "../support/context";
import { expectInvariants } from "../support/invariants";

const STAKES = 2_000;
const { db, nowMs } = createTestContext();

beforeAll(() => fillData(env.DB, STAKES, nowMs()));

it("fills books of any size that break none of their rules", async () => {
  await expectInvariants(db);
  expect(await db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([]);
});

it("gives one viewer fifty stakes of ten casks", async () => {
  const held = await db.all(
    sql`SELECT count(*) AS stakes, count(DISTINCT cask_id) AS casks FROM stakes WHERE user_id = ${VIEWER}`,
  );
  expect(held).toEqual([{ stakes: 50, casks: 10 }]);
});
