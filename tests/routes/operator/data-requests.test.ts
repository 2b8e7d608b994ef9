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
    context.db.all<{ id: string; kind: string; dueOn: string; outcome: string | null }>(
      sql`SELECT id, kind, due_on AS dueOn, outcome FROM data_requests WHERE user_id = ${userId} ORDER BY rowid`,
    );

  it("is due in a month, once a kind, extended once with a reason, and handed over as the person's own archive", async () => {
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
    expect(await requestsOf(investor)).toEqual([
      { id: asked?.id, kind: "data", dueOn: addMonths(came, 1), outcome: null },
    ]);
    const { text } = await get(page, people.operator);
    expect(text).toContain("Request for a copy of the data");
    const request = { request: asked?.id ?? "" };
    expect(
      (await post(page, people.operator, { intent: "extend-request", ...request, because_data: " " })).status,
    ).toBe(400);
    const extend = { intent: "extend-request", ...request, because_data: "Forty stakes of Asha." };
    expect((await post(page, people.operator, extend)).status).toBe(303);
    expect((await post(page, people.operator, { ...extend, because_data: "Again." })).status).toBe(409);
    expect((await requestsOf(investor))[0]?.dueOn).toBe(addMonths(came, 3));
    expect((await get(page, people.operator)).text).toContain("Forty stakes of Asha.");
    expect((await get(page, people.reader)).text).not.toContain("Forty stakes");

    const file = (as: Person) =>
      app.raw(`${page}/archive`, { method: "POST", headers: { Cookie: as.cookie, Origin: ORIGIN } });
    const answer = await file(people.operator);
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(strFromU8(files["everything.json"] ?? new Uint8Array())).toContain("Asha Rao");
    expect((await post(page, people.operator, { intent: "hand-over", ...request })).status).toBe(303);
    expect((await requestsOf(investor))[0]?.outcome).toBe("done");
    expect((await file(people.operator)).headers.get("Location")).toBe(`${page}?file=no-request#requests`);
    expect(await logOf(investor)).toEqual([
      "data-request-recorded",
      "data-request-extended",
      "data-file-made",
      "data-request-ended",
    ]);
    const told = await context.db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
      WHERE notice = 'data-access' AND instr(subject_id, ${investor.userId}) > 0 ORDER BY rowid`);
    expect(told.map(({ subject }) => subject.split(":")[2])).toEqual(["recorded", "made"]);
    expect((await post(pageOf(people.operator), people.operator, record("data"))).status).toBe(409);
  });

  it("is done when the person takes their data themselves", async () => {
    const investor = await signIn(context);
    await post(pageOf(investor), people.operator, record("data"));
    await app.raw("/my-data/archive", { method: "POST", headers: { Cookie: investor.cookie, Origin: ORIGIN } });
    expect((await requestsOf(investor))[0]?.outcome).toBe("done");
  });

  it("to be erased begins the closing, which tells its owner and can be stopped, after the data and never twice", async () => {
    const investor = await signIn(context);
    await creditWallet(context, investor, 5_000);
    const page = pageOf(investor);
    await post(page, people.operator, record("data"));
    await post(page, people.operator, record("erasure"));
    const [data, erasure] = await requestsOf(investor);
    const erase = { intent: "erase", request: erasure?.id ?? "" };
    const first = await post(page, people.operator, erase);
    expect([first.status, first.text.includes("Hand over their data")]).toEqual([409, true]);
    const refuse = { intent: "refuse-request", request: data?.id ?? "", because_data: "Took it themselves." };
    expect((await post(page, people.operator, refuse)).status).toBe(303);
    expect((await post(page, people.operator, { ...erase, intent: "hand-over" })).status).toBe(409);
    const twice = await Promise.all([1, 2].map(() => post(page, people.operator, erase)));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const closings = await context.db.all(sql`SELECT give_up_stakes + give_up_balance AS given, closed_at_ms AS closed,
        closes_from_ms - asked_at_ms AS waits, EXISTS (SELECT 1 FROM outbox WHERE subject_id = 'closing-asked:' || account_closings.id || ':1') AS told
      FROM account_closings WHERE user_id = ${investor.userId}`);
    expect(closings).toEqual([{ given: 0, closed: null, waits: 7 * 86_400_000, told: 1 }]);
    expect((await get(page, people.operator)).text).toContain("The account is closing.");
    expect((await requestsOf(investor)).map(({ outcome }) => outcome)).toEqual(["refused", null]);
    expect((await post(pageOf(people.second), people.operator, record("erasure"))).status).toBe(303);
    const [staff] = await requestsOf(people.second);
    expect(
      (await post(pageOf(people.second), people.operator, { intent: "erase", request: staff?.id ?? "" })).status,
    ).toBe(409);
  });
});
