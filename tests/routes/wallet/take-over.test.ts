// The whole theft, by the app's own pages: a thief with an open session moves the account to a mailbox of their own and withdraws to a bank
// account of their own at once. It must wait, both mailboxes must be told, and the owner must be able to stop it by the link.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import * as confirmContact from "~/routes/confirm-contact/route";
import * as personalDetails from "~/routes/personal-details/route";
import { post } from "../../support/ask-route";
import { balanceOf, creditWallet, moneyRows } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal } from "../../support/withdrawals";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const app = openApp();
const quiet = vi.spyOn(console, "log");

const DIALOG = "/wallet?tab=portfolio&dialog=withdraw&of=balance";
const CENTS = 1_500;
const MULE = {
  holder_name: "M. Mule",
  bank_name: "Bank of Mules",
  ifsc_code: "MULE0000001",
  account_number: "66660000111122",
};
const FIELDS = { of: "balance", shown_cents: String(CENTS), ...MULE };

let owner: Person;
let operator: Person;
/** The owner, with the cookie that the thief has after the change. */
let thief: Person;
let mailbox = "";
let serial = 0;

const relay = () => relayOutbox(shop.settlement, { most: 1_000 });
const latest = async () => (await withdrawalsOf(context, owner)).at(-1);
const decision = async () => ({
  withdrawalId: String((await latest())?.id),
  userId: owner.userId,
  operatorId: operator.userId,
});

/** The account was paid out before, so that no other reason for a wait is left; then the thief has the open browser. */
beforeEach(async () => {
  context.clock.nowMs = Date.now() + ++serial * HOLD_MS;
  [owner, operator] = [await signIn(context), await signIn(context, { operator: true })];
  await creditWallet(context, owner, CENTS);
  await postWithdrawal(context, owner, FIELDS, DIALOG);
  await payWithdrawal(context, await decision());
  await creditWallet(context, owner, CENTS);
  mailbox = `take-over-${serial}@example.com`;
  const details = { full_name: "Asha", email: mailbox, address: "" };
  const asked = await post(context, personalDetails, "/personal-details", owner.cookie, details);
  const cookie = `${owner.cookie}; ${asked.cookies[0]}`;
  const otp = mailer.codeFor(mailbox);
  const entered = await post(context, confirmContact, "/confirm-contact", cookie, { intent: "verify", otp });
  expect(entered.location).toBe("/settings");
  await relay();
  mailer.sent.length = 0;
  thief = { ...owner, cookie: entered.cookies.find((one) => one.startsWith("session=")) ?? owner.cookie };
});

/** Both mailboxes are told. @returns the link in the owner's */
async function linkToStop(): Promise<string> {
  await relay();
  expect(mailer.sent.map(({ to }) => to).sort()).toEqual([owner.email, mailbox].sort());
  const [told] = mailer.to(owner.email);
  expect(told?.subject).toBe("Withdrawal requested from your former account: $15.00");
  expect(told?.text).not.toContain(mailbox);
  return /http:\S+\/stop\/\w{30}(?=\s)/.exec(told?.text ?? "")?.[0] ?? expect.fail("no link");
}
const press = (link: string) => app.ask(link, { method: "POST", headers: { Origin: ORIGIN } });

async function expectHeldAndStoppable() {
  expect(await latest()).toMatchObject({ state: "progress", payable_from_ms: context.nowMs() + HOLD_MS });
  const early = { ...(await decision()), nowMs: context.nowMs() + HOLD_MS - 1 };
  expect(await payWithdrawal(context, early)).toEqual({ ok: false, code: "must-wait" });
  const link = await linkToStop();
  await press(link);
  expect(await latest()).toMatchObject({ state: "cancelled", cancelled_by: "stop-link" });
  expect(await balanceOf(context, `user:${owner.userId}:wallet`)).toBe(CENTS);
  expect(await payWithdrawal(context, await decision())).toEqual({ ok: false, code: "decided-otherwise" });
  return link;
}

it("a thief who changes the mailbox and withdraws at once, even to an account that was paid to before, is held and told of, and the owner stops it without signing in, however often the button is pressed", async () => {
  expect(toastOf((await postWithdrawal(context, thief, FIELDS, DIALOG)).response)).toBe("withdrawal-waits");
  const link = await expectHeldAndStoppable();
  const again = await press(link);
  expect([again.status, again.location]).toEqual([303, new URL(link).pathname]);
  const page = await app.ask(link);
  expect(page.text).toContain("The withdrawal is stopped");
  expect(page.text).not.toContain("<form");
  mailer.sent.length = 0;
  await relay();
  expect(mailer.to(owner.email).map(({ subject }) => subject)).toEqual([]);
  expect(mailer.to(mailbox).map(({ subject }) => subject)).toEqual(["Withdrawal cancelled: $15.00"]);
  await expectInvariants(db);
});

describe("the page behind the link", () => {
  it("says what it is about to anyone who opens it, changes nothing, and is in no line of the log", async () => {
    await postWithdrawal(context, thief, FIELDS, DIALOG);
    const link = await linkToStop();
    quiet.mockClear();
    const before = await moneyRows(context);
    for (const method of ["GET", "HEAD", "OPTIONS"]) await app.ask(link, { method });
    const page = await app.ask(link);
    expect(page.status).toBe(200);
    for (const shown of ["$15.00", "•••• 1122", "noindex"]) expect(page.text).toContain(shown);
    for (const hidden of ["<script", "Asha"]) expect(page.text).not.toContain(hidden);
    expect(await moneyRows(context)).toEqual(before);
    expect(JSON.stringify(quiet.mock.calls)).not.toContain(link.split("/").at(-1));
  });

  it("says so where it was paid already", async () => {
    await postWithdrawal(context, thief, FIELDS, DIALOG);
    const link = await linkToStop();
    await payWithdrawal(context, await decision());
    expect((await press(link)).status).toBe(303);
    expect((await app.ask(link)).text).toContain("It has already been paid");
  });
});
