import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { issueTicket, readTicket, strangersWaitMs, triesOfStranger } from "~/areas/accounts/login/turn-ticket";
import { emailAddress } from "~/areas/accounts/login/read-address";
import { giveBackLimits, type Limit, takeLimits } from "~/core/limits";
import { keyedHash } from "~/server/keyed-hash";
import { emptyTables, Visitor } from "../routes/login/visitor";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";

const NOW = 1_790_000_000_000;

const limits: Limit[] = [
  { key: "a", most: 1, windowMs: 30_000 },
  { key: "b", most: 3, windowMs: 200_000 },
  { key: "c", most: 5, windowMs: 500_000 },
];
const step = fc.record({
  afterMs: fc.nat({ max: 90_000 }),
  which: fc.subarray(limits, { minLength: 1 }),
  giveBack: fc.boolean(),
});

it("limits agree with a simple model over any sequence of events", async () => {
  const db = createDatabase(env.DB);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await env.DB.prepare("DELETE FROM counters").run();
      const model = new Map<string, { count: number; endsAtMs: number }>();
      let nowMs = NOW;
      for (const { afterMs, which, giveBack } of steps) {
        nowMs += afterMs;
        const running = (limit: Limit) => {
          const seen = model.get(limit.key);
          return seen && seen.endsAtMs > nowMs ? seen : null;
        };
        const ends = which.flatMap((limit) => {
          const seen = running(limit);
          return seen && seen.count >= limit.most ? [seen.endsAtMs] : [];
        });
        const outcome = await takeLimits(db, which, nowMs);
        expect(outcome.ok ? null : outcome.retryAtMs).toBe(ends.length > 0 ? Math.max(...ends) : null);
        if (!outcome.ok) continue;
        for (const limit of which) {
          const seen = running(limit);
          if (seen) seen.count += 1;
          else model.set(limit.key, { count: 1, endsAtMs: nowMs + limit.windowMs });
        }
        if (!giveBack) continue;
        await giveBackLimits(db, which, nowMs);
        for (const limit of which) {
          const seen = running(limit);
          if (seen) seen.count -= 1;
        }
      }
    }),
    { numRuns: 40 },
  );
});

describe("codes of several browsers", () => {
  const BROWSERS = 3;
  type Step =
    | { do: "ask" | "again" | "right" | "other" | "wrong"; browser: number; afterMs: number }
    | { do: "stranger"; browser: number; afterMs: number };
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom("ask", "again", "right", "right", "other", "wrong", "stranger"),
    browser: fc.nat({ max: BROWSERS - 1 }),
    afterMs: fc.constantFrom(0, 300, 9_000, 31_000, 70_000, 11 * 60_000),
  });
  const email = "shared@example.com";

  it("to one address: each is opened by its own live code alone, whatever the others do", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await emptyTables();
        const context = createTestContext();
        const browsers = Array.from({ length: BROWSERS }, (_, n) => new Visitor(context, `198.51.100.${n}`));
        /** What the model knows of each browser's login: its code, when it came, wrong tries, when it was used. */
        type Login = { code: string; atMs: number; tries: Set<string>; wrong: number; usedMs: number | null };
        const logins: (Login | null)[] = browsers.map(() => null);
        let strangers = 0;
        const remember = (n: number, sent: number) => {
          if (context.mailer.sent.length === sent) return;
          logins[n] = {
            code: context.mailer.codeFor(email),
            atMs: context.nowMs(),
            tries: new Set(),
            wrong: 0,
            usedMs: null,
          };
        };
        for (const { do: what, browser: n, afterMs } of steps) {
          context.clock.advance(afterMs);
          const [visitor, login, sent] = [browsers[n], logins[n], context.mailer.sent.length];
          if (!visitor) throw new Error("no such browser");
          if (what === "ask") {
            await visitor.askForCode({ email });
            remember(n, sent);
          } else if (what === "again") {
            if (visitor.cookies.has("login")) await visitor.resend();
            remember(n, sent);
          } else if (what === "stranger") {
            const stranger = new Visitor(context, `203.0.${++strangers}.1`);
            await stranger.askForCode({ email });
            if (stranger.cookies.has("login"))
              for (let guess = 0; guess < 6; guess++) await stranger.enterCode(`00000${guess}`);
          } else if (login) {
            const others = logins.flatMap((one, at) => (one && at !== n ? [one.code] : []));
            const code =
              what === "right"
                ? login.code
                : what === "other"
                  ? (others[0] ?? "999999")
                  : String((Number(login.code) + 1 + login.wrong) % 1_000_000).padStart(6, "0");
            const answer = await visitor.enterCode(code);
            const opened = answer.location === "/wallet";
            const ageMs = context.nowMs() - login.atMs;
            const isRight = code === login.code;
            const isAgain = login.usedMs !== null && context.nowMs() - login.usedMs < 60_000;
            if (isRight && login.usedMs !== null) {
              // The same tap, for a minute; the cookie of the login lives no longer.
              expect(opened).toBe(isAgain);
            } else if (isRight) {
              if (login.wrong === 0 && ageMs < 10 * 60_000) expect(opened).toBe(true);
              if (ageMs >= 15 * 60_000 || login.wrong >= 5) expect(opened).toBe(false);
            } else expect(opened).toBe(false);
            if (opened) login.usedMs ??= context.nowMs();
            if (!isRight) login.wrong += 1;
          }
        }
        const [worst] = (await env.DB.prepare("SELECT max(attempts) AS most FROM login_codes").all<{ most: number }>())
          .results;
        expect(worst?.most ?? 0).toBeLessThanOrEqual(5);
        const used = await env.DB.prepare("SELECT count(*) AS n FROM login_codes WHERE used_by IS NOT NULL").first<{
          n: number;
        }>();
        const sessions = await env.DB.prepare("SELECT count(*) AS n FROM sessions").first<{ n: number }>();
        expect(sessions?.n).toBe(used?.n);
      }),
      { numRuns: effort(12, 500) },
    );
  });
});

describe("the wait of strangers", () => {
  it("never shrinks as more of them ask, is nothing for few, and a quarter of an hour at most", () => {
    const count = fc.nat({ max: 100_000 });
    fc.assert(
      fc.property(fc.constantFrom("email" as const, "sms" as const), count, count, count, (channel, a, b, everyone) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        const waits = [few, many].map((strangers) => strangersWaitMs(channel, { strangers, everyone }));
        expect(waits[0]).toBeLessThanOrEqual(waits[1] ?? 0);
        expect(waits[1]).toBeLessThanOrEqual(15 * 60_000);
        expect(strangersWaitMs(channel, { strangers: 3, everyone: 100 })).toBe(0);
        expect(triesOfStranger(many)).toBeLessThanOrEqual(triesOfStranger(few));
        expect(triesOfStranger(many)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it("is stated in a ticket that no one can forge, move to another address, or backdate", async () => {
    const deps = { hash: (text: string) => keyedHash("secret", text), newSecretId: () => "id" };
    const ticket = await issueTicket(deps, "address", NOW);
    expect(await readTicket(deps, ticket, "address", NOW)).toEqual({ id: "id", issuedAtMs: NOW });
    expect(await readTicket(deps, ticket, "other", NOW)).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: ticket.length - 1 }), fc.constantFrom("0", "a", ".", ""), async (at, other) => {
        const forged = ticket.slice(0, at) + other + ticket.slice(at + 1);
        if (forged !== ticket) expect(await readTicket(deps, forged, "address", NOW)).toBeNull();
      }),
    );
    for (const text of [null, "", "..", "id.0", "id.NaN.x"])
      expect(await readTicket(deps, text, "address", NOW)).toBeNull();
  });
});

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.emailAddress(),
  fc.tuple(fc.emailAddress(), fc.string({ unit: "binary", maxLength: 5 })).map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom("a@b.com", "9876543210"), fc.constantFrom("\n", "\r", "\0", "\u2028", "＠", " "))
    .map((p) => p.join("")),
);

it("addresses that are accepted are one normalised line of printable ASCII", () => {
  fc.assert(
    fc.property(nasty, (typed) => {
      const parsed = emailAddress.safeParse(typed);
      if (!parsed.success) return;
      expect(parsed.data).toMatch(/^[\x21-\x7e]{3,254}$/);
      expect(parsed.data).toBe(parsed.data.toLowerCase());
      expect(parsed.data.split("@")).toHaveLength(2);
      expect(emailAddress.parse(parsed.data)).toBe(parsed.data);
      expect(emailAddress.parse(` ${parsed.data.toUpperCase()} `)).toBe(parsed.data);
    }),
    { numRuns: 2_000 },
  );
});
