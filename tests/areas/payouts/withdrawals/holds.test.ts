import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { HOLD_MS, payableFrom, readHold } from "~/areas/holdings/payout-rules";
import { returnWithdrawal } from "~/areas/payouts/withdrawals/return-withdrawal";
import { asOperator } from "../../../support/open-session";
import { openRequests } from "../../../support/one-request";
import type { Person } from "../../../support/people";
import { payWithdrawal } from "../../../support/withdrawals";

// How long a request waits, as the statement that makes it says and as the page says beforehand.

const { context, at } = openRequests();
const { db, clock } = context;

/** The account that every request of these tests names. */
let KNOWN = "";
beforeEach(() => void (KNOWN = `mark of ${at.person.userId}`));
const HOUR_MS = 3_600_000;

const waitOf = async (marks: readonly string[], { userId }: Person = at.person): Promise<number> => {
  const [found] = await db.all<{ ms: number }>(sql`SELECT ${payableFrom({ userId, marks, nowMs: clock.nowMs })} AS ms`);
  return (found?.ms ?? 0) - clock.nowMs;
};
const holdOf = async ({ userId }: Person = at.person) => {
  const hold = await runWork(db, readHold(db, { userId, nowMs: clock.nowMs }));
  return hold && { why: hold.why, ms: hold.untilMs - clock.nowMs };
};
const pay = (withdrawalId: string, { userId }: Person) =>
  payWithdrawal(context, { withdrawalId, userId, operatorId: at.operator.userId, nowMs: clock.nowMs });
/** The saved account, changed that long ago. */
const save = ({ userId }: Person, agoMs: number, mark: string | null = KNOWN) =>
  db.run(sql`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id, account_mark, changed_at_ms)
    VALUES (${userId}, 'Sample', 'Sample Bank', 'SMPL0000001', 'Here', 'sealed', '4242', 'k1', ${mark}, ${clock.nowMs - agoMs})`);
const changeContact = ({ userId }: Person, agoMs: number) =>
  db.run(sql`UPDATE users SET contact_changed_at_ms = ${clock.nowMs - agoMs} WHERE id = ${userId}`);

beforeEach(async () => {
  expect(await pay(at.id, at.person)).toEqual({ ok: true });
});

it("holds a payout for 48 hours if this person was never paid to the account, even if another person was", async () => {
  expect(await waitOf(["new"])).toBe(HOLD_MS);
  expect(await waitOf([KNOWN], at.neighbour)).toBe(HOLD_MS);
  expect(await waitOf([KNOWN], at.second)).toBe(HOLD_MS);
  expect(await waitOf([`mark of ${at.neighbour.userId}`], at.neighbour)).toBe(HOLD_MS);
  expect(await waitOf(["new", KNOWN])).toBe(0);
  await save(at.neighbour, HOLD_MS);
  expect(await holdOf(at.neighbour)).toEqual({ why: "new-account", ms: HOLD_MS });
  await save(at.person, HOLD_MS, "new");
  expect(await holdOf()).toEqual({ why: "new-account", ms: HOLD_MS });
  expect(await holdOf(at.second)).toEqual({ why: "new-account", ms: HOLD_MS });
});

it("holds a payout again to an account that sent the money back", async () => {
  const back = { withdrawalId: at.id, reference: "R", reason: "Closed." };
  await asOperator(context, at.operator.userId, (operator) => returnWithdrawal(db, { ...back, operator }));
  expect(await waitOf([KNOWN])).toBe(HOLD_MS);
});

it("holds no payout to an account that this person was paid to, whatever others have changed", async () => {
  await save(at.person, HOLD_MS);
  await save(at.neighbour, 0);
  await changeContact(at.neighbour, 0);
  expect([await waitOf([KNOWN]), await holdOf()]).toEqual([0, null]);
});

it("holds a payout for 48 hours from the later change of bank details, mailbox or phone", async () => {
  await changeContact(at.person, 2 * HOUR_MS);
  expect(await waitOf([KNOWN])).toBe(HOLD_MS - 2 * HOUR_MS);
  await save(at.person, 3 * HOUR_MS);
  expect(await waitOf([KNOWN])).toBe(HOLD_MS - 2 * HOUR_MS);
  await changeContact(at.person, 4 * HOUR_MS);
  expect(await waitOf([KNOWN])).toBe(HOLD_MS - 3 * HOUR_MS);
  expect(await holdOf()).toEqual({ why: "changed", ms: HOLD_MS - 3 * HOUR_MS });
});
