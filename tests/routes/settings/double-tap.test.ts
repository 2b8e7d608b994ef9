// Two taps on forms that send a code or end a session: where one tap would have led, and what was sent counts once. Both posts leave
// with the cookies of the same page, and the browser keeps the second answer. Elsewhere: the login (routes/login/double-tap), the
// withdrawal (routes/wallet), a checkout (areas/buying/double-click, routes/journey/open-payments), Log out everywhere (beside this).
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as confirmCode from "~/routes/confirm-code/route";
import * as confirmPhone from "~/routes/confirm-phone/route";
import * as enterOtp from "~/routes/enter-OTP/route";
import * as logout from "~/routes/logout/route";
import * as personalDetails from "~/routes/personal-details/route";
import * as phoneNumber from "~/routes/phone-number/route";
import { type Person, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { Visitor } from "../login/visitor";
import { post } from "./ask";

let shop: Shop;
let person: Person;
let serial = 0;
const MINUTE_MS = 60_000;

beforeEach(async () => {
  shop = openShop();
  serial += 1;
  person = await signIn(shop.context, { activated: false });
  // By the login's own pages: they give the browser a name, by which a second tap is known.
  const visitor = new Visitor(shop.context);
  await visitor.signInByEmail(person.email);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  person = { ...person, cookie };
  shop.context.clock.advance(MINUTE_MS);
  shop.context.mailer.sent.length = 0;
});

const count = async (rows: string) =>
  (await shop.context.db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM ${rows}`)))[0]?.n;

describe.each([true, false])("two taps, both at once: %s,", (together) => {
  /** @returns both answers */
  async function twice<T>(tap: () => Promise<T>): Promise<[T, T]> {
    if (together) return Promise.all([tap(), tap()]);
    const first = await tap();
    shop.context.clock.advance(300);
    return [first, await tap()];
  }
  const send = (
    route: Parameters<typeof post>[1],
    path: string,
    fields: Record<string, string>,
    cookie = person.cookie,
  ) => twice(() => post(shop.context, route, path, cookie, fields));
  /** What the second answer gives is what the browser has then. */
  async function leadTo(answers: ReturnType<typeof send>, location: string) {
    const [first, second] = await answers;
    expect([first, second].map(({ response, location: at }) => [response.status, at])).toEqual(
      Array(2).fill([303, location]),
    );
    const jar = new Map([...person.cookie.split("; "), ...second.cookies].map((one) => [one.split("=")[0], one]));
    return [...jar.values()].join("; ");
  }

  it("on Save of a new address send one code", async () => {
    const fields = { full_name: "", email: `after-${serial}@example.com`, address: "" };
    await leadTo(send(personalDetails, "/personal-details", fields), "/confirm-email");
    expect(shop.context.mailer.to(fields.email)).toHaveLength(1);
  });

  it("on Send code for a phone number, and on its Verify, send one code and save it", async () => {
    const phone = `98111${10_000 + serial}`;
    const cookie = await leadTo(send(phoneNumber, "/phone-number", { phone_number: phone }), "/confirm-phone");
    expect(shop.context.phoneCodes.sent).toHaveLength(1);
    const otp = shop.context.phoneCodes.codeFor(`91${phone}`);
    await leadTo(send(confirmPhone, "/confirm-phone", { otp }, cookie), "/settings");
    expect(await count(`users WHERE phone = '91${phone}'`)).toBe(1);
  });

  it("on Send code, and on Verify, of a step that needs a fresh code send one and go on", async () => {
    shop.context.clock.advance(30 * MINUTE_MS);
    const cookie = await leadTo(send(confirmCode, "/confirm-code?next=bank-details", {}), "/enter-OTP");
    expect(shop.context.mailer.to(person.email)).toHaveLength(1);
    const digits = { digit: shop.context.mailer.codeFor(person.email) };
    await leadTo(send(enterOtp, "/enter-OTP", digits, cookie), "/bank-details");
  });

  it("on Logout sign out, which both answers say", async () => {
    await leadTo(send(logout, "/logout", {}), "/#signed-out");
    // The one that the person was made with is another device's.
    expect(await count(`sessions WHERE user_id = '${person.userId}' AND revoked_at_ms IS NULL`)).toBe(1);
  });
});
