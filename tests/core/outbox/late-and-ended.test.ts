import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { endWork, readLateWork, notifyLateWork } from "~/core/outbox/late-work";
import { runOutboxRow } from "../../../workers/settlement/outbox";
import { asOperator } from "../../support/open-session";
import { signIn } from "../../support/people";
import { openOutbox } from "./support/rows-that-wait";
import { MAX_ATTEMPTS } from "~/core/outbox/run-outbox";

// Work that waits too long: who is told, and how a person ends it.

const HOUR = 3_600_000;
const { shop, rowsOf, rowOf, mailRow, put, check, done } = openOutbox();
const { context, settlement } = shop;
const { db, clock } = context;

describe("late work", () => {
  const late = () => runWork(db, readLateWork(db, context.nowMs()));

  it("is what waits or fails for an hour, not a millisecond less; each row once, urgent ones counted, notices of it left out", async () => {
    const nowMs = context.nowMs();
    expect(await late()).toEqual({ count: 0, urgent: 0, sinceMs: null });
    await check("late-now", nowMs - HOUR + 1);
    expect(await late()).toMatchObject({ count: 0 });
    await check("late", nowMs - HOUR);
    expect(await late()).toEqual({ count: 1, urgent: 0, sinceMs: nowMs - HOUR });
    await put("refund-payment:late", "refund-payment", null, "late", nowMs - HOUR - 5);
    expect(await late()).toEqual({ count: 2, urgent: 1, sinceMs: nowMs - HOUR - 5 });
    // One that fails counts since its first failure, whenever it is due.
    await db.run(sql`UPDATE outbox SET failing_since_ms = ${nowMs - HOUR + 1} WHERE id = 'check-payment:late'`);
    expect(await late()).toMatchObject({ count: 1 });
    await db.run(sql`UPDATE outbox SET failing_since_ms = ${nowMs - HOUR}, available_at_ms = ${nowMs + 5}
      WHERE id = 'check-payment:late'`);
    expect(await late()).toMatchObject({ count: 2 });
    await put("send-notice:work-waits:x:1", "send-notice", "work-waits", "work-waits:x:1", 1);
    expect(await late()).toMatchObject({ count: 2 });
    await done();
    expect(await late()).toMatchObject({ count: 0 });
  });

  it("is told to operators who have a mailbox and are not suspended, once an hour", async () => {
    const operator = await signIn(context, { operator: true });
    const investor = await signIn(context);
    // One suspended earlier: no operator can do that alone.
    const suspended = context.newId("usr");
    await db.run(sql`INSERT INTO users (id, email, role, referral_code, suspended_at_ms, created_at_ms)
      VALUES (${suspended}, 'suspended@example.com', 'operator', ${suspended.slice(-8)}, 1, 1)`);
    await check("told", 1);
    const told = async () =>
      (await rowsOf()).filter(({ id, done }) => id.startsWith("send-notice:work-waits:") && done === null);
    clock.nowMs = Math.ceil(context.nowMs() / HOUR) * HOUR;
    expect(await notifyLateWork(settlement)).toBe(1);
    const first = await told();
    expect(first.map(({ id }) => id)).toContain(`send-notice:work-waits:${operator.userId}:${context.nowMs() / HOUR}`);
    expect(first.filter(({ id }) => [suspended, investor.userId].some((user) => id.includes(`${user}`)))).toEqual([]);
    expect(first.map(({ due }) => due)).toEqual(first.map(() => context.nowMs()));
    clock.advance(HOUR - 1);
    await notifyLateWork(settlement);
    expect(await told()).toHaveLength(first.length);
    clock.advance(1);
    await notifyLateWork(settlement);
    expect(await told()).toHaveLength(2 * first.length);
    await done();
    context.logged.length = 0;
    expect(await notifyLateWork(settlement)).toBe(0);
    expect(await told()).toEqual([]);
    expect(context.logged).toEqual([]);
  });
});

describe("work that a person ends", () => {
  const end = (outboxId: string, operatorId: string) =>
    asOperator(context, operatorId, (operator) => endWork(db, { outboxId, operator, reason: "gone" }));
  const logged = (id: string) => db.all(sql`SELECT 1 FROM audit_log WHERE subject = ${`outbox:${id}`}`);

  it("ends that row alone, only while it fails, and is logged once", async () => {
    const operator = await signIn(context, { operator: true });
    const [id, other] = [await mailRow(), await mailRow()];
    expect(await end(id, operator.userId)).toEqual({ ok: false, code: "no-such-work" });
    context.mailer.fail = "rejected";
    for (const one of [id, other]) await runOutboxRow(settlement, one);
    const endedMs = context.nowMs();
    expect(await end(id, operator.userId)).toEqual({ ok: true });
    expect(await rowOf(id)).toMatchObject({ done: endedMs, error: "MailError" });
    expect(await rowOf(other)).toMatchObject({ done: null });
    clock.advance(5);
    // A second tap: it is done already, and nothing more is written.
    expect(await end(id, operator.userId)).toEqual({ ok: true });
    expect(await rowOf(id)).toMatchObject({ done: endedMs });
    expect(await logged(id)).toHaveLength(1);
  });

  it("cannot be a refund, because that is owed", async () => {
    const operator = await signIn(context, { operator: true });
    await put("refund-payment:owed", "refund-payment", null, "owed", context.nowMs());
    await db.run(sql`UPDATE outbox SET failing_since_ms = 1 WHERE id = 'refund-payment:owed'`);
    expect(await end("refund-payment:owed", operator.userId)).toEqual({ ok: false, code: "is-owed" });
    expect(await rowOf("refund-payment:owed")).toMatchObject({ done: null });
    expect(await logged("refund-payment:owed")).toEqual([]);
  });
});

// A kind or notice that a newer version wrote, or a typing error: it must never count as done.

it.each([
  ["a kind", "next-year:1", "next-year", "1", null],
  ["a notice", "send-notice:next-year:1", "send-notice", "next-year:1", "next-year"],
  ["a notice that names nothing", "send-notice:bank-changed:", "send-notice", "bank-changed:", "bank-changed"],
])("work without a handler fails loudly and stays open: %s", async (_what, id, kind, subject, notice) => {
  for (const kinds of ["outbox_kinds", "notice_kinds"])
    await db.run(sql.raw(`INSERT INTO ${kinds} (name) VALUES ('next-year') ON CONFLICT DO NOTHING`));
  await put(id, kind, notice, subject);
  const before = context.mailer.sent.length;
  const results: string[] = [];
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) results.push(await runOutboxRow(settlement, id));
  expect(results).toEqual([...Array<string>(MAX_ATTEMPTS - 1).fill("failed"), "dead"]);
  expect(context.logged).toContainEqual({
    event: "outbox-failed",
    fields: { outboxId: id, count: MAX_ATTEMPTS, error: "UnknownWork" },
  });
  const letters = await db.all(sql`SELECT origin, error FROM dead_letters WHERE id = ${`outbox:${id}`}`);
  expect(letters).toEqual([{ origin: "outbox", error: "UnknownWork" }]);
  expect(await rowOf(id)).toMatchObject({ done: null });
  // It is tried again later, for a version that knows it.
  expect(await runOutboxRow(settlement, id)).toBe("dead");
  expect(context.mailer.sent).toHaveLength(before);
});

// What a row of the outbox may look like.

it.each<[string, Parameters<typeof put>, RegExp]>([
  ["has an id that is not kind and subject", ["other:1", "check-payment", null, "1"], /outbox_id/],
  ["is a notice without saying which", ["send-notice:a:1", "send-notice", null, "a:1"], /outbox_notice/],
  ["is not a notice and names one", ["check-payment:1", "check-payment", "bank-changed", "1"], /outbox_notice/],
  ["says one notice and names another", ["send-notice:a:1", "send-notice", "bank-changed", "a:1"], /outbox_notice/],
  ["is of an unheard-of kind", ["guess:1", "guess", null, "1"], /FOREIGN KEY/],
  ["is an unheard-of notice", ["send-notice:guess:1", "send-notice", "guess", "guess:1"], /FOREIGN KEY/],
])("a row of the outbox is refused when it %s", async (_what, row, reason) => {
  const refused = await put(...row).catch((error: unknown) => String((error as Error).cause));
  expect(refused).toMatch(reason);
});
