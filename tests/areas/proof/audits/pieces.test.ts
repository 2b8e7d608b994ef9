// However large the books are, a piece of an audit reads no more; there are only more pieces.
import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/count-round-trips";
import { PIECE } from "~/areas/proof/audits/audit-deps";
import { runAudit } from "~/areas/proof/audits/run-audit";
import { auditDeps, DAY_MS } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-03-02T12:00:00Z")) });
const SMALL = { ...PIECE, rows: 10, transfers: 20, checkpoint: 5, accounts: 9, ruled: 6, casks: 2, stakes: 10 };

/** In casks of five, to a person for each cask. */
async function sell(casks: number): Promise<void> {
  for (let cask = 0; cask < casks; cask++) {
    const [person, caskId] = [await signIn(context), await putCask(context, { totalStakes: 8 })];
    for (let stakes = 0; stakes < 5; stakes++) await giveStake(context, person, caskId);
  }
}

/** Of the next day's audit, piece by piece: rows read, calls of D1. */
async function measurePieces() {
  context.clock.nowMs = Math.floor(context.clock.nowMs / DAY_MS) * DAY_MS + DAY_MS + 3_600_000;
  const pieces: { rowsRead: number; count: number }[] = [];
  for (let date: string | null = null; date === null;) {
    const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const deps = { ...auditDeps(context), db: createDatabase(countRoundTrips(env.DB, trips)) };
    date = await runAudit(deps, { pieces: 1, size: SMALL });
    pieces.push(trips);
  }
  const most = (field: "rowsRead" | "count") => Math.max(...pieces.map((piece) => piece[field]));
  return { pieces: pieces.length, rows: most("rowsRead"), calls: most("count") };
}

it("reads no more in a piece of books four times as large", async () => {
  await sell(6);
  await measurePieces();
  const few = await measurePieces();
  await sell(18);
  await measurePieces();
  const many = await measurePieces();
  expect(many.pieces).toBeGreaterThan(few.pieces * 2.5);
  expect(many.rows).toBeLessThan(few.rows * 1.2);
  expect(many.calls).toBe(few.calls);
});
