import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork, rows } from "~/db/work";
import { accessOf, OPEN_PROOF_MS, SEND_PROOF_MS, type SessionClaim } from "~/core/session/access";
import { readViewer } from "~/core/session/viewer";
import {
  clearSessionCookie,
  commitSessionCookie,
  newSessionId,
  readSessionCookie,
  SESSION_ABSOLUTE_MS,
} from "~/server/session/cookie";
import { readSessionRecord, SESSION_IDLE_MS, touchSessionRecord, writeSessionRecord } from "~/server/session/record";
import { tokenSession } from "~/server/session/page-session";
import { createTestContext } from "../../support/context";
import { claimOf, get, type Person, signIn } from "../../support/people";

// Which session is live, to the millisecond and to each of its conditions: in the query that admits a reader, and in the condition
// that every write carries. Both must say the same.

const context = createTestContext();
const { db, clock, kv, config } = context;
const [MINUTE, DAY] = [60_000, 86_400_000];
let person: Person;
let other: Person;
let claim: SessionClaim;

beforeEach(async () => {
  [person, other] = [await signIn(context), await signIn(context)];
  claim = await claimOf(context, person);
});

async function isLive(of: SessionClaim = claim, nowMs = clock.nowMs, proofMs = SEND_PROOF_MS) {
  const access = accessOf(of, nowMs, proofMs);
  const { live, fresh } = access;
  const [said] = await db.all<{ live: number; fresh: number }>(sql`SELECT ${live} AS live, ${fresh} AS fresh`);
  const viewer = await runWork(db, readViewer(db, access));
  expect(viewer !== null, "a viewer who may read may write").toBe(said?.live === 1);
  expect(viewer?.fresh ?? false).toBe(said?.fresh === 1);
  return { live: said?.live === 1, fresh: said?.fresh === 1 };
}
const change = (column: string, value: number | null) =>
  db.run(sql`UPDATE sessions SET ${sql.raw(column)} = ${value} WHERE id_hash = ${claim.idHash}`);

describe("a session", () => {
  it("is live, and tells who it is", async () => {
    expect(await isLive()).toEqual({ live: true, fresh: true });
    expect(await runWork(db, readViewer(db, accessOf(claim, clock.nowMs)))).toEqual({
      id: person.userId,
      email: person.email,
      phone: null,
      fullName: null,
      role: "investor",
      activated: true,
      fresh: true,
      sessionCreatedAtMs: clock.nowMs,
      createdAtMs: clock.nowMs,
    });
    const newcomer = await signIn(context, { activated: false });
    expect(await runWork(db, readViewer(db, accessOf(await claimOf(context, newcomer), clock.nowMs)))).toMatchObject({
      activated: false,
    });
  });

  it("is bound to one holder: neither another id under this name, nor this id under another name", async () => {
    const others = await claimOf(context, other);
    expect((await isLive({ idHash: claim.idHash, userId: other.userId })).live).toBe(false);
    expect((await isLive({ idHash: others.idHash, userId: person.userId })).live).toBe(false);
    expect((await isLive({ idHash: "none", userId: person.userId })).live).toBe(false);
  });

  it.each<[string, string, (nowMs: number) => number | null, boolean]>([
    ["that expires in a millisecond", "expires_at_ms", (nowMs) => nowMs + 1, true],
    ["that expires now", "expires_at_ms", (nowMs) => nowMs, false],
    ["that was revoked", "revoked_at_ms", (nowMs) => nowMs + DAY, false],
    ["of an earlier epoch", "epoch", () => -1, false],
    ["of a later epoch", "epoch", () => 1, false],
  ])("%s", async (_, column, value, live) => {
    await change(column, value(clock.nowMs));
    expect(await isLive()).toEqual({ live, fresh: live });
    expect((await isLive(await claimOf(context, other))).live).toBe(true);
  });

  it("of a suspended person is over", async () => {
    await db.run(sql`UPDATE users SET suspended_at_ms = ${clock.nowMs + DAY} WHERE id = ${person.userId}`);
    expect(await isLive()).toEqual({ live: false, fresh: false });
  });

  it("is fresh for half an hour to open a form and an hour to send it, not a millisecond longer", async () => {
    expect([OPEN_PROOF_MS, SEND_PROOF_MS]).toEqual([30 * MINUTE, 60 * MINUTE]);
    for (const proofMs of [OPEN_PROOF_MS, SEND_PROOF_MS])
      for (const [sinceMs, fresh] of [
        [proofMs - 1, true],
        [proofMs, false],
      ] as const) {
        await change("proved_at_ms", clock.nowMs - sinceMs);
        expect(await isLive(claim, clock.nowMs, proofMs)).toEqual({ live: true, fresh });
      }
  });
});

it("a token's session that is used is read and written through, and refused with an empty 401 once it is over", async () => {
  const session = tokenSession(context, claim, 77);
  expect(session).toMatchObject({ claim, tokenEndsAtMs: 77 });
  const { viewer, result, nowMs } = await session.read(({ live }) =>
    rows(db.all<{ live: number }>(sql`SELECT ${live} AS live`)),
  );
  expect([viewer.id, result, nowMs]).toEqual([person.userId, [{ live: 1 }], clock.nowMs]);
  await change("revoked_at_ms", 1);
  const refused = await session.write(() => rows(db.all(sql`SELECT 1`))).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Response);
  expect((refused as Response).status).toBe(401);
  expect(await (refused as Response).text()).toBe("");
});

describe("the record in KV", () => {
  it("counts as none if it is malformed or gone", async () => {
    const { nowMs } = clock;
    await writeSessionRecord(kv, "h", { userId: "u", createdAtMs: 1, lastSeenMs: nowMs });
    expect(await readSessionRecord(kv, "h", nowMs)).toMatchObject({ userId: "u", createdAtMs: 1 });
    await kv.put("session:h", JSON.stringify({ userId: 5 }));
    expect(await readSessionRecord(kv, "h", nowMs)).toBeNull();
    expect(await readSessionRecord(kv, "none", nowMs)).toBeNull();
  });

  it("ends by itself after two weeks, and is moved on once a day", async () => {
    const put: unknown[][] = [];
    const watched = { put: (...all: unknown[]) => Promise.resolve(void put.push(all)) } as unknown as KVNamespace;
    const seen = (lastSeenMs: number) => ({ userId: "u", createdAtMs: 1, lastSeenMs });
    expect(touchSessionRecord(watched, "h", seen(clock.nowMs - DAY + 1), clock.nowMs)).toBeNull();
    await touchSessionRecord(watched, "h", seen(clock.nowMs - DAY), clock.nowMs);
    expect(put).toEqual([["session:h", JSON.stringify(seen(clock.nowMs)), { expirationTtl: SESSION_IDLE_MS / 1000 }]]);
    const broken = { put: () => Promise.reject(new Error("down")) } as unknown as KVNamespace;
    await expect(touchSessionRecord(broken, "h", seen(0), clock.nowMs)).resolves.toBeUndefined();
  });
});

describe("the cookie", () => {
  it("names session and person for thirty days, is signed, and can be cleared", async () => {
    expect(SESSION_ABSOLUTE_MS).toBe(30 * DAY);
    const sid = newSessionId();
    expect(sid).toMatch(/^[\w-]{43}$/);
    expect(newSessionId()).not.toBe(sid);
    const many = Array.from({ length: 40 }, newSessionId).join("");
    expect(many).toMatch(/^[\w-]+$/);
    expect([many.includes("-"), many.includes("_")]).toEqual([true, true]);
    const cookie = await commitSessionCookie(config, { sid, userId: "usr_1" });
    expect(cookie).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const read = await readSessionCookie(config, get("http://localhost:8787/", cookie.split(";")[0]));
    expect(read).toMatchObject({ userId: "usr_1", idHash: expect.not.stringContaining(sid) as string });
    expect(await clearSessionCookie(config)).toMatch(/^session=[^;]*; Max-Age=0;/);
    expect(await readSessionCookie(config, get("http://localhost:8787/"))).toBeNull();
  });

  it.each([
    [{ sid: "x".repeat(39), uid: "u" }, false],
    [{ sid: "x".repeat(40), uid: "u" }, true],
    [{ sid: "x".repeat(64), uid: "u".repeat(60) }, true],
    [{ sid: "x".repeat(65), uid: "u" }, false],
    [{ sid: "x".repeat(40), uid: "" }, false],
    [{ sid: "x".repeat(40), uid: "u".repeat(61) }, false],
  ])("of our own making with %j", async ({ sid, uid }, isOne) => {
    const cookie = await commitSessionCookie(config, { sid, userId: uid });
    expect((await readSessionCookie(config, get("http://localhost:8787/", cookie.split(";")[0]))) !== null).toBe(isOne);
  });
});
