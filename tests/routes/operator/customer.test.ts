import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { requestBalance } from "../../support/withdrawals";
import { openCustomerPages } from "./support/customer-pages";

const { context, people, get, post, pageOf, logOf } = openCustomerPages();

describe("the page of a customer", () => {
  it("lists payments, withdrawals and requests, the latest first, with what the balances are made of", async () => {
    const investor = await signIn(context);
    const caskId = await putCask(context, { name: "Carsevane 2011" });
    const { paymentId } = await giveStake(context, investor, caskId);
    await creditWallet(context, investor, 200_000);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 200_000 });
    await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
      VALUES ('sup_waits', 'kmpq9345', '${investor.userId}', 'n', 'n@example.com', 'other', 'm', 'c', 1)`);
    const { text } = await get(pageOf(investor), people.reader);
    const [, matters = ""] = /<section id="matters"(.*?)<\/section>/s.exec(text) ?? [];
    expect([...matters.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).sort()).toEqual(
      [
        `/operator/payments/${paymentId}`,
        `/operator/support/sup_waits`,
        `/operator/withdrawals/${withdrawalId}`,
      ].sort(),
    );
    expect(matters.lastIndexOf("href=")).toBe(matters.indexOf('href="/operator/support/sup_waits"'));
    for (const said of ["Carsevane 2011", "$2,000.00", "To answer", "Settled"]) expect(matters, said).toContain(said);
    const [, bookings = ""] = /<section id="bookings"(.*?)<\/section>/s.exec(text) ?? [];
    expect(bookings).toContain("−$2,000.00");
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

  it("is never corrected by its owner or a reader", async () => {
    const investor = await signIn(context);
    await run(`UPDATE users SET full_name = 'A. Rao' WHERE id = '${investor.userId}'`);
    expect((await post(pageOf(people.operator), people.operator, RIGHT)).status).toBe(409);
    expect((await post(pageOf(investor), people.reader, RIGHT)).status).toBe(403);
    expect(await nameOf(investor)).toBe("A. Rao");
  });
});
