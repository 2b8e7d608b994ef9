import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { PortfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { createSealer } from "~/server/seal";
import { creditWallet, moneyRows } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { expectInvariants } from "../../support/invariants";
import { type Person, signIn } from "../../support/people";
import { BANK, openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const PORTFOLIO = "/wallet?tab=portfolio";
const DIALOG = "/wallet?tab=portfolio&dialog=withdraw&of=balance";

let person: Person;

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
  const { data, trips, response } = await openWallet(context, person, path);
  return { ...(data as Page), trips, response };
};
const post = (fields: Record<string, string>, path = DIALOG) =>
  postWithdrawal(context, person, { of: "balance", ...fields }, path);
/** The fields of the opened dialog's form. */
const shown = async () => {
  const { dialog } = await open(DIALOG);
  return Object.fromEntries((dialog?.hidden ?? []).map(({ name, value }) => [name, value]));
};

describe("the wallet's balance", () => {
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

  it("is held with the server's figures in two round trips, and listed without counting as a return", async () => {
    const forged = { amount: "99999", return_amount: "99999", stake_id: "stk_x", cycle_number: "1" };
    const { response, trips } = await post({ ...(await shown()), ...forged });
    expect([response.status, response.headers.get("Location"), trips.count]).toEqual([303, PORTFOLIO, 2]);
    expect(toastOf(response)).toBe("withdrawal-waits");
    const [row, ...more] = await withdrawalsOf(context, person);
    expect(more).toEqual([]);
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
    await expectInvariants(context.db);
  });
});

describe("a balance that changed while the form was open", () => {
  const ALERT = "Your balance has changed: it is now $17.00. Nothing was sent. Check the amount, then confirm again.";

  it("is shown again with what was typed, and nothing is taken until the new figure is confirmed", async () => {
    const fields = await shown();
    await creditWallet(context, person, 200);
    const before = await moneyRows(context);
    const { response, data, page } = await post({ ...fields, holder_name: "Typed Name" });
    expect(response.status).toBe(409);
    expect(data).toMatchObject({ refused: { alert: ALERT, values: { holder_name: "Typed Name" }, errors: {} } });
    expect(page?.data).toMatchObject({ dialog: { of: "balance", amountCents: 1_700 } });
    expect(page?.trips.count).toBe(1);
    expect(await moneyRows(context)).toEqual(before);
    expect(toastOf((await post(await shown())).response)).toBe("withdrawal-waits");
    expect(await withdrawalsOf(context, person)).toMatchObject([{ amount_cents: 1_700 }]);
  });

  it("is not guessed: a form without a figure is shown one first", async () => {
    for (const figure of [null, "", "all", "-1500", "1e9"]) {
      const { response, page } = await post(figure === null ? {} : { shown_cents: figure });
      expect(response.status, String(figure)).toBe(409);
      expect(page?.data).toMatchObject({ dialog: { of: "balance", amountCents: 1_500 } });
    }
    expect(await withdrawalsOf(context, person)).toEqual([]);
  });
});
