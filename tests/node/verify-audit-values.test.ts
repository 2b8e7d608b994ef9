import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effort } from "../support/effort";
import { history, resealed, run } from "./support/audit-folders";
import { type AuditSite, openAuditSite } from "./support/audit-site";
import {
  type Books,
  books,
  changed,
  type Exit,
  exit,
  first,
  idAt,
  newest,
  recorded,
  type Value,
  value,
} from "./support/value-books";

// What the public program says of how right published values were, computed again from what is published of casks that ended.

let site: AuditSite;
beforeAll(async () => void (site = await openAuditSite(history)));
afterAll(() => site.stop());

/** Publishes such books, with a newest day that knows the values of `known`. */
async function verify({ exits, record, standing }: Books, known: Exit[] = exits) {
  const days = history.days.map((day) => ({
    ...structuredClone(day),
    casks: day.casks.map((cask) => ({
      ...cask,
      ended_on: standing.has(cask.id) ? null : "2026-10-01",
      valuations: (known.find(({ caskId }) => caskId === cask.id)?.values ?? [])
        .map(({ valuedOn, valueCents, tier }, at) => ({
          ...{ id: `val_${at}`, method: "", source: "", supersedes: null, tier, value_cents: valueCents },
          valued_on: valuedOn,
        }))
        .sort((a, b) => (`${a.valued_on} ${a.id}` < `${b.valued_on} ${b.id}` ? -1 : 1)),
    })),
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

  const said = async (of: Books, known?: Exit[]) => (await verify(of, known)).said.split("\n");

  it("is told line by line, also of a single cask that lost", async () => {
    const of = books();
    Object.assign(of, { exits: [exit(0, "2026-10-01", 480_000, [value("2026-05-02", 50_000)])] });
    expect(await said({ ...of, record: recorded(of.exits), standing: new Set([idAt(1), idAt(2), idAt(3)]) })).toEqual([
      `PASS ${site.origin} values`,
      `checked: 1 cask that ended, with all their values in the audit of ${newest.date}`,
      ...["all, any age", "all, from 0 days", "opinion, any age", "opinion, from 0 days"].map(
        (name) => `record[${name}]: 1 value, half within 20.21%, on average -20.21%, worst -20.21%`,
      ),
    ]);
  });

  it.each<[string, Value[]]>([
    ["a value of nothing", [value("2026-01-01", 0), value("2026-02-01", 30_000)]],
    [
      "values exactly half a year, one and two years old",
      ["2026-04-01", "2025-09-30", "2024-09-30"].map((day) => value(day, 30_000)),
    ],
    ["one as far above as another below", [value("2026-01-01", 50_000), value("2026-02-01", 33_333)]],
    ["the other way round", [value("2026-01-01", 33_333), value("2026-02-01", 50_000)]],
  ])("agrees with ours on %s", async (_, values) => {
    const exits = [exit(0, "2026-10-01", 481_205, values)];
    const standing = new Set([idAt(1), idAt(2), idAt(3)]);
    expect(await verify({ exits, record: recorded(exits), standing })).toMatchObject({ code: 0 });
  });

  it("has no value of the day of the sale, which the sale itself could have told", async () => {
    const known = books().exits;
    known[0]?.values.push(value("2026-10-01", 39_000));
    expect(await verify(books(), known)).toMatchObject({ code: 0 });
    const late = changed((of) => first(of).values.push(value("2026-10-01", 39_000)));
    late.standing.add(idAt(0));
    expect(await verify({ ...late, record: recorded(late.exits) }, books().exits)).toMatchObject({ code: 0 });
  });

  it("is of casks of the audit, in fields that can be read, and tells in full what is wrong", async () => {
    const known = books().exits;
    expect(
      await said(
        changed((of) => (first(of).caskId = "csk_none")),
        known,
      ),
    ).toContain(`FAIL exits[csk_none].caskId: is not in the audit of ${newest.date}`);
    const none = changed((of) => of.exits.push(null as unknown as Exit));
    expect(await said(none, known)).toContain(
      "FAIL exits[undefined].caskId: undefined is not text of one letter or more",
    );
    for (const values of [null, "none"])
      expect(
        await said(
          changed((of) => Object.assign(first(of), { values })),
          known,
        ),
      ).toContain(`FAIL exits[${idAt(0)}].values: undefined is not a list`);
    expect(await said(changed((of) => of.record.shift()))).toContain(
      "FAIL exits/record.json.record[all, any age]: is missing",
    );
  });

  it("names the first value that is left out, and the line of the record that cannot be read", async () => {
    const known = books().exits;
    known[0]?.values.push(value("2026-05-03", 9_000), value("2026-05-03", 50_000));
    expect(await said(books(), known)).toContain(
      `FAIL exits[${idAt(0)}].values: 2026-05-03 50000 opinion is left out, and stands in the audit of ${newest.date}`,
    );
    expect(await said(changed((of) => (first(of).stakes = 0)))).toContain(
      `FAIL exits[${idAt(0)}].stakes: 0 is not a count of stakes above 0`,
    );
    expect(await said(changed((of) => Object.assign(line(of), { values: "3" })))).toContain(
      'FAIL exits/record.json.record[0].values: "3" is not a count',
    );
    expect(await said(changed((of) => of.exits.push(first(of))))).toContain("FAIL exits: a cask is there twice");
  });

  it("says of a value that was met that it is off by nothing", async () => {
    const exits = [exit(0, "2026-10-01", 481_205, [value("2026-05-02", 40_000)])];
    const of = { exits, record: recorded(exits), standing: new Set([1, 2, 3].map(idAt)) };
    expect((await said(of))[2]).toBe("record[all, any age]: 1 value, half within 0.00%, on average 0.00%, worst 0.00%");
  });

  it("may say more of a value than is looked at", async () => {
    const more = changed((of) => Object.assign(first(of).values[0] ?? {}, { valuer: "A. Valuer" }));
    expect(await verify(more)).toMatchObject({ code: 0 });
  });

  it("is compared with a newest day that is right itself", async () => {
    const days = structuredClone(history.days);
    const files = new Map([
      ["/exits.json", JSON.stringify({ exits: [] })],
      ["/exits/record.json", JSON.stringify({ record: [] })],
    ]);
    site.show(history, files);
    expect(await run(site.origin, "--values")).toMatchObject({ code: 0 });
    site.show(history, new Map([["/audit/latest.json", "[]"], ...files]));
    expect((await run(site.origin, "--values")).said).toContain("FAIL undefined file: this is not an object");
    const cask = days.at(-1)?.casks[0];
    if (cask) cask.issued += 1;
    site.show(resealed({ ...history, days }, 0), files);
    const wrong = await run(site.origin, "--values");
    expect(wrong).toMatchObject({
      code: 1,
      said: expect.stringContaining(`FAIL ${newest.date} casks[${idAt(0)}].`) as unknown,
    });
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
    site.show(history, new Map());
    expect((await run(site.origin, "--values")).said).toBe("FAIL - file: /exits.json is missing");
    site.break("/audit/latest.json", 404);
    expect((await run(site.origin, "--values")).said).toBe("FAIL - file: there is no audit");
  });
});
