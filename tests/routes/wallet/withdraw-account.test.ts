import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dialogAsTyped, type WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { formatInstant } from "~/content/wallet-notes";
import { createSealer } from "~/server/seal";
import { giveRipeStake, moneyRows } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { BANK, openWallet, postWithdrawal, saveBank, toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const CODE = "/confirm-code?next=wallet-withdraw";
const DIALOG = "/wallet?tab=portfolio&dialog=withdraw";
const HOUR_MS = 3_600_000;

let person: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" }));
});

describe("a fresh code", () => {
  it("is asked for before the dialog; one that opened may be sent for half an hour longer", async () => {
    context.clock.advance(30 * 60_000);
    const { response } = await openWallet(context, person, DIALOG);
    expect([response.headers.get("Location"), toastOf(response)]).toEqual([CODE, null]);
    context.clock.advance(29 * 60_000);
    const refused = await postWithdrawal(context, person, { bank_name: " " });
    expect([refused.response.status, refused.page?.data]).toMatchObject([400, { dialog: { method: "bank" } }]);
    const posted = await postWithdrawal(context, person);
    expect(toastOf(posted.response)).toBe("withdrawal-waits");
  });

  it("is asked for by a form sent later still, which writes nothing and says so", async () => {
    context.clock.advance(60 * 60_000);
    const before = await moneyRows(context);
    const { response, trips } = await postWithdrawal(context, person);
    expect([response.status, response.headers.get("Location"), trips.count]).toEqual([303, CODE, 1]);
    expect(toastOf(response)).toBe("fill-in-again");
    const missing = await postWithdrawal(context, person, { bank_name: " " });
    expect([missing.page?.response.headers.get("Location"), missing.trips.count]).toEqual([CODE, 1]);
    expect(await moneyRows(context)).toEqual(before);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    expect((await openWallet(context, person, DIALOG)).data).toMatchObject({ dialog: { values: {}, alert: null } });
  });

  it("is not asked for where nothing can be withdrawn, nor for the crypto tab", async () => {
    const other = await signIn(context);
    context.clock.advance(30 * 60_000);
    expect((await openWallet(context, other, DIALOG)).data).toMatchObject({ dialog: null });
    expect((await openWallet(context, person, `${DIALOG}&method=crypto`)).data).toMatchObject({
      dialog: { method: "crypto", form: false, values: {}, hints: {} },
    });
  });
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
    const actions = await context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`} ORDER BY action`,
    );
    expect(actions.map(({ action }) => action)).toEqual(["account-number-opened", "withdrawal-requested"]);
  });

  it("makes the request wait for 48 hours where it was never paid to, and says so before and after", async () => {
    await saveBank(context, person, HOUR_MS);
    const untilMs = context.nowMs() + 48 * HOUR_MS;
    const { data } = await openWallet(context, person, DIALOG);
    expect(data).toMatchObject({ dialog: { waits: expect.stringContaining(formatInstant(untilMs)) as string } });
    const { response } = await postWithdrawal(context, person, {
      account_number: "5010 0123 4567 89",
      ifsc_code: "sbin0005943",
    });
    expect(toastOf(response)).toBe("withdrawal-waits");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ payable_from_ms: untilMs }]);
    const after = await openWallet(context, person, "/wallet?tab=portfolio");
    expect(after.data).toMatchObject({
      panel: { withdrawals: [{ note: expect.stringContaining(formatInstant(untilMs)) }] },
    });
  });

  const UNLIKELY = { ifsc_code: "XX", account_number: "GB29 NWBK" };
  const LOOKED = { name: "looked", value: "yes" };

  it("in an unlikely form is looked at once more, as it was typed, and sent again taken all the same", async () => {
    const before = await moneyRows(context);
    const sent = await postWithdrawal(context, person, UNLIKELY);
    expect([sent.response.status, sent.trips.count]).toEqual([400, 1]);
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
    expect(dialogAsTyped(dialog, { values: {}, errors: {}, alert: null }).hidden).toEqual(dialog.hidden);
    expect(await moneyRows(context)).toEqual(before);
    const confirmed = await postWithdrawal(context, person, { ...UNLIKELY, looked: "yes" });
    expect([toastOf(confirmed.response), confirmed.trips.count]).toEqual(["withdrawal-waits", 2]);
    expect(await withdrawalsOf(context, person)).toMatchObject([{ ifsc_code: "XX", account_last4: "NWBK" }]);
  });

  it("as it is saved is looked at too, if its number is unlikely", async () => {
    await saveBank(context, person, 100 * HOUR_MS, "12-34");
    const sent = await postWithdrawal(context, person, { account_number: "•••• 34" });
    expect(sent.data).toMatchObject({ refused: { alert: expect.stringContaining("Account number") as string } });
    expect(JSON.stringify([sent.data, sent.page?.data])).not.toContain("12-34");
  });
});
