import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { ORIGIN } from "../../support/serve-app";
import { openCustomerPages } from "./support/customer-pages";

const { app, context, people, get, post, pageOf, logOf } = openCustomerPages();

describe("a person who asked by letter", () => {
  it("for their data is told that the operator made their own archive, which is logged", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'Asha Rao' WHERE id = '${investor.userId}'`);
    const file = (of: Person, as: Person) =>
      app.raw(`${pageOf(of)}/archive`, { method: "POST", headers: { Cookie: as.cookie, Origin: ORIGIN } });
    const answer = await file(investor, people.operator);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.text()).toContain("Asha Rao");
    expect(await logOf(investor)).toEqual(["data-file-made"]);
    const told = await context.db.all(sql`SELECT 1 FROM outbox
      WHERE notice = 'data-access' AND instr(subject_id, ${investor.userId}) > 0`);
    expect(told).toHaveLength(1);
    expect((await file(investor, people.reader)).status).toBe(403);
    expect((await file(people.operator, people.operator)).headers.get("Location")).toContain("?file=not-allowed");
  });

  it("to be erased begins the closing, which tells its owner and can be stopped, and never twice", async () => {
    const investor = await signIn(context);
    await creditWallet(context, investor, 5_000);
    const page = pageOf(investor);
    const twice = await Promise.all([1, 2].map(() => post(page, people.operator, { intent: "erase" })));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const closings = await context.db.all(sql`SELECT give_up_stakes + give_up_balance AS given, closed_at_ms AS closed,
        closes_from_ms - asked_at_ms AS waits, EXISTS (SELECT 1 FROM outbox WHERE subject_id = 'closing-asked:' || account_closings.id || ':1') AS told
      FROM account_closings WHERE user_id = ${investor.userId}`);
    expect(closings).toEqual([{ given: 0, closed: null, waits: 7 * 86_400_000, told: 1 }]);
    expect((await get(page, people.operator)).text).not.toContain("Begin the erasure");
    expect((await post(pageOf(people.second), people.operator, { intent: "erase" })).status).toBe(409);
  });
});
