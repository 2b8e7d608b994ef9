import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bankForm, csvFile } from "../../support/bank-files";
import { balanceOf } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { openPayouts } from "../../support/payouts";
import type { Person } from "../../support/people";

// The bank sends back what was marked paid: from the request's page, and from a line of its answer.

const { context, db, people, get, post, send, decide, askedFor, stateOf, actionsOn, setting, runWith, fileOf, trips } =
  openPayouts();

const wallet = ({ userId }: Person) => balanceOf(context, `user:${userId}:wallet`);
const back = { return_reference: "UTR-BACK", return_reason: "Account closed" };
const rowsOf = async (id: string) =>
  (
    await db.all<{ reason: string }>(
      sql`SELECT reason FROM transfers WHERE refers_to = ${`withdrawal:${id}`} ORDER BY seq`,
    )
  ).map(({ reason }) => reason);
const told = async (id: string) =>
  (await db.all(sql`SELECT id FROM outbox WHERE id = ${`send-notice:withdrawal-returned:${id}`}`)).length;

async function paid(cents = 10_400) {
  const asked = await askedFor(cents);
  const done = await decide(asked.id, people.operator, { intent: "pay", bank_reference: "UTR-1" });
  expect([done.status, await stateOf(asked.id), await wallet(asked.person)]).toEqual([303, "paid", 0]);
  return asked;
}

describe("a payout that the bank sent back after it was marked paid", () => {
  it("is in the wallet again by one row, and the person is told why", async () => {
    const { id, person } = await paid();
    expect(await trips(decide(id, people.operator, { intent: "return", ...back }))).toBe(1);
    for (let again = 0; again < 2; again++)
      expect((await decide(id, people.second, { intent: "return", ...back })).status).toBe(303);
    expect([await stateOf(id), await wallet(person), await told(id)]).toEqual(["returned", 10_400, 1]);
    expect(await rowsOf(id)).toEqual(["withdrawal-hold", "withdrawal-paid", "withdrawal-returned"]);
    expect((await actionsOn(`withdrawal:${id}`)).filter((one) => one === "withdrawal-returned")).toHaveLength(1);
    const [page, theirs] = [
      await get(`/operator/withdrawals/${id}`, people.operator),
      await get("/wallet?tab=portfolio", person),
    ];
    for (const { text } of [page, theirs]) for (const words of Object.values(back)) expect(text).toContain(words);
    expect(theirs.text).toContain("sent back");
    await expectInvariants(db);
  });

  it.each([
    ["no reference", { return_reference: " " }, 400],
    ["no reason", { return_reason: "" }, 400],
    ["a reference of 61 characters", { return_reference: "x".repeat(61) }, 400],
  ])("is refused with %s", async (_, typed, status) => {
    const { id, person } = await paid();
    expect((await decide(id, people.operator, { intent: "return", ...back, ...typed })).status).toBe(status);
    expect([await stateOf(id), await wallet(person)]).toEqual(["paid", 0]);
  });

  it("is refused before it was paid, under another reference afterwards, to readers, and about the operator's own", async () => {
    const waiting = await askedFor(500);
    expect((await decide(waiting.id, people.operator, { intent: "return", ...back })).status).toBe(409);
    const { id } = await paid();
    expect((await decide(id, people.reader, { intent: "return", ...back })).status).toBe(403);
    expect((await decide(id, people.operator, { intent: "return", ...back })).status).toBe(303);
    const other = { ...back, return_reference: "UTR-OTHER" };
    expect((await decide(id, people.operator, { intent: "return", ...other })).status).toBe(409);
    const own = await askedFor(500, { by: people.second });
    await decide(own.id, people.operator, { intent: "pay", bank_reference: "UTR-2" });
    expect((await decide(own.id, people.second, { intent: "return", ...back })).status).toBe(409);
    expect([await stateOf(waiting.id), await stateOf(own.id)]).toEqual(["progress", "paid"]);
  });

  it("takes two operators above the limit", async () => {
    const { id, person } = await paid();
    await setting("second_operator_above_cents", 10_000);
    const press = async (as: Person, intent: string, fields: object = {}) =>
      (await decide(id, as, { intent, ...back, ...fields })).status;
    expect(await press(people.operator, "return")).toBe(409);
    expect(await press(people.operator, "confirm-return")).toBe(409);
    expect(await press(people.operator, "propose-return")).toBe(303);
    expect(await press(people.operator, "confirm-return")).toBe(409);
    expect(await press(people.second, "confirm-return", { return_reference: "UTR-OTHER" })).toBe(409);
    expect([await stateOf(id), await wallet(person)]).toEqual(["paid", 0]);
    const shown = (await get("/operator", people.reader)).text;
    expect(shown).toContain("came back: Account closed");
    expect((await get(`/operator/withdrawals/${id}`, people.second)).text).toContain('value="confirm-return"');
    expect(await press(people.second, "confirm-return")).toBe(303);
    expect(await press(people.second, "confirm-return")).toBe(303);
    expect([await stateOf(id), await wallet(person), await told(id)]).toEqual(["returned", 10_400, 1]);
    await expectInvariants(db);
    await setting("second_operator_above_cents", 1_000_000);
  });

  it("is recorded from the line of the bank's answer, which then counts as known", async () => {
    const { asked, runId } = await runWith(2_500);
    const [{ id, person } = { id: "", person: people.reader }] = asked;
    const reference = (await fileOf(runId, people.operator)).text.trim().split(",").at(-1) ?? "";
    const handIn = async (of: Parameters<typeof csvFile>[0]) => {
      const { location } = await send("/operator/bank-answers", people.operator, bankForm(csvFile(of)));
      return location ?? "";
    };
    await post(await handIn([{ reference, cents: 2_500 }]), people.second, { intent: "mark" });
    expect(await stateOf(id)).toBe("paid");
    const answer = await handIn([{ reference, cents: 2_500, bank: "RET1", kind: "return" }]);
    const line = (await get(answer, people.operator)).text;
    expect(line).toContain(`/operator/withdrawals/${id}?return=RET1`);
    expect((await get(`/operator/withdrawals/${id}?return=RET1`, people.operator)).text).toContain('value="RET1"');
    await decide(id, people.operator, { intent: "return", return_reference: "RET1", return_reason: "Closed" });
    expect([await stateOf(id), await wallet(person)]).toEqual(["returned", 2_500]);
    const known = await handIn([
      { reference, cents: 2_500, bank: "RET1", kind: "return" },
      { reference: "X", cents: 1 },
    ]);
    expect((await get(known, people.operator)).text).toContain("recorded it under this reference");
    await expectInvariants(db);
  });
});
