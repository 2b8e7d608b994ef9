// What a cask may still become once it has ended or a stake of it is taken, and that its holders keep everything meanwhile.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { previewValuation } from "~/areas/casks/preview-valuation";
import { publishCask, withdrawCask } from "~/areas/casks/change-state";
import { recordValuation } from "~/areas/casks/record-valuation";
import { readPublicCertificate } from "~/areas/holdings/certificates/read-certificate";
import { loader as wallet } from "~/routes/wallet/route";
import { createTestContext } from "../../support/context";
import { openExits } from "../../support/exits";
import { giveRipeStake } from "../../support/holdings";
import { openOperatorSession } from "../../support/open-session";
import { get, type Person, putCask, signIn } from "../../support/people";
import { planReturn, requestReturn } from "../../support/withdrawals";

const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
const fields = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
let exits: Awaited<ReturnType<typeof openExits>>;
let holder: Person;

beforeAll(async () => {
  exits = await openExits(context);
  holder = await signIn(context);
});

const operator = () => openOperatorSession(context, exits.first.userId);
const standing = async (caskId: string) =>
  (await db.all<{ state: string; version: number }>(sql`SELECT state, version FROM casks WHERE id = ${caskId}`))[0];

describe("a cask that has ended", () => {
  it("can no longer be valued, withdrawn or offered", async () => {
    const caskId = await putCask(context);
    await exits.confirmed(caskId);
    const valuationId = context.newId("val");
    const refused = { ok: false, code: "no-such-cask" };
    expect(await recordValuation(context, operator(), { valuationId, caskId, fields })).toEqual(refused);
    expect(await previewValuation(context, operator(), { caskId, fields })).toEqual(refused);
    const before = await standing(caskId);
    const change = { caskId, version: before?.version ?? 0 };
    expect(await withdrawCask(context, operator(), change)).toEqual({ ok: false, code: "has-ended" });
    expect(await publishCask(context, operator(), change)).toEqual({ ok: true });
    expect(await standing(caskId)).toEqual(before);
  });
});

describe("a cask of which a stake is taken", () => {
  it("is not withdrawn, and its holder keeps wallet, certificate and withdrawal", async () => {
    const caskId = await putCask(context, { name: "Kept Hogshead", launchesInDays: -1_000 });
    const { certificateId } = await giveRipeStake(context, holder, caskId);
    const change = { caskId, version: 1 };
    expect(await withdrawCask(context, operator(), change)).toEqual({ ok: false, code: "stakes-sold" });
    const request = get(`${context.origin}/wallet`, holder.cookie);
    const page = await wallet({ request, context: context.next(), params: {} });
    expect(await page.text()).toContain("Kept Hogshead");
    expect(await readPublicCertificate(db, certificateId)).toMatchObject({ state: "issued", endedOn: null });
    const plan = await planReturn(context, holder.userId);
    if (plan === null) throw new Error("nothing can be withdrawn");
    expect(await requestReturn(context, { userId: holder.userId, plan })).toBe("requested");
  });
});
