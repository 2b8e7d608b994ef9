import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { ORIGIN } from "../../support/serve-app";
import { openCustomerPages } from "./support/customer-pages";

const { app, context, people, post, pageOf, logOf } = openCustomerPages();

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

  it("to be erased is told so, once nothing is held any more, and staff are not erased", async () => {
    const [investor, holder] = [await signIn(context), await signIn(context)];
    await creditWallet(context, holder, 5_000);
    const erase = (of: Person) => post(pageOf(of), people.operator, { intent: "erase" });
    expect((await erase(holder)).status).toBe(409);
    expect((await erase(people.second)).status).toBe(409);
    expect((await Promise.all([erase(investor), erase(investor)])).map(({ status }) => status)).toEqual([303, 303]);
    const closed = await context.db
      .all(sql`SELECT id, EXISTS (SELECT 1 FROM outbox WHERE subject_id = 'account-closed:' || users.id || ':1') AS told
      FROM users WHERE closed_at_ms IS NOT NULL AND id IN (${investor.userId}, ${holder.userId})`);
    expect(closed).toEqual([{ id: investor.userId, told: 1 }]);
    expect(await logOf(investor)).toEqual(["account-closed"]);
  });
});
