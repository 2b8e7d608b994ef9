import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatInstant } from "~/content/wallet-notes";
import { createDatabase } from "~/db/client";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { createTestContext } from "../../support/context";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { withoutPayoutLimits } from "../../support/settings";
import { openWallet, postWithdrawal, saveBank, toastOf, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal } from "../../support/withdrawals";

// A thief who takes over an account changes its contacts and where its money goes. Each of these makes a withdrawal wait.

const context = createTestContext();
const { db } = context;
const DIALOG = "/wallet?tab=portfolio&dialog=withdraw&of=balance";
const HOUR_MS = 3_600_000;
const CENTS = 1_500;

let person: Person;
let operator: Person;

beforeAll(() => withoutPayoutLimits(db));

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
  await creditWallet(context, person, CENTS);
});

const ask = (fields: Record<string, string> = {}, using = context) =>
  postWithdrawal(using, person, { of: "balance", shown_cents: String(CENTS), ...fields }, DIALOG);
const latest = async () => (await withdrawalsOf(context, person)).at(-1);
const waitOfLatest = async () => Number((await latest())?.payable_from_ms) - context.nowMs();
const proveNow = () =>
  db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);

/** The account of `BANK` was paid to before, ten days ago. */
async function knowAccount() {
  await ask();
  const withdrawalId = String((await latest())?.id);
  await payWithdrawal(context, { withdrawalId, userId: person.userId, operatorId: operator.userId });
  context.clock.advance(240 * HOUR_MS);
  await proveNow();
  await creditWallet(context, person, CENTS);
}

describe("a withdrawal waits 48 hours", () => {
  it("not to one that was, however it is written", async () => {
    await knowAccount();
    const { response } = await ask({ account_number: "5010-0123 4567 89", ifsc_code: "sbin0005943" });
    expect(toastOf(response)).toBe("withdrawal-requested");
    expect(await waitOfLatest()).toBe(0);
  });

  it("also where the change comes between the reading and the writing of the request", async () => {
    await knowAccount();
    let batches = 0;
    const d1 = new Proxy(env.DB, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          const changed = sql`UPDATE users SET contact_changed_at_ms = ${context.nowMs()} WHERE id = ${person.userId}`;
          if (++batches === 1) await db.run(changed);
          return results;
        };
      },
    });
    const meddled = context.next({ db: createDatabase(d1) });
    expect(toastOf((await ask({}, { ...context, next: () => meddled })).response)).toBe("withdrawal-waits");
    expect(await waitOfLatest()).toBe(HOLD_MS);
  });
});

describe("the database dates a change of address itself", () => {
  it("where none is given, and keeps the time it is told", async () => {
    const at = async () =>
      (await db.all<{ at: number }>(sql`SELECT contact_changed_at_ms AS at FROM users WHERE id = ${person.userId}`))[0]
        ?.at;
    expect(await at()).toBeNull();
    await db.run(sql`UPDATE users SET full_name = 'A' WHERE id = ${person.userId}`);
    expect(await at()).toBeNull();
    await db.run(sql`UPDATE users SET email = 'a.dated@example.com' WHERE id = ${person.userId}`);
    const [byItsClock] = await db.all<{ ms: number }>(sql`SELECT unixepoch('subsec') * 1000 AS ms`);
    expect(Math.abs(Number(await at()) - Number(byItsClock?.ms))).toBeLessThan(60_000);
    await db.run(
      sql`UPDATE users SET email = 'b.dated@example.com', contact_changed_at_ms = 77 WHERE id = ${person.userId}`,
    );
    expect(await at()).toBe(77);
    const [change] = await db.all(
      sql`SELECT changed_at_ms FROM contact_changes WHERE old_value = 'a.dated@example.com'`,
    );
    expect(change).toEqual({ changed_at_ms: 77 });
    await db.run(sql`UPDATE users SET phone = '919800012345' WHERE id = ${person.userId}`);
    expect(Number(await at())).toBeGreaterThan(77);
  });
});

describe("the dialog says both: the usual time, and that this one waits", () => {
  const waits = async () =>
    ((await openWallet(context, person, DIALOG)).data as { dialog: { waits: string } }).dialog.waits;
  const after = (ms: number) => formatInstant(context.nowMs() + ms);

  it("for a first account, after a change, and for another account than a known one", async () => {
    expect(await waits()).toContain(
      `not paid to this account before. For your safety we hold this withdrawal until ${after(HOLD_MS)}`,
    );
    await knowAccount();
    const mark = String((await latest())?.account_mark);
    await saveBank(context, person, 100 * HOUR_MS);
    await db.run(sql`UPDATE bank_details SET account_mark = ${mark} WHERE user_id = ${person.userId}`);
    expect(await waits()).toBe("The first payment to an account waits for 48 hours.");
    await db.run(
      sql`UPDATE bank_details SET changed_at_ms = ${context.nowMs() - HOUR_MS} WHERE user_id = ${person.userId}`,
    );
    expect(await waits()).toContain(
      `changed recently. For your safety we hold this withdrawal until ${after(47 * HOUR_MS)}`,
    );
  });
});
