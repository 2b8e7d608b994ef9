import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { recordGauge } from "~/areas/casks/record-gauge";
import { saveCask } from "~/areas/casks/save-cask";
import type { OperatorSession } from "~/core/session/guarded";
import { addDays, dateOf } from "~/domain/calendar-date";
import { env } from "cloudflare:test";
import { openOperatorSession } from "../../support/as-operator";
import { createTestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { typedCask } from "../../routes/operator/support/typed-cask";

// What can hardly be is asked about in words before it is kept; what cannot be is refused.

const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
let operator: OperatorSession;
beforeAll(async () => {
  operator = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
});

/** A hogshead with 131.1 litres of alcohol at 56.6 %, measured two years ago. */
async function hogshead() {
  const caskId = await putCask(context);
  await db.run(sql`UPDATE casks SET cask_type = 'hogshead', filled_on = '2014-03-01' WHERE id = ${caskId}`);
  await db.run(sql`INSERT INTO gauges (id, cask_id, gauged_on, loa_decilitres, abv_tenths, gauged_by, created_at_ms)
    VALUES (${context.newId("gau")}, ${caskId}, ${addDays(today, -730)}, 1311, 566, 'keeper', 1)`);
  return caskId;
}
const regauge = (caskId: string, loa: string, more: object = {}) =>
  recordGauge(context, operator, {
    ...{ gaugeId: context.newId("gau"), caskId },
    fields: { gauged_on: today, loa_litres: loa, abv: "56.6", gauged_by: "keeper", ...more },
  });
const gauges = async (caskId: string) =>
  (
    await db.all<{ loa: number }>(
      sql`SELECT loa_decilitres AS loa FROM gauges WHERE cask_id = ${caskId} ORDER BY created_at_ms`,
    )
  ).length;

describe("a regauge", () => {
  it.each([
    ["131 after 131 litres, within what two measurements differ by", "131.1"],
    ["the usual loss of two years", "125.0"],
  ])("is kept: %s", async (_, loa) => {
    expect(await regauge(await hogshead(), loa)).toEqual({ ok: true });
  });

  it.each([
    ["more than before", "139.9", /more than the 131.1/],
    ["far less than two years take", "99.0", /far less than the 131.1/],
    ["more than a hogshead holds", "231.0", /408 litres of liquid/],
    ["a slip of a digit", "999", /1765 litres of liquid/],
  ])("that is %s is asked about, and kept once the very same is confirmed", async (_, loa, words) => {
    const caskId = await hogshead();
    const asked = await regauge(caskId, loa);
    expect(asked).toMatchObject({
      ok: false,
      code: "doubtful",
      doubt: expect.stringMatching(words),
      typed: { loa_litres: loa },
    });
    const sure = asked.ok || asked.code !== "doubtful" ? "" : asked.doubt;
    expect(await regauge(caskId, "170.0", { sure })).toMatchObject({ code: "doubtful" });
    expect(await gauges(caskId)).toBe(1);
    expect(await regauge(caskId, loa, { sure })).toEqual({ ok: true });
    expect(await gauges(caskId)).toBe(2);
  });

  it("cannot be of a day before the cask was filled, whatever is confirmed", async () => {
    const caskId = await hogshead();
    const early = await regauge(caskId, "131.1", { gauged_on: "2014-02-28", sure: "yes" });
    expect(early).toMatchObject({ code: "invalid", errors: { gauged_on: expect.stringContaining("1 Mar 2014") } });
    expect(await gauges(caskId)).toBe(1);
  });
});

describe("a cask", () => {
  const save = (more: object) =>
    saveCask(context, operator, { caskId: context.newId("csk"), version: 0, fields: { ...typedCask(today), ...more } });

  it("is not filled in the future", async () => {
    const outcome = await save({ fill_date: addDays(today, 1) });
    expect(outcome).toMatchObject({ code: "invalid", errors: { fill_date: "Fill date must not be in the future." } });
    expect(await save({ fill_date: today })).toMatchObject({ ok: true });
  });

  it("with more in it than its type holds is asked about", async () => {
    const outcome = await save({ cask_type: "barrel", loa_litres: "999", abv: "60" });
    expect(outcome).toMatchObject({ code: "doubtful", typed: { loa_litres: "999" } });
    const sure = !outcome.ok && outcome.code === "doubtful" ? outcome.doubt : "";
    expect(sure).toBe("That is 1665 litres of liquid, and a barrel holds about 220.");
    expect(await save({ cask_type: "barrel", loa_litres: "999", abv: "60", sure })).toMatchObject({ ok: true });
  });
});

describe("a paper", () => {
  it("that is the same file as one of another kind is asked about", async () => {
    const caskId = await putCask(context);
    const bytes = new TextEncoder().encode("%PDF-1.7 one for all");
    const deps = { ...context, proof: env.PROOF };
    const add = (document_kind: string, more: object = {}) =>
      addEvidence(deps, operator, {
        ...{ evidenceId: context.newId("evd"), caskId, bytes },
        fields: { document_kind, issuer: "Bond 3", issued_on: today, expires_on: "", visibility: "public", ...more },
      });
    expect(await add("delivery-order")).toMatchObject({ ok: true });
    expect(await add("delivery-order")).toMatchObject({ ok: true });
    const outcome = await add("insurance");
    expect(outcome).toMatchObject({
      code: "doubtful",
      doubt: "We already have this exact file for this cask, as: delivery order.",
    });
    const sure = !outcome.ok && outcome.code === "doubtful" ? outcome.doubt : "";
    expect(await add("insurance", { sure })).toMatchObject({ ok: true });
  });
});
