import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { type AskedStart, startTogether } from "~/areas/buying/desk/start-together";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/count-round-trips";
import { wrapD1 } from "~/db/wrap-d1";
import { keyedHash } from "~/server/keyed-hash";
import { newSessionId } from "~/server/session/cookie";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

const shop = openShop();
const { context } = shop;
const DAY_MS = 86_400_000;

/** A start by somebody with a session of their own. */
async function askedBy(person: Person, caskId: string, more: Partial<AskedStart> = {}): Promise<AskedStart> {
  const idHash = await keyedHash("a secret", newSessionId());
  const nowMs = context.nowMs();
  await context.db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
    VALUES (${idHash}, ${person.userId}, 0, ${nowMs}, ${nowMs + DAY_MS}, ${nowMs})`);
  return {
    session: { idHash, userId: person.userId },
    paymentId: context.newId("pay"),
    auditId: context.newId("aud"),
    caskId,
    mode: "Bank",
    ...more,
  };
}

async function peopleFor(caskId: string, count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => signIn(context)));
  return { people, asked: await Promise.all(people.map((person) => askedBy(person, caskId))) };
}

const outcome = (answers: Awaited<ReturnType<typeof startTogether>>) =>
  answers.map((one) => (one.ok ? (one.started.ok ? "held" : one.started.code) : one.code));

/** The database, with something done around each of its calls. */
const withFault = (around: <T>(call: () => Promise<T>) => Promise<T>) => createDatabase(wrapD1(env.DB, around));

afterEach(() => expectInvariants(context.db));

describe("several starts in one batch", () => {
  it("give the stakes to those who are named first, in one round trip", async () => {
    const caskId = await putCask(context, { totalStakes: 3 });
    const { asked } = await peopleFor(caskId, 5);
    const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const answers = await startTogether(createDatabase(countRoundTrips(env.DB, trips)), asked, context.nowMs());
    expect(outcome(answers)).toEqual(["held", "held", "held", "held-by-others", "held-by-others"]);
    expect(trips.count).toBe(1);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 3, held: 3 });
  });

  it("tell each their own payment, and free an overdue hold for whoever comes first", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const { asked } = await peopleFor(caskId, 3);
    const [first, ...others] = asked as [AskedStart, AskedStart, AskedStart];
    await startTogether(context.db, [first], context.nowMs());
    context.clock.advance(36 * 60_000);
    const answers = await startTogether(context.db, others, context.nowMs());
    expect(outcome(answers)).toEqual(["held", "held-by-others"]);
    expect(answers[0]).toMatchObject({ started: { payment: { id: others[0]?.paymentId, state: "created" } } });
  });

  it("give nothing to a session that has ended, nor to an account without fee, whoever stands beside them", async () => {
    const caskId = await putCask(context, { totalStakes: 5 });
    const { asked } = await peopleFor(caskId, 2);
    const [ended, kept] = asked as [AskedStart, AskedStart];
    const free = await askedBy(await signIn(context, { activated: false }), caskId);
    await context.db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE id_hash = ${ended.session.idHash}`);
    const answers = await startTogether(context.db, [ended, free, kept], context.nowMs());
    expect(answers.map((one) => one.ok && one.viewer?.id)).toEqual([
      undefined,
      free.session.userId,
      kept.session.userId,
    ]);
    expect(outcome(answers).slice(1)).toEqual(["not-activated", "held"]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1 });
  });

  it("name the holder of the certificate for those who typed a name", async () => {
    const caskId = await putCask(context);
    const { people, asked } = await peopleFor(caskId, 2);
    const holder = { fullName: "Asha Rao", onCertificate: "Asha Rao" };
    await startTogether(context.db, [{ ...(asked[0] as AskedStart), holder }, asked[1] as AskedStart], context.nowMs());
    const names = await context.db.all<{ name: string | null }>(
      sql`SELECT full_name AS name FROM users WHERE id IN (${people[0]?.userId}, ${people[1]?.userId}) ORDER BY name`,
    );
    expect(names.map(({ name }) => name)).toEqual([null, "Asha Rao"]);
  });
});

describe("when the batch fails", () => {
  it("because of one of them, the others are asked by themselves and have their stakes", async () => {
    const caskId = await putCask(context, { totalStakes: 5 });
    const { asked } = await peopleFor(caskId, 3);
    const bad = asked[1] as AskedStart;
    await context.db.run(sql`CREATE TRIGGER one_is_bad BEFORE INSERT ON payments
      WHEN NEW.user_id = ${sql.raw(`'${bad.session.userId}'`)} BEGIN SELECT RAISE(ABORT, 'bad'); END`);
    const answers = await startTogether(context.db, asked, context.nowMs());
    await context.db.run(sql`DROP TRIGGER one_is_bad`);
    expect(outcome(answers)).toEqual(["held", "failed", "held"]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 2 });
  });

  it("and its answer was lost, all are told to press again, and then find what they have", async () => {
    const caskId = await putCask(context, { totalStakes: 2 });
    const { people, asked } = await peopleFor(caskId, 2);
    let calls = 0;
    const losing = withFault(async (call) => {
      await call();
      calls += 1;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    expect(outcome(await startTogether(losing, asked, context.nowMs()))).toEqual(["failed", "failed"]);
    expect(calls).toBe(1);
    const again = await Promise.all(people.map((person) => askedBy(person, caskId)));
    const answers = await startTogether(context.db, again, context.nowMs());
    expect(answers.map((one) => one.ok && one.started.ok && one.started.payment.id)).toEqual(
      asked.map(({ paymentId }) => paymentId),
    );
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 2, held: 2 });
  });

  it("and the same batch is sent again after its answer was lost, it says what was done", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const { asked } = await peopleFor(caskId, 2);
    const once = await startTogether(context.db, asked, context.nowMs());
    expect(outcome(await startTogether(context.db, asked, context.nowMs()))).toEqual(outcome(once));
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1, held: 1 });
  });

  it("because the database has too much to do, nobody is asked one by one", async () => {
    const caskId = await putCask(context);
    const { asked } = await peopleFor(caskId, 3);
    let calls = 0;
    const busy = withFault(() => {
      calls += 1;
      return Promise.reject(new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued."));
    });
    expect(outcome(await startTogether(busy, asked, context.nowMs()))).toEqual(Array(3).fill("overloaded"));
    expect(calls).toBe(1);
  });
});
