// The generator of `npm run data` leaves books that satisfy every rule of their own.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { fillData, VIEWER } from "../../scripts/data/fill.mjs";
import { createTestContext } from "../support/context";
import { expectInvariants } from "../support/invariants";

const STAKES = 2_000;
const { db, nowMs, sealer } = createTestContext();

beforeAll(() => fillData(env.DB, STAKES, nowMs(), sealer.seal));

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

it("has account numbers that a payout run can be made of", async () => {
  const [waits] = await db.all<{ userId: string; sealed: string; keyId: string; last4: string }>(
    sql`SELECT user_id AS userId, account_number_sealed AS sealed, key_id AS keyId, account_last4 AS last4 FROM withdrawals WHERE state = 'progress' LIMIT 1`,
  );
  const { userId = "", last4, sealed = "", keyId = "" } = waits ?? {};
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  expect(await sealer.open({ sealed, keyId }, place)).toBe(`5010000000${last4}`);
});
