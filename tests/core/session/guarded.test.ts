import { sql } from "drizzle-orm";
import { describe, expect, expectTypeOf, it } from "vitest";
import { row, runWork, writes, type Work } from "~/db/work";
import { type Access, accessOf, SEND_PROOF_MS } from "~/core/session/access";
import { guarded, type OperatorAccess, type OperatorSession, type Purpose, refusalIn } from "~/core/session/guarded";
import type { Session } from "~/core/session/session";
import { createTestContext } from "../../support/context";
import { claimOf, type Person, signIn } from "../../support/people";

// The guard of what operators do: a batch that begins with it runs only for those who may.

const CHANGE = "change";
const context = createTestContext();
const { db } = context;
let serial = 0;

const accessFor = async (person: Person, laterMs = 0, proofMs = SEND_PROOF_MS): Promise<Access> =>
  accessOf(await claimOf(context, person), context.nowMs() + laterMs, proofMs);

/** Tries to write a lead behind the guard. @returns whether it was turned away, and whether the lead is there */
async function attempt(access: Access, needs: Purpose) {
  const id = `guarded-${++serial}`;
  const lead = db.run(sql`INSERT INTO leads (id, email, created_at_ms) VALUES (${id}, ${id}, 1)`);
  const error: unknown = await runWork(
    db,
    guarded(db, access, needs, () => writes(lead)),
  ).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const found = await db.all(sql`SELECT id FROM leads WHERE id = ${id}`);
  if (error !== null && refusalIn(error) === null) throw error as Error;
  return { turnedAway: error !== null, written: found.length === 1 };
}
const DONE = { turnedAway: false, written: true };
const NOT_DONE = { turnedAway: true, written: false };

describe("the guard", () => {
  it("lets an operator with a recent code look and change, and a reader only look", async () => {
    const operator = await accessFor(await signIn(context, { operator: true }));
    const reader = await accessFor(await signIn(context, { reader: true }));
    expect(await attempt(operator, CHANGE)).toEqual(DONE);
    expect(await attempt(operator, "look")).toEqual(DONE);
    expect(await attempt(reader, "look")).toEqual(DONE);
    expect(await attempt(reader, CHANGE)).toEqual(NOT_DONE);
  });

  it("refuses a reader's change as a reader's, and an operator's for its old code", async () => {
    const refused = async (person: Person) =>
      refusalIn(
        await runWork(
          db,
          guarded(db, await accessFor(person, SEND_PROOF_MS + 1), CHANGE, () => writes()),
        ).catch((error: unknown) => error),
      );
    expect(await refused(await signIn(context, { operator: true }))).toBe("old-code");
    expect(await refused(await signIn(context, { reader: true }))).toBe("reader");
  });

  it.each(["look", CHANGE] as const)("fails the whole batch for an investor: %j", async (needs) =>
    expect(await attempt(await accessFor(await signIn(context)), needs)).toEqual(NOT_DONE),
  );

  it.each(["look", CHANGE] as const)(
    "fails the whole batch of an operator whose session is no good: %j",
    async (needs) => {
      const ended = {
        "an old code": (userId: string) =>
          sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - SEND_PROOF_MS} WHERE user_id = ${userId}`,
        revoked: (userId: string) => sql`UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ${userId}`,
        expired: (userId: string) =>
          sql`UPDATE sessions SET expires_at_ms = created_at_ms + 1 WHERE user_id = ${userId}`,
        suspended: (userId: string) => sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${userId}`,
        "signed out everywhere": (userId: string) =>
          sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${userId}`,
        "no longer an operator": (userId: string) => sql`UPDATE users SET role = 'investor' WHERE id = ${userId}`,
      };
      for (const [why, end] of Object.entries(ended)) {
        const person = await signIn(context, { operator: true });
        const access = await accessFor(person);
        await db.run(end(person.userId));
        expect(await attempt({ ...access, ...(await accessFor(person, 1_000)) }, needs), why).toEqual(NOT_DONE);
      }
    },
  );

  it("reads nothing behind it for visitors it turns away, and keeps no row itself", async () => {
    const access = await accessFor(await signIn(context));
    const read: unknown[] = [];
    const spied: Work<void> = { ...row(db.all(sql`SELECT id FROM users`)), read: (rows) => void read.push(rows) };
    await expect(
      runWork(
        db,
        guarded(db, access, "look", () => spied),
      ),
    ).rejects.toSatisfy((error) => refusalIn(error) !== null);
    expect(read).toEqual([]);
    expect(await db.all(sql`SELECT * FROM refusals`)).toEqual([]);
  });

  it("cannot be left out: an ordinary session and an ordinary access are not enough to compile", () => {
    expectTypeOf<Session>().not.toExtend<OperatorSession>();
    expectTypeOf<Access>().not.toExtend<OperatorAccess>();
  });

  it("takes no other failure of a batch for its own", async () => {
    const operator = await accessFor(await signIn(context, { operator: true }));
    const wrong = writes(
      db.run(sql`UPDATE transfers SET amount = 'x'`),
      db.run(sql`INSERT INTO users (id) VALUES (NULL)`),
    );
    await expect(
      runWork(
        db,
        guarded(db, operator, CHANGE, () => wrong),
      ),
    ).rejects.not.toSatisfy((error) => refusalIn(error) !== null);
  });
});
