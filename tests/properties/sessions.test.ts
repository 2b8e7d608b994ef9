// Compares sessions with their model: two users with three browsers each, and everything that starts or ends a session,
// in any order.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endAllSessions } from "~/areas/accounts/login/end-all-sessions";
import * as confirmEmail from "~/routes/confirm-email/route";
import * as personalDetails from "~/routes/personal-details/route";
import { createTestContext, type TestContext } from "../support/context";
import { effort } from "../support/effort";
import { post } from "../routes/settings/ask";
import { viewerOf } from "../routes/login/signed-in";
import { Visitor } from "../routes/login/visitor";
import { SessionModel } from "./session-model";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const seed = effort(20_262, Date.now() % 2 ** 31);
let serial = 0;
const newEmail = () => `someone-${(serial += 1)}@example.com`;
const newIp = () => `10.${(serial += 1) >> 8}.${serial & 255}.1`;

/** Expires records by the test's clock; the platform's own would wait two weeks. */
class ClockedKv {
  readonly #kept = new Map<string, { value: string; untilMs: number }>();
  constructor(readonly nowMs: () => number) {}

  get(key: string): Promise<unknown> {
    const found = this.#kept.get(key);
    return Promise.resolve(found && found.untilMs > this.nowMs() ? (JSON.parse(found.value) as unknown) : null);
  }
  put(key: string, value: string, { expirationTtl = 0 } = {}): Promise<void> {
    this.#kept.set(key, { value, untilMs: this.nowMs() + expirationTtl * 1000 });
    return Promise.resolve();
  }
  delete(key: string): Promise<void> {
    this.#kept.delete(key);
    return Promise.resolve();
  }
}

class Real {
  readonly emails = [newEmail(), newEmail()];
  readonly ids: string[] = [];
  readonly browsers: Visitor[][] = [];

  private constructor(readonly context: TestContext) {
    for (const _email of this.emails) this.browsers.push([0, 1, 2].map(() => new Visitor(context, newIp())));
  }

  static async open(): Promise<Real> {
    const clock = createTestContext().clock;
    const kv = new ClockedKv(() => clock.nowMs) as unknown as KVNamespace;
    const real = new Real(createTestContext({ clock, kv, ip: "198.51.100.1" }));
    for (const [user, email] of real.emails.entries()) {
      real.ids.push(real.context.newId("usr"));
      await real.context.db.run(sql`INSERT INTO users (id, email, referral_code, created_at_ms)
        VALUES (${real.ids[user]}, ${email}, ${real.ids[user]}, 1)`);
    }
    return real;
  }

  browser(user: number, browser: number): Visitor {
    const found = this.browsers[user]?.[browser];
    if (!found) throw new Error("no such browser");
    return found;
  }

  async emailOf(user: number) {
    const [row] = await this.context.db.all<{ email: string }>(
      sql`SELECT email FROM users WHERE id = ${this.ids[user]}`,
    );
    return row?.email;
  }

  /** Uses the pages: types the new address, then enters the code sent to it. */
  async changeEmail(user: number, browser: number): Promise<void> {
    const email = newEmail();
    const { cookies } = this.browser(user, browser);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const context = this.context.next({ ip: newIp() });
    const asked = await post(context, personalDetails, "/personal-details", cookie, {
      full_name: "A",
      email,
      address: "B",
    });
    if (asked.location === "/confirm-email") {
      const otp = this.context.mailer.codeFor(email);
      const all = [cookie, ...asked.cookies].join("; ");
      const entered = await post(context, confirmEmail, "/confirm-email", all, { otp });
      expect(entered.location).toBe("/settings");
      const named = entered.cookies.find((one) => one.startsWith("session="))?.slice("session=".length) ?? "";
      expect(named).not.toBe(cookies.get("session"));
      cookies.set("session", named);
      this.emails[user] = email;
    }
    await context.settled();
  }
}

/** The reasons for refusing a session: a run that never met one would prove nothing about it. */
const ENDS = ["alive", "revoked", "suspended", "signed out everywhere", "too old", "idle"];
const seen = new Set<string>();

type Step = fc.AsyncCommand<SessionModel, Real>;
type Where = [user: number, browser: number];

/**
 * After each step one browser checks whether it is signed in: a check has effects of its own, so not all of them do.
 */
const step = (
  name: string,
  look: Where,
  run: (model: SessionModel, real: Real) => Promise<void>,
  check: (model: SessionModel) => boolean = () => true,
): Step => ({
  check,
  toString: () => `${name}, then [${look.join()}] looks`,
  run: async (model, real) => {
    await run(model, real);
    await lookAt(look, model, real);
  },
});

async function lookAt([user, browser]: Where, model: SessionModel, real: Real): Promise<void> {
  const held = model.user(user).browsers[browser];
  const viewer = await viewerOf(real.browser(user, browser));
  await real.context.settled();
  const alive = model.visit(user, browser);
  expect(viewer?.id ?? null).toBe(alive ? real.ids[user] : null);
  if (held) seen.add(model.whyNot(user, held) ?? "alive");
}

const where = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 2 }));
const both = fc.tuple(where, where);

const signIn = both.map(([[user, browser], look]) =>
  step(
    `sign in [${user},${browser}]`,
    look,
    async (model, real) => {
      // A code was just sent to a new address: the next one has to wait.
      real.context.clock.advance(MINUTE_MS);
      model.nowMs += MINUTE_MS;
      const answer = await real.browser(user, browser).signInByEmail(real.emails[user] ?? "");
      expect(answer.location).toBe("/wallet");
      await real.context.settled();
      const before = model.user(user).browsers[browser];
      if (before) before.revoked = true;
      model.signIn(user, browser);
    },
    (model) => !model.user(user).suspended,
  ),
);

const steps: fc.Arbitrary<Step>[] = [
  signIn,
  signIn,
  both.map(([[user, browser], look]) =>
    step(`sign out [${user},${browser}]`, look, async (model, real) => {
      // A copy of the same cookie is used once more.
      const copy = new Visitor(real.context);
      for (const [name, value] of real.browser(user, browser).cookies) copy.cookies.set(name, value);
      await real.browser(user, browser).signOut();
      expect(await viewerOf(copy)).toBeNull();
      await real.context.settled();
      model.signOut(user, browser);
    }),
  ),
  both.map(([[user], look]) =>
    step(`sign out everywhere [${user}]`, look, async (model, real) => {
      const userId = real.ids[user] ?? "";
      await endAllSessions(real.context, { userId, actor: `user:${userId}` });
      model.user(user).epoch += 1;
    }),
  ),
  both.map(([[user, browser], look]) =>
    step(`new address [${user},${browser}]`, look, async (model, real) => {
      const before = await real.emailOf(user);
      await real.changeEmail(user, browser);
      expect((await real.emailOf(user)) !== before).toBe(model.changeEmail(user, browser));
    }),
  ),
  fc.tuple(both, fc.boolean()).map(([[[user], look], suspended]) =>
    step(`${suspended ? "suspend" : "let in again"} [${user}]`, look, async (model, real) => {
      await real.context.db.run(
        sql`UPDATE users SET suspended_at_ms = ${suspended ? real.context.nowMs() : null} WHERE id = ${real.ids[user]}`,
      );
      model.user(user).suspended = suspended;
    }),
  ),
  fc
    .tuple(where, fc.constantFrom(9 * MINUTE_MS, 31 * MINUTE_MS, 2 * DAY_MS, 9 * DAY_MS, 15 * DAY_MS))
    .map(([look, byMs]) =>
      step(`${byMs / MINUTE_MS} minutes go by`, look, (model, real) => {
        model.nowMs += byMs;
        real.context.clock.advance(byMs);
        return Promise.resolve();
      }),
    ),
];

describe(`sessions (seed ${seed})`, () => {
  it("start and end as their model says", { timeout: effort(600_000, 1_800_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: effort(60, 120), size: "max" }), async (commands) => {
        const real = await Real.open();
        const model = new SessionModel(real.context.clock.nowMs);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        for (const user of [0, 1]) for (const browser of [0, 1, 2]) await lookAt([user, browser], model, real);
      }),
      { seed, numRuns: effort(8, 400) },
    );
    expect([...seen]).toEqual(expect.arrayContaining(ENDS));
  });
});
