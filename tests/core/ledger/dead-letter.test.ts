import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { type DeadLetter, keepDeadLetter } from "~/core/ledger/dead-letter";

const db = createDatabase(env.DB);
let serial = 0;
let letter: DeadLetter;

beforeEach(() => {
  letter = { id: `outbox:letter-${++serial}`, origin: "outbox", body: { outboxId: "o1" }, error: "First", nowMs: 5 };
});

const kept = () =>
  db.all(sql`SELECT origin, body, error, created_at_ms AS nowMs, resolved_at_ms AS resolvedAtMs
    FROM dead_letters WHERE id = ${letter.id}`);
const resolve = () => db.run(sql`UPDATE dead_letters SET resolved_at_ms = 7 WHERE id = ${letter.id}`);

describe("a dead letter", () => {
  it("records what is needed to find its work", async () => {
    await keepDeadLetter(db, letter);
    expect(await kept()).toEqual([
      { origin: "outbox", body: '{"outboxId":"o1"}', error: "First", nowMs: 5, resolvedAtMs: null },
    ]);
  });

  it("is not changed when it is recorded again", async () => {
    await keepDeadLetter(db, letter);
    await resolve();
    await keepDeadLetter(db, { ...letter, error: "Second", nowMs: 9 });
    expect(await kept()).toMatchObject([{ error: "First", resolvedAtMs: 7 }]);
  });

  it("is reopened, with its new error, where that is asked for", async () => {
    await keepDeadLetter(db, letter);
    await resolve();
    await keepDeadLetter(db, { ...letter, error: "Second", nowMs: 9 }, "reopens");
    expect(await kept()).toMatchObject([{ error: "Second", nowMs: 5, resolvedAtMs: null }]);
  });
});
