// The whole theft, by the app's own pages: a thief with an open session moves the account to a mailbox of their own and withdraws to a bank
// account of their own at once. It must wait, both mailboxes must be told, and the owner must be able to stop it.
import { beforeEach, describe, expect, it } from "vitest";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { relayOutbox } from "../../../workers/settlement/outbox";
import * as confirmEmail from "~/routes/confirm-email/route";
import * as personalDetails from "~/routes/personal-details/route";
import { balanceOf, creditWallet } from "../../support/holdings";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal } from "../../support/withdrawals";
import { call, tokenOf } from "../api/support/client";
import { post } from "../settings/ask";
import { keepLogQuiet } from "../../support/quiet-log";

const shop = openShop();
const { context } = shop;
const { mailer } = context;
const app = openApp();
keepLogQuiet();

const DIALOG = "/wallet?tab=portfolio&dialog=withdraw&of=balance";
const CENTS = 1_500;
const MULE = {
  holder_name: "M. Mule",
  bank_name: "Bank of Mules",
  ifsc_code: "MULE0000001",
  account_number: "66660000111122",
};

let owner: Person;
let operator: Person;
let thief = "";
let serial = 0;

const relay = () => relayOutbox(shop.settlement, { most: 1_000 });

/** The account was paid out before, so that no other reason for a wait is left; then the thief has the open browser. */
beforeEach(async () => {
  context.clock.nowMs = Date.now() + ++serial * HOLD_MS;
  [owner, operator] = [await signIn(context), await signIn(context, { operator: true })];
  await creditWallet(context, owner, CENTS);
  await postWithdrawal(context, owner, { of: "balance", shown_cents: String(CENTS), ...MULE }, DIALOG);
  const [earlier] = await withdrawalsOf(context, owner);
  await payWithdrawal(context, {
    withdrawalId: String(earlier?.id),
    userId: owner.userId,
    operatorId: operator.userId,
  });
  await creditWallet(context, owner, CENTS);
  thief = `take-over-${serial}@example.com`;
});

async function changeMailbox(): Promise<Person> {
  const details = { full_name: "Asha", email: thief, address: "" };
  const asked = await post(context, personalDetails, "/personal-details", owner.cookie, details);
  const cookie = `${owner.cookie}; ${asked.cookies[0]}`;
  const otp = mailer.codeFor(thief);
  const entered = await post(context, confirmEmail, "/confirm-email", cookie, { intent: "verify", otp });
  expect(entered.location).toBe("/settings");
  await relay();
  mailer.sent.length = 0;
  return { ...owner, cookie: entered.cookies.find((one) => one.startsWith("session=")) ?? owner.cookie };
}

async function expectHeldToldAndStoppable(mailboxes: string[]) {
  const latest = async () => (await withdrawalsOf(context, owner)).at(-1);
  expect(await latest()).toMatchObject({ state: "progress", payable_from_ms: context.nowMs() + HOLD_MS });
  const decision = { withdrawalId: String((await latest())?.id), userId: owner.userId, operatorId: operator.userId };
  expect(await payWithdrawal(context, { ...decision, nowMs: context.nowMs() + HOLD_MS - 1 })).toEqual({
    ok: false,
    code: "must-wait",
  });
  await relay();
  expect(mailer.sent.map(({ to }) => to).sort()).toEqual([...mailboxes].sort());
  const [told] = mailer.to(owner.email);
  const link = /http:\S+\/withdrawals\/stop\/\w+/.exec(told?.text ?? "")?.[0] ?? "";
  await app.ask(link);
  expect(await latest()).toMatchObject({ state: "progress" });
  await app.ask(link, { method: "POST", headers: { Origin: ORIGIN } });
  expect(await latest()).toMatchObject({ state: "cancelled", cancelled_by: "stop-link" });
  expect(await balanceOf(context, `user:${owner.userId}:wallet`)).toBe(CENTS);
  expect(await payWithdrawal(context, decision)).toEqual({ ok: false, code: "decided-otherwise" });
}

describe("a thief who changes the mailbox and withdraws at once, even to an account that was paid to before,", () => {
  it("is held and told of, and the owner stops it without signing in", async () => {
    const as = await changeMailbox();
    const fields = { of: "balance", shown_cents: String(CENTS), ...MULE };
    expect(toastOf((await postWithdrawal(context, as, fields, DIALOG)).response)).toBe("withdrawal-waits");
    await expectHeldToldAndStoppable([owner.email, thief]);
  });

  it("gets no further by the API", async () => {
    const as = await changeMailbox();
    const token = await tokenOf(context, as);
    const body = { user_id: owner.userId, ...MULE, payment_mode: "Bank" };
    const asked = await call(context, "POST", "/api/users/withdraw", { token, body });
    expect(asked).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining("after 48 hours") as string },
    });
    await expectHeldToldAndStoppable([owner.email, thief]);
  });
});
