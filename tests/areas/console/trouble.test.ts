import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordDifference } from "~/areas/buying/reconciliation/record-difference";
import { explainDifference, resolveDeadLetter } from "~/areas/console/trouble";
import { MAX_ATTEMPTS } from "~/core/outbox/run-outbox";
import { asOperator } from "../../support/open-session";
import { type Person, signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const shop = openShop();
const { context } = shop;
const { db } = context;
let operator: Person;
beforeEach(async () => void (operator = await signIn(context, { operator: true })));

/** @param reason for which its work is dropped; null: it is repeated */
const resolve = (deadLetterId: string, reason: string | null = null) =>
  asOperator(context, operator.userId, (by) => resolveDeadLetter(db, { deadLetterId, operator: by, reason }));
const logged = (subject: string) =>
  sql`(SELECT group_concat(detail) FROM audit_log WHERE subject = ${subject} AND detail IS NOT NULL)`;

describe("a failed job", () => {
  /** Runs until the tries are used up. */
  async function useUpTries() {
    for (let tries = 0; tries < MAX_ATTEMPTS + 2; tries++) {
      await shop.drain();
      context.clock.advance(3_700_000);
    }
  }
  const isOpen = async (id: string) =>
    (await db.all(sql`SELECT 1 FROM dead_letters WHERE id = ${id} AND resolved_at_ms IS NULL`)).length === 1;

  it("is listed when its tries are used up, works when it is replayed, and is listed again if that fails too", async () => {
    const { buyer, paymentId } = await shop.sell();
    context.mailer.fail = "rejected";
    await useUpTries();
    const id = `outbox:send-notice:payment-settled:${paymentId}`;
    expect(await isOpen(id)).toBe(true);
    expect(await resolve(id)).toEqual({ ok: true });
    expect(await isOpen(id)).toBe(false);
    await useUpTries();
    expect([await isOpen(id), context.mailer.to(buyer.email)]).toEqual([true, []]);
    context.mailer.fail = null;
    // The second replay sends nothing more.
    for (let time = 0; time < 2; time++) {
      expect(await resolve(id)).toEqual({ ok: true });
      await shop.drain();
      expect([await isOpen(id), context.mailer.to(buyer.email).length]).toEqual([false, 1]);
    }
  });

  let serial = 0;
  async function keep(origin: string, kind?: string): Promise<string> {
    const [id, outboxId] = [`letter-${(serial += 1)}`, `${kind ?? "none"}:dropped-${serial}`];
    if (kind)
      await db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms, attempts, last_error, done_at_ms)
        VALUES (${outboxId}, ${kind}, ${`dropped-${serial}`}, 1, 1, 9, 'rejected', 1)`);
    await db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
      VALUES (${id}, ${origin}, ${JSON.stringify({ outboxId })}, 1)`);
    return id;
  }

  it("is dropped once, with the reason in the log, and its work is not repeated", async () => {
    const id = await keep("outbox", "check-payment");
    for (let time = 0; time < 2; time++) expect(await resolve(id, "not wanted")).toEqual({ ok: true });
    expect(await db.all(sql`SELECT ${logged(`dead-letter:${id}`)} AS why`)).toEqual([{ why: "not wanted" }]);
    expect([await isOpen(id), await resolve(id)]).toEqual([false, { ok: true }]);
    expect(await db.all(sql`SELECT 1 FROM outbox WHERE done_at_ms IS NULL AND id LIKE '%:dropped-%'`)).toEqual([]);
  });

  it("stays open where it is about money that is owed, until that is recorded as sent", async () => {
    for (const owed of [await keep("refund"), await keep("outbox", "refund-payment")]) {
      expect(await resolve(owed, "not wanted")).toEqual({ ok: false, code: "is-owed" });
      expect(await isOpen(owed)).toBe(true);
    }
    expect(await resolve(await keep("refund"))).toEqual({ ok: false, code: "needs-a-person" });
    expect(await resolve("outbox:none")).toEqual({ ok: false, code: "no-such-letter" });
  });
});

describe("a difference", () => {
  const record = (subject: string, detail: string) =>
    recordDifference(context, { kind: "amount-differs", provider: "stripe", subject, detail }, "open");
  const standing = async (id: string) => {
    const row = sql`SELECT state, ${logged(`difference:${id}`)} AS why FROM differences WHERE id = ${id}`;
    return (await db.all(row))[0];
  };
  const explain = (differenceId: string) =>
    asOperator(context, operator.userId, (by) =>
      explainDifference(db, { differenceId, operator: by, reason: "a test charge" }),
    );

  it("is explained once, with its reason, however often the same is seen again, until its figures change", async () => {
    await record("cs_1", '{"ours":500}');
    expect(await standing("amount-differs:cs_1")).toEqual({ state: "open", why: null });
    for (let time = 0; time < 2; time++) expect(await explain("amount-differs:cs_1")).toEqual({ ok: true });
    await record("cs_1", '{"ours":500}');
    expect(await standing("amount-differs:cs_1")).toEqual({ state: "explained", why: "a test charge" });
    await record("cs_1", '{"ours":700}');
    expect(await standing("amount-differs:cs_1")).toMatchObject({ state: "open" });
  });

  it("cannot be explained if it is unknown", async () =>
    expect(await explain("none")).toEqual({ ok: false, code: "no-such-difference" }));
});
