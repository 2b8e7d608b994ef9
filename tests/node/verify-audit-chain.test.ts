import { afterAll, describe, expect, it } from "vitest";
import {
  type AuditDocument,
  type AuditValuation,
  type Cask,
  type Day,
  filesOf,
  type History,
  sealDay,
  sha,
} from "../support/audit-history";
import {
  caskAt,
  changed,
  dateAt,
  dayFile,
  folderWith,
  hashAt,
  history,
  removeFolders,
  resealed,
  run,
  wrongIn,
} from "./support/audit-folders";

// Each rule about one day after another by itself, broken in files whose hashes all fit: nothing but this rule can find it.

afterAll(removeFolders);

const CASK = "casks[csk_made_up_0001]";

/** Changed on some days, after which all have the hashes that fit. */
function rewritten(change: (day: Day, at: number) => void): History {
  const days = structuredClone(history.days);
  for (const [at, day] of days.entries()) change(day, at);
  return resealed({ ...history, days }, 0);
}
const from = (first: number, change: (day: Day) => void) => wrongIn(rewritten((day, at) => at >= first && change(day)));
const unsold = { issued: 0, void: 0, reserved: 0, free: 12, certificates_valid: 0 };

describe("a day names the one before it", () => {
  const days = (change: (all: Day[]) => void) => {
    const all = structuredClone(history.days);
    change(all);
    return wrongIn({ ...history, days: all });
  };
  const naming = (at: number, names: Partial<Day>) =>
    days((all) => (all[at] = sealDay({ ...(all[at] as Day), ...names })));

  it("by its date: one that is missing, or that is there and passed over", async () => {
    expect(await days((all) => all.splice(3, 1))).toEqual([`${dateAt(4)} previous_date: ${dateAt(3)} is missing`]);
    expect(await naming(5, { previous_date: dateAt(3), previous_hash: hashAt(history, 3) })).toEqual([
      `${dateAt(5)} previous_date: is "${dateAt(3)}", though ${dateAt(4)} was published too`,
    ]);
    expect(await naming(5, { previous_date: null, previous_hash: null })).toEqual([
      `${dateAt(5)} previous_date: is null, though ${dateAt(4)} was published too`,
    ]);
  });

  it("by its hash", async () => {
    expect(await naming(5, { previous_hash: sha("other") })).toEqual([
      `${dateAt(5)} previous_hash: is not the hash of ${dateAt(4)}, ${hashAt(history, 4)}: one of both days was changed`,
    ]);
  });

  it("and where one of both was changed, that one is blamed", async () => {
    const hash = sealDay({ ...(history.days[3] as Day), ledger_rows: 1 }).hash;
    const wasChanged = `hash: is ${hashAt(history, 3)}, but the file's hash is ${hash}: it was changed`;
    expect(await wrongIn(changed(3, (day) => (day.ledger_rows = 1)))).toEqual([
      `${dateAt(3)} ledger_rows: 1, fewer than the 102 of ${dateAt(2)}`,
      `${dateAt(3)} ${wasChanged}`,
    ]);
    const high = sealDay({ ...(history.days[3] as Day), ledger_rows: 900 }).hash;
    expect(await wrongIn(changed(3, (day) => (day.ledger_rows = 900)))).toEqual([
      `${dateAt(3)} ledger_rows: 104, fewer than the 900 of ${dateAt(3)}`,
      `${dateAt(3)} ${wasChanged.replace(hash, high)}`,
    ]);
  });
});

describe("the ledger grows only", () => {
  it("rows are never fewer", async () => {
    expect(await from(3, (day) => (day.ledger_rows -= 50))).toEqual([
      `${dateAt(3)} ledger_rows: 53, fewer than the 102 of ${dateAt(2)}`,
    ]);
  });

  it("its head is another one with a new row, and only then", async () => {
    const head = history.days[2]?.ledger_head ?? "";
    const only = (change: (day: Day) => void) => wrongIn(rewritten((day, at) => at === 3 && change(day)));
    expect(await only((day) => (day.ledger_rows = 102))).toEqual([
      `${dateAt(3)} ledger_head: changed since ${dateAt(2)} without a new row`,
    ]);
    expect(await only((day) => (day.ledger_head = head))).toEqual([
      `${dateAt(3)} ledger_head: the same as of ${dateAt(2)}, though rows were added`,
    ]);
    expect(await only((day) => Object.assign(day, { ledger_rows: 102, ledger_head: head }))).toEqual([]);
  });
});

describe("a cask", () => {
  it("of which a stake was sold does not go", async () => {
    const without = (counts: Partial<Cask>) =>
      wrongIn(rewritten((day, at) => (Object.assign(caskAt(day, 1), counts), at >= 3 && day.casks.splice(1, 1))));
    const sold = { ...unsold, issued: 1, free: 11 };
    expect(await without(unsold)).toEqual([]);
    expect(await without(sold)).toEqual([`${dateAt(3)} ${CASK}: was sold of on ${dateAt(2)} and is missing now`]);
  });

  it("keeps name and total from the first stake that is sold to the last that is held", async () => {
    const was = { name: "Cask nº 1 «Übersee»", total: 12 };
    const changing = (before: Partial<Cask>, after: Partial<Cask>) =>
      wrongIn(
        rewritten((day, at) => Object.assign(caskAt(day, 1), at < 3 ? before : after)),
        "--days",
        "5",
      );
    const others = [{ name: "Other" }, { total: 13, free: 6 }];
    for (const [at, field] of (["name", "total"] as const).entries()) {
      const what = `${dateAt(3)} ${CASK}.${field}: was ${JSON.stringify(was[field])} on ${dateAt(2)}`;
      const counts = { issued: 4, reserved: 2, free: 5, void: 1, certificates_valid: 4 };
      const [sold, left] = [counts, { ...counts, ...others[at] }];
      const none = { ...unsold, ...others[at], free: field === "total" ? 13 : 12 };
      expect(await changing(sold, left)).toContain(what);
      expect(await changing(unsold, left)).not.toContain(what);
      expect(await changing(sold, none)).not.toContain(what);
    }
  });

  it("that was not listed for some days is compared with what was said of it last", async () => {
    const away = (tier: string) =>
      wrongIn(
        rewritten((day, at) => {
          const cask = Object.assign(caskAt(day, 1), unsold);
          if (at === 5) Object.assign(cask.valuations[0] ?? {}, { tier });
          if (at === 3 || at === 4) day.casks.splice(1, 1);
        }),
        "--days",
        "5",
      );
    expect((await away("modelled")).filter((line) => line.includes("valuations"))).toEqual([]);
    expect(await away("measured")).toContain(
      `${dateAt(5)} ${CASK}.valuations[val_0001_0].tier: was "modelled" on ${dateAt(2)}, is "measured"`,
    );
  });
});

describe("what is published of a cask stays", () => {
  const values = (change: (all: AuditValuation[]) => void) => from(3, (day) => change(caskAt(day, 1).valuations));
  const papers = (change: (all: AuditDocument[]) => void) => from(3, (day) => change(caskAt(day, 1).documents));
  const [first = expect.fail()] = caskAt(history.days[0] as Day, 1).valuations;
  const documents = caskAt(history.days[0] as Day, 1).documents;

  it.each<[keyof AuditValuation, string | number]>([
    ["method", "other"],
    ["source", "other"],
    ["tier", "other"],
    ["value_cents", 1],
    ["valued_on", "2026-10-01"],
  ])("a valuation's %s", async (field, value) => {
    expect(await values(([one]) => Object.assign(one ?? {}, { [field]: value }))).toEqual([
      `${dateAt(3)} ${CASK}.valuations[val_0001_0].${field}: was ${JSON.stringify(first[field])} on ${dateAt(2)}, is ${JSON.stringify(value)}`,
    ]);
  });

  it("a valuation, with others added before and after it", async () => {
    expect(await values((all) => all.pop())).toEqual([
      `${dateAt(3)} ${CASK}.valuations[val_0001_0]: stands in ${dateAt(2)}, and was dropped`,
    ]);
    const more = (all: AuditValuation[]) => (
      all.unshift({ ...first, id: "a", valued_on: "2026-10-01" }),
      all.push({ ...first, id: "z", valued_on: "2026-10-30" })
    );
    expect(await values(more)).toEqual([]);
    expect(await values((all) => (more(all), Object.assign(all[1] ?? {}, { tier: "other" })))).toEqual([
      `${dateAt(3)} ${CASK}.valuations[val_0001_0].tier: was "modelled" on ${dateAt(2)}, is "other"`,
    ]);
  });

  it.each<[keyof AuditDocument, string | null]>([
    ["issuer", "Other"],
    ["issued_on", null],
    ["expires_on", "2031-01-01"],
  ])("a document's %s", async (field, value) => {
    expect(await papers((all) => Object.assign(all[1] ?? {}, { [field]: value }))).toEqual([
      `${dateAt(3)} ${CASK}.documents[1].${field}: was ${JSON.stringify(documents[1]?.[field])} on ${dateAt(2)}, is ${JSON.stringify(value)}`,
    ]);
  });

  it("a document's kind and file", async () => {
    const dropped = `${dateAt(3)} ${CASK}.documents[1].sha256: gauge ${documents[1]?.sha256} stands in ${dateAt(2)}: altered or dropped`;
    expect(await papers((all) => Object.assign(all[1] ?? {}, { kind: "hydrometer" }))).toEqual([dropped]);
    expect(await papers((all) => Object.assign(all[1] ?? {}, { sha256: sha("other") }))).toEqual([dropped]);
    expect(await papers((all) => all.splice(1, 1))).toEqual([dropped]);
  });

  it("a document, with others added before and after it", async () => {
    const more = (all: AuditDocument[]) => {
      const [one = expect.fail()] = all;
      all.unshift({ ...one, kind: "a" });
      all.push({ ...one, kind: "z" });
    };
    expect(await papers(more)).toEqual([]);
    expect(await papers((all) => (more(all), Object.assign(all[2] ?? {}, { issuer: "Other" })))).toEqual([
      `${dateAt(3)} ${CASK}.documents[2].issuer: was "Strath Bonded Warehouses Ltd" on ${dateAt(2)}, is "Other"`,
    ]);
  });
});

describe("a day that cannot be read", () => {
  const broken = (at: number, of: History) =>
    folderWith(
      [...filesOf(of)]
        .filter(([path]) => path !== "audit/latest.json")
        .map(([path, text]): [string, string] => [path, path === dayFile(at) ? "{" : text]),
    );

  it("leaves the days around it compared", async () => {
    const of = rewritten((day, at) => at >= 4 && Object.assign(caskAt(day, 1).valuations[0] ?? {}, { tier: "other" }));
    const { said } = await run(broken(3, of));
    expect(said.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(`^FAIL ${dateAt(3)} file: the file is not JSON: `),
      `FAIL ${dateAt(4)} ${CASK}.valuations[val_0001_0].tier: was "modelled" on ${dateAt(2)}, is "other"`,
    ]);
    expect(said).toContain(`checked: 5 days, ${dateAt(0)} to ${dateAt(5)}`);
  });

  it("is not called missing by the next one", async () => {
    const { said } = await run(broken(0, history));
    expect(said.match(/^FAIL/gm)).toHaveLength(1);
    expect(said).toContain(`checked: 5 days, ${dateAt(1)} to ${dateAt(5)}`);
  });

  it("as the newest leaves the lists of the one before it to be looked at", async () => {
    const { said } = await run(broken(5, history));
    expect(said.match(/^FAIL/gm)).toHaveLength(1);
    expect(said).toContain(`checked: 4 casks on ${dateAt(4)}, and 4 lists with 48 stakes`);
  });
});
