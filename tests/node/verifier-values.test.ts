import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type JudgedValue, recordOf } from "~/domain/value-record";
import { canonical, type Day, resealFrom } from "../support/audit-history";
import { effort } from "../support/effort";
import { history, run } from "./support/altered";

// What the public program says about how right published values were, computed again from the casks that ended.

type Value = Pick<JudgedValue, "valuedOn" | "valueCents" | "tier">;
type Exit = { caskId: string; soldOn: string; stakes: number; values: Value[] } & Record<
  "feesCents" | "grossCents" | "netPerStakeCents",
  number
>;

const newest = history.days.at(-1) as Day;
const idAt = (at: number) => newest.casks[at]?.id ?? "";
const value = (valuedOn: string, valueCents: number, tier: Value["tier"] = "opinion"): Value => ({
  valuedOn,
  valueCents,
  tier,
});
const exit = (at: number, soldOn: string, grossCents: number, values: Value[]): Exit => ({
  caskId: idAt(at),
  feesCents: 1_205,
  grossCents,
  soldOn,
  stakes: 12,
  values,
  netPerStakeCents: Math.floor((grossCents - 1_205) / 12),
});
const EXITS = [
  exit(0, "2026-10-01", 480_000, [value("2024-01-01", 50_000, "issue"), value("2026-05-02", 30_000)]),
  exit(1, "2026-09-01", 720_000, [value("2026-01-01", 50_000, "modelled")]),
];

const SITE = "https://dunnage.test";
const files = new Map<string, string>();
beforeAll(() => {
  vi.stubGlobal("fetch", async (url: string) => {
    const text = files.get(url.slice(SITE.length));
    return new Response(text ?? null, { status: text === undefined ? 404 : 200 });
  });
});
afterAll(() => void vi.unstubAllGlobals());

/** A newest day that knows of these casks that ended, and of the others that they stand. */
function dayWith(known: readonly Exit[]) {
  const days = [structuredClone(newest)];
  for (const cask of days.flatMap(({ casks }) => casks)) {
    const { soldOn = null, values = [] } = known.find(({ caskId }) => caskId === cask.id) ?? {};
    Object.assign(cask, { ended_on: soldOn, bought_for_cents: null, markup_cents: null });
    cask.valuations = values
      .map(({ valuedOn, valueCents, tier }, at) => ({
        id: `val_${at}`,
        method: "",
        source: "",
        tier,
        value_cents: valueCents,
        valued_on: valuedOn,
      }))
      .sort((a, b) => (`${a.valued_on} ${a.id}` < `${b.valued_on} ${b.id}` ? -1 : 1));
  }
  return canonical(resealFrom(days, 0)[0]);
}

async function verify(exits: unknown, known: readonly Exit[] = EXITS) {
  files.set("/audit/latest.json", dayWith(known)).set("/exits.json", JSON.stringify({ version: 1, exits }));
  const { said, code } = await run(SITE, "--values");
  return { lines: said.split("\n"), code };
}

const changed = (change: (exits: Exit[], first: Exit) => unknown) => {
  const exits = structuredClone(EXITS);
  change(exits, exits[0] as Exit);
  return exits;
};

/** What is to be printed, by the product's own count. */
function recordedLines(exits: readonly Exit[]) {
  const say = (points: number) => `${(points / 100).toFixed(2)}%`;
  const values = exits.flatMap((one) =>
    one.values.map((judged) => ({ ...judged, soldOn: one.soldOn, netCents: one.netPerStakeCents })),
  );
  return recordOf(values as JudgedValue[]).map(
    ({ tier, fromDays, values: count, medianPoints, biasPoints, worstPoints }) =>
      `${tier}, ${fromDays === null ? "any age" : `from ${fromDays} days`}: ${count === 1 ? "1 value" : `${count} values`}, ` +
      `half within ${say(medianPoints)}, on average ${say(biasPoints)}, worst ${say(worstPoints)}`,
  );
}

describe("the record of published values", () => {
  it("is calculated from every cask that ended", async () => {
    const { lines, code } = await verify(EXITS);
    expect(lines.slice(0, 2)).toEqual([
      `PASS ${SITE} values`,
      `checked: 2 that ended, with all their values in the audit of ${newest.date}`,
    ]);
    // A stake brought $398.99 of $500 and of $300, and $598.99 of $500.
    expect(lines[2]).toBe("all, any age: 3 values, half within 20.21%, on average 10.85%, worst 32.99%");
    expect(lines.slice(2).sort()).toEqual(recordedLines(EXITS).sort());
    expect(code).toBe(0);
  });

  const [HALF_A_YEAR, ONE, TWO] = ["2026-04-01", "2025-09-30", "2024-09-30"];
  it.each<[string, Value[]]>([
    ["no cask", []],
    ["a value of nothing", [value("2026-01-01", 0), value("2026-02-01", 30_000)]],
    ["values half a year, one and two years old", [HALF_A_YEAR, ONE, TWO].map((day) => value(day, 30_000))],
    ["one as far above as another below", [value("2026-01-01", 50_000), value("2026-02-01", 33_333)]],
  ])("agrees with the product's on %s", async (_, values) => {
    const exits = values.length > 0 ? [exit(0, "2026-10-01", 480_005, values)] : [];
    const { lines, code } = await verify(exits, exits);
    expect(lines.slice(2).sort()).toEqual(recordedLines(exits).sort());
    expect(code).toBe(0);
  });

  it("agrees with the product's on casks made up by chance", async () => {
    const anyValue = fc.record({
      valuedOn: fc
        .integer({ min: 0, max: 2_000 })
        .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10)),
      valueCents: fc.integer({ min: 0, max: 1_000_000 }),
      tier: fc.constantFrom("issue", "measured", "modelled", "opinion" as const),
    });
    const anyExits = fc.tuple(
      ...[0, 1, 2].map((at) =>
        fc
          .tuple(fc.integer({ min: 1_205, max: 9_999_999 }), fc.array(anyValue, { maxLength: 6 }))
          .map(([gross, values]) => exit(at, "2025-03-01", gross, values)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(anyExits, async (exits) => {
        // Values from the date of the sale and after it are left out.
        const told = exits.map((one) => ({
          ...one,
          values: one.values.filter(({ valuedOn }) => valuedOn < one.soldOn),
        }));
        const { lines, code } = await verify(told, exits);
        expect(lines.slice(2).sort()).toEqual(recordedLines(told).sort());
        expect(code).toBe(0);
      }),
      { numRuns: effort(20, 300) },
    );
  });

  it("may have more fields, and a cask that ended after the newest audit", async () => {
    const more = changed((_, first) => Object.assign(first.values[0] ?? {}, { valuer: "A. Valuer" }));
    expect(await verify(more)).toMatchObject({ code: 0 });
    const standing = EXITS.map((one, at) => (at === 0 ? { ...one, soldOn: null as unknown as string } : one));
    const late = changed((_, first) => first.values.push(value("2026-09-30", 39_900)));
    expect(await verify(late, standing)).toMatchObject({ code: 0 });
  });

  it.each<[string, unknown[], string]>([
    ["a cask that lost is left out", EXITS.slice(1), `exits[${idAt(0)}]: had ended by ${newest.date}, and is left out`],
    ["a cask is there twice", changed((all, first) => all.push(first)), "exits: a cask is there twice"],
    [
      "a cask is none of the audit",
      changed((_, first) => (first.caskId = "csk_none")),
      `exits[csk_none].caskId: is not in the audit of ${newest.date}`,
    ],
    [
      "a stake brought more",
      changed((_, first) => (first.netPerStakeCents += 1)),
      `exits[${idAt(0)}].netPerStakeCents: is 39900; the price less its costs gives 39899`,
    ],
    [
      "there were more stakes",
      changed((_, first) => Object.assign(first, { stakes: 11, netPerStakeCents: Math.floor(478_795 / 11) })),
      `exits[${idAt(0)}].stakes: is 11, in the audit 12`,
    ],
    [
      "a value is left out",
      changed((_, first) => first.values.shift()),
      `exits[${idAt(0)}].values: 2024-01-01 50000 issue is left out, and stands in the audit of ${newest.date}`,
    ],
    [
      "a value is another",
      changed((_, first) => Object.assign(first.values[1] ?? {}, { valueCents: 39_000 })),
      `exits[${idAt(0)}].values: 2026-05-02 30000 opinion is left out, and stands in the audit of ${newest.date}`,
    ],
    [
      "a value is made up",
      changed((_, first) => first.values.push(value("2026-09-01", 39_900))),
      `exits[${idAt(0)}].values: there are 3, in the audit 2`,
    ],
    [
      "the day of the sale is another",
      changed((_, first) => (first.soldOn = "2026-09-30")),
      `exits[${idAt(0)}].soldOn: is 2026-09-30, in the audit 2026-10-01`,
    ],
    [
      "a field is missing",
      changed((_, first) => Reflect.deleteProperty(first, "values")),
      `exits[${idAt(0)}].values: is missing`,
    ],
  ])("is not believed where %s", async (_, exits, expected) => {
    const { lines, code } = await verify(exits);
    expect(lines).toContain(`FAIL ${newest.date} ${expected}`);
    expect(code).toBe(1);
  });

  it("fails if the newest day fails", async () => {
    await verify(EXITS);
    files.set("/audit/latest.json", dayWith(EXITS).replace('"issued":', '"issued":1'));
    const { said, code } = await run(SITE, "--values");
    expect(said).toContain(`FAIL ${newest.date} casks[${idAt(0)}].issued`);
    expect(code).toBe(1);
  });

  it("fails if a file is missing, and is called wrongly for a folder", async () => {
    expect((await run("audit", "--values")).code).toBe(2);
    files.delete("/exits.json");
    files.set("/audit/latest.json", dayWith([]));
    expect((await run(SITE, "--values")).said).toBe("FAIL - file: /exits.json is missing");
    files.clear();
    expect((await run(SITE, "--values")).said).toBe("FAIL - file: there is no audit");
  });
});
