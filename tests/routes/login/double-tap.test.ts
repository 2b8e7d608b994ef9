import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { type Answer, countRows, emptyTables, viewerOf, Visitor } from "./visitor";

// A finger that taps twice: both posts leave with the cookies of before the first answer, and the browser keeps the second
// answer only. So that one has to be good.

const ADDRESS = "asha@example.com";
const PHONE = "9876543210";
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

/** The same browser as it is now. */
function asNow(original: Visitor, ip = original.ip): Visitor {
  const copy = new Visitor(context, ip);
  for (const [name, value] of original.cookies) copy.cookies.set(name, value);
  return copy;
}

/** One tap after the other or both at once, from the same page. */
async function twice(
  tap: (browser: Visitor) => Promise<Answer>,
  together: boolean,
): Promise<[Visitor, Answer, Answer]> {
  const [first, second] = [asNow(visitor), asNow(visitor)];
  if (together) return [second, ...(await Promise.all([tap(first), tap(second)]))];
  const one = await tap(first);
  context.clock.advance(300);
  return [second, one, await tap(second)];
}

const wrong = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, "0");

describe.each([false, true])("two taps, both at once: %s", (together) => {
  it.each(["email", "phone"])("on Verify open one session, which the second answer carries (%s)", async (channel) => {
    await visitor.openGetStarted();
    if (channel === "email") await visitor.askForCode({ email: ADDRESS });
    else await visitor.askForCode({ phone_number: PHONE });
    const code = channel === "email" ? context.mailer.codeFor(ADDRESS) : context.phoneCodes.codeFor(`91${PHONE}`);
    const [browser, one, two] = await twice((tab) => tab.enterCode(code), together);
    expect([one, two].map(({ status, location }) => [status, location])).toEqual([
      [303, "/wallet"],
      [303, "/wallet"],
    ]);
    expect(await viewerOf(browser)).not.toBeNull();
    const cookies = [one, two].map(({ setCookies }) => setCookies.find((line) => line.startsWith("session=")));
    expect(cookies[0]).toBe(cookies[1]);
    expect([await countRows("sessions"), await countRows("users"), await countRows("audit_log")]).toEqual([1, 1, 1]);
    expect(await countRows("sessions WHERE revoked_at_ms IS NOT NULL")).toBe(0);
  });

  it("on Send code send one code, to the login that both answers lead to", async () => {
    await visitor.openGetStarted();
    const [browser, one, two] = await twice((tab) => tab.askForCode({ email: ADDRESS }), together);
    expect([one, two].map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, "/enter-OTP"]));
    expect(context.mailer.sent).toHaveLength(1);
    expect((await browser.enterCode(context.mailer.codeFor(ADDRESS))).location).toBe("/wallet");
  });
});

describe("a code that was used opens nothing else", () => {
  beforeEach(async () => {
    await visitor.askForCode({ email: ADDRESS });
  });

  it("without the browser's own login, with another code, or after a minute", async () => {
    const code = context.mailer.codeFor(ADDRESS);
    const before = asNow(visitor);
    await visitor.enterCode(code);
    const stranger = new Visitor(context, "203.0.113.9");
    await stranger.askForCode({ email: "mallory@example.com" });
    expect((await stranger.enterCode(code)).location).not.toBe("/wallet");
    expect((await asNow(before).enterCode(wrong(code))).location).toBe("/enter-OTP");
    context.clock.advance(60_000);
    const late = await before.enterCode(code);
    expect(late.location).toBe("/enter-OTP");
    expect(late.setCookies.filter((line) => line.startsWith("session="))).toEqual([]);
    expect(await countRows("sessions")).toBe(1);
  });

  it("opens nothing once that session was ended", async () => {
    const code = context.mailer.codeFor(ADDRESS);
    const before = asNow(visitor);
    await visitor.enterCode(code);
    await visitor.signOut();
    expect((await before.enterCode(code)).location).toBe("/enter-OTP");
    expect(await viewerOf(before)).toBeNull();
    expect(await countRows("sessions")).toBe(1);
  });
});
