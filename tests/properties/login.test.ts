import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { newReferralCode, readReferralCode } from "~/features/login/new-referral-code";
import { emailAddress, indianMobile, readAddress } from "~/features/login/read-address";
import { giveBackLimits, type Limit, takeLimits } from "~/features/limits/take-limits";
import { readCode } from "~/routes/enter-OTP/read-code";

const NOW = 1_790_000_000_000;

describe("limits", () => {
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

  it("agree with a simple model over any sequence of events", async () => {
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
});

describe("addresses", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.emailAddress(),
    fc.tuple(fc.emailAddress(), fc.string({ unit: "binary", maxLength: 5 })).map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom("a@b.com", "9876543210"), fc.constantFrom("\n", "\r", "\0", "\u2028", "＠", " "))
      .map((p) => p.join("")),
  );

  it("that are accepted are one normalised line of printable ASCII", () => {
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

  it("of ordinary people are accepted", () => {
    for (const email of ["a@b.co", "o'brien+casks@mail.example.co.uk", "x_y-z@sub-domain.example.com"])
      expect(emailAddress.parse(email)).toBe(email);
  });

  it("of phones are 91 and the ten digits that were typed", () => {
    const digits = fc
      .tuple(fc.constantFrom("6", "7", "8", "9"), fc.stringMatching(/^[0-9]{9}$/))
      .map((p) => p.join(""));
    const prefix = fc.constantFrom("", "+91", "91", "+91 ", "0");
    fc.assert(
      fc.property(digits, prefix, fc.nat({ max: 9 }), (number, before, cut) => {
        const typed = `${before}${number.slice(0, cut)} ${number.slice(cut)}`;
        expect(indianMobile.parse(typed)).toBe(`91${number}`);
      }),
    );
    fc.assert(
      fc.property(nasty, (typed) => {
        const parsed = indianMobile.safeParse(typed);
        if (parsed.success) expect(parsed.data).toMatch(/^91[6-9][0-9]{9}$/);
      }),
    );
  });

  it("that are refused name one of the two fields, whatever was typed", () => {
    const maybe = fc.option(nasty, { nil: null });
    fc.assert(
      fc.property(maybe, maybe, (email, phone_number) => {
        const read = readAddress({ email, phone_number });
        if (!read.ok) expect(["email", "phone_number"]).toContain(read.field);
      }),
    );
  });
});

describe("codes", () => {
  it("of referrals have eight unambiguous letters, and are read back unchanged", () => {
    const codes = Array.from({ length: 500 }, newReferralCode);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
      expect(readReferralCode(` ${code} `)).toBe(code);
    }
  });

  it("are read from six boxes or one field, and nothing else is accepted", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 7 }), { maxLength: 7 }), (boxes) => {
        const form = new FormData();
        for (const box of boxes) form.append("digit", box);
        const code = readCode(form);
        if (code !== null) expect(code).toMatch(/^[0-9]{6}$/);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6}$/), (code) => {
        const boxes = new FormData();
        for (const digit of code) boxes.append("digit", digit);
        const one = new FormData();
        one.append("otp", code);
        expect([readCode(boxes), readCode(one)]).toEqual([code, code]);
      }),
    );
  });
});
