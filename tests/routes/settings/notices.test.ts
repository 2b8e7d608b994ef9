import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { openApp } from "../../support/serve-app";

const { context } = openShop();
const { db } = context;
const app = openApp();

describe("the notifications in Settings", () => {
  it("shows what they asked us with our answers, to them alone", async () => {
    const person = await signIn(context);
    const other = await signIn(context);
    const operator = await signIn(context, { operator: true });
    const requestId = context.newId("sup");
    await db.run(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms, answered_at_ms)
      VALUES (${requestId}, 'kmpq2345', ${person.userId}, 'Asha', ${person.email}, 'cask', 'Where is it?', ${requestId}, 1, 2)`);
    await db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      VALUES (${`${requestId}a`}, ${requestId}, ${operator.userId}, 'In bond.', 2)`);
    const shown = (await app.ask("/notices", { headers: { Cookie: person.cookie } })).text;
    for (const words of ["kmpq-2345", "Where is it?", "In bond.", "answered"]) expect(shown).toContain(words);
    expect((await app.ask("/notices", { headers: { Cookie: other.cookie } })).text).not.toContain("In bond.");
  });
});
