import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addMonths } from "~/domain/cycles";
import { dateOf } from "~/domain/calendar-date";
import { createTestContext, type TestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { giveStake, monthsAgo, value } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";

// The pictures on a cask's page: who sees which of them, and what they say.

async function read(context: TestContext, person: Person, caskId: string) {
  const path = `/cask-information?cask=${caskId}`;
  const response = await servePage(get(`http://localhost:8787${path}`, person.cookie), context.next());
  const html = await response.text();
  expect(response.status, path).toBe(200);
  return { html, words: wordsIn(html) };
}

const gauge = (context: TestContext, caskId: string, monthsBefore: number, loaDecilitres: number) =>
  context.db.run(sql`INSERT INTO gauges (id, cask_id, gauged_on, loa_decilitres, abv_tenths, gauged_by, created_at_ms)
    VALUES (${context.newId("gau")}, ${caskId}, ${dateOf(monthsAgo(context, monthsBefore))}, ${loaDecilitres}, 574, 'Bond 1', ${context.nowMs()})`);

async function aCask(context: TestContext) {
  const caskId = await putCask(context, { totalStakes: 40, costCents: 65_000 });
  await gauge(context, caskId, 52, 1_084);
  await gauge(context, caskId, 2, 1_018);
  await value(context, caskId, addMonths(dateOf(context.nowMs()), -3), 78_910, "opinion");
  return caskId;
}

describe("the pictures of a cask", () => {
  it("show everybody with an account what is free, what is sold and what evaporated, and no one else's value", async () => {
    const context = createTestContext();
    const caskId = await aCask(context);
    await giveStake(context, await signIn(context), caskId, { purchasedAtMs: monthsAgo(context, 8) });
    const { html, words } = await read(context, await signIn(context), caskId);
    expect(words).toMatch(/Hogshead, 2% of stakes sold .*39 free 1 of 40 stakes sold/);
    expect(words).toMatch(/Evaporation \(the angels’ share\) 6\.6 L evaporated between/);
    expect(words).toContain("An estimate.");
    for (const others of ["789.10", "Who gets what"]) expect(html).not.toContain(others);
  });

  it("show owners their stake in the cask, and lead to its page; not if it is frozen", async () => {
    const context = createTestContext();
    const caskId = await aCask(context);
    const [other, owner] = [await signIn(context), await signIn(context)];
    await giveStake(context, other, caskId);
    const { stakeId } = await giveStake(context, owner, caskId, { purchasedAtMs: monthsAgo(context, 8) });
    const { html, words } = await read(context, owner, caskId);
    expect(words).toMatch(/1 of them yours .*Your stake 2 of 40 1 of someone else’s/);
    expect(html).toContain(`href="/stakes/${stakeId}"`);
    await context.db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    expect((await read(context, owner, caskId)).html).not.toContain(`/stakes/${stakeId}`);
  });

  it("show after the sale who gets what, from the moment it is confirmed", async () => {
    const context = createTestContext();
    const caskId = await aCask(context);
    const owner = await signIn(context);
    await giveStake(context, owner, caskId, { purchasedAtMs: monthsAgo(context, 8) });
    const exits = await openExits(context);
    // 40 stakes: 10,000.07 less 123.45 is 246.91 each, and 22 cents are left.
    await exits.proposed(caskId, soldToday(context));
    expect((await read(context, owner, caskId)).words).not.toContain("Who gets what");
    const other = await aCask(context);
    await giveStake(context, owner, other, { purchasedAtMs: monthsAgo(context, 8) });
    await exits.confirmed(other, soldToday(context));
    const { words } = await read(context, owner, other);
    expect(words).toMatch(/Who gets what Sold for \$10,000\.07 on .*: \$246\.91 for each stake\./);
    expect(words).toMatch(/Your stake \$246\.91 39 stakes no one bought: ours \$9,629\.49 Costs of the sale \$123\.45/);
    expect(words).toContain("Left over by rounding: ours $0.22");
  });
});
