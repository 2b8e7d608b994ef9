// The link in the mails about a withdrawal, through the Worker's own entry, as programs and people that read a mailbox use it.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { balanceOf, giveRipeStake, moneyRows } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { postWithdrawal, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal } from "../../support/withdrawals";
import { keepLogQuiet } from "../../support/quiet-log";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const app = openApp();
const quiet = keepLogQuiet();
const HOUR_MS = 3_600_000;

let person: Person;
let serial = 0;

beforeEach(async () => {
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context));
});

const relay = () => relayOutbox(shop.settlement, { most: 1_000 });
/** A thief moves the account to a mailbox of their own. */
async function takeOver(agoMs: number) {
  const thief = `thief-${++serial}@example.com`;
  await db.run(
    sql`UPDATE users SET email = ${thief}, contact_changed_at_ms = ${context.nowMs() - agoMs} WHERE id = ${person.userId}`,
  );
  await relay();
  mailer.sent.length = 0;
  return thief;
}
async function ask() {
  await postWithdrawal(context, person);
  await relay();
}
const linkIn = (address: string) =>
  /http:\S+\/withdrawals\/stop\/\w+/.exec(mailer.to(address).at(-1)?.text ?? "")?.[0] ?? "";
const stateNow = async () => (await withdrawalsOf(context, person))[0]?.state;
const post = (url: string) => app.ask(url, { method: "POST", headers: { Origin: ORIGIN } });

describe("the page behind the link", () => {
  let link: string;

  beforeEach(async () => {
    await takeOver(HOUR_MS);
    await ask();
    link = linkIn(person.email);
  });

  it("tells everybody who opens it what it is about, and changes nothing", async () => {
    const before = await moneyRows(context);
    for (let visit = 0; visit < 3; visit++) {
      const page = await app.ask(link);
      expect(page.status).toBe(200);
      expect(page.text).toContain("$104.00");
      expect(page.text).toContain("•••• 6789");
      expect(page.text).toContain("noindex");
      expect(page.text).not.toContain("<script");
      expect(page.text).not.toContain("Asha");
    }
    for (const method of ["HEAD", "OPTIONS"]) await app.ask(link, { method });
    expect(await moneyRows(context)).toEqual(before);
    expect(await stateNow()).toBe("progress");
  });

  it("stops it by its button, however often it is pressed, and the money is where it was", async () => {
    const before = [await balanceOf(context, "house:returns"), await balanceOf(context, "house:withdrawals")];
    app.trips.count = 0;
    const pressed = await post(link);
    expect([pressed.status, pressed.location]).toEqual([303, new URL(link).pathname]);
    expect(app.trips.count).toBeLessThanOrEqual(2);
    expect((await post(link)).status).toBe(303);
    const after = [await balanceOf(context, "house:returns"), await balanceOf(context, "house:withdrawals")];
    expect(after).toEqual([(before[0] ?? 0) + 10_400, (before[1] ?? 0) - 10_400]);
    expect(await stateNow()).toBe("cancelled");
    const page = await app.ask(link);
    expect(page.text).toContain("The withdrawal is stopped");
    expect(page.text).not.toContain("<form");
    mailer.sent.length = 0;
    await relay();
    expect(mailer.sent.map(({ subject }) => subject)).toEqual(["Withdrawal cancelled: $104.00"]);
    const [told] = await db.all(sql`SELECT actor, detail FROM audit_log WHERE action = 'withdrawal-cancelled'
      AND subject = ${`withdrawal:${String((await withdrawalsOf(context, person))[0]?.id)}`}`);
    expect(told).toEqual({ actor: "system", detail: "stop-link" });
    await expectInvariants(db);
  });

  it("does nothing for a post from elsewhere, nor for an invalid token", async () => {
    const foreign = await app.ask(link, { method: "POST", headers: { Origin: "https://mail.example" } });
    expect(foreign.status).toBe(403);
    for (const token of ["x", "%27", `${new URL(link).pathname.split("/").at(-1)}x`]) {
      expect((await app.ask(`/withdrawals/stop/${token}`)).status).toBe(404);
      expect((await post(`/withdrawals/stop/${token}`)).status).toBe(404);
    }
    expect(await stateNow()).toBe("progress");
  });

  it("says so where it was paid already, and pays nothing back", async () => {
    const operator = await signIn(context, { operator: true });
    const withdrawalId = String((await withdrawalsOf(context, person))[0]?.id);
    await payWithdrawal(context, { withdrawalId, userId: person.userId, operatorId: operator.userId });
    const before = await moneyRows(context);
    expect((await post(link)).status).toBe(303);
    expect(await moneyRows(context)).toEqual(before);
    expect((await app.ask(link)).text).toContain("It has already been paid");
    await expectInvariants(db);
  });

  it("is in no line of the log", async () => {
    quiet.mockClear();
    await app.ask(link);
    await post(link);
    expect(JSON.stringify(quiet.mock.calls)).not.toContain(link.split("/").at(-1));
  });
});
