import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { rows } from "~/db/work";
import { type SessionClaim } from "~/core/session/access";
import { readSessionCookie } from "~/server/session/cookie";
import { enterNextSession, isEntered, nextSession } from "~/server/contact-change";
import { cookieSession, requireSession } from "~/server/session/page-session";
import { readSessionRecord, SESSION_SPREAD_MS, writeSessionRecord } from "~/server/session/record";
import { createTestContext } from "../../support/context";
import { claimOf, get, type Person, signIn } from "../../support/people";

// How a page gets its session, what happens to an ended one, and the new one after a change of address.

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

const change = (column: string, value: number | null) =>
  db.run(sql`UPDATE sessions SET ${sql.raw(column)} = ${value} WHERE id_hash = ${claim.idHash}`);

describe("a page's session", () => {
  const argsOf = (cookie = person.cookie, headers: Record<string, string> = {}) => ({
    request: new Request("http://localhost:8787/wallet", { headers: { Cookie: cookie, ...headers } }),
    context: context.next(),
  });
  const one = () => rows(db.all<{ n: number }>(sql`SELECT 1 AS n`));
  const thrownBy = async (work: Promise<unknown>) => {
    const thrown = await work.catch((error: unknown) => error);
    return thrown instanceof Response ? thrown : expect.fail("nothing was thrown");
  };

  it("reads and writes while it is live, and moves its record on once a day", async () => {
    const session = await requireSession(argsOf());
    expect(session.claim).toEqual(claim);
    for (const way of ["read", "write"] as const)
      expect(await session[way](one)).toMatchObject({
        result: [{ n: 1 }],
        nowMs: clock.nowMs,
        viewer: { id: person.userId },
      });
    const createdAtMs = clock.nowMs;
    const kept: Promise<unknown>[] = [];
    const args = { ...argsOf(), context: context.next({ waitUntil: (work) => void kept.push(work) }) };
    await (await requireSession(args)).read(one);
    expect(kept).toEqual([]);
    clock.advance(DAY);
    await (await requireSession(args)).read(one);
    expect(kept, "the request outlives its answer until the record is written").toHaveLength(1);
    await Promise.all(kept);
    const record = { userId: person.userId, createdAtMs, lastSeenMs: clock.nowMs };
    expect(await readSessionRecord(kv, claim.idHash, clock.nowMs)).toEqual(record);
  });

  it("without a record is admitted for ten minutes after the login, then it is over for reading and writing", async () => {
    expect(SESSION_SPREAD_MS).toBe(10 * MINUTE);
    await kv.delete(`session:${claim.idHash}`);
    clock.advance(SESSION_SPREAD_MS - 1);
    const session = cookieSession(argsOf(), claim);
    expect((await session.read(one)).viewer.id).toBe(person.userId);
    expect((await session.write(one)).viewer.id).toBe(person.userId);
    clock.advance(1);
    let made = 0;
    for (const way of ["read", "write"] as const) {
      const over = await thrownBy(session[way](() => ((made += 1), one())));
      expect(over.status).toBe(302);
    }
    // What would be written was not even made.
    expect(made).toBe(1);
  });

  it("that is over leads to the landing page, and leaves nothing in browser or KV", async () => {
    await change("revoked_at_ms", 1);
    for (const way of ["read", "write"] as const) {
      await writeSessionRecord(kv, claim.idHash, { userId: person.userId, createdAtMs: 1, lastSeenMs: clock.nowMs });
      const args = argsOf();
      const over = await thrownBy(cookieSession(args, claim)[way](one));
      expect(over.headers.get("Location")).toBe("/#session-expired");
      expect(over.headers.get("Clear-Site-Data")).toBe('"storage"');
      expect(over.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["session"]);
      for (const cookie of over.headers.getSetCookie()) expect(cookie).toContain("Max-Age=0");
      await args.context.settled();
      expect(await kv.get(`session:${claim.idHash}`)).toBeNull();
    }
  });

  it("tells the owner of a session, and nobody else, that the account is suspended", async () => {
    const suspend = (userId: string) =>
      db.run(sql`UPDATE users SET suspended_at_ms = 1, session_epoch = session_epoch + 1 WHERE id = ${userId}`);
    const led = async (as: SessionClaim) =>
      Promise.all(
        (["read", "write"] as const).map(async (way) =>
          (await thrownBy(cookieSession(argsOf(), as)[way](one))).headers.get("Location"),
        ),
      );
    await suspend(person.userId);
    expect(await led(claim)).toEqual(["/#suspended", "/#suspended"]);
    const expired = ["/#session-expired", "/#session-expired"];
    expect(await led({ ...claim, idHash: "0".repeat(64) })).toEqual(expired);
    expect(await led({ ...(await claimOf(context, other)), userId: person.userId })).toEqual(expired);
    for (const [column, value] of [
      ["revoked_at_ms", 1],
      ["expires_at_ms", clock.nowMs],
    ] as const) {
      await change("revoked_at_ms", null);
      await change(column, value);
      expect(await led(claim), column).toEqual(expired);
    }
  });

  it.each<[string, Record<string, string>, string]>([
    ["nobody knows", {}, "/"],
    ["opens a sheet", { "Sec-Fetch-Dest": "empty" }, "/#session-expired"],
    ["comes from an investor's page", { Referer: "http://localhost:8787/wallet?tab=tokens" }, "/#session-expired"],
    ["comes from a page without a script", { Referer: "http://localhost:8787/stakes" }, "/"],
    ["comes from such a page of another site", { Referer: "http://localhost:87870/wallet" }, "/"],
    ["comes from one whose name is as long", { Referer: "http://localhost:8788/wallet" }, "/"],
  ])("without a cookie, of a browser that %s", async (_, headers, location) => {
    const over = await thrownBy(requireSession(argsOf("", headers)));
    expect(over.headers.get("Location")).toBe(location);
  });
});

describe("the session after an address was changed", () => {
  const form = { flowId: "flow", code: "123456" };
  const argsOf = (cookie = person.cookie) => ({
    request: get("http://localhost:8787/confirm-code", cookie),
    context: context.next(),
  });
  const nextOf = async (with_: Partial<typeof form> = {}, cookie = person.cookie) =>
    (await nextSession(argsOf(cookie), { ...form, ...with_ })) ?? expect.fail("none");
  const put = (idHash: string, createdAtMs: number) =>
    db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
      VALUES (${idHash}, ${person.userId}, 0, ${createdAtMs}, ${clock.nowMs + DAY}, ${clock.nowMs})`);

  it("has an id that only the old one, the change and its code give, the same each time", async () => {
    const next = await nextOf();
    expect(next).toEqual(await nextOf());
    expect(next.before).toEqual(claim);
    expect(next.claim.userId).toBe(person.userId);
    expect(next.sid).toHaveLength(52);
    const others = [await nextOf({ flowId: "x" }), await nextOf({ code: "x" }), await nextOf({}, other.cookie)];
    expect(new Set([next, ...others].map(({ sid }) => sid)).size).toBe(4);
    expect(await nextSession(argsOf(""), form)).toBeNull();
  });

  it("gets its cookie and its record, even if KV is down, and the old record goes", async () => {
    const next = await nextOf();
    const args = argsOf();
    const cookie = await enterNextSession(args, next);
    expect(await readSessionCookie(config, get("http://localhost:8787/", cookie.split(";")[0]))).toEqual(next.claim);
    await args.context.settled();
    const record = { userId: person.userId, createdAtMs: clock.nowMs, lastSeenMs: clock.nowMs };
    expect(await readSessionRecord(kv, next.claim.idHash, clock.nowMs)).toEqual(record);
    expect(await kv.get(`session:${claim.idHash}`)).toBeNull();
    const down = { put: () => Promise.reject(new Error("down")), delete: () => Promise.reject(new Error("down")) };
    const broken = { ...argsOf(), context: { ...context.next(), kv: down as unknown as KVNamespace } };
    expect(await enterNextSession(broken, next)).toBe(cookie);
  });

  it("is entered if the same form made it within a minute; otherwise that is found out after three seconds", async () => {
    const next = await nextOf();
    await put(next.claim.idHash, clock.nowMs - MINUTE + 1);
    expect(await isEntered(context.next(), next)).toBe(true);
    await db.run(sql`UPDATE sessions SET created_at_ms = ${clock.nowMs - MINUTE} WHERE id_hash = ${next.claim.idHash}`);
    let waitedMs = 0;
    const wait = async (ms: number) => void (waitedMs += ms);
    expect(await isEntered(context.next({ wait }), next)).toBe(false);
    expect(waitedMs).toBe(3_000);
    expect(await isEntered(context.next({ wait }), await nextOf({ code: "none" }))).toBe(false);
  });

  it("is waited for until it was entered", async () => {
    const next = await nextOf();
    let waits = 0;
    const wait = async () => {
      if (++waits === 3) await put(next.claim.idHash, clock.nowMs);
    };
    expect(await isEntered(context.next({ wait }), next)).toBe(true);
    expect(waits).toBe(3);
  });
});
