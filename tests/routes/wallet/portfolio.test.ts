import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { giveRipeStake, giveStake, monthsAgo, value } from "../../support/holdings";
import type { PortfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { createTestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { openWallet } from "../../support/wallet";

const context = createTestContext();
const today = () => dateOf(context.nowMs());
const portfolio = async (person: Person, path = "/wallet?tab=portfolio") => {
  const { data } = await openWallet(context, person, path);
  return data as { activated: boolean; dialog: unknown; panel: PortfolioView };
};

describe("the figures", () => {
  let person: Person;
  let ripe: Awaited<ReturnType<typeof giveRipeStake>>;
  let young: Awaited<ReturnType<typeof giveStake>>;

  beforeAll(async () => {
    person = await signIn(context);
    const old = await putCask(context, { name: "Old Hogshead" });
    const fresh = await putCask(context, { name: "Fresh Barrel", costCents: 100_000 });
    ripe = await giveRipeStake(context, person, old);
    young = await giveStake(context, person, fresh, { purchasedAtMs: monthsAgo(context, 3), certificate: "pending" });
    await value(context, fresh, addMonths(today(), -4), 100_000, "issue");
    await value(context, fresh, addDays(today(), -20), 98_000, "modelled");
    await value(context, fresh, addDays(today(), 5), 200_000, "measured");
  });

  it("count active stakes and value them as of today", async () => {
    const { panel } = await portfolio(person);
    expect(panel).toMatchObject({
      totalInvestedCents: 150_000,
      availableCents: 0,
      paidOutCents: 0,
      // 10,400 from the ended cycle, minus 2,000 that the younger cask has lost so far.
      returns: { realisedCents: 0, unrealisedCents: 8_400, percent: 5.6, since: dateOf(ripe.purchasedAtMs) },
    });
    // The figures are as old as the oldest value in them.
    expect(panel.returns).toMatchObject({
      valuedOn: addMonths(dateOf(ripe.purchasedAtMs), 24),
      tier: "measured",
    });
  });

  it("show what can be withdrawn, to the cent and the hundredth of a percent, with its stake first", async () => {
    const { panel } = await portfolio(person);
    const { passes } = panel as typeof panel & { passes: { name: string }[] };
    expect(passes.map(({ name }) => name)).toEqual(["Old Hogshead", "Fresh Barrel"]);
    expect(panel.withdraw).toEqual({
      state: "withdrawable",
      caskName: "Old Hogshead",
      amountCents: 10_400,
      percent: 20.8,
      months: 24,
      valued: { valuedOn: addMonths(dateOf(ripe.purchasedAtMs), 24), tier: "measured" },
    });
  });

  it("list payments latest first, with their certificates", async () => {
    const { panel } = await portfolio(person);
    expect(panel.history).toEqual([
      {
        shortCents: null,
        id: young.paymentId,
        name: "Fresh Barrel",
        detail: "Stake 1 of 10",
        amountCents: 100_000,
        date: addMonths(today(), -3),
        state: "paid",
        certificate: { state: "pending" },
      },
      {
        shortCents: null,
        id: ripe.paymentId,
        name: "Old Hogshead",
        detail: "Stake 1 of 10",
        amountCents: 50_000,
        date: addMonths(today(), -25),
        state: "paid",
        certificate: { state: "ready", href: `/certificates/${ripe.certificateId}.pdf` },
      },
    ]);
  });
});

describe("the portfolio", () => {
  it("shows disputed and refunded payments as such, and no longer counts their stakes", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context);
    const disputed = await giveStake(context, person, caskId, {
      purchasedAtMs: monthsAgo(context, 3),
      certificate: "void",
    });
    const returned = await giveStake(context, person, caskId, {
      purchasedAtMs: monthsAgo(context, 2),
      certificate: "void",
    });
    const kept = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 1) });
    await context.db.batch([
      context.db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${disputed.paymentId}`),
      context.db.run(sql`UPDATE payments SET state = 'refunded', reason = 'returned' WHERE id = ${returned.paymentId}`),
      context.db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${disputed.stakeId}`),
    ]);
    const { panel } = await portfolio(person);
    expect(panel).toMatchObject({
      totalInvestedCents: 50_000,
      history: [
        { id: kept.paymentId, state: "paid", certificate: { state: "ready" } },
        { id: returned.paymentId, state: "refunded", certificate: { state: "void" } },
        { id: disputed.paymentId, state: "frozen", certificate: { state: "void" } },
      ],
    });
  });
});

describe("older payments", () => {
  it("start from the top if asked to follow someone else's payment", async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    const caskId = await putCask(context);
    const theirs = await giveStake(context, other, caskId, { purchasedAtMs: monthsAgo(context, 5) });
    const mine = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 1) });
    const { panel } = await portfolio(person, `/wallet?tab=portfolio&before=${theirs.paymentId}`);
    expect(panel.history.map(({ id }) => id)).toEqual([mine.paymentId]);
  });

  it("come five at first and then twenty-five at a time, none twice and none left out, even within the same instant", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context, { totalStakes: 120 });
    const ids = new Set<string>();
    for (let i = 0; i < 103; i++) {
      const purchasedAtMs = monthsAgo(context, 20) + Math.floor(i / 4) * 1000;
      ids.add((await giveStake(context, person, caskId, { purchasedAtMs })).paymentId);
    }
    const seen: string[] = [];
    let path = "/wallet?tab=portfolio";
    for (let pages = 0; pages < 5; pages++) {
      const { panel } = await portfolio(person, path);
      seen.push(...panel.history.map((row) => row.id));
      expect(panel.olderBefore === null).toBe(pages === 4);
      path = `/wallet?tab=portfolio&before=${panel.olderBefore}`;
    }
    expect(seen).toHaveLength(103);
    expect(new Set(seen)).toEqual(ids);
    expect((await portfolio(person)).panel.totalInvestedCents).toBe(103 * 50_000);
  });
});
