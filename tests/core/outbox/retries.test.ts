import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endOf, MAX_ATTEMPTS } from "~/core/outbox/run-outbox";
import { UnknownWork } from "~/core/outbox/kinds";
import { relayOutbox, relayToMany, runOutboxRow } from "../../../workers/settlement/outbox";
import { MailError } from "~/integrations/mail/port";
import { ProviderError } from "~/integrations/payments/port";
import { TextError } from "~/integrations/text-messages/port";
import { openOutbox, type Row } from "./support/rows-that-wait";

// When work that failed is tried again, who may take it meanwhile, and when it is given up.

const [SECOND, MINUTE] = [1_000, 60_000];
const { shop, rowsOf, rowOf, mailRow, put, check } = openOutbox();
const { context, settlement } = shop;
const { db, clock } = context;

describe("a row that fails", () => {
  it("is tried again after 2, 5, 15, 30 seconds, 1 to 40 minutes, then once an hour, and given up at the fourteenth try", async () => {
    const id = await mailRow();
    context.mailer.fail = "rejected";
    const startedMs = context.nowMs();
    const pauses = [2, 5, 15, 30]
      .map((s) => s * SECOND)
      .concat([1, 2, 5, 10, 20, 40, 60, 60, 60].map((m) => m * MINUTE));
    expect(pauses).toHaveLength(MAX_ATTEMPTS - 1);
    for (const [tries, pauseMs] of pauses.entries()) {
      expect(await runOutboxRow(settlement, id), `try ${tries + 1}`).toBe("failed");
      expect(await rowOf(id)).toEqual({
        id,
        attempts: tries + 1,
        due: context.nowMs() + pauseMs,
        leased: null,
        failing: startedMs,
        done: null,
        error: "MailError",
      });
      clock.advance(pauseMs);
    }
    const letters = () => db.all(sql`SELECT body, error FROM dead_letters WHERE id = ${`outbox:${id}`}`);
    expect(await letters()).toEqual([]);
    expect(await runOutboxRow(settlement, id)).toBe("dead");
    expect(await rowOf(id)).toMatchObject({ attempts: 14, failing: startedMs, done: context.nowMs() });
    expect(await letters()).toEqual([{ body: JSON.stringify({ outboxId: id }), error: "MailError" }]);
    expect(await runOutboxRow(settlement, id)).toBe("nothing");
  });

  it("and then succeeds is done, and nothing of the failure stays", async () => {
    const id = await mailRow();
    const other = await mailRow();
    context.mailer.fail = "unavailable";
    expect([await runOutboxRow(settlement, id), await runOutboxRow(settlement, other)]).toEqual(["failed", "failed"]);
    context.mailer.fail = null;
    expect(await runOutboxRow(settlement, id)).toBe("done");
    expect(await rowOf(id)).toMatchObject({
      attempts: 1,
      leased: null,
      failing: null,
      done: context.nowMs(),
      error: null,
    });
    const [told] = await db.all(sql`SELECT outcome FROM outbox WHERE id = ${id}`);
    expect(told, "what came of it").toEqual({ outcome: "sent" });
    // Another one is not touched by it.
    expect(await rowOf(other)).toMatchObject({ attempts: 1, failing: context.nowMs(), done: null, error: "MailError" });
  });

  it("while a person ends it stays ended", async () => {
    const id = await mailRow();
    context.mailer.fail = "rejected";
    const ended = context.nowMs() - 5;
    const during = {
      ...settlement,
      mailer: {
        send: async () => {
          await db.run(sql`UPDATE outbox SET done_at_ms = ${ended} WHERE id = ${id}`);
          throw new MailError("rejected", "no such mailbox");
        },
      },
    };
    await runOutboxRow(during, id);
    expect(await rowOf(id)).toMatchObject({ done: ended, attempts: 0, failing: null });
  });

  it("for unforeseen reasons says only what kind of error it was", async () => {
    const failing = (error: unknown) => ({ ...settlement, mailer: { send: () => Promise.reject(error as Error) } });
    const id = await mailRow();
    await runOutboxRow(failing("somebody@example.com"), id);
    expect(await rowOf(id)).toMatchObject({ error: "unknown" });
    const long = Object.assign(new Error("somebody@example.com"), { name: "E".repeat(90) });
    await runOutboxRow(failing(long), id);
    expect(await rowOf(id)).toMatchObject({ attempts: 2, error: "E".repeat(60) });
  });
});

it("a row that asks to be run again is due when it says, belongs to no run, has not failed, and no other is touched", async () => {
  const { paymentId } = await shop.order();
  const id = `check-payment:${paymentId}`;
  const other = await mailRow();
  await db.run(sql`UPDATE outbox SET attempts = 3, available_at_ms = 1, failing_since_ms = 5, last_error = 'x'
    WHERE id IN (${id}, ${other})`);
  expect(await runOutboxRow(settlement, id)).toBe("again");
  const after = await rowOf(id);
  // A young open payment is read again after two minutes.
  expect(after).toMatchObject({ leased: null, failing: null, done: null, attempts: 3, due: clock.nowMs + 2 * MINUTE });
  expect(await rowOf(other)).toMatchObject({ leased: null, failing: 5, done: null, due: 1 });
  const read = shop.stripe.readSession.bind(shop.stripe);
  shop.stripe.readSession = async (session) => {
    await db.run(sql`UPDATE outbox SET done_at_ms = 9, failing_since_ms = 5, available_at_ms = 4 WHERE id = ${id}`);
    return read(session);
  };
  expect(await runOutboxRow(settlement, id)).toBe("again");
  expect(await rowOf(id), "ended meanwhile").toMatchObject({ done: 9, failing: 5, due: 4 });
  shop.stripe.readSession = read;
});

const rejected = new MailError("rejected", "x");
it.each<[string, 0 | 1, number, unknown, string]>([
  ["a refusal, before the last try", 0, MAX_ATTEMPTS - 1, rejected, "goes-on"],
  ["a refusal, at the last try", 0, MAX_ATTEMPTS, rejected, "ends"],
  ["a refusal, later", 0, MAX_ATTEMPTS + 1, rejected, "ends"],
  ["urgent work", 1, MAX_ATTEMPTS, rejected, "goes-on"],
  ["a mailer that is out", 0, MAX_ATTEMPTS, new MailError("unavailable", "x"), "goes-on"],
  ["a provider that is out", 0, 100, new ProviderError("stripe", "unavailable", "x"), "goes-on"],
  ["a provider that refuses", 0, MAX_ATTEMPTS, new ProviderError("stripe", "rejected", "x"), "ends"],
  ["a texter that is out", 0, MAX_ATTEMPTS, new TextError("unavailable", "x"), "goes-on"],
  ["a texter that refuses", 0, MAX_ATTEMPTS, new TextError("rejected", "x"), "ends"],
  ["any other error", 0, MAX_ATTEMPTS, new Error("x"), "ends"],
  ["no error at all", 0, MAX_ATTEMPTS, "x", "ends"],
  ["unknown work, before the last try", 0, MAX_ATTEMPTS - 1, new UnknownWork("x"), "goes-on"],
  ["unknown work", 0, MAX_ATTEMPTS, new UnknownWork("x"), "told"],
  ["urgent unknown work", 1, MAX_ATTEMPTS, new UnknownWork("x"), "told"],
])("the end of tries of %s", (_, urgent, attempts, error, end) => expect(endOf({ urgent }, attempts, error)).toBe(end));

describe("a lease", () => {
  it("keeps others away for four minutes, not a millisecond longer, and one row only", async () => {
    const [id, other] = [await mailRow(), await mailRow()];
    const startedMs = context.nowMs();
    const meanwhile: unknown[] = [];
    const slow = {
      ...settlement,
      mailer: {
        send: async () => {
          meanwhile.push(await rowOf(id), (await rowOf(other))?.leased, await runOutboxRow(settlement, id));
          clock.advance(4 * MINUTE - 1);
          meanwhile.push(await runOutboxRow(settlement, id));
          clock.advance(1);
          meanwhile.push(await runOutboxRow(settlement, id));
          clock.advance(7);
        },
      },
    };
    expect(await runOutboxRow(slow, id)).toBe("done");
    expect(meanwhile).toEqual([
      expect.objectContaining({ leased: startedMs + 4 * MINUTE }),
      null,
      "nothing",
      "nothing",
      "done",
    ]);
    // The second run has done it, and its time stays.
    expect(await rowOf(id)).toMatchObject({ done: startedMs + 4 * MINUTE, leased: null });
    expect(await runOutboxRow(settlement, id)).toBe("nothing");
    expect(await rowOf(other)).toMatchObject({ done: null });
  });

  it("is not given for what does not exist", async () =>
    expect(await runOutboxRow(settlement, "check-payment:none-such")).toBe("nothing"));
});

describe("the relay", () => {
  it("takes four at a time, the oldest first, up to as many as it may, and what is not due stays", async () => {
    const nowMs = context.nowMs();
    for (let at = 9; at >= 1; at -= 1) await check(`relay-${at}`, nowMs - 10 + at);
    await check("relay-later", nowMs + 1);
    await check("relay-now", nowMs);
    const ran: string[] = [];
    const logged = {
      ...settlement,
      log: (event: string, fields?: object) =>
        void (event === "outbox-done" && ran.push((fields as { outboxId: string }).outboxId)),
    };
    expect(await relayOutbox(logged, { most: 0 })).toEqual([]);
    let rests = 0;
    const rest = () => Promise.resolve((rests += 1));
    expect(await relayOutbox({ ...logged, rest }, { most: 6 })).toEqual(Array(6).fill("done"));
    expect(rests, "after every four rows").toBe(2);
    const names = (ids: string[]) => ids.map((id) => id.slice("check-payment:relay-".length));
    expect(names(ran.slice(0, 4)).sort()).toEqual(["1", "2", "3", "4"]);
    expect(names(ran.slice(4)).sort()).toEqual(["5", "6"]);
    expect(await relayOutbox(logged, { most: 100 })).toHaveLength(4);
    expect(names(ran.slice(6)).sort()).toEqual(["7", "8", "9", "now"]);
    expect(await rowOf("check-payment:relay-later")).toMatchObject({ done: null, due: nowMs + 1 });
  });

  it("begins no more once its time is over", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await check(`in-time-${name}`, context.nowMs() - 1);
    const rest = () => Promise.resolve(context.clock.advance(1_000));
    expect(await relayOutbox({ ...settlement, rest }, { most: 100, forMs: 1_000 })).toHaveLength(4);
    expect(await relayOutbox({ ...settlement, rest }, { most: 100, forMs: 0 })).toEqual([]);
    expect(await relayOutbox(settlement, { most: 100 })).toHaveLength(1);
  });

  it("postpones what it takes by a lease and five seconds, and touches neither the rest nor what is done", async () => {
    const nowMs = context.nowMs();
    const id = await mailRow();
    await check("taken-done", nowMs - 5);
    await db.run(sql`UPDATE outbox SET done_at_ms = 7 WHERE id = 'check-payment:taken-done'`);
    let during: Row[] = [];
    const looking = { ...settlement, mailer: { send: async () => void (during = await rowsOf()) } };
    await relayOutbox(looking, { most: 1 });
    expect(during.find((row) => row.id === id)).toMatchObject({ due: nowMs + 4 * MINUTE + 5 * SECOND });
    expect(during.find((row) => row.id === "check-payment:taken-done")).toMatchObject({ due: nowMs - 5, done: 7 });
    expect(await rowOf(id)).toMatchObject({ done: nowMs });
  });

  it("takes what is urgent first, even if it came last, and the oldest of it before the rest", async () => {
    const nowMs = context.nowMs();
    for (let at = 1; at <= 5; at += 1) await check(`plain-${at}`, at);
    for (let at = 5; at >= 1; at -= 1)
      await put(`refund-payment:u${at}`, "refund-payment", null, `u${at}`, nowMs - 9 + at);
    const order: string[] = [];
    const looking = {
      ...settlement,
      log: (_event: string, fields?: object) => void order.push(String((fields as { outboxId?: string }).outboxId)),
    };
    await relayOutbox(looking, { most: 4 });
    expect([...new Set(order)].sort()).toEqual([
      "refund-payment:u1",
      "refund-payment:u2",
      "refund-payment:u3",
      "refund-payment:u4",
    ]);
    await relayOutbox(looking, { most: 2 });
    expect([...new Set(order)].slice(4).sort()).toEqual(["check-payment:plain-1", "refund-payment:u5"]);
    await db.run(sql`UPDATE outbox SET done_at_ms = 1 WHERE kind = 'refund-payment' AND done_at_ms IS NULL`);
  });
});

it("work for many people goes one by one, more than half a second apart for most of a minute, and the rest in the next", async () => {
  await db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 130)
    INSERT INTO outbox (id, kind, subject_id, urgent, available_at_ms, created_at_ms)
    SELECT 'check-payment:many-' || i, 'check-payment', 'many-' || i, -1, 1, 1 FROM n`);
  expect(await relayOutbox(settlement, { most: 200 })).toEqual([]);
  const patient = { ...settlement, wait: (ms: number) => Promise.resolve(clock.advance(ms)) };
  expect((await relayToMany(patient)).length).toBe(90);
  clock.advance(MINUTE);
  expect((await relayToMany(patient)).length).toBe(40);
  const doneMs = (await rowsOf()).flatMap(({ id, done }) => (id.includes(":many-") ? [done ?? 0] : [])).sort();
  const apart = doneMs.slice(1).map((atMs, place) => atMs - (doneMs[place] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThan(500);
});
