import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { proveOwed } from "~/areas/proof/audit-trees";
import { verifyFile } from "../../../../public/verify-audit.mjs";
import { auditDeps, auditTomorrow, DAY_MS, makeAudit, tamper } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { openSession } from "../../../support/open-session";
import { type Person, signIn } from "../../../support/people";
import { openApp } from "../../../support/serve-app";

const context = createTestContext();
const { clock } = context;
const deps = { ...context, certificates: env.CERTIFICATES };

let people: Person[];

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  clock.nowMs = Math.max(clock.nowMs, Date.UTC(2026, 10, 24, 9));
  people = await Promise.all(Array.from({ length: 5 }, () => signIn(context)));
  for (const [at, person] of people.entries()) await creditWallet(context, person, 1_000 * (at + 1) + at);
});

const fileOf = async (person: Person) => {
  const trips = context.trips.count;
  const file = await proveOwed(deps, openSession(context, person.userId));
  expect(context.trips.count - trips).toBe(1);
  // The public program follows the path with code of its own.
  const bytes = new TextEncoder().encode(JSON.stringify(file));
  if (file) expect(await verifyFile("owed.json", bytes)).toMatchObject({ ok: true });
  return file;
};

describe("what is owed, one wallet at a time", () => {
  it("adds up to what the ledger says, and leads each owner to the root of the day's audit", async () => {
    const day = await auditTomorrow(context);
    await creditWallet(context, people[0] ?? expect.fail(), 99);
    expect(day.money.reason ?? "").not.toContain("wallets_cents");
    expect(day.owed?.cents).toBe(day.money.wallets_cents);
    for (const [at, person] of people.entries()) {
      const file = (await fileOf(person)) ?? expect.fail();
      expect(file).toMatchObject({
        head: { date: day.date, hash: day.hash, owed: day.owed },
        wallet: { user_id: person.userId, cents: 1_000 * (at + 1) + at },
      });
    }
  });

  it("is a file that its owner downloads, from one round trip", async () => {
    const { date } = await auditTomorrow(context);
    const [owner = expect.fail()] = people;
    const app = openApp();
    const answer = await app.ask("/wallet/owed.json", { headers: { Cookie: owner.cookie } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, await fileOf(owner)]);
    expect(app.trips.count).toBe(1);
    expect(answer.headers.get("Content-Disposition")).toContain(`"dunnage-owed-${date}.json"`);
  });

  it("is the same in parts of any size", async () => {
    const day = await auditTomorrow(context);
    const small = { ...SLICE, wallets: 2 };
    clock.nowMs += DAY_MS;
    const next = await makeAudit(auditDeps(context), small);
    expect(next.owed?.cents).toBe(day.owed?.cents);
    for (const person of people) expect((await fileOf(person))?.head.owed).toEqual(next.owed);
  });

  it("is kept for the last two days alone", async () => {
    const days: string[] = [];
    for (let night = 0; night < 3; night++) days.push((await auditTomorrow(context)).date);
    const { objects } = await env.CERTIFICATES.list({ prefix: "audit-steps/" });
    const kept = new Set(objects.map(({ key }) => key.split("/")[1]));
    expect([...kept].sort()).toEqual(days.slice(1));
    expect((await fileOf(people[0] ?? expect.fail()))?.head.date).toBe(days[2]);
  });

  it("says FAIL where a wallet holds other than its transfers", async () => {
    await tamper(
      context,
      "accounts",
      `UPDATE accounts SET credits_total = credits_total + 5 WHERE id = 'user:${people[0]?.userId}:wallet'`,
    );
    const day = await auditTomorrow(context);
    expect(day.money.reason).toContain("wallets_cents: one by one they hold");
    await tamper(
      context,
      "accounts",
      `UPDATE accounts SET credits_total = credits_total - 5 WHERE id = 'user:${people[0]?.userId}:wallet'`,
    );
  });
});
