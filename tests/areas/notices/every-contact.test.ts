// A thief who takes over an account begins with their own contact, their own bank account, or a closing. Everyone who can be reached must
// hear of it.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { creditWallet } from "../../support/holdings";
import { type Person, signIn, signInAs } from "../../support/people";
import { openShop } from "../../support/shop";
import { postWithdrawal, saveBank } from "../../support/wallet";

const shop = openShop();
const { context } = shop;
const { db, mailer, texter } = context;
const DAY_MS = 86_400_000;

let person: Person;
let serial = 0;
const newPhone = () => `91${String(7_000_000_000 + (Date.now() % 1_000_000_000) + ++serial)}`;
const newMailbox = () => `thief-${Date.now()}-${++serial}@example.com`;

beforeEach(async () => {
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  person = await signIn(context);
});

const relay = () => relayOutbox(shop.settlement, { most: 1_000 });
const change = (column: "email" | "phone", value: string | null) =>
  db.run(sql`UPDATE users SET ${sql.raw(column)} = ${value}, contact_changed_at_ms = ${context.nowMs()}
    WHERE id = ${person.userId}`);
async function told() {
  await relay();
  const emails = mailer.sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  const texts = texter.sent.splice(0).map(({ phone, what }) => `${phone}: ${what}`);
  return [...emails, ...texts].sort();
}
async function phoneOnly() {
  const phone = newPhone();
  await db.run(sql`UPDATE users SET email = NULL, phone = ${phone}, contact_changed_at_ms = 1
    WHERE id = ${person.userId}`);
  await db.run(sql`UPDATE outbox SET done_at_ms = 1 WHERE done_at_ms IS NULL`);
  context.clock.advance(DAY_MS * 31);
  await relay();
  await told();
  return phone;
}
async function askForMoney() {
  await creditWallet(context, person, 60_000);
  person.cookie = await signInAs(context, person.userId);
  await postWithdrawal(context, person, { of: "balance", shown_cents: "60000" });
}

describe("a contact", () => {
  it("that is added or replaced is told to the one before, to the new one and to the other channel", async () => {
    const phone = newPhone();
    await change("phone", phone);
    expect(await told()).toEqual(
      [`${person.email}: A phone number was added to your account`, `${phone}: phone number added`].sort(),
    );
    const thief = newMailbox();
    context.clock.advance(1000);
    await change("email", thief);
    const subject = "The email address of your account was changed";
    expect(await told()).toEqual(
      [`${person.email}: ${subject}`, `${phone}: email address changed`, `${thief}: ${subject}`].sort(),
    );
    const other = newPhone();
    context.clock.advance(1000);
    await change("phone", other);
    const ofPhone = "The phone number of your account was changed";
    expect(await told()).toEqual(
      [
        `${person.email}: ${ofPhone}`,
        `${thief}: ${ofPhone}`,
        `${phone}: phone number changed`,
        `${other}: phone number changed`,
      ].sort(),
    );
  });

  it("that the account had is told for 30 days, and not longer", async () => {
    const next = newMailbox();
    await change("email", next);
    await told();
    context.clock.advance(30 * DAY_MS - 1);
    await saveBank(context, person, 0);
    const subject = "Your bank details were changed";
    expect(await told()).toEqual([`${person.email}: ${subject}`, `${next}: ${subject}`].sort());
    context.clock.advance(1);
    await db.run(sql`UPDATE bank_details SET account_last4 = '1111', changed_at_ms = ${context.nowMs()}
      WHERE user_id = ${person.userId}`);
    expect(await told()).toEqual([`${next}: ${subject}`]);
  });
});

describe("a phone-only owner", () => {
  it("hears of a thief's mailbox, bank details and withdrawal, and can stop it by the link in the text message", async () => {
    const phone = await phoneOnly();
    const thief = newMailbox();
    await change("email", thief);
    await saveBank(context, person, 0);
    await askForMoney();
    await relay();
    const heard = texter.sent.filter((one) => one.phone === phone);
    expect(heard.map(({ what }) => what).sort()).toEqual([
      "bank details changed",
      "email address added",
      "withdrawal requested",
    ]);
    const withdrawal = heard.find(({ what }) => what === "withdrawal requested");
    expect(withdrawal).toMatchObject({ amount: "$600.00", stop: expect.stringMatching(/^\w{30}$/) });
    const [asked] = await db.all(sql`SELECT stop_token AS stop FROM withdrawals WHERE user_id = ${person.userId}`);
    expect(asked).toEqual({ stop: withdrawal?.stop });
    await told();
  });

  it("whose number was replaced is told of a withdrawal for a week, with the link", async () => {
    const phone = await phoneOnly();
    const thief = newPhone();
    await change("phone", thief);
    await told();
    context.clock.advance(7 * DAY_MS - 1);
    await askForMoney();
    await relay();
    const heard = texter.sent.splice(0).map((one) => [one.phone, one.what, one.stop?.length]);
    expect(heard.sort()).toEqual([phone, thief].sort().map((one) => [one, "withdrawal requested", 30]));
    await db.run(sql`UPDATE withdrawals SET state = 'cancelled', cancelled_by = 'investor'
      WHERE user_id = ${person.userId}`);
    await told();
  });
});

it("the recipients of a notice are kept until it was sent, and are forgotten then", async () => {
  await change("phone", newPhone());
  const kept = () => db.all(sql`SELECT address FROM notice_recipients WHERE user_id = ${person.userId}`);
  expect(await kept()).toHaveLength(2);
  mailer.fail = "unavailable";
  await relay();
  expect(await kept()).toEqual([{ address: person.email }]);
  mailer.fail = null;
  context.clock.advance(DAY_MS);
  await relay();
  expect(await kept()).toEqual([]);
});
