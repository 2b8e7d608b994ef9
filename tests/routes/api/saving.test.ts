import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_LIMITS, accountKey, type AccountLimit } from "~/core/limits";
import { row, runWork } from "~/db/work";
import { creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { createTestContext, type TestContext } from "../../support/context";
import { putCask, signIn, type Person } from "../../support/people";
import { createSealer } from "~/server/seal";
import { sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { call, tokenOf } from "./support/client";
import { BANK, withdrawalsOf } from "../../support/wallet";
import { withdrawBody } from "./support/samples";

const MINUTE_MS = 60_000;
let context: TestContext;
let person: Person;
let token = "";

beforeEach(async () => {
  context = createTestContext();
  person = await signIn(context);
  token = await tokenOf(context, person);
});

const put = (path: string, body: object) => call(context, "PUT", `${path}/${person.userId}`, { token, body });
const user = async () =>
  (await context.db.all(sql`SELECT full_name, email, address FROM users WHERE id = ${person.userId}`))[0];

describe("personal details", () => {
  it("are saved at both addresses, and omitted fields stay as they are", async () => {
    const saved = await put("/api/users/update_user", {
      full_name: " Asha Rao ",
      email: person.email,
      address: "1 Road\r\nPune",
    });
    expect(saved.body).toEqual({ status: true, message: "User updated successfully!" });
    expect((await put("/api/users", { full_name: "Asha R." })).status).toBe(200);
    expect(await user()).toEqual({ full_name: "Asha R.", email: person.email, address: "1 Road\nPune" });
  });

  it("are not saved with another email address", async () => {
    const before = await user();
    expect(await put("/api/users/update_user", { full_name: "X", email: "thief@example.com" })).toMatchObject({
      status: 400,
      body: { field: "email" },
    });
    expect(await user()).toEqual(before);
  });
});

it("saving again and again ends at the limit of the account, at whichever address", async () => {
  const full = (name: AccountLimit) => {
    const { most, windowMs } = ACCOUNT_LIMITS[name];
    return context.db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms)
      VALUES (${accountKey(name, person.userId)}, ${most}, ${context.nowMs() + windowMs})`);
  };
  await full("personal-details");
  await full("bank-details");
  const before = await user();
  for (const path of ["/api/users", "/api/users/update_user"])
    expect((await put(path, { full_name: "Again" })).status, path).toBe(429);
  expect((await put("/api/users/update_bank_details", { holder_name: "Again" })).status).toBe(429);
  expect(await user()).toEqual(before);
});

describe("bank details", () => {
  const saved = async () => {
    const found = await runWork(context.db, row(sealedBankDetailsQuery(context.db, { userId: person.userId })));
    if (!found) return null;
    const place = { table: "bank_details", column: "account_number_sealed", userId: person.userId } as const;
    const sealed = { sealed: found.accountNumberSealed, keyId: found.keyId };
    return { row: found, number: await createSealer(context.config).open(sealed, place) };
  };

  it("are sealed, and the masked number stands for the saved one", async () => {
    expect((await put("/api/users/update_bank_details", { ...BANK, branch_address: "Pune" })).status).toBe(200);
    const first = await saved();
    expect(first).toMatchObject({ number: BANK.account_number, row: { holderName: "Asha Rao", accountLast4: "6789" } });
    context.clock.advance(MINUTE_MS);
    const { data } = (await call(context, "GET", `/api/users/${person.userId}`, { token })).body;
    const { holder_name, bank_name, ifsc_code, account_number } = data;
    const echoed = { holder_name, bank_name, ifsc_code, account_number, branch_address: "Mumbai" };
    expect((await put("/api/users/update_bank_details", echoed)).status).toBe(200);
    const second = await saved();
    expect(second).toMatchObject({
      number: BANK.account_number,
      row: { branchAddress: "Mumbai", accountLast4: "6789" },
    });
    expect(second?.row.changedAtMs).toBe(first?.row.changedAtMs);
    await put("/api/users/update_bank_details", { account_number: "99" });
    expect(await saved()).toMatchObject({ number: "99", row: { holderName: "Asha Rao" } });
    expect((await saved())?.row.changedAtMs).toBe(context.nowMs());
  });

  it("need a code from the last hour", async () => {
    context.clock.advance(60 * MINUTE_MS);
    expect(await put("/api/users/update_bank_details", BANK)).toMatchObject({ status: 403 });
    expect(await saved()).toBeNull();
  });
});

describe("a withdrawal", () => {
  let stakeId = "";
  beforeEach(async () => {
    ({ stakeId } = await giveRipeStake(context, person, await putCask(context)));
  });
  const ask = (changes: object = {}) =>
    call(context, "POST", "/api/users/withdraw", { token, body: withdrawBody(person.userId, stakeId, changes) });

  it("is requested once, with the bank details that were sent", async () => {
    const asked = await ask();
    expect([asked.status, asked.body.message]).toEqual([200, "Requested. We send it after 48 hours."]);
    expect((await ask()).status).toBe(409);
    expect(await withdrawalsOf(context, person)).toMatchObject([
      { amount_cents: 10_400, interest_basis_points: 2080, holder_name: "Asha Rao", account_last4: "6789" },
    ]);
  });

  it("is of the server's amount: another one is refused and changes nothing", async () => {
    const before = await moneyRows(context);
    for (const changes of [{ return_amount: 104.01 }, { interest_percent: 20.81 }])
      expect(await ask(changes), JSON.stringify(changes)).toMatchObject({ status: 409, body: { status: false } });
    expect(await moneyRows(context)).toEqual(before);
    expect((await ask({ return_amount: null, interest_percent: 20.8 })).status).toBe(200);
  });

  it("in crypto is coming soon", async () =>
    expect(await ask({ payment_mode: "Crypto" })).toMatchObject({ status: 400, body: { message: "Coming soon" } }));

  describe("of the wallet's balance", () => {
    const all = (changes: object = {}) =>
      ask({ stake_id: null, cycle_number: null, interest_percent: null, return_amount: 15, ...changes });
    beforeEach(() => creditWallet(context, person, 1_500));

    it("is requested without a stake, once, with the fields null or left out", async () => {
      expect((await all({ stake_id: undefined, cycle_number: undefined })).status).toBe(200);
      expect((await all()).body.message).toBe("Already in progress. Nothing sent twice.");
      const { body } = await call(context, "GET", `/api/users/get_user_details?id=${person.userId}`, { token });
      expect(body.data).toMatchObject({ available_in_wallet: 0, last_withdrawn_interest: { realised_amount: 0 } });
      expect((await ask()).status).toBe(200);
    });

    it("is of the whole balance: another amount is refused and changes nothing", async () => {
      const before = await moneyRows(context);
      expect(await all({ return_amount: 14.99 })).toMatchObject({ status: 409, body: { field: "return_amount" } });
      for (const [changes, field] of [
        [{ stake_id: stakeId }, "cycle_number"],
        [{ cycle_number: 1 }, "stake_id"],
      ] as const)
        expect(await all(changes)).toMatchObject({ status: 400, body: { field, message: `${field} is missing.` } });
      expect(await moneyRows(context)).toEqual(before);
      expect((await all({ return_amount: null })).status).toBe(200);
    });
  });
});
