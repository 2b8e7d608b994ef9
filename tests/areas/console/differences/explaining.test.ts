import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordDifference } from "~/areas/buying/reconciliation/record-difference";
import { explainDifference } from "~/areas/console/trouble";
import { asOperator, TURNED_AWAY } from "../../../support/open-session";
import { createTestContext } from "../../../support/context";
import { signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;

const record = (subject: string, detail: string, kind: "amount-differs" | "books" = "amount-differs") =>
  recordDifference(context, { kind, subject, detail }, "open");

const standing = async (id: string) => {
  const [row] = await db.all<{ state: string; reasons: string | null }>(sql`SELECT state,
    (SELECT group_concat(detail) FROM audit_log WHERE subject = 'difference:' || differences.id) AS reasons
    FROM differences WHERE id = ${id}`);
  return row && [row.state, row.reasons];
};

async function explain(differenceId: string, { by = { operator: true } } = {}) {
  const { userId } = await signIn(context, by);
  return asOperator(context, userId, (operator) =>
    explainDifference(db, { differenceId, operator, reason: "a test charge of the provider" }),
  );
}

describe("explaining a difference", () => {
  it("takes it off the count once, and keeps the reason, however often the same is seen again", async () => {
    await record("cs_1", '{"ours":500}');
    expect(await standing("amount-differs:cs_1")).toEqual(["open", null]);
    for (let time = 0; time < 2; time++) expect(await explain("amount-differs:cs_1")).toEqual({ ok: true });
    await record("cs_1", '{"ours":500}');
    expect(await standing("amount-differs:cs_1")).toEqual(["explained", "a test charge of the provider"]);
  });

  it("lasts until its figures change", async () => {
    await record("cs_2", '{"ours":500}');
    await explain("amount-differs:cs_2");
    await record("cs_2", '{"ours":700}');
    expect(await standing("amount-differs:cs_2")).toEqual(["open", "a test charge of the provider"]);
  });

  it("is refused for a broken rule of our own books, for what is not there, and to anybody but operators", async () => {
    await record("totals:x", "1", "books");
    expect(await explain("books:totals:x")).toEqual({ ok: false, code: "not-allowed" });
    expect((await standing("books:totals:x"))?.[0]).toBe("open");
    expect(await explain("none")).toEqual({ ok: false, code: "no-such-difference" });
    await record("cs_3", "1");
    await expect(explain("amount-differs:cs_3", { by: { operator: false } })).rejects.toThrow(TURNED_AWAY);
    expect((await standing("amount-differs:cs_3"))?.[0]).toBe("open");
  });
});
