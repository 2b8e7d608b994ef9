import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { giveRipeStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { type Asked, openPayouts, pageOf } from "../../support/payouts";
import { BANK } from "../../support/wallet";

// What the bank has, as its investor, its stop link and the page of its run see it.

const {
  db,
  people,
  get,
  post,
  decide,
  stateOf,
  statesOf,
  setting,
  makeRun,
  runWith,
  mark,
  callBack,
  stop,
  cancel,
  context,
} = openPayouts();

describe("trouble after the bank had it", () => {
  it("is seen on the page of the run, and what the bank has paid is marked paid all the same", async () => {
    const { asked, runId } = await runWith(1_000, 2_000, 3_000);
    const [stopped, suspended, disputed] = asked as [
      (typeof asked)[number],
      (typeof asked)[number],
      (typeof asked)[number],
    ];
    const before = (await get(pageOf(runId), people.operator)).text;
    expect(before).not.toContain("met trouble");
    await stop(stopped.id);
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${suspended.person.userId}`);
    const { paymentId } = await giveRipeStake(context, disputed.person, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`);
    const { text } = await get(pageOf(runId), people.operator);
    for (const word of [
      "3 requests in this run ran into trouble",
      "Its stop link was used",
      "The person is suspended: ask the bank to hold it back",
      "One of this person’s payments is disputed: ask the bank to hold it back",
    ])
      expect(text).toContain(word);
    await setting("second_operator_above_cents", 500);
    const references = Object.fromEntries(asked.map(({ id }, i) => [id, `UTR-${i}`]));
    expect((await mark(runId, people.operator, references)).status).toBe(303);
    expect(await statesOf(asked)).toEqual(["paid", "paid", "paid"]);
    await setting("second_operator_above_cents", 1_000_000);
    await db.run(sql`UPDATE payments SET state = 'settled', reason = NULL WHERE id = ${paymentId}`);
    await expectInvariants(db);
  });

  it("keeps a request whose stop link was used from being paid again once it is called back, and the link stops it", async () => {
    const { asked, runId } = await runWith(1_000);
    const { id } = asked[0] as Asked;
    await stop(id);
    const page = await get(`/stop/stop-${id}`);
    expect(page.text).toContain("You have told us that it was not you");
    await callBack(runId, people.operator);
    expect((await makeRun(people.operator)).location).toBe("/operator/payout-runs?made=none");
    expect((await decide(id, people.operator, { intent: "pay", bank_reference: "UTR-1" })).status).toBe(409);
    await stop(id);
    expect(await stateOf(id)).toBe("cancelled");
  });
});

describe("the investor who asked for it", () => {
  it("reads when the bank was sent it, on the wallet and behind the link, and the stake counts as in progress", async () => {
    const person = await signIn(context);
    const { stakeId } = await giveRipeStake(context, person, await putCask(context));
    await post(`/stakes/${stakeId}?dialog=withdraw`, person, { intent: "withdraw", ...BANK });
    const [asked] = await db.all<{ id: string; token: string }>(
      sql`SELECT id, stop_token AS token FROM withdrawals WHERE user_id = ${person.userId}`,
    );
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
    expect(told.text).toContain("can no longer be cancelled here");
  });
});
