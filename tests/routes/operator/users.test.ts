import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { requestBalance } from "../../support/withdrawals";
import { visitConsole } from "./support/visit-console";

// People through the console's own pages.

const app = openApp();
const context = createTestContext();
const { get, post, trips } = visitConsole(app);
let people: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => void (people = await signInStaff(context)));
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const pageOf = ({ userId }: Person) => `/operator/users/${userId}`;
const logOf = async ({ userId }: Person) =>
  (
    await context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE subject = ${`user:${userId}`} ORDER BY rowid`,
    )
  ).map(({ action }) => action);
const rowsIn = (text: string) => [...text.matchAll(/href="\/operator\/users\/(usr_[^"]+)"/g)].map(([, id]) => id);

describe("the list of people", () => {
  it("filters by state", async () => {
    const out = await signIn(context);
    await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${out.userId}'`);
    const shown = async (state: string) => rowsIn((await get(`/operator/users?state=${state}`, people.operator)).text);
    expect(await shown("suspended")).toEqual([out.userId]);
    expect((await shown("staff")).sort()).toEqual(
      Object.values(people)
        .map(({ userId }) => userId)
        .sort(),
    );
  });

  it("shows a reader who a person may be, and no address whole", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET phone = '919876512345', address = '7 Bond Street' WHERE id = '${investor.userId}'`);
    for (const path of ["/operator/users", pageOf(investor)]) {
      const whole = (await get(path, people.operator)).text;
      const masked = (await get(path, people.reader)).text;
      expect([whole.includes(investor.email), whole.includes("919876512345")]).toEqual([true, true]);
      for (const secret of [investor.email, "919876512345", "7 Bond Street"])
        expect(masked, path).not.toContain(secret);
      expect(masked).toContain("••••••2345");
    }
  });
});

describe("the page of a person", () => {
  it("shows what they hold and what was done, with links to each, in one round trip", async () => {
    const investor = await signIn(context);
    const caskId = await putCask(context, { name: "Carsevane 2010" });
    const { paymentId, certificateId } = await giveStake(context, investor, caskId);
    await creditWallet(context, investor, 12_345);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 12_345 });
    expect(await trips(get("/operator/users", people.operator))).toBe(1);
    expect(await trips(get(pageOf(investor), people.operator))).toBe(1);
    const { text } = await get(pageOf(investor), people.operator);
    for (const link of [
      `/operator/casks/${caskId}`,
      `/operator/payments/${paymentId}`,
      `/operator/certificates/${certificateId}`,
      `/operator/withdrawals/${withdrawalId}`,
      `/operator/log?of=user:${investor.userId}`,
    ])
      expect(text).toContain(`href="${link}"`);
    expect(text).toContain("\u2212$123.45");
    expect(text).toContain("2,000");
    expect((await get("/operator/users/usr_none", people.operator)).status).toBe(404);
  });

  it("suspends with a reason, at once, and lets in again", async () => {
    const investor = await signIn(context);
    const empty = await post(pageOf(investor), people.operator, { intent: "suspend", reason: " " });
    expect([empty.status, empty.text.includes("Enter the reason")]).toEqual([400, true]);
    const fields = { intent: "suspend", reason: "A stolen card of Asha." };
    const twice = await Promise.all([1, 2].map(() => post(pageOf(investor), people.operator, fields)));
    expect(twice.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, pageOf(investor)]));
    expect((await get("/wallet", investor)).location).toBe("/#suspended");
    const page = await get(pageOf(investor), people.reader);
    expect(page.text).toContain("A stolen card of Asha.");
    const log = await get(`/operator/log?of=user:${investor.userId}`, people.operator);
    expect(log.text).not.toContain("Asha");
    expect(await trips(post(pageOf(investor), people.second, { intent: "restore" }))).toBe(1);
    expect((await get("/wallet", investor)).location).toBe("/#session-expired");
    expect(await logOf(investor)).toEqual(["user-suspended", "user-restored"]);
  });

  it("ends sessions, records an identity check once, and takes no other intent", async () => {
    const investor = await signIn(context);
    const check = /name="check" value="(idc_\w+)"/.exec((await get(pageOf(investor), people.operator)).text)?.[1] ?? "";
    const fields = { intent: "identity", outcome: "passed", check };
    const twice = await Promise.all([1, 2].map(() => post(pageOf(investor), people.operator, fields)));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    await post(pageOf(investor), people.operator, { intent: "end-sessions" });
    await post(pageOf(investor), people.operator, { intent: "end-sessions" });
    expect(await logOf(investor)).toEqual(["identity-checked", "all-sessions-ended"]);
    expect((await get("/wallet", investor)).location).toBe("/#session-expired");
    expect((await get(pageOf(investor), people.operator)).text).toMatch(/passed(<!-- -->)?, /);
    const wrong: Record<string, string>[] = [{ intent: "identity", outcome: "maybe" }, { intent: "delete" }, {}];
    for (const odd of wrong) expect((await post(pageOf(investor), people.operator, odd)).status).toBe(400);
    expect(await logOf(investor)).toHaveLength(2);
  });
});
