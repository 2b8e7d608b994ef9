import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as confirmContact from "~/routes/confirm-contact/route";
import * as phoneNumber from "~/routes/phone-number/route";
import * as settings from "~/routes/settings/route";
import { createTestContext, type TestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { open, post } from "./ask";

const STALE_MS = 60 * 60_000;

let context: TestContext;
let person: Person;
let serial = 0;
beforeEach(async () => {
  context = createTestContext({ ip: `198.51.100.${200 + ++serial}` });
  person = await signIn(context);
});

describe("a phone number", () => {
  const phoneOf = async (who: Person) =>
    (await context.db.all<{ phone: string | null }>(sql`SELECT phone FROM users WHERE id = ${who.userId}`))[0]?.phone;
  const ask = (phone_number: string) => post(context, phoneNumber, "/phone-number", person.cookie, { phone_number });

  it("is added, then changed, by a code sent to the new one, and the session goes on under a new id", async () => {
    let { cookie } = person;
    for (const number of [`98765432${10 + serial}`, `98765433${10 + serial}`]) {
      const asked = await post(context, phoneNumber, "/phone-number", cookie, { phone_number: `+91 ${number}` });
      expect([asked.response.status, asked.location]).toEqual([303, "/confirm-contact"]);
      const both = `${cookie}; ${asked.cookies[0]}`;
      const page = await open(context, confirmContact, "/confirm-contact", both);
      expect(page.data).toMatchObject({ destination: `+91 ${number.slice(0, 5)} ${number.slice(5)}` });
      const entered = await post(context, confirmContact, "/confirm-contact", both, {
        otp: context.phoneCodes.codeFor(`91${number}`),
      });
      expect(entered.location).toBe("/settings");
      expect(await phoneOf(person)).toBe(`91${number}`);
      expect((await open(context, settings, "/settings", cookie)).location).toBe("/#session-expired");
      cookie = entered.cookies.find((one) => one.startsWith("session=")) ?? "";
      expect((await open(context, settings, "/settings", cookie)).data).toMatchObject({
        personal: { phoneNumber: number },
      });
      context.clock.advance(60_000);
    }
    const told = await context.db.all(sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`}`);
    expect(told).toEqual([{ action: "phone-changed" }, { action: "phone-changed" }]);
  });

  it("that is invalid, unchanged, or another user's changes nothing", async () => {
    const refused = await ask("12345");
    expect([refused.response.status, refused.data]).toEqual([
      400,
      { typed: "12345", error: "Enter the 10 digits of your phone number, without +91." },
    ]);
    expect(refused.trips.count).toBe(1);
    const taken = `98765434${10 + serial}`;
    const owner = await signIn(context);
    await context.db.run(sql`UPDATE users SET phone = ${`91${taken}`} WHERE id = ${owner.userId}`);
    const asked = await ask(taken);
    const entered = await post(context, confirmContact, "/confirm-contact", `${person.cookie}; ${asked.cookies[0]}`, {
      otp: context.phoneCodes.codeFor(`91${taken}`),
    });
    expect(entered.response.status).toBe(409);
    expect(await phoneOf(person)).toBeNull();
    const same = await post(context, phoneNumber, "/phone-number", owner.cookie, { phone_number: taken });
    expect(same.location).toBe("/settings");
  });

  it("takes a fresh code first", async () => {
    context.clock.advance(STALE_MS);
    const stale = await ask(`98765436${10 + serial}`);
    expect([stale.response.status, stale.location]).toEqual([303, "/confirm-code?next=phone-number"]);
    expect(stale.cookies.join()).toContain("toast=");
    context.clock.advance(-STALE_MS / 2);
    const form = await open(context, phoneNumber, "/phone-number", person.cookie);
    expect([form.location, form.cookies]).toEqual(["/confirm-code?next=phone-number", []]);
    // One that was opened in time may still be sent, and shows its errors.
    expect((await ask("123")).page?.data).toMatchObject({ saved: "" });
  });
});
