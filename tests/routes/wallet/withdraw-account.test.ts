import { takeToast } from "~/server/toast";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { checkOf } from "~/areas/payouts/withdrawals/check-withdrawal";
import { formatInstant } from "~/content/wallet-notes";
import { createSealer } from "~/server/seal";
import { creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { BANK, openWallet, postWithdrawal, saveBank, toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const DIALOG = "/wallet?tab=portfolio&dialog=withdraw";
const HOUR_MS = 3_600_000;

let person: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" }));
});

it("is not looked at again where a field is missing", async () => {
  expect(await checkOf(context, { bank: undefined }, { ...BANK, ifsc_code: "" })).toBeNull();
});

describe("a fresh code", () => {
  it("is asked for before the dialog, and before the request", async () => {
    context.clock.advance(30 * 60_000);
    const { response } = await openWallet(context, person, DIALOG);
    expect(response.headers.get("Location")).toBe("/confirm-code?next=wallet-withdraw");
    const before = await moneyRows(context);
    const posted = await postWithdrawal(context, person);
    expect([posted.response.status, posted.response.headers.get("Location")]).toEqual([
      303,
      "/confirm-code?next=wallet-withdraw",
    ]);
    expect(await moneyRows(context)).toEqual(before);
  });

  it("comes in between without losing what was typed, keeping the account number sealed", async () => {
    await context.db.run(sql`DELETE FROM kept_forms`);
    const typed = { ...BANK, holder_name: "A. Rao", account_number: "9999 1111 2222" };
    context.clock.advance(30 * 60_000);
    const posted = await postWithdrawal(context, person, typed);
    expect(posted.trips.count).toBe(2);
    const [kept = ""] = posted.response.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
    expect(JSON.stringify(await context.db.all(sql`SELECT * FROM kept_forms`))).not.toMatch(/1111 ?2222/);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    const back = await openWallet(context, person, "/wallet?dialog=withdraw", kept);
    expect(back.data).toMatchObject({ dialog: { values: typed, alert: null } });
    expect(back.trips.count).toBe(1);
    expect((await openWallet(context, person, DIALOG)).data).toMatchObject({ dialog: { values: {} } });
    const sent = await postWithdrawal(context, { ...person, cookie: `${person.cookie}; ${kept}` }, typed);
    expect(await withdrawalsOf(context, person)).toMatchObject([{ holder_name: "A. Rao", account_last4: "2222" }]);
    expect(sent.response.headers.getSetCookie().join()).toContain("kept-withdrawal=;");
    const after = await openWallet(context, person, DIALOG, kept);
    expect(after.data).toMatchObject({ dialog: null });
    expect(await context.db.all(sql`SELECT * FROM kept_forms`)).toEqual([]);
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
        check: null,
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

  it("counts as just changed when it differs from the saved one", async () => {
    await saveBank(context, person, 1000 * HOUR_MS);
    const { response } = await postWithdrawal(context, person, { account_number: "99999999999" });
    expect(toastOf(response)).toBe("withdrawal-waits");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ payable_from_ms: context.nowMs() + 48 * HOUR_MS }]);
  });

  const UNLIKELY = { ifsc_code: "XX", account_number: "GB29 NWBK" };
  const CHECK = `${DIALOG}&step=check`;
  /** The request of an unlikely form, on its way to the second look. */
  async function unlikely(fields: Record<string, string> = UNLIKELY) {
    const posted = await postWithdrawal(context, person, fields);
    const kept = posted.response.headers.getSetCookie().find((one) => one.startsWith("kept-withdrawal=")) ?? "";
    const cookie = kept.split(";")[0] ?? "";
    const confirm = () =>
      postWithdrawal(context, { ...person, cookie: `${person.cookie}; ${cookie}` }, { intent: "confirm-withdrawal" });
    return { ...posted, cookie, confirm };
  }

  it("of an unlikely form is looked at once more, and with one tap taken all the same", async () => {
    const before = await moneyRows(context);
    const sent = await unlikely();
    expect([sent.response.status, sent.response.headers.get("Location"), sent.trips.count]).toEqual([303, CHECK, 2]);
    expect(await moneyRows(context)).toEqual(before);
    const look = await openWallet(context, person, CHECK, sent.cookie);
    expect(look.trips.count).toBe(1);
    expect(look.data).toMatchObject({
      dialog: {
        check: {
          rows: [
            { value: "Asha Rao", hint: null },
            { value: "State Bank of India", hint: null },
            { value: "XX", hint: expect.stringContaining("An IFSC code has 4 letters") as string },
            { value: "•••• NWBK", hint: expect.stringContaining("9 to 18 digits") as string },
          ],
        },
      },
    });
    // One step back it is as it was typed.
    expect((await openWallet(context, person, DIALOG, sent.cookie)).data).toMatchObject({
      dialog: { check: null, values: UNLIKELY },
    });
    expect(await moneyRows(context)).toEqual(before);
    const confirmed = await sent.confirm();
    expect([toastOf(confirmed.response), confirmed.trips.count]).toEqual(["withdrawal-waits", 2]);
    expect(await withdrawalsOf(context, person)).toMatchObject([{ ifsc_code: "XX", account_last4: "NWBK" }]);
  });

  it("of an unlikely form, confirmed by two taps, is asked for once and answered alike", async () => {
    const sent = await unlikely();
    const together = await Promise.all([sent.confirm(), sent.confirm()]);
    const later = await sent.confirm();
    expect([...together, later].map(({ response }) => toastOf(response))).toEqual(Array(3).fill("withdrawal-waits"));
    expect(await withdrawalsOf(context, person)).toHaveLength(1);
    context.clock.advance(2 * 60_000);
    expect((await sent.confirm()).response.headers.get("Location")).toBe(DIALOG);
  });

  it("of an unlikely form is not taken from another user's second look, nor after a quarter of an hour", async () => {
    const sent = await unlikely();
    const other = await signIn(context);
    await giveRipeStake(context, other, await putCask(context));
    const foreign = { ...other, cookie: `${other.cookie}; ${sent.cookie}` };
    const stolen = await postWithdrawal(context, foreign, { intent: "confirm-withdrawal" });
    expect(stolen.response.headers.get("Location")).toBe(DIALOG);
    // Not silently: the form says what has to be done.
    const headers = {
      Cookie: stolen.response.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; "),
    };
    const told = await takeToast(context.config, new Request("https://app.test/", { headers }));
    expect(told?.toast.text).toBe(
      "Nothing was sent: what you had typed is no longer here. Enter your bank details again, then confirm.",
    );
    expect(await withdrawalsOf(context, other)).toEqual([]);
    context.clock.advance(15 * 60_000);
    await creditWallet(context, person, 1_500);
    await postWithdrawal(context, person, { of: "balance", shown_cents: "1500" });
    expect((await sent.confirm()).response.headers.get("Location")).toBe(DIALOG);
    expect(await withdrawalsOf(context, person)).toMatchObject([{ stake_id: null }]);
  });

  it("as it is saved is looked at too, if its number is unlikely", async () => {
    await saveBank(context, person, 100 * HOUR_MS, "12-34");
    const sent = await unlikely({ account_number: "•••• 34" });
    expect(sent.response.headers.get("Location")).toBe(CHECK);
    const look = await openWallet(context, person, CHECK, sent.cookie);
    expect(JSON.stringify(look.data)).not.toContain("12-34");
    expect(look.data).toMatchObject({
      dialog: {
        check: { rows: [{}, {}, { hint: null }, { hint: expect.stringContaining("9 to 18 digits") as string }] },
      },
    });
    expect((await openWallet(context, person, DIALOG, sent.cookie)).data).toMatchObject({
      dialog: { hints: { account_number: expect.stringContaining("saved account") } },
    });
    await context.db.run(sql`UPDATE bank_details SET key_id = 'lost' WHERE user_id = ${person.userId}`);
    expect((await openWallet(context, person, CHECK, sent.cookie)).data).toMatchObject({
      dialog: { check: { rows: [{}, {}, {}, { value: "•••• 34" }] } },
    });
  });
});
