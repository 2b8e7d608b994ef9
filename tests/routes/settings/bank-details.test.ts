import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { nameTexts } from "~/content/profile-texts";
import * as bankDetails from "~/routes/bank-details/route";
import * as settings from "~/routes/settings/route";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { open, post } from "../../support/ask-route";

const context = createTestContext();
const PATH = "/bank-details";
const BANK = {
  holder_name: "Asha Rao",
  bank_name: "State Bank of India",
  ifsc_code: "SBIN0005943",
  account_number: "50100123456789",
  branch_address: "MG Road\nPune",
};

let person: Person;
beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
});

const save = (fields: Record<string, string> = {}) =>
  post(context, bankDetails, PATH, person.cookie, { ...BANK, ...fields });
const row = async () =>
  (
    await context.db.all<Record<string, string | number>>(sql`SELECT * FROM bank_details
      WHERE user_id = ${person.userId}`)
  )[0];
const actions = async () =>
  (
    await context.db.all<{ action: string }>(sql`SELECT action FROM audit_log
      WHERE subject = ${`user:${person.userId}`} ORDER BY created_at_ms, action`)
  ).map(({ action }) => action);

describe("bank details", () => {
  it("are saved sealed, in two round trips, and shown masked", async () => {
    const saved = await save();
    expect([saved.response.status, saved.location, saved.trips.count]).toEqual([303, "/settings", 2]);
    expect(await row()).toMatchObject({
      account_last4: "6789",
      ifsc_code: "SBIN0005943",
      changed_at_ms: context.nowMs(),
    });
    expect(JSON.stringify(await row())).not.toContain("50100123456789");
    const { data } = await open(context, settings, "/settings", person.cookie);
    expect(data).toMatchObject({ bank: { accountNumber: "•••• 6789", bankName: "State Bank of India" } });
    expect(JSON.stringify(data)).not.toContain("50100123456789");
    expect(await actions()).toEqual(["bank-details-changed"]);
  });

  it("in any form are accepted: left empty they are unchanged where none were saved, and changed where some were", async () => {
    const none = { holder_name: "", bank_name: "", ifsc_code: "", account_number: "", branch_address: "" };
    expect((await save(none)).location).toBe("/settings");
    expect([await row(), await actions()]).toEqual([undefined, []]);
    expect((await save({ ifsc_code: "??", account_number: "GB29 NWBK 6016" })).location).toBe("/settings");
    context.clock.advance(1000);
    await save(none);
    expect(await row()).toMatchObject({ account_last4: "", changed_at_ms: context.nowMs() });
    expect((await actions()).filter((action) => action === "bank-details-changed")).toHaveLength(2);
    const { data } = await open(context, settings, "/settings", person.cookie);
    expect(data).toMatchObject({ bank: { accountNumber: "", bankName: "" } });
  });

  it("are filled in for editing in one round trip, which is recorded", async () => {
    const empty = await open(context, bankDetails, PATH, person.cookie);
    expect(empty.data).toMatchObject({ values: { holder_name: "", account_number: "" } });
    expect(await actions()).toEqual([]);
    await save();
    context.clock.advance(1000);
    const { data, trips } = await open(context, bankDetails, PATH, person.cookie);
    expect(data).toMatchObject({ values: BANK });
    expect(trips.count).toBe(1);
    expect(await actions()).toEqual(["bank-details-changed", "account-number-opened"]);
  });

  it("count as changed when the money would go elsewhere, not when the branch address is corrected", async () => {
    await save();
    const savedAtMs = context.nowMs();
    context.clock.advance(60_000);
    await save({ branch_address: "MG Road 2", account_number: "5010 0123 4567 89" });
    expect(await row()).toMatchObject({ changed_at_ms: savedAtMs, branch_address: "MG Road 2" });
    const sent: Record<string, string> = {};
    const other = { account_number: "5010012345", ifsc_code: "SBIN0005944", bank_name: "HDFC", holder_name: "A Rao" };
    for (const [field, value] of Object.entries(other)) {
      context.clock.advance(60_000);
      await save(Object.assign(sent, { [field]: value }));
      expect(await row()).toMatchObject({ changed_at_ms: context.nowMs() });
    }
  });

  it("with a holder's name that has no letter are refused, and told why", async () => {
    const { response, data } = await save({ holder_name: "\u3164\u202E 12" });
    expect(response.status).toBe(400);
    expect(JSON.stringify(data)).toContain(nameTexts.noLetter);
    expect(await row()).toBeUndefined();
  });

  it("can be typed again where the saved number can no longer be opened", async () => {
    await save();
    await context.db.run(sql`UPDATE bank_details SET key_id = 'lost' WHERE user_id = ${person.userId}`);
    const { data } = await open(context, bankDetails, PATH, person.cookie);
    expect(data).toMatchObject({ values: { account_number: "", holder_name: "Asha Rao" } });
    context.clock.advance(1000);
    expect((await save()).location).toBe("/settings");
    expect(await row()).toMatchObject({ changed_at_ms: context.nowMs() });
  });
});
