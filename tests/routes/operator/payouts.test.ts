import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { bankForm, csvFile } from "../../support/bank-files";
import { balanceOf, giveRipeStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Asked, openPayouts, pageOf } from "./support/payouts";
import { type Person, putCask, signIn } from "../../support/people";
import { BANK } from "../../support/wallet";

// Payouts through the pages of operators, of the investor who asked, and of the link that stops one. Which of them are paid, and what
// a run, a call-back and a decision change, is in tests/areas/payouts.

const payouts = openPayouts();
const { context, db, people, get, post, send, decide, askedFor, stateOf, statesOf, actionsOn, setting } = payouts;
const { makeRun, runWith, fileOf, mark, callBack, stop, cancel } = payouts;

const withdrawal = (id: string) => `/operator/withdrawals/${id}`;
const listed = async (state: string) => (await get(`/operator/withdrawals?state=${state}`, people.operator)).text;

it("the queue of withdrawals lists what is due with the oldest first, and what waits or is blocked elsewhere, with the reason", async () => {
  const [late, recent, held] = [
    await askedFor(2_500, { daysAgo: 5, marks: ["one"] }),
    await askedFor(2_600, { daysAgo: 2.5 }),
    await askedFor(2_700, { daysAgo: 0 }),
  ];
  const disputed = await askedFor(720, { marks: ["one"] });
  const { paymentId } = await giveRipeStake(context, disputed.person, await putCask(context));
  await db.run(sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${paymentId}`);
  await reversePayment(context, { eventId: "evt", providerPaymentId: `pi_${paymentId}`, refundedCents: null });
  const text = await listed("due");
  expect(text.indexOf(late.id)).toBeGreaterThan(0);
  expect(text.indexOf(recent.id)).toBeGreaterThan(text.indexOf(late.id));
  for (const { id } of [held, disputed]) expect(text).not.toContain(id);
  expect(text).toMatch(/late \d+ h/);
  expect(await listed("waiting")).toContain(held.id);
  for (const words of [disputed.id, "One of this person’s payments is disputed"])
    expect(await listed("blocked")).toContain(words);
  expect((await get(withdrawal(disputed.id), people.operator)).text).toContain("Account also used by");
  expect((await get("/operator", people.operator)).text).toContain("Withdrawals to pay");
  await makeRun(people.operator);
  expect(await statesOf([late, recent, held, disputed])).toEqual(["sending", "sending", "progress", "progress"]);
});

describe("the page of a withdrawal", () => {
  it("says once that the payment is saved, and how many more wait", async () => {
    const [{ id }] = [await askedFor(901), await askedFor(902)];
    const paid = await decide(id, people.operator, { intent: "pay", bank_reference: "UTR-901" });
    expect(paid.location).toBe(withdrawal(id));
    const told = /toast=[^;]*/.exec(paid.cookies.join())?.[0] ?? "";
    const after = await get(withdrawal(id), { ...people.operator, cookie: `${people.operator.cookie}; ${told}` });
    expect(after.text).toMatch(/Saved\..*href="\/operator\/withdrawals"[^>]*>Withdrawals: \d+ still to do/);
    expect(after.cookies.join()).toMatch(/toast=;[^,]*Max-Age=0/);
    expect((await get(withdrawal(id), people.operator)).text).not.toContain("Saved.");
  });

  it("shows the account number to an operator, and logs each view; a reader sees four digits, and nothing is logged", async () => {
    const { id } = await askedFor(500, { accountNumber: "50100987654321" });
    const viewed = async () =>
      (await actionsOn(`withdrawal:${id}`)).filter((action) => action === "payout-account-viewed").length;
    expect(await listed("due")).not.toContain("50100987654321");
    expect((await get(withdrawal(id), people.reader)).text).not.toContain("50100987654321");
    expect(await viewed()).toBe(0);
    for (const views of [1, 2]) {
      expect((await get(withdrawal(id), people.operator)).text).toContain("50100987654321");
      expect(await viewed()).toBe(views);
    }
  });

  it("rejects with a reason, and refuses without one, keeping what was typed", async () => {
    const { id } = await askedFor(700);
    const fields = { intent: "reject", reason: " ", bank_reference: "UTR-5" };
    const empty = await decide(id, people.operator, fields);
    expect(empty.status).toBe(400);
    for (const words of ["Enter the reason", "UTR-5"]) expect(empty.text).toContain(words);
    await decide(id, people.operator, { intent: "reject", reason: "The name does not match." });
    expect((await get(withdrawal(id), people.operator)).text).toContain("The name does not match.");
  });
});

describe("a payout run", () => {
  it("is a file for the bank, is marked paid row by row, and the rest is called back with a reason", async () => {
    const asked = [await askedFor(1_234), await askedFor(2_000), await askedFor(3_000)];
    const [suspended, disputed, paid] = asked as [Asked, Asked, Asked];
    const { location, cookies } = await makeRun(people.operator);
    const runId = location?.split("/").at(-1) ?? "";
    const cookie = [people.operator.cookie, ...cookies].join("; ");
    const made = await get(pageOf(runId), { ...people.operator, cookie });
    expect(made.text).toContain(">3 requests, $62.34 in all.");
    const file = await fileOf(runId, people.operator);
    expect(file.headers.get("Content-Disposition")).toMatch(/payout-run-\d+\.csv/);
    const row = new RegExp(`\n${suspended.id},.*,50100987650000,.*,12\\.34,DUN\\d+R\\d\r\n`);
    expect(file.text).toMatch(row);
    const page = async () => (await get(pageOf(runId), people.operator)).text;
    expect(await page()).not.toContain("ran into trouble");
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${suspended.person.userId}`);
    const { paymentId } = await giveRipeStake(context, disputed.person, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`);
    for (const words of [
      "2 requests in this run ran into trouble",
      `name="reference_${paid.id}"`,
      "The person is suspended: ask the bank to hold it back",
      "One of this person’s payments is disputed: ask the bank to hold it back",
    ])
      expect(await page()).toContain(words);
    // What the bank has is not paid by hand as well.
    const byHand = await decide(paid.id, people.second, { intent: "pay", bank_reference: "UTR-BY-HAND" });
    expect([byHand.status, await stateOf(paid.id)]).toEqual([409, "sending"]);
    expect((await mark(runId, people.second, { [paid.id]: "UTR-2", [suspended.id]: " " })).status).toBe(303);
    const other = await mark(runId, people.second, { [paid.id]: "UTR-9" });
    expect([other.status, other.text.includes("1 request could not be marked paid")]).toEqual([409, true]);

    const without = await callBack(runId, people.second, " ");
    expect([without.status, without.text.includes("Enter the reason")]).toEqual([400, true]);
    expect((await callBack(runId, people.second)).status).toBe(303);
    expect(await statesOf(asked)).toEqual(["progress", "progress", "paid"]);
    for (const words of ["Called back", "The bank was closed.", people.second.userId, "UTR-2"])
      expect(await page()).toContain(words);
    expect(await page()).not.toContain('name="reference_');
    expect((await fileOf(runId, people.operator)).status).toBe(404);
    await db.run(sql`UPDATE payments SET state = 'settled', reason = NULL WHERE id = ${paymentId}`);
  });

  it("keeps a request whose stop link was used from being paid again once it is called back, and the link stops it", async () => {
    const { asked, runId } = await runWith(1_000);
    const { id } = asked[0] as Asked;
    await stop(id);
    expect((await get(`/stop/stop-${id}`)).text).toContain("You have told us that it was not you");
    await callBack(runId, people.operator);
    const made = await makeRun(people.operator);
    expect(made.location).toBe("/operator/payout-runs?made=none");
    expect((await get(made.location ?? "", people.operator)).text).toContain("No run was made");
    expect((await decide(id, people.operator, { intent: "pay", bank_reference: "UTR-1" })).status).toBe(409);
    await stop(id);
    expect(await stateOf(id)).toBe("cancelled");
  });
});

it("the investor who asked for a payout reads when the bank was sent it, on the wallet and behind the link, and the stake counts as in progress", async () => {
  const person = await signIn(context);
  const { stakeId } = await giveRipeStake(context, person, await putCask(context));
  await post(`/stakes/${stakeId}?dialog=withdraw`, person, { intent: "withdraw", ...BANK });
  const [asked] = await db.all<{ id: string; token: string }>(sql`SELECT id, stop_token AS token FROM withdrawals
    WHERE user_id = ${person.userId}`);
  await db.run(sql`UPDATE withdrawals SET payable_from_ms = 1 WHERE user_id = ${person.userId}`);
  await makeRun(people.operator);
  expect(await stateOf(asked?.id ?? "")).toBe("sending");
  const day = `Sent to the bank on ${formatDate(dateOf(context.nowMs()))}`;
  for (const path of ["/wallet?tab=portfolio", `/stakes/${stakeId}`, `/stop/${asked?.token}`]) {
    const { text } = await get(path, person);
    expect(text, path).toContain(day);
    expect(text, path).not.toContain("Cancel withdrawal");
  }
  const api = await get(`/api/users/get_user_details?id=${person.userId}`, person);
  expect(api.text).toContain('"status":"progress"');
  expect(api.text).not.toContain("sending");
  const late = await cancel(asked?.id ?? "", person);
  const told = await get(late.location ?? "", { ...person, cookie: [person.cookie, ...late.cookies].join("; ") });
  expect(told.text).toContain("too late to cancel");
});

describe("a payout that the bank sent back after it was marked paid", () => {
  const back = { return_reference: "UTR-BACK", return_reason: "Account closed" };
  const wallet = ({ userId }: Person) => balanceOf(context, `user:${userId}:wallet`);
  const told = async (id: string) =>
    (await db.all(sql`SELECT id FROM outbox WHERE id = ${`send-notice:withdrawal-returned:${id}`}`)).length;
  async function paid(cents = 10_400) {
    const asked = await askedFor(cents);
    await decide(asked.id, people.operator, { intent: "pay", bank_reference: "UTR-1" });
    const press = async (as: Person, intent: string, fields: object = {}) =>
      (await decide(asked.id, as, { intent, ...back, ...fields })).status;
    return { ...asked, press, now: async () => [await stateOf(asked.id), await wallet(asked.person)] };
  }

  it("is in the wallet again, and the person is told why", async () => {
    const { id, person, press, now } = await paid();
    expect(await press(people.operator, "return", { return_reference: "x".repeat(61) })).toBe(400);
    expect(await now()).toEqual(["paid", 0]);
    for (let times = 0; times < 2; times++) expect(await press(people.operator, "return")).toBe(303);
    expect(await press(people.operator, "return", { return_reference: "UTR-OTHER" })).toBe(409);
    expect([...(await now()), await told(id)]).toEqual(["returned", 10_400, 1]);
    expect((await actionsOn(`withdrawal:${id}`)).filter((one) => one === "withdrawal-returned")).toHaveLength(1);
    const pages = [await get(withdrawal(id), people.operator), await get("/wallet?tab=portfolio", person)];
    for (const { text } of pages) for (const words of Object.values(back)) expect(text).toContain(words);
    await expectInvariants(db);
  });

  it("takes two operators above the limit", async () => {
    const { id, press, now } = await paid();
    await setting("second_operator_above_cents", 10_000);
    expect(await press(people.operator, "return")).toBe(409);
    expect(await press(people.operator, "propose-return")).toBe(303);
    expect(await press(people.operator, "confirm-return")).toBe(409);
    expect(await press(people.second, "confirm-return", { return_reference: "UTR-OTHER" })).toBe(409);
    expect(await now()).toEqual(["paid", 0]);
    expect((await get("/operator", people.reader)).text).toContain("came back: Account closed");
    expect((await get(withdrawal(id), people.second)).text).toContain('value="confirm-return"');
    expect(await press(people.second, "confirm-return")).toBe(303);
    expect([...(await now()), await told(id)]).toEqual(["returned", 10_400, 1]);
    await setting("second_operator_above_cents", 1_000_000);
  });

  it("is recorded from the line of the bank's answer, which then counts as known", async () => {
    const { asked, runId } = await runWith(2_500);
    const { id } = asked[0] as Asked;
    const reference = (await fileOf(runId, people.operator)).text.trim().split(",").at(-1) ?? "";
    const handIn = async (of: Parameters<typeof csvFile>[0]) =>
      (await send("/operator/bank-answers", people.operator, bankForm(csvFile(of)))).location ?? "";
    await post(await handIn([{ reference, cents: 2_500 }]), people.second, { intent: "mark" });
    const line = { reference, cents: 2_500, bank: "RET1", kind: "return" } as const;
    const answer = await get(await handIn([line]), people.operator);
    expect(answer.text).toContain(`${withdrawal(id)}?return=RET1`);
    expect((await get(`${withdrawal(id)}?return=RET1`, people.operator)).text).toContain('value="RET1"');
    await decide(id, people.operator, { intent: "return", return_reference: "RET1", return_reason: "Closed" });
    expect(await stateOf(id)).toBe("returned");
    const known = await handIn([line, { reference: "X", cents: 1 }]);
    expect((await get(known, people.operator)).text).toContain("recorded it under this reference");
  });
});
