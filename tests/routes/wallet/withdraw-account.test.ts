import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { formatInstant } from "~/content/wallet-notes";
import { createSealer } from "~/server/seal";
import { giveRipeStake, moneyRows } from "../../support/holdings";
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

  it("is not asked for where nothing can be withdrawn, nor for the crypto tab", async () => {
    const other = await signIn(context);
    context.clock.advance(30 * 60_000);
    expect((await openWallet(context, other, DIALOG)).data).toMatchObject({ dialog: null });
    expect((await openWallet(context, person, `${DIALOG}&method=crypto`)).data).toMatchObject({
      dialog: { method: "crypto" },
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
        waitsUntil: null,
      },
    });
    expect(JSON.stringify(data)).not.toContain(BANK.account_number);
  });

  it("is the saved one when the mask is left as it is, and opening it is recorded", async () => {
    await saveBank(context, person, 100 * HOUR_MS);
    const { response } = await postWithdrawal(context, person, { account_number: "•••• 6789" });
    expect(toastOf(response)).toBe("withdrawal-requested");
    const [row] = await withdrawalsOf(context, person);
    const stored = { sealed: String(row?.account_number_sealed), keyId: String(row?.key_id) };
    const place = { table: "withdrawals", column: "account_number_sealed", userId: person.userId } as const;
    expect(await createSealer(context.config).open(stored, place)).toBe(BANK.account_number);
    const actions = await context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`} ORDER BY action`,
    );
    expect(actions.map(({ action }) => action)).toEqual(["account-number-opened", "withdrawal-requested"]);
  });

  it("makes the withdrawal wait for 48 hours after a change, and says so before and after", async () => {
    await saveBank(context, person, HOUR_MS);
    const untilMs = context.nowMs() + 47 * HOUR_MS;
    const { data } = await openWallet(context, person, DIALOG);
    expect(data).toMatchObject({ dialog: { waitsUntil: formatInstant(untilMs) } });
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

  it("is accepted even in an unlikely form", async () => {
    const { response } = await postWithdrawal(context, person, { ifsc_code: "XX", account_number: "GB29 NWBK" });
    expect(toastOf(response)).toBe("withdrawal-requested");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ ifsc_code: "XX", account_last4: "NWBK" }]);
  });
});
