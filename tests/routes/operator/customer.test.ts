import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { requestBalance } from "../../support/withdrawals";
import { openCustomerPages } from "./support/customer-pages";

// One customer's whole story on one page of the console: what waits, what was noted, and what happened.

const { context, people, get, post, trips, pageOf, logOf } = openCustomerPages();

describe("the page of a customer", () => {
  it("tells what happened in one order, newest first, fifty to a page, each once, in one round trip", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'Omar Operator' WHERE id = '${people.operator.userId}'`);
    const caskId = await putCask(context, { name: "Carsevane 2011" });
    const { certificateId } = await giveStake(context, investor, caskId);
    await creditWallet(context, investor, 9_900);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 9_900 });
    await post(`/operator/certificates/${certificateId}`, people.operator, { intent: "reissue" });
    await run(`UPDATE outbox SET done_at_ms = created_at_ms, outcome = 'no-address'
      WHERE id GLOB 'send-notice:withdrawal-requested:${withdrawalId}*'`);
    const { text } = await get(pageOf(investor), people.operator);
    for (const said of [
      "Stake bought",
      "Carsevane 2011 · stake 1 · $500.00",
      "Payment begun",
      "Certificate issued",
      "Certificate reissued",
      "Omar Operator",
      "Withdrawal requested",
      "Message: withdrawal requested",
      "not sent: there was no address",
      "Message: payment settled",
      "waiting to be sent",
    ])
      expect(text, said).toContain(said);
    const reader = (await get(pageOf(investor), people.reader)).text;
    expect(reader).toContain("Certificate reissued");
    expect(reader).not.toContain("Omar Operator");

    const log = (at: number, ms: number) =>
      run(`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
        VALUES ('old_${String(at).padStart(3, "0")}', 'user:${investor.userId}', 'signed-in', 'user:${investor.userId}', 'n${at}', ${ms})`);
    for (let at = 0; at < 120; at++) await log(at, at < 60 ? 5_000 : 1_000 + at);
    const seen: string[] = [];
    let path = pageOf(investor);
    for (let pages = 0; pages < 6 && path !== ""; pages++) {
      const page = await get(path, people.operator);
      seen.push(...[...page.text.matchAll(/>(n\d+)</g)].map(([, word]) => word ?? ""));
      const next = /href="([^"]+\?after=[^"#]+)#history"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
      if (next) expect(await trips(get(next, people.operator))).toBe(1);
      path = next ?? "";
    }
    expect(path).toBe("");
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(seen.at(-1)).toBe("n60");
    expect((await get(`${pageOf(investor)}?after=x`, people.operator)).status).toBe(400);
  });

  it("says first what waits for somebody", async () => {
    const investor = await signIn(context);
    expect((await get(pageOf(investor), people.operator)).text).toContain("Nothing is waiting.");
    await creditWallet(context, investor, 200_000);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 200_000 });
    await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
      VALUES ('sup_waits', 'kmpq9345', '${investor.userId}', 'n', 'n@example.com', 'other', 'm', 'c', 1)`);
    const { text } = await get(pageOf(investor), people.operator);
    expect(text).not.toContain("Nothing is waiting.");
    expect(text).toMatch(
      new RegExp(
        `href="/operator/support/sup_waits"[\\s\\S]*href="/operator/withdrawals/${withdrawalId}"[^>]*>Withdrawal \\$2,000.00<`,
      ),
    );
  });
});

describe("a name that is wrong", () => {
  const RIGHT = { intent: "name", full_name: "Asha Rao", name_on_certificate: "", name_reason: "Misspelt at sign-up." };
  const certificatesOf = (stakeId: string) =>
    context.db.all<{ id: string; state: string }>(
      sql`SELECT id, state FROM certificates WHERE stake_id = ${stakeId} ORDER BY rowid`,
    );
  const nameOf = async ({ userId }: Person) =>
    (await context.db.all<{ name: string | null }>(sql`SELECT full_name AS name FROM users WHERE id = ${userId}`))[0]
      ?.name;

  it("is corrected with every certificate that stands, in one batch and once", async () => {
    const investor = await signIn(context);
    await run(
      `UPDATE users SET full_name = 'Asah Rao', name_on_certificate = 'Asah Rao' WHERE id = '${investor.userId}'`,
    );
    const caskId = await putCask(context, { name: "Carsevane 2013" });
    const held = [await giveStake(context, investor, caskId), await giveStake(context, investor, caskId)];
    const gone = await giveStake(context, investor, caskId, { certificate: "void" });
    const page = pageOf(investor);
    const wrong = await post(page, people.operator, { ...RIGHT, full_name: " " });
    expect([wrong.status, wrong.text.includes("Misspelt at sign-up.")]).toEqual([400, true]);
    const done = await Promise.all([1, 2].map(() => post(page, people.operator, RIGHT)));
    expect(done.map(({ status }) => status)).toEqual([303, 303]);
    expect(await nameOf(investor)).toBe("Asha Rao");
    for (const { stakeId, certificateId } of held)
      expect(await certificatesOf(stakeId)).toEqual([
        { id: certificateId, state: "void" },
        { id: expect.stringMatching(/^crt_/) as string, state: "pending" },
      ]);
    expect(await certificatesOf(gone.stakeId)).toHaveLength(1);
    const work = await context.db.all(sql`SELECT notice, done_at_ms IS NULL AS waits, count(*) AS count FROM outbox
      WHERE notice = 'name-corrected' OR (notice = 'certificate-ready' AND outcome = 'superseded') GROUP BY notice ORDER BY notice`);
    expect(work).toEqual([
      { notice: "certificate-ready", waits: 0, count: 2 },
      { notice: "name-corrected", waits: 1, count: 1 },
    ]);
    expect(await logOf(investor)).toEqual(["name-corrected"]);
    const log = await context.db.all<{ text: string }>(
      sql`SELECT group_concat(coalesce(detail, '')) AS text FROM audit_log`,
    );
    expect(log[0]?.text).not.toMatch(/Asha|Asah|Misspelt/);
  });

  it("is never one's own to correct, nor a reader's", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'A. Rao' WHERE id = '${investor.userId}'`);
    expect((await post(pageOf(people.operator), people.operator, RIGHT)).status).toBe(409);
    expect((await post(pageOf(investor), people.reader, RIGHT)).status).toBe(403);
    expect(await nameOf(investor)).toBe("A. Rao");
  });
});
