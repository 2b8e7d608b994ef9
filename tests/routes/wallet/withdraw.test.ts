import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PortfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { createSealer } from "~/server/seal";
import { createTestContext } from "../../support/context";
import { balanceOf, creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { withoutPayoutLimits } from "../../support/settings";
import { BANK, openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";
import { rejectWithdrawal } from "../../support/withdrawals";

const context = createTestContext();

const PORTFOLIO = "/wallet?tab=portfolio";

let person: Person;

afterEach(() => expectInvariants(context.db));

describe("the return of a stake", () => {
  let stakeId: string;

  beforeAll(() => withoutPayoutLimits(context.db));

  beforeEach(async () => {
    context.clock.nowMs = Date.now();
    person = await signIn(context);
    ({ stakeId } = await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" })));
  });

  const balances = async () => [
    await balanceOf(context, `user:${person.userId}:wallet`),
    await balanceOf(context, "house:withdrawals"),
    await balanceOf(context, "house:returns"),
  ];

  it("is recorded with the server's figures, and holds the money", async () => {
    const forged = { amount: "99999", return_amount: "99999", interest_percent: "900", user_id: "x" };
    const { response, trips } = await postWithdrawal(context, person, forged);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/wallet?tab=portfolio"]);
    expect(toastOf(response)).toBe("withdrawal-waits");
    expect(trips.count).toBe(2);
    const [row] = await withdrawalsOf(context, person);
    expect(row).toMatchObject({
      stake_id: stakeId,
      cycle_number: 1,
      amount_cents: 10_400,
      interest_basis_points: 2080,
      mode: "Bank",
      state: "progress",
      holder_name: "Asha Rao",
      bank_name: "State Bank of India",
      ifsc_code: "SBIN0005943",
      account_last4: "6789",
      payable_from_ms: context.nowMs() + 48 * 3_600_000,
    });
    expect(await balanceOf(context, `user:${person.userId}:wallet`)).toBe(0);
  });

  it("is shown with its bank and last four, and can be cancelled: everything is as before", async () => {
    const before = await balances();
    await postWithdrawal(context, person);
    expect((await openWallet(context, person, PORTFOLIO)).data).toMatchObject({
      panel: {
        withdrawals: [{ state: "progress", account: { bankName: "State Bank of India", masked: "•••• 6789" } }],
      },
    });
    const [row] = await withdrawalsOf(context, person);
    const fields = { intent: "cancel-withdrawal", withdrawal: String(row?.id) };
    const cancelled = await postWithdrawal(context, person, fields, PORTFOLIO);
    expect(toastOf(cancelled.response)).toBe("withdrawal-cancelled");
    expect(await balances()).toEqual(before);
    expect((await openWallet(context, person, PORTFOLIO)).data).toMatchObject({
      panel: {
        withdraw: { state: "withdrawable", amountCents: 10_400 },
        withdrawals: [{ state: "cancelled", note: "Cancelled by you" }],
      },
    });
  });

  it("asked for by a second tap is answered like the first; later, or to another account, it is in progress", async () => {
    const first = await postWithdrawal(context, person);
    const before = await moneyRows(context);
    const again = async (fields: Record<string, string> = {}) =>
      toastOf((await postWithdrawal(context, person, fields)).response);
    const sameForm = { stake_id: stakeId, cycle_number: "1" };
    for (const fields of [{}, sameForm]) expect(await again(fields)).toBe(toastOf(first.response));
    expect(await again({ ...sameForm, account_number: "50100123450000" })).toBe("withdrawal-in-progress");
    context.clock.advance(2 * 60_000);
    expect(await again(sameForm)).toBe("withdrawal-in-progress");
    expect(await moneyRows(context)).toEqual(before);
  });

  it("is not answered like one that was sent back a moment ago", async () => {
    await postWithdrawal(context, person);
    const operator = await signIn(context, { operator: true });
    const withdrawalId = String((await withdrawalsOf(context, person))[0]?.id);
    await rejectWithdrawal(context, { withdrawalId, userId: person.userId, operatorId: operator.userId });
    context.clock.advance(1);
    await postWithdrawal(context, person, { account_number: "50100123450000" });
    expect(toastOf((await postWithdrawal(context, person)).response)).toBe("withdrawal-in-progress");
  });

  it("whose form lacks a field comes back with what was typed and the dialog open, at the cost of the page", async () => {
    for (const name of Object.keys(BANK)) {
      const { response, data, page, trips } = await postWithdrawal(context, person, { [name]: "  " });
      expect(response.status).toBe(400);
      expect(data).toMatchObject({
        refused: { alert: "Please fill in all bank details.", errors: { [name]: expect.any(String) } },
      });
      expect((data as { refused: { values: object } }).refused.values).toEqual({ ...BANK, [name]: "  " });
      expect(page?.data).toMatchObject({ dialog: { dialog: "withdraw", amountCents: 10_400 } });
      expect(trips.count).toBe(1);
    }
    expect(await withdrawalsOf(context, person)).toEqual([]);
  });
});

describe("the balance of the wallet", () => {
  const DIALOG = "/wallet?tab=portfolio&dialog=withdraw&of=balance";

  beforeEach(async () => {
    context.clock.nowMs = Date.now();
    person = await signIn(context);
    await creditWallet(context, person, 1_500);
  });

  type Page = {
    panel: PortfolioView;
    dialog: { of: string; amountCents: number; hidden: { name: string; value: string }[] } | null;
  };
  const open = async (path: string) => {
    return (await openWallet(context, person, path)).data as Page;
  };
  const post = (fields: Record<string, string>, path = DIALOG) =>
    postWithdrawal(context, person, { of: "balance", ...fields }, path);
  /** The fields of the opened dialog's form. */
  const shown = async () => {
    const { dialog } = await open(DIALOG);
    return Object.fromEntries((dialog?.hidden ?? []).map(({ name, value }) => [name, value]));
  };

  it("can be withdrawn when there is one, after activation, and not while a withdrawal is open", async () => {
    expect((await open(PORTFOLIO)).panel).toMatchObject({ availableCents: 1_500, canWithdrawBalance: true });
    await context.db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`);
    expect((await open(PORTFOLIO)).panel.canWithdrawBalance).toBe(false);
    expect((await open(DIALOG)).dialog).toBeNull();
    await context.db.run(sql`UPDATE users SET activated_at_ms = 1 WHERE id = ${person.userId}`);
    await post(await shown());
    await creditWallet(context, person, 200);
    expect((await open(PORTFOLIO)).panel).toMatchObject({ availableCents: 200, canWithdrawBalance: false });
    expect((await open(DIALOG)).dialog).toBeNull();
  });

  it("is held with the server's figures, and listed without counting as a return", async () => {
    const forged = { amount: "99999", return_amount: "99999", stake_id: "stk_x", cycle_number: "1" };
    expect(toastOf((await post({ ...(await shown()), ...forged })).response)).toBe("withdrawal-waits");
    const [row] = await withdrawalsOf(context, person);
    expect(row).toMatchObject({ stake_id: null, cycle_number: null, amount_cents: 1_500, account_last4: "6789" });
    const sealed = { sealed: String(row?.account_number_sealed), keyId: String(row?.key_id) };
    const place = { table: "withdrawals", column: "account_number_sealed", userId: person.userId } as const;
    expect(await createSealer(context.config).open(sealed, place)).toBe(BANK.account_number);
    expect((await open(PORTFOLIO)).panel).toMatchObject({
      availableCents: 0,
      paidOutCents: 0,
      returns: { realisedCents: 0 },
      withdraw: { state: "none" },
      withdrawals: [{ name: "Wallet balance", amountCents: 1_500, state: "progress" }],
    });
    expect(JSON.stringify(context.logged)).not.toContain(BANK.account_number);
  });

  const ALERT = "Your balance has changed: it is now $17.00. Nothing was sent. Check the amount, then confirm again.";

  it("that changed while the form was open is shown again with what was typed, and nothing is taken until the new figure is confirmed", async () => {
    const fields = await shown();
    await creditWallet(context, person, 200);
    const before = await moneyRows(context);
    const { response, data, page, trips } = await post({ ...fields, holder_name: "Typed Name" });
    expect(response.status).toBe(409);
    expect(data).toMatchObject({ refused: { alert: ALERT, values: { holder_name: "Typed Name" }, errors: {} } });
    expect(page?.data).toMatchObject({ dialog: { of: "balance", amountCents: 1_700 } });
    expect(trips.count).toBe(1);
    expect(await moneyRows(context)).toEqual(before);
    expect(toastOf((await post(await shown())).response)).toBe("withdrawal-waits");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ amount_cents: 1_700 }]);
  });

  it("is not guessed: a form without a figure is shown one first", async () => {
    for (const fields of [{}, { shown_cents: "-1500" }]) {
      const { response, page } = await post(fields as Record<string, string>);
      expect(response.status).toBe(409);
      expect(page?.data).toMatchObject({ dialog: { of: "balance", amountCents: 1_500 } });
    }
    expect(await withdrawalsOf(context, person)).toEqual([]);
  });
});
