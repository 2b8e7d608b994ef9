import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { formatInstant } from "~/domain/calendar-date";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { openShop } from "../../support/shop";
import { type Person, putCask, signIn, signInAs } from "../../support/people";
import { payWithdrawal, rejectWithdrawal } from "../../support/withdrawals";
import { BANK, postWithdrawal, saveBank, withdrawalsOf } from "../../support/wallet";
import { creditWallet, giveRipeStake } from "../../support/holdings";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const HOUR_MS = 3_600_000;

let person: Person;
let operator: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
  mailer.sent.length = 0;
  context.logged.length = 0;
});

const relay = () => relayOutbox(shop.settlement, { most: 1_000 });
const emails = async () => {
  await relay();
  return mailer.sent.splice(0);
};
/** As if the account had never had another address than it has now. */
const forget = async () => {
  await emails();
  context.clock.advance(31 * 24 * HOUR_MS);
  person.cookie = await signInAs(context, person.userId);
  context.texter.sent.length = 0;
};
const notices = () =>
  db.all<{ id: string; subject: string; done: number | null }>(sql`SELECT id, subject_id AS subject, done_at_ms AS done
    FROM outbox WHERE kind = 'send-notice' AND done_at_ms IS NULL`);
const askForBalance = async () => {
  await creditWallet(context, person, 1_500);
  await postWithdrawal(context, person, { of: "balance", shown_cents: "1500" });
  return String((await withdrawalsOf(context, person)).find(({ state }) => state === "progress")?.id);
};
/** A trigger writes this change at the database's own time: the clock goes past that, so that the notice is due. */
const changeContact = async (column: "email" | "phone", value: string) => {
  await db.run(sql`UPDATE users SET ${sql.raw(column)} = ${value} WHERE id = ${person.userId}`);
  context.clock.nowMs = Math.max(context.nowMs(), Date.now() + 1000);
};
const decision = (withdrawalId: string) => ({ withdrawalId, userId: person.userId, operatorId: operator.userId });
const payNow = async (withdrawalId: string) => {
  await db.run(sql`UPDATE withdrawals SET payable_from_ms = 1 WHERE id = ${withdrawalId}`);
  return payWithdrawal(context, { ...decision(withdrawalId), nowMs: context.nowMs(), bankReference: "UTR-77" });
};

describe("an email about a withdrawal", () => {
  it("is sent on request: how much, of what, to which account, and what to do if it was someone else", async () => {
    await giveRipeStake(context, person, await putCask(context, { name: "Old <Hogshead>" }));
    await relay();
    mailer.sent.length = 0;
    await postWithdrawal(context, person);
    const [mail, ...more] = await emails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: person.email, subject: "Withdrawal requested: $104.00" });
    expect(mail?.text).toContain("$104.00 to the bank account ending in 6789");
    expect(mail?.text).toContain("Return on Old <Hogshead>, 24-month period 1");
    expect(mail?.html).toContain("Old &lt;Hogshead&gt;");
    expect(mail?.text).toContain(`until ${formatInstant(context.nowMs() + 48 * HOUR_MS)}, then pay it within 24 hours`);
    expect(mail?.text).toMatch(/If this was not you, stop it here: http:\S+\/stop\/\w{30}\s/);
    expect(mail?.text).toMatch(/Then write to \S+@\S+ at once/);
    expect(`${mail?.text}${mail?.html}`).not.toContain(BANK.account_number);
    expect(await emails()).toEqual([]);
  });

  it("goes as a text message to people without an email address, in words the networks know, once they can be reached", async () => {
    const { texter } = context;
    texter.sent.length = 0;
    const phone = `91${String(Date.now()).slice(-10)}`;
    await db.run(sql`UPDATE users SET email = NULL, phone = ${phone}, contact_changed_at_ms = 1
      WHERE id = ${person.userId}`);
    await forget();
    texter.fail = "unavailable";
    const withdrawalId = await askForBalance();
    expect(await emails()).toEqual([]);
    expect(await notices()).toHaveLength(1);
    texter.fail = null;
    context.clock.advance(60_000);
    expect(await emails()).toEqual([]);
    expect(await notices()).toEqual([]);
    await rejectWithdrawal(context, { ...decision(withdrawalId), nowMs: context.nowMs(), reason: "secret" });
    await relay();
    await postWithdrawal(context, person, { of: "balance", shown_cents: "1500" });
    await relay();
    await payNow(String((await withdrawalsOf(context, person)).find(({ state }) => state === "progress")?.id));
    await relay();
    expect(texter.sent.map(({ what, amount }) => `${what} ${amount}`)).toEqual([
      "withdrawal requested $15.00",
      "withdrawal not paid $15.00",
      "withdrawal requested $15.00",
      "withdrawal paid $15.00",
    ]);
    expect(texter.sent.every((message) => message.phone === phone)).toBe(true);
    expect(await notices()).toEqual([]);
  });
});

describe("an email about changed bank details", () => {
  it("is sent on saving and on changing them, with the last four digits and the end of the hold", async () => {
    await saveBank(context, person, 0);
    const [first, ...more] = await emails();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ to: person.email, subject: "Your bank details were changed" });
    expect(first?.text).toContain("ends in 6789");
    expect(first?.text).toContain(formatInstant(context.nowMs() + 48 * HOUR_MS));
    expect(first?.text).toContain("If this was not you");
    expect(first?.text).not.toContain(BANK.account_number);
    context.clock.advance(1000);
    await db.run(sql`UPDATE bank_details SET account_last4 = '1111', changed_at_ms = ${context.nowMs()}
      WHERE user_id = ${person.userId}`);
    expect((await emails()).map(({ text }) => text)).toEqual([expect.stringContaining("ends in 1111")]);
  });

  it("is not sent for a correction that moves no money, and tells only the latter of two quick changes", async () => {
    await saveBank(context, person, 0);
    await emails();
    await db.run(sql`UPDATE bank_details SET branch_address = 'Mumbai', changed_at_ms = changed_at_ms
      WHERE user_id = ${person.userId}`);
    expect(await emails()).toEqual([]);
    for (const last4 of ["2222", "3333"]) {
      context.clock.advance(1000);
      await db.run(sql`UPDATE bank_details SET account_last4 = ${last4}, changed_at_ms = ${context.nowMs()}
        WHERE user_id = ${person.userId}`);
    }
    expect((await emails()).map(({ text }) => text)).toEqual([expect.stringContaining("ends in 3333")]);
  });
});

it("no notice leaves an address, a name or an account number in the outbox or the log", async () => {
  await saveBank(context, person, 0);
  await askForBalance();
  await changeContact("email", `moved-${person.email}`);
  const rows = await notices();
  expect(rows.map(({ subject }) => subject.split(":")[0]).sort()).toEqual([
    "bank-changed",
    "contact-changed",
    "contact-changed",
    "withdrawal-requested",
  ]);
  expect(await emails()).toHaveLength(4);
  expect(context.logged.filter(({ event }) => event === "outbox-done")).toHaveLength(4);
  const written = JSON.stringify([rows, context.logged]);
  for (const secret of [person.email, BANK.account_number, BANK.holder_name]) expect(written).not.toContain(secret);
  // The last four digits by themselves: within an id or a time they mean nothing.
  expect(written).not.toMatch(/(?<![0-9a-z])6789(?![0-9a-z])/);
});
