import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { saveKey } from "~/areas/casks/keepers/register-key";
import { asOperator } from "../../../support/as-operator";
import { createTestContext } from "../../../support/context";
import { makeKey, putNumbered, registerKey } from "../../../support/keepers";
import { signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;

let serial = 0;
let warehouse: string;
let keeper: string;
beforeEach(async () => {
  serial += 1;
  warehouse = `Bond ${serial}, Leith`;
  keeper = `bond-${serial}`;
  await putNumbered(context, warehouse, "1187");
});

const operator = async () => (await signIn(context, { operator: true })).userId;
const save = (userId: string, fields: Record<string, string>) =>
  asOperator(context, userId, (access) => saveKey(db, access, context.newId("chg"), { keeper, warehouse, ...fields }));
const keys = () =>
  db.all<{ key: string; retired: number }>(
    sql`SELECT public_key AS key, retired_at_ms IS NOT NULL AS retired FROM keeper_keys WHERE keeper_id = ${keeper} ORDER BY rowid`,
  );

describe("the key of a keeper", () => {
  it("is registered once a second operator confirms it, and not before", async () => {
    const [one, two] = [await operator(), await operator()];
    const { publicKey } = await makeKey();
    expect(await save(one, { intent: "propose", public_key: publicKey })).toEqual({ ok: true, waits: true });
    expect(await keys()).toEqual([]);
    expect(await save(one, { intent: "confirm", public_key: publicKey })).toMatchObject({ code: "own-proposal" });
    expect(await save(two, { intent: "confirm", public_key: (await makeKey()).publicKey })).toMatchObject({
      code: "figures-differ",
    });
    expect(await keys()).toEqual([]);
    expect(await save(two, { intent: "confirm", public_key: publicKey })).toEqual({ ok: true });
    expect(await save(two, { intent: "confirm", public_key: publicKey })).toEqual({ ok: true });
    expect(await keys()).toEqual([{ key: publicKey, retired: 0 }]);
  });

  it("is retired by the next one, or by none, and never registered again", async () => {
    const [first, second] = [await makeKey(), await makeKey()];
    await registerKey(context, { keeper, warehouse, key: first });
    context.clock.advance(1000);
    await registerKey(context, { keeper, warehouse, key: second });
    expect(await keys()).toEqual([
      { key: first.publicKey, retired: 1 },
      { key: second.publicKey, retired: 0 },
    ]);
    expect(await save(await operator(), { intent: "propose", public_key: first.publicKey })).toMatchObject({
      ok: false,
    });
    context.clock.advance(1000);
    await registerKey(context, { keeper, warehouse, key: null });
    expect((await keys()).every(({ retired }) => retired === 1)).toBe(true);
  });

  it("belongs to one warehouse, which belongs to one keeper", async () => {
    await registerKey(context, { keeper, warehouse, key: await makeKey() });
    const other = `Other ${serial}, Leith`;
    await putNumbered(context, other, "1");
    const { publicKey } = await makeKey();
    const one = await operator();
    expect(await save(one, { intent: "propose", warehouse: other, public_key: publicKey })).toMatchObject({
      ok: false,
    });
    expect(await save(one, { intent: "propose", keeper: `x-${keeper}`, public_key: publicKey })).toMatchObject({
      ok: false,
    });
    expect(
      await save(one, { intent: "propose", keeper: `y-${keeper}`, warehouse: "Nowhere", public_key: publicKey }),
    ).toMatchObject({ ok: false });
  });

  it("names the field that is wrong", async () => {
    const one = await operator();
    expect(await save(one, { intent: "propose", keeper: "No Such Name", public_key: "x" })).toMatchObject({
      code: "invalid",
      errors: { keeper: expect.stringContaining("Short name") as string, public_key: expect.any(String) as string },
    });
  });
});
