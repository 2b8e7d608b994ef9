// However small its slices are, an audit finds the same.
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { auditDeps, DAY_MS, forgetAudit, makeAudit, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const SIZES = [
  { rows: 1, transfers: 1, accounts: 1, ruled: 1, casks: 1, stakes: 1 },
  { rows: 3, transfers: 7, accounts: 2, ruled: 2, casks: 2, stakes: 3 },
  { rows: 4, transfers: 8, accounts: 3, ruled: 4, casks: 4, stakes: 100 },
];

beforeAll(async () => {
  const [person, other] = [await signIn(context), await signIn(context)];
  for (let casks = 0; casks < 3; casks += 1) {
    const caskId = await putCask(context);
    for (let stakes = 0; stakes < 3; stakes += 1) await giveStake(context, stakes === 1 ? other : person, caskId);
  }
  for (let at = 0; at < 6; at += 1) await creditWallet(context, at % 2 === 0 ? person : other, 100 + at);
});

async function inAllSizes(): Promise<string[]> {
  const days = new Set<string>();
  const reasons: string[] = [];
  for (const size of [{}, ...SIZES]) {
    const day = await makeAudit(auditDeps(context), { ...SLICE, ...size });
    days.add(JSON.stringify(day));
    reasons.push(day.reason ?? "");
    await forgetAudit(day.date);
  }
  expect(days.size).toBe(1);
  return reasons;
}

it("says the same of books that are right", async () => {
  context.clock.advance(DAY_MS);
  expect(await inAllSizes()).toEqual(["", "", "", ""]);
});

it("says the same of books that are not: how many rows break a rule, how many accounts differ", async () => {
  const ids = await context.db.all<{ id: string }>(sql`SELECT id FROM stakes ORDER BY id`);
  const chosen = [ids[0], ids[3], ids.at(-1)].map((one) => one?.id);
  const price = (by: string) =>
    chosen.map((id) => `UPDATE stakes SET price_cents = price_cents ${by} WHERE id = '${id}'`);
  const total = (by: string) =>
    `UPDATE accounts SET debits_total = debits_total ${by} WHERE id = (SELECT max(id) FROM accounts WHERE id LIKE '%:wallet')`;
  await tamper(context, ["stakes", "accounts"], [...price("+ 1"), total("+ 1")]);
  const [reason = ""] = await inAllSizes();
  await tamper(context, ["stakes", "accounts"], [...price("- 1"), total("- 1")]);
  expect(reason).toContain("accounts: 1 of investors differ from their transfers");
  expect(reason).toContain("stakes: 3 against the rule 'no stake without its money'");
  expect(reason).toMatch(/casks: \d not right \(/);
});
