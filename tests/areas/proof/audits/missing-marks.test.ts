// The list that the audit publishes is read back, and every certificate looked for in it. One that is not there is an alarm to
// both sides: the operators are told, and the holder's pages say so.
import { eq, sql } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { payments } from "~/db/schema/payments";
import { runWork, writes } from "~/db/work";
import { type AuditDay, listKey } from "~/domain/audit/audit-files";
import { registerMark } from "~/domain/audit/register-mark";
import { dateOf } from "~/domain/calendar-date";
import { PIECE } from "~/areas/proof/audits/audit-deps";
import { isFilesDay } from "~/areas/proof/audits/inside/casks-piece";
import { runAudit } from "~/areas/proof/audits/run-audit";
import { reversal } from "~/areas/buying/settlement/reverse-payment";
import { sha256 } from "~/server/sha256";
import { loader as openCertificate } from "~/routes/verify.$code/route";
import type { MarkLine } from "~/ui/audit/mark-line";
import type { Pass } from "~/ui/pass-of";
import { StakePasses } from "~/ui/stake-pass";
import { wordsIn } from "../../../support/serve-page";
import { auditDeps, auditTomorrow, DAY_MS, readLatest, readList, tamper } from "../../../support/audits";
import { createTestContext, TestClock, type TestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { get, type Person, putCask, signIn } from "../../../support/people";
import { openStake } from "../../../support/stake-page";
import { openWallet } from "../../../support/wallet";

let begin = Date.parse("2027-03-02T12:00:00Z");
let context: TestContext;
let person: Person;
let caskId: string;
let bought: { stakeId: string; certificateId: string; paymentId: string }[];

beforeEach(async () => {
  begin += 10 * DAY_MS;
  context = createTestContext({ clock: new TestClock(begin) });
  person = await signIn(context);
  // The audit that reads a cask's files again repairs a list before the marks are looked for; here it is not that cask's day.
  do caskId = await putCask(context, { totalStakes: 6 });
  while ([...Array(7).keys()].some((day) => isFilesDay(caskId, dateOf(begin + day * DAY_MS))));
  bought = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
});

const entryOf = (day: AuditDay) => {
  const cask = day.casks.find(({ id }) => id === caskId);
  if (!cask) throw new Error("the cask is not in the audit");
  return cask;
};
const second = () => bought[1] ?? { stakeId: "", certificateId: "" };

async function linesOf(): Promise<{
  holding: MarkLine | null;
  pass: string;
  verify: MarkLine | null;
  trips: number[];
}> {
  const stake = await openStake(context, person, second().stakeId);
  const wallet = await openWallet(context, person, "/wallet?tab=portfolio");
  const { panel } = wallet.data as { panel: { passes: Pass[] } };
  const own = context.next();
  const code = second().certificateId;
  const verified = await openCertificate({
    request: get(`http://localhost:8787/verify/${code}`),
    context: own,
    params: { code },
  });
  const { line } = (await verified.json()) as { line: MarkLine | null };
  return {
    holding: stake.data.page.audit,
    pass: wordsIn(renderToStaticMarkup(createElement(StakePasses, { passes: panel.passes }))),
    verify: line,
    trips: [stake.trips.count, wallet.trips.count, own.trips.count],
  };
}

/** Takes the second stake's mark out of the published list, behind the audit's back. */
async function takeOut(day: AuditDay): Promise<void> {
  const key = listKey(entryOf(day).list_sha256);
  const list = await readList(entryOf(day).list_sha256);
  const stakes = list.stakes.map((line) => (line.number === 2 ? { mark: null, number: 2, state: "free" } : line));
  await context.proof.put(key, JSON.stringify({ ...list, stakes }));
}

const mails = () =>
  context.db.all<{ id: string }>(
    sql`SELECT id FROM outbox WHERE notice = 'audit-failed' AND created_at_ms >= ${begin}`,
  );

describe("a stake that was in the audit", () => {
  it("leads to its own line from its page and the certificate's, in one round trip each", async () => {
    const before = await linesOf();
    const today = new Date(begin).toISOString().slice(0, 10);
    expect([before.holding, before.verify]).toEqual([
      expect.objectContaining({ href: null, text: expect.stringContaining("once that day is over") as string }),
      before.holding,
    ]);
    const day = await auditTomorrow(context);
    expect(day).toMatchObject({ date: today, result: "PASS" });
    const lines = await linesOf();
    const mark = registerMark({ certificateCode: second().certificateId, stakeNumber: 2, caskId }, sha256);
    const expected: MarkLine = {
      mark,
      text: "In yesterday’s audit",
      href: `/audit/${today}/${caskId}#stake-2`,
      isMissing: false,
    };
    expect([lines.holding, lines.verify]).toEqual([expected, expected]);
    // A pass speaks of it only where something is wrong.
    expect(lines.pass).not.toContain(mark);
    expect(lines.trips).toEqual([1, 1, 1]);
    expect((await readList(entryOf(day).list_sha256)).stakes[1]).toEqual({ mark, number: 2, state: "issued" });
  });
});

describe("a mark that is not in the published list", () => {
  it("makes the day FAIL, is told to the operators once, and to the holder on every page of the stake", async () => {
    await signIn(context, { operator: true });
    const operators = await context.db.all(
      sql`SELECT id FROM users WHERE role = 'operator' AND email IS NOT NULL AND suspended_at_ms IS NULL`,
    );
    await takeOut(await auditTomorrow(context));
    expect((await linesOf()).holding?.isMissing).toBe(false);
    const day = await auditTomorrow(context);
    expect(day.result).toBe("FAIL");
    expect(day.reason).toContain(caskId);
    expect(entryOf(day)).toMatchObject({ result: "FAIL" });
    expect(entryOf(day).reason).toContain("mark: stake 2 has a certificate and is not in the list");
    expect(entryOf(day).reason).not.toContain("stake 1 ");
    expect(await mails()).toHaveLength(operators.length);
    const lines = await linesOf();
    const told = /^This stake is missing from the audit of \d+ \w+ 2027\. We have been alerted\.$/;
    expect([lines.holding, lines.verify]).toEqual([
      expect.objectContaining({ isMissing: true, text: expect.stringMatching(told) as string }),
      lines.holding,
    ]);
    expect(lines.pass.match(/This stake is missing/g)).toHaveLength(1);
    expect(lines.pass).toContain("Ask support");
    expect(lines.trips).toEqual([1, 1, 1]);

    // The next audit finds the file that differs, and rewrites it: the fault is reported once more, and then it is fixed.
    const next = await auditTomorrow(context);
    expect(entryOf(next).reason).toContain("list_sha256: the file of");
    expect(entryOf(next).reason).not.toContain("mark:");
    expect((await linesOf()).holding).toMatchObject({ isMissing: false, text: "In yesterday’s audit" });
    expect(await auditTomorrow(context)).toMatchObject({ result: "PASS", reason: null });
    expect(await context.db.all(sql`SELECT * FROM missing_marks WHERE date < ${next.date}`)).toEqual([]);
    expect(await mails()).toHaveLength(operators.length * 2);
  });

  it("the same goes for the list: then all of its stakes are missing", async () => {
    const { list_sha256: hash } = entryOf(await auditTomorrow(context));
    await context.proof.delete(listKey(hash));
    const day = await auditTomorrow(context);
    expect(entryOf(day).reason).toBe(
      `list_sha256: the file of ${hash} is gone or another; ` +
        "mark: stake 1 has a certificate and is not in the list; mark: stake 2 has a certificate and is not in the list",
    );
    expect((await linesOf()).verify?.isMissing).toBe(true);
    await auditTomorrow(context);
  });

  it("because the cask is in no list at all", async () => {
    const late = `created_at_ms = created_at_ms + ${1_000 * DAY_MS}`;
    await auditTomorrow(context);
    await tamper(context, "casks", `UPDATE casks SET ${late} WHERE id = '${caskId}'`);
    const day = await auditTomorrow(context);
    await tamper(context, "casks", `UPDATE casks SET ${late.replace("+", "-")} WHERE id = '${caskId}'`);
    expect(day.result).toBe("FAIL");
    expect(day.reason).toContain(`casks: ${caskId} is not listed`);
    expect((await linesOf()).holding?.isMissing).toBe(true);
  });

  it("is found in the smallest pieces too, each run going on where the last one stopped", async () => {
    for (let casks = 0; casks < 3; casks++) {
      const other = await putCask(context, { totalStakes: 4 });
      for (let stakes = 0; stakes < 3; stakes++) await giveStake(context, person, other);
    }
    await takeOut(await auditTomorrow(context));
    context.clock.nowMs += DAY_MS;
    const size = { ...PIECE, rows: 2, casks: 2, stakes: 3, accounts: 50, transfers: 500 };
    let date: string | null = null;
    for (let run = 0; run < 300 && date === null; run++) date = await runAudit(auditDeps(context), { pieces: 1, size });
    const day = JSON.parse(await readLatest()) as AuditDay;
    expect([day.date, day.result]).toEqual([date, "FAIL"]);
    expect(entryOf(day).reason).toContain("mark: stake 2 ");
    const missing = await context.db.all(sql`SELECT certificate_id AS id FROM missing_marks WHERE date = ${day.date}`);
    expect(missing).toEqual([{ id: second().certificateId }]);
    await auditTomorrow(context);
  });
});

describe("no alarm is", () => {
  it("what changed after midnight: a new certificate, a dispute, a purchase", async () => {
    const midnight = Math.ceil(begin / DAY_MS) * DAY_MS;
    context.clock.nowMs = midnight + 3_600_000;
    const later = midnight + 60_000;
    await context.db.batch([
      context.db.run(
        sql`UPDATE certificates SET state = 'void', voided_at_ms = ${later} WHERE id = ${second().certificateId}`,
      ),
      context.db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
        VALUES (${`${second().certificateId}_new`}, ${second().stakeId}, ${`${second().certificateId}_new`}, 'new', ${later})`),
    ]);
    const [payment] = await context.db
      .select()
      .from(payments)
      .where(eq(payments.id, bought[0]?.paymentId ?? ""));
    if (!payment) throw new Error("no payment");
    await runWork(context.db, writes(...reversal(context.db, payment, "disputed", later)));
    await giveStake(context, person, caskId, { purchasedAtMs: later });
    context.clock.nowMs = midnight - 1;
    const day = await auditTomorrow(context);
    expect(day).toMatchObject({ result: "PASS", reason: null });
    expect(entryOf(day)).toMatchObject({ issued: 2 });
    expect((await linesOf()).holding).toMatchObject({ href: null });
    expect(await auditTomorrow(context)).toMatchObject({ result: "PASS", reason: null });
    expect((await linesOf()).holding).toMatchObject({ text: "In yesterday’s audit" });
  });
});
