import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../../support/context";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn, signInStaff } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { setSetting } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";

// Withdrawals through the console's own pages: what an operator sees, and what deciding does.

const app = openApp();
const context = createTestContext();
const DAY_MS = 86_400_000;
let people: { investor: Person; operator: Person; second: Person; reader: Person };

beforeAll(async () => {
  const [staff, investor] = await Promise.all([signInStaff(context), signIn(context)]);
  people = { ...staff, investor };
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

type Account = { sealed: string; keyId: string; last4: string };

async function askedFor(
  amountCents: number,
  of: Person,
  { daysAgo = 3, account }: { daysAgo?: number; account?: Account } = {},
): Promise<string> {
  await creditWallet(context, of, amountCents);
  const then = { ...context, nowMs: () => context.nowMs() - daysAgo * DAY_MS };
  const { withdrawalId } = await requestBalance(then, { userId: of.userId, amountCents, account });
  return withdrawalId;
}

const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
const post = (path: string, as: Person, fields: Record<string, string>) =>
  app.ask(path, {
    method: "POST",
    headers: { Cookie: as.cookie, Origin: ORIGIN },
    body: new URLSearchParams(fields),
  });
const pageOf = (withdrawalId: string) => `/operator/withdrawals/${withdrawalId}`;
const decide = (withdrawalId: string, as: Person, fields: Record<string, string>) =>
  post(pageOf(withdrawalId), as, fields);

async function stateOf(withdrawalId: string) {
  const [row] = await context.db.all<{ state: string; bank_reference: string | null; reject_reason: string | null }>(
    sql`SELECT state, bank_reference, reject_reason FROM withdrawals WHERE id = ${withdrawalId}`,
  );
  return row;
}
const logOf = (withdrawalId: string) =>
  context.db.all<{ action: string; actor: string }>(
    sql`SELECT action, actor FROM audit_log WHERE subject = ${`withdrawal:${withdrawalId}`} ORDER BY created_at_ms, id`,
  );
/** Each test's own, since one person has one open request for the balance. */
const anotherInvestor = () => signIn(context);

describe("the queue of withdrawals", () => {
  it("counts what is due on every page, and lists it with the oldest first", async () => {
    const [late, recent, held] = [
      await askedFor(2_500, await anotherInvestor(), { daysAgo: 5 }),
      await askedFor(2_600, await anotherInvestor(), { daysAgo: 2.5 }),
      await askedFor(2_700, await anotherInvestor(), { daysAgo: 0 }),
    ];
    const { text } = await get("/operator/withdrawals", people.operator);
    expect(text.indexOf(late)).toBeGreaterThan(0);
    expect(text.indexOf(recent)).toBeGreaterThan(text.indexOf(late));
    expect(text).not.toContain(held);
    expect(text).toMatch(/late \d+ h/);
    expect((await get("/operator/withdrawals?state=waiting", people.operator)).text).toContain(held);
    expect((await get("/operator", people.operator)).text).toContain("Withdrawals to pay");
  });
});

describe("the page of a withdrawal", () => {
  it("says once that what was paid is saved, and how many more wait", async () => {
    const [id, other] = [await askedFor(901, await anotherInvestor()), await askedFor(902, await anotherInvestor())];
    const paid = await post(pageOf(id), people.operator, { intent: "pay", bank_reference: "UTR-901" });
    expect(paid.location).toBe(pageOf(id));
    const told = /toast=[^;]*/.exec(paid.cookies.join())?.[0] ?? "";
    const after = await app.ask(pageOf(id), { headers: { Cookie: `${people.operator.cookie}; ${told}` } });
    expect(after.text).toMatch(/Saved\..*href="\/operator\/withdrawals"[^>]*>Withdrawals: \d+ still to do/);
    expect(after.cookies.join()).toMatch(/toast=;[^,]*Max-Age=0/);
    expect((await get(pageOf(id), people.operator)).text).not.toContain("Saved.");
    await decide(other, people.operator, { intent: "pay", bank_reference: "UTR-902" });
  });

  it("shows the account number to an operator, and logs each view; a reader sees four digits, and nothing is logged", async () => {
    const investor = await anotherInvestor();
    const place = { table: "withdrawals", column: "account_number_sealed", userId: investor.userId } as const;
    const account = { ...(await context.sealer.seal("50100987654321", place)), last4: "4321" };
    const withdrawalId = await askedFor(500, investor, { account });
    const list = await get("/operator/withdrawals", people.operator);
    expect(list.text).not.toContain("50100987654321");
    expect((await get(pageOf(withdrawalId), people.reader)).text).not.toContain("50100987654321");
    expect((await logOf(withdrawalId)).map(({ action }) => action)).toEqual(["withdrawal-requested"]);
    expect((await get(pageOf(withdrawalId), people.operator)).text).toContain("50100987654321");
    await get(pageOf(withdrawalId), people.operator);
    const viewed = (await logOf(withdrawalId)).filter(({ action }) => action === "payout-account-viewed");
    expect(viewed.map(({ actor }) => actor)).toEqual(Array(2).fill(`operator:${people.operator.userId}`));
  });

  it("rejects with a reason, and refuses without one, keeping what was typed", async () => {
    const withdrawalId = await askedFor(700, await anotherInvestor());
    const empty = await decide(withdrawalId, people.operator, {
      intent: "reject",
      reason: " ",
      bank_reference: "UTR-5",
    });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain("Enter the reason");
    expect(empty.text).toContain("UTR-5");
    await decide(withdrawalId, people.operator, { intent: "reject", reason: "The name does not match." });
    expect(await stateOf(withdrawalId)).toMatchObject({ state: "rejected", reject_reason: "The name does not match." });
  });
});

describe("no operator decides alone", () => {
  it("about an amount above the limit: one proposes, another confirms under the same reference", async () => {
    await setSetting(context.db, "second_operator_above_cents", 1000);
    const withdrawalId = await askedFor(1_001, await anotherInvestor());
    const { operator, second } = people;
    const after = async (as: Person, intent: string, bank_reference: string) => {
      const { status } = await decide(withdrawalId, as, { intent, bank_reference });
      return [status, (await stateOf(withdrawalId))?.state];
    };
    expect(await after(operator, "pay", "UTR-8")).toEqual([409, "progress"]);
    expect(await after(operator, "propose", "UTR-8")).toEqual([303, "sending"]);
    expect(await after(operator, "confirm", "UTR-8")).toEqual([409, "sending"]);
    expect(await after(second, "confirm", "UTR-9")).toEqual([409, "sending"]);
    expect((await get(pageOf(withdrawalId), second)).text).toContain("Confirm and mark $10.01 paid");
    expect(await after(second, "confirm", "UTR-8")).toEqual([303, "paid"]);
    const told = context.db.all(sql`SELECT 1 FROM outbox WHERE subject_id LIKE ${`large-payout:%:${withdrawalId}`}`);
    expect((await told).length).toBeGreaterThan(1);
    await setSetting(context.db, "second_operator_above_cents", 1_000_000);
  });
});
