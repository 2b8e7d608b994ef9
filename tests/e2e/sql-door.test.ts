import { describe, expect, inject, it } from "vitest";
import { sourceFiles } from "../node/project/source-files";
import { sql } from "./support/sql";

// The way by which tests ask the database of a throwaway run. That no deployed Worker has it: bundles.test.ts.

const knock = (key?: string) =>
  fetch(`${inject("origin")}/sql-door`, {
    method: "POST",
    headers: key === undefined ? {} : { "x-sql-door": key },
    body: JSON.stringify(["SELECT count(*) AS n FROM users"]),
  });

describe("the door for statements", () => {
  it("answers the run's own key with rows", async () => {
    expect(await sql(["SELECT 1 AS one", "SELECT 2 AS two"])).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  });

  it("shows that a new run owes nobody a mail about an old certificate: they would all go out before anything else", async () => {
    const [[row] = []] = await sql([
      `SELECT count(*) AS n, sum(done_at_ms <> available_at_ms OR done_at_ms IS NULL) AS sent FROM outbox
        JOIN certificates ON certificates.id = substr(outbox.id, 31) JOIN stakes ON stakes.id = certificates.stake_id
        WHERE outbox.id GLOB 'send-notice:certificate-ready:*' AND stakes.payment_id GLOB 'pay_demo_*'
          AND certificates.created_at_ms < ${Date.now() - 3 * 86_400_000}`,
    ]);
    expect(row).toEqual({ n: expect.any(Number), sent: 0 });
    expect(row?.n).toBeGreaterThan(100);
  });

  it.each([undefined, "", "undefined", "another key"])("is a page like any other without it: %j", async (key) => {
    const answer = await knock(key);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain('"n"');
  });

  it("has a key in throwaway runs alone: `npm start` and a deployment set none", () => {
    const holders = sourceFiles(["app", "workers", "scripts"], /\.(tsx?|mjs|toml)$/).filter(({ text }) =>
      text.includes("SQL_DOOR"),
    );
    expect(holders.map(({ path }) => path).sort()).toEqual([
      "scripts/steps/sql-door.mjs",
      "scripts/steps/throwaway-run.mjs",
      "workers/local/sql-door.ts",
    ]);
  });
});
