import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";
import { caskPage, hiddenIn, openConsole } from "./support/console";

// What one operator cannot do alone: through the console's pages, as a browser without a script sends its forms.

const { app, context, people, get, post } = openConsole();
const { db } = context;
const today = dateOf(context.nowMs());
const SETTINGS = "/operator/settings";

it("the overview names what waits for a second operator, who proposed it and where it is decided, and counts it as the daily email does", async () => {
  const { operator, second, reader } = people;
  const investor = await signIn(context);
  const caskId = await putCask(context, { name: "Glen Second 2012" });
  await giveStake(context, investor, caskId);
  const nowMs = context.nowMs();
  await db.run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents,
        remainder_cents, proposed_by, proposed_at_ms)
      VALUES ('exit_1', ${caskId}, 'sale', 'private', '2026-01-01', 700000, 0, 10, 70000, 0, ${operator.userId}, ${nowMs - 5})`);
  for (const key of [
    ...(["payout_cents_per_day", "payout_cents_per_month"] as const),
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
    "Sale of Glen Second 2012",
    "$700.00 net a stake",
    "under UTR-SECOND",
    "$12,000.00",
    operator.email,
    `href="${caskPage(caskId)}?view=sell"`,
    `href="${payout}"`,
    "3 waiting for a person, oldest first.",
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

it("what is only shown is followed by no message, a proposal and a deed by their own", async () => {
  const { operator, second } = people;
  const caskId = await putCask(context, { launchesInDays: -100 });
  const entry = { intent: "value", tier: "measured", method: "Regauge", source: "Bond 3", valued_on: today };
  const enterValue = (more: object) => post(caskPage(caskId), operator, { ...entry, ...more });
  const said = async (as: Person, { location, cookies }: Awaited<ReturnType<typeof post>>) => {
    const told = /toast=[^;]*/.exec(cookies.join())?.[0] ?? "";
    const { text } = await app.ask(location ?? "", { headers: { Cookie: `${as.cookie}; ${told}` } });
    return ["Saved.", "Proposed. Another operator confirms it."].filter((one) => text.includes(`>${one}<`));
  };
  expect(await said(operator, await enterValue({ value_per_stake: "510" }))).toEqual([]);
  expect(await said(operator, await enterValue({ value_per_stake: "510", step: "save" }))).toEqual(["Saved."]);
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
