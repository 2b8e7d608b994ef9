import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readEndedSessions } from "~/core/session/ended-sessions";
import { Lookers } from "~/core/session/lookers";
import { isOperatorsSession } from "~/core/session/operators-session";
import { readSessionCookie } from "~/server/session/cookie";
import { createTestContext } from "../../support/context";
import { get, type Person, signIn } from "../../support/people";

const MINUTE = 60_000;
const [a, b, c] = ["a", "b", "c"].map((idHash) => ({ idHash, userId: `usr_${idHash}` })) as [Claim, Claim, Claim];
type Claim = { idHash: string; userId: string };

describe("sessions that look at a page which asks the database nothing", () => {
  const names = (lookers: Lookers) => lookers.due(10).map(({ idHash }) => idHash);

  it("are to be confirmed at their first look, each once, as many as are asked for", () => {
    const lookers = new Lookers();
    expect(lookers.areDue).toBe(false);
    for (const one of [a, b, a, c]) expect(lookers.hasEnded(one, 0)).toBe(false);
    expect([lookers.areDue, lookers.due(10), lookers.due(2)]).toEqual([true, [a, b, c], [a, b]]);
  });

  it("are live or ended as the database said, and asked about again after a minute", () => {
    const lookers = new Lookers();
    for (const one of [a, b]) lookers.hasEnded(one, 0);
    lookers.confirmed([a, b], ["b"], 0);
    expect(lookers.areDue).toBe(false);
    expect([lookers.hasEnded(a, MINUTE - 1), lookers.hasEnded(b, MINUTE - 1)]).toEqual([false, true]);
    expect(lookers.areDue).toBe(false);
    expect(lookers.hasEnded(b, MINUTE)).toBe(true);
    expect(names(lookers)).toEqual(["b"]);
  });

  it("are forgotten two minutes after they were confirmed, unless they looked again", () => {
    const lookers = new Lookers();
    lookers.confirmed([a, b], ["a", "b"], 0);
    lookers.hasEnded(b, MINUTE);
    lookers.forget(2 * MINUTE - 1);
    expect(lookers.hasEnded(a, MINUTE - 1)).toBe(true);
    lookers.forget(2 * MINUTE);
    expect([lookers.hasEnded(a, 2 * MINUTE), lookers.hasEnded(b, 2 * MINUTE)]).toEqual([false, true]);
  });
});

describe("what the database says of sessions", () => {
  const context = createTestContext();
  const { db } = context;
  const claimOf = async ({ cookie }: Person) =>
    (await readSessionCookie(context.config, get("http://localhost:8787/", cookie))) ?? expect.fail("no session");

  it("is which of many are not live any more", async () => {
    const [live, ended] = await Promise.all([signIn(context), signIn(context)]);
    const [one, other] = await Promise.all([live, ended].map(claimOf));
    if (!one || !other) return expect.fail("no claims");
    await db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE id_hash = ${other.idHash}`);
    const stolen = { idHash: one.idHash, userId: other.userId };
    expect(await readEndedSessions(db, [one, other], context.nowMs())).toEqual([other.idHash]);
    expect(await readEndedSessions(db, [stolen, { idHash: "?", userId: one.userId }], context.nowMs())).toEqual([
      one.idHash,
      "?",
    ]);
    expect(await readEndedSessions(db, [], context.nowMs())).toEqual([]);
  });

  it("is whether one is an operator's", async () => {
    const [operator, investor] = [await signIn(context, { operator: true }), await signIn(context)];
    const isOperators = async (person: Person) => isOperatorsSession(env.DB, await claimOf(person), context.nowMs());
    expect([await isOperators(operator), await isOperators(investor)]).toEqual([true, false]);
  });
});
