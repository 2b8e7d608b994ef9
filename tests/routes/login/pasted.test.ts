import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { attributeOf } from "../../support/read-html";
import { openApp, ORIGIN } from "../../support/serve-app";

// Addresses and codes as people paste them: each kind is read alike at every door that takes one.

const app = openApp();
const context = createTestContext();
let person: Person;
let certificateId: string;
let staff: Awaited<ReturnType<typeof signInStaff>>;
beforeAll(async () => {
  [person, staff] = [await signIn(context), await signInStaff(context)];
  ({ certificateId } = await giveStake(context, person, await putCask(context), { code: CODE }));
  await context.db.run(sql`UPDATE users SET phone = '919812345067', email = 'asha.rao@example.com'
    WHERE id = ${person.userId}`);
});

/** Too often, perhaps, but no longer wrong. */
const READ = { status: expect.toSatisfy((status) => status !== 400) as number };
let serial = 0;
const CODE = "acdefghjkmnpqrtv";
const from = (as?: Person) => ({
  Origin: ORIGIN,
  "CF-Connecting-IP": `198.51.${++serial % 250}.7`,
  ...(as && { Cookie: as.cookie }),
});
const post = (path: string, fields: Record<string, string>, as?: Person) =>
  app.submit(path, fields, { cookie: as?.cookie });
const call = (path: string, fields: object) =>
  app.ask(path, { method: "POST", headers: from(), body: JSON.stringify(fields) });
const find = (typed: string) =>
  app.ask(`/operator/search?q=${encodeURIComponent(typed)}`, { headers: from(staff.operator) });
const theirs = () => ({ location: `/operator/users/${person.userId}` });

type Door = [name: string, ask: () => Promise<object>, answer: object | null];
const SEEN = { status: 303 };
const opens = async (_: string, ask: Door[1], answer: Door[2]) => expect(await ask()).toMatchObject(answer ?? theirs());
/** Doors that read phone numbers and mailboxes alike. */
const doorsOf = (fields: Record<string, string>, typed: string): Door[] => [
  ["login", () => post("/get-started?mode=login", fields), READ],
  ["the API's login", () => call("/api/otp/send", fields), READ],
  ["leads", () => call("/api/leads/add_leads", fields), { status: 200 }],
  ["support", () => post("/customer-support", { name: "A", contact: typed, kind: "other", message: typed }), SEEN],
  ["the console's search", () => find(typed), null],
];

const PHONES = [
  "\u202A+91\u00A098123\u202F45067\u202C",
  "९८१२३ ४५०६७",
  "(+91) 98123-45067",
  "0091 98123 45067",
  "98123.45067",
  "tel:+919812345067",
];
describe.each(PHONES)("the phone number %j", (phone_number) => {
  it.each([
    ...doorsOf({ phone_number }, phone_number),
    ["settings", () => post("/phone-number", { phone_number }, person), { location: "/settings" }],
  ] satisfies Door[])("is read by %s", opens);
});

const MAILBOXES = [
  " Asha.Rao@Example.com\u00A0",
  "\u202Aasha.rao@example.com\u202C",
  "asha.rao@exam\u200Bple.com",
  "mailto:asha.rao@example.com",
  "asha.rao@example.com,",
];
describe.each(MAILBOXES)("the mailbox %j", (email) => {
  it.each([
    ...doorsOf({ email }, email),
    ["a cancellation", () => post("/cancel-purchase", { name: "A", email, code: CODE, intent: "confirm" }), SEEN],
    ["settings", () => post("/personal-details", { email }, person), { location: "/settings" }],
  ] satisfies Door[])("is read by %s", opens);

  it("is kept as one address", async () => {
    await call("/api/leads/add_leads", { email });
    const kept = await context.db.all(sql`SELECT email FROM leads WHERE email IS NOT NULL`);
    expect(kept).toEqual([{ email: "asha.rao@example.com" }]);
  });
});

describe.each(["१२३४५६", "۱۲۳ ۴۵۶", "123-456", "\u200E123456\u00A0", "123456 is your code, valid for 10 minutes."])(
  "the code %j",
  (otp) => {
    it("is read by the API as by the page", async () => {
      const asked = JSON.parse((await call("/api/otp/send", { email: `code-${++serial}@example.com` })).text) as {
        msg91Id: string;
      };
      const answer = await call("/api/otp/verify", { msg91Id: asked.msg91Id, otp });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Invalid OTP")]);
      const login = await post("/get-started?mode=login", { email: `code-${++serial}@example.com` });
      const cookie = login.cookies.map((line) => line.split(";")[0]).join("; ");
      const page = await app.ask("/enter-OTP", { headers: { ...from(), Cookie: cookie } });
      const [first = ""] = page.text.match(/<input[^>]*name="digit"[^>]*>/g) ?? [];
      // Without a script the browser cuts off what is longer.
      expect(Number(attributeOf(first, "maxlength"))).toBeGreaterThanOrEqual(otp.length);
      const sent = await app.submit("/enter-OTP", { intent: "verify", digit: otp }, { cookie });
      expect([sent.status, sent.text]).toEqual([400, expect.stringContaining("Invalid OTP")]);
    });
  },
);

it.each(["12345", "1234567", "123456 654321", "twelve"])("does not guess at the code %j", async (otp) => {
  const answer = await call("/api/otp/verify", { msg91Id: "x", otp });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("complete 6-digit OTP")]);
});

describe.each([
  "ACDE-FGHJ-KMNP-QRTV.",
  "(acde\u2011fghj\u2011kmnp\u2011qrtv)",
  "\u201Cacdefghjkmnpqrtv\u201D",
  `<${ORIGIN}/verify/ACDEFGHJKMNPQRTV>.`,
])("the certificate code %j", (code) => {
  it("is read by the page that verifies it, the console's search and a cancellation", async () => {
    expect((await app.ask(`/verify?code=${encodeURIComponent(code)}`)).location).toBe(`/verify/${CODE}`);
    expect((await find(code)).location).toBe(`/operator/certificates/${certificateId}`);
    const email = `cancels-${++serial}@example.com`;
    await post("/cancel-purchase", { name: "A", email, code, intent: "confirm" });
    expect(
      await context.db.all(sql`SELECT payment_id IS NOT NULL AS isFound FROM support_requests WHERE email = ${email}`),
    ).toEqual([{ isFound: 1 }]);
  });
});

it.each(["/get-started?mode=login", "/phone-number"])("a pasted phone number is not cut off on %s", async (path) => {
  const { text } = await app.ask(path, { headers: path === "/phone-number" ? from(person) : from() });
  const [field = ""] = text.match(/<input[^>]*name="phone_number"[^>]*>/) ?? [];
  expect(Number(attributeOf(field, "maxlength"))).toBeGreaterThanOrEqual(Math.max(...PHONES.map((one) => one.length)));
});

it("with cookies switched off the page after the code says that cookies are needed, and nobody else is told so", async () => {
  const referer = (path: string) => ({ headers: { ...from(), Referer: `${ORIGIN}${path}` } });
  expect((await app.ask("/enter-OTP", referer("/get-started?mode=login"))).location).toBe("/#cookies-needed");
  for (const path of ["/", "/enter-OTP", "/get-started-elsewhere"])
    expect((await app.ask("/enter-OTP", referer(path))).location).toBe("/");
  expect((await app.ask("/")).text).toMatch(/id="cookies-needed"[^]*?Logging in needs cookies/);
});
