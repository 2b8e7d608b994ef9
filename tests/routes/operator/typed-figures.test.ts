import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { openApp } from "../../support/serve-app";
import { caskPage, draftCask, typedCask } from "./support/typed-cask";
import { visitConsole } from "./support/visit-console";

// Every amount, count and litre field of the console's forms, typed as people write it: with commas by thousands and as in India.

const context = createTestContext();
const visit = visitConsole(openApp());
const { get, post } = visit;
const today = dateOf(context.nowMs());
let operator: Person;
let caskId: string;
let paymentId: string;

keepLogQuiet();
beforeAll(async () => {
  operator = await signIn(context, { operator: true });
  caskId = await putCask(context, { launchesInDays: -100, costCents: 100_000_00 });
  await giveStake(context, await signIn(context), caskId, { purchasedAtMs: context.nowMs() - 20 * 86_400_000 });
  const [stake] = await context.db.all<{ id: string }>(
    sql`SELECT payment_id AS id FROM stakes WHERE cask_id = ${caskId}`,
  );
  paymentId = stake?.id ?? "";
});

const value = { intent: "value", valued_on: today, tier: "measured", method: "Regauge", source: "Bond 3" };
const gauge = { intent: "gauge", gauged_on: today, gauged_by: "Bond 3", loa_litres: "1", abv: "60" };
const sale = { intent: "sell", sold_on: today, buyer_kind: "trade", gross: "100000", fees: "0" };
const bid = {
  intent: "bid",
  bidder_kind: "trade",
  closes_on: addDays(today, 9),
  note: "n",
  gross: "100000",
  fees: "0",
};

type Form = [field: string, typed: string, page: () => string, fields: Record<string, string>];
const onCask = () => caskPage(caskId);
const onNew = () => "/operator/casks/new";
const FORMS: Form[] = [
  ["cost_per_stake", "1,00,000.50", onNew, typedCask(today)],
  ["total_stakes", "1,000", onNew, typedCask(today)],
  ["loa_litres", "1,234.5", onNew, typedCask(today)],
  ["value_per_stake", "1,00,000", onCask, value],
  ["loa_litres", "1,234.5", onCask, gauge],
  ["gross", "1,00,00,000", onCask, sale],
  ["fees", "1,000", onCask, sale],
  ["gross", "1,00,00,000", onCask, bid],
  ["fees", "1,000", onCask, bid],
  ["fee", "1,000", () => `/operator/payments/${paymentId}`, { intent: "refund", reason: "Cancelled." }],
  ["value", "1,00,000", () => "/operator/settings", { intent: "propose", key: "operator_cents_per_day" }],
  ["value", "1,000", () => "/operator/settings", { intent: "propose", key: "payouts_per_day" }],
];

describe("a figure in a form of the console", () => {
  it.each(FORMS)(
    "is read with its commas, and refused when they are wrong: %s, %s",
    async (field, typed, page, fields) => {
      // Other fields may be refused for what they are.
      const isRefused = async (text: string) => {
        const answer = await post(page(), operator, { ...fields, [field]: text });
        const inputs = answer.text.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? [];
        return inputs.some((input) => input.includes(`name="${field}"`));
      };
      expect([await isRefused("1,0,0"), await isRefused(typed)]).toEqual([true, false]);
    },
  );

  it("is kept as the number that it is", async () => {
    const { location } = await post(onCask(), operator, { ...value, value_per_stake: "1,00,000" });
    expect((await get(location ?? "", operator)).text).toContain("$100,000.00");
    const typed = { ...typedCask(today), total_stakes: "1,000", cost_per_stake: "1,00,000.50" };
    const id = await draftCask(visit, operator, typed);
    const kept = await context.db.all(
      sql`SELECT total_stakes AS stakes, cost_per_stake_cents AS cents FROM casks WHERE id = ${id}`,
    );
    expect(kept).toEqual([{ stakes: 1_000, cents: 10_000_050 }]);
  });
});
