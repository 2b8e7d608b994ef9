import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readIdentity } from "~/areas/accounts/identity/read-identity";
import { settleIdentity } from "~/areas/accounts/identity/settle-identity";
import { lookAtIdentity, startIdentity } from "~/areas/accounts/identity/start-identity";
import { handleEvent, recordEvent } from "~/areas/buying/provider-events";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { readWithdrawal } from "~/areas/console/read-withdrawal";
import { payoutBlock } from "~/areas/holdings/payout-rules";
import { createStripeIdentity } from "~/integrations/payments/stripe-identity";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { urlOf } from "../../integrations/support/calls";
import { CONFIG, makeWorld, SANDBOX } from "../../sandbox/support/world";
import { asOperator, openSession } from "../../support/open-session";
import { createTestContext } from "../../support/context";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";

const world = makeWorld();
const call = ((input, init) => world.call(urlOf(input), init)) as typeof fetch;
const stripe = {
  secretKey: CONFIG.STRIPE_SECRET_KEY,
  readingKey: CONFIG.STRIPE_IDENTITY_KEY,
  webhookSecret: CONFIG.STRIPE_WEBHOOK_SECRET,
  fetch: call,
};
const identity = createStripeIdentity(stripe, [SANDBOX]);
const context = createTestContext({ identity });
const { db, clock } = context;
const checkout = createStripeCheckout({ ...stripe, nowMs: world.now });

async function begin(person: Person, sessionId = context.newId("ids")) {
  const session = openSession(context, person.userId);
  const started = await startIdentity(context, { session, limited: session, sessionId });
  if (!started.ok) return expect.fail(started.code);
  return { ...started, providerSessionId: new URL(started.url).pathname.split("/").at(-1) ?? "" };
}
const seen = (person: Person) => readIdentity(context, openSession(context, person.userId));
const checksOf = ({ userId }: Person) =>
  db.all(sql`SELECT outcome, operator_id AS by FROM identity_checks WHERE user_id = ${userId} ORDER BY rowid`);
const byHand = (person: Person, outcome: "passed" | "failed", operator: Person) =>
  asOperator(context, operator.userId, (access) =>
    recordIdentityCheck(db, { checkId: context.newId("idc"), userId: person.userId, outcome, operator: access }),
  );

async function deliver() {
  await world.pass(5_000);
  const outcomes: unknown[] = [];
  for (const { headers, body } of world.sent.splice(0)) {
    const event = (await checkout.verifyWebhook(new Headers(headers), body)) ?? expect.fail("a signed event");
    await recordEvent(context, "stripe", event);
    outcomes.push(await handleEvent(context as unknown as Parameters<typeof handleEvent>[0], `stripe:${event.id}`));
  }
  return outcomes;
}

describe("a check of identity at the provider", () => {
  it("is begun once by two taps, passed once by an event that comes twice, and tells us nothing else", async () => {
    const person = await signIn(context);
    const sessionId = context.newId("ids");
    const [first, second] = [await begin(person, sessionId), await begin(person, sessionId)];
    expect(second.url).toBe(first.url);
    expect(await seen(person)).toMatchObject({ isKnown: false, state: "started", firstAboveCents: 100_000 });
    await world.choose(first.url, "verified");
    expect(await deliver()).toEqual(["verified"]);
    expect(await settleIdentity(context, first.providerSessionId)).toBe("verified");
    expect(await seen(person)).toMatchObject({ isKnown: true, state: "verified" });
    expect(await checksOf(person)).toEqual([{ outcome: "passed", by: null }]);
    const log = await db.all(sql`SELECT actor, detail FROM audit_log WHERE subject = ${`user:${person.userId}`}`);
    expect(log).toEqual([{ actor: "system", detail: "passed" }]);
    const session = openSession(context, person.userId);
    expect(await startIdentity(context, { session, limited: session, sessionId: "ids_again" })).toEqual({
      ok: false,
      code: "known",
    });
  });

  it("that failed may be tried again on the same page, and one that was passed stays so, whatever comes late", async () => {
    const person = await signIn(context);
    const { url, providerSessionId } = await begin(person);
    await world.choose(url, "failed");
    expect(await deliver()).toEqual(["failed"]);
    expect([await seen(person), await checksOf(person)]).toMatchObject([{ isKnown: false, state: "failed" }, []]);
    await world.choose(url, "verified");
    expect(await deliver()).toEqual(["verified"]);
    const late = {
      ...identity,
      read: async () => ({ userId: person.userId, status: "failed" as const, name: null, document: null }),
    };
    expect(await settleIdentity({ ...context, identity: late }, providerSessionId)).toBe("failed");
    expect(await seen(person)).toMatchObject({ isKnown: true, state: "verified" });
  });

  it("is read at the provider if its event was lost, and changes nothing while nothing was handed in", async () => {
    const person = await signIn(context);
    const { url } = await begin(person);
    await lookAtIdentity(context, openSession(context, person.userId));
    expect((await seen(person)).state).toBe("started");
    await world.choose(url, "canceled");
    await world.pass(5_000);
    world.sent.length = 0;
    await lookAtIdentity(context, openSession(context, person.userId));
    expect((await seen(person)).state).toBe("canceled");
    expect(await checksOf(person)).toEqual([]);
  });

  it("lets nobody through if its session is unknown, or another person's at the provider", async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    const foreign = await identity.start({
      sessionId: "ids_foreign",
      userId: other.userId,
      returnUrl: "http://localhost",
    });
    await world.choose(foreign.url, "verified");
    expect(await deliver()).toEqual([{ againAtMs: expect.any(Number) as number }]);
    await db.run(sql`INSERT INTO identity_sessions (id, user_id, provider_session_id, started_at_ms, changed_at_ms)
      VALUES ('ids_stolen', ${person.userId}, ${foreign.providerSessionId}, 1, 1)`);
    expect(await settleIdentity(context, foreign.providerSessionId)).toBe("foreign-session");
    expect([(await seen(person)).isKnown, (await seen(other)).isKnown]).toEqual([false, false]);
  });

  it("counts like one by hand: the latest counts, and a failed one by hand outweighs what was begun before it", async () => {
    const [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
    const { url } = await begin(person);
    clock.advance(1);
    expect(await byHand(person, "failed", operator)).toBe(true);
    clock.advance(1);
    await world.choose(url, "verified");
    expect(await deliver()).toEqual(["verified"]);
    expect(await seen(person)).toMatchObject({ isKnown: false, state: "verified" });
    clock.advance(1);
    expect(await byHand(person, "passed", operator)).toBe(true);
    expect((await seen(person)).isKnown).toBe(true);
  });

  describe("holds payouts for an operator", () => {
    const named = async (fullName: string) => {
      const person = await signIn(context);
      await db.run(sql`UPDATE users SET full_name = ${fullName} WHERE id = ${person.userId}`);
      return person;
    };
    const verify = async (person: Person, shown: Record<string, string>) => {
      await world.choose((await begin(person)).url, "verified", shown);
      expect(await deliver()).toEqual(["verified"]);
    };
    const asha = { first_name: "ASHA", last_name: "RAO" };
    const block = async (person: Person, holderDiffers: boolean | null = false) => {
      await creditWallet(context, person, 500);
      const { withdrawalId } = await requestBalance(context, {
        userId: person.userId,
        amountCents: 500,
        holderDiffers,
      });
      const [found] = await db.all<{ why: string | null }>(
        sql`SELECT ${payoutBlock()} AS why FROM withdrawals WHERE id = ${withdrawalId}`,
      );
      return { why: found?.why, withdrawalId };
    };

    it("if the document has another name than the profile or the account, until one has compared them", async () => {
      const same = await named("Asha Rao");
      await verify(same, asha);
      expect((await block(same)).why).toBeNull();
      const [other, renamed, holder] = [await named("Mallory Roe"), await named("Asha Rao"), await named("Asha Rao")];
      for (const person of [other, renamed, holder]) await verify(person, asha);
      await db.run(sql`UPDATE users SET full_name = 'Mallory Roe' WHERE id = ${renamed.userId}`);
      expect((await seen(other)).isKnown).toBe(true);
      expect((await block(renamed)).why).toBe("identity-differs");
      expect((await block(holder, true)).why).toBe("identity-differs");
      const { why, withdrawalId } = await block(other);
      expect(why).toBe("identity-differs");
      const [operator, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
      const page = await asOperator(context, operator.userId, (access) =>
        readWithdrawal(db, { withdrawalId, auditId: context.newId("aud"), access }),
      );
      expect(page).toMatchObject({ profileName: "Mallory Roe", verifiedName: "ASHA RAO", block: "identity-differs" });
      expect(
        await payWithdrawal(context, {
          withdrawalId,
          userId: other.userId,
          bankReference: "UTR",
          operatorId: second.userId,
        }),
      ).toEqual({ ok: false, code: "identity-differs" });
      clock.advance(1);
      await byHand(other, "passed", operator);
      expect(await db.all(sql`SELECT ${payoutBlock()} AS why FROM withdrawals WHERE id = ${withdrawalId}`)).toEqual([
        { why: null },
      ]);
    });

    it("if another account was verified with the same document, of which a keyed hash is kept alone", async () => {
      const [first, second, other] = [await named("Asha Rao"), await named("Asha Rao"), await named("Asha Rao")];
      for (const person of [first, second]) await verify(person, { ...asha, number: "Z1234567" });
      await verify(other, { ...asha, number: "Z7654321" });
      expect([(await block(first)).why, (await block(second)).why, (await block(other)).why]).toEqual([
        "identity-differs",
        "identity-differs",
        null,
      ]);
      expect(JSON.stringify(await db.all(sql`SELECT * FROM identity_sessions`))).not.toContain("Z1234567");
      const { providerSessionId } = await begin(await signIn(context));
      const unrestricted = createStripeIdentity({ ...stripe, readingKey: stripe.secretKey }, [SANDBOX]);
      await expect(unrestricted.read(providerSessionId)).rejects.toThrow();
    });
  });

  it("says whether to come again or to write to us, where the provider cannot or will not", async () => {
    const session = openSession(context, (await signIn(context)).userId);
    const start = () => startIdentity(context, { session, limited: session, sessionId: context.newId("ids") });
    await world.post("/sandbox/faults", { api: { fail_next: true, status: 503, provider: "stripe" } });
    const unavailable = await start();
    await world.post("/sandbox/faults", { api: { fail_next: true, status: 400, provider: "stripe" } });
    expect([unavailable, await start()]).toEqual([
      { ok: false, code: expect.stringMatching(/unavailable|by-hand/) as string },
      { ok: false, code: "by-hand" },
    ]);
    const rejected = createStripeIdentity(stripe, ["https://verify.stripe.com"]);
    await expect(
      rejected.start({ sessionId: "ids_x", userId: "u", returnUrl: "http://localhost" }),
    ).rejects.toMatchObject({ code: "rejected" });
  });
});
