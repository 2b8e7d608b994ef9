import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { creditWallet, giveStake, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";
import { caskPage, hiddenIn, openConsole } from "./support/console";

// What one operator cannot do alone: through the console's pages, as a browser without a script sends its forms.

const { app, context, people, get, post, actionsOn } = openConsole();
const { db } = context;
const today = dateOf(context.nowMs());
const SETTINGS = "/operator/settings";

const valuesOf = async (caskId: string) =>
  (
    await db.all<{ cents: number }>(
      sql`SELECT value_cents AS cents FROM valuations WHERE cask_id = ${caskId} ORDER BY created_at_ms, rowid`,
    )
  ).map(({ cents }) => cents);

describe("the overview", () => {
  it("names what waits for a second operator, who proposed it and where it is decided, and counts it as the daily email does", async () => {
    const { operator, second, reader } = people;
    const investor = await signIn(context);
    const caskId = await putCask(context, { name: "Glen Second 2012" });
    await giveStake(context, investor, caskId);
    const nowMs = context.nowMs();
    await db.run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents,
        remainder_cents, proposed_by, proposed_at_ms)
      VALUES ('exit_1', ${caskId}, 'sale', 'private', '2026-01-01', 700000, 0, 10, 70000, 0, ${operator.userId}, ${nowMs - 5})`);
    for (const key of [
      ...(["payout_cents_per_day", "payout_cents_per_month", "identity_check_above_cents"] as const),
      ...(["identity_first_payout_above_cents", "identity_total_above_cents"] as const),
    ])
      await setSetting(db, key, 9_000_000);
    await creditWallet(context, investor, 1_200_000);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 1_200_000 });
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${nowMs} WHERE id = ${withdrawalId}`);
    const payout = `/operator/withdrawals/${withdrawalId}`;
    const decide = async (as: Person, intent: string, bank_reference: string) =>
      (await post(payout, as, { intent, bank_reference })).status;
    expect(await decide(operator, "pay", "UTR-SECOND")).toBe(409);
    expect(await decide(operator, "propose", "UTR-SECOND")).toBe(303);
    const { text } = await get("/operator", second);
    for (const words of [
      ...["Sale of Glen Second 2012", "$700.00 net a stake", "under UTR-SECOND", "$12,000.00", operator.email],
      ...[`href="${caskPage(caskId)}?view=sell"`, `href="${payout}"`, "3 waiting for a person, oldest first."],
    ])
      expect(text).toContain(words);
    expect((await get("/operator", reader)).text).not.toContain(operator.email);
    // The payout with the bank, and two proposals.
    const items = waitingItems(await runWork(db, readWaiting(db, context.nowMs())));
    expect([items.map(({ counted }) => counted).sort(), waitingTotal(items)]).toEqual([["1", "2"], "3"]);
    expect((await get("/operator/casks", second)).text).toMatch(/Overview(<!-- -->)?<span[^>]*>2</);
    const page = (await get(payout, second)).text;
    expect(page).toContain(`${operator.email} proposed it under UTR-SECOND.`);
    expect(page).toContain("Confirm and mark $12,000.00 paid");
    expect(await decide(second, "confirm", "UTR-OTHER")).toBe(409);
    expect(await decide(second, "confirm", "UTR-SECOND")).toBe(303);
  });
});

describe("a valuation", () => {
  const entry = { tier: "measured", method: "Regauge", source: "Bond 3", valued_on: today };
  const save = (caskId: string, as: Person, fields: object) =>
    post(caskPage(caskId), as, { intent: "value", step: "save", ...entry, ...fields });
  const valued = async () => {
    const caskId = await putCask(context, { launchesInDays: -100 });
    await value(context, caskId, addDays(today, -90), 50_000, "issue");
    await value(context, caskId, addDays(today, -40), 60_000);
    return caskId;
  };

  it("that raises the value by more than a tenth needs a second operator, who sees from what to what", async () => {
    const caskId = await valued();
    expect((await save(caskId, people.operator, { value_per_stake: "660.01" })).status).toBe(303);
    expect(await valuesOf(caskId)).toEqual([50_000, 60_000]);
    const page = await get(caskPage(caskId, "value"), people.second);
    expect(page.text).toMatch(/\$600\.00[^]*\$660\.01/);
    const seen = hiddenIn(page.text, 'value="confirm-value"');
    const own = await post(caskPage(caskId), people.operator, { ...seen, intent: "confirm-value" });
    expect([own.status, await valuesOf(caskId)]).toEqual([409, [50_000, 60_000]]);
    const both = [1, 2].map(() => post(caskPage(caskId), people.second, { ...seen, intent: "confirm-value" }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
    expect(await valuesOf(caskId)).toEqual([50_000, 60_000, 66_001]);
    expect(await actionsOn(`cask:${caskId}`)).toEqual(["change-proposed", "change-confirmed", "valuation-recorded"]);
  });

  it("that is only shown is followed by no message, a proposal and a deed by their own", async () => {
    const caskId = await valued();
    const said = async (as: Person, { location, cookies }: Awaited<ReturnType<typeof save>>) => {
      const told = /toast=[^;]*/.exec(cookies.join())?.[0] ?? "";
      const { text } = await app.ask(location ?? "", { headers: { Cookie: `${as.cookie}; ${told}` } });
      return ["Saved.", "Proposed. Another operator confirms it."].filter((one) => text.includes(`>${one}<`));
    };
    const { operator, second } = people;
    const preview = { intent: "value", ...entry, value_per_stake: "650" };
    expect(await said(operator, await post(caskPage(caskId), operator, preview))).toEqual([]);
    expect(await said(operator, await save(caskId, operator, { value_per_stake: "650" }))).toEqual(["Saved."]);
    const proposed = ["Proposed. Another operator confirms it."];
    const asked = { intent: "propose", key: "second_operator_above_cents", value: "20000" };
    expect(await said(operator, await post(SETTINGS, operator, asked))).toEqual(proposed);
    const page = (await get(SETTINGS, second)).text;
    expect(page).toMatch(/\$10,000\.00[^]*\$20,000\.00/);
    const seen = { ...hiddenIn(page, 'value="confirm"'), intent: "confirm" };
    expect(await said(second, await post(SETTINGS, second, seen))).toEqual(["Saved."]);
    const sale = { sold_on: today, buyer_kind: "trade", gross: "10000", fees: "0" };
    expect(await said(operator, await post(caskPage(caskId), operator, { intent: "sell", ...sale }))).toEqual([]);
  });

  it("is neither recorded, proposed nor confirmed by a holder of a stake of the cask", async () => {
    const caskId = await valued();
    await giveStake(context, people.second, caskId);
    for (const cents of ["610", "700"])
      expect((await save(caskId, people.second, { value_per_stake: cents })).status).toBe(409);
    await save(caskId, people.operator, { value_per_stake: "700" });
    const seen = hiddenIn((await get(caskPage(caskId, "value"), people.operator)).text, 'value="cancel-value"');
    const held = await post(caskPage(caskId), people.second, {
      ...{ ...entry, ...seen, value_per_stake: "700" },
      intent: "confirm-value",
    });
    expect([held.status, await valuesOf(caskId)]).toEqual([409, [50_000, 60_000]]);
    await post(caskPage(caskId), people.operator, { ...seen, intent: "cancel-value" });
    expect((await get(caskPage(caskId, "value"), people.operator)).text).not.toContain("Waiting for a second person");
  });
});
