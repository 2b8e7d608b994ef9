import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordOf, type JudgedValue, type ValueRecord } from "~/domain/value-record";
import { effort } from "../support/effort";
import { history, resealed, run } from "./support/audit-folders";
import { type AuditSite, openAuditSite } from "./support/audit-site";

// What the public program says of how right published values were, computed again from what is published of casks that ended.

let site: AuditSite;
beforeAll(async () => void (site = await openAuditSite(history)));
afterAll(() => site.stop());

type Value = Pick<JudgedValue, "valuedOn" | "valueCents" | "tier">;
type Exit = {
  caskId: string;
  caskName: string;
  feesCents: number;
  grossCents: number;
  netPerStakeCents: number;
  soldOn: string;
  stakes: number;
  values: Value[];
};
type Books = { exits: Exit[]; record: ValueRecord[]; standing: Set<string> };

const newest = history.days.at(-1) ?? expect.fail();
const idAt = (at: number) => newest.casks[at]?.id ?? expect.fail();
const value = (valuedOn: string, valueCents: number, tier: Value["tier"] = "opinion"): Value => ({
  ...{ valuedOn, valueCents, tier },
});
const exit = (at: number, soldOn: string, grossCents: number, values: Value[]): Exit => ({
  ...{ caskId: idAt(at), caskName: `Cask ${at}`, feesCents: 1_205, grossCents, soldOn, stakes: 12, values },
  netPerStakeCents: Math.floor((grossCents - 1_205) / 12),
});
const recorded = (exits: Exit[]) =>
  recordOf(
    exits.flatMap(({ values, soldOn, netPerStakeCents: netCents }) =>
      values.map((one) => ({ ...one, soldOn, netCents })),
    ),
  );

/** Two casks ended, two stand. */
function books(): Books {
  const exits = [
    exit(0, "2026-10-01", 480_000, [value("2024-01-01", 50_000, "issue"), value("2026-05-02", 30_000)]),
    exit(1, "2026-09-01", 720_000, [value("2026-01-01", 50_000, "modelled")]),
  ];
  return { exits, record: recorded(exits), standing: new Set([idAt(2), idAt(3)]) };
}

/** Publishes such books, with a newest day that knows the values of `known`. */
async function verify({ exits, record, standing }: Books, known: Exit[] = exits) {
  const days = history.days.map((day) => ({
    ...structuredClone(day),
    ...{ version: 4, bids: [], keepers: [], owed: { cents: 0, root: "0".repeat(64), wallets: 0 } },
    casks: day.casks.map((cask) => ({
      ...cask,
      valuations: (known.find(({ caskId }) => caskId === cask.id)?.values ?? [])
        .map(({ valuedOn, valueCents, tier }, at) => ({
          ...{ id: `val_${at}`, method: "", source: "", supersedes: null, tier, value_cents: valueCents },
          valued_on: valuedOn,
        }))
        .sort((a, b) => (`${a.valued_on} ${a.id}` < `${b.valued_on} ${b.id}` ? -1 : 1)),
    })),
    confirmed: day.casks
      .filter(({ id }) => standing.has(id))
      .map(({ id }) => ({ cask: id, confirmed_on: null, number: null, state: "never", statement: null })),
  }));
  site.show(
    resealed({ ...history, days }, 0),
    new Map([
      ["/exits.json", JSON.stringify({ version: 1, day: newest.date, joiningFeeCents: 1_000, exits })],
      ["/exits/record.json", JSON.stringify({ version: 1, day: newest.date, ended: 2, judged: 2, record })],
    ]),
  );
  return run(site.origin, "--values");
}

const changed = (change: (of: Books) => unknown) => {
  const copy = structuredClone(books());
  change(copy);
  return copy;
};
const first = ({ exits }: Books) => exits[0] ?? expect.fail();
const line = ({ record }: Books) => record[0] ?? expect.fail();

describe("the record of published values", () => {
  it("is computed again from each cask that ended, and told", async () => {
    const { said, code } = await verify(books());
    // A stake brought $398.99 of $500 and of $300, and $598.99 of $500.
    expect(said.split("\n")).toEqual([
      `PASS ${site.origin} values`,
      `checked: 2 casks that ended, with all their values in the audit of ${newest.date}`,
      expect.stringMatching(/^record\[all, any age\]: 3 values, half within 20.21%, on average 10.85%, worst 32.99%$/),
      ...Array.from({ length: 9 }, () => expect.stringMatching(/^record\[/) as unknown),
    ]);
    expect(code).toBe(0);
  });

  it("passes where no cask has ended yet", async () => {
    const none = { exits: [], record: [], standing: new Set(newest.casks.map(({ id }) => id)) };
    expect((await verify(none)).said).toContain("checked: 0 casks that ended");
  });

  it("agrees with ours on casks made up by chance", async () => {
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
        // Values of the day of the sale and after it are none of those that are published of it.
        const told = exits.map((one) => ({
          ...one,
          values: one.values.filter(({ valuedOn }) => valuedOn < one.soldOn),
        }));
        const { said, code } = await verify(
          { exits: told, record: recorded(told), standing: new Set([idAt(3)]) },
          exits,
        );
        expect(said).toMatch(/^PASS /);
        expect(code).toBe(0);
      }),
      { numRuns: effort(20, 300) },
    );
  });

  it.each<[string, (of: Books) => unknown, string]>([
    ["a cask that lost is left out", (of) => (of.exits = of.exits.slice(1)), `exits[${idAt(0)}]: had ended`],
    [
      "a value is left out",
      (of) => first(of).values.pop(),
      `exits[${idAt(0)}].values: 2026-05-02 30000 opinion is left out`,
    ],
    [
      "a value is told lower than it was",
      (of) => Object.assign(first(of).values[0] ?? {}, { valueCents: 40_000 }),
      "values: 2024-01-01 50000 issue is left out",
    ],
    [
      "a value was never published",
      (of) => first(of).values.push(value("2026-09-30", 39_900)),
      "values: there are 3, in the audit 2",
    ],
    [
      "a stake brought more than its price",
      (of) => (first(of).netPerStakeCents += 1),
      "netPerStakeCents: is 39900; the price less its costs gives 39899",
    ],
    [
      "there were more stakes",
      (of) => Object.assign(first(of), { stakes: 11, netPerStakeCents: Math.floor(478_795 / 11) }),
      "stakes: is 11, in the audit 12",
    ],
    ["a cask stands there twice", (of) => of.exits.push(first(of)), "exits: a cask is there twice"],
    [
      "the average is nicer",
      (of) => (line(of).biasPoints = 0),
      "record[all, any age].biasPoints: is 0, from the casks that ended it is 1085",
    ],
    ["the worst is nicer", (of) => (line(of).worstPoints = -100), "record[all, any age].worstPoints"],
    ["half of them are nearer", (of) => (line(of).medianPoints = 100), "record[all, any age].medianPoints"],
    ["a line is left out", (of) => of.record.pop(), "is missing"],
    [
      "a line is made up",
      (of) => of.record.push({ ...line(of), tier: "measured" }),
      "record[measured, any age]: there is no value for it",
    ],
    [
      "a field is none",
      (of) => Object.assign(first(of), { soldOn: "soon" }),
      `exits[${idAt(0)}].soldOn: "soon" is not a date`,
    ],
  ])("is not believed where %s", async (_, change, expected) => {
    const { said, code } = await verify(changed(change), books().exits);
    expect(said).toMatch(/^FAIL /);
    expect(said).toContain(expected);
    expect(code).toBe(1);
  });

  it("takes a value of a cask that ended after the newest audit, which cannot know it yet", async () => {
    const of = books();
    of.standing.add(idAt(0));
    const known = books().exits;
    first(of).values.push(value("2026-09-30", 39_900));
    expect(await verify({ ...of, record: recorded(of.exits) }, known)).toMatchObject({ code: 0 });
  });

  it("is FAIL where the record is not there, and a mistake to ask of a folder", async () => {
    site.show(history, new Map([["/exits.json", JSON.stringify({ exits: [] })]]));
    expect(await run(site.origin, "--values")).toMatchObject({
      code: 1,
      said: expect.stringContaining("record.json is missing"),
    });
    expect((await run("audit", "--values")).code).toBe(2);
  });
});
