import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { dialogAsTyped, type WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { dateOf, formatDayMonth } from "~/domain/calendar-date";
import { createSealer } from "~/server/seal";
import { creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { withoutPayoutLimits } from "../../support/settings";
import { payWithdrawal } from "../../support/withdrawals";
import { BANK, openWallet, postWithdrawal, saveBank, toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const CODE = "/confirm-code?to=/wallet%3Fdialog%3Dwithdraw";
const DIALOG = "/wallet?tab=portfolio&dialog=withdraw";
const BALANCE_DIALOG = `${DIALOG}&of=balance`;
const CENTS = 1_500;
const HOUR_MS = 3_600_000;

const { db } = context;

let person: Person;
let operator: Person;

beforeAll(() => withoutPayoutLimits(db));

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" }));
});

it("a fresh code is asked for before the dialog; one that opened may be sent for half an hour longer", async () => {
  context.clock.advance(30 * 60_000);
  const { response } = await openWallet(context, person, DIALOG);
  expect([response.headers.get("Location"), toastOf(response)]).toEqual([CODE, null]);
  context.clock.advance(29 * 60_000);
  const refused = await postWithdrawal(context, person, { bank_name: " " });
  expect([refused.response.status, refused.page?.data]).toMatchObject([400, { dialog: { of: "cycle" } }]);
  const posted = await postWithdrawal(context, person);
  expect(toastOf(posted.response)).toBe("withdrawal-waits");
});

describe("the account the money goes to", () => {
  it("is filled in from the saved details, the number masked", async () => {
    await saveBank(context, person, 100 * HOUR_MS);
    const { data } = await openWallet(context, person, DIALOG);
    expect(data).toMatchObject({
      dialog: {
        values: { holder_name: "Asha Rao", account_number: "•••• 6789" },
        hints: { account_number: expect.stringContaining("saved account") },
      },
    });
    expect(JSON.stringify(data)).not.toContain(BANK.account_number);
    await context.db.run(sql`UPDATE bank_details SET account_last4 = '' WHERE user_id = ${person.userId}`);
    const { dialog } = (await openWallet(context, person, DIALOG)).data as { dialog: { hints: object } };
    expect(dialog).toMatchObject({ values: { account_number: "" } });
    expect(dialog.hints).toEqual({});
  });

  it("is the saved one when the mask is left as it is, and opening it is recorded", async () => {
    await saveBank(context, person, 100 * HOUR_MS);
    const { response } = await postWithdrawal(context, person, { account_number: "•••• 6789" });
    expect(toastOf(response)).toBe("withdrawal-waits");
    const [row] = await withdrawalsOf(context, person);
    const stored = { sealed: String(row?.account_number_sealed), keyId: String(row?.key_id) };
    const place = { table: "withdrawals", column: "account_number_sealed", userId: person.userId } as const;
    expect(await createSealer(context.config).open(stored, place)).toBe(BANK.account_number);
    const actions = await context.db.all<{ action: string }>(sql`SELECT action FROM audit_log
      WHERE actor = ${`user:${person.userId}`} ORDER BY action`);
    expect(actions.map(({ action }) => action)).toEqual(["account-number-opened", "withdrawal-requested"]);
  });

  const UNLIKELY = { ifsc_code: "XX", account_number: "GB29 NWBK" };
  const LOOKED = { name: "looked", value: "yes" };

  it("in an unlikely form is shown once more as it was typed, and accepted when sent again", async () => {
    const before = await moneyRows(context);
    const sent = await postWithdrawal(context, person, UNLIKELY);
    expect(sent.response.status).toBe(400);
    expect(sent.data).toMatchObject({
      refused: {
        alert: "Nothing was sent yet. Check once more: IFSC code, Account number. If it is right, confirm again.",
        values: UNLIKELY,
        looked: true,
      },
    });
    const { dialog } = sent.page?.data as unknown as { dialog: WithdrawDialogView };
    const { refused } = sent.data as { refused: Parameters<typeof dialogAsTyped>[1] };
    const shown = dialogAsTyped(dialog, refused);
    expect(shown.hidden).toEqual([...dialog.hidden, LOOKED]);
    expect(shown.hints).toMatchObject({
      ifsc_code: expect.stringContaining("An IFSC code has 4 letters") as string,
      account_number: expect.stringContaining("9 to 18 digits") as string,
    });
    expect(await moneyRows(context)).toEqual(before);
    const confirmed = await postWithdrawal(context, person, { ...UNLIKELY, looked: "yes" });
    expect(toastOf(confirmed.response)).toBe("withdrawal-waits");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ ifsc_code: "XX", account_last4: "NWBK" }]);
  });

  it("is shown again as it is saved if its number is unlikely", async () => {
    await saveBank(context, person, 100 * HOUR_MS, "12-34");
    const sent = await postWithdrawal(context, person, { account_number: "•••• 34" });
    expect(sent.data).toMatchObject({ refused: { alert: expect.stringContaining("Account number") as string } });
    expect(JSON.stringify([sent.data, sent.page?.data])).not.toContain("12-34");
  });
});

// A thief who takes over an account changes its contacts and where its money goes. Each of these makes a withdrawal wait.

const ask = (fields: Record<string, string> = {}) =>
  postWithdrawal(context, person, { of: "balance", shown_cents: String(CENTS), ...fields }, BALANCE_DIALOG);
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

describe("the time that a withdrawal of the balance waits", () => {
  beforeEach(async () => {
    operator = await signIn(context, { operator: true });
    await creditWallet(context, person, CENTS);
  });

  it("is nothing for an account that was paid to, however it is written", async () => {
    await knowAccount();
    await ask({ account_number: "5010-0123 4567 89", ifsc_code: "sbin0005943" });
    expect(await waitOfLatest()).toBe(0);
  });

  it("counts from a change of address that the database dates itself where no time is given", async () => {
    const at = async () =>
      (await db.all<{ at: number }>(sql`SELECT contact_changed_at_ms AS at FROM users WHERE id = ${person.userId}`))[0]
        ?.at;
    expect(await at()).toBeNull();
    await db.run(sql`UPDATE users SET full_name = 'A' WHERE id = ${person.userId}`);
    expect(await at()).toBeNull();
    await db.run(sql`UPDATE users SET email = 'a.dated@example.com' WHERE id = ${person.userId}`);
    const [byItsClock] = await db.all<{ ms: number }>(sql`SELECT unixepoch('subsec') * 1000 AS ms`);
    expect(Math.abs(Number(await at()) - Number(byItsClock?.ms))).toBeLessThan(60_000);
    await db.run(sql`UPDATE users SET email = 'b.dated@example.com', contact_changed_at_ms = 77
      WHERE id = ${person.userId}`);
    expect(await at()).toBe(77);
    const [change] = await db.all(sql`SELECT changed_at_ms FROM contact_changes
      WHERE old_value = 'a.dated@example.com'`);
    expect(change).toEqual({ changed_at_ms: 77 });
    await db.run(sql`UPDATE users SET phone = '919800012345' WHERE id = ${person.userId}`);
    expect(Number(await at())).toBeGreaterThan(77);
  });

  const waits = async () =>
    ((await openWallet(context, person, BALANCE_DIALOG)).data as { dialog: { waits: string } }).dialog.waits;
  const after = (ms: number) => formatDayMonth(dateOf(context.nowMs() + ms));

  it("is stated in the dialog for a first account, and after a change of a known one", async () => {
    const sent = `We send it between ${after(HOLD_MS)} and ${after(HOLD_MS + 24 * HOUR_MS)};`;
    expect(await waits()).toContain(`The first payment to an account waits. ${sent}`);
    await saveBank(context, person, 100 * HOUR_MS);
    expect(await waits()).toContain(`This is your first payment to this account. ${sent}`);
    await knowAccount();
    const mark = String((await latest())?.account_mark);
    await db.run(sql`UPDATE bank_details SET account_mark = ${mark} WHERE user_id = ${person.userId}`);
    expect(await waits()).toBe("The first payment to an account waits for 48 hours.");
    await db.run(sql`UPDATE bank_details SET changed_at_ms = ${context.nowMs() - HOUR_MS}
      WHERE user_id = ${person.userId}`);
    expect(await waits()).toContain(`changed recently. We send it between ${after(47 * HOUR_MS)} and `);
  });
});
