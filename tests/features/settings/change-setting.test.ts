import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { changeSetting } from "~/features/settings/change-setting";
import { readJoiningFee } from "~/features/settings/joining-fee";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";

const context = createTestContext();
const { db } = context;
let operator: Person;
beforeAll(async () => {
  operator = await signIn(context, { operator: true });
});

const change = (value: number, more: object = {}) =>
  runWork(
    db,
    changeSetting(db, {
      auditId: context.newId("aud"),
      key: "joining_fee_cents",
      value,
      operatorId: operator.userId,
      nowMs: context.nowMs(),
      live: sql`1 = 1`,
      ...more,
    }),
  );
const fee = () => runWork(db, readJoiningFee(db));
const logged = () =>
  db.all(sql`SELECT actor, subject, detail FROM audit_log WHERE action = 'setting-changed' ORDER BY created_at_ms, id`);

describe("a setting", () => {
  it("is changed by an operator, counts at once, and the log says what it was before", async () => {
    const before = await fee();
    expect(await change(1_500)).toBe(true);
    expect(await change(1_500)).toBe(true);
    expect(await fee()).toBe(1_500);
    const entry = { actor: `operator:${operator.userId}`, subject: "setting:joining_fee_cents" };
    expect(await logged()).toEqual([{ ...entry, detail: `${before} -> 1500` }]);
    expect(await change(before)).toBe(true);
  });

  it("is not changed by an investor or by a session that is over, and is never below zero", async () => {
    const [before, entries] = [await fee(), await logged()];
    const investor = await signIn(context);
    expect(await change(1, { operatorId: investor.userId })).toBe(false);
    expect(await change(1, { live: sql`0` })).toBe(false);
    for (const value of [-1, 0.5, Number.NaN]) expect(() => change(value)).toThrow(RangeError);
    expect([await fee(), await logged()]).toEqual([before, entries]);
  });
});
