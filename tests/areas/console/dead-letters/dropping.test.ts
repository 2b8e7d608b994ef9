import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { resolveDeadLetter } from "~/areas/console/trouble";
import { asOperator } from "../../../support/open-session";
import { createTestContext } from "../../../support/context";
import { signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;
let serial = 0;
let letter: string;

async function keep(origin: string, work?: { kind: string }): Promise<string> {
  const [id, outboxId] = [`letter-${(serial += 1)}`, `${work?.kind ?? "none"}:dropped-${serial}`];
  if (work)
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms, attempts, last_error, done_at_ms)
      VALUES (${outboxId}, ${work.kind}, ${`dropped-${serial}`}, 1, 1, 9, 'rejected', 1)`);
  await db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
    VALUES (${id}, ${origin}, ${JSON.stringify({ outboxId })}, 1)`);
  return id;
}
const standing = async (id: string) => {
  const [row] = await db.all<{ open: number; reasons: string | null }>(sql`SELECT resolved_at_ms IS NULL AS open,
    (SELECT group_concat(detail) FROM audit_log WHERE subject = 'dead-letter:' || dead_letters.id) AS reasons
    FROM dead_letters WHERE id = ${id}`);
  return [row?.open === 1, row?.reasons];
};
async function drop(deadLetterId: string, { by = { operator: true }, alive = true } = {}) {
  const { userId: operatorId } = await signIn(context, by);
  const dropping = { deadLetterId, reason: "not wanted" };
  return asOperator(context, operatorId, (operator) => resolveDeadLetter(db, { ...dropping, operator }), { alive });
}

beforeEach(async () => {
  letter = await keep("outbox", { kind: "check-payment" });
});

describe("dropping a dead letter", () => {
  it("takes it off the list once, with the reason in the log, and its work is not repeated", async () => {
    for (let time = 0; time < 2; time++) expect(await drop(letter)).toEqual({ ok: true });
    expect(await standing(letter)).toEqual([false, "not wanted"]);
    const { userId: operatorId } = await signIn(context, { operator: true });
    const replay = asOperator(context, operatorId, (operator) =>
      resolveDeadLetter(db, { deadLetterId: letter, operator, reason: null }),
    );
    expect(await replay).toEqual({ ok: true });
    expect(await db.all(sql`SELECT 1 FROM outbox WHERE done_at_ms IS NULL AND id LIKE '%:dropped-%'`)).toEqual([]);
  });

  it("is refused for money that is owed, until it is recorded as sent", async () => {
    for (const owed of [await keep("refund"), await keep("outbox", { kind: "refund-payment" })]) {
      expect(await drop(owed)).toEqual({ ok: false, code: "is-owed" });
      expect(await standing(owed)).toEqual([true, null]);
    }
  });
});
