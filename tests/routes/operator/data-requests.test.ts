import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { openCustomerPages } from "./support/customer-pages";

const { context, people, post, pageOf, logOf } = openCustomerPages();

describe("a person who asked by letter", () => {
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
