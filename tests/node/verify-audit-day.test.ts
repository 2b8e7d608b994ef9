import { afterAll, describe, expect, it } from "vitest";
import { type AuditDocument, type Cask, type Day, makeHistory, resealFrom, sha } from "../support/audit-history";
import { caskAt, changed, dateAt, removeFolders, resealed, wrongIn } from "./support/audit-folders";

// Each rule about a day by itself, broken in files whose hashes all fit: nothing but this rule can find it.

afterAll(removeFolders);

const DATE = "2026-10-29";
const CASK = "casks[csk_made_up_0001]";
const UNSORTED = "not in order, or there twice";
const NO_DAY = "is no day of the calendar";

/** Changes the oldest of some days and says what is wrong then. */
async function changing(change: (day: Day) => void, count = 1, first = DATE): Promise<string[]> {
  const { days, lists } = makeHistory({ days: count, casks: 3, stakes: 12, first });
  const [oldest = expect.fail()] = days;
  change(oldest);
  // It keeps what it says of the day before.
  const before = { date: oldest.previous_date, hash: oldest.previous_hash } as Day;
  const sealed = resealFrom([before, ...days], 1).slice(1);
  return wrongIn({ days: sealed, lists }, "--days", String(count));
}

/** On an earlier day, whose lists are not looked at. */
const counting = (counts: Partial<Cask>) => changing((day) => Object.assign(caskAt(day, 1), counts), 2);
const paying = (money: Day["money"]) => changing((day) => Object.assign(day.money, money));
const failing = (day: Day) => Object.assign(day, { result: "FAIL", reason: "it differs" });

describe("a day", () => {
  it("is of the calendar", async () => {
    const date = "2026-02-30";
    expect(await changing((day) => Object.assign(day, { date }))).toEqual([
      `${date} date: is "${date}" in the file of ${date}`,
    ]);
  });

  it.each([DATE, "2026-10-30", "2026-02-30"])("does not follow %s", async (previous_date) => {
    const wrong = await changing((day) => Object.assign(day, { previous_date, previous_hash: sha("x") }));
    expect(wrong).toEqual([`${DATE} previous_date: is not a day before this one`]);
  });

  it("follows a day with its hash, or none", async () => {
    const both = { previous_date: "2026-10-28", previous_hash: sha("x") };
    expect(await changing((day) => Object.assign(day, both))).toEqual([]);
    for (const field of ["previous_date", "previous_hash"]) {
      const wrong = await changing((day) => Object.assign(day, { ...both, [field]: null }));
      expect(wrong).toEqual([`${DATE} previous_hash: goes together with previous_date`]);
    }
  });

  it("has its casks in order, each once", async () => {
    expect(await changing(({ casks }) => casks.reverse())).toEqual([`${DATE} casks[1]: ${UNSORTED}`]);
    expect(await changing(({ casks }) => casks.push(casks[2] as Cask))).toEqual([`${DATE} casks[3]: ${UNSORTED}`]);
  });

  it("that passes has no reason, and nothing in it that failed", async () => {
    expect(await changing((day) => (day.reason = "none"))).toEqual([
      `${DATE} reason: there is one, but the result is PASS`,
    ]);
    const failed = { result: "FAIL", reason: "it differs" };
    expect(await changing((day) => Object.assign(caskAt(day, 1), failed))).toEqual([
      `${DATE} result: PASS, though ${CASK} is FAIL`,
    ]);
    expect(await paying(failed)).toEqual([`${DATE} result: PASS, though money is FAIL`]);
  });

  it("that failed says of what failed why", async () => {
    const why = (part: (day: Day) => object, reason: string | null) =>
      changing((day) => (failing(day), Object.assign(part(day), { result: "FAIL", reason })), 2);
    for (const [field, part] of [
      [CASK, (day: Day) => caskAt(day, 1)],
      ["money", (day: Day) => day.money],
    ] as const) {
      expect(await why(part, "it differs")).toEqual([]);
      expect(await why(part, null)).toEqual([`${DATE} ${field}.reason: none is given for FAIL`]);
      const [other] = await changing((day) => Object.assign(part(day), { reason: "it differs" }));
      expect(other).toBe(`${DATE} ${field}.reason: there is one, but the result is PASS`);
    }
  });
});

describe("the counts of a cask", () => {
  const right = { total: 12, issued: 4, reserved: 2, free: 5, void: 1, certificates_valid: 4 };

  it.each<[string, Partial<Cask>]>([
    ["total", { total: -1, free: -8 }],
    ["issued", { issued: -1, free: 10 }],
    ["reserved", { reserved: -1, free: 8 }],
    ["free", { free: -1, reserved: 8 }],
    ["void", { void: -1, free: 7, certificates_valid: 3 }],
    ["certificates_valid", { certificates_valid: -1 }],
  ])("are not below 0: %s", async (field, counts) => {
    expect(await counting({ ...right, ...counts })).toEqual([`${DATE} ${CASK}.${field}: -1 is not a count`]);
  });

  it("may be 0", async () => {
    const none = { total: 0, issued: 0, reserved: 0, free: 0, void: 0, certificates_valid: 0 };
    const wrong = await changing((day) => day.casks.push({ ...caskAt(day, 2), ...none, id: "csk_z" }), 2);
    expect(wrong).toEqual([]);
  });

  it.each(["issued", "reserved", "free", "void"] as const)("add up to the total: %s", async (field) => {
    expect(await counting({ ...right, [field]: right[field] + 1 })).toEqual([
      `${DATE} ${CASK}.issued: issued, reserved, free and void add up to 13, total is 12`,
    ]);
  });

  it("are of no more valid certificates than stakes that were sold", async () => {
    expect(await counting({ ...right, certificates_valid: 5 })).toEqual([]);
    expect(await counting({ ...right, certificates_valid: 6 })).toEqual([
      `${DATE} ${CASK}.certificates_valid: 6 of 5 stakes that were sold`,
    ]);
  });

  it("may be wrong where the cask failed, for that may be why", async () => {
    const failed = { result: "FAIL", reason: "counts differ", issued: -3, certificates_valid: 40 };
    expect(await changing((day) => (failing(day), Object.assign(caskAt(day, 1), failed)), 2)).toEqual([]);
  });
});

describe("the papers of a cask", () => {
  const values = (...rows: object[]) =>
    changing((day) => {
      const cask = caskAt(day, 1);
      const [one = expect.fail()] = cask.valuations;
      cask.valuations = rows.map((row) => ({ ...one, ...row }));
    });
  const papers = (...rows: object[]) =>
    changing((day) => {
      const cask = caskAt(day, 1);
      const [one = expect.fail()] = cask.documents;
      cask.documents = rows.map((row): AuditDocument => ({ ...one, ...row }));
    });
  const on = (valued_on: string) => ({ valued_on });

  it("are of no later day, on any day of the history", async () => {
    const { days, lists } = makeHistory({ days: 3, casks: 3, stakes: 12, first: DATE });
    for (const day of days) Object.assign(caskAt(day, 1).valuations[0] ?? {}, on("2026-10-31"));
    const what = `${CASK}.valuations[val_0001_0].valued_on: 2026-10-31 is not a day up to this one`;
    expect(await wrongIn({ days: resealFrom(days, 0), lists })).toEqual([`${DATE} ${what}`, `2026-10-30 ${what}`]);
  });

  it("are looked at where one of both lists is as on the day after", async () => {
    const of = resealed(
      changed(4, (day) => Object.assign(caskAt(day, 1).valuations[0] ?? {}, { supersedes: "val_none" })),
      4,
    );
    expect((await wrongIn(of)).filter((line) => line.startsWith(dateAt(4)))).toEqual([
      expect.stringMatching(/valuations\[\S+\]\.supersedes: what it takes the place of is not listed$/),
    ]);
  });

  it("are of days of the calendar", async () => {
    expect(await values({ id: "a", valued_on: "2026-02-30" })).toEqual([
      `${DATE} ${CASK}.valuations[a].valued_on: 2026-02-30 is not a day up to this one`,
    ]);
    expect(await values({ id: "a", tier: "issue", valued_on: "2026-02-30" })).toEqual([
      `${DATE} ${CASK}.valuations[a].valued_on: ${NO_DAY}`,
    ]);
    expect(await papers({ issued_on: "2026-02-30" })).toEqual([
      `${DATE} ${CASK}.documents[0].issued_on: 2026-02-30 is not a day up to this one`,
    ]);
    expect(await papers({}, { kind: "z", expires_on: "2031-02-29" })).toEqual([
      `${DATE} ${CASK}.documents[1].expires_on: ${NO_DAY}`,
    ]);
    expect(await papers({ issued_on: null, expires_on: null }, { issued_on: DATE, expires_on: "2032-02-29" })).toEqual(
      [],
    );
  });

  it("are none, or a correction of another valuation that is listed", async () => {
    expect(await values()).toEqual([]);
    expect(await values({ id: "a" }, { id: "b", supersedes: "a" })).toEqual([]);
    expect(await values({ id: "a", supersedes: "b" }, { id: "b" })).toEqual([]);
    for (const supersedes of ["b", "c"])
      expect(await values({ id: "a" }, { id: "b", supersedes })).toEqual([
        `${DATE} ${CASK}.valuations[b].supersedes: what it takes the place of is not listed`,
      ]);
  });

  it("are valuations in order of day and id, each once", async () => {
    expect(await values({ id: "b", ...on("2026-10-01") }, { id: "a", ...on("2026-10-02") })).toEqual([]);
    const unsorted = [`${DATE} ${CASK}.valuations[1]: ${UNSORTED}`];
    expect(await values({ id: "a", ...on("2026-10-02") }, { id: "b", ...on("2026-10-01") })).toEqual(unsorted);
    expect(await values({ id: "b" }, { id: "a" })).toEqual(unsorted);
    expect(await values({ id: "a", ...on("2026-10-01") }, { id: "a", ...on("2026-10-02") })).toEqual([
      `${DATE} ${CASK}.valuations: an id is there twice`,
    ]);
  });

  it("are documents in order of kind, day and hash, of which two may be the same", async () => {
    const [low = "", high = ""] = [sha("1"), sha("2")].sort();
    const inOrder = [
      { kind: "contract", issued_on: "2026-10-02", sha256: high },
      { kind: "gauge", issued_on: null, sha256: high },
      { kind: "gauge", issued_on: "2026-10-01", sha256: high },
      { kind: "gauge", issued_on: "2026-10-02", sha256: low },
      { kind: "gauge", issued_on: "2026-10-02", sha256: high },
    ];
    expect(await papers(...inOrder, ...Array.from({ length: 12 }, () => inOrder[4] ?? {}))).toEqual([]);
    for (let at = 1; at < inOrder.length; at += 1) {
      const [one = expect.fail(), other = expect.fail()] = inOrder.slice(at - 1);
      expect(await papers(other, one)).toEqual([`${DATE} ${CASK}.documents[1]: ${UNSORTED}`]);
    }
  });
});

describe("the money", () => {
  const right = { held_cents: 185_000, owed_cents: 125_000, wallets_cents: 120_000 };
  const parts = "cask_proceeds_cents, rewards_pending_cents, unsettled_cents, wallets_cents, withdrawals_open_cents";

  it.each(parts.split(", "))("adds up to what is owed: %s", async (field) => {
    const before = {
      cask_proceeds_cents: 0,
      rewards_pending_cents: 1500,
      unsettled_cents: 0,
      withdrawals_open_cents: 3500,
    };
    const was = { ...before, ...right }[field] ?? expect.fail();
    expect(await paying({ ...right, [field]: was + 1 })).toEqual([
      `${DATE} money.owed_cents: 125000, but its parts (${parts}) add up to 125001`,
    ]);
  });

  it("covers what is owed, to the cent", async () => {
    expect(await paying({ ...right, held_cents: 125_000 })).toEqual([]);
    expect(await paying({ ...right, held_cents: 124_999 })).toEqual([
      `${DATE} money.held_cents: 124999 is less than the 125000 owed`,
    ]);
  });

  it("may be wrong where it failed, for that may be why", async () => {
    const failed = { result: "FAIL", reason: "owed differs", owed_cents: 1, held_cents: 0 };
    expect(await changing((day) => (failing(day), Object.assign(day.money, failed)), 2)).toEqual([]);
  });
});
