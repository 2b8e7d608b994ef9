import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { nameTexts } from "~/content/name-texts";
import { sweepTables } from "../../../workers/settlement/sweeping/sweep-tables";
import * as bankDetails from "~/routes/bank-details/route";
import * as settings from "~/routes/settings/route";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { open, post } from "./ask";

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
    await context.db.all<Record<string, string | number>>(
      sql`SELECT * FROM bank_details WHERE user_id = ${person.userId}`,
    )
  )[0];
const actions = async () =>
  (
    await context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE subject = ${`user:${person.userId}`} ORDER BY created_at_ms, action`,
    )
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

  it("left empty where none were saved count as unchanged, and clearing saved ones as a change", async () => {
    const none = { holder_name: "", bank_name: "", ifsc_code: "", account_number: "", branch_address: "" };
    expect((await save(none)).location).toBe("/settings");
    expect([await row(), await actions()]).toEqual([undefined, []]);
    await save();
    context.clock.advance(1000);
    await save(none);
    expect(await row()).toMatchObject({ account_last4: "", changed_at_ms: context.nowMs() });
    expect((await actions()).filter((action) => action === "bank-details-changed")).toHaveLength(2);
  });

  it("are sealed differently each time, and for this user and table only", async () => {
    await save();
    const first = (await row())?.account_number_sealed;
    await save();
    expect((await row())?.account_number_sealed).not.toBe(first);
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

  it("need a fresh code to be seen or saved; without one nothing is opened, written or recorded", async () => {
    await save();
    const before = await row();
    context.clock.advance(30 * 60_000);
    const seen = await open(context, bankDetails, PATH, person.cookie);
    expect(seen.location).toBe("/confirm-code?next=bank-details");
    const saved = await save({ account_number: "99999999999" });
    expect([saved.response.status, saved.location]).toEqual([303, "/confirm-code?next=bank-details"]);
    expect(await row()).toEqual(before);
    expect(await actions()).toEqual(["bank-details-changed"]);
  });

  it("typed before a code was asked for come back after it, only for this person in this browser, and are deleted when saved", async () => {
    await save();
    context.clock.advance(30 * 60_000);
    const typed = { ...BANK, account_number: "9999 1111 2222", holder_name: "A. Rao" };
    const storedBefore = JSON.stringify(await context.db.all(sql`SELECT * FROM kept_forms`));
    const stale = await save(typed);
    expect([stale.location, stale.trips.count]).toEqual(["/confirm-code?next=bank-details", 2]);
    const kept = stale.cookies.find((one) => one.startsWith("kept-bank-details=")) ?? "";
    const stored = JSON.stringify(await context.db.all(sql`SELECT * FROM kept_forms`));
    expect(stored).toContain("values_sealed");
    // Four digits alone may stand in a hash by chance.
    for (const sent of ["9999 1111 2222", "999911112222", "1111 2222", "11112222", "A. Rao"])
      expect(stored).not.toContain(sent);

    const again = (who: Person, cookie: string) => open(context, bankDetails, PATH, `${who.cookie}; ${cookie}`);
    const proveNow = (who: Person) =>
      context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${who.userId}`);
    expect((await again(person, kept)).location).toBe("/confirm-code?next=bank-details");
    await proveNow(person);
    const page = await again(person, kept);
    expect(page.data).toMatchObject({ values: typed });
    expect(page.trips.count).toBe(1);
    // Looking at it changes nothing: the page can be loaded again.
    expect((await again(person, kept)).data).toMatchObject({ values: typed });
    expect((await again(person, "")).data).toMatchObject({ values: BANK });
    const other = await signIn(context);
    expect((await again(other, kept)).data).toMatchObject({ values: { holder_name: "", account_number: "" } });

    const saved = await post(context, bankDetails, PATH, `${person.cookie}; ${kept}`, typed);
    expect([saved.location, saved.trips.count]).toEqual(["/settings", 2]);
    expect(saved.cookies).toContain("kept-bank-details=");
    expect(JSON.stringify(await context.db.all(sql`SELECT * FROM kept_forms`))).toBe(storedBefore);
  });

  it("typed before a code was asked for are kept for a quarter of an hour and then deleted", async () => {
    context.clock.advance(30 * 60_000);
    const kept = (await save()).cookies.find((one) => one.startsWith("kept-bank-details=")) ?? "";
    context.clock.advance(15 * 60_000);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    const { data } = await open(context, bankDetails, PATH, `${person.cookie}; ${kept}`);
    expect(data).toMatchObject({ values: { holder_name: "" } });
    context.clock.advance(1);
    await sweepTables(context);
    expect(await context.db.all(sql`SELECT * FROM kept_forms`)).toEqual([]);
  });

  it("count as changed when the money would go elsewhere, not when the branch address is corrected", async () => {
    await save();
    const savedAtMs = context.nowMs();
    context.clock.advance(60_000);
    await save({ branch_address: "MG Road 2", account_number: "5010 0123 4567 89" });
    expect(await row()).toMatchObject({ changed_at_ms: savedAtMs, branch_address: "MG Road 2" });
    const changes: Record<string, string>[] = [
      { account_number: "50100123456788" },
      { ifsc_code: "SBIN0005944" },
      { bank_name: "HDFC" },
      { holder_name: "A Rao" },
    ];
    for (const change of changes) {
      context.clock.advance(60_000);
      await save(change);
      expect(await row()).toMatchObject({ changed_at_ms: context.nowMs() });
    }
  });

  it("are accepted in any form, even empty", async () => {
    expect((await save({ ifsc_code: "??", account_number: "GB29 NWBK 6016" })).location).toBe("/settings");
    expect(
      (await save({ holder_name: "", bank_name: "", ifsc_code: "", account_number: "", branch_address: "" })).location,
    ).toBe("/settings");
    const { data } = await open(context, settings, "/settings", person.cookie);
    expect(data).toMatchObject({ bank: { accountNumber: "", bankName: "" } });
  });

  it("with a holder's name that has no letter are refused, and told why", async () => {
    const { response, data } = await save({ holder_name: "\u3164\u202E 12" });
    expect(response.status).toBe(400);
    expect(JSON.stringify(data)).toContain(nameTexts.noLetter);
    expect(await row()).toBeUndefined();
  });

  it("that are too long come back as typed", async () => {
    const { response, data, trips } = await save({ bank_name: "x".repeat(121) });
    expect(response.status).toBe(400);
    expect(data).toMatchObject({
      alert: "Failed to update user: check the marked fields.",
      errors: { bank_name: "Use at most 120 characters." },
      values: { ...BANK, bank_name: "x".repeat(121) },
    });
    expect(trips.count).toBe(1);
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

  it("are not written for a session that is over", async () => {
    await context.db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ${person.userId}`);
    expect((await save()).location).toBe("/#session-expired");
    expect(await row()).toBeUndefined();
  });
});
