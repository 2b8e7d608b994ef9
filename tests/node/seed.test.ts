import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate, dateOf, daysBetween } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { cycleReturn, type HeldStake, standingOf } from "~/domain/returns";
import { readId } from "~/server/read-id";
import type { CaskPlan } from "../../scripts/seed/casks";
import { groupCalls } from "../../scripts/seed/grouped-d1";
import { type DemoPlan, planDemo } from "../../scripts/seed/plan";
import { intoWaves } from "../../scripts/seed/purchases";

const at = (day: CalendarDate, time = "10:30:00") => Date.parse(`${day}T${time}Z`);
// Every day for more than a year, including a leap day, at the start and the end of the day.
const days = Array.from({ length: 430 }, (_, index) => addDays("2027-12-20", index));
const moments = [...days.map((day) => at(day)), at("2028-02-29", "00:00:00"), at("2028-03-31", "23:59:59")];
const plans = moments.map((nowMs) => planDemo(nowMs));
const plan = planDemo(at("2026-11-20"));

const stageOf = ({ row, soldStakes }: CaskPlan, nowMs: number) => caskStage({ ...row, soldStakes }, dateOf(nowMs));
const inStage = ({ casks, nowMs }: DemoPlan, stage: string) => casks.filter((cask) => stageOf(cask, nowMs) === stage);

function heldBy(demo: DemoPlan, personId: string): HeldStake[] {
  return demo.purchases
    .filter((purchase) => purchase.personId === personId)
    .map(({ paymentId, caskId, atMs }) => {
      const cask = demo.casks.find(({ row }) => row.id === caskId);
      return {
        stakeId: paymentId,
        priceCents: cask?.row.costPerStakeCents ?? 0,
        purchasedOn: dateOf(atMs),
        valuations: cask?.valuations ?? [],
        taken: [],
      };
    });
}

describe("the demo casks", () => {
  it.each(["upcoming", "open", "closed", "sold-out"])("show the state '%s' on every day", (stage) => {
    for (const demo of plans) expect(inStage(demo, stage).length, dateOf(demo.nowMs)).toBeGreaterThan(0);
  });

  it("include one that closes in three days, and one with exactly three stakes left", () => {
    for (const demo of plans) {
      const open = inStage(demo, "open");
      expect(open.filter(({ row }) => daysBetween(dateOf(demo.nowMs), row.closesOn) === 3)).toHaveLength(1);
      expect(open.filter(({ row, soldStakes }) => row.totalStakes - soldStakes === 3)).toHaveLength(1);
      expect(open.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("cover every kind and every type of cask, and one has a name of 60 letters", () => {
    expect(new Set(plan.casks.map(({ row }) => row.kind)).size).toBe(3);
    expect(new Set(plan.casks.map(({ row }) => row.caskType)).size).toBe(5);
    for (const demo of plans) expect(Math.max(...demo.casks.map(({ row }) => row.name.length))).toBe(60);
  });

  it("have plausible terms: price, size, strength, vintage and three paragraphs", () => {
    const litres = { barrel: 200, hogshead: 250, butt: 500, barrique: 225, "rum-barrel": 200 };
    for (const { row } of plan.casks) {
      expect(row.costPerStakeCents).toBeGreaterThanOrEqual(50_000);
      expect(row.totalStakes).toBeGreaterThanOrEqual(40);
      expect(row.totalStakes).toBeLessThanOrEqual(120);
      expect(row.loaDecilitres / 10 / litres[row.caskType]).toBeLessThan(row.kind === "wine" ? 0.16 : 0.65);
      expect(row.vintageYear).toBeLessThan(Number(row.launchesOn.slice(0, 4)));
      expect(row.name).not.toContain("{");
      expect(row.distilleryInformation.split("\n\n")).toHaveLength(3);
    }
  });

  it("have values that start at the issue price on launch day and are never dated ahead", () => {
    for (const demo of plans) {
      for (const { row, valuations } of demo.casks) {
        const [issue, ...later] = valuations;
        expect(issue).toMatchObject({ tier: "issue", valuedOn: row.launchesOn, valueCents: row.costPerStakeCents });
        for (const one of later) {
          expect(one.tier).not.toBe("issue");
          expect(one.valuedOn > row.closesOn && one.valuedOn <= dateOf(demo.nowMs)).toBe(true);
        }
      }
    }
  });
});

describe("the demo purchases", () => {
  it("have ids of their own in the app's format", () => {
    const ids = [
      ...plan.casks.flatMap(({ row, valuations }) => [row.id, ...valuations.map(({ id }) => id)]),
      ...plan.people.map(({ id }) => id),
      ...plan.purchases.map(({ paymentId }) => paymentId),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => readId(id) !== id)).toEqual([]);
    expect(new Set(plan.people.map(({ address }) => address.value)).size).toBe(plan.people.length);
  });

  it("keep the same ids on every day, so that seeding again adds nothing", () => {
    const idsOf = (demo: DemoPlan) =>
      demo.purchases.map(({ paymentId, personId }) => `${paymentId} ${personId}`).sort();
    for (const demo of plans) expect(idsOf(demo)).toEqual(idsOf(plan));
  });

  it("add up to what each cask has sold, within its window, after the buyer joined, never in the future", () => {
    for (const demo of plans) {
      const joined = new Map(demo.people.map(({ id, joinedAtMs }) => [id, joinedAtMs]));
      const wrong = demo.casks.flatMap(({ row, soldStakes }) => {
        const own = demo.purchases.filter(({ caskId }) => caskId === row.id);
        if (own.length !== soldStakes) return [row.id];
        return own.flatMap(({ paymentId, personId, atMs }) => {
          const inWindow = dateOf(atMs) >= row.launchesOn && dateOf(atMs) <= row.closesOn;
          const joinedBefore = (joined.get(personId) ?? Infinity) < atMs;
          return inWindow && joinedBefore && atMs < demo.nowMs ? [] : [paymentId];
        });
      });
      expect(wrong, dateOf(demo.nowMs)).toEqual([]);
    }
  });

  it("are made in waves that cannot expire one another's reservations, in order within a cask", () => {
    for (const demo of plans.slice(0, 40)) {
      const waves = intoWaves(demo.purchases);
      expect(waves.flat()).toHaveLength(demo.purchases.length);
      const lastAtMs = new Map<string, number>();
      for (const wave of waves) {
        expect(new Set(wave.map(({ personId }) => personId)).size).toBe(wave.length);
        const firstAtMs = new Map<string, number>();
        for (const { caskId, atMs } of wave) {
          const startMs = firstAtMs.get(caskId) ?? atMs;
          firstAtMs.set(caskId, startMs);
          expect(atMs - startMs).toBeLessThanOrEqual(30 * 60_000);
          expect(atMs).toBeGreaterThanOrEqual(lastAtMs.get(caskId) ?? 0);
          lastAtMs.set(caskId, atMs);
        }
      }
    }
  });
});

describe("the demo investor", () => {
  it("holds stakes younger and older than 24 months: two cycles have ended, at 20.8 % and 21.4 %", () => {
    for (const demo of plans) {
      const today = dateOf(demo.nowMs);
      const held = heldBy(demo, "usr_demo_investor");
      const ready = held.filter((stake) => standingOf(stake, today).isWithdrawable);
      expect(ready.map((stake) => cycleReturn(stake, 1, today).interestBasisPoints)).toEqual([2080, 2140]);
      expect(held.length).toBeGreaterThan(ready.length + 2);
    }
  });

  it("has one stake without growth, one below its price and one that grows towards 10.94 %", () => {
    for (const demo of plans) {
      const today = dateOf(demo.nowMs);
      const changes = heldBy(demo, "usr_demo_investor").flatMap((stake) => {
        const { endCents, markCents } = cycleReturn(stake, 1, today);
        return endCents === null ? [] : [(endCents - markCents) / stake.priceCents];
      });
      expect(changes.filter((change) => change === 0)).toHaveLength(1);
      expect(changes.filter((change) => change < 0)).toHaveLength(1);
      expect(changes.filter((change) => change > 0.08 && change < 0.1094)).toHaveLength(1);
    }
  });
});

describe("calls made at the same moment", () => {
  function recordingD1() {
    const batches: string[][] = [];
    const statement = (sql: string): object => ({
      sql,
      bind: (...values: unknown[]) => statement(`${sql} ${values.join()}`),
      raw: async () => [["alone"]],
    });
    const batch = async (list: { sql: string }[]) => {
      batches.push(list.map(({ sql }) => sql));
      if (list.some(({ sql }) => sql.startsWith("bad"))) throw new Error("refused");
      return list.map(({ sql }) => ({ results: [{ sql, more: null }] }));
    };
    return { d1: groupCalls({ prepare: statement, batch } as unknown as D1Database), batches };
  }

  it("go out as one batch, and each gets its own answer", async () => {
    const { d1, batches } = recordingD1();
    const [pair, one, rows] = await Promise.all([
      d1.batch([d1.prepare("a"), d1.prepare("b").bind(1)]),
      d1.prepare("c").bind(2).all(),
      d1.prepare("d").raw(),
    ]);
    expect(batches).toEqual([["a", "b 1", "c 2", "d"]]);
    expect(pair.map(({ results }) => results)).toEqual([[{ sql: "a", more: null }], [{ sql: "b 1", more: null }]]);
    expect(one.results).toEqual([{ sql: "c 2", more: null }]);
    expect(rows).toEqual([["d", null]]);
  });

  it("leave out joins, whose columns may share a name", async () => {
    const { d1, batches } = recordingD1();
    expect(await d1.prepare("select 1 from a inner join b").raw()).toEqual([["alone"]]);
    expect(batches).toEqual([]);
  });

  it("fail together", async () => {
    const { d1 } = recordingD1();
    const results = await Promise.allSettled([d1.prepare("good").run(), d1.prepare("bad").run()]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
