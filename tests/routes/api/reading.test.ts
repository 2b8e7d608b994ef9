import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf, daysBetween } from "~/domain/calendar-date";
import { giveRipeStake, giveStake, monthsAgo, value } from "../../support/holdings";
import { putCask, signIn, type Person } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { openWallet, saveBank } from "../../support/wallet";
import { call, tokenOf } from "./support/client";
import { registerMark } from "~/domain/audit/hashes";

let shop: Shop;
let person: Person;
let token = "";

beforeAll(async () => {
  shop = openShop();
  person = await signIn(shop.context);
  token = await tokenOf(shop.context, person);
});

const read = (path: string, as = token) => call(shop.context, "GET", path, { token: as });
const details = async (who = person, as = token) =>
  (await read(`/api/users/get_user_details?id=${who.userId}`, as)).body.data;

describe("the casks", () => {
  it("are complete for activated viewers, and contain nulls for others", async () => {
    const { context } = shop;
    const today = dateOf(context.nowMs());
    const dates = { launchesInDays: -1, closesInDays: 30 };
    const caskId = await putCask(context, { costCents: 62_599, totalStakes: 7, name: "Told", ...dates });
    const newcomer = await signIn(context, { activated: false });
    const find = (body: { data: { id: string }[] }) => body.data.find((cask) => cask.id === caskId);
    const open = find((await read("/api/cask/get_casks")).body);
    expect(open).toMatchObject({
      cask_name: "Told",
      cost_per_stake: 625.99,
      total_cost: 4381.93,
      total_stakes: 7,
      sold_stakes: 0,
      launches_on: addDays(today, -1),
      closes_on: addDays(today, 30),
      loa_litres: 123.4,
      distillery_information: "Made for tests.",
      can_buy: true,
    });
    const as = await tokenOf(context, newcomer);
    const answered = await read("/api/cask/get_casks", as);
    const secret = ["cost_per_stake", "total_cost", "total_stakes", "sold_stakes", "launches_on", "closes_on"];
    expect(find(answered.body)).toMatchObject({
      ...Object.fromEntries([...secret, "distillery_information"].map((name) => [name, null])),
      can_buy: false,
    });
    // Random ids may hold any three digits.
    const said = JSON.stringify(answered.body, (key, value: unknown) => (key === "id" ? null : value));
    expect(said).not.toMatch(/625|4381|Made for tests/);
    const stakes = await read(`/api/cask/${caskId}/stakes`, as);
    expect(stakes.body.data).toMatchObject({ total_stakes: null, sold_stakes: null, available_stakes: null });
  });

  it("that are closed have no stakes available, however many were left", async () => {
    const caskId = await putCask(shop.context, { launchesInDays: -40, closesInDays: -2, totalStakes: 9 });
    const { data } = (await read(`/api/cask/${caskId}/stakes`)).body;
    expect(data).toMatchObject({ total_stakes: 9, sold_stakes: 0, available_stakes: 0 });
  });

  it("show each holder only their own stakes", async () => {
    const { context } = shop;
    const [caskId, other] = [await putCask(context), await signIn(context)];
    const mine = await giveStake(context, person, caskId);
    await giveStake(context, other, caskId);
    const { data } = (await read(`/api/cask/${caskId}/stakes`)).body;
    expect(data).toMatchObject({
      sold_stakes: 2,
      available_stakes: 8,
      stakes: [
        {
          stake_id: mine.stakeId,
          amount: 500,
          audited_on: null,
          register_mark: registerMark({ certificateCode: mine.certificateId, stakeNumber: 1, caskId }),
        },
      ],
    });
    expect(await read("/api/cask/csk_none/stakes")).toMatchObject({ status: 404 });
  });
});

describe("a user's details", () => {
  it("are zero or empty before the first purchase, and the same by path", async () => {
    const newcomer = await signIn(shop.context, { activated: false });
    const as = await tokenOf(shop.context, newcomer);
    const data = await details(newcomer, as);
    expect(data).toMatchObject({
      id: newcomer.userId,
      stake_purchases: [],
      priority_cask: null,
      last_withdrawn_interest: { interest_percent: null, return_amount: null, unrealised_amount: null },
      total_tokens: 0,
      email: newcomer.email,
      full_name: "",
      account_number: "",
      isActive: false,
      is_active: false,
      has_made_one_time_payment: false,
    });
    expect((await read(`/api/users/${newcomer.userId}`, as)).body.data).toEqual(data);
  });

  it("name the viewer's own referral code once they hold a stake", async () => {
    const { context } = shop;
    const referrer = await signIn(context);
    const code = async () => (await details(referrer, await tokenOf(context, referrer))).referral_code as string;
    expect(await code()).toBe("");
    await giveStake(context, referrer, await putCask(context));
    const own = sql`SELECT referral_code AS code FROM users WHERE id = ${referrer.userId}`;
    expect(await context.db.all(own)).toEqual([{ code: await code() }]);
  });

  it("name the stake that can be withdrawn, and mask sealed values", async () => {
    const { context } = shop;
    const holder = await signIn(context);
    const as = await tokenOf(context, holder);
    const caskId = await putCask(context, { name: "Ripe" });
    const ripe = await giveRipeStake(context, holder, caskId);
    await saveBank(context, holder, 0, "50100123456789");
    const answered = await read(`/api/users/get_user_details?id=${holder.userId}`, as);
    expect(answered.body.data).toMatchObject({
      stake_purchases: [{ cask_name: "Ripe", amount: 500, pdf_url: expect.stringContaining("/certificates/") }],
      priority_cask: {
        stake_id: ripe.stakeId,
        interest_percent: 20.8,
        return_amount: 104,
        days_since_purchase: daysBetween(dateOf(ripe.purchasedAtMs), dateOf(context.nowMs())),
        days_remaining_to_withdraw: 0,
        is_withdrawable: true,
        currentCycleNumber: 1,
        status: "ready",
      },
      last_withdrawn_interest: {
        interest_percent: 20.8,
        return_amount: 104,
        realised_amount: 0,
        unrealised_amount: 104,
      },
      total_tokens: 2000,
      holder_name: "Asha Rao",
      account_number: "•••• 6789",
    });
    expect(JSON.stringify(answered.body)).not.toContain("50100123456789");
  });

  it("show a loss as a loss, and a certificate not yet issued as null", async () => {
    const { context } = shop;
    const holder = await signIn(context);
    const caskId = await putCask(context);
    await giveStake(context, holder, caskId, { certificate: "pending", purchasedAtMs: monthsAgo(context, 12) });
    await value(context, caskId, new Date(context.nowMs()).toISOString().slice(0, 10), 49_010);
    const data = await details(holder, await tokenOf(context, holder));
    expect(data.stake_purchases).toMatchObject([{ pdf_url: null }]);
    expect(data.last_withdrawn_interest).toMatchObject({ interest_percent: -1.98, return_amount: -9.9 });
  });

  it("call no return withdrawable, as the page does, while the account is not activated", async () => {
    const { context } = shop;
    const holder = await signIn(context);
    await giveRipeStake(context, holder, await putCask(context));
    const as = await tokenOf(context, holder);
    expect((await details(holder, as)).priority_cask).toMatchObject({ status: "ready", is_withdrawable: true });
    await context.db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${holder.userId}`);
    expect((await details(holder, as)).priority_cask).toMatchObject({ status: "ready", is_withdrawable: false });
    const page = await openWallet(context, holder);
    expect(page.data).toMatchObject({ panel: { withdraw: { state: "none" } } });
  });

  it("come page by page, without leaving out a purchase", async () => {
    const { context } = shop;
    const holder = await signIn(context);
    const as = await tokenOf(context, holder);
    const caskId = await putCask(context, { totalStakes: 60 });
    for (let i = 0; i < 53; i++)
      await giveStake(context, holder, caskId, { purchasedAtMs: context.nowMs() - i * 1000 });
    const first = await details(holder, as);
    expect(first).toMatchObject({ total_invested: 26_500, older_before: expect.any(String) });
    const rest = await read(`/api/users/${holder.userId}?before=${first.older_before}`, as);
    expect(first.stake_purchases.length + rest.body.data.stake_purchases.length).toBe(53);
    expect(rest.body.data.older_before).toBeNull();
    const strange = encodeURIComponent("' OR 1=1 --");
    expect((await read(`/api/users/${holder.userId}?before=${strange}`, as)).status).toBe(200);
  });
});

it("referrals are masked, and pay once the referred person holds a stake", async () => {
  const { context } = shop;
  const [idle, staked] = [await signIn(context), await signIn(context)];
  const bought = await giveStake(context, staked, await putCask(context));
  await context.db.batch([
    context.db.run(sql`UPDATE users SET phone = '919876543210' WHERE id = ${staked.userId}`),
    context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
      VALUES (${idle.userId}, ${person.userId}, 1500, 1), (${staked.userId}, ${person.userId}, 1500, 2)`),
    context.db.run(sql`UPDATE referrals SET state = 'pending', payment_id = ${bought.paymentId}
      WHERE referred_id = ${staked.userId}`),
  ]);
  const answered = await read(`/api/users/referrals?userId=${person.userId}`);
  expect(answered.body).toEqual({
    status: true,
    data: [
      { phone_number: "••••••3210", has_stake_purchase: true, amount: 15 },
      { phone_number: "p•••@example.com", has_stake_purchase: false, amount: 0 },
    ],
  });
  const none = await signIn(context);
  expect((await read(`/api/users/referrals?userId=${none.userId}`, await tokenOf(context, none))).body.data).toEqual(
    [],
  );
});
