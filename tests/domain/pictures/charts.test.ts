import { describe, expect, it } from "vitest";
import { addMonths } from "~/domain/cycles";
import { formatUsdShort } from "~/domain/money";
import { areaUnder, axisAround, axisFromZero, heightAt, latestApart, PLOT, stepPath } from "~/domain/pictures/plot";
import { drawPortfolioValue, PORTFOLIO_FRAME } from "~/domain/pictures/portfolio-value";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import type { Valuation } from "~/domain/returns";

const TODAY = "2026-11-22";
const ago = (months: number) => addMonths(TODAY, -months);
const valued = (months: number, valueCents: number, tier: Valuation["tier"] = "opinion"): Valuation => ({
  valuedOn: ago(months),
  valueCents,
  tier,
});
const stake = (months: number, priceCents: number, ...valuations: Valuation[]) => ({
  priceCents,
  purchasedOn: ago(months),
  valuations: [valued(months + 2, priceCents, "issue"), ...valuations],
});
const portfolio = (...stakes: ReturnType<typeof stake>[]) => drawPortfolioValue({ stakes, today: TODAY });

/** Every place a path goes to, as pairs of which one stays the same: a step, never a slope. */
const commands = (path: string) => path.replace(/[^A-Za-z]/g, "");

describe("axes", () => {
  it("have three round amounts, the highest not below what is drawn", () => {
    for (const highest of [1, 99, 50_000, 261_410, 123_456_789]) {
      const { ticks, y } = axisFromZero(highest, { top: 0, base: 100 });
      expect(ticks).toHaveLength(3);
      expect(ticks[0]).toEqual({ cents: 0, y: 100 });
      expect(ticks[2]?.cents).toBeGreaterThanOrEqual(highest);
      expect(y(highest)).toBeGreaterThanOrEqual(0);
    }
  });

  it("around values keep a tenth free on both sides, and are never below zero", () => {
    for (const values of [[64_100, 78_910], [50_000], [4_600, 90_000], [0, 100], [140_000_000, 123_456_789]]) {
      const { ticks } = axisAround(values, { top: 0, base: 100 });
      const pad = (Math.max(...values) - Math.min(...values)) / 10;
      expect(ticks[0]?.cents).toBeGreaterThanOrEqual(0);
      expect(ticks[0]?.cents).toBeLessThanOrEqual(Math.max(0, Math.min(...values) - pad));
      expect(ticks[2]?.cents).toBeGreaterThanOrEqual(Math.max(...values) + pad);
    }
  });

  it("have amounts that fit beside the plot and tell each other apart", () => {
    const short = (values: readonly number[]) =>
      axisAround(values, { top: 0, base: 100 }).ticks.map(({ cents }) => formatUsdShort(cents));
    for (const values of [
      [123_456_789, 140_000_000],
      [65_000, 65_100],
      [123_400_00, 123_410_00],
      [1_245_000, 1_250_000],
      [1_200_000, 1_200_040],
    ]) {
      const labels = short(values);
      expect(new Set(labels).size, labels.join(" ")).toBe(3);
      expect(Math.max(...labels.map(({ length }) => length)), labels.join(" ")).toBeLessThanOrEqual(5);
    }
  });

  it("end at an amount that is round already", () => {
    expect(axisFromZero(100_000, { top: 0, base: 100 }).ticks.map(({ cents }) => cents)).toEqual([0, 50_000, 100_000]);
    // With a tenth of a hundred thousand on both sides.
    const around = axisAround([70_000, 170_000], { top: 0, base: 100 });
    expect(around.ticks.map(({ cents }) => cents)).toEqual([60_000, 120_000, 180_000]);
  });

  it("have no line and no area without a step, and the first height before it", () => {
    expect(stepPath([], 20)).toBe("");
    expect(areaUnder([], 20, 100)).toBe("");
    expect(heightAt([], 5)).toBe(0);
    expect(
      [4, 5, 9].map((x) =>
        heightAt(
          [5, 9].map((at) => ({ x: at, y: 10 * at })),
          x,
        ),
      ),
    ).toEqual([50, 50, 90]);
  });

  it("have steps and no slopes", () => {
    const path = stepPath(
      [
        { x: 0, y: 10 },
        { x: 5, y: 10 },
        { x: 9, y: 4 },
      ],
      20,
    );
    expect(path).toBe("M0 10H9V4H20");
  });

  it("keep a finger's distance between marks, the latest first", () => {
    expect(latestApart([{ x: 1 }, { x: 100 }, { x: 110 }, { x: 130 }], 8).map(({ x }) => x)).toEqual([1, 100, 130]);
    expect(latestApart([{ x: 0 }, { x: 50 }, { x: 100 }], 2).map(({ x }) => x)).toEqual([50, 100]);
  });
});

describe("the value of a portfolio", () => {
  it("draws nothing without a valuation: no stake, or none that was valued after its issue", () => {
    expect(portfolio()).toMatchObject({ chart: null, worthCents: 0, paidCents: 0, notValued: 0 });
    expect(portfolio(stake(5, 50_000))).toMatchObject({ chart: null, worthCents: 50_000, notValued: 1 });
  });

  it("steps from the purchase to one valuation, with one mark, and shades what was gained", () => {
    const { chart } = portfolio(stake(10, 50_000, valued(5, 60_000, "measured")));
    expect(chart).toMatchObject({ valuations: 1, loss: "", stale: "" });
    expect(chart?.gain).toBe(`${chart?.value}V${PORTFOLIO_FRAME.base}H0Z`);
    expect(chart?.marks).toMatchObject([{ kind: "measured", cents: 60_000, changeCents: 10_000, day: ago(5) }]);
    expect(commands(chart?.value ?? "")).toBe("MHVH");
  });

  it("adds up what each stake is worth on the day, and those not valued at their price", () => {
    const { rows, worthCents, paidCents, notValued } = portfolio(
      stake(20, 50_000, valued(12, 55_000, "modelled"), valued(3, 61_000)),
      stake(10, 80_000),
    );
    expect(rows.map(({ day, valueCents, paidCents: paid, tier }) => [day, valueCents, paid, tier])).toEqual([
      [ago(20), 50_000, 50_000, null],
      [ago(12), 55_000, 50_000, "modelled"],
      [ago(10), 135_000, 130_000, null],
      [ago(3), 141_000, 130_000, "opinion"],
    ]);
    expect({ worthCents, paidCents, notValued }).toEqual({ worthCents: 141_000, paidCents: 130_000, notValued: 1 });
  });

  it("shades where the value is below what was paid", () => {
    const { chart } = portfolio(stake(20, 90_000, valued(12, 95_000), valued(3, 78_000)));
    expect(chart?.loss).toMatch(new RegExp(`^M\\d+ \\d+H${PORTFOLIO_FRAME.plot}V\\d+H\\d+Z$`));
  });

  it("ends at the last mark and goes on in dots once that is more than 12 months ago", () => {
    expect(portfolio(stake(30, 50_000, valued(20, 55_000), valued(12, 56_000))).chart?.stale).toBe("");
    const { chart } = portfolio(stake(30, 50_000, valued(20, 55_000), valued(13, 56_000)));
    const last = chart?.marks.at(-1)?.x ?? 0;
    expect(chart?.value).toMatch(new RegExp(`H${last}$`));
    expect(chart?.stale).toMatch(new RegExp(`^M${last} \\d+H${PORTFOLIO_FRAME.plot}$`));
  });

  it("names the weakest basis of a day", () => {
    const { rows } = portfolio(stake(9, 50_000, valued(3, 1, "measured")), stake(9, 50_000, valued(3, 1, "opinion")));
    expect(rows.at(-1)?.tier).toBe("opinion");
  });

  it("keeps the marks of fifty stakes apart and its table short", () => {
    const fifty = Array.from({ length: 50 }, (_, index) =>
      stake(48 - (index % 40), 50_000, valued(36 - (index % 35), 52_000 + index)),
    );
    const { chart, rows, rowsLeftOut } = portfolio(...fifty);
    expect(chart?.marks.length).toBeLessThanOrEqual(8);
    expect(rows).toHaveLength(24);
    expect(rowsLeftOut).toBeGreaterThan(0);
    expect((chart?.value ?? "").length).toBeLessThan(1000);
  });
});

describe("the value of one stake", () => {
  const draw = (one: ReturnType<typeof stake>, sale: { soldOn: string; cents: number } | null = null) =>
    drawStakeValue({ ...one, today: TODAY, sale });

  it("is no chart with the price alone", () => {
    expect(draw(stake(5, 65_000))).toMatchObject({ chart: null, changeCents: null, latest: { kind: "paid" } });
  });

  it("has a mark for the purchase and for each valuation", () => {
    const picture = draw(stake(26, 65_000, valued(14, 70_000, "modelled"), valued(3, 61_000, "measured")));
    expect(picture.changeCents).toBe(-4_000);
    expect(picture.chart?.marks.map(({ kind }) => kind)).toEqual(["paid", "modelled", "measured"]);
    expect(picture.chart?.cycleEnds).toMatchObject([{ months: 24 }]);
    expect(commands(picture.chart?.value ?? "")).toBe("MHVHVH");
  });

  it("begins at the valuation that counted when it was bought", () => {
    const { rows } = draw({ ...stake(5, 65_000), valuations: [valued(12, 65_000, "issue"), valued(8, 70_000)] });
    expect(rows.map(({ kind, cents }) => [kind, cents])).toEqual([
      ["paid", 65_000],
      ["opinion", 70_000],
    ]);
  });

  it("ends with what its sale brought, and shows nothing later", () => {
    const picture = draw(stake(26, 65_000, valued(14, 70_000), valued(1, 90_000)), { soldOn: ago(3), cents: 74_125 });
    expect(picture.rows.map(({ kind }) => kind)).toEqual(["paid", "opinion", "sale"]);
    expect(picture.latest).toMatchObject({ kind: "sale", cents: 74_125 });
    expect(picture.chart?.marks.at(-1)?.x).toBe(PLOT.width);
  });

  it("breaks its axis only if it does not start at zero", () => {
    expect(draw(stake(26, 65_000, valued(3, 70_000))).chart?.startsAtZero).toBe(false);
    expect(draw(stake(26, 90_000, valued(3, 4_600))).chart?.startsAtZero).toBe(true);
  });
});

describe("the ring of a cycle", () => {
  const ring = (purchasedOn: string, status: "running" | "ready" | "progress" | "paid", currentCycleNumber = 1) =>
    drawCycleRing({ purchasedOn, today: TODAY, status, currentCycleNumber });

  it("counts whole months from the purchase", () => {
    expect(ring("2025-09-22", "running")).toMatchObject({ months: 14, of: 24, cycleNumber: 1, endsOn: "2027-09-22" });
    expect(ring("2025-09-23", "running")).toMatchObject({ months: 13 });
    expect(ring("2024-02-29", "running", 2)).toMatchObject({ months: 8, cycleNumber: 2, startedOn: "2026-02-28" });
    expect(ring(TODAY, "running")).toMatchObject({ months: 0 });
  });

  it("is full while a return is ready or asked for, and starts again once it is paid", () => {
    expect(ring(ago(25), "ready")).toMatchObject({ state: "ready", months: 24, cycleNumber: 1 });
    expect(ring(ago(25), "progress")).toMatchObject({ state: "progress", months: 24 });
    expect(ring(ago(25), "paid", 2)).toMatchObject({ state: "running", months: 1, cycleNumber: 2 });
  });
});
