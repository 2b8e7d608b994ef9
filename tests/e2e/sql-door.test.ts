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
      "scripts/launch/launch-run.mjs",
      "scripts/steps/sql-door.mjs",
      "scripts/steps/throwaway-run.mjs",
      "workers/local/sql-door.ts",
    ]);
  });
});
