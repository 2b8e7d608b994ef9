import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as closeAccount from "~/routes/close-account/route";
import * as logout from "~/routes/logout/route";
import * as settings from "~/routes/settings/route";
import { call, tokenOf } from "../api/support/client";
import { createTestContext, type TestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { Visitor } from "../login/visitor";
import { open, post } from "./ask";

let context: TestContext;
let person: Person;
let serial = 0;
beforeEach(async () => {
  context = createTestContext({ ip: `198.51.100.${100 + ++serial}` });
  person = await signIn(context);
});

const everywhere = (cookie: string) => post(context, logout, "/logout", cookie, { intent: "everywhere" });
const opens = async (cookie: string) => (await open(context, settings, "/settings", cookie)).location === null;

describe("'Log out everywhere'", () => {
  it("ends this device, every other one and the programs, and leaves other people alone", async () => {
    const other = new Visitor(context);
    await other.signInByEmail(person.email);
    const otherCookie = `session=${other.cookies.get("session") ?? ""}`;
    const token = await tokenOf(context, person);
    const stranger = await signIn(context);
    expect([await opens(person.cookie), await opens(otherCookie)]).toEqual([true, true]);
    const left = await everywhere(person.cookie);
    expect([left.response.status, left.location]).toEqual([303, "/#signed-out-everywhere"]);
    expect(left.response.headers.get("Clear-Site-Data")).toBe('"cache", "storage", "prefetchCache", "prerenderCache"');
    expect(left.cookies).toContain("session=");
    expect([await opens(person.cookie), await opens(otherCookie), await opens(stranger.cookie)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await call(context, "GET", "/api/cask/get_casks", { token })).toMatchObject({ status: 401 });
    expect(
      await context.db.all(sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`}
        AND action = 'all-sessions-ended'`),
    ).toHaveLength(1);
  });

  it("tapped again when the first answer has taken the cookie away says the same, for a minute and to that browser", async () => {
    const first = await everywhere(person.cookie);
    const kept = first.response.headers.getSetCookie().find((line) => line.startsWith("ended="));
    expect(kept).toContain("Max-Age=60;");
    const cookie = kept?.split(";")[0] ?? "";
    expect((await everywhere(cookie)).location).toBe("/#signed-out-everywhere");
    expect((await everywhere(`${cookie}x`)).location).toBe("/#session-expired");
    const closing = await post(context, closeAccount, "/close-account", cookie, { understood: "yes" });
    expect(closing.location).not.toBe("/#account-closed");
  });

  it("tapped twice says the same twice; from an ended session it ends no one's", async () => {
    const [first, second] = [await everywhere(person.cookie), await everywhere(person.cookie)];
    expect([first.location, second.location]).toEqual(Array(2).fill("/#signed-out-everywhere"));
    const owner = await signIn(context);
    await post(context, logout, "/logout", owner.cookie, {});
    const other = new Visitor(context);
    await other.signInByEmail(owner.email);
    expect((await everywhere(owner.cookie)).location).toBe("/#session-expired");
    expect(await opens(`session=${other.cookies.get("session") ?? ""}`)).toBe(true);
    expect((await everywhere("")).location).toBe("/#session-expired");
  });
});
