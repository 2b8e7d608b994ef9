import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { requestBalance } from "../../support/withdrawals";
import { ORIGIN } from "../../support/serve-app";
import { openConsole } from "./support/console";

// People through the console's own pages.

const { app, context, people, get, post, actionsOn } = openConsole();
const pageOf = ({ userId }: Person) => `/operator/users/${userId}`;
const logOf = ({ userId }: Person) => actionsOn(`user:${userId}`);
const rowsIn = (text: string) => [...text.matchAll(/href="\/operator\/users\/(usr_[^"]+)"/g)].map(([, id]) => id);

describe("the list of people", () => {
  it("filters by state", async () => {
    const out = await signIn(context);
    await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${out.userId}'`);
    const shown = async (state: string) =>
      rowsIn((await get(`/operator/users?state=${state}`, people.operator)).text).sort();
    expect(await shown("suspended")).toEqual([out.userId]);
    const staff = Object.values(people).map(({ userId }) => userId);
    expect(await shown("staff")).toEqual(staff.sort());
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
  it("shows what they hold and what was done, with links to each, the latest request first", async () => {
    const investor = await signIn(context);
    const caskId = await putCask(context, { name: "Carsevane 2010" });
    const { paymentId, certificateId } = await giveStake(context, investor, caskId);
    await creditWallet(context, investor, 200_000);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 200_000 });
    await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
      VALUES ('sup_waits', 'kmpq9345', '${investor.userId}', 'n', 'n@example.com', 'other', 'm', 'c', 1)`);
    const { text } = await get(pageOf(investor), people.reader);
    const matters = [`/operator/payments/${paymentId}`, `/operator/withdrawals/${withdrawalId}`];
    const others = [`/operator/casks/${caskId}`, `/operator/certificates/${certificateId}`];
    for (const link of [...matters, ...others, `/operator/log?of=user:${investor.userId}`])
      expect(text).toContain(`href="${link}"`);
    const [, listed = ""] = /<div id="matters"(.*?)<\/details>/s.exec(text) ?? [];
    const links = [...listed.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links.at(-1)).toBe("/operator/support/sup_waits");
    expect(links.slice(0, -1).sort()).toEqual(matters.sort());
    for (const said of ["Carsevane 2010", "$2,000.00", "To answer", "Settled"]) expect(listed, said).toContain(said);
    const [, bookings = ""] = /<div id="bookings"(.*?)<\/details>/s.exec(text) ?? [];
    expect(bookings).toContain("−$2,000.00");
  });

  it("suspends with a reason, at once, and lets in again", async () => {
    const investor = await signIn(context);
    const empty = await post(pageOf(investor), people.operator, { intent: "suspend", reason: " " });
    expect([empty.status, empty.text.includes("Enter the reason")]).toEqual([400, true]);
    const done = await post(pageOf(investor), people.operator, { intent: "suspend", reason: "A stolen card of Asha." });
    expect([done.status, done.location]).toEqual([303, pageOf(investor)]);
    expect((await get("/wallet", investor)).location).toBe("/#suspended");
    expect((await get(pageOf(investor), people.reader)).text).toContain("A stolen card of Asha.");
    const log = await get(`/operator/log?of=user:${investor.userId}`, people.operator);
    expect(log.text).not.toContain("Asha");
    await post(pageOf(investor), people.second, { intent: "restore" });
    expect((await get("/wallet", investor)).location).toBe("/#session-expired");
  });

  it("ends sessions, records an identity check once, and takes no other intent", async () => {
    const investor = await signIn(context);
    const check = /name="check" value="(idc_\w+)"/.exec((await get(pageOf(investor), people.operator)).text)?.[1] ?? "";
    const fields = { intent: "identity", outcome: "passed", check };
    for (let tap = 0; tap < 2; tap++) expect((await post(pageOf(investor), people.operator, fields)).status).toBe(303);
    await post(pageOf(investor), people.operator, { intent: "end-sessions" });
    const wrong: Record<string, string>[] = [{ intent: "identity", outcome: "maybe" }, { intent: "delete" }];
    for (const odd of wrong) expect((await post(pageOf(investor), people.operator, odd)).status).toBe(400);
    expect(await logOf(investor)).toEqual(["identity-checked", "all-sessions-ended"]);
    expect((await get("/wallet", investor)).location).toBe("/#session-expired");
  });
});

describe("a person who asked by letter", () => {
  it("for their data is told that the operator made their own archive, which is logged", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'Asha Rao' WHERE id = '${investor.userId}'`);
    const headers = { Cookie: people.operator.cookie, Origin: ORIGIN };
    const file = (of: Person) => app.raw(`${pageOf(of)}/archive`, { method: "POST", headers });
    const answer = await file(investor);
    expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await answer.text()).toContain("Asha Rao");
    expect(await logOf(investor)).toEqual(["data-file-made"]);
    const told = await context.db.all(sql`SELECT 1 FROM outbox
      WHERE notice = 'data-access' AND instr(subject_id, ${investor.userId}) > 0`);
    expect(told).toHaveLength(1);
    expect((await file(people.operator)).headers.get("Location")).toContain("?file=not-allowed");
  });

  it("to be erased is told so, once nothing is held any more, and staff are not erased", async () => {
    const [investor, holder] = [await signIn(context), await signIn(context)];
    await creditWallet(context, holder, 5_000);
    const erase = (of: Person) => post(pageOf(of), people.operator, { intent: "erase" });
    for (const kept of [holder, people.second]) expect((await erase(kept)).status).toBe(409);
    expect((await erase(investor)).status).toBe(303);
    const told = await context.db.all(sql`SELECT 1 FROM outbox
      WHERE subject_id = ${`account-closed:${investor.userId}:1`}`);
    expect([told.length, await logOf(investor)]).toEqual([1, ["account-closed"]]);
  });
});
