import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { run } from "../../db/support/rows-in-states";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { ORIGIN } from "../../support/serve-app";
import { openCustomerPages } from "./support/customer-pages";

const { app, context, people, get, post, pageOf, logOf } = openCustomerPages();

describe("a request for data or erasure that came by letter", () => {
  const today = dateOf(context.nowMs());
  const record = (kind: string, receivedOn = today) => ({
    intent: "record-request",
    request_kind: kind,
    received_on: receivedOn,
  });
  const requestsOf = async ({ userId }: Person) =>
    context.db.all<{ id: string; kind: string; dueOn: string }>(
      sql`SELECT id, kind, due_on AS dueOn FROM support_requests WHERE user_id = ${userId} AND closed_at_ms IS NULL ORDER BY rowid`,
    );
  const closed = (id: string) => post(`/operator/support/${id}`, people.operator, { intent: "close" });

  it("waits in Support, due in a month, once a kind, and is handed over as the person's own archive", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'Asha Rao' WHERE id = '${investor.userId}'`);
    const page = pageOf(investor);
    for (const day of [addDays(today, 2), addDays(today, -366), "2026-02-30"]) {
      const wrong = await post(page, people.operator, record("data", day));
      expect([wrong.status, wrong.text.includes("Enter the day it arrived")], day).toEqual([400, true]);
    }
    const came = addDays(today, -20);
    const twice = await Promise.all([1, 2].map(() => post(page, people.operator, record("data", came))));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    expect((await post(page, people.second, record("data"))).status).toBe(409);
    const [asked] = await requestsOf(investor);
    expect(await requestsOf(investor)).toEqual([{ id: asked?.id, kind: "data", dueOn: addMonths(came, 1) }]);
    expect((await get(page, people.operator)).text).toContain(`href="/operator/support/${asked?.id}"`);
    expect((await get(`/operator/support/${asked?.id}`, people.operator)).text).toContain("Answer by");

    const file = (as: Person) =>
      app.raw(`${page}/archive`, { method: "POST", headers: { Cookie: as.cookie, Origin: ORIGIN } });
    const answer = await file(people.operator);
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(strFromU8(files["everything.json"] ?? new Uint8Array())).toContain("Asha Rao");
    expect((await closed(asked?.id ?? "")).status).toBe(303);
    expect((await file(people.operator)).headers.get("Location")).toBe(`${page}?file=no-request#requests`);
    expect(await logOf(investor)).toEqual(["data-request-recorded", "data-file-made"]);
    const told = await context.db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
      WHERE notice = 'data-access' AND instr(subject_id, ${investor.userId}) > 0 ORDER BY rowid`);
    expect(told.map(({ subject }) => subject.split(":")[2])).toEqual(["recorded", "made"]);
    expect((await post(pageOf(people.operator), people.operator, record("data"))).status).toBe(409);
  });

  it("to be erased begins the closing, which tells its owner and can be stopped, after the data and never twice", async () => {
    const investor = await signIn(context);
    await creditWallet(context, investor, 5_000);
    const page = pageOf(investor);
    expect((await post(page, people.operator, { intent: "erase" })).status).toBe(409);
    await post(page, people.operator, record("data"));
    await post(page, people.operator, record("erasure"));
    const [data] = await requestsOf(investor);
    const first = await post(page, people.operator, { intent: "erase" });
    expect([first.status, first.text.includes("Hand over their data")]).toEqual([409, true]);
    expect((await closed(data?.id ?? "")).status).toBe(303);
    const twice = await Promise.all([1, 2].map(() => post(page, people.operator, { intent: "erase" })));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const closings = await context.db.all(sql`SELECT give_up_stakes + give_up_balance AS given, closed_at_ms AS closed,
        closes_from_ms - asked_at_ms AS waits, EXISTS (SELECT 1 FROM outbox WHERE subject_id = 'closing-asked:' || account_closings.id || ':1') AS told
      FROM account_closings WHERE user_id = ${investor.userId}`);
    expect(closings).toEqual([{ given: 0, closed: null, waits: 7 * 86_400_000, told: 1 }]);
    expect((await get(page, people.operator)).text).toContain("The account is closing.");
    expect((await post(pageOf(people.second), people.operator, record("erasure"))).status).toBe(303);
    expect((await post(pageOf(people.second), people.operator, { intent: "erase" })).status).toBe(409);
  });
});
